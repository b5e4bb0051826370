// Package control writes a function: its blocks in the order of the layout, the ways between them, and its regions.
//
// Reading order: selector.go (the walk), branch.go and moves.go (ways between blocks), masks.go and partial.go,
// effects.go, calls.go and fold.go (operations with effects), then the regions, in files named as in package
// vectorize/regions. cycles.go estimates written code, frame.go lays out what follows the registers' slots,
// report.go makes listings.
package control

import (
	"slices"
	"sync"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/amd64/emit/memory"
	"heddle/compiler/amd64/object"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/regions"
	"heddle/compiler/vectorize/switches"
)

// Selector chooses instructions for a kernel, block by block in the order of the layout.
type Selector struct {
	memory.Accessor
	Module        *ir.Module
	Code          *object.Code
	rareEnd       int         // the place at which the rare stretch that is written ends, 0: none is
	pending       [][]asm.Reg // by block: masks of the lanes that are to come, nil if it has none of its own
	bodies        []int32     // by place: labels
	enters        []int32
	finish        int32       // label of the end
	Top           int32       // label of the beginning
	exits         *exits      // of loops, for launches that are stopped
	tailStates    []tailState // of lefts
	scalarWriter  *Selector   // writes laneLoops
	compactWriter *Selector   // writes lefts for lanes that join
	taken         *loopValues // of such a selector: what the loop under way takes from outside
	laneBytes     int32       // of the frame, for what passes between the two
	Calls         []ir.FuncID // functions called; the label of a call is an index into it until they are linked
}

func NewSelector(of *prepare.Subject) (*Selector, error) {
	fillEffectRules()
	d, err := regions.Decide(of)
	if err != nil {
		return nil, err
	}
	v := of.Version
	s := &Selector{Accessor: memory.Accessor{Values: emit.Values{Regions: d,
		Writer: vec.NewWriter(of.Target, &asm.Func{})}}, Module: of.Module,
		Code: &object.Code{Width: of.Target.ISA.Lanes(), Count: v.Count, Shape: v.Shape, SmallIDs: v.SmallIDs,
			WholeGroup: v.WholeGroup, PrivateBytes: d.PrivateBytes, PrivateAlign: d.PrivateAlign,
			NonTemporalBytes: d.Streamed, Band: d.Band(),
			HasScalarLoops: slices.ContainsFunc(d.ScalarLoopAt, func(l *regions.ScalarLoop) bool {
				return l != nil
			}), HasTails: len(d.Tails) > 0, CompactsLanes: d.Compacted != nil,
			HasBundleLoop: d.HasBundleLoop()},
	}
	s.AddsProducts = of.Off&switches.VNNIProducts == 0
	s.layServices()
	s.exits = &exits{labels: map[uint32]int32{}}
	if d.Compacted != nil {
		s.compactWriter = s.another(d.Compacted)
	}
	if d.Scalarised != nil {
		s.scalarWriter = s.another(d.Scalarised)
	}
	s.startLists()
	s.finish, s.Top = s.Fn.NewLabel(), s.Fn.NewLabel()
	return s, nil
}

// another is a selector that writes pieces of the same code by other decisions.
func (s *Selector) another(d *regions.Regions) *Selector {
	n := &Selector{Accessor: memory.Accessor{Values: emit.Values{Regions: d, Writer: s.Writer}}, Module: s.Module,
		Code: s.Code, exits: s.exits}
	n.startLists()
	return n
}

// startLists makes the lists that writing fills.
func (s *Selector) startLists() {
	n := len(s.Kernel.Blocks)
	s.StartValues()
	s.InLanes, s.Reciprocals = map[emit.LanesKey][]asm.Reg{}, map[emit.ReciprocalKey]*emit.Reciprocal{}
	s.InterleaveDone, s.CrossRowSeen = map[memory.InterleaveKey]bool{}, map[*access.CrossRow]int{}
	s.pending, s.Active = make([][]asm.Reg, n), make([][]asm.Reg, n)
	s.bodies, s.enters = make([]int32, n), make([]int32, n)
	for i := range n {
		s.bodies[i], s.enters[i] = s.Fn.NewLabel(), s.Fn.NewLabel()
	}
	s.tailStates = make([]tailState, len(s.Tails))
}

// Run writes the code of all blocks.
func (s *Selector) Run() error {
	order := s.Flow.Layout.Order
	s.startMasks()
	s.Fn.Insts = append(asm.NewInsts(prepare.Instructions(s.Kernel)*s.Version.Count), s.Fn.Insts...)
	for s.Place = 0; s.Place < len(order); s.Place++ {
		s.markRare()
		if l := s.ScalarLoopAt[s.Place]; l != nil {
			s.Place = s.writeScalarLoop(l)
		} else if s.Flow.IsOpened[s.Place] {
			s.Place = s.block(order[s.Place])
		}
		s.writeTails()
		if s.Err != nil {
			return s.Err
		}
	}
	s.Fn.Replace(s.assemble())
	return s.Err
}

// markRare begins and ends the stretch that holds what a rare block dominates, if that lies in one piece.
func (s *Selector) markRare() {
	if s.rareEnd > 0 && s.Place >= s.rareEnd {
		s.Label(s.Fn.Rare[len(s.Fn.Rare)-1].To)
		s.rareEnd = 0
	}
	order := s.Flow.Layout.Order
	b := order[s.Place]
	if s.rareEnd > 0 || !s.IsRare(b) && !s.IsRemainder(b) {
		return
	}
	end := s.Place + 1
	for end < len(order) && (s.Flow.Cfg.Dominates(b, order[end]) && !s.IsRemainder(b) || s.IsRemainder(order[end])) {
		end++
	}
	if end == len(order) {
		return
	}
	s.rareEnd = end
	s.Fn.Rare = append(s.Fn.Rare, asm.Stretch{From: s.Fn.NewLabel(), To: s.Fn.NewLabel()})
	s.Label(s.Fn.Rare[len(s.Fn.Rare)-1].From)
}

// assemble puts the pieces together: the entry, the constants, and the late code at its places.
func (s *Selector) assemble() []asm.Inst {
	s.Label(s.finish)
	if s.HasBundleLoop() {
		s.again()
	}
	s.Emit(asm.Inst{Op: asm.Return, Imm: abi.Ended})
	s.writeExits()
	total := len(s.Entry) + len(s.Fn.Insts) + 2
	for _, l := range s.Late {
		total += len(l.Insts)
	}
	all := asm.NewInsts(total)
	if s.Kernel.Kernel {
		all = append(all, asm.Inst{Op: asm.Entry})
	}
	if s.HasBundleLoop() {
		all = append(all, asm.Inst{Op: asm.Label, Label: s.Top})
	}
	return vec.TidyJumps(s.WithLate(append(all, s.Entry...)))
}

// block writes one block: the test for lanes if it may have none, its instructions, and where control goes on. It gives
// the place of the last block that was written with it.
func (s *Selector) block(b ir.BlockID) int {
	if l := s.CasLoops[b]; l != nil {
		return s.writeCASLoop(l)
	}
	s.enter(b)
	block := &s.Kernel.Blocks[b]
	for _, p := range block.Params {
		s.SetDefined(p)
	}
	s.Firsts, s.Looks = map[ir.ValueID]asm.Reg{}, map[memory.LookKey]memory.Look{}
	if b == 0 {
		s.beginImageFrames()
	}
	if s.IsSerial && s.Serial.Current == 0 {
		return s.blockSerially(b)
	}
	for _, v := range block.Instrs[:len(block.Instrs)-1] {
		s.written(v, s.Kernel.Instr(v))
	}
	s.Pos = uint32(s.Kernel.Terminator(b).Pos)
	s.leaveBlock(b)
	return s.Place
}

// written writes one instruction of a block.
func (s *Selector) written(v ir.ValueID, in *ir.Instr) {
	s.Pos = uint32(in.Pos)
	first := len(s.Fn.Insts)
	if s.Needed[v] && !s.Fused[v] && !s.IsKnownMask(v) {
		if s.Serial.Current > 0 && s.IsForAll(v) {
			s.Fail("value %d is made for all sub-groups in code for one", v)
		}
		s.instr(v, in)
	}
	s.SetRegion(first, in)
	s.SetDefined(v)
}

// instr writes one instruction that is no terminator.
func (s *Selector) instr(v ir.ValueID, in *ir.Instr) {
	if lower := effectRules[in.Op]; lower != nil {
		lower(s, v, in)
		return
	}
	f := s.ByValue[v]
	switch {
	case s.IsDense(v):
		s.DenseInstr(v, in)
		return
	case s.takesRegisters(v, in):
		return
	}
	switch f.Kind {
	case forms.Scalar, forms.Affine:
		for u := range s.EachCopy(f) {
			s.ScalarInstr(v, in, u)
		}
	case forms.Vector, forms.Mask:
		write := s.VectorInstr
		if s.DividesByUniform(in) {
			write = s.DivideByUniform
		}
		for u := range s.EachCopy(f) {
			write(v, in, u)
		}
	}
}

// takesRegisters lets the same bits of another type live in the same vectors, if those are written once.
func (s *Selector) takesRegisters(v ir.ValueID, in *ir.Instr) bool {
	if in.Op != ir.OpBitcast {
		return false
	}
	from := in.Args[0]
	if f := s.ByValue[v]; s.IsDense(from) || f.Kind != forms.Vector ||
		s.ByValue[from] != f || s.Kernel.Instr(from).Op == ir.OpParam ||
		s.LiveOut[v] || s.LiveOut[from] {
		return false
	}
	if forms.VectorsOf(in.Type) != forms.VectorsOf(s.Kernel.Type(from)) || s.Regs(from) == nil {
		return false
	}
	if s.Regs(v) != nil {
		return &s.Regs(v)[0] == &s.Regs(from)[0] // in a part before this one
	}
	s.SetRegs(v, s.Regs(from))
	return true
}

// effectRules are the operations that are not just computed from their operands. Filled by FillRules.
var effectRules map[ir.Op]func(s *Selector, v ir.ValueID, in *ir.Instr)

// fillEffectRules fills the tables of this package and of those below.
var fillEffectRules = sync.OnceFunc(func() {
	memory.FillRules()
	setEffectRules()
})

func setEffectRules() {
	effectRules = map[ir.Op]func(s *Selector, v ir.ValueID, in *ir.Instr){
		ir.OpLoad: (*Selector).Load, ir.OpStore: (*Selector).Store, ir.OpAlloca: (*Selector).Alloca,
		ir.OpMemCopy: (*Selector).MemCopy, ir.OpAtomicRMW: (*Selector).Atomic, ir.OpAtomicCmpXchg: (*Selector).Atomic,
		ir.OpAtomicLoad: (*Selector).Atomic, ir.OpAtomicStore: (*Selector).Atomic, ir.OpFence: (*Selector).fence,
		ir.OpPrefetch: (*Selector).Nothing, ir.OpBarrier: (*Selector).barrier, ir.OpPrintf: (*Selector).printf,
		ir.OpQueue: (*Selector).queue,
		ir.OpCall:  (*Selector).call, ir.OpResult: (*Selector).result, ir.OpArg: (*Selector).argument,
		ir.OpGlobalID: (*Selector).id, ir.OpLocalID: (*Selector).id, ir.OpFold: (*Selector).fold,
		ir.OpSubGroupID: (*Selector).subGroupID, ir.OpSubGroupLane: (*Selector).subGroupLane,
		ir.OpSubGroupBallot: (*Selector).subGroupBallot, ir.OpSubGroupShuffle: (*Selector).subGroupShuffle,
		ir.OpSubGroupFold: (*Selector).subGroupFold,
		ir.OpClock:        (*Selector).clock,
	}
}
