package amd64

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/regions"
	"heddle/compiler/vectorize/switches"
)

// values are the registers of a function's values, and the writing of instructions into them.
type values struct {
	vec.Writer
	*regions.Regions
	place int // of the block being written

	regs        [][]asm.Reg // by value: registers, the parts of sub-group 0 first
	defined     []int32     // by value: index behind its definition in the instructions
	inLanes     map[lanesKey][]asm.Reg
	reciprocals map[reciprocalKey]*reciprocal
	late        []lateCode
	active      [][]asm.Reg // by block: masks of the lanes that run it, of blocks with a mask of their own
	printBytes  int32       // of the frame, for operands of printfs
	isLoose     bool        // the value being written may have more bits than its type
	laneSlots   int         // of the frame, for code for one lane at a time
	parts       partWriting
	strategies  map[ir.ValueID]access.Strategy // of accesses, as they were written; nil: nobody asks
	outside     func(v ir.ValueID) bool        // gives a value registers if it comes from outside of the piece under way; nil: all are made here
	err         error
}

// accessor writes accesses of memory.
type accessor struct {
	values
	clusterDone  map[clusterKey]bool
	sharedRegs   map[*access.SharedWord]*sharedRegs
	acrossSeen   map[*access.CrossRow]int // members that were come to
	firsts       map[ir.ValueID]asm.Reg   // values of the bundle's first work-item, of the present block
	looks        map[lookKey]look         // what accesses of the present block have looked at
	takenGathers int                      // written so far, see maxTakenGathers
}

// selector chooses instructions for a kernel, block by block in the order of the layout.
type selector struct {
	accessor
	module       *ir.Module
	code         *Code
	rareEnd      int         // the place at which the rare stretch that is written ends, 0: none is
	pending      [][]asm.Reg // by block: masks of the lanes that are to come, nil if it has none of its own
	bodies       []int32     // by place: labels
	enters       []int32
	finish       int32 // label of the end
	top          int32 // label of the beginning
	cancel       int32
	leftStates   []leftState // of lefts
	aloneWriter  *selector   // writes laneLoops
	joinedWriter *selector   // writes lefts for lanes that join
	taken        *laneValues // of such a selector: what the loop under way takes from outside
	laneBytes    int32       // of the frame, for what passes between the two
	calls        []ir.FuncID // functions called; the label of a call is an index into it until they are linked
}

// lanesKey names the vector of a value that is kept otherwise.
type lanesKey struct {
	value ir.ValueID
	sub   int
}

// lateCode are instructions to be put behind the definition of a value, at an index of the others.
type lateCode struct {
	at    int32
	insts []asm.Inst
}

// fail notes the first thing that has no machine code.
func (s *values) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf("kernel "+s.Kernel.Name+": "+format, args...)
	}
}

func newSelector(of *prepare.Subject) (*selector, error) {
	fillEffectRules()
	d, err := regions.Decide(of)
	if err != nil {
		return nil, err
	}
	v := of.Version
	s := &selector{accessor: accessor{values: values{Regions: d, Writer: vec.NewWriter(of.Target, &asm.Func{})}}, module: of.Module,
		code: &Code{Width: of.Target.ISA.Lanes(), Count: v.Count, Shape: v.Shape, SmallIDs: v.SmallIDs, Alone: v.Alone,
			PrivateBytes: d.PrivateBytes, PrivateAlign: d.PrivateAlign, Streams: d.Streamed,
			Apart: slices.ContainsFunc(d.ScalarLoopAt, func(l *regions.ScalarLoop) bool { return l != nil }), Left: len(d.Tails) > 0, Joins: d.Compacted != nil,
			Repeats: d.Repeats()},
	}
	s.AddsProducts = of.Off&switches.WordProducts == 0
	s.layPrints()
	if d.Compacted != nil {
		s.joinedWriter = s.another(d.Compacted)
	}
	if d.Scalarised != nil {
		s.aloneWriter = s.another(d.Scalarised)
	}
	s.startLists()
	s.finish, s.cancel, s.top = s.Fn.NewLabel(), s.Fn.NewLabel(), s.Fn.NewLabel()
	return s, nil
}

// another is a selector that writes pieces of the same code by other decisions.
func (s *selector) another(d *regions.Regions) *selector {
	n := &selector{accessor: accessor{values: values{Regions: d, Writer: s.Writer}}, module: s.module, code: s.code}
	n.startLists()
	return n
}

// startLists makes the lists that writing fills.
func (s *selector) startLists() {
	n := len(s.Kernel.Blocks)
	s.regs, s.defined = make([][]asm.Reg, len(s.Kernel.Instrs)), make([]int32, len(s.Kernel.Instrs))
	s.inLanes, s.reciprocals = map[lanesKey][]asm.Reg{}, map[reciprocalKey]*reciprocal{}
	s.clusterDone = map[clusterKey]bool{}
	s.pending, s.active = make([][]asm.Reg, n), make([][]asm.Reg, n)
	s.bodies, s.enters = make([]int32, n), make([]int32, n)
	for i := range n {
		s.bodies[i], s.enters[i] = s.Fn.NewLabel(), s.Fn.NewLabel()
	}
	s.leftStates = make([]leftState, len(s.Tails))
}

// run writes the code of all blocks.
func (s *selector) run() error {
	order := s.Flow.Layout.Order
	s.startMasks()
	s.startShared()
	s.Fn.Insts = append(asm.NewInsts(prepare.Instructions(s.Kernel)*s.Version.Count), s.Fn.Insts...)
	for s.place = 0; s.place < len(order); s.place++ {
		s.markRare()
		if l := s.ScalarLoopAt[s.place]; l != nil {
			s.place = s.writeLaneLoop(l)
		} else if s.Flow.IsOpened[s.place] {
			s.place = s.block(order[s.place])
		}
		s.writeLefts()
		if s.err != nil {
			return s.err
		}
	}
	s.Fn.Replace(s.assemble())
	return s.err
}

// markRare begins and ends the stretch that holds what a rare block dominates, if that lies in one piece.
func (s *selector) markRare() {
	if s.rareEnd > 0 && s.place >= s.rareEnd {
		s.label(s.Fn.Rare[len(s.Fn.Rare)-1].To)
		s.rareEnd = 0
	}
	order := s.Flow.Layout.Order
	b := order[s.place]
	if s.rareEnd > 0 || !s.Kernel.Blocks[b].Rare && !s.IsRemainder(b) {
		return
	}
	end := s.place + 1
	for end < len(order) && (s.Flow.Cfg.Dominates(b, order[end]) && !s.IsRemainder(b) || s.IsRemainder(order[end])) {
		end++
	}
	if end == len(order) {
		return
	}
	s.rareEnd = end
	s.Fn.Rare = append(s.Fn.Rare, asm.Stretch{From: s.Fn.NewLabel(), To: s.Fn.NewLabel()})
	s.label(s.Fn.Rare[len(s.Fn.Rare)-1].From)
}

// assemble puts the pieces together: the entry, the constants, and the late code at its places.
func (s *selector) assemble() []asm.Inst {
	s.label(s.finish)
	if s.Repeats() {
		s.again()
	}
	s.Emit(asm.Inst{Op: asm.Return, Imm: abi.Ended})
	s.label(s.cancel)
	s.Emit(asm.Inst{Op: asm.Return, Imm: abi.Cancelled})
	slices.SortStableFunc(s.late, func(a, b lateCode) int { return cmp.Compare(a.at, b.at) })
	total := len(s.Entry) + len(s.Fn.Insts) + 2
	for _, l := range s.late {
		total += len(l.insts)
	}
	all := asm.NewInsts(total)
	if s.Kernel.Kernel {
		all = append(all, asm.Inst{Op: asm.Entry})
	}
	if s.Repeats() {
		all = append(all, asm.Inst{Op: asm.Label, Label: s.top})
	}
	all = append(all, s.Entry...)
	from := int32(0)
	for _, l := range s.late {
		all = append(all, s.Fn.Insts[from:l.at]...)
		all = append(all, l.insts...)
		from = l.at
	}
	return vec.TidyJumps(append(all, s.Fn.Insts[from:]...))
}

// writeLate runs write and keeps what it emits for the place behind the definition of a value.
func (s *values) writeLate(v ir.ValueID, write func()) { s.writeAt(s.defined[v], write) }

// writeAt runs write and keeps what it emits for a place in the instructions.
func (s *values) writeAt(at int32, write func()) {
	kept := s.Fn.Insts
	s.Fn.Insts = nil
	write()
	s.late = append(s.late, lateCode{at, s.Fn.Insts})
	s.Fn.Insts = kept
}

func (s *values) label(l int32) { s.Emit(asm.Inst{Op: asm.Label, Label: l}) }

func (s *values) jump(l int32) { s.Emit(asm.Inst{Op: asm.Jmp, Label: l}) }

func (s *values) jumpIf(c asm.Cond, l int32) { s.Emit(asm.Inst{Op: asm.Jcc, Cond: c, Label: l}) }

// block writes one block: the test for lanes if it may have none, its instructions, and where control goes on. It gives
// the place of the last block that was written with it.
func (s *selector) block(b ir.BlockID) int {
	if l := s.CasLoops[b]; l != nil {
		return s.writeSwapLoop(l)
	}
	s.enter(b)
	s.beginShared(s.SharedTops[b])
	block := &s.Kernel.Blocks[b]
	for _, p := range block.Params {
		s.defined[p] = int32(len(s.Fn.Insts))
	}
	s.firsts, s.looks = map[ir.ValueID]asm.Reg{}, map[lookKey]look{}
	if s.IsSerial && s.parts.only == 0 {
		return s.blockInParts(b)
	}
	for _, v := range block.Instrs[:len(block.Instrs)-1] {
		s.written(v, s.Kernel.Instr(v))
	}
	s.Pos = uint32(s.Kernel.Terminator(b).Pos)
	s.leaveBlock(b)
	return s.place
}

// written writes one instruction of a block.
func (s *selector) written(v ir.ValueID, in *ir.Instr) {
	s.Pos = uint32(in.Pos)
	first := len(s.Fn.Insts)
	if s.Needed[v] && !s.Fused[v] && !s.IsKnownMask(v) && !s.clusterInstr(v) && !s.groupInstr(v) {
		s.instr(v, in)
	}
	s.setRegion(first, in)
	s.defined[v] = int32(len(s.Fn.Insts))
}

// instr writes one instruction that is no terminator.
func (s *selector) instr(v ir.ValueID, in *ir.Instr) {
	if lower := effectRules[in.Op]; lower != nil {
		lower(s, v, in)
		return
	}
	if s.IsIterationCount[v] {
		s.countRound(v, in)
		return
	}
	f := s.ByValue[v]
	if s.takesRegisters(v, in) {
		return
	}
	switch f.Kind {
	case forms.Scalar, forms.Affine:
		for u := range s.eachCopy(f) {
			s.scalarInstr(v, in, u)
		}
	case forms.Vector, forms.Mask:
		write := s.vectorInstr
		if s.DividesByUniform(in) {
			write = s.divideByUniform
		}
		for u := range s.eachCopy(f) {
			write(v, in, u)
		}
	}
}

// setRegion tells of what an access has written, from an instruction on, in which memory it is. Local memory is seen by nobody
// else where the bundle is all of a group.
func (s *accessor) setRegion(first int, in *ir.Instr) {
	if !s.Version.Alone || !s.Kernel.Kernel || !forms.Accesses(in.Op) || in.Flags&ir.FlagVolatile != 0 {
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

// takesRegisters lets the same bits of another type live in the same vectors, if those are written once.
func (s *selector) takesRegisters(v ir.ValueID, in *ir.Instr) bool {
	if in.Op != ir.OpBitcast {
		return false
	}
	from := in.Args[0]
	if f := s.ByValue[v]; f.Kind != forms.Vector || s.ByValue[from] != f || s.Kernel.Instr(from).Op == ir.OpParam || s.LiveOut[v] || s.LiveOut[from] {
		return false
	}
	if forms.PartsOf(in.Type) != forms.PartsOf(s.Kernel.Type(from)) || s.regs[from] == nil {
		return false
	}
	if s.regs[v] != nil {
		return &s.regs[v][0] == &s.regs[from][0] // in a part before this one
	}
	s.regs[v] = s.regs[from]
	return true
}

// vectorInstr writes one pure operation over the lanes of a sub-group.
func (s *values) vectorInstr(v ir.ValueID, in *ir.Instr, u int) {
	s.writeLanes(v, u, func(dst []asm.Reg) { s.computeLanes(v, in, u, dst) })
}

// computeLanes is vectorInstr into registers that need not keep anything. Operands are asked for first: their vectors are
// made elsewhere in the code.
func (s *values) computeLanes(v ir.ValueID, in *ir.Instr, u int, dst []asm.Reg) {
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
			args[i] = s.lanesOf(a, u)
		}
	}
	if !s.Lower(o, dst, args[0], args[1], args[2]) {
		s.fail("%v of %v has no machine code", in.Op, in.Type)
	}
}

// effectRules are the operations that are not just computed from their operands. Filled by fillRules.
var effectRules map[ir.Op]func(s *selector, v ir.ValueID, in *ir.Instr)

// fillEffectRules fills the tables of this package and of those below.
var fillEffectRules = sync.OnceFunc(func() {
	fillRules()
	setEffectRules()
})

func setEffectRules() {
	effectRules = map[ir.Op]func(s *selector, v ir.ValueID, in *ir.Instr){
		ir.OpLoad: (*selector).load, ir.OpStore: (*selector).store, ir.OpAlloca: (*selector).alloca,
		ir.OpMemCopy: (*selector).memCopy, ir.OpAtomicRMW: (*selector).atomic, ir.OpAtomicCmpXchg: (*selector).atomic,
		ir.OpAtomicLoad: (*selector).atomic, ir.OpAtomicStore: (*selector).atomic, ir.OpFence: (*selector).fence,
		ir.OpPrefetch: (*selector).nothing, ir.OpBarrier: (*selector).barrier, ir.OpPrintf: (*selector).printf,
		ir.OpCall: (*selector).call, ir.OpResult: (*selector).result, ir.OpArg: (*selector).argument,
		ir.OpGlobalID: (*selector).id, ir.OpLocalID: (*selector).id, ir.OpFold: (*selector).fold,
	}
}

func (s *accessor) nothing(ir.ValueID, *ir.Instr) {}
