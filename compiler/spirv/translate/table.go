package translate

import (
	"sync"

	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// lowering emits an instruction and returns the scalars of its result.
type lowering func(e *emitter) []ir.ValueID

// lowerings is the table of instructions other than terminators, OpPhi and OpVariable. A test compares it with the
// rules of package spirv.
var lowerings = sync.OnceValue(makeLowerings)

func makeLowerings() map[spirv.Opcode]lowering {
	m := map[spirv.Opcode]lowering{
		spirv.OpUndef: (*emitter).undefined, spirv.OpPoisonKHR: (*emitter).undefined,
		spirv.OpExtInst:      (*emitter).extInst,
		spirv.OpFunctionCall: (*emitter).call, spirv.OpLoad: (*emitter).loadInstruction,
		spirv.OpStore: (*emitter).storeInstruction, spirv.OpCopyMemory: (*emitter).copyMemory,
		spirv.OpCopyMemorySized: (*emitter).copySized, spirv.OpPtrDiff: (*emitter).pointerDifference,
		spirv.OpSizeOf:   (*emitter).sizeOf,
		spirv.OpPtrEqual: intCompare(ir.EQ), spirv.OpPtrNotEqual: intCompare(ir.NE),
		spirv.OpLifetimeStart: (*emitter).nothing, spirv.OpLifetimeStop: (*emitter).nothing,
		spirv.OpAssumeTrueKHR: (*emitter).nothing, spirv.OpExpectKHR: (*emitter).same,
		spirv.OpCompositeConstruct: (*emitter).construct, spirv.OpCompositeExtract: (*emitter).extract,
		spirv.OpCompositeInsert: (*emitter).insert, spirv.OpVectorShuffle: (*emitter).shuffle,
		spirv.OpVectorExtractDynamic: (*emitter).extractDynamic, spirv.OpVectorInsertDynamic: (*emitter).insertDynamic,
		spirv.OpConstructReplica: (*emitter).constructReplica, spirv.OpCopyObject: (*emitter).same,
		spirv.OpCopyLogical: (*emitter).same, spirv.OpFreezeKHR: (*emitter).same,
		spirv.OpArithmeticFence: (*emitter).same,
		spirv.OpSelect:          (*emitter).choose, spirv.OpAny: fold(ir.OpOr), spirv.OpAll: fold(ir.OpAnd),
		spirv.OpDot: (*emitter).dot, spirv.OpVectorTimesScalar: (*emitter).timesScalar, spirv.OpFmaKHR: (*emitter).fma,
		spirv.OpReadClockKHR:   (*emitter).clock,
		spirv.OpControlBarrier: (*emitter).controlBarrier, spirv.OpMemoryBarrier: (*emitter).memoryBarrier,
	}
	for _, op := range spirv.Chains() {
		m[op] = (*emitter).chain
	}
	m[spirv.OpVariableLengthArrayINTEL], m[spirv.OpSaveMemoryINTEL] = (*emitter).arrayOfLength, (*emitter).undefined
	m[spirv.OpRestoreMemoryINTEL] = (*emitter).nothing
	m[spirv.OpUntypedPrefetch] = (*emitter).blockPrefetch
	addConversions(m)
	addArithmetic(m)
	addComparisons(m)
	addAtomics(m)
	addGroups(m)
	addImages(m)
	for op := range pipeNames {
		m[op] = (*emitter).pipe
	}
	for op := range queueFunctions {
		m[op] = (*emitter).queueFunction
	}
	for op := range childQuestions {
		m[op] = (*emitter).childInfo
	}
	m[spirv.OpPredicatedLoad], m[spirv.OpPredicatedStore] = (*emitter).predicatedLoad, (*emitter).predicatedStore
	m[spirv.OpMaskedGather], m[spirv.OpMaskedScatter] = (*emitter).maskedGather, (*emitter).maskedScatter
	m[spirv.OpFPGARegINTEL] = (*emitter).same
	m[spirv.OpPtrCastToCrossWorkgroupINTEL], m[spirv.OpCrossWorkgroupCastToPtrINTEL] = (*emitter).same, (*emitter).same
	m[spirv.OpFunctionPointerCallINTEL] = (*emitter).indirectCall
	m[spirv.OpEnqueueKernel], m[spirv.OpBuildNDRange] = (*emitter).enqueueKernel, (*emitter).buildRange
	m[spirv.OpGetKernelLocalSizeForSubgroupCount] = (*emitter).localSizeFor
	m[spirv.OpGetKernelMaxNumSubgroups] = (*emitter).maxSubGroups
	m[spirv.OpCreatePipeFromPipeStorage] = (*emitter).same
	m[spirv.OpIsValidReserveId] = (*emitter).isReserved
	m[spirv.OpNamedBarrierInitialize] = (*emitter).namedBarrierInitialize
	m[spirv.OpMemoryNamedBarrier] = (*emitter).namedBarrier
	m[spirv.OpConvertToBFloat], m[spirv.OpConvertFromBFloat] = (*emitter).toBFloat, (*emitter).fromBFloat
	return m
}

func addConversions(m map[spirv.Opcode]lowering) {
	m[spirv.OpConvertFToU], m[spirv.OpConvertFToS] = convert(true, false), convert(true, true)
	m[spirv.OpConvertSToF], m[spirv.OpConvertUToF] = convert(true, true), convert(false, true)
	m[spirv.OpFConvert], m[spirv.OpQuantizeToF16] = convert(true, true), (*emitter).quantize
	m[spirv.OpUConvert], m[spirv.OpSConvert] = or((*emitter).widened, widen(false)), widen(true)
	m[spirv.OpSatConvertSToU], m[spirv.OpSatConvertUToS] = saturate(true, false), saturate(false, true)
	m[spirv.OpConvertPtrToU], m[spirv.OpConvertUToPtr] = (*emitter).pointerToInt, (*emitter).intToPointer
	m[spirv.OpBitcast] = (*emitter).bitcast
	m[spirv.OpGenericCastToPtr], m[spirv.OpPtrCastToGeneric] = (*emitter).samePointer, (*emitter).samePointer
	m[spirv.OpGenericCastToPtrExplicit], m[spirv.OpGenericPtrMemSemantics] = (*emitter).castExplicit,
		(*emitter).pointerSemantics
}

func addArithmetic(m map[spirv.Opcode]lowering) {
	for op, as := range map[spirv.Opcode]ir.Op{spirv.OpIAdd: ir.OpAdd, spirv.OpISub: ir.OpSub, spirv.OpIMul: ir.OpMul,
		spirv.OpUDiv: ir.OpUDiv, spirv.OpSDiv: ir.OpSDiv, spirv.OpUMod: ir.OpURem, spirv.OpSRem: ir.OpSRem,
		spirv.OpBitwiseOr: ir.OpOr, spirv.OpBitwiseXor: ir.OpXor,
		spirv.OpLogicalOr: ir.OpOr, spirv.OpLogicalAnd: ir.OpAnd} {
		m[op] = intBinary(as)
	}
	for op, as := range map[spirv.Opcode]ir.Op{spirv.OpFAdd: ir.OpFAdd, spirv.OpFSub: ir.OpFSub,
		spirv.OpFMul: ir.OpFMul,
		spirv.OpFDiv: ir.OpFDiv, spirv.OpFRem: ir.OpFRem} {
		m[op] = floatBinary(as)
	}
	m[spirv.OpFMod], m[spirv.OpSMod] = (*emitter).floatModulo, (*emitter).intModulo
	m[spirv.OpSNegate], m[spirv.OpFNegate] = (*emitter).negate, (*emitter).floatNegate
	m[spirv.OpNot], m[spirv.OpLogicalNot] = (*emitter).not, (*emitter).not
	m[spirv.OpShiftLeftLogical] = or((*emitter).multiple, shift(ir.OpShl))
	m[spirv.OpShiftRightLogical] = shift(ir.OpLShr)
	m[spirv.OpShiftRightArithmetic] = or((*emitter).extension, shift(ir.OpAShr))
	m[spirv.OpBitwiseAnd] = or((*emitter).maskOfWider, or((*emitter).wordOf, intBinary(ir.OpAnd)))
	m[spirv.OpIAddCarry], m[spirv.OpISubBorrow] = carry(ir.OpAdd), carry(ir.OpSub)
	m[spirv.OpUMulExtended], m[spirv.OpSMulExtended] = product(ir.OpMulHiU), product(ir.OpMulHiS)
	m[spirv.OpBitCount], m[spirv.OpBitReverse] = (*emitter).bitCount, (*emitter).bitReverse
	m[spirv.OpBitFieldInsert] = bitField("bitfield_insert", 2)
	m[spirv.OpBitFieldSExtract] = bitField("bitfield_extract_signed", 1)
	m[spirv.OpBitFieldUExtract] = bitField("bitfield_extract_unsigned", 1)
	m[spirv.OpSDot], m[spirv.OpSDotAccSat] = dotProduct(true, true, false), dotProduct(true, true, true)
	m[spirv.OpUDot], m[spirv.OpUDotAccSat] = dotProduct(false, false, false), dotProduct(false, false, true)
	m[spirv.OpSUDot], m[spirv.OpSUDotAccSat] = dotProduct(true, false, false), dotProduct(true, false, true)
}

func addComparisons(m map[spirv.Opcode]lowering) {
	for op, pred := range map[spirv.Opcode]ir.ICmpPred{spirv.OpIEqual: ir.EQ, spirv.OpINotEqual: ir.NE,
		spirv.OpLogicalEqual: ir.EQ, spirv.OpLogicalNotEqual: ir.NE, spirv.OpUGreaterThan: ir.UGT,
		spirv.OpSGreaterThan: ir.SGT, spirv.OpUGreaterThanEqual: ir.UGE, spirv.OpSGreaterThanEqual: ir.SGE,
		spirv.OpULessThan: ir.ULT, spirv.OpSLessThan: ir.SLT, spirv.OpULessThanEqual: ir.ULE,
		spirv.OpSLessThanEqual: ir.SLE} {
		m[op] = intCompare(pred)
	}
	for op, pred := range map[spirv.Opcode]ir.FCmpPred{spirv.OpFOrdEqual: ir.OEQ, spirv.OpFOrdNotEqual: ir.ONE,
		spirv.OpFOrdLessThan: ir.OLT, spirv.OpFOrdGreaterThan: ir.OGT, spirv.OpFOrdLessThanEqual: ir.OLE,
		spirv.OpFOrdGreaterThanEqual: ir.OGE, spirv.OpFUnordEqual: ir.UEQ, spirv.OpFUnordNotEqual: ir.UNE,
		spirv.OpLessOrGreater: ir.ONE, spirv.OpOrdered: ir.ORD, spirv.OpUnordered: ir.UNO} {
		m[op] = floatCompare(pred, false)
	}
	for op, pred := range map[spirv.Opcode]ir.FCmpPred{spirv.OpFUnordLessThan: ir.OGE,
		spirv.OpFUnordGreaterThan:   ir.OLE,
		spirv.OpFUnordLessThanEqual: ir.OGT, spirv.OpFUnordGreaterThanEqual: ir.OLT} {
		m[op] = floatCompare(pred, true)
	}
	for op, name := range map[spirv.Opcode]string{spirv.OpIsNan: "isnan", spirv.OpIsInf: "isinf",
		spirv.OpIsFinite: "isfinite", spirv.OpIsNormal: "isnormal", spirv.OpSignBitSet: "signbit"} {
		m[op] = classify(name)
	}
}

func addAtomics(m map[spirv.Opcode]lowering) {
	for op, kind := range map[spirv.Opcode]ir.AtomicKind{spirv.OpAtomicExchange: ir.AtomicXchg,
		spirv.OpAtomicIAdd: ir.AtomicAdd, spirv.OpAtomicISub: ir.AtomicSub, spirv.OpAtomicSMin: ir.AtomicSMin,
		spirv.OpAtomicUMin: ir.AtomicUMin, spirv.OpAtomicSMax: ir.AtomicSMax, spirv.OpAtomicUMax: ir.AtomicUMax,
		spirv.OpAtomicAnd: ir.AtomicAnd, spirv.OpAtomicOr: ir.AtomicOr, spirv.OpAtomicXor: ir.AtomicXor,
		spirv.OpAtomicFAddEXT: ir.AtomicFAdd, spirv.OpAtomicFMinEXT: ir.AtomicFMin,
		spirv.OpAtomicFMaxEXT: ir.AtomicFMax} {
		m[op] = modify(kind)
	}
	m[spirv.OpAtomicIIncrement], m[spirv.OpAtomicIDecrement] = step(ir.AtomicAdd), step(ir.AtomicSub)
	m[spirv.OpAtomicLoad], m[spirv.OpAtomicStore] = (*emitter).atomicLoad, (*emitter).atomicStore
	m[spirv.OpAtomicCompareExchange] = (*emitter).compareExchange
	m[spirv.OpAtomicCompareExchangeWeak] = (*emitter).compareExchange
	m[spirv.OpAtomicFlagTestAndSet], m[spirv.OpAtomicFlagClear] = (*emitter).flagSet, (*emitter).flagClear
}

func addGroups(m map[spirv.Opcode]lowering) {
	for op := range groupFunctions {
		m[op] = (*emitter).collective
	}
	m[spirv.OpGroupBroadcast] = (*emitter).groupBroadcast
	m[spirv.OpUntypedGroupAsyncCopy] = (*emitter).asyncCopy
	m[spirv.OpGroupAsyncCopy], m[spirv.OpGroupWaitEvents] = (*emitter).asyncCopy, (*emitter).waitEvents
	m[spirv.OpSubgroupBlockReadINTEL], m[spirv.OpSubgroupBlockWriteINTEL] = (*emitter).blockRead, (*emitter).blockWrite
	m[spirv.OpSubgroupImageBlockReadINTEL] = (*emitter).imageBlockRead
	m[spirv.OpSubgroupImageBlockWriteINTEL] = (*emitter).imageBlockWrite
	m[spirv.OpSubgroupBlockPrefetch] = (*emitter).blockPrefetch
	m[spirv.OpControlBarrierArriveINTEL] = (*emitter).barrierArrive
	m[spirv.OpControlBarrierWaitINTEL] = (*emitter).controlBarrier
}

func addImages(m map[spirv.Opcode]lowering) {
	m[spirv.OpSampledImage], m[spirv.OpImage] = (*emitter).construct, (*emitter).imageOfSampled
	m[spirv.OpImageSampleExplicitLod], m[spirv.OpImageRead] = (*emitter).imageSample, (*emitter).imageRead
	m[spirv.OpImageWrite] = (*emitter).imageWrite
	m[spirv.OpImageQueryFormat] = imageQuery("get_image_channel_data_type")
	m[spirv.OpImageQueryOrder] = imageQuery("get_image_channel_order")
	m[spirv.OpImageQueryLevels] = imageQuery("get_image_num_mip_levels")
	m[spirv.OpImageQuerySize], m[spirv.OpImageQuerySizeLod] = (*emitter).imageSize, (*emitter).imageSize
}

func (e *emitter) imageOfSampled() []ir.ValueID { return e.value(0)[:1] }
