// Package amd64 makes machine code of kernels: AVX-512 and AVX2 from one set of rules.
//
// A call of the code runs a bundle: some sub-groups in lockstep, each one vector of lanes. What is the same for all
// lanes of a sub-group is computed once, in general registers; what steps evenly from lane to lane is kept as its value
// in lane 0; the rest is in vectors. Divergent control flow becomes masks (package vectorize/flow tells how), uniform
// control flow stays jumps.
//
// Reading order: kernel.go (a kernel and its versions), compile.go (the stages of one), plan.go (which versions),
// halves.go, turn.go, separate.go and trip_argument.go (other shapes and copies of a kernel), link.go (functions that a
// kernel calls), listing.go. Decisions are packages compiler/vectorize/..., which know no machine code; emit,
// emit/memory and emit/control write instructions by them; vec writes operations over the lanes of a register,
// storeforward and reorder improve them, alloc gives registers, asm encodes. tuning has what instructions cost by kind
// of processor.
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
