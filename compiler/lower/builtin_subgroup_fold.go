package lower

import (
	"math"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// Reductions and scans, of sub-groups here and of work-groups in builtin_collective.go: which operation combines two
// values, and its neutral element.

// folding describes a collective function.
type folding struct {
	kind    ir.AtomicKind
	neutral ir.ValueID
}

// foldKinds are the operations by the last word of a name: of signed and unsigned integers and of floats.
var foldKinds = map[string][3]ir.AtomicKind{
	"add": {ir.AtomicAdd, ir.AtomicAdd, ir.AtomicFAdd}, "mul": {ir.AtomicMul, ir.AtomicMul, ir.AtomicFMul},
	"min": {ir.AtomicSMin, ir.AtomicUMin, ir.AtomicFMin}, "max": {ir.AtomicSMax, ir.AtomicUMax, ir.AtomicFMax},
	"and": {ir.AtomicAnd, ir.AtomicAnd}, "or": {ir.AtomicOr, ir.AtomicOr}, "xor": {ir.AtomicXor, ir.AtomicXor},
}

// groupOperation is the operation named by the end of a name, for values of type t.
func (l *funcLowerer) groupOperation(c *builtin.Call, t *ast.Type) folding {
	word := c.Name[strings.LastIndexByte(c.Name, '_')+1:]
	kinds, typ := foldKinds[word], valueType(t)
	bits := uint64(typ.Bits())
	least, most := uint64(1)<<(bits-1), uint64(1)<<(bits-1)-1
	switch {
	case strings.Contains(c.Name, "_logical_and"):
		return folding{kinds[0], l.Const(typ, 1)}
	case t.IsFloat():
		neutral := map[string]float64{"add": 0, "mul": 1, "min": math.Inf(1), "max": math.Inf(-1)}[word]
		return folding{kinds[2], l.floatConst(typ, neutral)}
	case t.IsSigned():
		neutral := map[string]uint64{"min": most, "max": least, "mul": 1, "and": least | most}[word]
		return folding{kinds[0], l.Const(typ, neutral)}
	}
	neutral := map[string]uint64{"min": least | most, "mul": 1, "and": least | most}[word]
	return folding{kinds[1], l.Const(typ, neutral)}
}

// foldElement is the type of the values that a call combines: for logical operations they are 0 or 1, and halves are
// combined as floats, which loses less.
func (l *funcLowerer) foldElement(c *builtin.Call, v ir.ValueID) (*ast.Type, ir.ValueID) {
	switch {
	case strings.Contains(c.Name, "_logical_"):
		t := ast.Basic(ast.Int)
		return t, l.truthInt(l.notZero(v, t))
	case isHalf(c.Elem):
		return ast.Basic(ast.Float), v
	}
	return c.Elem, v
}

// subGroupFold is a reduction or scan. Small integers are combined as 32 bits.
func (l *funcLowerer) subGroupFold(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	elem, v := l.foldElement(c, args[0][0])
	f := l.groupOperation(c, elem)
	mode := ir.SubGroupAll
	switch {
	case strings.Contains(c.Name, "_exclusive_"):
		mode = ir.SubGroupExclusive
	case strings.Contains(c.Name, "_inclusive_"):
		mode = ir.SubGroupInclusive
	}
	cluster := uint64(0)
	if len(args) == 2 {
		cluster = l.clusterSize(args[1][0])
	}
	t := l.Func.Type(v)
	wide := func(x ir.ValueID) ir.ValueID {
		if t.IsInt() && t.Bits() < 32 {
			return l.resize(x, ir.I32, elem.IsSigned())
		}
		return x
	}
	v = wide(v)
	v = l.Emit(ir.Instr{Op: ir.OpSubGroupFold, Type: l.Func.Type(v), Kind: uint8(f.kind),
		Imm: ir.SubGroupFoldImm(mode, cluster), Args: l.List(v, wide(f.neutral))})
	if t.IsInt() && t.Bits() < 32 {
		v = l.Conv(ir.OpTrunc, t, 0, v)
	}
	return one(v)
}

// clusterSize is the size of clusters, which must be a constant.
func (l *funcLowerer) clusterSize(v ir.ValueID) uint64 {
	n, ok := l.knownConstant(v)
	if !ok || n == 0 || n&(n-1) != 0 || n > math.MaxUint32 {
		l.list.Errorf(diag.Pos(l.Pos), "the size of clusters must be a constant power of two")
		return 1
	}
	return n
}

// knownConstant computes a value that depends on constants only.
func (l *funcLowerer) knownConstant(v ir.ValueID) (uint64, bool) {
	in := l.Func.Instr(v)
	if in.Op == ir.OpConst {
		return in.Imm, true
	}
	if !in.Op.Pure() || len(in.Args) == 0 || len(in.Args) > 2 {
		return 0, false
	}
	args := make([]uint64, len(in.Args))
	for i, a := range in.Args {
		var ok bool
		if args[i], ok = l.knownConstant(a); !ok {
			return 0, false
		}
	}
	return numeric.Eval(numeric.Operation{Op: in.Op, Type: in.Type, Kind: in.Kind, From: l.Func.Type(in.Args[0])}, args)
}
