// Package numeric is the scalar meaning of every pure operation of the IR, on bit patterns. Constant folding and the
// interpreter use it, and the machine-code engine is tested against it: it is the only definition.
//
// Choices that the op table leaves open:
//   - An integer remainder by zero is 0, and MIN rem -1 is 0.
//   - OpFRcp is 1/x and OpFRsqrt is 1/sqrt(x), each step rounded to the operation's type: exact enough for an
//     estimate, and every engine can reproduce it bit for bit.
//   - OpFMin(x, y) is x if y is a NaN or x < y, else y; OpFMax likewise with x > y. So zeros of different sign give y.
//     Where y is a known number that is one instruction.
//   - A NaN from arithmetic is that of amd64's instructions: the first operand that is a NaN, made quiet, or the
//     processor's own (FRem: Go's). A test of the machine code compares; other processors may give other ones. FNeg,
//     FAbs, FCopySign and moves keep all bits.
//
// Reading order: eval.go (all operations), integer.go, float.go (arithmetic), convert.go, format.go (rounding into a
// floating format).
package numeric

import "heddle/compiler/ir"

// Operation is an operation with the types and modes that determine its meaning.
type Operation struct {
	Op   ir.Op
	Kind uint8
	Type ir.Type // of the result
	From ir.Type // of the first operand; for OpSelect of the second
}

// Eval computes an operation on bit patterns zero-extended to 64 bits, as is the result. It returns false for
// operations that depend on more than their operands.
func Eval(o Operation, args []uint64) (uint64, bool) {
	switch len(args) {
	case 1:
		return evalUnary(o, args[0])
	case 2:
		return evalBinary(o, args[0], args[1])
	case 3:
		return evalTernary(o, args[0], args[1], args[2])
	}
	return 0, false
}

func evalUnary(o Operation, x uint64) (uint64, bool) {
	if f := convertOps[o.Op]; f != nil {
		return f(o, x) & o.Type.Mask(), true
	}
	if f := intUnary[o.Op]; f != nil {
		return f(o.Type.Bits(), x) & o.Type.Mask(), true
	}
	switch o.Type {
	case ir.F32:
		if f := float32Unary[o.Op]; f != nil {
			return bits32(f(from32(x))), true
		}
		return bitOps(o.Op, x, 1<<31)
	case ir.F64:
		if f := float64Unary[o.Op]; f != nil {
			return bits64(f(from64(x))), true
		}
		return bitOps(o.Op, x, 1<<63)
	}
	return 0, false
}

// bitOps are the float operations on bits, which must not interpret the number.
func bitOps(op ir.Op, x, sign uint64) (uint64, bool) {
	switch op {
	case ir.OpFNeg:
		return x ^ sign, true
	case ir.OpFAbs:
		return x &^ sign, true
	}
	return 0, false
}

func evalBinary(o Operation, x, y uint64) (uint64, bool) {
	switch o.Op {
	case ir.OpICmp:
		return truth(CompareInt(ir.ICmpPred(o.Kind), o.From.Bits(), x, y)), true
	case ir.OpFCmp:
		return truth(compareBits(ir.FCmpPred(o.Kind), o.From, x, y)), true
	case ir.OpPtrAdd:
		return x + y, true
	case ir.OpPacked:
		return packed(ir.PackedKind(o.Kind), x, y), true
	}
	if f := intBinary[o.Op]; f != nil {
		return f(o.Type.Bits(), x, y) & o.Type.Mask(), true
	}
	switch o.Type {
	case ir.F32:
		if o.Op == ir.OpFCopySign {
			return x&^(1<<31) | y&(1<<31), true
		}
		if f := float32Binary[o.Op]; f != nil {
			return bits32(f(from32(x), from32(y))), true
		}
	case ir.F64:
		if o.Op == ir.OpFCopySign {
			return x&^(1<<63) | y&(1<<63), true
		}
		if f := float64Binary[o.Op]; f != nil {
			return bits64(f(from64(x), from64(y))), true
		}
	}
	return 0, false
}

func evalTernary(o Operation, x, y, z uint64) (uint64, bool) {
	switch {
	case o.Op == ir.OpSelect && x != 0:
		return y, true
	case o.Op == ir.OpSelect:
		return z, true
	case o.Op == ir.OpFMA && o.Type == ir.F32:
		return bits32(FMA32(from32(x), from32(y), from32(z))), true
	case o.Op == ir.OpFMA && o.Type == ir.F64:
		return bits64(FMA64(from64(x), from64(y), from64(z))), true
	}
	return 0, false
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func compareBits(pred ir.FCmpPred, t ir.Type, x, y uint64) bool {
	if t == ir.F32 {
		return CompareFloat(pred, float64(from32(x)), float64(from32(y)))
	}
	return CompareFloat(pred, from64(x), from64(y))
}
