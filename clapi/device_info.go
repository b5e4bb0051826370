package clapi

import (
	"heddle/clapi/cl"
	"heddle/compiler/builtin"
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

	// Constant memory is like any other here; programs size tables by this limit and fill them, so gigabytes help nobody.
	maxConstantBytes = 256 << 20

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
	{"cl_khr_icd", 2, 0, 0},
	{"cl_khr_extended_versioning", 1, 0, 0},
	{"cl_khr_create_command_queue", 1, 0, 0},
	{"cl_khr_extended_bit_ops", 1, 0, 0},
	{"cl_khr_integer_dot_product", 2, 0, 0},
	{"cl_khr_suggested_local_work_size", 1, 0, 0},
	{"cl_khr_device_uuid", 1, 0, 0},
}

var openCLCVersions = []extension{
	{"OpenCL C", 1, 0, 0}, {"OpenCL C", 1, 1, 0}, {"OpenCL C", 1, 2, 0}, {"OpenCL C", 3, 0, 0},
}

var openCLCFeatures = []extension{
	{"__opencl_c_atomic_order_acq_rel", 3, 0, 0}, {"__opencl_c_atomic_order_seq_cst", 3, 0, 0},
	{"__opencl_c_atomic_scope_all_devices", 3, 0, 0}, {"__opencl_c_atomic_scope_device", 3, 0, 0},
	{"__opencl_c_fp64", 3, 0, 0}, {"__opencl_c_generic_address_space", 3, 0, 0}, {"__opencl_c_int64", 3, 0, 0},
	{"__opencl_c_integer_dot_product_input_4x8bit", 3, 0, 0}, {"__opencl_c_integer_dot_product_input_4x8bit_packed", 3, 0, 0},
	{"__opencl_c_program_scope_global_variables", 3, 0, 0}, {"__opencl_c_work_group_collective_functions", 3, 0, 0},
}

const (
	singleFPConfig = cl.FpDenorm | cl.FpInfNan | cl.FpRoundToNearest | cl.FpFma | cl.FpCorrectlyRoundedDivideSqrt
	doubleFPConfig = cl.FpDenorm | cl.FpInfNan | cl.FpRoundToNearest | cl.FpRoundToZero | cl.FpRoundToInf | cl.FpFma

	// Atomics are the processor's: coherent with all other threads of the process, so every order and scope is there.
	atomicMemory = cl.DeviceAtomicOrderRelaxed | cl.DeviceAtomicOrderAcqRel | cl.DeviceAtomicOrderSeqCst |
		cl.DeviceAtomicScopeWorkGroup | cl.DeviceAtomicScopeDevice | cl.DeviceAtomicScopeAllDevices
	atomicFence = atomicMemory | cl.DeviceAtomicScopeWorkItem
)

// maxAllocBytes is the largest buffer: half of the memory, so that a program that fills a buffer of this size does not
// drive the machine into swapping.
func (d *Device) maxAllocBytes() uint64 { return max(d.machine.MemoryBytes()/2, 128<<20) }

// answer is the value of a query of clGetDeviceInfo, for OpenCL 1.0 to 3.0 and our extensions; nil if it is unknown. These
// are switches because a table would have to be filled when the library starts.
func (d *Device) answer(name uint32) []byte {
	if value := d.answerIdentity(name); value != nil {
		return value
	}
	if value := d.answerLanguage(name); value != nil {
		return value
	}
	if value := d.answerExecution(name); value != nil {
		return value
	}
	if value := d.answerMemory(name); value != nil {
		return value
	}
	return answerObjects(name)
}

// answerIdentity: what the device is.
func (d *Device) answerIdentity(name uint32) []byte {
	switch name {
	case cl.DeviceType:
		return infoUint64[uint64](cl.DeviceTypeCpu)
	case cl.DeviceVendorId:
		return infoUint32(d.machine.VendorID())
	case cl.DeviceName:
		return infoString(d.machine.Name())
	case cl.DeviceVendor:
		return infoString(vendorName)
	case cl.DriverVersion:
		return infoString(driverVersion)
	case cl.DeviceProfile:
		return infoString(profileName)
	case cl.DeviceVersion:
		return infoString(openCLVersion)
	case cl.DeviceNumericVersion:
		return infoUint32(featureVersion3)
	case cl.DevicePlatform:
		return infoUint64(d.platform.Handle())
	case cl.DeviceReferenceCount:
		return infoUint32(1)
	case cl.DeviceAvailable:
		return infoBool(true)
	case cl.DeviceCompilerAvailable, cl.DeviceLinkerAvailable:
		return infoBool(d.platform.compiler != nil)
	}
	return nil
}

// answerLanguage: what programs for it may use.
func (d *Device) answerLanguage(name uint32) []byte {
	switch name {
	case cl.DeviceExtensions:
		return infoString(extensionNames(deviceExtensions))
	case cl.DeviceExtensionsWithVersion:
		return infoNameVersions(nameVersions(deviceExtensions))
	case cl.DeviceOpenclCVersion:
		return infoString(openCLCVersion)
	case cl.DeviceOpenclCNumericVersionKhr:
		return infoUint32(1<<22 | 2<<12)
	case cl.DeviceOpenclCAllVersions:
		return infoNameVersions(nameVersions(openCLCVersions))
	case cl.DeviceOpenclCFeatures:
		return infoNameVersions(nameVersions(openCLCFeatures))
	case cl.DeviceIlVersion:
		return infoString("")
	case cl.DeviceIlsWithVersion:
		return infoNameVersions(nameVersions(nil))
	case cl.DeviceBuiltInKernels:
		return infoString("")
	case cl.DeviceBuiltInKernelsWithVersion:
		return infoNameVersions(nameVersions(nil))
	case cl.DeviceLatestConformanceVersionPassed:
		return infoString(noConformance)

	// A LUID is an identifier of another operating system.
	case cl.DeviceUuidKhr:
		return deviceUUID(d)
	case cl.DriverUuidKhr:
		return driverUUID(d)
	case cl.DeviceLuidValidKhr:
		return infoBool(false)
	case cl.DeviceLuidKhr:
		return make([]byte, cl.LuidSizeKhr)
	case cl.DeviceNodeMaskKhr:
		return infoUint32(0)

	case cl.DeviceIntegerDotProductCapabilitiesKhr:
		return infoUint64[uint64](cl.DeviceIntegerDotProductInput4x8bitKhr | cl.DeviceIntegerDotProductInput4x8bitPackedKhr)
	case cl.DeviceIntegerDotProductAccelerationProperties8bitKhr,
		cl.DeviceIntegerDotProductAccelerationProperties4x8bitPackedKhr:
		return infoUint32(0, 0, 0, 0, 0, 0) // six times false: dot products of bytes are ordinary multiplications here
	}
	return nil
}

// answerExecution: how it runs work-items.
//
// One vector lane runs one work-item, so a work-item is a scalar program: the preferred vector widths are 1, since vector
// types gain nothing, and so are the native ones, as on other devices that run work-items in lanes. Programs that write
// their kernels for the native width (hashcat) would have a work-item use sixteen registers for each value.
func (d *Device) answerExecution(name uint32) []byte {
	switch name {
	case cl.DeviceMaxComputeUnits:
		return infoUint32(uint32(d.computeUnits()))
	case cl.DeviceMaxClockFrequency:
		return infoUint32(d.machine.ClockMHz())
	case cl.DeviceAddressBits:
		return infoUint32(64)
	case cl.DeviceEndianLittle:
		return infoBool(true)
	case cl.DeviceExecutionCapabilities:
		return infoUint64[uint64](cl.ExecKernel | cl.ExecNativeKernel)
	case cl.DeviceProfilingTimerResolution:
		return infoUint64[uint64](timerResolutionNS)
	case cl.DeviceErrorCorrectionSupport:
		return infoBool(false)
	case cl.DeviceHostUnifiedMemory, cl.DevicePreferredInteropUserSync:
		return infoBool(true)
	case cl.DevicePrintfBufferSize:
		return infoUint64[uint64](printfBufferBytes)

	case cl.DeviceMaxWorkItemDimensions:
		return infoUint32(maxWorkItemDimensions)
	case cl.DeviceMaxWorkItemSizes:
		return infoUint64[uint64](maxWorkGroupSize, maxWorkGroupSize, maxWorkGroupSize)
	case cl.DeviceMaxWorkGroupSize:
		return infoUint64[uint64](maxWorkGroupSize)
	case cl.DevicePreferredWorkGroupSizeMultiple:
		return infoUint64(d.lanes())
	case cl.DeviceNonUniformWorkGroupSupport, cl.DeviceWorkGroupCollectiveFunctionsSupport:
		return infoBool(true)
	case cl.DeviceMaxNumSubGroups:
		return infoUint32(0)
	case cl.DeviceSubGroupIndependentForwardProgress:
		return infoBool(false)

	case cl.DevicePreferredVectorWidthChar, cl.DevicePreferredVectorWidthShort, cl.DevicePreferredVectorWidthInt,
		cl.DevicePreferredVectorWidthLong, cl.DevicePreferredVectorWidthFloat, cl.DevicePreferredVectorWidthDouble:
		return infoUint32(1)
	case cl.DeviceNativeVectorWidthChar, cl.DeviceNativeVectorWidthShort, cl.DeviceNativeVectorWidthInt,
		cl.DeviceNativeVectorWidthLong, cl.DeviceNativeVectorWidthFloat, cl.DeviceNativeVectorWidthDouble:
		return infoUint32(1)
	case cl.DevicePreferredVectorWidthHalf, cl.DeviceNativeVectorWidthHalf: // no cl_khr_fp16
		return infoUint32(0)

	case cl.DeviceSingleFpConfig:
		return infoUint64[uint64](singleFPConfig)
	case cl.DeviceDoubleFpConfig:
		return infoUint64[uint64](doubleFPConfig)
	}
	return nil
}

// answerMemory: its memory and atomics.
func (d *Device) answerMemory(name uint32) []byte {
	switch name {
	case cl.DeviceGlobalMemSize:
		return infoUint64(d.machine.MemoryBytes())
	case cl.DeviceGlobalMemCacheType:
		return infoUint32(cl.ReadWriteCache)
	case cl.DeviceGlobalMemCacheSize:
		return infoUint64(d.machine.CacheBytes())
	case cl.DeviceGlobalMemCachelineSize:
		return infoUint32(d.machine.CacheLineBytes())
	case cl.DeviceMaxMemAllocSize:
		return infoUint64(d.maxAllocBytes())
	case cl.DeviceMaxConstantBufferSize:
		return infoUint64(min(d.maxAllocBytes(), maxConstantBytes))
	case cl.DeviceMaxConstantArgs:
		return infoUint32(maxConstantArgs)
	case cl.DeviceMaxParameterSize:
		return infoUint64[uint64](maxParameterBytes)
	case cl.DeviceMemBaseAddrAlign:
		return infoUint32(alignmentBytes * 8)
	case cl.DeviceMinDataTypeAlignSize:
		return infoUint32(alignmentBytes)
	case cl.DeviceLocalMemType:
		return infoUint32(cl.Global)
	case cl.DeviceLocalMemSize:
		return infoUint64[uint64](localMemBytes)
	case cl.DeviceMaxGlobalVariableSize, cl.DeviceGlobalVariablePreferredTotalSize:
		return infoUint64[uint64](maxGlobalVariableBytes)
	case cl.DeviceGenericAddressSpaceSupport:
		return infoBool(true)

	case cl.DeviceAtomicMemoryCapabilities:
		return infoUint64[uint64](atomicMemory)
	case cl.DeviceAtomicFenceCapabilities:
		return infoUint64[uint64](atomicFence)
	case cl.DevicePreferredPlatformAtomicAlignment, cl.DevicePreferredGlobalAtomicAlignment,
		cl.DevicePreferredLocalAtomicAlignment: // zeros: the natural alignment of the type
		return infoUint32(0)
	case cl.DeviceSvmCapabilities:
		return infoUint64[uint64](0)
	}
	return nil
}

// answerObjects: queues, pipes, images and sub-devices.
func answerObjects(name uint32) []byte {
	switch name {
	case cl.DeviceQueueOnHostProperties:
		return infoUint64[uint64](hostQueueProperties)
	case cl.DeviceQueueOnDeviceProperties:
		return infoUint64[uint64](0)
	case cl.DeviceQueueOnDevicePreferredSize, cl.DeviceQueueOnDeviceMaxSize, cl.DeviceMaxOnDeviceQueues,
		cl.DeviceMaxOnDeviceEvents:
		return infoUint32(0)
	case cl.DeviceDeviceEnqueueCapabilities:
		return infoUint64[uint64](0)
	case cl.DevicePipeSupport:
		return infoBool(false)
	case cl.DeviceMaxPipeArgs, cl.DevicePipeMaxActiveReservations, cl.DevicePipeMaxPacketSize:
		return infoUint32(0)

	case cl.DeviceImageSupport:
		return infoBool(false)
	case cl.DeviceMaxReadImageArgs, cl.DeviceMaxWriteImageArgs, cl.DeviceMaxReadWriteImageArgs:
		return infoUint32(0)
	case cl.DeviceImage2dMaxWidth, cl.DeviceImage2dMaxHeight, cl.DeviceImage3dMaxWidth, cl.DeviceImage3dMaxHeight,
		cl.DeviceImage3dMaxDepth, cl.DeviceImageMaxBufferSize, cl.DeviceImageMaxArraySize:
		return infoUint64[uint64](0)
	case cl.DeviceImagePitchAlignment, cl.DeviceImageBaseAddressAlignment, cl.DeviceMaxSamplers:
		return infoUint32(0)

	// A root device that cannot be partitioned.
	case cl.DeviceParentDevice:
		return infoUint64[uint64](0)
	case cl.DevicePartitionMaxSubDevices:
		return infoUint32(0)
	case cl.DevicePartitionProperties, cl.DevicePartitionAffinityDomain, cl.DevicePartitionType:
		return infoUint64[uint64](0)
	}
	return nil
}

// hostQueueProperties is what clCreateCommandQueue takes.
const hostQueueProperties = cl.QueueProfilingEnable | cl.QueueOutOfOrderExecModeEnable

// GetInfo is clGetDeviceInfo.
func (d *Device) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if err := d.check(); err != nil {
		return 0, err
	}
	return out.answer(name, d.answer(name))
}

// lanes is how many work-items one SIMD register of 32-bit values holds: the multiple that work-group sizes should be.
func (d *Device) lanes() uint64 { return uint64(max(d.machine.VectorBytes()/4, 1)) }
