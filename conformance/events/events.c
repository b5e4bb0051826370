// Events: status, profiling times in order, user events that hold commands back, failure that spreads, callbacks, markers.
#include "check.h"
#include <stdatomic.h>

static atomic_int calls, last_status;
static void CL_CALLBACK called(cl_event e, cl_int status, void *data) {
	last_status = status;
	calls += (int)(intptr_t)data;
}

static void wait_for(atomic_int *value, int wanted) {
	for (int i = 0; i < 5000 && *value != wanted; i++) {
		struct timespec ms = {0, 1000000};
		nanosleep(&ms, NULL);
	}
}

static cl_int status_of(cl_event e) {
	cl_int status = 12345;
	ok(clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	return status;
}

static void test_info_and_times(void) {
	int data[64];
	cl_mem m = buffer_of(sizeof data, NULL);
	cl_event e;
	ok(clEnqueueReadBuffer(queue, m, CL_FALSE, 0, sizeof data, data, 0, NULL, &e));
	ok(clWaitForEvents(1, &e));
	check(status_of(e) == CL_COMPLETE, "%d", status_of(e));
	cl_command_type type = 0;
	cl_command_queue q = NULL;
	cl_context c = NULL;
	ok(clGetEventInfo(e, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
	ok(clGetEventInfo(e, CL_EVENT_COMMAND_QUEUE, sizeof q, &q, NULL));
	ok(clGetEventInfo(e, CL_EVENT_CONTEXT, sizeof c, &c, NULL));
	check(type == CL_COMMAND_READ_BUFFER && q == queue && c == context, "type %x", type);
	cl_ulong times[5];
	for (int i = 0; i < 5; i++) ok(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_QUEUED + i, sizeof *times, &times[i], NULL));
	for (int i = 1; i < 5; i++) check(times[i - 1] <= times[i], "time %d: %llu after %llu", i, (unsigned long long)times[i - 1], (unsigned long long)times[i]);
	check(times[0] != 0, "queued time");
	check_status(clGetEventProfilingInfo(e, 0x99, 0, NULL, NULL), CL_INVALID_VALUE);
	ok(clReleaseEvent(e));
	ok(clReleaseMemObject(m));
}

static void test_user_event(void) {
	cl_int status;
	int seven = 7, got = 0;
	cl_mem m = buffer_of(4, &got);
	cl_event user = clCreateUserEvent(context, &status), write, read;
	ok(status);
	check(status_of(user) == CL_SUBMITTED, "%d", status_of(user));
	ok(clEnqueueWriteBuffer(queue, m, CL_FALSE, 0, 4, &seven, 1, &user, &write));
	ok(clEnqueueReadBuffer(queue, m, CL_FALSE, 0, 4, &got, 0, NULL, &read));
	ok(clFlush(queue));
	check(status_of(write) > CL_COMPLETE && status_of(read) > CL_COMPLETE, "held back: %d %d", status_of(write), status_of(read));
	calls = 0;
	ok(clSetEventCallback(read, CL_COMPLETE, called, (void *)1));
	ok(clSetUserEventStatus(user, CL_COMPLETE));
	ok(clWaitForEvents(1, &read));
	check(got == 7, "%d", got);
	wait_for(&calls, 1);
	check(calls == 1 && last_status == CL_COMPLETE, "%d calls, status %d", calls, last_status);
	ok(clSetEventCallback(read, CL_COMPLETE, called, (void *)10));
	wait_for(&calls, 11);
	check(calls == 11, "a callback set late is called at once: %d", calls);
	check_status(clSetUserEventStatus(user, CL_COMPLETE), CL_INVALID_OPERATION);
	check_status(clSetUserEventStatus(read, CL_COMPLETE), CL_INVALID_EVENT);
	check_status(clSetEventCallback(read, 17, called, NULL), CL_INVALID_VALUE);
	check_status(clSetEventCallback(read, CL_COMPLETE, NULL, NULL), CL_INVALID_VALUE);
	cl_ulong time;
	check_status(clGetEventProfilingInfo(user, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL), CL_PROFILING_INFO_NOT_AVAILABLE);
	ok(clReleaseEvent(user));
	ok(clReleaseEvent(write));
	ok(clReleaseEvent(read));
	ok(clReleaseMemObject(m));
}

static void test_failure_spreads(void) {
	cl_int status;
	int got = 5, seven = 7;
	cl_mem m = buffer_of(4, &got);
	cl_command_queue other = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_event user = clCreateUserEvent(context, &status), write;
	ok(clEnqueueWriteBuffer(other, m, CL_FALSE, 0, 4, &seven, 1, &user, &write));
	calls = 0;
	ok(clSetEventCallback(write, CL_COMPLETE, called, (void *)1));
	ok(clFlush(other));
	ok(clSetUserEventStatus(user, -42));
	check_status(clWaitForEvents(1, &write), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	check(status_of(write) < 0, "%d", status_of(write));
	wait_for(&calls, 1);
	check(calls == 1 && last_status < 0, "the callback sees the failure: %d", last_status);
	read_back(m, &got, 4);
	check(got == 5, "the failed write did nothing: %d", got);
	check_status(clSetUserEventStatus(user, 1), CL_INVALID_VALUE);
	ok(clReleaseEvent(user));
	ok(clReleaseEvent(write));
	ok(clReleaseCommandQueue(other));
	ok(clReleaseMemObject(m));
}

static void test_markers(void) {
	cl_event marker, barrier;
	ok(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
	ok(clEnqueueBarrierWithWaitList(queue, 1, &marker, &barrier));
	cl_event both[2] = {marker, barrier};
	ok(clWaitForEvents(2, both));
	check(status_of(marker) == CL_COMPLETE && status_of(barrier) == CL_COMPLETE, "complete");
	ok(clEnqueueMarker(queue, &barrier));
	ok(clEnqueueBarrier(queue));
	ok(clEnqueueWaitForEvents(queue, 1, &marker));
	ok(clFinish(queue));
	check_status(clWaitForEvents(0, both), CL_INVALID_VALUE);
	check_status(clWaitForEvents(1, NULL), CL_INVALID_VALUE);
	cl_event none = NULL;
	check_status(clWaitForEvents(1, &none), CL_INVALID_EVENT);
	check_status(clGetEventInfo(NULL, CL_EVENT_CONTEXT, 0, NULL, NULL), CL_INVALID_EVENT);
}

static atomic_int second_called;
static void CL_CALLBACK wait_for_second(cl_event e, cl_int status, void *data) {
	wait_for(&second_called, 1);
	calls += second_called ? 1 : 100;
}
static void CL_CALLBACK second(cl_event e, cl_int status, void *data) {
	second_called = 1;
}

// Markers in a queue that has nothing to do have events like any others, which know nothing of each other.
static void test_idle_markers(void) {
	for (int i = 0; i < 2; i++) {
		cl_int status, pattern = 0, got = 0;
		cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, i ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, 0};
		cl_command_queue q = clCreateCommandQueueWithProperties(context, device, list, &status), of = NULL;
		cl_command_type type = 0;
		cl_event marker, barrier, late, user = clCreateUserEvent(context, &status), filled;
		cl_mem m = buffer_of(4, NULL);
		ok(clEnqueueMarkerWithWaitList(q, 0, NULL, &marker));
		ok(clEnqueueBarrierWithWaitList(q, 1, &marker, &barrier));
		check(status_of(marker) == CL_COMPLETE && status_of(barrier) == CL_COMPLETE, "they wait for nothing");
		ok(clGetEventInfo(barrier, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
		ok(clGetEventInfo(barrier, CL_EVENT_COMMAND_QUEUE, sizeof of, &of, NULL));
		check(type == CL_COMMAND_BARRIER && of == q && marker != barrier, "type %#x", type);
		cl_ulong time;
		check_status(clGetEventProfilingInfo(marker, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL), CL_PROFILING_INFO_NOT_AVAILABLE);
		calls = second_called = 0;
		ok(clSetEventCallback(marker, CL_COMPLETE, wait_for_second, NULL));
		ok(clSetEventCallback(barrier, CL_COMPLETE, second, NULL));
		wait_for(&calls, 1);
		check(calls == 1, "a callback of one event waits for that of another: %d", (int)calls);
		ok(clEnqueueFillBuffer(q, m, &(cl_int){7}, 4, 0, 4, 1, &user, &filled));
		ok(clEnqueueMarkerWithWaitList(q, 0, NULL, &late));
		ok(clFlush(q));
		check(status_of(late) > CL_COMPLETE, "the marker overtook the fill: %d", status_of(late));
		ok(clSetUserEventStatus(user, CL_COMPLETE));
		ok(clEnqueueReadBuffer(q, m, CL_TRUE, 0, 4, &got, 1, &late, NULL));
		check(got == 7, "%d", got);
		ok(clEnqueueFillBuffer(q, m, &pattern, 4, 0, 4, 0, NULL, NULL));
		ok(clReleaseMemObject(m));
		ok(clReleaseCommandQueue(q));
		check(status_of(marker) == CL_COMPLETE && status_of(late) == CL_COMPLETE, "after the end of the queue");
		cl_event all[] = {marker, barrier, late, user, filled};
		ok(clWaitForEvents(5, all));
		for (int e = 0; e < 5; e++) ok(clReleaseEvent(all[e]));
	}
}

int main(void) {
	open_device();
	test_idle_markers();
	test_info_and_times();
	test_user_event();
	test_failure_spreads();
	test_markers();
	return done();
}
