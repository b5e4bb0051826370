// Threads that were cancelled (pthread_cancel) call the driver: the first one starts the runtime, others work with it. The
// calls end, and the driver serves everybody else.
#include "check.h"
#include <pthread.h>

static void *starts(void *unused) {
	cl_int status;
	pthread_cancel(pthread_self()); // from here on, the next cancellation point ends the thread
	clReleaseContext(clCreateContext(NULL, 1, &device, NULL, NULL, &status));
	pthread_testcancel();
	return NULL;
}

static void *works(void *unused) {
	int out[64];
	cl_mem buffer = buffer_of(sizeof out, NULL);
	cl_kernel k = kernel_of(build("kernel void k(global int *a) { a[get_global_id(0)] = 5; }"), "k");
	arg(k, 0, buffer);
	pthread_cancel(pthread_self());
	for (int i = 0; i < 100; i++) {
		run1(k, 64, 0);
		read_back(buffer, out, sizeof out);
		check(out[63] == 5, "%d", out[63]);
	}
	pthread_testcancel();
	return NULL;
}

static void in_thread(void *(*work)(void *)) {
	pthread_t thread;
	void *result;
	pthread_create(&thread, NULL, work, NULL);
	pthread_join(thread, &result);
	check(result == PTHREAD_CANCELED, "the thread was not cancelled");
}

int main(void) {
	ok(clGetPlatformIDs(1, &platform, NULL)); // loaders, too, do not expect to be cancelled in their first call
	ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	if (other_driver()) { // they leave their locks closed
		check(1);
		return done();
	}
	in_thread(starts);
	open_device();
	for (int i = 0; i < 5; i++) in_thread(works);
	return done();
}
