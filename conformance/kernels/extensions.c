// Every extension and feature that the device claims for OpenCL C is a macro of a program, and no more; 64-bit atomics.
#include "check.h"

static const char *candidates[] = {"cl_khr_byte_addressable_store", "cl_khr_fp16", "cl_khr_fp64",
	"cl_khr_global_int32_base_atomics", "cl_khr_global_int32_extended_atomics", "cl_khr_local_int32_base_atomics",
	"cl_khr_local_int32_extended_atomics", "cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics",
	"cl_khr_3d_image_writes", "cl_khr_subgroups", "cl_khr_integer_dot_product", "cl_khr_extended_bit_ops",
	"cl_khr_expect_assume", "cl_khr_kernel_clock", "cl_khr_async_work_group_copy_fence", "cl_khr_extended_async_copies",
	"cl_ext_float_atomics", "cl_intel_bfloat16_conversions", "__opencl_c_kernel_clock_scope_device",
	"__opencl_c_kernel_clock_scope_work_group", "__opencl_c_kernel_clock_scope_sub_group",
	"__opencl_c_integer_dot_product_input_4x8bit", "__opencl_c_integer_dot_product_input_4x8bit_packed",
	"__opencl_c_ext_fp16_global_atomic_load_store", "__opencl_c_ext_fp16_local_atomic_load_store",
	"__opencl_c_ext_fp16_global_atomic_add", "__opencl_c_ext_fp16_local_atomic_add",
	"__opencl_c_ext_fp16_global_atomic_min_max", "__opencl_c_ext_fp16_local_atomic_min_max",
	"__opencl_c_ext_fp32_global_atomic_add", "__opencl_c_ext_fp32_local_atomic_add",
	"__opencl_c_ext_fp32_global_atomic_min_max", "__opencl_c_ext_fp32_local_atomic_min_max",
	"__opencl_c_ext_fp64_global_atomic_add", "__opencl_c_ext_fp64_local_atomic_add",
	"__opencl_c_ext_fp64_global_atomic_min_max", "__opencl_c_ext_fp64_local_atomic_min_max",
	"__opencl_c_fp64", "__opencl_c_int64", "__opencl_c_images", "__opencl_c_subgroups", "__opencl_c_generic_address_space",
	"__opencl_c_pipes", "__opencl_c_device_enqueue", "__opencl_c_program_scope_global_variables",
	"__opencl_c_atomic_order_acq_rel", "__opencl_c_atomic_order_seq_cst", "__opencl_c_atomic_scope_device",
	"__opencl_c_work_group_collective_functions", "__opencl_c_read_write_images", "__opencl_c_3d_image_writes"};
enum { COUNT = sizeof candidates / sizeof *candidates };

// is_claimed looks a name up in the lists of the device.
static int is_claimed(const char *name) {
	char text[8192], word[256];
	cl_name_version features[128];
	size_t size;
	ok(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof text - 2, text + 1, NULL));
	text[0] = ' ';
	strcat(text, " ");
	snprintf(word, sizeof word, " %s ", name);
	if (strstr(text, word)) return 1;
	ok(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES, sizeof features, features, &size));
	for (size_t i = 0; i < size / sizeof *features; i++) {
		if (!strcmp(features[i].name, name)) return 1;
	}
	return 0;
}

static void test_macros(void) {
	static char source[16384];
	strcpy(source, "kernel void names(global int *out) {\n");
	for (int i = 0; i < COUNT; i++) {
		sprintf(source + strlen(source), "#ifdef %s\nout[%d] = 1;\n#endif\n", candidates[i], i);
	}
	strcat(source, "}\n");
	cl_int status, found[COUNT] = {0};
	cl_program program = build_with(source, "-cl-std=CL3.0");
	cl_kernel kernel = clCreateKernel(program, "names", &status);
	ok(status);
	cl_mem out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof found, found, &status);
	ok(status);
	ok(clSetKernelArg(kernel, 0, sizeof out, &out));
	ok(clEnqueueTask(queue, kernel, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof found, found, 0, NULL, NULL));
	for (int i = 0; i < COUNT; i++) check(found[i] == is_claimed(candidates[i]), "%s: macro %d", candidates[i], found[i]);
	ok(clReleaseMemObject(out));
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
}

#define UPDATES(p) \
	"  atom_add(" p ", 3L); atom_sub(" p " + 1, 3L); atom_inc(" p " + 2); atom_dec(" p " + 3);\n" \
	"  atom_max(" p " + 4, i << 33); atom_min(" p " + 5, -(i << 33)); atom_or(" p " + 6, i << 33);\n" \
	"  atom_xor(" p " + 7, (i + 1) << 33); atom_and(" p " + 8, ~(i << 33)); atom_cmpxchg(" p " + 9, 0L, 5L << 40);\n" \
	"  atom_xchg(" p " + 10, 7L << 40);\n"

static void test_int64(void) {
	cl_program program = build_with(
		"#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
		"#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
		"kernel void far(global long *a) { long i = get_global_id(0);\n" UPDATES("a") "}\n"
		"kernel void near(global long *a, local long *l) {\n"
		"  long i = get_local_id(0);\n"
		"  if (i < 11) l[i] = i == 8 ? -1 : 0;\n"
		"  barrier(CLK_LOCAL_MEM_FENCE);\n" UPDATES("l")
		"  barrier(CLK_LOCAL_MEM_FENCE);\n"
		"  if (i < 11 && get_group_id(0) == 0) a[i] = l[i];\n"
		"}\n", "");
	const cl_long n = 256, top = (n - 1) << 33, wanted[11] = {3 * n, -3 * n, n, -n, top, -top, top, n << 33, ~top,
		5LL << 40, 7LL << 40};
	const char *names[] = {"far", "near"};
	for (int k = 0; k < 2; k++) {
		cl_int status;
		cl_long values[11] = {[8] = -1};
		size_t global = n, local = n;
		cl_kernel kernel = clCreateKernel(program, names[k], &status);
		ok(status);
		cl_mem a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof values, values, &status);
		ok(status);
		ok(clSetKernelArg(kernel, 0, sizeof a, &a));
		if (k == 1) ok(clSetKernelArg(kernel, 1, sizeof values, NULL));
		ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
		ok(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
		for (int i = 0; i < 11; i++) {
			check(values[i] == wanted[i], "%s: operation %d gave %lld, not %lld", names[k], i, (long long)values[i], (long long)wanted[i]);
		}
		ok(clReleaseMemObject(a));
		ok(clReleaseKernel(kernel));
	}
	ok(clReleaseProgram(program));
}

int main(void) {
	open_device();
	test_macros();
	test_int64();
	return done();
}
