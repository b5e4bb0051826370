// clFFT's transforms or, with the argument "own", FFTW's on two threads.
#define CL_TARGET_OPENCL_VERSION 120
#include "transforms.h"
#include <clFFT.h>

static void set_up(void) {
	open_driver();
	clfftSetupData setup;
	must(clfftInitSetupData(&setup), "clfftInitSetupData");
	must(clfftSetup(&setup), "clfftSetup");
}

static void transform(void *plan, cl_mem buffer) {
	clfftPlanHandle p = *(clfftPlanHandle *)plan;
	must(clfftEnqueueTransform(p, CLFFT_FORWARD, 1, &queue, 0, NULL, NULL, &buffer, NULL, NULL), "clfftEnqueueTransform");
}

static double opencl(size_t width, size_t height, size_t batch) {
	size_t lengths[2] = {width, height};
	clfftPlanHandle p;
	must(clfftCreateDefaultPlan(&p, context, height > 1 ? CLFFT_2D : CLFFT_1D, lengths), "clfftCreateDefaultPlan");
	must(clfftSetPlanBatchSize(p, batch), "clfftSetPlanBatchSize");
	must(clfftSetLayout(p, CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_INTERLEAVED), "clfftSetLayout");
	must(clfftBakePlan(p, 1, &queue, NULL, NULL), "clfftBakePlan");
	double best = measure(transform, &p, width, height, batch);
	clfftDestroyPlan(&p);
	return best;
}

int main(int count, char **arguments) {
	int is_own = count > 1 && !strcmp(arguments[1], "own");
	if (!is_own)
		set_up();
	return run_cases(is_own);
}
