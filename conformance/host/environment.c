// Variables that a program sets before its first call count, as in any C library.
#define _GNU_SOURCE
#include "check.h"

int main(void) {
	cl_uint units = 0;
	setenv("HEDDLE_MAX_COMPUTE_UNITS", "1", 1);
	setenv("POCL_MAX_PTHREAD_COUNT", "1", 1); // the other driver's name for it
	open_device();
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
	check(units == 1, "%u compute units", units);
	return done();
}
