package forms

import (
	"fmt"
	"math/bits"

	"heddle/compiler/ceil"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/switches"
)

// Private variables with the lanes side by side.
//
// A private array as the language has it is a piece of memory for each work-item, so that element i of neighbouring
// lanes is far apart, and even an access that all lanes make at the same i touches as many cache lines as there are
// lanes. If nothing is done with the addresses of a variable but loads and stores of elements of one size, the variable
// can as well lie by elements: element i of all lanes, then element i+1. An access at one i is a row then.
//
// Pointers into such a variable are kept as offsets into the memory of one work-item, the same for all lanes as long as
// what is added is. An access at offset o by lane l goes to o*lanes + l*size.

// findLaneMajor finds the variables that may lie so, and marks all pointers into them.
func (s *Forms) findLaneMajor() {
	s.Offsets = make([]bool, len(s.Kernel.Instrs))
	if len(s.Privates) == 0 || s.Off.Has(switches.LaneMajor) {
		return
	}
	users := make([][]ir.ValueID, len(s.Kernel.Instrs))
	isMoved := make([]bool, len(s.Kernel.Instrs)) // to a parameter
	for b := range s.Kernel.Blocks {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			for _, a := range s.Kernel.Instr(v).Args {
				users[a] = append(users[a], v)
			}
		}
		for _, e := range s.Kernel.Blocks[b].Succs {
			for _, a := range e.Args {
				isMoved[a] = true
			}
		}
	}
	for v := range s.Privates {
		c := privateUses{Forms: s, users: users, isMoved: isMoved}
		if c.visit(v) && c.fits() {
			for _, p := range c.pointers {
				s.Offsets[p] = true
			}
		}
	}
}

// privateUses is what is known of one variable.
type privateUses struct {
	*Forms
	users    [][]ir.ValueID
	isMoved  []bool
	pointers []ir.ValueID
	added    []ir.ValueID // what is added to pointers
	size     uint64       // of the elements, 0: not known yet
}

// visit looks at all that is done with a pointer; false: more than accesses of one size.
func (c *privateUses) visit(p ir.ValueID) bool {
	c.pointers = append(c.pointers, p)
	if c.isMoved[p] {
		return false
	}
	for _, u := range c.users[p] {
		in := c.Kernel.Instr(u)
		switch {
		case in.Op == ir.OpPtrAdd && in.Args[0] == p && in.Args[1] != p:
			c.added = append(c.added, in.Args[1])
			if !c.visit(u) {
				return false
			}
		case in.Op == ir.OpLoad, in.Op == ir.OpStore && in.Args[1] != p:
			size := c.Kernel.AccessType(in).Bytes()
			if c.size != 0 && c.size != size {
				return false
			}
			c.size = size
		default:
			return false
		}
	}
	return true
}

// fits reports whether elements have a size for which there are vector instructions, and lie at multiples of it.
func (c *privateUses) fits() bool {
	if c.size != 4 && c.size != 8 {
		return false
	}
	for _, v := range c.added {
		if !c.Kernel.IsMultiple(v, c.size) {
			return false
		}
	}
	return true
}

// offsetForm is the form of a pointer into an interleaved variable.
func (s *Forms) offsetForm(in *ir.Instr) Form {
	if in.Op == ir.OpAlloca {
		return Form{Kind: Scalar}
	}
	a, b := s.ByValue[in.Args[0]], s.Lane0(in.Args[1])
	if a.Kind == Scalar && b.Kind == Scalar {
		return Form{Kind: Scalar, PerSub: a.PerSub || b.PerSub || b.Rows != 0}
	}
	return Form{Kind: Vector, PerSub: true}
}

// LaneShift is the logarithm of the number of lanes.
func (s *Forms) LaneShift() int64 { return int64(bits.TrailingZeros(uint(s.ISA.Lanes()))) }

// LayPrivate gives the allocas their places in private memory: first, work-item after work-item, those that lie by
// work-items, then those whose lanes lie side by side. The offsets are of one work-item; a sub-group's memory has as
// many times that as it has lanes.
func (s *Forms) LayPrivate() error {
	s.Privates = map[ir.ValueID]uint64{}
	for _, v := range s.Kernel.Blocks[0].Instrs {
		if s.Kernel.Instr(v).Op == ir.OpAlloca {
			s.Privates[v] = 0
		}
	}
	s.findLaneMajor()
	s.PrivateAlign = 16
	flat := s.placeAllocas(0, false)
	all := s.placeAllocas(flat, true)
	if all > 1<<20 {
		return fmt.Errorf("kernel %s: private memory of %d bytes", s.Kernel.Name, all)
	}
	s.private, s.PrivateAll = int32(flat), int32(all)
	s.PrivateBytes = all
	return nil
}

// placeAllocas places the allocas of one kind from an offset on, and gives the offset after them.
func (s *Forms) placeAllocas(from uint64, isInterleaved bool) uint64 {
	at, isAny := from, false
	for _, v := range s.Kernel.Blocks[0].Instrs {
		in := s.Kernel.Instr(v)
		if in.Op != ir.OpAlloca || s.Offsets[v] != isInterleaved {
			continue
		}
		isAny = true
		align := max(uint64(in.Align), 1)
		s.PrivateAlign = max(s.PrivateAlign, align)
		at = ceil.Multiple(at, align)
		s.Privates[v] = at
		at += in.Imm
	}
	if isAny {
		at = max(at, from+1)
	}
	return ceil.Multiple(at, s.PrivateAlign)
}
