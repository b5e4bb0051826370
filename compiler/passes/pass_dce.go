package passes

import "heddle/compiler/ir"

// Dead code removal marks from the roots: what has an effect and what ends blocks. An operand of something marked is
// marked; a marked block parameter marks what edges give to it. All else goes, parameters included, so that values
// that only feed each other around a loop go too. Memory that is only read is no effect, unless the read is volatile.
// Control flow stays as it is: a loop that computes nothing may be endless.

func removeDead(f *ir.Func) {
	d := &deadCode{fn: f, live: make([]bool, len(f.Instrs)), place: make([]int32, len(f.Instrs))}
	d.preds = make([][]*ir.Edge, len(f.Blocks))
	for b := range f.Blocks {
		for i, p := range f.Blocks[b].Params {
			d.place[p] = int32(i)
		}
		for i := range f.Blocks[b].Succs {
			edge := &f.Blocks[b].Succs[i]
			d.preds[edge.To] = append(d.preds[edge.To], edge)
		}
	}
	d.markRoots()
	d.markUses()
	removeParams(f, func(v ir.ValueID) bool { return !d.live[v] })
	for b := range f.Blocks {
		f.Blocks[b].Instrs = keep(f.Blocks[b].Instrs, func(v ir.ValueID) bool { return !d.live[v] })
	}
}

type deadCode struct {
	fn    *ir.Func
	live  []bool // by value
	place []int32
	preds [][]*ir.Edge // by block: the edges into it
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
			if in.Op.Info().Effect&^(ir.EffectReads|ir.EffectPinned) != 0 || in.Flags&ir.FlagVolatile != 0 {
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
		for _, edge := range d.preds[in.Block] {
			d.mark(edge.Args[d.place[v]])
		}
	}
}
