package uniform

import "heddle/compiler/ir"

// bounds makes the steps of a guard from the values of a function: for each value that is asked for, a step that yields
// the interval of its unsigned value. A value that is not understood may be anything.
type bounds struct {
	fn      *ir.Func
	control *control
	cfg     *ir.CFG
	guard   Guard
	step    []int32 // by value: 1 + its step; 0: none yet; -1: under construction
}

func newBounds(f *ir.Func, cfg *ir.CFG, c *control) *bounds {
	return &bounds{fn: f, cfg: cfg, control: c, step: make([]int32, len(f.Instrs))}
}

// full reports whether the guard has no room for more steps.
func (b *bounds) full() bool { return len(b.guard.steps) >= maxGuardSteps-4 }

func (b *bounds) add(s guardStep) int32 {
	if b.full() {
		return 0 // step 0 may be anything, see of
	}
	b.guard.steps = append(b.guard.steps, s)
	return int32(len(b.guard.steps) - 1)
}

// of is the step of a value.
func (b *bounds) of(v ir.ValueID) int32 {
	if len(b.guard.steps) == 0 {
		b.guard.steps = append(b.guard.steps, guardStep{op: guardAny, bits: 64})
	}
	if b.step[v] > 0 {
		return b.step[v] - 1
	}
	in := b.fn.Instr(v)
	if b.step[v] < 0 || b.full() {
		return 0
	}
	b.step[v] = -1
	made := b.make(v, in)
	b.step[v] = made + 1
	return made
}

func (b *bounds) any(t ir.Type) int32 {
	if t.Bits() == 64 {
		return 0
	}
	return b.add(guardStep{op: guardAny, bits: uint8(t.Bits())})
}

// guardLeaves are the queries of the work-item's place.
var guardLeaves = map[ir.Op]guardOp{ir.OpGlobalID: guardGlobalID, ir.OpLocalID: guardLocalID,
	ir.OpGroupID: guardGroupID, ir.OpGlobalSize: guardGlobalSize, ir.OpLocalSize: guardLocalSize,
	ir.OpEnqueuedLocalSize: guardLocalSize, ir.OpGlobalOffset: guardGlobalOffset, ir.OpNumGroups: guardNumGroups}

// guardArith are the operations whose steps take the steps of their two operands.
var guardArith = map[ir.Op]guardOp{ir.OpAdd: guardAdd, ir.OpSub: guardSub, ir.OpMul: guardMul, ir.OpAnd: guardBelow,
	ir.OpUMin: guardBelow, ir.OpUMax: guardMax, ir.OpUDiv: guardDiv, ir.OpURem: guardRem}

func (b *bounds) make(v ir.ValueID, in *ir.Instr) int32 {
	if !in.Type.IsInt() {
		return 0
	}
	width := uint8(in.Type.Bits())
	if leaf, ok := guardLeaves[in.Op]; ok {
		return b.add(guardStep{op: leaf, bits: 64, dim: in.Kind})
	}
	if op, ok := guardArith[in.Op]; ok {
		x, y := b.of(in.Args[0]), b.of(in.Args[1])
		return b.add(guardStep{op: op, bits: width, x: x, y: y})
	}
	switch in.Op {
	case ir.OpSubGroupLane:
		return b.below(in.Type, ir.SubGroupMax-1)
	case ir.OpSubGroupID:
		return b.below(in.Type, ir.FoldItems-1)
	case ir.OpConst:
		return b.add(guardStep{op: guardConst, bits: width, imm: in.Imm})
	case ir.OpLoad:
		return b.load(in)
	case ir.OpShl, ir.OpLShr, ir.OpAShr:
		return b.shift(in, width)
	case ir.OpZExt: // unsigned values do not change
		if b.fn.Type(in.Args[0]) == ir.I1 {
			return b.add(guardStep{op: guardAny, bits: 1})
		}
		return b.of(in.Args[0])
	case ir.OpSExt: // nor do signed ones that are not negative
		return b.signed(b.of(in.Args[0]), b.fn.Type(in.Args[0]), width)
	case ir.OpTrunc:
		return b.add(guardStep{op: guardCut, bits: width, x: b.of(in.Args[0])})
	case ir.OpSelect:
		return b.add(guardStep{op: guardUnion, bits: width, x: b.of(in.Args[1]), y: b.of(in.Args[2])})
	case ir.OpExpect:
		return b.of(in.Args[0])
	case ir.OpParam:
		return b.param(v, in)
	}
	return b.any(in.Type)
}

// below is any number up to a largest one.
func (b *bounds) below(t ir.Type, largest uint64) int32 {
	most := b.add(guardStep{op: guardConst, bits: uint8(t.Bits()), imm: largest})
	return b.add(guardStep{op: guardBelow, bits: uint8(t.Bits()), x: b.any(t), y: most})
}

// signed is a step whose value must not be negative as a number of the type.
func (b *bounds) signed(x int32, t ir.Type, width uint8) int32 {
	if t == ir.I1 {
		return b.add(guardStep{op: guardAny, bits: width})
	}
	return b.add(guardStep{op: guardSigned, bits: width, x: x, imm: uint64(t.Bits())})
}

func (b *bounds) shift(in *ir.Instr, width uint8) int32 {
	by := b.fn.Instr(in.Args[1])
	if by.Op != ir.OpConst {
		return b.any(in.Type)
	}
	x := b.of(in.Args[0])
	op := guardShr
	switch in.Op {
	case ir.OpShl:
		op = guardShl
	case ir.OpAShr:
		x = b.signed(x, in.Type, width)
	}
	return b.add(guardStep{op: op, bits: width, x: x, imm: by.Imm & uint64(width-1)})
}

// load is the step of an argument of the kernel.
func (b *bounds) load(in *ir.Instr) int32 {
	offset, ok := b.fn.ArgumentOffset(in)
	if !ok || offset < 0 || offset > 1<<16 {
		return b.any(in.Type)
	}
	return b.add(guardStep{op: guardArg, bits: uint8(in.Type.Bits()), imm: uint64(offset)})
}

// param is the step of a loop counter: a block parameter with an initial value and a value of the only back edge.
func (b *bounds) param(p ir.ValueID, in *ir.Instr) int32 {
	first, next, latch, ok := b.counter(p, in.Block)
	if !ok {
		return b.any(in.Type)
	}
	width := uint8(in.Type.Bits())
	if step := b.fn.Instr(next); (step.Op == ir.OpLShr || step.Op == ir.OpUDiv) && step.Args[0] == p {
		return b.add(guardStep{op: guardDown, bits: width, x: b.of(first)})
	}
	if step := b.added(p, next); step != 0 {
		limit, isSigned := b.limit(p, next, in.Block, latch)
		if limit == 0 {
			return b.any(in.Type)
		}
		from, to, by := b.of(first), b.of(limit), b.of(step)
		up := b.add(guardStep{op: guardUp, bits: width, x: from, y: to, imm: uint64(by)})
		if isSigned { // below the sign bit both orders agree
			up = b.signed(up, in.Type, width)
		}
		return up
	}
	return b.any(in.Type)
}

// added is what is added to a value to get another, also where the sum is truncated; 0 if the other is no such sum.
func (b *bounds) added(p, sum ir.ValueID) ir.ValueID {
	in, isCut := b.fn.Instr(sum), false
	if in.Op == ir.OpTrunc {
		in, isCut = b.fn.Instr(in.Args[0]), true
	}
	if in.Op != ir.OpAdd {
		return 0
	}
	for i, arg := range in.Args {
		if isCut { // what is truncated is a sum of the extended value
			if a := b.fn.Instr(arg); a.Op == ir.OpSExt || a.Op == ir.OpZExt {
				arg = a.Args[0]
			} else {
				continue
			}
		}
		if arg == p {
			return in.Args[1-i]
		}
	}
	return 0
}

// counter finds the initial and the next value of a parameter of a loop's header.
func (b *bounds) counter(p ir.ValueID, header ir.BlockID) (first, next ir.ValueID, latch ir.BlockID, ok bool) {
	l := b.control.innermost[header]
	if l < 0 || b.control.loops[l].Header != header || len(b.cfg.Preds[header]) != 2 {
		return 0, 0, 0, false
	}
	for pred, arg := range b.cfg.Incoming(b.fn, p) {
		if b.control.inside(pred, l) {
			next, latch = arg, pred
		} else {
			first = arg
		}
	}
	return first, next, latch, first != 0 && next != 0
}

// limit finds a value above the counter, or above its next value, in every iteration that another one follows: an exit
// that every iteration passes compares with it. 0: there is none.
func (b *bounds) limit(p, next ir.ValueID, header, latch ir.BlockID) (limit ir.ValueID, isSigned bool) {
	l := b.control.innermost[header]
	for _, test := range b.control.loops[l].Blocks {
		end := b.fn.Terminator(test)
		if end.Op != ir.OpBranch || !b.cfg.Dominates(test, latch) {
			continue
		}
		succs := b.fn.Blocks[test].Succs
		stays := [2]bool{b.control.inside(succs[0].To, l), b.control.inside(succs[1].To, l)}
		if stays[0] == stays[1] { // no exit
			continue
		}
		if limit, isSigned := b.above(b.fn.Instr(end.Args[0]), p, next, stays[0]); limit != 0 {
			return limit, isSigned
		}
	}
	return 0, false
}

// above is the other operand of a comparison that implies, with the given outcome, that the counter is below it.
func (b *bounds) above(cond *ir.Instr, p, next ir.ValueID, outcome bool) (limit ir.ValueID, isSigned bool) {
	if cond.Op != ir.OpICmp {
		return 0, false
	}
	x, y, pred := cond.Args[0], cond.Args[1], ir.ICmpPred(cond.Kind)
	if !outcome {
		pred = pred.Negated()
	}
	if y == p || y == next {
		x, y, pred = y, x, pred.Swapped()
	}
	if x != p && x != next || pred != ir.ULT && pred != ir.SLT {
		return 0, false
	}
	return y, pred == ir.SLT
}
