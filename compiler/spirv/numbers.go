package spirv

// Numbers of the specification's enumerations that the reader distinguishes.

// Storage classes.
const (
	StorageUniformConstant = 0
	StorageInput           = 1
	StorageWorkgroup       = 4
	StorageCrossWorkgroup  = 5
	StorageFunction        = 7
	StorageGeneric         = 8
	StorageAtomicCounter   = 10
	StorageImage           = 11
	storageCode            = 5605 // CodeSectionINTEL
	storageDeviceOnly      = 5936 // DeviceOnlyINTEL and HostOnlyINTEL: global memory
	storageHostOnly        = 5937
)

const (
	capabilityInt4             = 5112 // Int4TypeINTEL
	capabilityAnyInteger       = 5844 // ArbitraryPrecisionIntegersINTEL
	capabilityFunctionPointers = 5603 // FunctionPointersINTEL
)

// Decorations.
const (
	DecorationSpecID            = 1
	DecorationCPacked           = 10
	DecorationBuiltIn           = 11
	DecorationConstant          = 22
	DecorationVolatile          = 21
	DecorationRestrict          = 19
	DecorationSaturated         = 28
	DecorationFuncParamAttr     = 38
	DecorationFPRoundingMode    = 39
	DecorationFPFastMathMode    = 40
	DecorationLinkageAttributes = 41
	DecorationNoContraction     = 42
	DecorationAlignment         = 44
	DecorationNoSignedWrap      = 4469
	DecorationFunctionRounding  = 5822 // FunctionRoundingModeINTEL
	DecorationFunctionDenorm    = 5823 // FunctionDenormModeINTEL
)

// Linkage types.
const (
	LinkageExport      = 0
	LinkageImport      = 1
	LinkageLinkOnceODR = 2
)

// Attributes of parameters.
const (
	ParamByVal   = 2
	ParamSret    = 3
	ParamNoAlias = 4
	ParamNoWrite = 6
)

// Execution modes.
const (
	ModeLocalSize           = 17
	ModeLocalSizeHint       = 18
	ModeVecTypeHint         = 30
	ModeContractionOff      = 31
	ModeInitializer         = 33
	ModeFinalizer           = 34
	ModeSubgroupSize        = 35
	ModeSubgroupsPerGroup   = 36
	ModeSubgroupsPerGroupID = 37
	ModeLocalSizeID         = 38
	ModeLocalSizeHintID     = 39

	ModeDenormPreserve           = 4459
	ModeDenormFlushToZero        = 4460
	ModeSignedZeroInfNanPreserve = 4461
	ModeRoundingModeRTE          = 4462
	ModeRoundingModeRTZ          = 4463
	ModeFPFastMathDefault        = 6028

	modelKernel       = 6
	memoryModelOpenCL = 2
	addressing32      = 1
	addressing64      = 2
)

// Bits of FPFastMathMode.
const (
	FastNotNaN    = 1 << 0
	FastNotInf    = 1 << 1
	FastNoZeros   = 1 << 2 // the sign of zeros does not matter
	FastRecip     = 1 << 3
	Fast          = 1 << 4
	FastContract  = 1 << 16
	FastReassoc   = 1 << 17
	FastTransform = 1 << 18
	// FastAll is what Fast allows in the words of FloatControls2.
	FastAll = FastNotNaN | FastNotInf | FastNoZeros | FastRecip | FastContract | FastReassoc | FastTransform
)

// Memory operands.
const (
	AccessVolatile    = 1
	AccessAligned     = 2
	AccessNontemporal = 4
	accessAliasScope  = 0x10000
	accessNoAlias     = 0x20000
)

// Image operands.
const (
	OperandBias       = 1
	OperandLod        = 2
	OperandGrad       = 4
	OperandSignExtend = 0x1000
	OperandZeroExtend = 0x2000
	operandNontemp    = 0x4000
)

// Dimensions of images.
const (
	Dim1D     = 0
	Dim2D     = 1
	Dim3D     = 2
	DimBuffer = 5
)

// Built-in variables.
const (
	BuiltInNumWorkgroups         = 24
	BuiltInWorkgroupSize         = 25
	BuiltInWorkgroupID           = 26
	BuiltInLocalInvocationID     = 27
	BuiltInGlobalInvocationID    = 28
	BuiltInLocalInvocationIndex  = 29
	BuiltInWorkDim               = 30
	BuiltInGlobalSize            = 31
	BuiltInEnqueuedWorkgroupSize = 32
	BuiltInGlobalOffset          = 33
	BuiltInGlobalLinearID        = 34
	BuiltInSubgroupSize          = 36
	BuiltInSubgroupMaxSize       = 37
	BuiltInNumSubgroups          = 38
	BuiltInNumEnqueuedSubgroups  = 39
	BuiltInSubgroupID            = 40
	BuiltInSubgroupLane          = 41 // SubgroupLocalInvocationId
	BuiltInSubgroupEqMask        = 4416
	BuiltInSubgroupGeMask        = 4417
	BuiltInSubgroupGtMask        = 4418
	BuiltInSubgroupLeMask        = 4419
	BuiltInSubgroupLtMask        = 4420
)
