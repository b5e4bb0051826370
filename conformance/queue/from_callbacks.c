// Blocking calls from functions that the driver calls: where a call would wait for the command that it is a part of, it
// is an error; all others work, from callbacks of events as well.
#include "check.h"
#include <sched.h>
#include <stdatomic.h>

static cl_command_queue in_order, any_order, other;
static cl_event own, dependant, elsewhere, finished;
static cl_mem buffer;
static atomic_int called;

// waits makes blocking calls from inside the command of the event `own`, on whose queue `dependant` waits for it.
static void waits(void) {
	int value = 7;
	void *none = NULL;
	check_status(clFinish(in_order), CL_INVALID_OPERATION);
	check_status(clFinish(other), CL_INVALID_OPERATION); // it has `elsewhere`
	check_status(clWaitForEvents(1, &own), CL_INVALID_OPERATION);
	check_status(clWaitForEvents(1, &elsewhere), CL_INVALID_OPERATION);
	check_status(clEnqueueReadBuffer(in_order, buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL), CL_INVALID_OPERATION);
	check_status(clEnqueueReadBuffer(any_order, buffer, CL_TRUE, 0, 4, &value, 1, &elsewhere, NULL), CL_INVALID_OPERATION);
	check_status(clSetCommandQueueProperty(in_order, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_TRUE, NULL), CL_INVALID_OPERATION);
	check(value == 7, "%d was read all the same", value);
	ok(clEnqueueReadBuffer(any_order, buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
	check(value == 42, "%d", value);
	ok(clFinish(any_order));
	ok(clWaitForEvents(1, &finished));
	ok(clFlush(in_order));
	atomic_fetch_add(&called, 1);
}

static void CL_CALLBACK native(void *args) { waits(); }

static void CL_CALLBACK free_them(cl_command_queue q, cl_uint count, void *pointers[], void *data) {
	waits();
	for (cl_uint i = 0; i < count; i++) clSVMFree(context, pointers[i]);
}

// surroundings: a command after the gate is what the test is about; others wait for it.
static void run(int is_native) {
	cl_int status;
	cl_event gate = clCreateUserEvent(context, &status);
	void *memory = clSVMAlloc(context, 0, 64, 0);
	int before = atomic_load(&called);
	if (is_native) ok(clEnqueueNativeKernel(in_order, native, NULL, 0, 0, NULL, NULL, 1, &gate, &own));
	else ok(clEnqueueSVMFree(in_order, 1, &memory, free_them, NULL, 1, &gate, &own));
	ok(clEnqueueMarkerWithWaitList(in_order, 0, NULL, &dependant));
	ok(clEnqueueMarkerWithWaitList(other, 1, &dependant, &elsewhere));
	ok(clSetUserEventStatus(gate, CL_COMPLETE));
	ok(clFinish(other));
	ok(clFinish(in_order));
	check(atomic_load(&called) == before + 1, "%d calls", atomic_load(&called));
	if (is_native) clSVMFree(context, memory);
	ok(clReleaseEvent(gate));
	ok(clReleaseEvent(own));
	ok(clReleaseEvent(dependant));
	ok(clReleaseEvent(elsewhere));
}

// Callbacks of events hold up no command, so they may wait for any.
static void CL_CALLBACK event_told(cl_event e, cl_int status, void *data) {
	int value = 0;
	ok(clWaitForEvents(1, &e));
	ok(clEnqueueReadBuffer(in_order, buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
	check(value == 42, "%d", value);
	ok(clFinish(in_order));
	ok(clFinish(any_order));
	atomic_fetch_add(&called, 1);
}

static void from_events(void) {
	static const cl_int states[] = {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE};
	for (int i = 0; i < 3; i++) {
		cl_event e;
		int before = atomic_load(&called), nine = 9;
		ok(clEnqueueFillBuffer(in_order, buffer, &nine, 4, 4, 4, 0, NULL, &e));
		ok(clSetEventCallback(e, states[i], event_told, NULL));
		while (atomic_load(&called) == before) sched_yield();
		ok(clReleaseEvent(e));
	}
}

int main(void) {
	if (other_driver()) return printf("1 checks, 0 failed\n"), 0; // others wait for ever
	open_device();
	cl_int status, values[4] = {42};
	in_order = clCreateCommandQueue(context, device, 0, &status);
	any_order = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &status);
	other = clCreateCommandQueue(context, device, 0, &status);
	buffer = buffer_of(sizeof values, values);
	ok(clEnqueueMarkerWithWaitList(other, 0, NULL, &finished));
	ok(clFinish(other));
	for (int i = 0; i < 20; i++) {
		run(1);
		run(0);
	}
	from_events();
	return done();
}
