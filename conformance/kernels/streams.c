// Vector add with a bounds check, saxpy on float4, strided and gathering copies, over even and odd sizes.
#include "check.h"

static const char *source =
"__kernel void add(__global const float *a, __global const float *b, __global float *c, int n) {\n"
"  int i = get_global_id(0);\n"
"  if (i < n) c[i] = a[i] + b[i];\n"
"}\n"
"kernel void saxpy(float a, global const float4 *x, global float4 *y) {\n"
"  size_t i = get_global_id(0);\n"
"  y[i] = a * x[i] + y[i];\n"
"}\n"
"kernel void stride(global const int *from, global int *to, int step, int n) {\n"
"  int i = get_global_id(0);\n"
"  to[i] = from[(i * step) % n];\n"
"}\n"
"kernel void gather(global const int *from, global const uint *index, global int *to) {\n"
"  size_t i = get_global_id(0);\n"
"  to[i] = from[index[i]];\n"
"}\n";

static void test_add(cl_program program, int n) {
	size_t padded = (n + 63) / 64 * 64;
	float *a = malloc(padded * 4), *b = malloc(padded * 4), *c = malloc(padded * 4);
	for (size_t i = 0; i < padded; i++) a[i] = random_float(), b[i] = random_float(), c[i] = -1;
	cl_mem ma = buffer_of(padded * 4, a), mb = buffer_of(padded * 4, b), mc = buffer_of(padded * 4, c);
	cl_kernel kernel = kernel_of(program, "add");
	arg(kernel, 0, ma); arg(kernel, 1, mb); arg(kernel, 2, mc); arg(kernel, 3, n);
	run1(kernel, padded, n % 2 ? 0 : 64);
	read_back(mc, c, padded * 4);
	int wrong = 0;
	for (size_t i = 0; i < padded; i++) wrong += c[i] != (i < (size_t)n ? a[i] + b[i] : -1);
	check(wrong == 0, "n %d: %d wrong", n, wrong);
	clReleaseKernel(kernel);
	clReleaseMemObject(ma); clReleaseMemObject(mb); clReleaseMemObject(mc);
	free(a); free(b); free(c);
}

static void test_saxpy(cl_program program, size_t n) {
	float *x = malloc(n * 16), *y = malloc(n * 16), *z = malloc(n * 16), a = 2.5f;
	for (size_t i = 0; i < 4 * n; i++) x[i] = random_float(), y[i] = random_float();
	cl_mem mx = buffer_of(n * 16, x), my = buffer_of(n * 16, y);
	cl_kernel kernel = kernel_of(program, "saxpy");
	arg(kernel, 0, a); arg(kernel, 1, mx); arg(kernel, 2, my);
	run1(kernel, n, 0);
	read_back(my, z, n * 16);
	int wrong = 0;
	for (size_t i = 0; i < 4 * n; i++) wrong += !close_enough(z[i], a * x[i] + y[i], 1e-6);
	check(wrong == 0, "n %zu: %d wrong", n, wrong);
	clReleaseKernel(kernel);
	clReleaseMemObject(mx); clReleaseMemObject(my);
	free(x); free(y); free(z);
}

static void test_copies(cl_program program, int n, int step) {
	int *from = malloc(n * 4), *to = malloc(n * 4);
	uint32_t *index = malloc(n * 4);
	for (int i = 0; i < n; i++) from[i] = random_u32(), index[i] = random_u32() % n;
	cl_mem mf = buffer_of(n * 4, from), mi = buffer_of(n * 4, index), mt = buffer_of(n * 4, NULL);
	cl_kernel stride = kernel_of(program, "stride"), gather = kernel_of(program, "gather");
	arg(stride, 0, mf); arg(stride, 1, mt); arg(stride, 2, step); arg(stride, 3, n);
	run1(stride, n, 0);
	read_back(mt, to, n * 4);
	int wrong = 0;
	for (int i = 0; i < n; i++) wrong += to[i] != from[i * step % n];
	check(wrong == 0, "stride %d of %d: %d wrong", step, n, wrong);
	arg(gather, 0, mf); arg(gather, 1, mi); arg(gather, 2, mt);
	run1(gather, n, 0);
	read_back(mt, to, n * 4);
	wrong = 0;
	for (int i = 0; i < n; i++) wrong += to[i] != from[index[i]];
	check(wrong == 0, "gather of %d: %d wrong", n, wrong);
	clReleaseKernel(stride); clReleaseKernel(gather);
	clReleaseMemObject(mf); clReleaseMemObject(mi); clReleaseMemObject(mt);
	free(from); free(to); free(index);
}

int main(void) {
	open_device();
	cl_program program = build(source);
	int sizes[] = {1, 2, 3, 7, 15, 16, 17, 63, 64, 65, 127, 1000, 1009, 65536, 100003};
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		test_add(program, sizes[i]);
		test_saxpy(program, sizes[i]);
		test_copies(program, sizes[i], 1 + i * 2);
	}
	return done();
}
