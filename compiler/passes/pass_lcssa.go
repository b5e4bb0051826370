package passes

import (
	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
	"heddle/compiler/uniform"
)

// Loop-closed SSA, for values that are live out of a loop that work-items leave in different iterations. Such a value
// differs between work-items after the loop, where each keeps that of its last iteration. So it would count as
// divergent, and with it all values that it is computed from in the loop, although they are uniform for the work-items
// still in it: the counter of a search, for example, and all addresses computed from it.
//
// So the value is copied after its definition, and uses outside the loop are of the copy: the copy is divergent, the
// value itself is not. Parameters at the exits, which loop-closed SSA has elsewhere, would not do, because lanes that
// leave wait before them until all have left.
//
// Whether a copy pays can be seen only when all are there, because values depend on each other around a loop. So first
// all are made, and then those whose value is divergent nevertheless are removed. Values must not be numbered
// afterwards, for a copy is equal to its value.

func copyLeaving(f *ir.Func, s *scratch) {
	if !s.Control(f).HasLoop() {
		return
	}
	l := &leaving{fn: f, scratch: s, cfg: s.Control(f)}
	l.loops, l.innermost = l.cfg.Loops()
	if !l.anyLiveOut() {
		return
	}
	info := uniform.Analyze(f)
	l.addCopies(info)
	if len(l.copied) == 0 {
		return
	}
	l.takeBack(uniform.Analyze(f))
}

type leaving struct {
	fn        *ir.Func
	scratch   *scratch
	cfg       *ir.CFG
	loops     []ir.Loop
	innermost []int
	copied    []ir.ValueID // values that have a copy
	copies    []ir.ValueID // the copies
	copyOf    []ir.ValueID // by value
}

// isOutside reports whether a use in block b is outside the innermost loop of v.
func (l *leaving) isOutside(v ir.ValueID, b ir.BlockID) bool {
	made := l.innermost[l.fn.Instr(v).Block]
	return made >= 0 && !ir.InLoop(l.loops, l.innermost, b, made)
}

// eachUse calls visit for each list of operands and the block that uses them; for arguments of edges that is their
// target.
func (l *leaving) eachUse(visit func(args []ir.ValueID, b ir.BlockID)) {
	for _, b := range l.cfg.Order {
		block := &l.fn.Blocks[b]
		for _, v := range block.Instrs {
			visit(l.fn.Instr(v).Args, b)
		}
		for i := range block.Succs {
			visit(block.Succs[i].Args, block.Succs[i].To)
		}
	}
}

// anyLiveOut reports whether any value that may be copied is live out of its loop.
func (l *leaving) anyLiveOut() (any bool) {
	l.eachUse(func(args []ir.ValueID, b ir.BlockID) {
		for _, v := range args {
			any = any || isCopied(l.fn.Type(v)) && l.isOutside(v, b)
		}
	})
	return any
}

// addCopies copies the values that are divergent only because they are live out of a loop.
func (l *leaving) addCopies(info *uniform.Info) {
	l.copyOf = make([]ir.ValueID, len(l.fn.Instrs))
	for _, b := range l.cfg.Order {
		block := &l.fn.Blocks[b]
		list := make([]ir.ValueID, 0, len(block.Instrs)+4)
		for _, v := range block.Params {
			list = l.copy(list, v, info)
		}
		for _, v := range block.Instrs {
			list = append(list, v)
			list = l.copy(list, v, info)
		}
		block.Instrs = list
	}
	if len(l.copied) == 0 {
		return
	}
	l.eachUse(func(args []ir.ValueID, b ir.BlockID) {
		for i, v := range args {
			if int(v) < len(l.copyOf) && l.copyOf[v] != 0 && l.isOutside(v, b) {
				args[i] = l.copyOf[v]
			}
		}
	})
}

// isCopied reports whether values of a type are copied.
func isCopied(t ir.Type) bool { return t.IsInt() || t == ir.Ptr || t == ir.I1 }

// copy adds a copy of v to the list if v is live out of a loop that work-items leave in different iterations.
func (l *leaving) copy(list []ir.ValueID, v ir.ValueID, info *uniform.Info) []ir.ValueID {
	in := *l.fn.Instr(v)
	if !info.Leaves(v) || !isCopied(in.Type) {
		return list
	}
	made := l.fn.NewValue(ir.Instr{Op: ir.OpExpect, Type: in.Type, Block: in.Block, Pos: in.Pos,
		Args: l.scratch.Values.List(v)})
	l.copied, l.copies = append(l.copied, v), append(l.copies, made)
	l.copyOf[v] = made
	return append(list, made)
}

// takeBack replaces the copies that have not helped by their values.
func (l *leaving) takeBack(info *uniform.Info) {
	replaced := l.scratch.Substitution(l.fn)
	isBack := make([]bool, len(l.fn.Instrs))
	any := false
	for i, v := range l.copied {
		if !info.Uniform(v) {
			replaced[l.copies[i]], isBack[l.copies[i]], any = v, true, true
		}
	}
	if !any {
		return
	}
	replaced.Apply(l.fn)
	for b := range l.fn.Blocks {
		l.fn.Blocks[b].Instrs = rewrite.Keep(l.fn.Blocks[b].Instrs, func(v ir.ValueID) bool { return isBack[v] })
	}
}
