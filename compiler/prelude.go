package compiler

import (
	"fmt"
	"slices"
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
	"cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics", "cl_khr_fp64",
	"cl_khr_extended_bit_ops", "cl_khr_integer_dot_product",
}

// featureMacros are the optional features of OpenCL C 3.0 that are there; clapi's list is the same.
var featureMacros = []string{
	"__opencl_c_atomic_order_acq_rel", "__opencl_c_atomic_order_seq_cst", "__opencl_c_atomic_scope_all_devices",
	"__opencl_c_atomic_scope_device", "__opencl_c_fp64", "__opencl_c_generic_address_space", "__opencl_c_int64",
	"__opencl_c_integer_dot_product_input_4x8bit", "__opencl_c_integer_dot_product_input_4x8bit_packed",
	"__opencl_c_program_scope_global_variables", "__opencl_c_work_group_collective_functions",
}

// fixedPrelude holds the macros that are the same in every build.
var fixedPrelude = sync.OnceValue(func() string {
	var b strings.Builder
	define := func(name string, value any) { fmt.Fprintf(&b, "#define %s %v\n", name, value) }
	define("__OPENCL_VERSION__", deviceVersion)
	for version := range slices.Values([]int{100, 110, 120, 200, 300}) {
		define(fmt.Sprintf("CL_VERSION_%d_%d", version/100, version/10%10), version)
	}
	define("__STDC__", 1)
	define("__STDC_VERSION__", "199901L")
	define("__STDC_HOSTED__", 0)
	define("__ENDIAN_LITTLE__", 1)
	define("FP_FAST_FMAF", 1)
	define("FP_FAST_FMA", 1)
	define("NULL", "((void*)0)")
	hints := "__kernel __attribute__((work_group_size_hint(X, 1, 1))) __attribute__((vec_type_hint(typen)))"
	define("__kernel_exec(X, typen)", hints)
	define("kernel_exec(X, typen)", hints)
	for _, name := range extensionMacros {
		define(name, 1)
	}
	macros := builtin.Macros()
	for _, name := range sortedKeys(macros) {
		define(name, macros[name])
	}
	return b.String()
})

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// prelude is the text of the predefined macros of a build.
func prelude(o Options) string {
	var b strings.Builder
	b.WriteString(fixedPrelude())
	fmt.Fprintf(&b, "#define __OPENCL_C_VERSION__ %d\n", o.Version)
	if o.Version >= 300 {
		for _, name := range featureMacros {
			fmt.Fprintf(&b, "#define %s 1\n", name)
		}
	}
	if o.Version >= 200 {
		b.WriteString("#define ATOMIC_VAR_INIT(value) (value)\n")
	}
	if o.FastRelaxedMath {
		b.WriteString("#define __FAST_RELAXED_MATH__ 1\n")
	}
	b.WriteString(time.Now().Format("#define __DATE__ \"Jan _2 2006\"\n#define __TIME__ \"15:04:05\"\n"))
	return b.String()
}
