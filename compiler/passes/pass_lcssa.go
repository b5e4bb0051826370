package passes

import (
	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
	"heddle/compiler/uniform"
)

// Values used behind a loop that work-items leave in different rounds. Such a value differs between work-items once they
// have left, each keeps that of its last round, so it must be kept for each of them; and with it, what it is computed
// from in the loop, although it is the same for all that are still in it: the counter of a search, say, and all
// addresses made of it.
//
// So the value is copied where it is made, and what stands behind the loop uses the copy: the copy is kept for each
// work-item, the value itself is not. This is what loop-closed SSA form is for elsewhere; parameters at the exits would
// not do, because lanes that leave wait in front of them until all have left.
//
// Whether a copy pays is seen only when all are there, because values depend on each other around a loop: so first all
// are made, and then those are taken back whose value is not the same for all even so. Nothing may number values
// afterwards, for a copy computes nothing.

func copyLeaving(f *ir.Func, s *scratch) {
	if !s.Control(f).HasLoop() {
		return
	}
	l := &leaving{fn: f, scratch: s, cfg: s.Control(f)}
	l.loops, l.innermost = l.cfg.Loops()
	if !l.anyUsedBehind() {
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

// isBehind says whether a use in block b is outside of the innermost loop in which v is made.
func (l *leaving) isBehind(v ir.ValueID, b ir.BlockID) bool {
	made := l.innermost[l.fn.Instr(v).Block]
	return made >= 0 && !ir.InLoop(l.loops, l.innermost, b, made)
}

// eachUse calls visit for each list of operands and the block that it counts for.
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

// anyUsedBehind says whether any value that may be copied is used behind its loop.
func (l *leaving) anyUsedBehind() (any bool) {
	l.eachUse(func(args []ir.ValueID, b ir.BlockID) {
		for _, v := range args {
			any = any || isCopied(l.fn.Type(v)) && l.isBehind(v, b)
		}
	})
	return any
}

// addCopies copies all that differs only because it is used behind a loop.
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
			if int(v) < len(l.copyOf) && l.copyOf[v] != 0 && l.isBehind(v, b) {
				args[i] = l.copyOf[v]
			}
		}
	})
}

// isCopied says whether values of a type are copied.
func isCopied(t ir.Type) bool { return t.IsInt() || t == ir.Ptr || t == ir.I1 }

// copy adds a copy of v to the list if v is used behind a loop that is left at different times.
func (l *leaving) copy(list []ir.ValueID, v ir.ValueID, info *uniform.Info) []ir.ValueID {
	in := *l.fn.Instr(v)
	if !info.Leaves(v) || !isCopied(in.Type) {
		return list
	}
	made := l.fn.NewValue(ir.Instr{Op: ir.OpExpect, Type: in.Type, Block: in.Block, Pos: in.Pos, Args: l.scratch.Values.List(v)})
	l.copied, l.copies = append(l.copied, v), append(l.copies, made)
	l.copyOf[v] = made
	return append(list, made)
}

// takeBack replaces the copies that have not helped by what they copy.
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
