// Modules of LLVM's own translator to SPIR-V, of the kernels of HIP in llvm.hip and of SYCL in llvm.sycl.
#include "spirv/modules.h"

enum { N = 200, ROWS = 3 };

static cl_program load(const char *path) {
	cl_program program = load_module_at(path);
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	return program;
}

static void *shared(size_t bytes) {
	void *memory = clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, bytes, 0);
	check(memory != NULL, "no shared memory");
	memset(memory, 0, bytes);
	return memory;
}

static void hip(void) {
	cl_program program = load("clients/llvm_hip.spv");
	cl_kernel kernel = kernel_of(program, "_Z6updateIfEvPT_PKS0_PiS0_10Parameters");
	cl_float *y = shared(256 * sizeof *y), *x = shared(256 * sizeof *x), *offset = shared(sizeof *offset), factor = 2;
	cl_int *total = shared(sizeof *total);
	for (int i = 0; i < 256; i++) y[i] = (cl_float)(i % 31), x[i] = (cl_float)(i + 1);
	*offset = 0.5f;
	struct {
		cl_float *offset;
		cl_int count;
		cl_float steps[3];
	} parameters = {offset, N, {7, 8, 9}};
	ok(clSetKernelArg(kernel, 0, sizeof y, &y));
	ok(clSetKernelArg(kernel, 1, sizeof x, &x));
	ok(clSetKernelArg(kernel, 2, sizeof total, &total));
	ok(clSetKernelArg(kernel, 3, sizeof factor, &factor));
	check_status(clSetKernelArg(kernel, 4, sizeof parameters - 4, &parameters), CL_INVALID_ARG_SIZE);
	ok(clSetKernelArg(kernel, 4, sizeof parameters, &parameters));
	run1(kernel, 256, 64);
	ok(clFinish(queue));
	for (int i = 0; i < 256; i++) {
		cl_float old = (cl_float)(i % 31), other = (i ^ 1) < N ? (cl_float)((i ^ 1) + 1) : 0, want = old;
		if (i < N) want = 2 * other + old * old + (cl_float)(i % 4 + 1) + parameters.steps[i % 3] + 0.5f;
		check(y[i] == want, "hip: y[%d] is %g, not %g", i, y[i], want);
	}
	check(*total == 100 + N - 1, "hip: the counter was %d", *total);
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
}

static void sycl(void) {
	cl_program program = load("clients/llvm_sycl.spv");
	cl_kernel kernel = kernel_of(program, "_ZTS4Rows");
	cl_uint *rows = shared(ROWS * N * sizeof *rows);
	struct {
		cl_uint *rows, step;
	} lambda = {rows, 3};
	ok(clSetKernelArg(kernel, 0, sizeof lambda, &lambda));
	size_t global[] = {N, ROWS}, local[] = {50, 1};
	ok(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
	ok(clFinish(queue));
	for (cl_uint i = 0; i < ROWS * N; i++) {
		cl_uint want = 3 * (i % N) + 100 * (i / N);
		check(rows[i] == want, "sycl: rows[%u] is %u, not %u", i, rows[i], want);
	}
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
}

int main(void) {
	open_device();
	hip();
	sycl();
	return done();
}
