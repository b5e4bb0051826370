package clapi

import (
	"testing"

	"heddle/clapi/cl"
	"heddle/compiler/feature"
)

// Queries that say whether a feature is there say so exactly if it is.
func TestQueriesAgreeWithFeatures(t *testing.T) {
	f := newFixture(t)
	for _, row := range []struct {
		name  string
		query uint32
		mask  uint64
	}{
		{"__opencl_c_device_enqueue", cl.DeviceDeviceEnqueueCapabilities, cl.DeviceQueueSupported},
		{"__opencl_c_device_enqueue", cl.DeviceMaxOnDeviceQueues, ^uint64(0)},
		{"__opencl_c_device_enqueue", cl.DeviceMaxOnDeviceEvents, ^uint64(0)},
		{"__opencl_c_pipes", cl.DevicePipeSupport, cl.True},
		{"__opencl_c_pipes", cl.DeviceMaxPipeArgs, ^uint64(0)},
		{"__opencl_c_subgroups", cl.DeviceMaxNumSubGroups, ^uint64(0)},
		{"cl_khr_subgroups", cl.DeviceSubGroupIndependentForwardProgress, cl.True},
		{"__opencl_c_images", cl.DeviceImageSupport, cl.True},
		{"__opencl_c_read_write_images", cl.DeviceMaxReadWriteImageArgs, ^uint64(0)},
		{"__opencl_c_program_scope_global_variables", cl.DeviceMaxGlobalVariableSize, ^uint64(0)},
		{"__opencl_c_work_group_collective_functions", cl.DeviceWorkGroupCollectiveFunctionsSupport, cl.True},
		{"__opencl_c_generic_address_space", cl.DeviceGenericAddressSpaceSupport, cl.True},
		{"__opencl_c_atomic_order_acq_rel", cl.DeviceAtomicMemoryCapabilities, cl.DeviceAtomicOrderAcqRel},
		{"__opencl_c_atomic_order_seq_cst", cl.DeviceAtomicMemoryCapabilities, cl.DeviceAtomicOrderSeqCst},
		{"__opencl_c_atomic_scope_device", cl.DeviceAtomicMemoryCapabilities, cl.DeviceAtomicScopeDevice},
		{"__opencl_c_atomic_scope_all_devices", cl.DeviceAtomicFenceCapabilities, cl.DeviceAtomicScopeAllDevices},
		{"__opencl_c_fp64", cl.DeviceDoubleFpConfig, ^uint64(0)},
		{"cl_khr_fp16", cl.DeviceHalfFpConfig, ^uint64(0)},
		{"__opencl_c_integer_dot_product_input_4x8bit", cl.DeviceIntegerDotProductCapabilities,
			cl.DeviceIntegerDotProductInput4x8bit},
		{"__opencl_c_integer_dot_product_input_4x8bit_packed", cl.DeviceIntegerDotProductCapabilities,
			cl.DeviceIntegerDotProductInput4x8bitPacked},
		{"__opencl_c_kernel_clock_scope_sub_group", cl.DeviceKernelClockCapabilitiesKhr,
			cl.DeviceKernelClockScopeSubGroupKhr},
		{"__opencl_c_ext_fp16_global_atomic_add", cl.DeviceHalfFpAtomicCapabilitiesExt, cl.DeviceGlobalFpAtomicAddExt},
		{"__opencl_c_ext_fp64_local_atomic_min_max", cl.DeviceDoubleFpAtomicCapabilitiesExt,
			cl.DeviceLocalFpAtomicMinMaxExt},
		{"cl_khr_semaphore", cl.DeviceSemaphoreTypesKhr, ^uint64(0)},
	} {
		value := number(query(t, func(out InfoTarget) (uint64, error) { return f.device.GetInfo(row.query, out) }))
		if has := value&row.mask != 0; has != feature.Has(row.name) {
			t.Errorf("%s: %v in the table, query %#x is %#x", row.name, !has, row.query, value)
		}
	}
}
