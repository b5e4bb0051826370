// Atomic operations of 64 bits, as extensions of OpenCL 1.0 have them.
#include "check.h"

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
	test_int64();
	return done();
}
