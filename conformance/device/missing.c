// Functions of what the device does not have (sub-groups, queues of its own, programs in an intermediate
// language): each gives the error of the specification for such a device, and a bad first
// handle its own error.
#include "check.h"

enum { BYTES = 256 };

static cl_mem buffer;
static cl_program program;
static cl_kernel kernel;
static cl_context no_context;
static char host[BYTES];

static void no_others(void) {
	check_create(clCreateProgramWithBuiltInKernels(no_context, 1, &device, "motion", &status), CL_INVALID_CONTEXT);
	check_create(clCreateProgramWithBuiltInKernels(context, 1, &device, "motion", &status), CL_INVALID_VALUE);
	check_status(clSetProgramReleaseCallback(program, (void (*)(cl_program, void *))exit, NULL), CL_INVALID_OPERATION);
	check_status(clSetDefaultDeviceCommandQueue(context, device, queue), CL_INVALID_OPERATION);
}

int main(void) {
	open_device();
	if (other_driver()) { // others have some of it
		check(1);
		return done();
	}
	buffer = buffer_of(BYTES, NULL);
	program = build("kernel void k(global int *a) {}");
	kernel = kernel_of(program, "k");
	no_context = (cl_context)queue;
	no_others();
	return done();
}
