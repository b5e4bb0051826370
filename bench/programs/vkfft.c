// VkFFT's transforms by OpenCL or, with the argument "own", FFTW's on two threads.
#define CL_TARGET_OPENCL_VERSION 120
#define VKFFT_BACKEND 3
#include "transforms.h"
#include <vkFFT.h>

static void transform(void *plan, cl_mem buffer) {
	VkFFTLaunchParams launch = {.commandQueue = &queue, .buffer = &buffer};
	must(VkFFTAppend(plan, -1, &launch), "VkFFTAppend");
}

static double opencl(size_t width, size_t height, size_t batch) {
	uint64_t size = 8 * width * height * batch;
	VkFFTConfiguration how = {.FFTdim = height > 1 ? 2 : 1, .size = {width, height, 1}, .device = &device,
		.context = &context, .bufferSize = &size, .numberBatches = batch, .makeForwardPlanOnly = 1};
	VkFFTApplication *plan = calloc(1, sizeof *plan);
	must(initializeVkFFT(plan, how), "initializeVkFFT");
	double best = measure(transform, plan, width, height, batch);
	deleteVkFFT(plan);
	free(plan);
	return best;
}

int main(int count, char **arguments) {
	int is_own = count > 1 && !strcmp(arguments[1], "own");
	if (!is_own)
		open_driver();
	return run_cases(is_own);
}
