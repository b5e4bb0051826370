// cl_khr_fp16: what the device says of halves, arguments and buffers of halves, printf, constants, and errors in programs.
#include "check.h"

static void test_queries(void) {
	cl_device_fp_config config = 0;
	cl_uint preferred = 0, native = 0;
	char extensions[8192];
	ok(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL));
	check(strstr(extensions, "cl_khr_fp16 ") || strstr(extensions, " cl_khr_fp16"), "%s", extensions);
	ok(clGetDeviceInfo(device, CL_DEVICE_HALF_FP_CONFIG, sizeof config, &config, NULL));
	const cl_device_fp_config least = CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN;
	check((config & least) == least, "0x%llx", (unsigned long long)config);
	ok(clGetDeviceInfo(device, CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, sizeof preferred, &preferred, NULL));
	ok(clGetDeviceInfo(device, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, sizeof native, &native, NULL));
	check(preferred >= 1 && native >= 1, "%u %u", preferred, native);
}

enum { ITEMS = 1000 };

static const char *source =
	"#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
	"constant half4 table[2] = {{1, 2, 3, 4}, {0.5h, HALF_MAX, HALF_MIN, M_PI_H}};\n"
	"half twice(half x) { return x * 2; }\n"
	"kernel void scale(global half *y, global const half *x, half a, half4 v, local half *t) {\n"
	"  int i = get_global_id(0), l = get_local_id(0);\n"
	"  t[l] = x[i];\n"
	"  barrier(CLK_LOCAL_MEM_FENCE);\n"
	"  y[i] = twice(a * t[l]) + v.w + table[0][l & 3];\n"
	"}\n"
	"kernel void constants(global ushort *y) {\n"
	"  vstore4(as_ushort4(table[1]), 0, y);\n"
	"}\n"
	"kernel void sum(global half *y, global const half *x) {\n"
	"  half s = work_group_reduce_max(x[get_global_id(0)]);\n"
	"  if (get_local_id(0) == 0) y[get_group_id(0)] = s;\n"
	"}\n";

// half_of is a half with the value of a small integer.
static cl_half half_of(int x) {
	int exponent = 15;
	if (x == 0) return 0;
	while (x >> (exponent - 14)) exponent++;
	return (cl_half)(exponent << 10 | (x << (25 - exponent) & 0x3ff));
}

static void test_kernels(void) {
	cl_half x[ITEMS], y[ITEMS], a = half_of(3), v[4] = {0, 0, 0, half_of(10)}, c[4];
	for (int i = 0; i < ITEMS; i++) x[i] = half_of(i % 100);
	cl_program program = build_with(source, "-cl-std=CL3.0");
	cl_mem from = buffer_of(sizeof x, x), to = buffer_of(sizeof y, NULL);
	cl_kernel kernel = kernel_of(program, "scale");
	arg(kernel, 0, to);
	arg(kernel, 1, from);
	arg(kernel, 2, a);
	arg(kernel, 3, v);
	local_arg(kernel, 4, 2 * 50);
	check_status(clSetKernelArg(kernel, 2, 4, v), CL_INVALID_ARG_SIZE);
	run1(kernel, ITEMS, 50);
	read_back(to, y, sizeof y);
	for (int i = 0; i < ITEMS; i++) {
		int want = i % 100 * 6 + 10 + (i % 50 & 3) + 1;
		check(y[i] == half_of(want), "%d: 0x%04x, not 0x%04x", i, y[i], half_of(want));
	}
	ok(clReleaseKernel(kernel));

	kernel = kernel_of(program, "constants");
	arg(kernel, 0, to);
	run1(kernel, 1, 1);
	read_back(to, c, sizeof c);
	check(c[0] == 0x3800 && c[1] == 0x7bff && c[2] == 0x0400 && c[3] == 0x4248, "%04x %04x %04x %04x", c[0], c[1], c[2], c[3]);
	ok(clReleaseKernel(kernel));

	kernel = kernel_of(program, "sum");
	arg(kernel, 0, to);
	arg(kernel, 1, from);
	run1(kernel, ITEMS, 50);
	read_back(to, y, sizeof y);
	for (int i = 0; i < ITEMS / 50; i++) check(y[i] == half_of(i % 2 ? 99 : 49), "group %d: 0x%04x", i, y[i]);
	ok(clReleaseKernel(kernel));
	ok(clReleaseMemObject(from));
	ok(clReleaseMemObject(to));
	ok(clReleaseProgram(program));
}

// test_refused builds programs that must fail with a message.
static void test_refused(void) {
	static const char *const wrong[][2] = {
		{"kernel void k(global half4 *p, float4 v) { *p = v; }", "convert_half4"},
		{"kernel void k(global half *p) { *p = *p & 1; }", "half"},
		{"kernel void k(global half *p) { *p = *p % 2.0h; }", "half"},
		{"kernel void k(global half *p) { *p = as_half(1); }", "sizes"},
		{"kernel void k(global half2 *p) { *p = native_sin(*p); }", "native_sin"},
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		cl_int status;
		char log[4096] = "";
		cl_program program = clCreateProgramWithSource(context, 1, (const char **)&wrong[i][0], NULL, &status);
		ok(status);
		check_status(clBuildProgram(program, 1, &device, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
		ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
		check(strstr(log, wrong[i][1]) != NULL, "%s", log);
		ok(clReleaseProgram(program));
	}
}

int main(void) {
	open_device();
	test_queries();
	test_kernels();
	test_refused();
	return done();
}
