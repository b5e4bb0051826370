// Package amd64 makes machine code of kernels: AVX-512 and AVX2 from one set of rules.
//
// A call of the code runs a bundle: some sub-groups in lockstep, each one vector of lanes. What is the same for all lanes
// of a sub-group is computed once, in general registers; what steps evenly from lane to lane is kept as its value in lane
// 0; the rest is in vectors. Divergent control flow becomes masks (control.go tells how), uniform control flow stays
// jumps.
//
// Reading order: target.go, form.go (which values live how), control.go (masks and jumps), selector.go (the walk over the
// kernel), value.go (registers of values and their changes of form), then memory.go, branch.go and scalar.go.
// Operations over the lanes of a register are written by package vec, alloc gives registers, asm encodes.
package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/tuning"
	"heddle/compiler/target"
)

// ISA is an instruction set.
type ISA = asm.ISA

// The instruction sets.
const (
	AVX512 = asm.AVX512
	AVX2   = asm.AVX2
)

// Core is a kind of processor, and Target what code is made for: an instruction set, and the kind that is to be fast.
type (
	Core   = target.Core
	Target = asm.Target
)

// The kinds of processor.
const (
	Intel = tuning.Intel
	Zen   = tuning.Zen
)

// Cores are all kinds.
func Cores() []Core { return tuning.Cores() }
