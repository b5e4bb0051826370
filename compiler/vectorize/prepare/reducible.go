package prepare

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/lane"
)

// Loops with several entries, which only goto makes, become loops with one: a block in front that is given a number and
// goes on to that entry. All edges to the entries lead there, from inside the loop too. The values that the entries take
// are taken through it; those of the other entries are undefined. Dominance stays as it was: every entry could be reached
// without passing through the others before, so nothing in the loop could count on having been there. (Erosa & Hendren's
// and Carter, Ferrante & Thomborson's papers on irreducible graphs compare this with copying blocks.)

// makeReducible changes a function that splitEdges has copied, and says whether there was anything to change.
func makeReducible(f *ir.Func) (isChanged bool) {
	for ; ; isChanged = true {
		headers := severalEntries(f)
		if headers == nil {
			return isChanged
		}
		if headers[0] == 0 {
			enterApart(f)
			continue
		}
		d := dispatcher{fn: f, headers: headers}
		d.insert()
	}
}

// severalEntries are the entries of an outermost loop that has several, in rising order; nil if there is none.
func severalEntries(f *ir.Func) []ir.BlockID {
	for _, l := range lane.NewLayout(f).Loops {
		if len(l.Headers) > 1 {
			headers := slices.Clone(l.Headers)
			slices.Sort(headers)
			return headers
		}
	}
	return nil
}

// enterApart gives the function an entry that nothing jumps back to.
func enterApart(f *ir.Func) {
	moved := ir.BlockID(len(f.Blocks))
	f.Blocks = append(f.Blocks, f.Blocks[0])
	for _, v := range f.Blocks[moved].Instrs {
		f.Instrs[v].Block = moved
	}
	for b := range f.Blocks {
		succs := slices.Clone(f.Blocks[b].Succs)
		for i := range succs {
			if succs[i].To == 0 {
				succs[i].To = moved
			}
		}
		f.Blocks[b].Succs = succs
	}
	f.Instrs = append(f.Instrs, ir.Instr{Op: ir.OpJump})
	f.Blocks[0] = ir.Block{Instrs: []ir.ValueID{ir.ValueID(len(f.Instrs) - 1)}, Succs: []ir.Edge{{To: moved}}}
}

// dispatcher puts one block in front of several.
type dispatcher struct {
	fn       *ir.Func
	headers  []ir.BlockID
	block    ir.BlockID
	selector ir.Type
	before   []ir.ValueID // constants, at the start of the entry
}

func (d *dispatcher) insert() {
	f, old := d.fn, len(d.fn.Blocks)
	pos := f.Terminator(d.headers[0]).Pos
	d.block = ir.BlockID(old)
	f.Blocks = append(f.Blocks, ir.Block{})
	d.selector = ir.I32
	if len(d.headers) == 2 {
		d.selector = ir.I1
	}
	f.AddParam(d.block, d.selector)
	for _, h := range d.headers {
		for _, p := range f.Blocks[h].Params {
			f.AddParam(d.block, f.Type(p))
		}
	}
	for b := range old {
		d.redirect(ir.BlockID(b))
	}
	d.goOn(pos)
	entry := &f.Blocks[0]
	entry.Instrs = append(d.before, entry.Instrs...)
}

// constant makes a value in the entry.
func (d *dispatcher) constant(in ir.Instr) ir.ValueID {
	d.fn.Instrs = append(d.fn.Instrs, in)
	v := ir.ValueID(len(d.fn.Instrs) - 1)
	d.before = append(d.before, v)
	return v
}

// redirect lets the edges of a block to one of the headers go to the dispatcher.
func (d *dispatcher) redirect(b ir.BlockID) {
	f := d.fn
	succs := slices.Clone(f.Blocks[b].Succs)
	for i, e := range succs {
		k := slices.Index(d.headers, e.To)
		if k < 0 {
			continue
		}
		edge := ir.Edge{To: d.block, Args: d.arguments(k, e.Args)}
		if len(succs) > 1 {
			edge = ir.Edge{To: addJump(f, b, edge)}
		}
		succs[i] = edge
	}
	f.Blocks[b].Succs = succs
}

// arguments are what the dispatcher takes to go on to header k.
func (d *dispatcher) arguments(k int, args []ir.ValueID) []ir.ValueID {
	list := []ir.ValueID{d.constant(ir.Instr{Op: ir.OpConst, Type: d.selector, Imm: uint64(k)})}
	for i, h := range d.headers {
		if i == k {
			list = append(list, args...)
			continue
		}
		for _, p := range d.fn.Blocks[h].Params {
			list = append(list, d.constant(ir.Instr{Op: ir.OpUndef, Type: d.fn.Type(p)}))
		}
	}
	return list
}

// goOn ends the dispatcher.
func (d *dispatcher) goOn(pos ir.Pos) {
	f := d.fn
	params := f.Blocks[d.block].Params
	end := ir.Instr{Op: ir.OpSwitch, Block: d.block, Pos: pos, Args: params[:1:1]}
	if d.selector == ir.I1 {
		end.Op = ir.OpBranch
	}
	f.Instrs = append(f.Instrs, end)
	last := ir.ValueID(len(f.Instrs) - 1)
	f.Blocks[d.block].Instrs = []ir.ValueID{last}
	var edges []ir.Edge
	var cases []uint64
	rest := params[1:]
	for k, h := range d.headers {
		n := len(f.Blocks[h].Params)
		edge := ir.Edge{To: h, Args: rest[:n:n]}
		rest = rest[n:]
		if n > 0 {
			edge = ir.Edge{To: addJump(f, d.block, edge)}
		}
		edges = append(edges, edge)
		if k > 0 {
			cases = append(cases, uint64(k))
		}
	}
	if end.Op == ir.OpBranch {
		edges[0], edges[1], cases = edges[1], edges[0], nil // number 1 is the branch's truth
	}
	f.Blocks[d.block].Succs, f.Blocks[d.block].Cases = edges, cases
}
