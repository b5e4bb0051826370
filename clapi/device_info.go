package clapi

import (
	"slices"

	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/compiler/builtin"
	"heddle/image"
)

// The limits of the device that do not depend on the machine.
const (
	maxWorkItemDimensions = 3
	maxWorkGroupSize      = builtin.MaxGroupSize
	maxParameterBytes     = 4096
	maxConstantArgs       = maxParameterBytes / 8
	localMemBytes         = 64 << 10
	alignmentBytes        = 128 // of buffers, and the largest alignment of a type (long16)
	printfBufferBytes     = 1 << 20

	maxReadImageArgs  = 128
	maxWriteImageArgs = 64 // and of those that are read and written
	maxSamplers       = 32

	maxGlobalVariableBytes = 64 << 20 // what the compiler takes as the initialiser of one variable
)

var deviceExtensions = []extension{
	{"cl_khr_byte_addressable_store", 1, 0, 0},
	{"cl_khr_global_int32_base_atomics", 1, 0, 0},
	{"cl_khr_global_int32_extended_atomics", 1, 0, 0},
	{"cl_khr_local_int32_base_atomics", 1, 0, 0},
	{"cl_khr_local_int32_extended_atomics", 1, 0, 0},
	{"cl_khr_int64_base_atomics", 1, 0, 0},
	{"cl_khr_int64_extended_atomics", 1, 0, 0},
	{"cl_khr_fp64", 1, 0, 0},
	{"cl_khr_fp16", 1, 0, 0},
	{"cl_khr_icd", 2, 0, 0},
	{"cl_khr_extended_versioning", 1, 0, 0},
	{"cl_khr_create_command_queue", 1, 0, 0},
	{"cl_khr_priority_hints", 1, 0, 0},
	{"cl_khr_throttle_hints", 1, 0, 0},
	{"cl_khr_terminate_context", 1, 0, 0},
	{"cl_khr_initialize_memory", 1, 0, 0},
	{"cl_khr_extended_bit_ops", 1, 0, 0},
	{"cl_khr_integer_dot_product", 2, 0, 0},
	{"cl_khr_expect_assume", 1, 0, 0},
	{"cl_khr_kernel_clock", 1, 0, 0},
	{"cl_khr_async_work_group_copy_fence", 1, 0, 0},
	{"cl_khr_extended_async_copies", 1, 0, 0},
	{"cl_ext_float_atomics", 1, 0, 0},
	{"cl_intel_bfloat16_conversions", 1, 0, 0},
	{"cl_khr_suggested_local_work_size", 1, 0, 0},
	{"cl_khr_subgroups", 1, 0, 0},
	{"cl_khr_subgroup_extended_types", 1, 0, 0},
	{"cl_khr_subgroup_non_uniform_vote", 1, 0, 0},
	{"cl_khr_subgroup_ballot", 1, 0, 0},
	{"cl_khr_subgroup_non_uniform_arithmetic", 1, 0, 0},
	{"cl_khr_subgroup_shuffle", 1, 0, 0},
	{"cl_khr_subgroup_shuffle_relative", 1, 0, 0},
	{"cl_khr_subgroup_clustered_reduce", 1, 0, 0},
	{"cl_khr_subgroup_rotate", 1, 0, 0},
	{"cl_khr_subgroup_named_barrier", 1, 0, 0},
	{"cl_khr_work_group_uniform_arithmetic", 1, 0, 0},
	{"cl_intel_required_subgroup_size", 1, 0, 0},
	{"cl_intel_subgroups", 1, 0, 0},
	{"cl_intel_subgroups_char", 1, 0, 0},
	{"cl_intel_subgroups_short", 1, 1, 0},
	{"cl_intel_subgroups_long", 1, 0, 0},
	{"cl_intel_subgroup_buffer_prefetch", 1, 0, 0},
	{"cl_intel_subgroup_local_block_io", 1, 0, 1},
	{"cl_intel_split_work_group_barrier", 1, 0, 0},
	{"cl_khr_device_uuid", 1, 0, 0},
	{"cl_khr_il_program", 1, 0, 0},
	{"cl_khr_spirv_queries", 1, 0, 0},
	{"cl_khr_spirv_linkonce_odr", 1, 0, 0},
	{"cl_khr_spirv_no_integer_wrap_decoration", 1, 0, 0},
	{"cl_khr_unified_svm", 0, 9, 0},
	{"cl_khr_semaphore", 1, 0, 0},
	{"cl_khr_external_semaphore", 1, 0, 1},
	{"cl_khr_external_semaphore_opaque_fd", 1, 0, 0},
	{"cl_khr_external_semaphore_sync_fd", 1, 0, 1},
	{"cl_khr_external_memory", 1, 0, 1},
	{"cl_khr_external_memory_opaque_fd", 1, 0, 0},
	{"cl_khr_external_memory_dma_buf", 1, 0, 0},
	{"cl_khr_command_buffer", 0, 9, 8},
	{"cl_khr_command_buffer_mutable_dispatch", 0, 9, 5},
	{"cl_khr_command_buffer_multi_device", 0, 9, 2},
	{"cl_intel_unified_shared_memory", 1, 2, 0},
	{"cl_ext_buffer_device_address", 1, 0, 2},
	{"cl_img_cancel_command", 1, 0, 0},
	{"cl_arm_controlled_kernel_termination", 1, 0, 0},
	{"cl_ext_immutable_memory_objects", 1, 0, 0},
	{"cl_intel_create_buffer_with_properties", 1, 0, 0},
	{"cl_pocl_content_size", 1, 0, 0},
	{"cl_arm_printf", 2, 0, 0},
	{"cl_arm_import_memory", 1, 0, 0},
	{"cl_arm_import_memory_host", 1, 0, 0},
}

// imageExtensions are those that come with images.
var imageExtensions = []extension{
	{"cl_khr_image2d_from_buffer", 1, 0, 0},
	{"cl_khr_depth_images", 1, 0, 0},
	{"cl_khr_3d_image_writes", 1, 0, 0},
	{"cl_khr_srgb_image_writes", 1, 0, 0},
	{"cl_khr_mipmap_image", 1, 0, 0},
	{"cl_khr_mipmap_image_writes", 1, 0, 0},
	{"cl_ext_image_raw10_raw12", 1, 0, 0},
	{"cl_ext_image_unorm_int_2_101010", 1, 0, 0},
	{"cl_ext_image_unsigned_10x6_12x4_14x2", 1, 0, 0},
	{"cl_ext_image_requirements_info", 0, 5, 0},
	{"cl_ext_image_from_buffer", 1, 0, 0},
}

var imageFeatures = []extension{
	{"__opencl_c_images", 3, 0, 0}, {"__opencl_c_3d_image_writes", 3, 0, 0},
	{"__opencl_c_read_write_images", 3, 0, 0},
	{"__opencl_c_ext_image_raw10_raw12", 1, 0, 0}, {"__opencl_c_ext_image_unorm_int_2_101010", 1, 0, 0},
	{"__opencl_c_ext_image_unsigned_10x6_12x4_14x2", 1, 0, 0},
}

// withImages is a list with what comes with images, if the device has them.
func withImages[T any](list, ofImages []T) []T {
	if !compiler.SupportsImages {
		return list
	}
	return slices.Concat(list, ofImages)
}

var openCLCVersions = []extension{
	{"OpenCL C", 1, 0, 0}, {"OpenCL C", 1, 1, 0}, {"OpenCL C", 1, 2, 0}, {"OpenCL C", 3, 0, 0},
}

var openCLCFeatures = []extension{
	{"__opencl_c_atomic_order_acq_rel", 3, 0, 0}, {"__opencl_c_atomic_order_seq_cst", 3, 0, 0},
	{"__opencl_c_atomic_scope_all_devices", 3, 0, 0}, {"__opencl_c_atomic_scope_device", 3, 0, 0},
	{"__opencl_c_fp64", 3, 0, 0}, {"__opencl_c_generic_address_space", 3, 0, 0}, {"__opencl_c_int64", 3, 0, 0},
	{"__opencl_c_integer_dot_product_input_4x8bit", 3, 0, 0},
	{"__opencl_c_integer_dot_product_input_4x8bit_packed", 3, 0, 0},
	{"__opencl_c_pipes", 3, 0, 0},
	{"__opencl_c_program_scope_global_variables", 3, 0, 0}, {"__opencl_c_work_group_collective_functions", 3, 0, 0},
	{"__opencl_c_subgroups", 3, 0, 0},
	{"__opencl_c_kernel_clock_scope_device", 1, 0, 0}, {"__opencl_c_kernel_clock_scope_work_group", 1, 0, 0},
	{"__opencl_c_kernel_clock_scope_sub_group", 1, 0, 0},
	{"__opencl_c_ext_fp16_global_atomic_load_store", 1, 0, 0}, {"__opencl_c_ext_fp16_local_atomic_load_store", 1, 0, 0},
	{"__opencl_c_ext_fp16_global_atomic_add", 1, 0, 0}, {"__opencl_c_ext_fp16_local_atomic_add", 1, 0, 0},
	{"__opencl_c_ext_fp16_global_atomic_min_max", 1, 0, 0}, {"__opencl_c_ext_fp16_local_atomic_min_max", 1, 0, 0},
	{"__opencl_c_ext_fp32_global_atomic_add", 1, 0, 0}, {"__opencl_c_ext_fp32_local_atomic_add", 1, 0, 0},
	{"__opencl_c_ext_fp32_global_atomic_min_max", 1, 0, 0}, {"__opencl_c_ext_fp32_local_atomic_min_max", 1, 0, 0},
	{"__opencl_c_ext_fp64_global_atomic_add", 1, 0, 0}, {"__opencl_c_ext_fp64_local_atomic_add", 1, 0, 0},
	{"__opencl_c_ext_fp64_global_atomic_min_max", 1, 0, 0}, {"__opencl_c_ext_fp64_local_atomic_min_max", 1, 0, 0},
}

const (
	halfFPConfig   = cl.FpDenorm | cl.FpInfNan | cl.FpRoundToNearest | cl.FpFma
	singleFPConfig = cl.FpDenorm | cl.FpInfNan | cl.FpRoundToNearest | cl.FpFma | cl.FpCorrectlyRoundedDivideSqrt
	doubleFPConfig = cl.FpDenorm | cl.FpInfNan | cl.FpRoundToNearest | cl.FpRoundToZero | cl.FpRoundToInf | cl.FpFma

	// Atomics are the processor's: coherent with all other threads of the process, so every order and scope is
	// supported.
	atomicMemory = cl.DeviceAtomicOrderRelaxed | cl.DeviceAtomicOrderAcqRel | cl.DeviceAtomicOrderSeqCst |
		cl.DeviceAtomicScopeWorkGroup | cl.DeviceAtomicScopeDevice | cl.DeviceAtomicScopeAllDevices
	atomicFence = atomicMemory | cl.DeviceAtomicScopeWorkItem

	// Loads, stores, exchanges, sums and extremes of halves, floats and doubles.
	floatAtomics = cl.DeviceGlobalFpAtomicLoadStoreExt | cl.DeviceGlobalFpAtomicAddExt |
		cl.DeviceGlobalFpAtomicMinMaxExt | cl.DeviceLocalFpAtomicLoadStoreExt | cl.DeviceLocalFpAtomicAddExt |
		cl.DeviceLocalFpAtomicMinMaxExt

	// Every pointer of the process is valid in a kernel.
	svmCapabilities = cl.DeviceSvmCoarseGrainBuffer | cl.DeviceSvmFineGrainBuffer | cl.DeviceSvmFineGrainSystem |
		cl.DeviceSvmAtomics
)

// DeviceProperties is the answers of clGetDeviceInfo, for OpenCL 1.0 to 3.0 and our extensions.
func DeviceProperties() []Property {
	return slices.Concat(identityProperties(), languageProperties(), executionProperties(), memoryProperties(),
		objectProperties(), imageProperties(), ilProperties())
}

var deviceProperties = lazyProperties(DeviceProperties)

// identityProperties: what the device is.
func identityProperties() []Property {
	return []Property{
		always(infoUint64[uint64](cl.DeviceTypeCpu), cl.DeviceType),
		fact("vendor_id", cl.DeviceVendorId, func(d *Device) []byte { return infoUint32(d.machine.VendorID) }),
		textFact("name", cl.DeviceName, func(d *Device) string { return d.machine.Name }),
		always(infoString(vendorName), cl.DeviceVendor),
		always(infoString(DriverVersion), cl.DriverVersion),
		always(infoString(profileName), cl.DeviceProfile),
		always(infoString(openCLVersion), cl.DeviceVersion),
		always(infoUint32(featureVersion3), cl.DeviceNumericVersion),
		fact(PlatformHandle, cl.DevicePlatform, func(d *Device) []byte { return infoUint64(d.platform.Handle()) }),
		always(infoUint32(1), cl.DeviceReferenceCount),
		always(infoBool(true), cl.DeviceAvailable, cl.DeviceCompilerAvailable, cl.DeviceLinkerAvailable),
	}
}

// languageProperties: what programs for it may use.
func languageProperties() []Property {
	extensions := withImages(deviceExtensions, imageExtensions)
	features := withImages(openCLCFeatures, imageFeatures)
	return []Property{
		always(infoString(extensionNames(extensions)), cl.DeviceExtensions),
		always(infoNameVersions(nameVersions(extensions)), cl.DeviceExtensionsWithVersion),
		always(infoString(openCLCVersion), cl.DeviceOpenclCVersion),
		always(infoUint32(1<<22|2<<12), cl.DeviceOpenclCNumericVersionKhr),
		always(infoNameVersions(nameVersions(openCLCVersions)), cl.DeviceOpenclCAllVersions),
		always(infoNameVersions(nameVersions(features)), cl.DeviceOpenclCFeatures),
		always(infoString(""), cl.DeviceBuiltInKernels),
		always(infoNameVersions(nameVersions(nil)), cl.DeviceBuiltInKernelsWithVersion),
		always(infoString(noConformance), cl.DeviceLatestConformanceVersionPassed),

		// A LUID is an identifier of another operating system.
		fact("uuid", cl.DeviceUuidKhr, func(d *Device) []byte { return d.machine.UUID[:] }),
		always(driverUUID(), cl.DriverUuidKhr),
		always(infoBool(false), cl.DeviceLuidValidKhr),
		always(make([]byte, cl.LuidSizeKhr), cl.DeviceLuidKhr),
		always(infoUint32(0), cl.DeviceNodeMaskKhr),

		always(infoUint64[uint64](cl.DeviceIntegerDotProductInput4x8bitKhr|
			cl.DeviceIntegerDotProductInput4x8bitPackedKhr), cl.DeviceIntegerDotProductCapabilitiesKhr),
		// six times true: each is a sequence of instructions that programs cannot ask for otherwise
		always(infoUint32(cl.True, cl.True, cl.True, cl.True, cl.True, cl.True),
			cl.DeviceIntegerDotProductAccelerationProperties8bitKhr,
			cl.DeviceIntegerDotProductAccelerationProperties4x8bitPackedKhr),
	}
}

// executionProperties: how it runs work-items.
//
// One vector lane runs one work-item, so a work-item is a scalar program: the preferred vector widths are 1, since
// vector types gain nothing, and so are the native ones, as on other devices that run work-items in lanes. Programs
// that write their kernels for the native width (hashcat) would otherwise use sixteen registers of a work-item for each
// value.
func executionProperties() []Property {
	return []Property{
		fact("compute_units", cl.DeviceMaxComputeUnits, func(d *Device) []byte {
			return infoUint32(uint32(d.computeUnits()))
		}),
		fact("clock_mhz", cl.DeviceMaxClockFrequency, func(d *Device) []byte { return infoUint32(d.machine.ClockMHz) }),
		always(infoUint32(64), cl.DeviceAddressBits),
		always(infoBool(true), cl.DeviceEndianLittle),
		always(infoUint64[uint64](cl.ExecKernel|cl.ExecNativeKernel), cl.DeviceExecutionCapabilities),
		always(infoUint64[uint64](timerResolutionNS), cl.DeviceProfilingTimerResolution),
		always(infoUint64[uint64](cl.DeviceTerminateCapabilityContextKhr), cl.DeviceTerminateCapabilityKhr),
		always(infoUint64[uint64](cl.DeviceControlledTerminationSuccessArm|cl.DeviceControlledTerminationFailureArm|
			cl.DeviceControlledTerminationQueryArm), cl.DeviceControlledTerminationCapabilitiesArm),
		always(infoBool(false), cl.DeviceErrorCorrectionSupport),
		always(infoBool(true), cl.DeviceHostUnifiedMemory, cl.DevicePreferredInteropUserSync),
		always(infoUint64[uint64](printfBufferBytes), cl.DevicePrintfBufferSize),

		always(infoUint32(maxWorkItemDimensions), cl.DeviceMaxWorkItemDimensions),
		always(infoUint64[uint64](maxWorkGroupSize, maxWorkGroupSize, maxWorkGroupSize), cl.DeviceMaxWorkItemSizes),
		always(infoUint64[uint64](maxWorkGroupSize), cl.DeviceMaxWorkGroupSize),
		fact("lanes", cl.DevicePreferredWorkGroupSizeMultiple, func(d *Device) []byte {
			return infoUint64(d.machine.Lanes)
		}),
		always(infoBool(true), cl.DeviceNonUniformWorkGroupSupport, cl.DeviceWorkGroupCollectiveFunctionsSupport),
		always(infoUint32(maxSubGroups), cl.DeviceMaxNumSubGroups),
		always(infoBool(true), cl.DeviceSubGroupIndependentForwardProgress),
		always(infoUint32(compiler.MaxNamedBarriers), cl.DeviceMaxNamedBarrierCountKhr),
		always(infoUint64(subGroupSizes...), cl.DeviceSubGroupSizesIntel),

		always(infoUint32(1), cl.DevicePreferredVectorWidthChar, cl.DevicePreferredVectorWidthShort,
			cl.DevicePreferredVectorWidthInt, cl.DevicePreferredVectorWidthLong, cl.DevicePreferredVectorWidthFloat,
			cl.DevicePreferredVectorWidthHalf, cl.DevicePreferredVectorWidthDouble),
		always(infoUint32(1), cl.DeviceNativeVectorWidthChar, cl.DeviceNativeVectorWidthShort,
			cl.DeviceNativeVectorWidthInt, cl.DeviceNativeVectorWidthLong, cl.DeviceNativeVectorWidthFloat,
			cl.DeviceNativeVectorWidthHalf, cl.DeviceNativeVectorWidthDouble),

		always(infoUint64[uint64](halfFPConfig), cl.DeviceHalfFpConfig),
		always(infoUint64[uint64](cl.DeviceKernelClockScopeDeviceKhr|cl.DeviceKernelClockScopeWorkGroupKhr|
			cl.DeviceKernelClockScopeSubGroupKhr),
			cl.DeviceKernelClockCapabilitiesKhr),
		always(infoUint64[uint64](singleFPConfig), cl.DeviceSingleFpConfig),
		always(infoUint64[uint64](doubleFPConfig), cl.DeviceDoubleFpConfig),
	}
}

// memoryProperties: its memory and atomics.
func memoryProperties() []Property {
	return []Property{
		fact("memory_bytes", cl.DeviceGlobalMemSize, func(d *Device) []byte {
			return infoUint64(d.machine.MemoryBytes)
		}),
		always(infoUint32(cl.ReadWriteCache), cl.DeviceGlobalMemCacheType),
		fact("cache_bytes", cl.DeviceGlobalMemCacheSize, func(d *Device) []byte {
			return infoUint64(d.machine.CacheBytes)
		}),
		fact("cache_line_bytes", cl.DeviceGlobalMemCachelineSize, func(d *Device) []byte {
			return infoUint32(d.machine.CacheLineBytes)
		}),
		fact("max_alloc_bytes", cl.DeviceMaxMemAllocSize, func(d *Device) []byte {
			return infoUint64(d.machine.MaxAllocBytes)
		}),
		fact("max_constant_bytes", cl.DeviceMaxConstantBufferSize, func(d *Device) []byte {
			return infoUint64(d.machine.MaxConstantBytes)
		}),
		always(infoUint32(maxConstantArgs), cl.DeviceMaxConstantArgs),
		always(infoUint64[uint64](maxParameterBytes), cl.DeviceMaxParameterSize),
		always(infoUint32(alignmentBytes*8), cl.DeviceMemBaseAddrAlign),
		always(infoUint32(alignmentBytes), cl.DeviceMinDataTypeAlignSize),
		always(infoUint32(cl.Global), cl.DeviceLocalMemType),
		always(infoUint64[uint64](localMemBytes), cl.DeviceLocalMemSize),
		always(infoUint64[uint64](maxGlobalVariableBytes), cl.DeviceMaxGlobalVariableSize,
			cl.DeviceGlobalVariablePreferredTotalSize),
		always(infoBool(true), cl.DeviceGenericAddressSpaceSupport),

		always(infoUint64[uint64](atomicMemory), cl.DeviceAtomicMemoryCapabilities),
		always(infoUint64[uint64](atomicFence), cl.DeviceAtomicFenceCapabilities),
		always(infoUint64[uint64](floatAtomics), cl.DeviceSingleFpAtomicCapabilitiesExt,
			cl.DeviceDoubleFpAtomicCapabilitiesExt, cl.DeviceHalfFpAtomicCapabilitiesExt),
		// zeros: the natural alignment of the type
		always(infoUint32(0), cl.DevicePreferredPlatformAtomicAlignment, cl.DevicePreferredGlobalAtomicAlignment,
			cl.DevicePreferredLocalAtomicAlignment),
		always(infoUint64[uint64](svmCapabilities), cl.DeviceSvmCapabilities),
		always(infoUint64(svmTypes[:]...), cl.DeviceSvmTypeCapabilitiesKhr),
		always(infoUint64[uint64](1), cl.DeviceSvmConcurrentAccessAtomSizeKhr), // single bytes
		always(infoUint64[uint64](usmCapabilities), cl.DeviceHostMemCapabilitiesIntel,
			cl.DeviceDeviceMemCapabilitiesIntel, cl.DeviceSingleDeviceSharedMemCapabilitiesIntel,
			cl.DeviceCrossDeviceSharedMemCapabilitiesIntel, cl.DeviceSharedSystemMemCapabilitiesIntel),
	}
}

// objectProperties: queues, pipes and sub-devices.
func objectProperties() []Property {
	return []Property{
		always(infoUint64[uint64](hostQueueProperties), cl.DeviceQueueOnHostProperties),
		always(infoUint64[uint64](0), cl.DeviceQueueOnDeviceProperties),
		always(infoUint32(0), cl.DeviceQueueOnDevicePreferredSize, cl.DeviceQueueOnDeviceMaxSize,
			cl.DeviceMaxOnDeviceQueues, cl.DeviceMaxOnDeviceEvents),
		always(infoUint64[uint64](0), cl.DeviceDeviceEnqueueCapabilities),
		always(infoBool(true), cl.DevicePipeSupport),
		always(infoUint32(maxPipeArgs), cl.DeviceMaxPipeArgs),
		always(infoUint32(maxPipeReservations), cl.DevicePipeMaxActiveReservations),
		always(infoUint32(maxPipePacketBytes), cl.DevicePipeMaxPacketSize),

		always(infoUint32(cl.SemaphoreTypeBinaryKhr), cl.DeviceSemaphoreTypesKhr),
		always(semaphoreHandles, cl.DeviceSemaphoreImportHandleTypesKhr, cl.DeviceSemaphoreExportHandleTypesKhr),
		always(memoryHandles, cl.DeviceExternalMemoryImportHandleTypesKhr,
			cl.DeviceExternalMemoryImportAssumeLinearImagesHandleTypesKhr),
		always(infoUint64[uint64](commandBufferCapabilities), cl.DeviceCommandBufferCapabilitiesKhr),
		always(infoUint64[uint64](0), cl.DeviceCommandBufferRequiredQueuePropertiesKhr),
		always(infoUint64[uint64](hostQueueProperties), cl.DeviceCommandBufferSupportedQueuePropertiesKhr),
		always(infoUint32(0), cl.DeviceCommandBufferNumSyncDevicesKhr), // queues wait for each other on the host
		always([]byte{}, cl.DeviceCommandBufferSyncDevicesKhr),
		always(infoUint64[uint64](mutableFields), cl.DeviceMutableDispatchCapabilitiesKhr),

		// A root device that cannot be partitioned.
		always(infoUint64[uint64](0), cl.DeviceParentDevice),
		always(infoUint32(0), cl.DevicePartitionMaxSubDevices),
		always(infoUint64[uint64](0), cl.DevicePartitionProperties, cl.DevicePartitionAffinityDomain,
			cl.DevicePartitionType),
	}
}

// imageProperties: images and samplers, zeros if there are none.
func imageProperties() []Property {
	limits, readArgs, writeArgs, samplers, alignment := imageLimits, maxReadImageArgs, maxWriteImageArgs, maxSamplers, 1
	if !compiler.SupportsImages {
		limits, readArgs, writeArgs, samplers, alignment = image.Limits{}, 0, 0, 0, 0
	}
	return []Property{
		always(infoBool(compiler.SupportsImages), cl.DeviceImageSupport),
		always(infoUint32(uint32(readArgs)), cl.DeviceMaxReadImageArgs),
		always(infoUint32(uint32(writeArgs)), cl.DeviceMaxWriteImageArgs, cl.DeviceMaxReadWriteImageArgs),
		always(infoUint32(uint32(samplers)), cl.DeviceMaxSamplers),
		always(infoUint64(limits.Width2D), cl.DeviceImage2dMaxWidth),
		always(infoUint64(limits.Height2D), cl.DeviceImage2dMaxHeight),
		always(infoUint64(limits.Width3D), cl.DeviceImage3dMaxWidth),
		always(infoUint64(limits.Height3D), cl.DeviceImage3dMaxHeight),
		always(infoUint64(limits.Depth3D), cl.DeviceImage3dMaxDepth),
		always(infoUint64(limits.BufferWidth), cl.DeviceImageMaxBufferSize),
		always(infoUint64(limits.Layers), cl.DeviceImageMaxArraySize),
		always(infoUint32(uint32(alignment)), cl.DeviceImagePitchAlignment, cl.DeviceImageBaseAddressAlignment),
	}
}

// hostQueueProperties is the properties that clCreateCommandQueue accepts.
const hostQueueProperties = cl.QueueProfilingEnable | cl.QueueOutOfOrderExecModeEnable

// GetInfo is clGetDeviceInfo.
func (d *Device) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if err := d.check(); err != nil {
		return 0, err
	}
	return out.answer(name, deviceProperties.of(d, name))
}
