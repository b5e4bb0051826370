package passes

import (
	"slices"

	"heddle/compiler/ir"
)

// A quotient by a square root becomes a product with the reciprocal root, which the library makes of eight cheap
// operations (lib/root.cl), where a root and a division take four times as long. So do quotients by powers of a root,
// and by such times the number the root is of: m / (r2 * sqrt(r2)).
//
// It is right because roots of floats may be off by 3 ulp (FlagLoose), and the reciprocal root by 2; of zeros,
// infinities and NaNs the results are those of the quotient. The square of a root neither overflows nor vanishes.
// Higher powers do: the library computes those as the program says where the number is not far from both, and gives
// their reciprocal in two factors, since it may be no float. A root that others use stays.

// ReciprocalRoot and RootPower are the library's functions that the pass calls. Who lowers a program that divides and
// takes roots puts them into the module; without them the pass does nothing.
const (
	ReciprocalRoot = "__hd_rsqrt_f32"
	RootPower      = "__hd_root_power_f32"
)

// rootFuncs are the functions ReciprocalRoot and RootPower of a module, if it has them.
func rootFuncs(m *ir.Module) []ir.FuncID {
	list := []ir.FuncID{-1, -1}
	for id, f := range m.Funcs {
		switch {
		case f == nil:
		case f.Name == ReciprocalRoot:
			list[0] = ir.FuncID(id)
		case f.Name == RootPower:
			list[1] = ir.FuncID(id)
		}
	}
	if list[0] < 0 || list[1] < 0 {
		return nil
	}
	return list
}

// maxRootPower is the highest power of a root that a quotient by it becomes a product with.
const maxRootPower = 4

// rootPower is a power of a root times a power of its operand.
type rootPower struct {
	root           ir.ValueID
	roots, squares int
}

// power is the exponent of the root, whose square is the operand.
func (p rootPower) power() int { return p.roots + 2*p.squares }

// rootQuotients works on one function.
type rootQuotients struct {
	fn    *ir.Func
	funcs []ir.FuncID                 // see rootFuncs
	calls map[rootPower][]ir.ValueID  // the factors of its reciprocal: a call, and its second result for higher powers
	after map[ir.ValueID][]ir.ValueID // by root: what is inserted after it
	top   []ir.ValueID                // constants
}

// quotientsOfRoots runs the pass and reports whether it changed anything.
func quotientsOfRoots(f *ir.Func, funcs []ir.FuncID) bool {
	q := rootQuotients{fn: f, funcs: funcs, calls: map[rootPower][]ir.ValueID{},
		after: map[ir.ValueID][]ir.ValueID{}}
	for b := range f.Blocks {
		for i := 0; i < len(f.Blocks[b].Instrs); i++ {
			i += q.quotient(ir.BlockID(b), i)
		}
	}
	if len(q.calls) == 0 {
		return false
	}
	q.placeCalls()
	f.Blocks[0].Instrs = append(q.top, f.Blocks[0].Instrs...)
	return true
}

// quotient rewrites the instruction at an index, and returns how many it inserted before it.
func (q *rootQuotients) quotient(b ir.BlockID, at int) int {
	v := q.fn.Blocks[b].Instrs[at]
	in := *q.fn.Instr(v)
	if in.Op != ir.OpFDiv || in.Type != ir.F32 {
		return 0
	}
	p := q.matchPower(in.Args[1])
	if p.root == 0 {
		return 0
	}
	// One by one: a product with a power of the reciprocal could overflow where the quotient does not.
	factors := q.reciprocal(p)
	var before []ir.ValueID
	product, last := in.Args[0], len(factors)-1
	for _, factor := range factors[:last] {
		product = q.fn.NewValue(ir.Instr{Op: ir.OpFMul, Type: ir.F32, Flags: in.Flags, Pos: in.Pos, Block: b,
			Args: []ir.ValueID{product, factor}})
		before = append(before, product)
	}
	q.fn.Instr(v).Op, q.fn.Instr(v).Args = ir.OpFMul, []ir.ValueID{product, factors[last]}
	list := q.fn.Blocks[b].Instrs
	q.fn.Blocks[b].Instrs = append(list[:at:at], append(before, list[at:]...)...)
	return len(before)
}

// matchPower matches a product of roots of one number and of that number. The root is 0 if it is something else.
func (q *rootQuotients) matchPower(v ir.ValueID) (p rootPower) {
	leaves := q.factors(v, nil)
	for _, leaf := range leaves {
		if in := q.fn.Instr(leaf); in.Op == ir.OpFSqrt && in.Flags&ir.FlagLoose != 0 && in.Type == ir.F32 {
			p.root = leaf
		}
	}
	if p.root == 0 {
		return rootPower{}
	}
	for _, leaf := range leaves {
		switch leaf {
		case p.root:
			p.roots++
		case q.fn.Instr(p.root).Args[0]:
			p.squares++
		default:
			return rootPower{}
		}
	}
	if p.power() > maxRootPower {
		return rootPower{}
	}
	return p
}

// factors appends the factors of a product; more than maxRootPower are not looked for.
func (q *rootQuotients) factors(v ir.ValueID, list []ir.ValueID) []ir.ValueID {
	in := q.fn.Instr(v)
	if in.Op != ir.OpFMul || len(list) > maxRootPower {
		return append(list, v)
	}
	return q.factors(in.Args[1], q.factors(in.Args[0], list))
}

// reciprocal gives the factors of the reciprocal of a power, the same for all users.
func (q *rootQuotients) reciprocal(p rootPower) []ir.ValueID {
	if p.power() <= 2 {
		root := rootPower{p.root, 1, 0}
		if q.calls[root] == nil {
			q.keep(root, q.call(q.funcs[0], p.root))
		}
		return slices.Repeat(q.calls[root], p.power())
	}
	if q.calls[p] == nil {
		call := q.call(q.funcs[1], p.root, q.constant(p.roots), q.constant(p.squares))
		in := q.fn.Instr(call)
		second := q.fn.NewValue(ir.Instr{Op: ir.OpResult, Type: ir.F32, Imm: 1, Pos: in.Pos, Block: in.Block,
			Args: []ir.ValueID{call}})
		q.keep(p, call, second)
	}
	return q.calls[p]
}

// keep notes the factors of a reciprocal, which come after the root in the order in which they are first wanted.
func (q *rootQuotients) keep(p rootPower, factors ...ir.ValueID) {
	q.calls[p] = factors
	q.after[p.root] = append(q.after[p.root], factors...)
}

// call makes a call of a function with the operand of a root, and more.
func (q *rootQuotients) call(callee ir.FuncID, root ir.ValueID, more ...ir.ValueID) ir.ValueID {
	in := *q.fn.Instr(root)
	return q.fn.NewValue(ir.Instr{Op: ir.OpCall, Type: ir.F32, Imm: uint64(callee), Pos: in.Pos, Block: in.Block,
		Args: append([]ir.ValueID{in.Args[0]}, more...)})
}

func (q *rootQuotients) constant(n int) ir.ValueID {
	v := q.fn.NewValue(ir.Instr{Op: ir.OpConst, Type: ir.I32, Imm: uint64(n)})
	q.top = append(q.top, v)
	return v
}

// placeCalls inserts the calls after the roots.
func (q *rootQuotients) placeCalls() {
	for b := range q.fn.Blocks {
		list := q.fn.Blocks[b].Instrs
		out := make([]ir.ValueID, 0, len(list)+2*len(q.calls))
		for _, v := range list {
			out = append(append(out, v), q.after[v]...)
		}
		q.fn.Blocks[b].Instrs = out
	}
}
