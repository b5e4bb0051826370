// Package emit writes instructions by the decisions of packages vectorize/...: it has the registers of values, and how
// a value that is kept in one form is had in another. Packages memory and control stand on it.
//
// Reading order: emit.go, value.go, masks.go, scalar.go (operations in general registers), divide_uniform.go, ranges.go
// (products of narrow factors), scratch.go (work lane by lane through the frame), serial.go (code for one sub-group at
// a time). Operations over the lanes of a register are written by package vec.
package emit

import (
	"cmp"
	"fmt"
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/regions"
)

// Values are the registers of a function's values, and the writing of instructions into them.
type Values struct {
	*vec.Writer
	*regions.Regions
	Place int // of the block being written

	regs         [][]asm.Reg  // by value: registers, those of sub-group 0 first
	defined      []int32      // by value: index after its definition in the instructions
	touched      []ir.ValueID // those that have an entry in one of the two
	InLanes      map[LanesKey][]asm.Reg
	Reciprocals  map[ReciprocalKey]*Reciprocal
	Late         []LateCode
	Active       [][]asm.Reg // by block: masks of the lanes that run it, of blocks with a mask of their own
	ServiceBytes int32       // of the frame, for operands and results of services
	LaneSlots    int         // of the frame, for code for one lane at a time
	Serial       serialState
	// gives a value registers if it comes from outside of the piece under way; nil: all are made here
	Outside func(v ir.ValueID) bool
	Around  *Values // the writer into whose code the piece under way goes, where outside values are defined; nil: none
	Err     error
}

// LanesKey names the vector of a value that is kept otherwise.
type LanesKey struct {
	Value ir.ValueID
	Sub   int
}

// LateCode are instructions to be put after the definition of a value, at an index of the others.
type LateCode struct {
	At    int32
	Insts []asm.Inst
}

// Fail notes the first thing that has no machine code.
func (s *Values) Fail(format string, args ...any) {
	if s.Err == nil {
		s.Err = fmt.Errorf("kernel "+s.Kernel.Name+": "+format, args...)
	}
}

// writeLate runs write and keeps what it emits for the place after the definition of a value.
func (s *Values) writeLate(v ir.ValueID, write func()) { s.writeAt(s.definition(v), write) }

// definition is the index after a value's definition.
func (s *Values) definition(v ir.ValueID) int32 {
	if at := s.defined[v]; at != 0 || s.Around == nil {
		return at
	}
	return s.Around.definition(v)
}

// writeAt runs write and keeps what it emits for a place in the instructions.
func (s *Values) writeAt(at int32, write func()) {
	kept := s.Fn.Insts
	s.Fn.Insts = nil
	write()
	s.Late = append(s.Late, LateCode{at, s.Fn.Insts})
	s.Fn.Insts = kept
}

// WithLate appends the instructions with the late code at its places.
func (s *Values) WithLate(all []asm.Inst) []asm.Inst {
	slices.SortStableFunc(s.Late, func(a, b LateCode) int { return cmp.Compare(a.At, b.At) })
	from := int32(0)
	for _, l := range s.Late {
		all = append(append(all, s.Fn.Insts[from:l.At]...), l.Insts...)
		from = l.At
	}
	return append(all, s.Fn.Insts[from:]...)
}

// TakeOver takes over what a writer of the same code by other decisions has left.
func (s *Values) TakeOver(inner *Values) {
	s.LaneSlots = max(s.LaneSlots, inner.LaneSlots)
	if s.Err == nil {
		s.Err = inner.Err
	}
}

func (s *Values) Label(l int32) { s.Emit(asm.Inst{Op: asm.Label, Label: l}) }

func (s *Values) Jump(l int32) { s.Emit(asm.Inst{Op: asm.Jmp, Label: l}) }

func (s *Values) JumpIf(c asm.Cond, l int32) { s.Emit(asm.Inst{Op: asm.Jcc, Cond: c, Label: l}) }

// VectorInstr writes one pure operation over the lanes of a sub-group.
func (s *Values) VectorInstr(v ir.ValueID, in *ir.Instr, u int) {
	s.WriteLanes(v, u, func(dst []asm.Reg) { s.ComputeLanes(v, in, u, dst) })
}

// ComputeLanes is VectorInstr into registers that need not keep anything. Operands are asked for first: their vectors
// are made elsewhere in the code.
func (s *Values) ComputeLanes(v ir.ValueID, in *ir.Instr, u int, dst []asm.Reg) {
	if in.Op == ir.OpSelect && in.Type.Bits() == 32 && s.IsKnownMask(in.Args[0]) {
		then, otherwise := s.LanesOf(in.Args[1], u)[0], s.LanesOf(in.Args[2], u)[0]
		s.MoveVector(dst[0], s.ChooseWords(s.knownTruth(in.Args[0], u), then, otherwise))
		return
	}
	o := vec.Operation{Op: in.Op, Kind: in.Kind, Type: in.Type, Factors: s.FactorsOf(in), Bound: s.BoundOf(in)}
	if len(in.Args) > 0 {
		o.From = s.Kernel.Type(in.Args[0])
	}
	if in.Op == ir.OpSelect {
		o.From = in.Type
	}
	var args [3][]asm.Reg
	if o.Factors == vec.WordFactors {
		args = s.wordFactors(in, u)
	} else {
		for i, a := range in.Args {
			args[i] = s.LanesOf(a, u)
		}
	}
	if !s.Lower(o, dst, args[0], args[1], args[2]) {
		s.Fail("%v of %v has no machine code", in.Op, in.Type)
	}
}
