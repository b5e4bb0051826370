// Variables that a program sets before its first call count, as in any C library, and later ones do not: a device does
// not change after a query.
#define _GNU_SOURCE
#include "check.h"
#include <sys/wait.h>
#include <unistd.h>

static cl_uint units_of_device(void) {
	cl_uint units = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
	return units;
}

// look_first is a process that sets the variable between its first look and the rest.
static void look_first(void) {
	ok(clGetPlatformIDs(1, &platform, NULL));
	ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	cl_uint before = units_of_device();
	setenv("HEDDLE_MAX_COMPUTE_UNITS", "1", 1);
	open_device();
	check(units_of_device() == before, "%u compute units, then %u", before, units_of_device());
}

static void in_child(void (*test)(void)) {
	int status;
	pid_t child = fork();
	if (child == 0) {
		test();
		fflush(stdout);
		_exit(done());
	}
	waitpid(child, &status, 0);
	check(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with status %#x", status);
}

int main(void) {
	if (!other_driver()) in_child(look_first);
	setenv("HEDDLE_MAX_COMPUTE_UNITS", "1", 1);
	setenv("POCL_MAX_PTHREAD_COUNT", "1", 1); // the other driver's name for it
	open_device();
	check(units_of_device() == 1, "%u compute units", units_of_device());
	return done();
}
