package compiler

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"heddle/compiler/builtin"
)

// deviceVersion is the OpenCL version of the device, whatever language a program is written in.
const deviceVersion = 300

// extensionMacros are the extensions a program can see; clapi's list of device extensions is the same.
var extensionMacros = []string{
	"cl_khr_byte_addressable_store", "cl_khr_global_int32_base_atomics", "cl_khr_global_int32_extended_atomics",
	"cl_khr_local_int32_base_atomics", "cl_khr_local_int32_extended_atomics",
	"cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics", "cl_khr_fp64", "cl_khr_fp16",
	"cl_khr_extended_bit_ops", "cl_khr_integer_dot_product", "cl_khr_expect_assume", "cl_khr_kernel_clock",
	"cl_khr_async_work_group_copy_fence", "cl_khr_extended_async_copies", "cl_ext_float_atomics",
	"cl_intel_bfloat16_conversions", "cl_arm_controlled_kernel_termination",
	"cl_khr_subgroups", "cl_khr_subgroup_extended_types", "cl_khr_subgroup_non_uniform_vote",
	"cl_khr_subgroup_ballot", "cl_khr_subgroup_non_uniform_arithmetic", "cl_khr_subgroup_shuffle",
	"cl_khr_subgroup_shuffle_relative", "cl_khr_subgroup_clustered_reduce", "cl_khr_subgroup_rotate",
	"cl_khr_subgroup_named_barrier",
	"cl_khr_work_group_uniform_arithmetic", "cl_intel_required_subgroup_size", "cl_intel_subgroup_buffer_prefetch",
	"cl_intel_subgroups", "cl_intel_subgroups_char", "cl_intel_subgroups_short", "cl_intel_subgroups_long",
	"cl_intel_subgroup_local_block_io", "cl_intel_split_work_group_barrier",
}

// featureMacros are the optional features of OpenCL C 3.0 that are there; clapi's list is the same.
var featureMacros = []string{
	"__opencl_c_atomic_order_acq_rel", "__opencl_c_atomic_order_seq_cst", "__opencl_c_atomic_scope_all_devices",
	"__opencl_c_atomic_scope_device", "__opencl_c_fp64", "__opencl_c_generic_address_space", "__opencl_c_int64",
	"__opencl_c_integer_dot_product_input_4x8bit", "__opencl_c_integer_dot_product_input_4x8bit_packed",
	"__opencl_c_pipes", "__opencl_c_program_scope_global_variables", "__opencl_c_work_group_collective_functions",
	"__opencl_c_kernel_clock_scope_device", "__opencl_c_kernel_clock_scope_work_group",
	"__opencl_c_kernel_clock_scope_sub_group",
	"__opencl_c_ext_fp16_global_atomic_load_store", "__opencl_c_ext_fp16_local_atomic_load_store",
	"__opencl_c_ext_fp16_global_atomic_add", "__opencl_c_ext_fp16_local_atomic_add",
	"__opencl_c_ext_fp16_global_atomic_min_max", "__opencl_c_ext_fp16_local_atomic_min_max",
	"__opencl_c_ext_fp32_global_atomic_add", "__opencl_c_ext_fp32_local_atomic_add",
	"__opencl_c_ext_fp32_global_atomic_min_max", "__opencl_c_ext_fp32_local_atomic_min_max",
	"__opencl_c_ext_fp64_global_atomic_add", "__opencl_c_ext_fp64_local_atomic_add",
	"__opencl_c_ext_fp64_global_atomic_min_max", "__opencl_c_ext_fp64_local_atomic_min_max",
	"__opencl_c_subgroups",
}

// imageExtensions and imageFeatures are those that come with images, and clapi's lists have them if SupportsImages.
var (
	imageExtensions = []string{
		"cl_khr_3d_image_writes", "cl_khr_depth_images", "cl_khr_mipmap_image", "cl_khr_mipmap_image_writes",
		"cl_khr_srgb_image_writes",
	}
	imageFeatures = []string{"__opencl_c_images", "__opencl_c_read_write_images", "__opencl_c_3d_image_writes",
		"__opencl_c_ext_image_raw10_raw12", "__opencl_c_ext_image_unorm_int_2_101010",
		"__opencl_c_ext_image_unsigned_10x6_12x4_14x2"}
)

// imageMacro reports whether a macro is defined because the device has images.
func imageMacro(name string, version int) bool {
	return name == "__IMAGE_SUPPORT__" || slices.Contains(imageExtensions, name) ||
		version >= 300 && slices.Contains(imageFeatures, name)
}

// fixedMacros are the macros that are the same in every build: the text after #define, by name.
var fixedMacros = sync.OnceValue(func() map[string]string {
	all := make(map[string]string, 160)
	define := func(name, text string) { all[name] = name + " " + text }
	define("__OPENCL_VERSION__", strconv.Itoa(deviceVersion))
	for _, version := range [...]string{"1_0", "1_1", "1_2", "2_0", "3_0"} {
		define("CL_VERSION_"+version, version[:1]+version[2:]+"0")
	}
	define("__STDC__", "1")
	define("__STDC_VERSION__", "199901L")
	define("__STDC_HOSTED__", "0")
	define("__ENDIAN_LITTLE__", "1")
	define("FP_FAST_FMAF", "1")
	define("FP_FAST_FMA", "1")
	define("NULL", "((void*)0)")
	for _, name := range [...]string{"__kernel_exec", "kernel_exec"} {
		all[name] = name + "(X, typen) __kernel __attribute__((work_group_size_hint(X, 1, 1))) " +
			"__attribute__((vec_type_hint(typen)))"
	}
	for _, name := range extensionMacros {
		define(name, "1")
	}
	for name, text := range builtin.Macros() {
		define(name, text)
	}
	return all
})

// eachFixedMacro calls see for the macros that are the same in every build.
func eachFixedMacro(see func(name string, functionLike bool)) {
	for name, text := range fixedMacros() {
		see(name, strings.HasPrefix(text, name+"("))
	}
}

// predefined finds the predefined macros of a build.
func predefined(o Options) func(name string) (definition string, ok bool) {
	fixed := fixedMacros()
	now := sync.OnceValue(time.Now) // when the time is first needed: the zone's rules are in a file
	return func(name string) (string, bool) {
		if text, ok := fixed[name]; ok {
			return text, true
		}
		if text, ok := limitMacro(name); ok {
			return name + " " + text, true
		}
		switch {
		case name == "__FINITE_MATH_ONLY__" && o.FiniteMath:
			return name + " 1", true
		case name == "__FINITE_MATH_ONLY__":
			return name + " 0", true
		case name == "__OPENCL_C_VERSION__":
			return name + " " + strconv.Itoa(int(o.Version)), true
		case name == "__DATE__":
			return now().Format("__DATE__ \"Jan _2 2006\""), true
		case name == "__TIME__":
			return now().Format("__TIME__ \"15:04:05\""), true
		case o.Version >= 200 && name == "ATOMIC_VAR_INIT":
			return "ATOMIC_VAR_INIT(value) (value)", true
		case o.FastRelaxedMath && name == "__FAST_RELAXED_MATH__", o.Version >= 300 &&
			slices.Contains(featureMacros, name), o.Images && imageMacro(name, o.Version):
			return name + " 1", true
		}
		return "", false
	}
}
