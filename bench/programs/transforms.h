/*
 * What the clients for libraries of Fourier transforms share: the cases, FFTW's times, and the comparison with FFTW's
 * results. All are complex to complex, of floats, in place. Included after CL_TARGET_OPENCL_VERSION is chosen; the client
 * has a function that measures a case by its library.
 */
#include "../client/driver.h"
#include <fftw3.h>
#include <math.h>

static const double seconds = 0.5;
static const struct {
	const char *name;
	size_t width, height, batch;
} cases[] = {
	{"1d_256_batch_4096", 256, 1, 4096},
	{"1d_1024_batch_1024", 1024, 1, 1024},
	{"1d_4096_batch_256", 4096, 1, 256},
	{"1d_1000_batch_1000", 1000, 1, 1000},
	{"1d_1048576", 1 << 20, 1, 1},
	{"2d_1024", 1024, 1024, 1},
};

static double opencl(size_t width, size_t height, size_t batch);

static fftwf_plan plan(fftwf_complex *data, size_t width, size_t height, size_t batch, unsigned effort) {
	int n[2] = {(int)height, (int)width}, count = (int)(width * height);
	return fftwf_plan_many_dft(height > 1 ? 2 : 1, height > 1 ? n : n + 1, (int)batch, data, NULL, 1, count, data, NULL, 1,
		count, FFTW_FORWARD, effort);
}

static void fill(float *data, size_t floats) {
	for (size_t i = 0; i < floats; i++)
		data[i] = (float)(i * 2654435761u % 1000003) / 1000003 - 0.5f;
}

static double own(size_t width, size_t height, size_t batch) {
	size_t count = width * height * batch;
	fftwf_complex *data = fftwf_malloc(count * sizeof *data);
	fftwf_plan p = plan(data, width, height, batch, FFTW_MEASURE);
	fill((float *)data, 2 * count);
	double best = 1e300, end = now() + seconds * 1e9;
	while (now() < end) {
		double begin = now();
		fftwf_execute(p);
		double took = now() - begin;
		best = took < best ? took : best;
	}
	fftwf_destroy_plan(p);
	fftwf_free(data);
	return best;
}

// check ends the process if a transform differs from FFTW's.
static void check(const float *got, const float *given, size_t width, size_t height, size_t batch) {
	size_t count = width * height * batch;
	fftwf_complex *want = fftwf_malloc(count * sizeof *want);
	fftwf_plan p = plan(want, width, height, batch, FFTW_ESTIMATE);
	memcpy(want, given, count * sizeof *want);
	fftwf_execute(p);
	double error = 0, size = 0;
	for (size_t i = 0; i < 2 * count; i++) {
		double d = got[i] - ((float *)want)[i];
		error += d * d, size += (double)((float *)want)[i] * ((float *)want)[i];
	}
	must(!(sqrt(error / size) < 1e-4), "the transform is wrong");
	fftwf_destroy_plan(p);
	fftwf_free(want);
}

// measure checks what a library makes of some numbers, and is the least time of a call of it.
static double measure(void (*transform)(void *plan, cl_mem buffer), void *plan, size_t width, size_t height, size_t batch) {
	size_t count = width * height * batch;
	float *data = malloc(8 * count), *result = malloc(8 * count);
	fill(data, 2 * count);
	cl_int status;
	cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 8 * count, data, &status);
	must(status, "clCreateBuffer");
	transform(plan, buffer);
	must(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 8 * count, result, 0, NULL, NULL), "clEnqueueReadBuffer");
	check(result, data, width, height, batch);
	must(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 8 * count, data, 0, NULL, NULL), "clEnqueueWriteBuffer");
	double best = 1e300, end = now() + seconds * 1e9;
	while (now() < end) {
		double begin = now();
		transform(plan, buffer);
		clFinish(queue);
		double took = now() - begin;
		best = took < best ? took : best;
	}
	clReleaseMemObject(buffer);
	free(data);
	free(result);
	return best;
}

// run_cases prints a line for each: its name and the least time of a call in nanoseconds.
static int run_cases(int is_own) {
	fftwf_init_threads();
	fftwf_plan_with_nthreads(2);
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		double (*transform)(size_t, size_t, size_t) = is_own ? own : opencl;
		printf("%s %.0f\n", cases[i].name, transform(cases[i].width, cases[i].height, cases[i].batch));
		fflush(stdout);
	}
	return 0;
}
