// abort while other threads compute, on a thread of the application or in a function that the driver calls. The application has a
// handler, which writes a line and returns.
#include "check.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int working;
static cl_program program;

static void handler(int signal) {
	static const char text[] = "the handler ran\n";
	if (write(1, text, sizeof text - 1) < 0) _exit(1);
}

static void *work(void *unused) {
	cl_int status;
	cl_command_queue own = clCreateCommandQueue(context, device, 0, &status);
	cl_kernel kernel = clCreateKernel(program, "f", &status);
	cl_mem buffer = buffer_of(1 << 20, NULL);
	size_t n = 1 << 18;
	clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
	for (;; working++) {
		clEnqueueNDRangeKernel(own, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
		clFinish(own);
	}
	return NULL;
}

static void *abort_in_thread(void *unused) { abort(); }
static void CL_CALLBACK abort_in_callback(cl_event event, cl_int status, void *unused) { abort(); }
static void CL_CALLBACK abort_in_native(void *unused) { abort(); }

int main(int count, char **arguments) {
	pthread_t thread;
	cl_event event;
	signal(SIGABRT, handler);
	open_device();
	program = build("kernel void f(global int *x) { x[get_global_id(0)] = 3 * get_global_id(0); }");
	for (int i = 0; i < 3; i++) pthread_create(&thread, NULL, work, NULL);
	while (working < 10) usleep(1000);
	if (!strcmp(arguments[1], "thread")) pthread_create(&thread, NULL, abort_in_thread, NULL);
	if (!strcmp(arguments[1], "native")) clEnqueueNativeKernel(queue, abort_in_native, NULL, 0, 0, NULL, NULL, 0, NULL, NULL);
	if (!strcmp(arguments[1], "callback")) {
		ok(clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
		ok(clSetEventCallback(event, CL_COMPLETE, abort_in_callback, NULL));
	}
	if (!strcmp(arguments[1], "main")) abort();
	clFinish(queue);
	sleep(20);
	return 1;
}
