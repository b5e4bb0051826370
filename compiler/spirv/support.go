package spirv

import (
	"slices"
	"sync"
)

// Support is what is done with a capability, an extension or a decoration.
type Support uint8

// The ways.
const (
	Reads   Support = iota // it is understood
	Ignores                // it is a hint without meaning for results
	Refuses                // modules that use it are refused
)

// CapabilityRow says what is done with a capability. Advertised ones are listed by CL_DEVICE_SPIRV_CAPABILITIES_KHR.
type CapabilityRow struct {
	Name    string
	Support Support
	Reason  string // of a refusal, as the end of a sentence
}

const (
	noGraphics = "it belongs to shaders, not to kernels"
	noMotion   = "motion estimation is done by Intel's graphics processors"
	noMatrix   = "matrices of sub-groups are not supported"
)

// capabilityRows is the one table of capabilities. What is not in it is refused. A capability that becomes possible is
// a row that changes, and its instructions get rows in the tables of rules (check_table.go) and of lowerings (package
// translate).
var capabilityRows = []CapabilityRow{
	{"Matrix", Ignores, ""},
	{"Addresses", Reads, ""},
	{"Linkage", Reads, ""},
	{"Kernel", Reads, ""},
	{"Vector16", Reads, ""},
	{"Float16Buffer", Reads, ""},
	{"Float16", Reads, ""},
	{"Float64", Reads, ""},
	{"Int64", Reads, ""},
	{"Int64Atomics", Reads, ""},
	{"ImageBasic", Reads, ""},
	{"ImageReadWrite", Reads, ""},
	{"ImageMipmap", Reads, ""},
	{"Pipes", Reads, ""},
	{"Groups", Reads, ""},
	{"DeviceEnqueue", Reads, ""},
	{"LiteralSampler", Reads, ""},
	{"Int16", Reads, ""},
	{"GenericPointer", Reads, ""},
	{"Int8", Reads, ""},
	{"Sampled1D", Reads, ""},
	{"Image1D", Reads, ""},
	{"SampledBuffer", Reads, ""},
	{"ImageBuffer", Reads, ""},
	{"UniformDecoration", Reads, ""},
	{"SubgroupDispatch", Reads, ""},
	{"NamedBarrier", Reads, ""},
	{"PipeStorage", Reads, ""},
	{"GroupNonUniform", Reads, ""},
	{"GroupNonUniformVote", Reads, ""},
	{"GroupNonUniformArithmetic", Reads, ""},
	{"GroupNonUniformBallot", Reads, ""},
	{"GroupNonUniformShuffle", Reads, ""},
	{"GroupNonUniformShuffleRelative", Reads, ""},
	{"GroupNonUniformClustered", Reads, ""},
	{"GroupNonUniformQuad", Reads, ""},
	{"Shader", Refuses, noGraphics},
	{"SubgroupBallotKHR", Reads, ""},
	{"SubgroupVoteKHR", Reads, ""},
	{"DenormPreserve", Reads, ""},
	{"DenormFlushToZero", Reads, ""},
	{"SignedZeroInfNanPreserve", Reads, ""},
	{"RoundingModeRTE", Reads, ""},
	{"UntypedPointersKHR", Reads, ""},
	{"RoundingModeRTZ", Reads, ""},
	{"ShaderClockKHR", Reads, ""},
	{"VulkanMemoryModel", Refuses, noGraphics},
	{"SubgroupShuffleINTEL", Reads, ""},
	{"SubgroupBufferBlockIOINTEL", Reads, ""},
	{"SubgroupImageBlockIOINTEL", Reads, ""},
	{"RoundToInfinityINTEL", Refuses, "rounding modes of Intel's processors are not there"},
	{"FloatingPointModeINTEL", Refuses, "floating-point modes of Intel's processors are not there"},
	{"FunctionPointersINTEL", Reads, ""},
	{"IndirectReferencesINTEL", Reads, ""},
	{"AsmINTEL", Refuses, "inline assembly of other processors cannot run here"},
	{"AtomicFloat32MinMaxEXT", Reads, ""},
	{"AtomicFloat64MinMaxEXT", Reads, ""},
	{"AtomicFloat16MinMaxEXT", Reads, ""},
	{"VectorComputeINTEL", Refuses, "the size of these vectors is not one of OpenCL's"},
	{"VectorAnyINTEL", Refuses, "the size of these vectors is not one of OpenCL's"},
	{"ExpectAssumeKHR", Reads, ""},
	{"VariableLengthArrayINTEL", Reads, ""},
	{"FunctionFloatControlINTEL", Reads, ""},
	{"FPFastMathModeINTEL", Ignores, ""},
	{"ArbitraryPrecisionIntegersINTEL", Reads, ""},
	{"Int4TypeINTEL", Reads, ""},
	{"ArbitraryPrecisionFloatingPointINTEL", Refuses, "floats of any width are not supported"},
	{"UnstructuredLoopControlsINTEL", Ignores, ""},
	{"FPGALoopControlsINTEL", Ignores, ""},
	{"KernelAttributesINTEL", Ignores, ""},
	{"FPGAKernelAttributesINTEL", Ignores, ""},
	{"MemoryAccessAliasingINTEL", Ignores, ""},
	{"USMStorageClassesINTEL", Reads, ""},
	{"DotProductInputAll", Reads, ""},
	{"DotProductInput4x8Bit", Reads, ""},
	{"DotProductInput4x8BitPacked", Reads, ""},
	{"DotProduct", Reads, ""},
	{"ReplicatedCompositesEXT", Reads, ""},
	{"BitInstructions", Reads, ""},
	{"GroupNonUniformRotateKHR", Reads, ""},
	{"FloatControls2", Reads, ""},
	{"FMAKHR", Reads, ""},
	{"AtomicFloat32AddEXT", Reads, ""},
	{"AtomicFloat64AddEXT", Reads, ""},
	{"AtomicFloat16AddEXT", Reads, ""},
	{"SplitBarrierINTEL", Reads, ""},
	{"SubgroupBufferPrefetchINTEL", Reads, ""},
	{"FPGAMemoryAttributesINTEL", Ignores, ""},
	{"FPGAMemoryAccessesINTEL", Ignores, ""},
	{"FPGAClusterAttributesINTEL", Ignores, ""},
	{"FPGAClusterAttributesV2INTEL", Ignores, ""},
	{"LoopFuseINTEL", Ignores, ""},
	{"FPGADSPControlINTEL", Ignores, ""},
	{"FPGAInvocationPipeliningAttributesINTEL", Ignores, ""},
	{"FPGABufferLocationINTEL", Ignores, ""},
	{"FPGAKernelAttributesv2INTEL", Ignores, ""},
	{"FPGALatencyControlINTEL", Ignores, ""},
	{"FPGAArgumentInterfacesINTEL", Ignores, ""},
	{"GlobalVariableFPGADecorationsINTEL", Ignores, ""},
	{"FPGARegINTEL", Reads, ""},
	{"RuntimeAlignedAttributeINTEL", Ignores, ""},
	{"DebugInfoModuleINTEL", Ignores, ""},
	{"LongConstantCompositeINTEL", Reads, ""},
	{"PredicatedIOINTEL", Reads, ""},
	{"MaskedGatherScatterINTEL", Reads, ""},
	{"SubgroupImageMediaBlockIOINTEL", Refuses, "blocks of media images are for Intel's graphics processors"},
	{"SubgroupAvcMotionEstimationINTEL", Refuses, noMotion},
	{"SubgroupAvcMotionEstimationIntraINTEL", Refuses, noMotion},
	{"SubgroupAvcMotionEstimationChromaINTEL", Refuses, noMotion},
	{"IOPipesINTEL", Refuses, "pipes to devices of FPGAs are not there"},
	{"BlockingPipesINTEL", Refuses, "pipes on which kernels wait for other kernels are not supported"},
	{"ArbitraryPrecisionFixedPointINTEL", Refuses, "fixed-point numbers are not supported"},
	{"CooperativeMatrixKHR", Refuses, noMatrix},
	{"JointMatrixINTEL", Refuses, noMatrix},
	{"BFloat16TypeKHR", Refuses, "bfloat16 is converted (BFloat16ConversionINTEL), but no type to compute with"},
	{"TernaryBitwiseFunctionINTEL", Refuses, "functions of bits by a table are not supported"},
	{"FunctionVariantsINTEL", Refuses, "variants of functions for other devices are not supported"},
	{"OptNoneINTEL", Ignores, ""},
	{"BFloat16ConversionINTEL", Reads, ""},
	{"ArithmeticFenceEXT", Ignores, ""},
	{"PoisonFreezeKHR", Reads, ""},
	{"FPMaxErrorINTEL", Ignores, ""},
	{"GlobalVariableHostAccessINTEL", Ignores, ""},
	{"GroupUniformArithmeticKHR", Reads, ""},
	{"CacheControlsINTEL", Ignores, ""},
	{"RegisterLimitsINTEL", Ignores, ""},
}

// ignoredExtensions are the extensions without meaning for results; readExtensions those that are understood as far as
// the capabilities tell. Of others, capabilities and instructions decide.
var (
	readExtensions = []string{
		"SPV_KHR_no_integer_wrap_decoration", "SPV_KHR_linkonce_odr", "SPV_KHR_expect_assume",
		"SPV_KHR_bit_instructions",
		"SPV_KHR_integer_dot_product", "SPV_INTEL_usm_storage_classes", "SPV_EXT_replicated_composites",
		"SPV_EXT_relaxed_printf_string_address_space", "SPV_KHR_poison_freeze", "SPV_KHR_fma", "SPV_KHR_shader_clock",
		"SPV_KHR_float_controls", "SPV_KHR_float_controls2", "SPV_INTEL_float_controls2",
		"SPV_EXT_shader_atomic_float_add", "SPV_EXT_shader_atomic_float16_add",
		"SPV_EXT_shader_atomic_float_min_max", "SPV_KHR_shader_ballot",
		"SPV_KHR_untyped_pointers",
		"SPV_KHR_subgroup_vote", "SPV_KHR_subgroup_rotate", "SPV_KHR_uniform_group_instructions",
		"SPV_INTEL_subgroups", "SPV_INTEL_int4", "SPV_INTEL_arbitrary_precision_integers",
		"SPV_INTEL_variable_length_array", "SPV_INTEL_function_pointers",
		"SPV_INTEL_long_constant_composite",
		"SPV_INTEL_long_composites", "SPV_INTEL_predicated_io", "SPV_INTEL_masked_gather_scatter", "SPV_INTEL_fpga_reg",
		"SPV_INTEL_bfloat16_conversion", "SPV_INTEL_split_barrier", "SPV_INTEL_subgroup_buffer_prefetch",
	}
	ignoredExtensions = []string{
		"SPV_KHR_non_semantic_info", "SPV_EXT_optnone", "SPV_INTEL_optnone", "SPV_INTEL_fp_fast_math_mode",
		"SPV_INTEL_kernel_attributes", "SPV_INTEL_unstructured_loop_controls", "SPV_INTEL_memory_access_aliasing",
		"SPV_INTEL_fp_max_error", "SPV_INTEL_cache_controls", "SPV_INTEL_maximum_registers",
		"SPV_INTEL_global_variable_host_access", "SPV_EXT_arithmetic_fence", "SPV_INTEL_arithmetic_fence",
		"SPV_INTEL_fpga_memory_attributes", "SPV_INTEL_fpga_memory_accesses", "SPV_INTEL_fpga_cluster_attributes",
		"SPV_INTEL_loop_fuse", "SPV_INTEL_fpga_dsp_control", "SPV_INTEL_fpga_invocation_pipelining_attributes",
		"SPV_INTEL_fpga_buffer_location", "SPV_INTEL_fpga_loop_controls", "SPV_INTEL_fpga_latency_control",
		"SPV_INTEL_fpga_argument_interfaces", "SPV_INTEL_global_variable_fpga_decorations",
		"SPV_INTEL_runtime_aligned", "SPV_INTEL_debug_module",
	}
)

// refusedDecorations are the decorations whose meaning cannot be given, with the reason. All others that are not read
// are hints.
var refusedDecorations = map[uint32]string{
	35: "the place of a structure's members is that of C; others are not supported", // Offset
}

// Capabilities are the rows of all capabilities that are known, with their names.
func Capabilities() []CapabilityRow { return slices.Clone(capabilityRows) }

// Number is the capability's number.
func (r CapabilityRow) Number() uint32 { return capabilityNumbers()[r.Name] }

var capabilityNumbers = sync.OnceValue(func() map[string]uint32 {
	numbers := map[string]uint32{}
	for number, member := range table().enums["Capability"] {
		numbers[member.name] = number
	}
	return numbers
})

var capabilitySupport = sync.OnceValue(func() map[string]*CapabilityRow {
	rows := map[string]*CapabilityRow{}
	for i := range capabilityRows {
		rows[capabilityRows[i].Name] = &capabilityRows[i]
	}
	return rows
})

// Extensions are the extensions that modules may declare and that mean something here.
func Extensions() []string { return slices.Clone(readExtensions) }

// IgnoredExtensions are those that are accepted because they mean nothing for results.
func IgnoredExtensions() []string { return slices.Clone(ignoredExtensions) }

func (m *Module) capability(in *Instruction) {
	number := in.Args[0]
	name := EnumName("Capability", number)
	m.has[number] = true
	switch row := capabilitySupport()[name]; {
	case row == nil:
		in.bail("the capability %s is not supported", name)
	case row.Support == Refuses:
		in.bail("capability %s: %s", name, row.Reason)
	}
}

// extension accepts every extension by name: what is not supported of one shows in capabilities and instructions.
func (m *Module) extension(*Instruction) {}
