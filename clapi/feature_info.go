package clapi

import (
	"strings"

	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/compiler/feature"
)

// compatibleC is the version of CL_DEVICE_OPENCL_C_VERSION, and what programs are read as that ask for none.
var compatibleC = feature.Version{Major: compiler.DefaultVersion / 100, Minor: compiler.DefaultVersion / 10 % 10}

// openCLVersion is CL_PLATFORM_VERSION and CL_DEVICE_VERSION.
func openCLVersion() string { return "OpenCL " + feature.API.Short() + " " + vendorName }

// featureBit is a bit of a query that is set if the device has an optional feature of OpenCL C.
type featureBit struct {
	name string
	bit  uint64
}

// featureBits are the bits of a query. One without a name is always set.
type featureBits []featureBit

func (f featureBits) set() (bits uint64) {
	for _, b := range f {
		if b.name == "" || feature.Has(b.name) {
			bits |= b.bit
		}
	}
	return bits
}

var (
	// Atomics are the processor's: coherent with all other threads of the process.
	atomics = featureBits{
		{"", cl.DeviceAtomicOrderRelaxed | cl.DeviceAtomicScopeWorkGroup},
		{"__opencl_c_atomic_order_acq_rel", cl.DeviceAtomicOrderAcqRel},
		{"__opencl_c_atomic_order_seq_cst", cl.DeviceAtomicOrderSeqCst},
		{"__opencl_c_atomic_scope_device", cl.DeviceAtomicScopeDevice},
		{"__opencl_c_atomic_scope_all_devices", cl.DeviceAtomicScopeAllDevices},
	}
	dotProducts = featureBits{
		{"__opencl_c_integer_dot_product_input_4x8bit", cl.DeviceIntegerDotProductInput4x8bit},
		{"__opencl_c_integer_dot_product_input_4x8bit_packed", cl.DeviceIntegerDotProductInput4x8bitPacked},
	}
	clocks = featureBits{
		{"__opencl_c_kernel_clock_scope_device", cl.DeviceKernelClockScopeDeviceKhr},
		{"__opencl_c_kernel_clock_scope_work_group", cl.DeviceKernelClockScopeWorkGroupKhr},
		{"__opencl_c_kernel_clock_scope_sub_group", cl.DeviceKernelClockScopeSubGroupKhr},
	}
)

// floatAtomics is what atomic operations can do with a type: fp16, fp32 or fp64. Those of fp32 and fp64 without a
// feature of their own are loads, stores and exchanges.
func floatAtomics(of string) uint64 {
	const prefix = "__opencl_c_ext_"
	bits := featureBits{
		{prefix + of + "_global_atomic_add", cl.DeviceGlobalFpAtomicAddExt},
		{prefix + of + "_global_atomic_min_max", cl.DeviceGlobalFpAtomicMinMaxExt},
		{prefix + of + "_local_atomic_add", cl.DeviceLocalFpAtomicAddExt},
		{prefix + of + "_local_atomic_min_max", cl.DeviceLocalFpAtomicMinMaxExt},
	}
	if of != "fp16" {
		return bits.set() | cl.DeviceGlobalFpAtomicLoadStoreExt | cl.DeviceLocalFpAtomicLoadStoreExt
	}
	for _, place := range [...]featureBit{{"global", cl.DeviceGlobalFpAtomicLoadStoreExt},
		{"local", cl.DeviceLocalFpAtomicLoadStoreExt}} {
		bits = append(bits, featureBit{prefix + of + "_" + place.name + "_atomic_load_store", place.bit})
	}
	return bits.set()
}

func extensionNames(list []feature.Row) string { return strings.Join(feature.Names(list), " ") }

// numeric is a version as cl_version.
func numeric(v feature.Version) uint32 { return cl.MakeVersion(v.Major, v.Minor, v.Patch) }

func nameVersions(list []feature.Row) []cl.NameVersion {
	out := make([]cl.NameVersion, len(list))
	for i, row := range list {
		out[i] = cl.MakeNameVersion(row.Name, numeric(row.Version))
	}
	return out
}

// versionsOf are versions of one thing.
func versionsOf(name string, versions []feature.Version) []cl.NameVersion {
	out := make([]cl.NameVersion, len(versions))
	for i, version := range versions {
		out[i] = cl.MakeNameVersion(name, numeric(version))
	}
	return out
}
