/*
 * CLBlast's routines or, with the argument "own", OpenBLAS's. Prints a line for each: its name and the least time of a
 * call in nanoseconds. The first column of each product of CLBlast is compared with the definition.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include "../client/driver.h"
#include <cblas.h>
#include <clblast_c.h>
#include <math.h>

enum { LARGEST = 2048, BATCH = 64, BATCHED = 64 };
static const double seconds = 0.5;
static const int sizes[] = {128, 256, 512, 1024, 2048};

static cl_mem a, b, c;
static float *host_a, *host_b, *host_c;
static int is_own;

static void gemm(int n) {
	if (is_own) {
		cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, host_a, n, host_b, n, 0, host_c, n);
		return;
	}
	must(CLBlastSgemm(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, n, n, n, 1, a, 0, n, b, 0,
			n, 0, c, 0, n, &queue, NULL), "sgemm");
	clFinish(queue);
}

static void gemm_batched(int n) {
	if (is_own) {
		for (int i = 0; i < BATCH; i++)
			cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, host_a + i * n * n, n,
				host_b + i * n * n, n, 0, host_c + i * n * n, n);
		return;
	}
	must(CLBlastSgemmStridedBatched(CLBlastLayoutRowMajor, CLBlastTransposeNo, CLBlastTransposeNo, n, n,
			n, 1, a, 0, n, n * n, b, 0, n, n * n, 0, c, 0, n, n * n, BATCH, &queue, NULL), "sgemm, batched");
	clFinish(queue);
}

static void gemv(int n) {
	if (is_own) {
		cblas_sgemv(CblasRowMajor, CblasNoTrans, n, n, 1, host_a, n, host_b, 1, 0, host_c, 1);
		return;
	}
	must(CLBlastSgemv(CLBlastLayoutRowMajor, CLBlastTransposeNo, n, n, 1, a, 0, n, b, 0, 1, 0, c, 0, 1, &queue,
			NULL), "sgemv");
	clFinish(queue);
}

static void axpy(int n) {
	size_t count = (size_t)n * n;
	if (is_own) {
		cblas_saxpy(count, 0.5f, host_a, 1, host_c, 1);
		return;
	}
	must(CLBlastSaxpy(count, 0.5f, a, 0, 1, c, 0, 1, &queue, NULL), "saxpy");
	clFinish(queue);
}

static void check(int n) {
	if (is_own)
		return;
	gemm(n);
	must(clEnqueueReadBuffer(queue, c, CL_TRUE, 0, 4ul * n * n, host_c, 0, NULL, NULL), "read");
	for (int row = 0; row < n; row++) {
		double sum = 0;
		for (int k = 0; k < n; k++)
			sum += (double)host_a[row * n + k] * host_b[k * n];
		if (fabs(sum - host_c[row * n]) > 1e-3 * n)
			must(CL_INVALID_VALUE, "a wrong product");
	}
}

static void measure(const char *name, void (*call)(int), int n) {
	double best = 1e300, end = now() + seconds * 1e9, begin, after;
	call(n);
	do {
		begin = now();
		call(n);
		after = now();
		best = after - begin < best ? after - begin : best;
	} while (after < end);
	printf("%s_%d %.0f\n", name, n, best);
	fflush(stdout);
}

static void make_buffers(void) {
	cl_int status;
	open_driver();
	size_t bytes = 4ul * LARGEST * LARGEST;
	a = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, host_a, &status);
	b = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, host_b, &status);
	c = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, host_c, &status);
	must(status, "clCreateBuffer");
}

int main(int count, char **arguments) {
	is_own = count > 1 && !strcmp(arguments[1], "own");
	size_t elements = (size_t)LARGEST * LARGEST;
	host_a = malloc(4 * elements), host_b = malloc(4 * elements), host_c = calloc(4, elements);
	for (size_t i = 0; i < elements; i++)
		host_a[i] = rand() / (float)RAND_MAX - 0.5f, host_b[i] = rand() / (float)RAND_MAX - 0.5f;
	if (!is_own)
		make_buffers();
	check(256);
	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
		measure("sgemm", gemm, sizes[i]);
	measure("sgemm_batched", gemm_batched, BATCHED);
	measure("sgemv", gemv, LARGEST);
	measure("saxpy", axpy, LARGEST);
	return 0;
}
