// Kernels as SYCL compilers shape them (sycl_kernels.clcpp): a structure with pointers by value, generic pointers, shared
// memory as plain arguments, memory of the group that the module declares, functions and required sizes of sub-groups.
#include "check.h"

#define N 1000

struct accessor {
	cl_float *data;
	cl_ulong range[3], offset;
};

struct lambda {
	struct accessor a, b;
	cl_float *out;
	cl_char shift;
	cl_short step;
	cl_half factor;
};

static cl_program program;

static void *shared(size_t bytes) {
	void *memory = clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, bytes, 0);
	check(memory != NULL, "no shared memory");
	return memory;
}

static void by_value(void) {
	cl_kernel kernel = kernel_of(program, "by_value");
	cl_float *data = shared(8 * N * sizeof *data), *out = shared(N * sizeof *out);
	for (int i = 0; i < 8 * N; i++) data[i] = (cl_float)(i % 97);
	struct lambda l = {{data, {N, 1, 1}, 3}, {data + 4 * N, {N, 1, 1}, 5}, out, -7, 2, 0x3e00}; // 1.5
	check_status(clSetKernelArg(kernel, 0, sizeof l - 1, &l), CL_INVALID_ARG_SIZE);
	ok(clSetKernelArg(kernel, 0, sizeof l, &l));
	size_t global = N;
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
	ok(clFinish(queue));
	for (int i = 0; i < N; i++) {
		cl_float sum = -7;
		for (int k = 0; k < 3; k++) sum += data[3 + i + 2 * k] * data[4 * N + 5 + i] + 1.5f;
		check(out[i] == sum, "out[%d] is %g, not %g", i, out[i], sum);
	}
	clSVMFree(context, data);
	clSVMFree(context, out);
	ok(clReleaseKernel(kernel));
}

static void reduction(void) {
	cl_kernel kernel = kernel_of(program, "reduction");
	cl_uint *total = shared(sizeof *total), *x = shared(1024 * sizeof *x), want = 0;
	cl_ulong n = N;
	*total = 0;
	for (cl_uint i = 0; i < 1024; i++) x[i] = i * 2654435761u >> 16;
	for (cl_uint i = 0; i < N; i++) want += x[i];
	ok(clSetKernelArg(kernel, 0, sizeof total, &total));
	ok(clSetKernelArg(kernel, 1, sizeof x, &x));
	ok(clSetKernelArg(kernel, 2, sizeof n, &n));
	size_t global = 1024, local = 128;
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
	ok(clFinish(queue));
	check(*total == want, "%u instead of %u", *total, want);
	clSVMFree(context, total);
	clSVMFree(context, x);
	ok(clReleaseKernel(kernel));
}

static void scan(void) {
	cl_kernel kernel = kernel_of(program, "scan");
	size_t size = 0, global = 200, local = 64;
	ok(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local, &local, sizeof size,
		&size, NULL));
	check(size == 8, "sub-groups of %zu", size);
	cl_uint *y = shared(200 * sizeof *y), *x = shared(200 * sizeof *x);
	for (cl_uint i = 0; i < 200; i++) x[i] = i * 7 + 1;
	ok(clSetKernelArg(kernel, 0, sizeof y, &y));
	ok(clSetKernelArg(kernel, 1, sizeof x, &x));
	ok(clSetKernelArg(kernel, 2, local * sizeof *x, NULL));
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
	ok(clFinish(queue));
	cl_uint sum = 0;
	for (cl_uint i = 0; i < 200; i++) {
		sum = (i % local ? sum : 0) + x[i];
		check(y[i] == sum, "y[%u] is %u, not %u", i, y[i], sum);
	}
	clSVMFree(context, y);
	clSVMFree(context, x);
	ok(clReleaseKernel(kernel));
}

int main(void) {
	open_device();
	static unsigned char code[1 << 16];
	FILE *f = fopen("clients/sycl_kernels.spv", "rb");
	size_t bytes = f ? fread(code, 1, sizeof code, f) : 0;
	if (f) fclose(f);
	cl_int status;
	program = clCreateProgramWithIL(context, code, bytes, &status);
	ok(status);
	ok(clBuildProgram(program, 1, &device, "-cl-uniform-work-group-size -cl-fast-relaxed-math", NULL, NULL));
	ok(clReleaseProgram(program));
	program = clCreateProgramWithIL(context, code, bytes, &status);
	ok(status);
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	by_value();
	reduction();
	scan();
	ok(clReleaseProgram(program));
	return done();
}
