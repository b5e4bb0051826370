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
	{"cl_khr_icd", 1, 0, 0},
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

func deviceUint32(v uint32) func(*Device) []byte { return infoConst[*Device](infoUint32(v)) }
func deviceUint64(v uint64) func(*Device) []byte { return infoConst[*Device](infoUint64(v)) }
func deviceBool(v bool) func(*Device) []byte     { return infoConst[*Device](infoBool(v)) }
func deviceString(v string) func(*Device) []byte { return infoConst[*Device](infoString(v)) }

func deviceVersions(list []extension) func(*Device) []byte {
	return infoConst[*Device](infoNameVersions(nameVersions(list)))
}

// nativeWidth is how many elements of a type one SIMD register holds.
func nativeWidth(elementBytes uint32) func(*Device) []byte {
	return func(d *Device) []byte { return infoUint32(max(d.machine.VectorBytes()/elementBytes, 1)) }
}

// notAccelerated is cl_device_integer_dot_product_acceleration_properties_khr: six times false, for dot products of bytes
// are ordinary multiplications here.
func notAccelerated(*Device) []byte { return infoUint32(0, 0, 0, 0, 0, 0) }

func deviceHasCompiler(d *Device) []byte { return infoBool(d.platform.compiler != nil) }
func deviceMaxConstant(d *Device) []byte { return infoUint64(min(d.maxAllocBytes(), maxConstantBytes)) }
func deviceMaxAlloc(d *Device) []byte    { return infoUint64(d.maxAllocBytes()) }

// maxAllocBytes is the largest buffer: half of the memory, so that a program that fills a buffer of this size does not
// drive the machine into swapping.
func (d *Device) maxAllocBytes() uint64 { return max(d.machine.MemoryBytes()/2, 128<<20) }

// deviceInfo answers clGetDeviceInfo for OpenCL 1.0 to 3.0 and our extensions. One vector lane runs one work-item, so
// the preferred vector widths are 1: vector types in a kernel gain nothing.
var deviceInfo = infoTable[*Device]{
	cl.DeviceType:              deviceUint64(cl.DeviceTypeCpu),
	cl.DeviceVendorId:          func(d *Device) []byte { return infoUint32(d.machine.VendorID()) },
	cl.DeviceName:              func(d *Device) []byte { return infoString(d.machine.Name()) },
	cl.DeviceVendor:            deviceString(vendorName),
	cl.DriverVersion:           deviceString(driverVersion),
	cl.DeviceProfile:           deviceString(profileName),
	cl.DeviceVersion:           deviceString(openCLVersion),
	cl.DeviceNumericVersion:    deviceUint32(featureVersion3),
	cl.DevicePlatform:          func(d *Device) []byte { return infoUint64(d.platform.Handle()) },
	cl.DeviceReferenceCount:    deviceUint32(1),
	cl.DeviceAvailable:         deviceBool(true),
	cl.DeviceCompilerAvailable: deviceHasCompiler,
	cl.DeviceLinkerAvailable:   deviceHasCompiler,

	cl.DeviceExtensions:                     deviceString(extensionNames(deviceExtensions)),
	cl.DeviceExtensionsWithVersion:          deviceVersions(deviceExtensions),
	cl.DeviceOpenclCVersion:                 deviceString(openCLCVersion),
	cl.DeviceOpenclCNumericVersionKhr:       deviceUint32(1<<22 | 2<<12),
	cl.DeviceOpenclCAllVersions:             deviceVersions(openCLCVersions),
	cl.DeviceOpenclCFeatures:                deviceVersions(openCLCFeatures),
	cl.DeviceIlVersion:                      deviceString(""),
	cl.DeviceIlsWithVersion:                 deviceVersions(nil),
	cl.DeviceBuiltInKernels:                 deviceString(""),
	cl.DeviceBuiltInKernelsWithVersion:      deviceVersions(nil),
	cl.DeviceLatestConformanceVersionPassed: deviceString(noConformance),

	// A LUID is an identifier of another operating system.
	cl.DeviceUuidKhr:      deviceUUID,
	cl.DriverUuidKhr:      driverUUID,
	cl.DeviceLuidValidKhr: deviceBool(false),
	cl.DeviceLuidKhr:      infoConst[*Device](make([]byte, cl.LuidSizeKhr)),
	cl.DeviceNodeMaskKhr:  deviceUint32(0),

	cl.DeviceIntegerDotProductCapabilitiesKhr: deviceUint64(
		cl.DeviceIntegerDotProductInput4x8bitKhr | cl.DeviceIntegerDotProductInput4x8bitPackedKhr),
	cl.DeviceIntegerDotProductAccelerationProperties8bitKhr:         notAccelerated,
	cl.DeviceIntegerDotProductAccelerationProperties4x8bitPackedKhr: notAccelerated,

	cl.DeviceMaxComputeUnits:          func(d *Device) []byte { return infoUint32(uint32(d.computeUnits())) },
	cl.DeviceMaxClockFrequency:        func(d *Device) []byte { return infoUint32(d.machine.ClockMHz()) },
	cl.DeviceAddressBits:              deviceUint32(64),
	cl.DeviceEndianLittle:             deviceBool(true),
	cl.DeviceExecutionCapabilities:    deviceUint64(cl.ExecKernel | cl.ExecNativeKernel),
	cl.DeviceProfilingTimerResolution: deviceUint64(timerResolutionNS),
	cl.DeviceErrorCorrectionSupport:   deviceBool(false),
	cl.DeviceHostUnifiedMemory:        deviceBool(true),
	cl.DevicePreferredInteropUserSync: deviceBool(true),
	cl.DevicePrintfBufferSize:         deviceUint64(printfBufferBytes),

	cl.DeviceMaxWorkItemDimensions: deviceUint32(maxWorkItemDimensions),
	cl.DeviceMaxWorkItemSizes: infoConst[*Device](
		infoUint64[uint64](maxWorkGroupSize, maxWorkGroupSize, maxWorkGroupSize)),
	cl.DeviceMaxWorkGroupSize:                    deviceUint64(maxWorkGroupSize),
	cl.DevicePreferredWorkGroupSizeMultiple:      func(d *Device) []byte { return infoUint64(d.lanes()) },
	cl.DeviceNonUniformWorkGroupSupport:          deviceBool(true),
	cl.DeviceWorkGroupCollectiveFunctionsSupport: deviceBool(true),
	cl.DeviceMaxNumSubGroups:                     deviceUint32(0),
	cl.DeviceSubGroupIndependentForwardProgress:  deviceBool(false),

	cl.DevicePreferredVectorWidthChar:   deviceUint32(1),
	cl.DevicePreferredVectorWidthShort:  deviceUint32(1),
	cl.DevicePreferredVectorWidthInt:    deviceUint32(1),
	cl.DevicePreferredVectorWidthLong:   deviceUint32(1),
	cl.DevicePreferredVectorWidthFloat:  deviceUint32(1),
	cl.DevicePreferredVectorWidthDouble: deviceUint32(1),
	cl.DevicePreferredVectorWidthHalf:   deviceUint32(0), // no cl_khr_fp16
	cl.DeviceNativeVectorWidthChar:      nativeWidth(1),
	cl.DeviceNativeVectorWidthShort:     nativeWidth(2),
	cl.DeviceNativeVectorWidthInt:       nativeWidth(4),
	cl.DeviceNativeVectorWidthLong:      nativeWidth(8),
	cl.DeviceNativeVectorWidthFloat:     nativeWidth(4),
	cl.DeviceNativeVectorWidthDouble:    nativeWidth(8),
	cl.DeviceNativeVectorWidthHalf:      deviceUint32(0),

	cl.DeviceSingleFpConfig: deviceUint64(singleFPConfig),
	cl.DeviceDoubleFpConfig: deviceUint64(doubleFPConfig),

	cl.DeviceGlobalMemSize:                    func(d *Device) []byte { return infoUint64(d.machine.MemoryBytes()) },
	cl.DeviceGlobalMemCacheType:               deviceUint32(cl.ReadWriteCache),
	cl.DeviceGlobalMemCacheSize:               func(d *Device) []byte { return infoUint64(d.machine.CacheBytes()) },
	cl.DeviceGlobalMemCachelineSize:           func(d *Device) []byte { return infoUint32(d.machine.CacheLineBytes()) },
	cl.DeviceMaxMemAllocSize:                  deviceMaxAlloc,
	cl.DeviceMaxConstantBufferSize:            deviceMaxConstant,
	cl.DeviceMaxConstantArgs:                  deviceUint32(maxConstantArgs),
	cl.DeviceMaxParameterSize:                 deviceUint64(maxParameterBytes),
	cl.DeviceMemBaseAddrAlign:                 deviceUint32(alignmentBytes * 8),
	cl.DeviceMinDataTypeAlignSize:             deviceUint32(alignmentBytes),
	cl.DeviceLocalMemType:                     deviceUint32(cl.Global),
	cl.DeviceLocalMemSize:                     deviceUint64(localMemBytes),
	cl.DeviceMaxGlobalVariableSize:            deviceUint64(maxGlobalVariableBytes),
	cl.DeviceGlobalVariablePreferredTotalSize: deviceUint64(maxGlobalVariableBytes),
	cl.DeviceGenericAddressSpaceSupport:       deviceBool(true),

	cl.DeviceAtomicMemoryCapabilities:         deviceUint64(atomicMemory),
	cl.DeviceAtomicFenceCapabilities:          deviceUint64(atomicFence),
	cl.DevicePreferredPlatformAtomicAlignment: deviceUint32(0), // zeros: the natural alignment of the type
	cl.DevicePreferredGlobalAtomicAlignment:   deviceUint32(0),
	cl.DevicePreferredLocalAtomicAlignment:    deviceUint32(0),
	cl.DeviceSvmCapabilities:                  deviceUint64(0),

	cl.DeviceQueueOnHostProperties:      deviceUint64(hostQueueProperties),
	cl.DeviceQueueOnDeviceProperties:    deviceUint64(0),
	cl.DeviceQueueOnDevicePreferredSize: deviceUint32(0),
	cl.DeviceQueueOnDeviceMaxSize:       deviceUint32(0),
	cl.DeviceMaxOnDeviceQueues:          deviceUint32(0),
	cl.DeviceMaxOnDeviceEvents:          deviceUint32(0),
	cl.DeviceDeviceEnqueueCapabilities:  deviceUint64(0),
	cl.DevicePipeSupport:                deviceBool(false),
	cl.DeviceMaxPipeArgs:                deviceUint32(0),
	cl.DevicePipeMaxActiveReservations:  deviceUint32(0),
	cl.DevicePipeMaxPacketSize:          deviceUint32(0),

	cl.DeviceImageSupport:              deviceBool(false),
	cl.DeviceMaxReadImageArgs:          deviceUint32(0),
	cl.DeviceMaxWriteImageArgs:         deviceUint32(0),
	cl.DeviceMaxReadWriteImageArgs:     deviceUint32(0),
	cl.DeviceImage2dMaxWidth:           deviceUint64(0),
	cl.DeviceImage2dMaxHeight:          deviceUint64(0),
	cl.DeviceImage3dMaxWidth:           deviceUint64(0),
	cl.DeviceImage3dMaxHeight:          deviceUint64(0),
	cl.DeviceImage3dMaxDepth:           deviceUint64(0),
	cl.DeviceImageMaxBufferSize:        deviceUint64(0),
	cl.DeviceImageMaxArraySize:         deviceUint64(0),
	cl.DeviceImagePitchAlignment:       deviceUint32(0),
	cl.DeviceImageBaseAddressAlignment: deviceUint32(0),
	cl.DeviceMaxSamplers:               deviceUint32(0),

	// A root device that cannot be partitioned.
	cl.DeviceParentDevice:            deviceUint64(0),
	cl.DevicePartitionMaxSubDevices:  deviceUint32(0),
	cl.DevicePartitionProperties:     deviceUint64(0),
	cl.DevicePartitionAffinityDomain: deviceUint64(0),
	cl.DevicePartitionType:           deviceUint64(0),
}

// hostQueueProperties is what clCreateCommandQueue takes.
const hostQueueProperties = cl.QueueProfilingEnable | cl.QueueOutOfOrderExecModeEnable

// GetInfo is clGetDeviceInfo.
func (d *Device) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if err := d.check(); err != nil {
		return 0, err
	}
	return deviceInfo.get(nil, d, name, out)
}

// lanes is how many work-items one SIMD register of 32-bit values holds: the multiple that work-group sizes should be.
func (d *Device) lanes() uint64 { return uint64(max(d.machine.VectorBytes()/4, 1)) }
