package rewrite

import "heddle/compiler/ir"

// Dead code removal marks from the roots: instructions with an effect, and terminators. An operand of a marked
// instruction is marked; a marked block parameter marks its arguments. All else is removed, parameters included, so
// that values that only feed each other around a loop go too. A load is no effect, unless it is volatile. Control flow
// stays as it is: a loop that computes nothing may be endless.

// RemoveDead is the pass "dce"; others call it to drop the values that they have replaced.
func RemoveDead(f *ir.Func, s *Scratch) {
	d := &s.dead
	d.fn, d.edges = f, nil
	d.live, d.work = Cleared(d.live, len(f.Instrs)), d.work[:0]
	if HasParams(f) {
		d.place = Resized(d.place, len(f.Instrs))
		d.edges = s.EdgesInto(f)
	}
	for b := range f.Blocks {
		for i, p := range f.Blocks[b].Params {
			d.place[p] = int32(i)
		}
	}
	d.markRoots()
	d.markUses()
	dead := func(v ir.ValueID) bool { return !d.live[v] }
	RemoveParams(f, dead)
	for b := range f.Blocks {
		f.Blocks[b].Instrs = Keep(f.Blocks[b].Instrs, dead)
	}
	d.fn = nil
}

type deadCode struct {
	fn    *ir.Func
	live  []bool     // by value
	place []int32    // by parameter: its index
	edges *EdgeTable // nil: no block has parameters
	work  []ir.ValueID
}

func (d *deadCode) mark(v ir.ValueID) {
	if !d.live[v] {
		d.live[v] = true
		d.work = append(d.work, v)
	}
}

func (d *deadCode) markRoots() {
	for b := range d.fn.Blocks {
		for _, v := range d.fn.Blocks[b].Instrs {
			in := d.fn.Instr(v)
			const removable = ir.EffectReads | ir.EffectPinned | ir.EffectConvergent
			if in.Op.Info().Effect&^removable != 0 || in.Flags&ir.FlagVolatile != 0 {
				d.mark(v)
			}
		}
	}
}

func (d *deadCode) markUses() {
	for len(d.work) > 0 {
		v := d.work[len(d.work)-1]
		d.work = d.work[:len(d.work)-1]
		in := d.fn.Instr(v)
		for _, arg := range in.Args {
			d.mark(arg)
		}
		if in.Op != ir.OpParam {
			continue
		}
		for _, edge := range d.edges.Into(in.Block) {
			d.mark(edge.Args[d.place[v]])
		}
	}
}
