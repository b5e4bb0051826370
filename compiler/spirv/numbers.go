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
	capabilityAnyInteger       = 5844 // ArbitraryPrecisionIntegersINTEL
	capabilityFunctionPointers = 5603 // FunctionPointersINTEL
	capabilityFloatControls2   = 6029
	modeFastMathDefault        = 6028 // FPFastMathDefault
	decorationFastMath         = 40   // FPFastMathMode
	fastMathFast               = 0x10
	fastMathContract           = 0x10000 // AllowContract
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
	modelKernel             = 6
	memoryModelOpenCL       = 2
	addressing32            = 1
	addressing64            = 2
)

// Bits of FPFastMathMode.
const (
	FastContract = 1 << 16
	Fast         = 1 << 4
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
