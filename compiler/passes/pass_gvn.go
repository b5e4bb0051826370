package passes

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
	"heddle/compiler/passes/rewrite"
)

// Global value numbering over the dominator tree, with folding and algebraic simplification on the way (the rules are
// in simplify_*.go).
//
// First everything pure without operands (constants, queries of the work-item's place) goes to the top of the entry,
// each only once. Then block parameters that get the same value from everywhere are replaced by it. Then a walk down
// the dominator tree, in which definitions come before uses, treats each instruction: operands are replaced by what
// is known to be equal, the instruction is folded or simplified, and if an equal one that dominates it is in the
// table, that one takes its place. An entry of the table whose value does not dominate is from a subtree that the
// walk has left, so it can be overwritten.
//
// Loads from the argument block and from constant memory, which are never written, count as pure.

func numberValues(f *ir.Func, s *scratch) {
	g := &s.numbering
	*g = numbering{fn: f, scratch: s, table: &s.table, replaced: s.Substitution(f), top: g.top[:0], stack: g.stack[:0]}
	g.table.reset(len(f.Instrs))
	g.hoistLeaves()
	hasParams := rewrite.HasParams(f)
	if hasParams {
		g.edges = s.EdgesInto(f)
		g.pruneParams()
	}
	g.cfg = s.Control(f)
	g.walk()
	if hasParams {
		g.pruneParams()
	}
	g.finish()
	s.KeepRoom(g.replaced)
}

type numbering struct {
	fn       *ir.Func
	scratch  *scratch
	cfg      *ir.CFG
	edges    *rewrite.EdgeTable
	table    *valueTable
	replaced rewrite.Substitution
	top      []ir.ValueID // goes to the top of the entry
	stack    []ir.BlockID
	rewrite  ir.Instr // the instruction being simplified
}

// readsFixedMemory reports whether an instruction loads from memory that is not written while the kernel runs.
func readsFixedMemory(in *ir.Instr) bool {
	return in.Op == ir.OpLoad && (in.Space == ir.SpaceArgs || in.Space == ir.SpaceConstant) &&
		in.Flags&ir.FlagVolatile == 0
}

func isLeaf(in *ir.Instr) bool { return in.Op.Pure() && len(in.Args) == 0 }

func (g *numbering) replace(v, by ir.ValueID) {
	for int(v) >= len(g.replaced) {
		g.replaced = append(g.replaced, 0)
	}
	g.replaced[v] = by
}

func (g *numbering) hoistLeaves() {
	for b := range g.fn.Blocks {
		block := &g.fn.Blocks[b]
		block.Instrs = rewrite.Keep(block.Instrs, func(v ir.ValueID) bool {
			in := g.fn.Instr(v)
			if !isLeaf(in) {
				return false
			}
			slot := g.table.slot(g.fn, in)
			if same, ok := g.table.get(slot); ok {
				g.replace(v, same)
				return true
			}
			g.table.set(slot, v)
			in.Block = 0
			g.top = append(g.top, v)
			return true
		})
	}
}

// constant is the constant of a type with the given bits.
func (g *numbering) constant(t ir.Type, bits uint64) ir.ValueID {
	in := ir.Instr{Op: ir.OpConst, Type: t, Imm: bits & t.Mask()}
	slot := g.table.slot(g.fn, &in)
	if v, ok := g.table.get(slot); ok {
		return v
	}
	v := g.fn.NewValue(in)
	g.table.set(slot, v)
	g.top = append(g.top, v)
	return v
}

// pruneParams replaces parameters that get one value from all edges, or themselves around a loop.
func (g *numbering) pruneParams() {
	changed := true
	for n := 0; changed && n < maxPruneRuns; n++ {
		changed = false
		for b := range g.fn.Blocks {
			for i, p := range g.fn.Blocks[b].Params {
				if g.replaced.Find(p) != p {
					continue
				}
				if same := g.onlyValue(p, i, g.edges.Into(ir.BlockID(b))); same != 0 {
					g.replace(p, same)
					changed = true
				}
			}
		}
	}
}

// onlyValue is the value that all edges give to parameter p at place i; 0 if there are several.
func (g *numbering) onlyValue(p ir.ValueID, i int, edges []*ir.Edge) ir.ValueID {
	same := ir.ValueID(0)
	for _, edge := range edges {
		v := g.replaced.Find(edge.Args[i])
		if v == p || v == same {
			continue
		}
		if same != 0 {
			return 0
		}
		same = v
	}
	return same
}

func (g *numbering) walk() {
	g.stack = append(g.stack, 0)
	for len(g.stack) > 0 {
		b := g.stack[len(g.stack)-1]
		g.stack = append(g.stack[:len(g.stack)-1], g.cfg.Children(b)...)
		for _, v := range g.fn.Blocks[b].Instrs {
			g.visit(v)
		}
	}
}

func (g *numbering) visit(v ir.ValueID) {
	in := g.fn.Instr(v)
	g.replaced.Replace(in.Args)
	if !in.Op.Pure() && !readsFixedMemory(in) {
		return
	}
	work := &g.rewrite // rules may add instructions, which moves the others
	for range maxRewrites {
		*work = *g.fn.Instr(v)
		if same := g.fold(work); same != 0 {
			g.replace(v, same)
			return
		}
		same, again := g.simplify(work)
		if same != 0 {
			g.replace(v, same)
			return
		}
		*g.fn.Instr(v) = *work
		if !again {
			break
		}
	}
	g.lookUp(v)
}

// fold computes an instruction whose operands are all constants; 0 if they are not.
func (g *numbering) fold(in *ir.Instr) ir.ValueID {
	if !in.Op.Pure() {
		return 0
	}
	bits, ok := evaluate(g.fn, in)
	if !ok {
		return 0
	}
	return g.constant(in.Type, bits)
}

// evaluate computes a pure instruction whose operands are all constants.
func evaluate(f *ir.Func, in *ir.Instr) (bits uint64, ok bool) {
	var args [3]uint64
	if len(in.Args) == 0 || len(in.Args) > len(args) {
		return 0, false
	}
	for i, arg := range in.Args {
		operand := f.Instr(arg)
		if operand.Op != ir.OpConst {
			return 0, false
		}
		args[i] = operand.Imm
	}
	return numeric.Eval(numeric.Operation{Op: in.Op, Kind: in.Kind, Type: in.Type, From: f.Type(in.Args[0])},
		args[:len(in.Args)])
}

// lookUp replaces v by an equal value that dominates it, or enters it.
func (g *numbering) lookUp(v ir.ValueID) {
	in := g.fn.Instr(v)
	slot := g.table.slot(g.fn, in)
	if same, ok := g.table.get(slot); ok && g.cfg.Dominates(g.fn.Instr(same).Block, in.Block) {
		g.keepAlign(same, in.Align)
		g.replace(v, same)
		return
	}
	g.table.set(slot, v)
}

// keepAlign keeps what is known of a load's alignment when two become one.
func (g *numbering) keepAlign(v ir.ValueID, align uint8) {
	if in := g.fn.Instr(v); in.Op == ir.OpLoad {
		in.Align = max(in.Align, align)
	}
}

func (g *numbering) finish() {
	gone := func(v ir.ValueID) bool { return g.replaced.Find(v) != v }
	rewrite.RemoveParams(g.fn, gone)
	for b := range g.fn.Blocks {
		g.fn.Blocks[b].Instrs = rewrite.Keep(g.fn.Blocks[b].Instrs, gone)
	}
	entry := &g.fn.Blocks[0]
	entry.Instrs = slices.Concat(g.top, entry.Instrs) // top is used again
	g.replaced.Apply(g.fn)
}
