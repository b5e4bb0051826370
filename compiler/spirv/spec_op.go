package spirv

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// Operations on constants (OpSpecConstantOp) are evaluated when the module is read, with the values of specialisation
// constants that were given.

// constantOps are the operations that are one of the IR's; those of comparisons have a predicate.
var constantOps = map[Opcode]struct {
	op   ir.Op
	kind uint8
}{
	OpIAdd: {op: ir.OpAdd}, OpISub: {op: ir.OpSub}, OpIMul: {op: ir.OpMul}, OpUDiv: {op: ir.OpUDiv},
	OpSDiv: {op: ir.OpSDiv}, OpUMod: {op: ir.OpURem}, OpSRem: {op: ir.OpSRem},
	OpShiftRightLogical: {op: ir.OpLShr}, OpShiftRightArithmetic: {op: ir.OpAShr}, OpShiftLeftLogical: {op: ir.OpShl},
	OpBitwiseOr: {op: ir.OpOr}, OpBitwiseXor: {op: ir.OpXor}, OpBitwiseAnd: {op: ir.OpAnd},
	OpLogicalOr: {op: ir.OpOr}, OpLogicalAnd: {op: ir.OpAnd},
	OpFAdd: {op: ir.OpFAdd}, OpFSub: {op: ir.OpFSub}, OpFMul: {op: ir.OpFMul}, OpFDiv: {op: ir.OpFDiv},
	OpFRem: {op: ir.OpFRem}, OpFMod: {op: ir.OpFRem}, OpFNegate: {op: ir.OpFNeg},
	OpIEqual: {ir.OpICmp, uint8(ir.EQ)}, OpINotEqual: {ir.OpICmp, uint8(ir.NE)},
	OpLogicalEqual: {ir.OpICmp, uint8(ir.EQ)}, OpLogicalNotEqual: {ir.OpICmp, uint8(ir.NE)},
	OpUGreaterThan: {ir.OpICmp, uint8(ir.UGT)}, OpSGreaterThan: {ir.OpICmp, uint8(ir.SGT)},
	OpUGreaterThanEqual: {ir.OpICmp, uint8(ir.UGE)}, OpSGreaterThanEqual: {ir.OpICmp, uint8(ir.SGE)},
	OpULessThan: {ir.OpICmp, uint8(ir.ULT)}, OpSLessThan: {ir.OpICmp, uint8(ir.SLT)},
	OpULessThanEqual: {ir.OpICmp, uint8(ir.ULE)}, OpSLessThanEqual: {ir.OpICmp, uint8(ir.SLE)},
	OpConvertFToS: {op: ir.OpFToS}, OpConvertFToU: {op: ir.OpFToU}, OpConvertSToF: {op: ir.OpSToF},
	OpConvertUToF: {op: ir.OpUToF}, OpFConvert: {op: ir.OpFToF}, OpSConvert: {op: ir.OpSExt},
	OpUConvert: {op: ir.OpZExt},
}

func (m *Module) specialOperation(in *Instruction, t *Type) *Constant {
	op := Opcode(in.Args[0])
	call := &specialCall{m: m, in: in, op: op, t: t, args: in.Args[1:]}
	if chain, ok := chains[op]; ok {
		return call.address(chain)
	}
	switch op {
	case OpCompositeExtract:
		return call.extract()
	case OpCompositeInsert:
		return call.insert()
	case OpVectorShuffle:
		return call.shuffle()
	case OpSelect:
		return call.choose()
	case OpBitcast, OpGenericCastToPtr, OpPtrCastToGeneric, OpConvertPtrToU, OpConvertUToPtr:
		return call.cast()
	}
	out := call.elementwise()
	if t.Scalar().Kind == Float {
		operation := *in
		operation.Op, operation.Args = op, call.args
		out.Operation = &operation
	}
	return out
}

type specialCall struct {
	m    *Module
	in   *Instruction
	op   Opcode
	t    *Type
	args []uint32
}

func (c *specialCall) bail(format string, args ...any) {
	c.in.bail(c.op.String()[len("Op"):]+": "+format, args...)
}

func (c *specialCall) operand(n int) *Constant {
	if n >= len(c.args) {
		c.bail("an operand is missing")
	}
	o := c.m.addressOrConstant(c.in, ID(c.args[n]))
	return o
}

// elementwise applies an operation to each element of vectors.
func (c *specialCall) elementwise() *Constant {
	operands := make([]*Constant, len(c.args))
	for i := range operands {
		operands[i] = c.operand(i)
		if operands[i].Type.Lanes() != c.t.Lanes() {
			c.bail("operand %d has another number of elements", i)
		}
	}
	if c.t.Kind != Vector {
		return c.scalar(c.t, operands)
	}
	out := &Constant{Type: c.t, Kind: Composite, parts: 1 + c.t.Count}
	for i := range c.t.Count {
		elements := make([]*Constant, len(operands))
		for k, o := range operands {
			elements[k] = o.Part(i)
		}
		out.Parts = append(out.Parts, c.scalar(c.t.Elem, elements))
	}
	return out
}

// scalarTypes are the types of the IR by bits.
var intTypes = map[uint]ir.Type{1: ir.I1, 8: ir.I8, 16: ir.I16, 32: ir.I32, 64: ir.I64}
var floatTypes = map[uint]ir.Type{16: ir.F16, 32: ir.F32, 64: ir.F64}

func (c *specialCall) irType(t *Type) ir.Type {
	switch t.Kind {
	case Bool, Int:
		if typ, ok := intTypes[t.Bits]; ok {
			return typ
		}
	case Float:
		return floatTypes[t.Bits]
	}
	c.bail("it is not possible for this type")
	return ir.Void
}

func (c *specialCall) scalar(t *Type, operands []*Constant) *Constant {
	if t.IsWide() || slices.ContainsFunc(operands, func(o *Constant) bool { return o.Type.IsWide() }) {
		return c.wide(t, operands)
	}
	bits := make([]uint64, len(operands))
	for i, o := range operands {
		if o.Kind != Scalar && o.Kind != Null {
			c.bail("operand %d is no number", i)
		}
		bits[i] = o.Bits
	}
	if bits, ok := c.special(t, operands, bits); ok {
		return &Constant{Type: t, Bits: bits & t.mask()}
	}
	row, ok := constantOps[c.op]
	if !ok || len(bits) == 0 {
		c.bail("this operation on constants is not supported")
	}
	from := c.irType(operands[0].Type)
	o := numeric.Operation{Op: row.op, Type: c.irType(t), From: from, Kind: row.kind}
	if mode, ok := c.m.Decorated(c.in.Result, DecorationFPRoundingMode); ok && row.op.Info().Kind == ir.KindRounding {
		o.Kind = uint8(ir.RoundNearest) + uint8(mode&3)
	}
	return &Constant{Type: t, Bits: c.evaluate(o, operands, bits) & t.mask()}
}

// evaluate computes an operation. Halves are computed as floats and rounded.
func (c *specialCall) evaluate(o numeric.Operation, operands []*Constant, bits []uint64) uint64 {
	half := o.Type
	if o.Op != ir.OpFToF {
		o.Type, o.From = unlessHalf(o.Type), unlessHalf(o.From)
		for i, operand := range operands {
			if c.irType(operand.Type) == ir.F16 {
				bits[i] = numeric.FloatToFloat(ir.F32, ir.F16, ir.RoundDefault, bits[i])
			}
		}
	}
	c.checkOperation(o, operands)
	result, ok := numeric.Eval(o, bits)
	if !ok {
		c.bail("this operation on constants is not supported")
	}
	if c.op == OpFMod {
		result = floatModulo(o, result, bits[1])
	}
	if half == ir.F16 && o.Type != half {
		result = numeric.FloatToFloat(ir.F16, o.Type, ir.Rounding(o.Kind), result)
	}
	return result
}

func unlessHalf(t ir.Type) ir.Type {
	if t == ir.F16 {
		return ir.F32
	}
	return t
}

// floatModulo gives a remainder the sign of the divisor.
func floatModulo(o numeric.Operation, remainder, divisor uint64) uint64 {
	zero := numeric.Operation{Op: ir.OpFCmp, Type: ir.I1, From: o.Type, Kind: uint8(ir.OLT)}
	below, _ := numeric.Eval(zero, []uint64{remainder, 0})
	other, _ := numeric.Eval(zero, []uint64{divisor, 0})
	zero.Kind = uint8(ir.UNE)
	if differs, _ := numeric.Eval(zero, []uint64{remainder, 0}); differs == 0 || below == other {
		return remainder
	}
	o.Op = ir.OpFAdd
	sum, _ := numeric.Eval(o, []uint64{remainder, divisor})
	return sum
}

// special are the operations that are not one of the IR's.
func (c *specialCall) special(t *Type, operands []*Constant, bits []uint64) (uint64, bool) {
	signed := func(i int) int64 {
		shift := 64 - operands[i].Type.Bits
		return int64(bits[i]<<shift) >> shift
	}
	switch {
	case c.op == OpSNegate && len(bits) == 1:
		return -bits[0], true
	case c.op == OpNot && len(bits) == 1, c.op == OpLogicalNot && len(bits) == 1:
		return ^bits[0], true
	case c.op == OpSConvert && len(bits) == 1 && operands[0].Type.Kind == Int && t.Kind == Int:
		return uint64(signed(0)), true
	case c.op == OpUConvert && len(bits) == 1 && operands[0].Type.Kind == Int && t.Kind == Int:
		return bits[0], true
	case c.op == OpSMod && len(bits) == 2 && operands[0].Type.Kind == Int && operands[1].Type.Kind == Int:
		y := signed(1)
		if y == 0 || y == -1 {
			return 0, true
		}
		r := signed(0) % y
		if r != 0 && (r < 0) != (y < 0) {
			r += y
		}
		return uint64(r), true
	}
	return 0, false
}

// checkOperation checks the operands against the IR's table.
func (c *specialCall) checkOperation(o numeric.Operation, operands []*Constant) {
	row := o.Op.Info()
	if !row.Result.Has(o.Type) || len(operands) != len(row.Operands) {
		c.bail("the types or the number of operands do not fit")
	}
	for i, operand := range operands {
		t := c.irType(operand.Type)
		if o.Op != ir.OpFToF {
			t = unlessHalf(t)
		}
		same := o.Type
		if o.Op == ir.OpICmp {
			same = o.From
		}
		if !row.Operands[i].Types.Has(t) || row.Operands[i].Same && t != same {
			c.bail("the type of operand %d does not fit", i)
		}
	}
}

// address is that of a part of a variable.
func (c *specialCall) address(chain Chain) *Constant {
	base := c.operand(chain.Base)
	at := base.Type.Elem
	if chain.Untyped {
		at = c.m.typeOf(c.in, ID(c.args[0]))
	}
	if base.Type.Kind != Pointer || at == nil || c.t.Kind != Pointer {
		c.bail("the base or the result is no pointer")
	}
	out := &Constant{Type: c.t, Kind: base.Kind, Variable: base.Variable, Offset: base.Offset, Bits: base.Bits}
	rest := chain.Base + 1
	if chain.Element {
		out.Offset += uint64(c.index(rest)) * at.Size
		rest++
	}
	for i := rest; i < len(c.args); i++ {
		n := c.index(i)
		if at.Kind == Struct && at.Part(uint64(n)) == nil || !at.IsComposite() {
			c.bail("index %d leads to no part", i)
		}
		out.Offset += uint64(n) * at.partSize(uint64(n))
		if at.Kind == Struct {
			out.Offset += at.Offsets[n]
			at = at.Members[n]
			continue
		}
		at = at.Elem
	}
	if base.Kind == Null {
		out.Kind, out.Bits = Scalar, out.Offset
	}
	return out
}

// partSize is the distance of elements; 0 for structures.
func (t *Type) partSize(uint64) uint64 {
	if t.Kind == Struct {
		return 0
	}
	return t.Elem.Size
}

func (c *specialCall) index(n int) int64 {
	o := c.operand(n)
	if o.Type.Kind != Int || o.Type.IsWide() || o.Kind != Scalar && o.Kind != Null {
		c.bail("index %d is no integer", n)
	}
	shift := 64 - o.Type.Bits
	return int64(o.Bits<<shift) >> shift
}

func (c *specialCall) extract() *Constant {
	at := c.operand(0)
	for _, n := range c.args[1:] {
		if at.Type.Part(uint64(n)) == nil {
			c.bail("there is no part %d", n)
		}
		at = at.Part(uint64(n))
	}
	if !sameType(at.Type, c.t) {
		c.bail("the part is of another type")
	}
	return at
}

func (c *specialCall) insert() *Constant {
	part, whole := c.operand(0), c.operand(1)
	if !sameType(whole.Type, c.t) {
		c.bail("the composite is of another type")
	}
	return c.inserted(whole, part, c.args[2:])
}

func (c *specialCall) inserted(whole, part *Constant, path []uint32) *Constant {
	if len(path) == 0 {
		if !sameType(whole.Type, part.Type) {
			c.bail("the part is of another type")
		}
		return part
	}
	if whole.Type.Part(uint64(path[0])) == nil || whole.Type.IsLarge() {
		c.bail("there is no part %d", path[0])
	}
	out := &Constant{Type: whole.Type, Kind: Composite, parts: max(whole.parts, whole.Type.Scalars) + max(part.parts,
		1)}
	n := uint64(len(whole.Type.Members))
	if whole.Type.Kind != Struct {
		n = whole.Type.Count
	}
	for i := range n {
		out.Parts = append(out.Parts, whole.Part(i))
	}
	out.Parts[path[0]] = c.inserted(out.Parts[path[0]], part, path[1:])
	return out
}

func (c *specialCall) shuffle() *Constant {
	x, y := c.operand(0), c.operand(1)
	if x.Type.Kind != Vector || y.Type.Kind != Vector || c.t.Kind != Vector || uint64(len(c.args)-2) != c.t.Count {
		c.bail("no vectors, or another number of elements")
	}
	out := &Constant{Type: c.t, Kind: Composite, parts: 1 + c.t.Count}
	for _, n := range c.args[2:] {
		element := &Constant{Type: c.t.Elem, Kind: Null}
		switch n := uint64(n); {
		case n < x.Type.Count:
			element = x.Part(n)
		case n < x.Type.Count+y.Type.Count:
			element = y.Part(n - x.Type.Count)
		}
		if !sameType(element.Type, c.t.Elem) {
			c.bail("the elements are of another type")
		}
		out.Parts = append(out.Parts, element)
	}
	return out
}

func (c *specialCall) choose() *Constant {
	cond, x, y := c.operand(0), c.operand(1), c.operand(2)
	if cond.Type.Kind != Bool || !sameType(x.Type, c.t) || !sameType(y.Type, c.t) {
		c.bail("the types do not fit")
	}
	if cond.Bits != 0 {
		return x
	}
	return y
}

// cast keeps the bits of a scalar or an address.
func (c *specialCall) cast() *Constant {
	x := c.operand(0)
	if x.Type.Size != c.t.Size || x.Kind == Composite || x.Kind == Literal || c.t.IsComposite() ||
		x.Type.IsComposite() ||
		c.t.Kind == SampledImage {
		c.bail("it is not supported for these types")
	}
	out := *x
	out.Type = c.t
	return &out
}
