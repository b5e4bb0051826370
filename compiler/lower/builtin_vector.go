package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

// dot sums products from the first element on; the products may be fused with the sums.
func (l *funcLowerer) dot(x, y []ir.ValueID) ir.ValueID {
	sum := l.Bin(ir.OpFMul, x[0], y[0])
	for i := 1; i < len(x); i++ {
		sum = l.FMA(x[i], y[i], sum)
	}
	return sum
}

func (l *funcLowerer) dotBuiltin(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	if c.Elem == nil {
		return l.byteDot(c, args)
	}
	return one(l.dot(args[0], args[1]))
}

func (l *funcLowerer) cross(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	x, y := args[0], args[1]
	out := make([]ir.ValueID, len(x))
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		out[i] = l.Bin(ir.OpFSub, l.Bin(ir.OpFMul, x[j], y[k]), l.Bin(ir.OpFMul, x[k], y[j]))
	}
	for i := 3; i < len(x); i++ {
		out[i] = l.floatConst(valueType(c.Elem), 0)
	}
	return out
}

// vectorAddress is the address of the index-th group of the given number of elements.
func (l *funcLowerer) vectorAddress(pointer *ast.Type, addr, index ir.ValueID, elements int) place {
	size := pointer.Elem.Size()
	bytes := l.Const(ir.I64, size*uint64(elements))
	offset := l.Emit(ir.Instr{Op: ir.OpMul, Type: ir.I64, Flags: ir.FlagNoWrap, Args: []ir.ValueID{index, bytes}})
	p := pointee(pointer, l.PtrAdd(addr, offset))
	p.align = size
	return p
}

func (l *funcLowerer) vectorLoad(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	p := l.vectorAddress(c.Params[1], args[1][0], args[0][0], c.Lanes)
	p.typ = c.Result
	return l.load(p)
}

func (l *funcLowerer) vectorStore(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	p := l.vectorAddress(c.Params[2], args[2][0], args[1][0], c.Lanes)
	p.typ = c.Params[0]
	l.store(p, args[0])
	return nil
}

// halfStride is the distance of groups of halves: vloada_half3 and vstorea_half3 use 4.
func halfStride(c *builtin.Call, aligned bool) int {
	if aligned && c.Lanes == 3 {
		return 4
	}
	return c.Lanes
}

func (l *funcLowerer) halfLoad(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	p := l.vectorAddress(c.Params[1], args[1][0], args[0][0], halfStride(c, c.Name[:6] == "vloada"))
	out := make([]ir.ValueID, c.Lanes)
	for i := range out {
		out[i] = l.loadScalar(p, uint64(i)*2)
	}
	return out
}

func (l *funcLowerer) halfStore(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	p := l.vectorAddress(c.Params[2], args[2][0], args[1][0], halfStride(c, c.Name[:7] == "vstorea"))
	for i, v := range args[0] {
		half := l.Conv(ir.OpFToF, ir.F16, c.Convert.Rounding, v)
		at := l.field(p, uint64(i)*2, p.typ)
		l.Emit(ir.Instr{Op: ir.OpStore, Space: p.space, Align: 2, Flags: p.flags(), Args: []ir.ValueID{at.addr, half}})
	}
	return nil
}

// shuffle selects elements by the low bits of a mask; by a chain of selections if the mask is not constant.
func (l *funcLowerer) shuffle(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	mask := args[len(args)-1]
	var from []ir.ValueID
	for _, arg := range args[:len(args)-1] {
		from = append(from, arg...)
	}
	out := make([]ir.ValueID, len(mask))
	for i, index := range mask {
		t := l.Func.Type(index)
		if in := l.Func.Instr(index); in.Op == ir.OpConst {
			out[i] = from[in.Imm&uint64(len(from)-1)]
			continue
		}
		index = l.Bin(ir.OpAnd, index, l.Const(t, uint64(len(from)-1)))
		out[i] = from[0]
		for j, v := range from[1:] {
			out[i] = l.Select(l.ICmp(ir.EQ, index, l.Const(t, uint64(j+1))), v, out[i])
		}
	}
	return out
}
