// Package amd64 makes machine code of kernels: AVX-512 and AVX2 from one set of rules.
//
// A call of the code runs a bundle: some sub-groups in lockstep, each one vector of lanes. What is the same for all lanes
// of a sub-group is computed once, in general registers; what steps evenly from lane to lane is kept as its value in lane
// 0; the rest is in vectors. Divergent control flow becomes masks (control.go tells how), uniform control flow stays
// jumps.
//
// Reading order: target.go, form.go (which values live how), control.go (masks and jumps), selector.go (the walk over the
// kernel), value.go (registers of values and their changes of form), then lower_*.go by kind of operation, vec*.go (one
// operation over the lanes of a register) and scalar.go.
package amd64

import "heddle/compiler/amd64/asm"

// ISA is an instruction set.
type ISA uint8

// The instruction sets.
const (
	AVX512 ISA = iota // F, VL, BW, DQ, CD
	AVX2              // AVX2, FMA, BMI1, BMI2, LZCNT, POPCNT, F16C
)

func (i ISA) String() string { return [...]string{"avx512", "avx2"}[i] }

// lanes is the number of lanes of a sub-group: how many 32-bit values a vector register holds. A 64-bit value of all lanes
// takes two registers, of which the first holds the lower lanes.
func (i ISA) lanes() int { return [...]int{16, 8}[i] }

func (i ISA) length() asm.Length { return [...]asm.Length{asm.L512, asm.L256}[i] }

func (i ISA) vectorBytes() int { return [...]int{64, 32}[i] }
