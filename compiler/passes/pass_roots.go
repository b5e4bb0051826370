package passes

import (
	"slices"

	"heddle/compiler/ir"
)

// A quotient by a square root becomes a product with the reciprocal root, which the library makes of nine cheap operations
// (lib/root.cl), where a root and a division take four times as long. So do quotients by powers of a root, and by such
// times the number the root is of: m / (r2 * sqrt(r2)).
//
// It is right because roots of floats may be off by 3 ulp (FlagLoose), and the reciprocal root by 2; of zeros, infinities
// and NaNs the results are those of the quotient. A root that others use stays.

// ReciprocalRoot is the library's function that the pass calls. Who lowers a program that divides and takes roots puts it
// into the module; without it the pass does nothing.
const ReciprocalRoot = "__hd_rsqrt_f32"

// reciprocalRoots is the function ReciprocalRoot of a module, if it has it.
func reciprocalRoots(m *ir.Module) []ir.FuncID {
	for id, f := range m.Funcs {
		if f != nil && f.Name == ReciprocalRoot {
			return []ir.FuncID{ir.FuncID(id)}
		}
	}
	return nil
}

// maxRootPower is the highest power of a root that a quotient by it becomes a product with.
const maxRootPower = 4

// rootQuotients works on one function.
type rootQuotients struct {
	fn    *ir.Func
	root  ir.FuncID
	calls map[ir.ValueID]ir.ValueID // by root: the call that gives its reciprocal
}

// quotientsOfRoots runs the pass and says whether it changed anything.
func quotientsOfRoots(f *ir.Func, root ir.FuncID) bool {
	q := rootQuotients{fn: f, root: root, calls: map[ir.ValueID]ir.ValueID{}}
	for b := range f.Blocks {
		for i := 0; i < len(f.Blocks[b].Instrs); i++ {
			i += q.quotient(ir.BlockID(b), i)
		}
	}
	if len(q.calls) == 0 {
		return false
	}
	q.placeCalls()
	return true
}

// quotient rewrites the instruction at a place, and says how many it put before it.
func (q *rootQuotients) quotient(b ir.BlockID, at int) int {
	v := q.fn.Blocks[b].Instrs[at]
	in := *q.fn.Instr(v)
	if in.Op != ir.OpFDiv || in.Type != ir.F32 {
		return 0
	}
	root, roots, squares := q.powersOfRoot(in.Args[1])
	if root == 0 {
		return 0
	}
	var before []ir.ValueID
	put := func(op ir.Op, args ...ir.ValueID) ir.ValueID {
		before = append(before, q.fn.NewValue(ir.Instr{Op: op, Type: ir.F32, Flags: in.Flags, Pos: in.Pos, Block: b, Args: args}))
		return before[len(before)-1]
	}
	// One by one: a product with a power of the reciprocal could overflow where the quotient does not.
	reciprocal := q.reciprocal(root)
	factors := slices.Repeat([]ir.ValueID{reciprocal}, roots+squares)
	if squares > 0 { // the number has the sign of its root, -0 included, but its square has not
		factors = append(factors, slices.Repeat([]ir.ValueID{put(ir.OpFAbs, reciprocal)}, squares)...)
	}
	product, last := in.Args[0], len(factors)-1
	for _, factor := range factors[:last] {
		product = put(ir.OpFMul, product, factor)
	}
	q.fn.Instr(v).Op, q.fn.Instr(v).Args = ir.OpFMul, []ir.ValueID{product, factors[last]}
	list := q.fn.Blocks[b].Instrs
	q.fn.Blocks[b].Instrs = append(list[:at:at], append(before, list[at:]...)...)
	return len(before)
}

// powersOfRoot tells a product of roots of one number and of that number: the root, how many of them there are, and how
// often the number. The root is 0 if it is something else.
func (q *rootQuotients) powersOfRoot(v ir.ValueID) (root ir.ValueID, roots, squares int) {
	leaves := q.factors(v, nil)
	for _, leaf := range leaves {
		if in := q.fn.Instr(leaf); in.Op == ir.OpFSqrt && in.Flags&ir.FlagLoose != 0 && in.Type == ir.F32 {
			root = leaf
		}
	}
	if root == 0 {
		return 0, 0, 0
	}
	for _, leaf := range leaves {
		switch leaf {
		case root:
			roots++
		case q.fn.Instr(root).Args[0]:
			squares++
		default:
			return 0, 0, 0
		}
	}
	if roots+2*squares > maxRootPower {
		return 0, 0, 0
	}
	return root, roots, squares
}

// factors appends the factors of a product; more than maxRootPower are not looked for.
func (q *rootQuotients) factors(v ir.ValueID, list []ir.ValueID) []ir.ValueID {
	in := q.fn.Instr(v)
	if in.Op != ir.OpFMul || len(list) > maxRootPower {
		return append(list, v)
	}
	return q.factors(in.Args[1], q.factors(in.Args[0], list))
}

// reciprocal is the call that gives the reciprocal of a root, one for all that want it.
func (q *rootQuotients) reciprocal(root ir.ValueID) ir.ValueID {
	if call, ok := q.calls[root]; ok {
		return call
	}
	in := *q.fn.Instr(root)
	call := q.fn.NewValue(ir.Instr{Op: ir.OpCall, Type: ir.F32, Imm: uint64(q.root), Pos: in.Pos, Block: in.Block, Args: []ir.ValueID{in.Args[0]}})
	q.calls[root] = call
	return call
}

// placeCalls puts the calls behind the roots.
func (q *rootQuotients) placeCalls() {
	for b := range q.fn.Blocks {
		list := q.fn.Blocks[b].Instrs
		out := make([]ir.ValueID, 0, len(list)+len(q.calls))
		for _, v := range list {
			out = append(out, v)
			if call, ok := q.calls[v]; ok {
				out = append(out, call)
			}
		}
		q.fn.Blocks[b].Instrs = out
	}
}
