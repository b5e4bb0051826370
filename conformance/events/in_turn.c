// Callbacks of one event are called one after another, also where the command had nothing to do and is complete at once; those
// of another event do not wait for them.
#include "check.h"
#include <stdatomic.h>
#include <unistd.h>

enum { CALLS = 50 };

static atomic_int called, under_way, at_once, may_end;

static void CL_CALLBACK count(cl_event event, cl_int status, void *unused) {
	if (++under_way > 1) at_once++;
	usleep(500);
	under_way--;
	called++;
}

static void CL_CALLBACK block(cl_event event, cl_int status, void *unused) {
	while (!may_end) usleep(1000);
	called++;
}

static void wait_for(int wanted) {
	for (int i = 0; i < 20000 && called < wanted; i++) usleep(1000);
	check(called == wanted, "%d of %d", (int)called, wanted);
}

static cl_event idle_marker(void) {
	cl_event event;
	ok(clFinish(queue));
	ok(clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
	return event;
}

int main(void) {
	open_device();
	queue = clCreateCommandQueue(context, device, 0, NULL); // without profiling a marker is complete at once
	cl_event event = idle_marker(), blocked = idle_marker();
	ok(clSetEventCallback(blocked, CL_COMPLETE, block, NULL));
	for (int i = 0; i < CALLS; i++)
		ok(clSetEventCallback(event, i % 3 == 0 ? CL_SUBMITTED : i % 3 == 1 ? CL_RUNNING : CL_COMPLETE, count, NULL));
	wait_for(CALLS);
	check(at_once == 0, "%d callbacks ran beside another", (int)at_once);
	may_end = 1;
	wait_for(CALLS + 1);
	ok(clReleaseEvent(event));
	ok(clReleaseEvent(blocked));
	return done();
}
