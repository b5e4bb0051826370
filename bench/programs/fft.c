/*
 * clFFT's transforms or, with the argument "own", FFTW's on two threads. Prints a line for each: its name and the least
 * time of a call in nanoseconds. All are complex to complex, of floats, in place; each result of clFFT is compared with
 * FFTW's.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include "../client/driver.h"
#include <clFFT.h>
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

static void set_up(void) {
	open_driver();
	clfftSetupData setup;
	must(clfftInitSetupData(&setup), "clfftInitSetupData");
	must(clfftSetup(&setup), "clfftSetup");
}

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

static double opencl(size_t width, size_t height, size_t batch) {
	size_t count = width * height * batch, lengths[2] = {width, height};
	float *data = malloc(8 * count), *result = malloc(8 * count);
	fill(data, 2 * count);
	cl_int status;
	cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 8 * count, data, &status);
	must(status, "clCreateBuffer");
	clfftPlanHandle p;
	must(clfftCreateDefaultPlan(&p, context, height > 1 ? CLFFT_2D : CLFFT_1D, lengths), "clfftCreateDefaultPlan");
	must(clfftSetPlanBatchSize(p, batch), "clfftSetPlanBatchSize");
	must(clfftSetLayout(p, CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_INTERLEAVED), "clfftSetLayout");
	must(clfftBakePlan(p, 1, &queue, NULL, NULL), "clfftBakePlan");
	must(clfftEnqueueTransform(p, CLFFT_FORWARD, 1, &queue, 0, NULL, NULL, &buffer, NULL, NULL), "clfftEnqueueTransform");
	must(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 8 * count, result, 0, NULL, NULL), "clEnqueueReadBuffer");
	check(result, data, width, height, batch);
	must(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 8 * count, data, 0, NULL, NULL), "clEnqueueWriteBuffer");
	double best = 1e300, end = now() + seconds * 1e9;
	while (now() < end) {
		double begin = now();
		clfftEnqueueTransform(p, CLFFT_FORWARD, 1, &queue, 0, NULL, NULL, &buffer, NULL, NULL);
		clFinish(queue);
		double took = now() - begin;
		best = took < best ? took : best;
	}
	clfftDestroyPlan(&p);
	clReleaseMemObject(buffer);
	free(data);
	free(result);
	return best;
}

int main(int count, char **arguments) {
	int is_own = count > 1 && !strcmp(arguments[1], "own");
	fftwf_init_threads();
	fftwf_plan_with_nthreads(2);
	if (!is_own)
		set_up();
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		double (*transform)(size_t, size_t, size_t) = is_own ? own : opencl;
		printf("%s %.0f\n", cases[i].name, transform(cases[i].width, cases[i].height, cases[i].batch));
		fflush(stdout);
	}
	return 0;
}
