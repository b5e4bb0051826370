// Package memory writes accesses of memory: a row of writers for each strategy that package vectorize/access decides
// on.
//
// Reading order: accessor.go, memory.go (the table of writers; rows, gathers, scatters), address.go (operands of
// memory), then a file for each strategy, named as there. one_lane.go writes pieces for one lane at a time, take_out.go
// takes lanes out of vectors, transpose.go transposes squares of registers, atomic*.go are the atomic operations.
package memory

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
)

// Accessor writes accesses of memory.
type Accessor struct {
	emit.Values
	InterleaveDone map[InterleaveKey]bool
	CrossRowSeen   map[*access.CrossRow]int // members that were come to
	Firsts         map[ir.ValueID]asm.Reg   // values of the bundle's first work-item, of the present block
	Looks          map[LookKey]Look         // what accesses of the present block have looked at
	pieces         pieces
}

// SetRegion tells of what an access has written, from an instruction on, in which memory it is. Local memory is
// seen by no other code where the bundle is all of a group.
func (s *Accessor) SetRegion(first int, in *ir.Instr) {
	if !s.Version.WholeGroup || !s.Kernel.Kernel || !forms.Accesses(in.Op) || in.Flags&ir.FlagVolatile != 0 {
		return
	}
	region := asm.Anywhere
	switch in.Space {
	case ir.SpaceLocal:
		region = asm.Mine
	case ir.SpaceGlobal, ir.SpaceConstant, ir.SpacePrivate, ir.SpaceArgs:
		region = asm.Elsewhere
	}
	for i := range s.Fn.Insts[first:] {
		s.Fn.Insts[first+i].Region = region
	}
}

func (s *Accessor) Nothing(ir.ValueID, *ir.Instr) {}
