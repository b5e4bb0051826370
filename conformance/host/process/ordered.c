// Memory of the application that is handed from thread to thread by events, waits and callbacks alone. Compiled for
// ThreadSanitizer, which knows no other order: it must not report a race. With the argument `race` there is one.
#include "check.h"
#include <pthread.h>

enum { ROUNDS = 50 };

static int by_event, by_callback, by_native, unordered;
static cl_event event;
static int races;

static void *set_event(void *unused) {
	if (races) unordered++;
	by_event++;
	clSetUserEventStatus(event, CL_COMPLETE); // not counted as a check: nothing orders what follows
	return NULL;
}

static void CL_CALLBACK called(cl_event which, cl_int status, void *done) {
	by_callback++;
	clSetUserEventStatus((cl_event)done, CL_COMPLETE);
}

static void CL_CALLBACK native(void *unused) { by_native++; }

// other_thread makes a thread that is known not to be joined before its work is looked at.
static pthread_t other_thread(void) {
	pthread_t thread;
	check(!pthread_create(&thread, NULL, set_event, NULL), "pthread_create");
	if (races) unordered++;
	return thread;
}

static void pass_by_event(void) {
	cl_int status;
	event = clCreateUserEvent(context, &status);
	ok(status);
	pthread_t thread = other_thread();
	ok(clWaitForEvents(1, &event));
	by_event++;
	pthread_join(thread, NULL);
	ok(clReleaseEvent(event));
}

static void pass_by_callback(void) {
	cl_int status;
	cl_event done = clCreateUserEvent(context, &status), marker;
	ok(status);
	by_callback++;
	ok(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
	ok(clSetEventCallback(marker, CL_COMPLETE, called, done));
	ok(clWaitForEvents(1, &done));
	by_callback++;
	ok(clReleaseEvent(marker));
	ok(clReleaseEvent(done));
}

static void pass_by_native_kernel(void) {
	by_native++;
	ok(clEnqueueNativeKernel(queue, native, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
	ok(clFinish(queue));
	by_native++;
}

int main(int count, char **arguments) {
	races = count > 1 && !strcmp(arguments[1], "race");
	open_device();
	for (int i = 0; i < ROUNDS; i++) {
		pass_by_event();
		pass_by_callback();
		pass_by_native_kernel();
	}
	check(by_event == 2 * ROUNDS && by_callback == 3 * ROUNDS && by_native == 3 * ROUNDS, "%d %d %d", by_event,
		by_callback, by_native);
	return done();
}
