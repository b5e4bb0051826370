package prepare

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/lane"
)

// Irreducible loops, which only goto makes, get a single entry: a dispatcher block before the loop, whose first
// parameter is the number of the entry to which it branches. All edges to the entries lead through the dispatcher,
// those from inside the loop too. It passes on the arguments of the selected entry; those of the others are undefined.
// Dominance is preserved: each entry could be reached without passing through the others, so nothing in the loop relied
// on that. (Papers on irreducible graphs compare this with copying blocks: Erosa & Hendren; Carter, Ferrante &
// Thomborson.)

// makeReducible changes a function that splitEdges has copied, and reports whether there was anything to change. It
// treats one loop at a time, from the outermost.
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

// severalEntries returns the entries of an outermost irreducible loop in rising order, nil if there is none.
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

// enterApart gives the function an entry block without predecessors.
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

// dispatcher inserts one block before several loop headers.
type dispatcher struct {
	fn       *ir.Func
	headers  []ir.BlockID
	block    ir.BlockID
	selector ir.Type
	before   []ir.ValueID // constants, at the start of the entry block
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

// constant makes a value in the entry block.
func (d *dispatcher) constant(in ir.Instr) ir.ValueID {
	d.fn.Instrs = append(d.fn.Instrs, in)
	v := ir.ValueID(len(d.fn.Instrs) - 1)
	d.before = append(d.before, v)
	return v
}

// redirect makes the edges from a block to the headers lead to the dispatcher.
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

// arguments are the dispatcher's arguments for going on to header k.
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

// goOn ends the dispatcher with a branch for two headers, else with a switch.
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
		edges[0], edges[1], cases = edges[1], edges[0], nil // the branch goes to its first edge for 1, that is header 1
	}
	f.Blocks[d.block].Succs, f.Blocks[d.block].Cases = edges, cases
}
