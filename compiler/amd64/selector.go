package amd64

import (
	"cmp"
	"fmt"
	"slices"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ir"
)

// accessTable is what is decided of the accesses of a function.
type accessTable struct {
	forms
	needed     []bool  // by value: somebody asks for it, see markNeeded
	fused      []bool  // by value: comparisons made by the branch that uses them
	uses       []int32 // by value: how often it is read by what is needed
	ranges     ranges  // see spanOf
	clusterAt  map[ir.ValueID]*cluster
	acrossAt   map[ir.ValueID]*across       // accesses of bundles of columns
	sharedAt   map[ir.ValueID]*sharedWord   // small loads that share words
	sharedTops map[ir.BlockID][]*sharedWord // words that begin at the top of a block
	sharedEnds map[ir.BlockID][]*sharedWord // words that begin at its end
	sharedList []*sharedWord
	streams    map[ir.ValueID]bool                // stores that may go around the caches
	streamed   uint64                             // bytes that each work-item writes by them
	rowLoads   map[ir.BlockID]map[ir.ValueID]bool // see liesInRow
	byItem     map[ir.ValueID][]uint64            // values known for each work-item; nil: not known
	knownAt    map[ir.ValueID]*address            // by pointer: see knownSteps
	firstLists []*firstOffsets
	updates    map[ir.ValueID]privateUpdate // by store
	privateAll int32                        // bytes of private memory of a work-item

	privateBytes, privateAlign uint64 // the same, and how it is aligned
}

// regionTable is what is decided of the parts of a function that are not written block by block for all lanes.
type regionTable struct {
	accessTable
	guard        *guard // nil: none
	wholes       []*wholeLoop
	begins       [][]ir.ValueID            // by block: values whose registers are partly written later, and begin to live at its end
	swaps        map[ir.BlockID]*swapLoop  // loops that are written for one lane at a time, by header
	groupOf      map[ir.ValueID]*laneGroup // pieces of blocks that are
	roundCounts  map[ir.BlockID][]roundCount
	isRoundCount map[ir.ValueID]bool
	laneLoopAt   []*laneLoop  // by place: loops that begin there and are written lane by lane
	lefts        []*leftLoop  // loops whose last lanes go on one after the other
	laneLoops    []*laneLoop  // both kinds
	inner        *regionTable // decisions for them
	joiner       *regionTable // decisions for lefts whose lanes join
}

// selector chooses instructions for a kernel, block by block in the order of the layout.
type selector struct {
	vec.Writer
	*regionTable
	module  *ir.Module
	code    *Code
	place   int // of the block being written
	rareEnd int // the place at which the rare stretch that is written ends, 0: none is

	regs         [][]asm.Reg // by value: registers, the parts of sub-group 0 first
	defined      []int32     // by value: index behind its definition in the instructions
	inLanes      map[lanesKey][]asm.Reg
	reciprocals  map[reciprocalKey]*reciprocal
	late         []lateCode
	pending      [][]asm.Reg // by block: masks of the lanes that are to come, nil if it has none of its own
	active       [][]asm.Reg // by block: masks of the lanes that run it, of blocks with a mask of their own
	bodies       []int32     // by place: labels
	enters       []int32
	clusterDone  map[clusterKey]bool
	sharedRegs   map[*sharedWord]*sharedRegs
	acrossSeen   map[*across]int        // members that were come to
	firsts       map[ir.ValueID]asm.Reg // values of the bundle's first work-item, of the present block
	looks        map[lookKey]look       // what accesses of the present block have looked at
	finish       int32                  // label of the end
	isHoisted    bool                   // something was moved before the bundles
	top          int32                  // label of the beginning
	cancel       int32
	takenGathers int    // written so far, see maxTakenGathers
	printBytes   int32  // of the frame, for operands of printfs
	isLoose      bool   // the value being written may have more bits than its type
	laneSlots    int    // of the frame, for code for one lane at a time
	notes        *notes // for listings; else nil
	parts        partWriting
	leftStates   []leftState // of lefts
	aloneWriter  *selector   // writes laneLoops
	joinedWriter *selector   // writes lefts for lanes that join
	taken        *laneValues // of such a selector: what the loop under way takes from outside
	laneBytes    int32       // of the frame, for what passes between the two
	calls        []ir.FuncID // functions called; the label of a call is an index into it until they are linked
	err          error
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
func (s *selector) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf("kernel "+s.kernel.Name+": "+format, args...)
	}
}

// decide takes all decisions about a function.
func decide(of *subject) (*regionTable, error) {
	f, info, v := of.fn, of.info, of.version
	laneVary, subVary := variesBy(v.Shape)
	swaps := swapLoopsOf(f)
	swapIn := map[ir.BlockID]*swapLoop{}
	for _, l := range swaps {
		for _, b := range l.blocks {
			swapIn[b] = l
		}
	}
	parts := func(b ir.BlockID) bool {
		return swapIn[b] == nil && !of.isGuard(b) && of.wholeAt(b) == nil && info.Varies(f.Terminator(b).Args[0])&(laneVary|subVary) != 0
	}
	flow, err := newFlow(f, parts)
	if err != nil {
		return nil, err
	}
	s := &regionTable{guard: of.guard, wholes: of.wholes, swaps: swaps, accessTable: accessTable{
		forms: forms{Target: of.target, kernel: f, version: v, off: of.off, info: info, flow: flow, lane: laneVary, sub: subVary,
			rests: restHeaders(of.wholes), keepsAll: of.off&maskAnalysis != 0, swapIn: swapIn, inParts: usesParts(f, v)},
		byItem: map[ir.ValueID][]uint64{}, knownAt: map[ir.ValueID]*address{},
	}}
	s.privates = map[ir.ValueID]uint64{}
	if err := s.layPrivate(); err != nil {
		return nil, err
	}
	s.forms.decide()
	s.findAcross()
	s.findStreams()
	s.findLaneLoops()
	s.markNeeded()
	s.findUpdates()
	s.findBegins()
	s.findRoundCounts()
	s.findGroups()
	s.findShared(func(v ir.ValueID) bool { return s.laneLoopOf(v) != nil })
	return s, nil
}

// findGroups finds the accesses of blocks that are made together.
func (s *regionTable) findGroups() {
	s.clusterAt, s.groupOf = map[ir.ValueID]*cluster{}, map[ir.ValueID]*laneGroup{}
	for _, b := range s.flow.layout.Order {
		s.findClusters(b)
		s.findLaneGroups(b)
	}
}

func newSelector(of *subject) (*selector, error) {
	fillRules()
	d, err := decide(of)
	if err != nil {
		return nil, err
	}
	v := of.version
	s := &selector{regionTable: d, module: of.module, Writer: vec.NewWriter(of.target, &asm.Func{}),
		code: &Code{Width: of.target.ISA.Lanes(), Count: v.Count, Shape: v.Shape, SmallIDs: v.SmallIDs, Alone: v.Alone,
			PrivateBytes: d.privateBytes, PrivateAlign: d.privateAlign, Streams: d.streamed,
			Apart: slices.ContainsFunc(d.laneLoopAt, func(l *laneLoop) bool { return l != nil }), Left: len(d.lefts) > 0, Joins: d.joiner != nil,
			Repeats: d.repeats()},
	}
	s.AddsProducts = of.off&wordProducts == 0
	s.layPrints()
	if d.joiner != nil {
		s.joinedWriter = s.another(d.joiner)
	}
	if d.inner != nil {
		s.aloneWriter = s.another(d.inner)
	}
	s.startLists()
	s.finish, s.cancel, s.top = s.Fn.NewLabel(), s.Fn.NewLabel(), s.Fn.NewLabel()
	return s, nil
}

// another is a selector that writes pieces of the same code by other decisions.
func (s *selector) another(d *regionTable) *selector {
	n := &selector{regionTable: d, module: s.module, Writer: s.Writer, code: s.code}
	n.startLists()
	return n
}

// startLists makes the lists that writing fills.
func (s *selector) startLists() {
	n := len(s.kernel.Blocks)
	s.regs, s.defined = make([][]asm.Reg, len(s.kernel.Instrs)), make([]int32, len(s.kernel.Instrs))
	s.inLanes, s.reciprocals = map[lanesKey][]asm.Reg{}, map[reciprocalKey]*reciprocal{}
	s.clusterDone = map[clusterKey]bool{}
	s.pending, s.active = make([][]asm.Reg, n), make([][]asm.Reg, n)
	s.bodies, s.enters = make([]int32, n), make([]int32, n)
	for i := range n {
		s.bodies[i], s.enters[i] = s.Fn.NewLabel(), s.Fn.NewLabel()
	}
	s.leftStates = make([]leftState, len(s.lefts))
}

// layPrivate gives the allocas their places in private memory: first, work-item after work-item, those that lie by
// work-items, then those whose lanes lie side by side. The offsets are of one work-item; a sub-group's memory has as many
// times that as it has lanes.
func (s *accessTable) layPrivate() error {
	s.privates = map[ir.ValueID]uint64{}
	for _, v := range s.kernel.Blocks[0].Instrs {
		if s.kernel.Instr(v).Op == ir.OpAlloca {
			s.privates[v] = 0
		}
	}
	s.findInterleaved()
	s.privateAlign = 16
	flat := s.placeAllocas(0, false)
	all := s.placeAllocas(flat, true)
	if all > 1<<20 {
		return fmt.Errorf("kernel %s: private memory of %d bytes", s.kernel.Name, all)
	}
	s.private, s.privateAll = int32(flat), int32(all)
	s.privateBytes = all
	return nil
}

// placeAllocas places the allocas of one kind from an offset on, and gives the offset behind them.
func (s *accessTable) placeAllocas(from uint64, isInterleaved bool) uint64 {
	at, isAny := from, false
	for _, v := range s.kernel.Blocks[0].Instrs {
		in := s.kernel.Instr(v)
		if in.Op != ir.OpAlloca || s.offsets[v] != isInterleaved {
			continue
		}
		isAny = true
		align := max(uint64(in.Align), 1)
		s.privateAlign = max(s.privateAlign, align)
		at = (at + align - 1) / align * align
		s.privates[v] = at
		at += in.Imm
	}
	if isAny {
		at = max(at, from+1)
	}
	return (at + s.privateAlign - 1) / s.privateAlign * s.privateAlign
}

// run writes the code of all blocks.
func (s *selector) run() error {
	order := s.flow.layout.Order
	s.startMasks()
	s.startShared()
	s.Fn.Insts = append(asm.NewInsts(instructions(s.kernel)*s.version.Count), s.Fn.Insts...)
	for s.place = 0; s.place < len(order); s.place++ {
		s.markRare()
		if l := s.laneLoopAt[s.place]; l != nil {
			s.place = s.writeLaneLoop(l)
		} else if s.flow.isOpened[s.place] {
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
	order := s.flow.layout.Order
	b := order[s.place]
	if s.rareEnd > 0 || !s.kernel.Blocks[b].Rare && !s.isRest(b) {
		return
	}
	end := s.place + 1
	for end < len(order) && (s.flow.cfg.Dominates(b, order[end]) && !s.isRest(b) || s.isRest(order[end])) {
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
	if s.repeats() {
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
	if s.kernel.Kernel {
		all = append(all, asm.Inst{Op: asm.Entry})
	}
	if s.repeats() {
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
func (s *selector) writeLate(v ir.ValueID, write func()) { s.writeAt(s.defined[v], write) }

// writeAt runs write and keeps what it emits for a place in the instructions.
func (s *selector) writeAt(at int32, write func()) {
	kept := s.Fn.Insts
	s.Fn.Insts = nil
	write()
	s.late = append(s.late, lateCode{at, s.Fn.Insts})
	s.Fn.Insts = kept
}

func (s *selector) label(l int32) { s.Emit(asm.Inst{Op: asm.Label, Label: l}) }

func (s *selector) jump(l int32) { s.Emit(asm.Inst{Op: asm.Jmp, Label: l}) }

func (s *selector) jumpIf(c asm.Cond, l int32) { s.Emit(asm.Inst{Op: asm.Jcc, Cond: c, Label: l}) }

// block writes one block: the test for lanes if it may have none, its instructions, and where control goes on. It gives
// the place of the last block that was written with it.
func (s *selector) block(b ir.BlockID) int {
	if l := s.swaps[b]; l != nil {
		return s.writeSwapLoop(l)
	}
	s.enter(b)
	s.beginShared(s.sharedTops[b])
	block := &s.kernel.Blocks[b]
	for _, p := range block.Params {
		s.defined[p] = int32(len(s.Fn.Insts))
	}
	s.firsts, s.looks = map[ir.ValueID]asm.Reg{}, map[lookKey]look{}
	if s.inParts && s.parts.only == 0 {
		return s.blockInParts(b)
	}
	for _, v := range block.Instrs[:len(block.Instrs)-1] {
		s.written(v, s.kernel.Instr(v))
	}
	s.Pos = uint32(s.kernel.Terminator(b).Pos)
	s.leaveBlock(b)
	return s.place
}

// written writes one instruction of a block.
func (s *selector) written(v ir.ValueID, in *ir.Instr) {
	s.Pos = uint32(in.Pos)
	first := len(s.Fn.Insts)
	if s.needed[v] && !s.fused[v] && !s.isKnownMask(v) && !s.clusterInstr(v) && !s.groupInstr(v) {
		s.instr(v, in)
	}
	s.setRegion(first, in)
	s.defined[v] = int32(len(s.Fn.Insts))
}

// markNeeded finds the values that effects, control flow and other needed values ask for. What an access folds into its
// address is not asked for by it. Loops that lanes run one after the other ask for what comes in from outside.
func (s *regionTable) markNeeded() {
	s.needed, s.fused = make([]bool, len(s.kernel.Instrs)), make([]bool, len(s.kernel.Instrs))
	into := s.sources()
	isReread := s.leaveReloads(into)
	var roots []ir.ValueID
	for place := 0; place < len(s.flow.layout.Order); place++ {
		if l := s.laneLoopAt[place]; l != nil {
			place = l.loop.last
			continue
		}
		for _, v := range s.effectsOf(s.flow.layout.Order[place]) {
			if !isReread[v] {
				roots = append(roots, v)
			}
		}
	}
	for _, l := range s.laneLoops {
		roots = append(roots, s.wantedByOthers(l)...)
	}
	for i, isNeeded := range s.neededInside() {
		v := ir.ValueID(i)
		if l := s.laneLoopOf(v); isNeeded && (l == nil || s.isEntryOf(l, v)) {
			roots = append(roots, v)
		}
	}
	s.need(roots, into, s.isApart)
	for _, l := range s.swaps {
		s.needed[l.reload] = false
	}
	s.fuse()
}

// effectsOf are the instructions of a block that must stay whoever reads their results.
func (s *regionTable) effectsOf(b ir.BlockID) []ir.ValueID {
	var list []ir.ValueID
	for _, v := range s.kernel.Blocks[b].Instrs {
		if op := s.kernel.Instr(v).Op; !op.Pure() && op != ir.OpLoad && op != ir.OpAlloca {
			list = append(list, v)
		}
	}
	return list
}

// need marks values and what they are made of, given what comes into parameters, but for that of values which somebody
// else makes.
func (s *regionTable) need(work []ir.ValueID, into map[ir.ValueID][]ir.ValueID, isGiven func(ir.ValueID) bool) {
	for _, v := range work {
		s.needed[v] = true
	}
	need := func(v ir.ValueID) {
		if !s.needed[v] {
			s.needed[v] = true
			work = append(work, v)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if isGiven(v) {
			continue
		}
		in := s.kernel.Instr(v)
		if in.Op == ir.OpParam {
			for _, a := range into[v] {
				need(a)
			}
			continue
		}
		args := in.Args
		if accesses(in.Op) {
			if s.makesPlaceOf(in) {
				need(args[0])
			} else if !s.acrossNeeds(v, args[0], need) {
				a := s.addressOf(args[0], accessType(s.kernel, in))
				for _, v := range a.values() {
					need(v)
				}
				if a.pattern >= byIndex32 && s.knowsItems() {
					s.needPlaces(args[0], accessType(s.kernel, in), need)
				}
			}
			args = args[1:]
		}
		for _, a := range args {
			need(a)
		}
	}
}

// sources are, by parameter, the values that the edges give it.
func (s *regionTable) sources() map[ir.ValueID][]ir.ValueID {
	into := map[ir.ValueID][]ir.ValueID{}
	for _, b := range s.flow.layout.Order {
		for _, e := range s.kernel.Blocks[b].Succs {
			for i, a := range e.Args {
				p := s.kernel.Blocks[e.To].Params[i]
				into[p] = append(into[p], a)
			}
		}
	}
	return into
}

// fuse finds comparisons that only the branch behind them uses. A use by a value that is not needed counts: parts of
// addresses are such, since accesses take them apart and want what they are made of.
func (s *regionTable) fuse() {
	s.uses = make([]int32, len(s.kernel.Instrs))
	uses := s.uses
	for _, b := range s.flow.layout.Order {
		for _, v := range s.kernel.Blocks[b].Instrs {
			for _, a := range s.kernel.Instr(v).Args {
				uses[a]++
			}
		}
		for _, e := range s.kernel.Blocks[b].Succs {
			for _, a := range e.Args {
				uses[a]++
			}
		}
	}
	for _, b := range s.flow.layout.Order {
		if t := s.kernel.Terminator(b); t.Op == ir.OpBranch && !s.flow.parts[b] {
			c := t.Args[0]
			isWhole := wholeAt(s.wholes, b) != nil
			if in := s.kernel.Instr(c); in.Op == ir.OpICmp && in.Block == b && uses[c] == 1 && (s.byValue[c].kind == scalar || isWhole) {
				s.fused[c] = true
			}
		}
	}
}

// instr writes one instruction that is no terminator.
func (s *selector) instr(v ir.ValueID, in *ir.Instr) {
	if lower := effectRules[in.Op]; lower != nil {
		lower(s, v, in)
		return
	}
	if s.isRoundCount[v] {
		s.countRound(v, in)
		return
	}
	f := s.byValue[v]
	if s.takesRegisters(v, in) {
		return
	}
	switch f.kind {
	case scalar, affine:
		for u := range s.eachCopy(f) {
			s.scalarInstr(v, in, u)
		}
	case vector, mask:
		write := s.vectorInstr
		if s.dividesByUniform(in) {
			write = s.divideByUniform
		}
		for u := range s.eachCopy(f) {
			write(v, in, u)
		}
	}
}

// setRegion tells of what an access has written, from an instruction on, in which memory it is. Local memory is seen by nobody
// else where the bundle is all of a group.
func (s *selector) setRegion(first int, in *ir.Instr) {
	if !s.version.Alone || !s.kernel.Kernel || !accesses(in.Op) || in.Flags&ir.FlagVolatile != 0 {
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
	if f := s.byValue[v]; f.kind != vector || s.byValue[from] != f || s.kernel.Instr(from).Op == ir.OpParam || s.escapes[v] || s.escapes[from] {
		return false
	}
	if partsOf(in.Type) != partsOf(s.kernel.Type(from)) || s.regs[from] == nil {
		return false
	}
	if s.regs[v] != nil {
		return &s.regs[v][0] == &s.regs[from][0] // in a part before this one
	}
	s.regs[v] = s.regs[from]
	return true
}

// copies is the number of sub-groups that have registers of their own.
func (s *forms) copies(f form) int {
	if f.perSub {
		return s.version.Count
	}
	return 1
}

// vectorInstr writes one pure operation over the lanes of a sub-group.
func (s *selector) vectorInstr(v ir.ValueID, in *ir.Instr, u int) {
	s.writeLanes(v, u, func(dst []asm.Reg) { s.computeLanes(v, in, u, dst) })
}

// computeLanes is vectorInstr into registers that need not keep anything. Operands are asked for first: their vectors are
// made elsewhere in the code.
func (s *selector) computeLanes(v ir.ValueID, in *ir.Instr, u int, dst []asm.Reg) {
	o := vec.Operation{Op: in.Op, Kind: in.Kind, Type: in.Type, Factors: s.factorsOf(in), Bound: s.boundOf(in)}
	if len(in.Args) > 0 {
		o.From = s.kernel.Type(in.Args[0])
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

func (s *selector) nothing(ir.ValueID, *ir.Instr) {}
