package spirv

// What Debian's spirv-headers do not know yet, from the registry's grammar files. TestNewerRowsAreNewer fails for a row
// that the generated table has.

// The newer instructions.
const (
	OpFmaKHR           Opcode = 4427
	OpPoisonKHR        Opcode = 5158
	OpFreezeKHR        Opcode = 5159
	OpArithmeticFence  Opcode = 6145
	OpConstantReplica  Opcode = 4461
	OpSpecReplica      Opcode = 4462
	OpConstructReplica Opcode = 4463

	OpTypeUntypedPointer            Opcode = 4417
	OpUntypedVariable               Opcode = 4418
	OpUntypedAccessChain            Opcode = 4419
	OpUntypedInBoundsAccessChain    Opcode = 4420
	OpUntypedPtrAccessChain         Opcode = 4423
	OpUntypedInBoundsPtrAccessChain Opcode = 4424
	OpUntypedPrefetch               Opcode = 4426
	OpUntypedGroupAsyncCopy         Opcode = 4434

	OpCompositeConstructContinued Opcode = 6096
	OpPredicatedLoad              Opcode = 6258
	OpPredicatedStore             Opcode = 6259
	OpMaskedGather                Opcode = 6428
	OpMaskedScatter               Opcode = 6429

	OpSubgroupBlockPrefetch Opcode = 6221
	OpConvertToBFloat       Opcode = 6116
	OpConvertFromBFloat     Opcode = 6117
)

const newerLines = `4417 OpTypeUntypedPointerKHR IdResult StorageClass
4418 OpUntypedVariableKHR IdResultType IdResult StorageClass IdRef? IdRef?
4419 OpUntypedAccessChainKHR IdResultType IdResult IdRef IdRef IdRef*
4420 OpUntypedInBoundsAccessChainKHR IdResultType IdResult IdRef IdRef IdRef*
4423 OpUntypedPtrAccessChainKHR IdResultType IdResult IdRef IdRef IdRef IdRef*
4424 OpUntypedInBoundsPtrAccessChainKHR IdResultType IdResult IdRef IdRef IdRef IdRef*
4426 OpUntypedPrefetchKHR IdRef IdRef IdRef? IdRef? IdRef?
4434 OpUntypedGroupAsyncCopyKHR IdResultType IdResult IdRef IdRef IdRef IdRef IdRef IdRef IdRef MemoryAccess? MemoryAccess?
4427 OpFmaKHR IdResultType IdResult IdRef IdRef IdRef
5158 OpPoisonKHR IdResultType IdResult
5159 OpFreezeKHR IdResultType IdResult IdRef
6145 OpArithmeticFenceEXT IdResultType IdResult IdRef
4461 OpConstantCompositeReplicateEXT IdResultType IdResult IdRef
4462 OpSpecConstantCompositeReplicateEXT IdResultType IdResult IdRef
4463 OpCompositeConstructReplicateEXT IdResultType IdResult IdRef
6096 OpCompositeConstructContinuedINTEL IdRef*
6258 OpPredicatedLoadINTEL IdResultType IdResult IdRef IdRef IdRef MemoryAccess?
6259 OpPredicatedStoreINTEL IdRef IdRef IdRef MemoryAccess?
6428 OpMaskedGatherINTEL IdResultType IdResult IdRef LiteralInteger IdRef IdRef
6429 OpMaskedScatterINTEL IdRef IdRef LiteralInteger IdRef
6116 OpConvertFToBF16INTEL IdResultType IdResult IdRef
6117 OpConvertBF16ToFINTEL IdResultType IdResult IdRef
6221 OpSubgroupBlockPrefetchINTEL IdRef IdRef MemoryAccess?
`

const newerEnumLines = `Capability 4473 UntypedPointersKHR
Capability 5112 Int4TypeINTEL
Capability 5116 BFloat16TypeKHR
Capability 5156 PoisonFreezeKHR
Capability 6024 ReplicatedCompositesEXT
Capability 6029 FloatControls2
Capability 6030 FMAKHR
Capability 6115 BFloat16ConversionINTEL
Capability 6144 ArithmeticFenceEXT
Capability 6150 FPGAClusterAttributesV2INTEL
Capability 6161 FPGAKernelAttributesv2INTEL
Capability 6171 FPGALatencyControlINTEL
Capability 6174 FPGAArgumentInterfacesINTEL
Capability 6189 GlobalVariableFPGADecorationsINTEL
Capability 6241 TernaryBitwiseFunctionINTEL
Capability 6246 FunctionVariantsINTEL
Capability 6257 PredicatedIOINTEL
Capability 6022 CooperativeMatrixKHR
Capability 6118 JointMatrixINTEL
FPFastMathMode 262144 AllowTransform
Capability 6169 FPMaxErrorINTEL
Capability 6187 GlobalVariableHostAccessINTEL
Capability 6220 SubgroupBufferPrefetchINTEL
Capability 6265 RoundedDivideSqrtINTEL
Capability 6427 MaskedGatherScatterINTEL
Capability 6441 CacheControlsINTEL
Capability 6460 RegisterLimitsINTEL
Decoration 5145 UTFEncodedKHR
Decoration 6170 FPMaxErrorDecorationINTEL LiteralFloat
Decoration 6188 HostAccessINTEL LiteralInteger LiteralString
Decoration 6442 CacheControlLoadINTEL LiteralInteger LiteralInteger
Decoration 6443 CacheControlStoreINTEL LiteralInteger LiteralInteger
ExecutionMode 6028 FPFastMathDefault IdRef IdRef
FPFastMathMode 262144 AllowTransform
ExecutionMode 6461 MaximumRegistersINTEL LiteralInteger
ExecutionMode 6462 MaximumRegistersIdINTEL IdRef
`
