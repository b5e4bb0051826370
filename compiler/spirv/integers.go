package spirv

// Integers of other widths than those of OpenCL C, up to 64 bits (SPV_INTEL_arbitrary_precision_integers), which the
// optimisers of compilers make for products and switches. They lie in the next larger integer, whose upper bits are
// zero: results are cut, and operations that look at the sign extend it first (package translate). Arithmetic, bits,
// comparisons, conversions, memory and control flow know them; functions of OpenCL, atomic operations, collective
// functions and images do not, but for wideFunctions.
//
// Wide integers have 65 to 128 bits, which compilers make for products of 64 bits, and languages have as types. A value
// is two scalars of 64 bits, the lower one first, the upper bits zero as of odd widths.

const maxIntBits = 128

// IsWide reports whether a type is an integer of more than 64 bits.
func (t *Type) IsWide() bool { return t.Kind == Int && t.Bits > 64 }

// IsOdd reports whether a type is an integer of such a width.
func (t *Type) IsOdd() bool {
	return t.Kind == Int && t.Bits != 8 && t.Bits != 16 && t.Bits != 32 && t.Bits < 64
}

// containerBits is the number of bits of the integer that one of fewer bits lies in.
func containerBits(bits uint) uint {
	container := uint(8)
	for container < bits {
		container *= 2
	}
	return container
}

// ContainerBits is the number of bits that an integer takes.
func (t *Type) ContainerBits() uint { return containerBits(t.Bits) }

// oddOperations may have integers of odd widths as operands and results.
var oddOperations = map[Opcode]bool{
	OpUndef: true, OpPoisonKHR: true, OpFreezeKHR: true, OpCopyObject: true, OpPhi: true, OpSelect: true,
	OpFunctionCall: true, OpReturnValue: true, OpSwitch: true, OpExpectKHR: true,
	OpLoad: true, OpStore: true, OpVariable: true, OpAccessChain: true, OpInBoundsAccessChain: true,
	OpPtrAccessChain: true, OpInBoundsPtrAccessChain: true, OpUntypedVariable: true, OpUntypedAccessChain: true,
	OpUntypedInBoundsAccessChain: true, OpUntypedPtrAccessChain: true, OpUntypedInBoundsPtrAccessChain: true,
	OpCompositeConstruct: true, OpCompositeExtract: true, OpCompositeInsert: true, OpVectorShuffle: true,
	OpVectorExtractDynamic: true, OpVectorInsertDynamic: true, OpConstructReplica: true,
	OpIAdd: true, OpISub: true, OpIMul: true, OpUDiv: true, OpSDiv: true, OpUMod: true, OpSRem: true, OpSMod: true,
	OpSNegate: true, OpNot: true, OpBitwiseOr: true, OpBitwiseXor: true, OpBitwiseAnd: true, OpBitCount: true,
	OpShiftLeftLogical: true, OpShiftRightLogical: true, OpShiftRightArithmetic: true,
	OpIEqual: true, OpINotEqual: true, OpUGreaterThan: true, OpSGreaterThan: true, OpUGreaterThanEqual: true,
	OpSGreaterThanEqual: true, OpULessThan: true, OpSLessThan: true, OpULessThanEqual: true, OpSLessThanEqual: true,
	OpUConvert: true, OpSConvert: true, OpConvertSToF: true, OpConvertUToF: true, OpConvertPtrToU: true,
	OpConvertUToPtr: true,
}

// wideOperations may have wide integers as operands and results.
var wideOperations = map[Opcode]bool{
	OpUndef: true, OpPoisonKHR: true, OpFreezeKHR: true, OpCopyObject: true, OpPhi: true, OpSelect: true,
	OpFunctionCall: true, OpReturnValue: true, OpSwitch: true, OpExpectKHR: true, OpBitcast: true,
	OpLoad: true, OpStore: true, OpVariable: true, OpUntypedVariable: true,
	OpCompositeConstruct: true, OpCompositeExtract: true, OpCompositeInsert: true,
	OpIAdd: true, OpISub: true, OpIMul: true, OpUDiv: true, OpSDiv: true, OpUMod: true, OpSRem: true, OpSMod: true,
	OpSNegate: true, OpNot: true, OpBitwiseOr: true, OpBitwiseXor: true, OpBitwiseAnd: true, OpBitCount: true,
	OpShiftLeftLogical: true, OpShiftRightLogical: true, OpShiftRightArithmetic: true,
	OpIEqual: true, OpINotEqual: true, OpUGreaterThan: true, OpSGreaterThan: true, OpUGreaterThanEqual: true,
	OpSGreaterThanEqual: true, OpULessThan: true, OpSLessThan: true, OpULessThanEqual: true, OpSLessThanEqual: true,
	OpUConvert: true, OpSConvert: true, OpConvertSToF: true, OpConvertUToF: true, OpConvertFToS: true,
	OpConvertFToU: true,
}

// wideFunctions are those of OpenCL.std whose operands and results may be wide integers, all of one type: what
// compilers make of operations of LLVM.
var wideFunctions = map[string]bool{"clz": true, "ctz": true, "popcount": true, "s_abs": true, "s_min": true,
	"s_max": true, "u_min": true, "u_max": true, "s_clamp": true, "u_clamp": true}

// isWideFunction reports whether an instruction is a function that knows wide integers.
func isWideFunction(in *Instruction) bool {
	return in.Op == OpExtInst && wideFunctions[OpenCLName(in.Args[1])]
}

// sameWide requires that operands and result are of one type if one of them is a wide integer.
func (c *checker) sameWide() {
	t := c.m.ValueType(c.in.Result)
	for n := 2; n < len(c.in.Args); n++ {
		x := c.typ(n)
		isWide := x.IsWide() || t != nil && t.IsWide()
		c.need(!isWide || t != nil && sameType(x, t), "operand %d is not of the result's type", n-2)
	}
}

// LooksAtSigns reports whether an instruction takes integers as signed ones, so that the signs of those of odd widths
// must be extended.
func LooksAtSigns(op Opcode) bool { return signedOperations[op] }

var signedOperations = map[Opcode]bool{
	OpSDiv: true, OpSRem: true, OpSMod: true, OpShiftRightArithmetic: true, OpSGreaterThan: true, OpSLessThan: true,
	OpSGreaterThanEqual: true, OpSLessThanEqual: true, OpSConvert: true, OpConvertSToF: true, OpAccessChain: true,
	OpInBoundsAccessChain: true, OpPtrAccessChain: true, OpInBoundsPtrAccessChain: true, OpUntypedAccessChain: true,
	OpUntypedInBoundsAccessChain: true, OpUntypedPtrAccessChain: true, OpUntypedInBoundsPtrAccessChain: true,
}

// width requires that the instruction knows a type's integers.
func (c *checker) width(t *Type) *Type {
	s := t.Scalar()
	if s.IsOdd() && !oddOperations[c.in.Op] || s.IsWide() && !wideOperations[c.in.Op] && !isWideFunction(c.in) {
		c.in.bail("it is not supported for integers of %d bits", s.Bits)
	}
	return t
}
