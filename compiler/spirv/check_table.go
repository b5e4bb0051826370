package spirv

import "sync"

// rule checks the types of an instruction's operands.
type rule func(c *checker)

func ruleOf(op Opcode) rule { return rules()[op] }

// rules is the table of the instructions that may stand in functions; others are refused.
var rules = sync.OnceValue(makeRules)

func makeRules() map[Opcode]rule {
	m := map[Opcode]rule{
		OpUndef: nothing, OpPoisonKHR: nothing, OpExtInst: (*checker).extInst, OpFunctionCall: (*checker).call,
		OpVariable: (*checker).variable, OpUntypedVariable: (*checker).variable,
		OpLoad: (*checker).load, OpStore: (*checker).store,
		OpCopyMemory: (*checker).copyMemory, OpCopyMemorySized: (*checker).copySized,
		OpPtrEqual: (*checker).pointerCompare, OpPtrNotEqual: (*checker).pointerCompare,
		OpPtrDiff: (*checker).pointerDifference, OpLifetimeStart: nothing, OpLifetimeStop: nothing,
		OpCompositeConstruct: (*checker).construct, OpCompositeExtract: (*checker).extract,
		OpCompositeInsert: (*checker).insert, OpVectorShuffle: (*checker).shuffle,
		OpVectorExtractDynamic: (*checker).extractDynamic, OpVectorInsertDynamic: (*checker).insertDynamic,
		OpConstructReplica: (*checker).constructReplica,
		OpCopyObject:       anyValue, OpCopyLogical: func(c *checker) {
			c.need(matches(c.result(), c.typ(0)),
				"the types do not match")
		}, OpFreezeKHR: anyValue, OpArithmeticFence: anyValue,
		OpExpectKHR: func(c *checker) {
			anyValue(c)
			c.need(sameType(c.result(), c.typ(1)),
				"the types do not fit")
		},
		OpAssumeTrueKHR: func(c *checker) { c.need(c.typ(0).Kind == Bool, "the condition is not bool") },
		OpSelect:        choose, OpAny: anyAll, OpAll: anyAll, OpDot: dot, OpVectorTimesScalar: timesScalar,
		OpBitcast: bitcast, OpGenericCastToPtr: pointerCast, OpPtrCastToGeneric: pointerCast,
		OpGenericCastToPtrExplicit: pointerCast, OpPtrCastToCrossWorkgroupINTEL: pointerCast,
		OpCrossWorkgroupCastToPtrINTEL: pointerCast, OpSizeOf: sizeOf,
		OpGenericPtrMemSemantics: func(c *checker) {
			c.need(c.result().Kind == Int && c.typ(0).Kind == Pointer,
				"types")
		},
		OpConvertFToU: conversion(Float, Int), OpConvertFToS: conversion(Float, Int),
		OpConvertSToF: conversion(Int, Float), OpConvertUToF: conversion(Int, Float), OpUConvert: conversion(Int, Int),
		OpSConvert: conversion(Int, Int), OpFConvert: conversion(Float, Float), OpQuantizeToF16: conversion(Float,
			Float),
		OpSatConvertSToU: conversion(Int, Int), OpSatConvertUToS: conversion(Int, Int),
		OpConvertPtrToU: conversion(Pointer, Int), OpConvertUToPtr: conversion(Int, Pointer),
		OpBitCount: bitCount, OpBitReverse: elementwise(Int, 1), OpBitFieldInsert: bitField(true),
		OpBitFieldSExtract: bitField(false), OpBitFieldUExtract: bitField(false),
		OpIAddCarry: extended, OpISubBorrow: extended, OpUMulExtended: extended, OpSMulExtended: extended,
		OpControlBarrier: (*checker).barrier, OpMemoryBarrier: (*checker).barrier,
		OpReadClockKHR: (*checker).clock,
		OpBranch:       nothing, OpBranchConditional: (*checker).branchConditional,
		OpSwitch: func(c *checker) { c.typ(0) },
		OpReturn: (*checker).returnNothing, OpReturnValue: (*checker).returnValue, OpUnreachable: nothing,
	}
	addChains(m)
	addArithmetic(m)
	addComparisons(m)
	addAtomics(m)
	addGroups(m)
	addImages(m)
	for op := range pipeRows {
		m[op] = (*checker).pipe
	}
	for op := range queueShapes {
		m[op] = (*checker).queue
	}
	m[OpPredicatedLoad], m[OpPredicatedStore] = (*checker).loadIf, (*checker).storeIf
	m[OpMaskedGather], m[OpMaskedScatter] = (*checker).gather, (*checker).scatter
	m[OpFPGARegINTEL] = anyValue
	m[OpFunctionPointerCallINTEL] = (*checker).indirectCall
	m[OpBuildNDRange] = (*checker).buildRange
	m[OpVariableLengthArrayINTEL], m[OpRestoreMemoryINTEL] = (*checker).arrayOfLength, (*checker).restoreMemory
	m[OpSaveMemoryINTEL] = func(c *checker) { c.need(c.result().Kind == Pointer, "its type is no pointer") }
	m[OpCreatePipeFromPipeStorage] = (*checker).pipeOfStorage
	m[OpIsValidReserveId] = (*checker).isReserved
	m[OpNamedBarrierInitialize] = (*checker).namedBarrierInitialize
	m[OpMemoryNamedBarrier] = (*checker).namedBarrier
	m[OpConvertToBFloat], m[OpConvertFromBFloat] = bfloat(Int, Float), bfloat(Float, Int)
	return m
}

func addChains(m map[Opcode]rule) {
	for op := range chains {
		m[op] = (*checker).chain
	}
	m[OpUntypedPrefetch] = (*checker).untypedPrefetch
}

func addArithmetic(m map[Opcode]rule) {
	for _, op := range [...]Opcode{OpIAdd, OpISub, OpIMul, OpUDiv, OpSDiv, OpUMod, OpSRem, OpSMod, OpBitwiseOr,
		OpBitwiseXor} {
		m[op] = elementwise(Int, 2)
	}
	m[OpBitwiseAnd] = mask
	for _, op := range [...]Opcode{OpFAdd, OpFSub, OpFMul, OpFDiv, OpFRem, OpFMod} {
		m[op] = elementwise(Float, 2)
	}
	m[OpFmaKHR] = elementwise(Float, 3)
	m[OpSNegate], m[OpNot], m[OpFNegate] = elementwise(Int, 1), elementwise(Int, 1), elementwise(Float, 1)
	m[OpShiftLeftLogical], m[OpShiftRightArithmetic], m[OpShiftRightLogical] = shift, shift, shift
	for _, op := range [...]Opcode{OpSDot, OpUDot, OpSUDot, OpSDotAccSat, OpUDotAccSat, OpSUDotAccSat} {
		m[op] = (*checker).dotProduct
	}
}

func addComparisons(m map[Opcode]rule) {
	for _, op := range [...]Opcode{OpIEqual, OpINotEqual, OpUGreaterThan, OpSGreaterThan, OpUGreaterThanEqual,
		OpSGreaterThanEqual, OpULessThan, OpSLessThan, OpULessThanEqual, OpSLessThanEqual} {
		m[op] = comparison(Int, Pointer)
	}
	for _, op := range [...]Opcode{OpFOrdEqual, OpFUnordEqual, OpFOrdNotEqual, OpFUnordNotEqual, OpFOrdLessThan,
		OpFUnordLessThan, OpFOrdGreaterThan, OpFUnordGreaterThan, OpFOrdLessThanEqual, OpFUnordLessThanEqual,
		OpFOrdGreaterThanEqual, OpFUnordGreaterThanEqual, OpLessOrGreater, OpOrdered, OpUnordered} {
		m[op] = comparison(Float)
	}
	for _, op := range [...]Opcode{OpIsNan, OpIsInf, OpIsFinite, OpIsNormal, OpSignBitSet} {
		m[op] = classify
	}
	for _, op := range [...]Opcode{OpLogicalEqual, OpLogicalNotEqual, OpLogicalOr, OpLogicalAnd} {
		m[op] = elementwise(Bool, 2)
	}
	m[OpLogicalNot] = elementwise(Bool, 1)
}

func addAtomics(m map[Opcode]rule) {
	for _, op := range [...]Opcode{OpAtomicIAdd, OpAtomicISub, OpAtomicSMin, OpAtomicUMin, OpAtomicSMax, OpAtomicUMax,
		OpAtomicAnd, OpAtomicOr, OpAtomicXor} {
		m[op] = atomicOf("i", 3)
	}
	for _, op := range [...]Opcode{OpAtomicFAddEXT, OpAtomicFMinEXT, OpAtomicFMaxEXT} {
		m[op] = atomicOf("f", 3)
	}
	m[OpAtomicIIncrement], m[OpAtomicIDecrement] = atomicOf("i"), atomicOf("i")
	m[OpAtomicLoad], m[OpAtomicExchange], m[OpAtomicStore] = atomicOf("n"), atomicOf("n", 3), (*checker).atomicStore
	m[OpAtomicCompareExchange], m[OpAtomicCompareExchangeWeak] = (*checker).atomicExchange, (*checker).atomicExchange
	m[OpAtomicFlagTestAndSet], m[OpAtomicFlagClear] = (*checker).flag, (*checker).flag
}

func addGroups(m map[Opcode]rule) {
	for op := range groupShapes {
		m[op] = (*checker).groupFunction
	}
	m[OpGroupBroadcast] = (*checker).groupBroadcast
	m[OpUntypedGroupAsyncCopy] = (*checker).asyncCopy
	m[OpGroupAsyncCopy], m[OpGroupWaitEvents] = (*checker).asyncCopy, (*checker).waitEvents
	m[OpSubgroupBlockReadINTEL], m[OpSubgroupBlockWriteINTEL] = (*checker).blockRead, (*checker).blockWrite
	m[OpSubgroupImageBlockReadINTEL] = (*checker).imageBlockRead
	m[OpSubgroupImageBlockWriteINTEL] = (*checker).imageBlockWrite
	m[OpSubgroupBlockPrefetch] = (*checker).blockPrefetch
	m[OpControlBarrierArriveINTEL], m[OpControlBarrierWaitINTEL] = (*checker).barrier, (*checker).barrier
}

func addImages(m map[Opcode]rule) {
	m[OpSampledImage], m[OpImage] = (*checker).sampledImage, (*checker).imageOfSampled
	m[OpImageSampleExplicitLod], m[OpImageRead], m[OpImageWrite] = (*checker).imageSample, (*checker).imageRead,
		(*checker).imageWrite
	for _, op := range [...]Opcode{OpImageQueryFormat, OpImageQueryOrder, OpImageQuerySizeLod, OpImageQuerySize,
		OpImageQueryLevels} {
		m[op] = (*checker).imageQuery
	}
}

// Instructions are the instructions that may stand in functions, for the documentation.
func Instructions() []Opcode {
	var list []Opcode
	for op := range rules() {
		list = append(list, op)
	}
	return append(list, OpPhi, OpLabel)
}
