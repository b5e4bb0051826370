package clapi

import (
	"slices"

	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/compiler/builtin"
	"heddle/compiler/feature"
)

// The limits of the device that do not depend on the machine.
const (
	maxWorkItemDimensions = 3
	maxWorkGroupSize      = builtin.MaxGroupSize
	maxParameterBytes     = 4096
	maxConstantArgs       = maxParameterBytes / 8
	localMemBytes         = 64 << 10
	mostLocalBytes        = 4 * localMemBytes // tiles are chosen by the size of a group alone, which is large here
	alignmentBytes        = 128               // of buffers, and the largest alignment of a type (long16)
	printfBufferBytes     = 1 << 20

	maxReadImageArgs  = 128
	maxWriteImageArgs = 64 // and of those that are read and written
	maxSamplers       = 32

	maxGlobalVariableBytes = 64 << 20 // what the compiler takes as the initialiser of one variable
)

const (
	halfFPConfig   = cl.FpDenorm | cl.FpInfNan | cl.FpRoundToNearest | cl.FpFma
	singleFPConfig = cl.FpDenorm | cl.FpInfNan | cl.FpRoundToNearest | cl.FpFma | cl.FpCorrectlyRoundedDivideSqrt
	doubleFPConfig = cl.FpDenorm | cl.FpInfNan | cl.FpRoundToNearest | cl.FpRoundToZero | cl.FpRoundToInf | cl.FpFma

	// Every pointer of the process is valid in a kernel.
	svmCapabilities = cl.DeviceSvmCoarseGrainBuffer | cl.DeviceSvmFineGrainBuffer | cl.DeviceSvmFineGrainSystem |
		cl.DeviceSvmAtomics
)

// DeviceProperties is the answers of clGetDeviceInfo, for OpenCL 1.0 to 3.1 and our extensions.
func DeviceProperties() []Property {
	return slices.Concat(identityProperties(), languageProperties(), executionProperties(), memoryProperties(),
		objectProperties(), partitionProperties(), imageProperties(), ilProperties())
}

var deviceProperties = lazyProperties(DeviceProperties)

// identityProperties: what the device is.
func identityProperties() []Property {
	return []Property{
		always(infoUint64[uint64](cl.DeviceTypeCpu), cl.DeviceType),
		fact("vendor_id", cl.DeviceVendorId, func(d *Device) []byte { return infoUint32(d.machine.VendorID) }),
		textFact("name", cl.DeviceName, func(d *Device) string { return d.machine.Name }),
		always(infoString(vendorName), cl.DeviceVendor),
		textFact("driver", cl.DriverVersion, func(d *Device) string { return d.machine.Driver }),
		always(infoString(profileName), cl.DeviceProfile),
		always(infoString(openCLVersion()), cl.DeviceVersion),
		always(infoUint32(numeric(feature.API)), cl.DeviceNumericVersion),
		fact(PlatformHandle, cl.DevicePlatform, func(d *Device) []byte { return infoUint64(d.platform.Handle()) }),
		always(infoBool(true), cl.DeviceAvailable, cl.DeviceCompilerAvailable, cl.DeviceLinkerAvailable),
	}
}

// languageProperties: what programs for it may use.
func languageProperties() []Property {
	extensions := feature.Extensions(feature.OnDevice)
	return []Property{
		always(infoString(extensionNames(extensions)), cl.DeviceExtensions),
		alwaysNames(nameVersions(extensions), cl.DeviceExtensionsWithVersion),
		// the newest that is fully backwards compatible; the newer ones are in the list of all
		always(infoString("OpenCL C "+compatibleC.Short()+" "+vendorName), cl.DeviceOpenclCVersion),
		always(infoUint32(numeric(compatibleC)), cl.DeviceOpenclCNumericVersionKhr),
		alwaysNames(versionsOf("OpenCL C", feature.LanguageVersions()), cl.DeviceOpenclCAllVersions),
		alwaysNames(nameVersions(feature.Features()), cl.DeviceOpenclCFeatures),
		always(infoString(""), cl.DeviceBuiltInKernels),
		alwaysNames(nameVersions(nil), cl.DeviceBuiltInKernelsWithVersion),
		always(infoString(noConformance), cl.DeviceLatestConformanceVersionPassed),

		// A LUID is an identifier of another operating system.
		fact("uuid", cl.DeviceUuid, func(d *Device) []byte { return d.machine.UUID[:] }),
		always(driverUUID(), cl.DriverUuid),
		always(infoBool(false), cl.DeviceLuidValid),
		always(make([]byte, cl.LuidSize), cl.DeviceLuid),
		always(infoUint32(0), cl.DeviceNodeMask),

		always(infoUint64(dotProducts.set()), cl.DeviceIntegerDotProductCapabilities),
		// six times true: each is a sequence of instructions that programs cannot ask for otherwise
		always(infoUint32(cl.True, cl.True, cl.True, cl.True, cl.True, cl.True),
			cl.DeviceIntegerDotProductAccelerationProperties8bit,
			cl.DeviceIntegerDotProductAccelerationProperties4x8bitPacked),
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
		always(infoUint64[uint64](maxWorkGroupSize, maxWorkGroupSize, maxWorkGroupSize), cl.DeviceMaxWorkGroupSizes),
		always(infoUint64[uint64](maxWorkGroupSize), cl.DeviceMaxWorkGroupSize),
		fact("lanes", cl.DevicePreferredWorkGroupSizeMultiple, func(d *Device) []byte {
			return infoUint64(d.machine.Lanes)
		}),
		always(infoBool(true), cl.DeviceNonUniformWorkGroupSupport),
		always(infoBool(feature.Has("__opencl_c_work_group_collective_functions")),
			cl.DeviceWorkGroupCollectiveFunctionsSupport),
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

		always(infoUint64(featureBits{{"cl_khr_fp16", halfFPConfig}}.set()), cl.DeviceHalfFpConfig),
		always(infoUint64(clocks.set()), cl.DeviceKernelClockCapabilitiesKhr),
		always(infoUint64[uint64](singleFPConfig), cl.DeviceSingleFpConfig),
		always(infoUint64(featureBits{{"__opencl_c_fp64", doubleFPConfig}}.set()), cl.DeviceDoubleFpConfig),
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
		always(infoBool(feature.Has("__opencl_c_generic_address_space")), cl.DeviceGenericAddressSpaceSupport),

		always(infoUint64(atomics.set()), cl.DeviceAtomicMemoryCapabilities),
		always(infoUint64(atomics.set()|cl.DeviceAtomicScopeWorkItem), cl.DeviceAtomicFenceCapabilities),
		always(infoUint64(floatAtomics("fp32")), cl.DeviceSingleFpAtomicCapabilitiesExt),
		always(infoUint64(floatAtomics("fp64")), cl.DeviceDoubleFpAtomicCapabilitiesExt),
		always(infoUint64(floatAtomics("fp16")), cl.DeviceHalfFpAtomicCapabilitiesExt),
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

// objectProperties: queues, pipes, semaphores and command-buffers.
func objectProperties() []Property {
	return []Property{
		always(infoUint64[uint64](hostQueueProperties), cl.DeviceQueueOnHostProperties),
		always(infoUint64[uint64](deviceQueueProperties), cl.DeviceQueueOnDeviceProperties),
		always(infoUint32(preferredDeviceQueueBytes), cl.DeviceQueueOnDevicePreferredSize),
		always(infoUint32(maxDeviceQueueBytes), cl.DeviceQueueOnDeviceMaxSize),
		always(infoUint32(maxDeviceQueues), cl.DeviceMaxOnDeviceQueues),
		always(infoUint32(maxDeviceEvents), cl.DeviceMaxOnDeviceEvents),
		always(infoUint64[uint64](deviceEnqueueCapabilities), cl.DeviceDeviceEnqueueCapabilities),
		always(infoBool(feature.Has("__opencl_c_pipes")), cl.DevicePipeSupport),
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
	}
}

// imageProperties: images and samplers.
func imageProperties() []Property {
	limits := imageLimits
	return []Property{
		always(infoBool(feature.Has("__opencl_c_images")), cl.DeviceImageSupport),
		always(infoUint32(maxReadImageArgs), cl.DeviceMaxReadImageArgs),
		always(infoUint32(maxWriteImageArgs), cl.DeviceMaxWriteImageArgs, cl.DeviceMaxReadWriteImageArgs),
		always(infoUint32(maxSamplers), cl.DeviceMaxSamplers),
		always(infoUint64(limits.Width2D), cl.DeviceImage2dMaxWidth),
		always(infoUint64(limits.Height2D), cl.DeviceImage2dMaxHeight),
		always(infoUint64(limits.Width3D), cl.DeviceImage3dMaxWidth),
		always(infoUint64(limits.Height3D), cl.DeviceImage3dMaxHeight),
		always(infoUint64(limits.Depth3D), cl.DeviceImage3dMaxDepth),
		always(infoUint64(limits.BufferWidth), cl.DeviceImageMaxBufferSize),
		always(infoUint64(limits.Layers), cl.DeviceImageMaxArraySize),
		always(infoUint32(1), cl.DeviceImagePitchAlignment, cl.DeviceImageBaseAddressAlignment),
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
