package feature

import (
	"fmt"
	"slices"
)

// API is the version of OpenCL that platform and device report.
var API = Version{3, 1, 0}

// languageVersions are the versions of OpenCL C that the compiler reads, with the optional features and extensions
// without which a device does not have them. What is optional since 3.0 was mandatory in 2.0 (unified specification of
// OpenCL C, "Requires support for OpenCL C 2.0, or OpenCL C 3.0 or newer and the feature").
var languageVersions = [...]struct {
	Version
	needs []string
}{
	{Version{1, 0, 0}, nil},
	{Version{1, 1, 0}, nil},
	{Version{1, 2, 0}, nil},
	{Version{2, 0, 0}, []string{
		"__opencl_c_atomic_order_acq_rel", "__opencl_c_atomic_order_seq_cst", "__opencl_c_atomic_scope_device",
		"__opencl_c_atomic_scope_all_devices", "__opencl_c_device_enqueue", "__opencl_c_generic_address_space",
		"__opencl_c_pipes", "__opencl_c_program_scope_global_variables", "__opencl_c_work_group_collective_functions",
		"__opencl_c_3d_image_writes", "__opencl_c_read_write_images",
	}},
	{Version{3, 0, 0}, []string{"__opencl_c_int64"}}, // of a device with pointers of 64 bits
	{Version{3, 1, 0}, []string{
		"__opencl_c_int64", "__opencl_c_subgroups", "__opencl_c_integer_dot_product_input_4x8bit_packed",
		"cl_khr_extended_bit_ops", "cl_khr_integer_dot_product", "cl_khr_subgroup_extended_types",
		"cl_khr_subgroup_rotate", "cl_khr_subgroup_shuffle", "cl_khr_subgroup_shuffle_relative",
	}},
}

// CompilerVersions are the versions that the compiler takes for -cl-std, oldest first. It takes one whose features are
// not all there as well, for the programs that name a version and use less than all of it.
func CompilerVersions() []Version { return versionsThat(func([]string) bool { return true }) }

// LanguageVersions are the versions that the device lists: those of which nothing is missing.
func LanguageVersions() []Version {
	return versionsThat(func(needs []string) bool { return len(lacking(needs)) == 0 })
}

func versionsThat(match func(needs []string) bool) []Version {
	var list []Version
	for _, v := range languageVersions {
		if match(v.needs) {
			list = append(list, v.Version)
		}
	}
	return list
}

// lacking are the names that the table does not have.
func lacking(names []string) []string { return slices.DeleteFunc(slices.Clone(names), Has) }

// SPIRVVersions are the versions of SPIR-V that modules may have.
func SPIRVVersions() []Version {
	var list []Version
	for minor := range uint32(newestSPIRV + 1) {
		list = append(list, Version{1, minor, 0})
	}
	return list
}

const newestSPIRV = 6

// Number is the version as __OPENCL_C_VERSION__ has it: 120 is OpenCL C 1.2.
func (v Version) Number() int { return int(v.Major*100 + v.Minor*10) }

// Short is the version in texts such as "OpenCL 3.1".
func (v Version) Short() string { return fmt.Sprintf("%d.%d", v.Major, v.Minor) }

// String has all three numbers.
func (v Version) String() string { return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch) }

// requiredExtensions are those that every device of a version of OpenCL must have, in each newer version too (the API
// specification's "Required OpenCL Extensions").
var requiredExtensions = []struct {
	since Version
	names []string
}{
	{Version{1, 1, 0}, []string{"cl_khr_byte_addressable_store", "cl_khr_global_int32_base_atomics",
		"cl_khr_global_int32_extended_atomics", "cl_khr_local_int32_base_atomics",
		"cl_khr_local_int32_extended_atomics"}},
	{Version{3, 1, 0}, []string{"cl_khr_device_uuid", "cl_khr_extended_bit_ops", "cl_khr_integer_dot_product",
		"cl_khr_spirv_queries", "cl_khr_subgroup_extended_types", "cl_khr_subgroup_rotate", "cl_khr_subgroup_shuffle",
		"cl_khr_subgroup_shuffle_relative", "cl_khr_suggested_local_work_size"}},
}

// impliedExtensions are the extensions that a device with a feature must list, and only such a device.
var impliedExtensions = map[string]string{
	"__opencl_c_fp64": "cl_khr_fp64", "__opencl_c_3d_image_writes": "cl_khr_3d_image_writes",
}
