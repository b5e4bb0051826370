// The error codes of the calls on events, of markers and barriers, and of asking for profiling times.
#include "check.h"

static void CL_CALLBACK called(cl_event e, cl_int status, void *data) {}

static cl_event user_event(cl_context c) {
	cl_int status;
	cl_event e = clCreateUserEvent(c, &status);
	ok(status);
	return e;
}

static void test_user_events(void) {
	check_create(clCreateUserEvent(NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateUserEvent(other_kind(queue), &status), CL_INVALID_CONTEXT);
	check(clCreateUserEvent(NULL, NULL) == NULL, "no error code wanted");
	cl_event user = user_event(context), of_command;
	ok(clEnqueueMarkerWithWaitList(queue, 0, NULL, &of_command));
	check_status(clSetUserEventStatus(NULL, CL_COMPLETE), CL_INVALID_EVENT);
	check_status(clSetUserEventStatus(other_kind(queue), CL_COMPLETE), CL_INVALID_EVENT);
	check_status(clSetUserEventStatus(of_command, CL_COMPLETE), CL_INVALID_EVENT);
	check_status(clSetUserEventStatus(user, CL_QUEUED), CL_INVALID_VALUE);
	check_status(clSetUserEventStatus(user, CL_RUNNING), CL_INVALID_VALUE);
	check_status(clSetUserEventStatus(user, CL_SUBMITTED), CL_INVALID_VALUE);
	ok(clSetUserEventStatus(user, CL_COMPLETE));
	check_status(clSetUserEventStatus(user, CL_COMPLETE), CL_INVALID_OPERATION);
	check_status(clSetUserEventStatus(user, -1), CL_INVALID_OPERATION);
	ok(clReleaseEvent(user));
	ok(clReleaseEvent(of_command));
}

static void test_waiting(cl_context foreign) {
	cl_event mine = user_event(context), theirs = user_event(foreign), failed = user_event(context), none = other_kind(queue);
	ok(clSetUserEventStatus(mine, CL_COMPLETE));
	ok(clSetUserEventStatus(theirs, CL_COMPLETE));
	ok(clSetUserEventStatus(failed, -5));
	cl_event mixed[2] = {mine, theirs}, with_none[2] = {mine, none}, with_failed[2] = {mine, failed};
	check_status(clWaitForEvents(0, &mine), CL_INVALID_VALUE);
	check_status(clWaitForEvents(1, NULL), CL_INVALID_VALUE);
	check_status(clWaitForEvents(2, mixed), CL_INVALID_CONTEXT);
	check_status(clWaitForEvents(2, with_none), CL_INVALID_EVENT);
	check_status(clWaitForEvents(2, with_failed), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	ok(clWaitForEvents(1, &mine));

	cl_command_queue no_queue = other_kind(context);
	check_status(clEnqueueMarkerWithWaitList(no_queue, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueMarkerWithWaitList(queue, 1, &theirs, NULL), CL_INVALID_CONTEXT);
	check_status(clEnqueueMarkerWithWaitList(queue, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
	check_status(clEnqueueMarkerWithWaitList(queue, 0, &mine, NULL), CL_INVALID_EVENT_WAIT_LIST);
	check_status(clEnqueueMarkerWithWaitList(queue, 1, &none, NULL), CL_INVALID_EVENT_WAIT_LIST);
	check_status(clEnqueueBarrierWithWaitList(no_queue, 0, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueBarrierWithWaitList(queue, 1, &theirs, NULL), CL_INVALID_CONTEXT);
	check_status(clEnqueueBarrierWithWaitList(queue, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
	check_status(clEnqueueBarrierWithWaitList(queue, 0, &mine, NULL), CL_INVALID_EVENT_WAIT_LIST);
	check_status(clEnqueueBarrierWithWaitList(queue, 1, &none, NULL), CL_INVALID_EVENT_WAIT_LIST);

	// The forms of 1.0.
	cl_event e;
	check_status(clEnqueueMarker(no_queue, &e), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueMarker(queue, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueBarrier(no_queue), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueWaitForEvents(no_queue, 1, &mine), CL_INVALID_COMMAND_QUEUE);
	check_status(clEnqueueWaitForEvents(queue, 1, &theirs), CL_INVALID_CONTEXT);
	check_status(clEnqueueWaitForEvents(queue, 0, &mine), CL_INVALID_VALUE);
	check_status(clEnqueueWaitForEvents(queue, 1, NULL), CL_INVALID_VALUE);
	check_status(clEnqueueWaitForEvents(queue, 1, &none), CL_INVALID_EVENT);
	ok(clFinish(queue));
	ok(clReleaseEvent(mine));
	ok(clReleaseEvent(theirs));
	ok(clReleaseEvent(failed));
}

static void test_queries(void) {
	cl_event e, none = other_kind(queue), user = user_event(context);
	cl_ulong time;
	cl_int status;
	ok(clEnqueueMarkerWithWaitList(queue, 0, NULL, &e));
	ok(clFinish(queue));
	check_status(clGetEventInfo(NULL, CL_EVENT_COMMAND_TYPE, 0, NULL, NULL), CL_INVALID_EVENT);
	check_status(clGetEventInfo(none, CL_EVENT_COMMAND_TYPE, 0, NULL, NULL), CL_INVALID_EVENT);
	check_status(clGetEventInfo(e, 0x7777, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status - 1, &status, NULL), CL_INVALID_VALUE);
	check_status(clGetEventProfilingInfo(none, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL), CL_INVALID_EVENT);
	check_status(clGetEventProfilingInfo(e, 0x7777, sizeof time, &time, NULL), CL_INVALID_VALUE);
	check_status(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof time - 1, &time, NULL), CL_INVALID_VALUE);
	check_status(clGetEventProfilingInfo(user, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL), CL_PROFILING_INFO_NOT_AVAILABLE);
	ok(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL));
	ok(clReleaseEvent(e));

	// Not finished, or not in a queue with profiling.
	ok(clEnqueueMarkerWithWaitList(queue, 1, &user, &e));
	check_status(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL), CL_PROFILING_INFO_NOT_AVAILABLE);
	ok(clSetUserEventStatus(user, CL_COMPLETE));
	ok(clWaitForEvents(1, &e));
	ok(clReleaseEvent(e));
	cl_command_queue plain = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	ok(clEnqueueMarkerWithWaitList(plain, 0, NULL, &e));
	ok(clFinish(plain));
	check_status(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL), CL_PROFILING_INFO_NOT_AVAILABLE);
	ok(clReleaseEvent(e));
	ok(clReleaseEvent(user));
	ok(clReleaseCommandQueue(plain));
}

static void test_callbacks_and_references(void) {
	cl_event e, none = other_kind(queue);
	ok(clEnqueueMarkerWithWaitList(queue, 0, NULL, &e));
	check_status(clSetEventCallback(NULL, CL_COMPLETE, called, NULL), CL_INVALID_EVENT);
	check_status(clSetEventCallback(none, CL_COMPLETE, called, NULL), CL_INVALID_EVENT);
	check_status(clSetEventCallback(e, CL_COMPLETE, NULL, NULL), CL_INVALID_VALUE);
	check_status(clSetEventCallback(e, CL_QUEUED, called, NULL), CL_INVALID_VALUE);
	check_status(clSetEventCallback(e, -1, called, NULL), CL_INVALID_VALUE);
	ok(clSetEventCallback(e, CL_SUBMITTED, called, NULL));
	ok(clSetEventCallback(e, CL_RUNNING, called, NULL));
	check_status(clRetainEvent(NULL), CL_INVALID_EVENT);
	check_status(clRetainEvent(none), CL_INVALID_EVENT);
	check_status(clReleaseEvent(NULL), CL_INVALID_EVENT);
	check_status(clReleaseEvent(none), CL_INVALID_EVENT);
	ok(clFinish(queue));
	ok(clReleaseEvent(e));
}

int main(void) {
	open_device();
	cl_context foreign = other_context();
	test_user_events();
	test_waiting(foreign);
	test_queries();
	test_callbacks_and_references();
	ok(clReleaseContext(foreign));
	return done();
}
