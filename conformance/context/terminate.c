// cl_khr_terminate_context and cl_img_cancel_command: what runs, what waits and what was never submitted ends, also
// behind user events that nobody sets; and what may be called afterwards.
#include "check.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifndef CL_CANCELLED_IMG
#define CL_CANCELLED_IMG -1126
#endif
#ifndef CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR
#define CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR 1
#endif

static clTerminateContextKHR_fn terminate;
static cl_int (*cancel)(const cl_event *, size_t);
static atomic_int notices;

static void CL_CALLBACK notify(const char *reason, const void *info, size_t size, void *data) {
	if (strstr(reason, "terminated by")) atomic_fetch_add(&notices, 1);
}

static void CL_CALLBACK told(cl_event e, cl_int status, void *data) { atomic_store((atomic_int *)data, status); }

static const char source[] =
	"kernel void spin(global volatile int *p, global volatile int *begun) { *begun = 1; while (p[get_global_id(0) & 7] == 0) ; }\n"
	"kernel void good(global volatile int *p) { p[get_global_id(0) & 7] = 3; }\n";

static cl_int status_of(cl_event e) {
	cl_int status = 99;
	ok(clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	return status;
}

static cl_context context_with(cl_context_properties value) {
	cl_int status;
	cl_context_properties list[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, CL_CONTEXT_TERMINATE_KHR, value, 0};
	cl_context c = clCreateContext(list, 1, &device, notify, NULL, &status);
	ok(status);
	return c;
}

static void errors(void) {
	cl_bitfield can = 0;
	size_t size = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_TERMINATE_CAPABILITY_KHR, sizeof can, &can, &size));
	check(can == CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR && size == sizeof can, "%lu", can);
	check_status(terminate(NULL), CL_INVALID_CONTEXT);
	check_status(terminate((cl_context)queue), CL_INVALID_CONTEXT);
	check_status(terminate(context), CL_INVALID_OPERATION);
	cl_context never = context_with(CL_FALSE);
	check_status(terminate(never), CL_INVALID_OPERATION);
	ok(clReleaseContext(never));
	const cl_context_properties bad[] = {CL_CONTEXT_TERMINATE_KHR, 2, 0};
	check_create(clCreateContext(bad, 1, &device, NULL, NULL, &status), CL_INVALID_PROPERTY);
	cl_int status;
	cl_event user = clCreateUserEvent(context, &status), none = NULL;
	check_status(cancel(NULL, 1), CL_INVALID_VALUE);
	check_status(cancel(&user, 0), CL_INVALID_VALUE);
	check_status(cancel(&user, 1), CL_INVALID_EVENT);
	check_status(cancel(&none, 1), CL_INVALID_EVENT);
	ok(cancel(NULL, 0));
	ok(clReleaseEvent(user));
}

// refuses: calls that make or enqueue something say that the context was terminated; queries and releases work.
static void refuses(cl_context c, cl_command_queue q, cl_program p, cl_kernel k, cl_mem m) {
	size_t one = 1;
	int value = 0;
	const char *text = "";
	cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
	cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
	cl_buffer_region region = {0, 4};
	check_status(terminate(c), CL_CONTEXT_TERMINATED_KHR);
	check_create(clCreateBuffer(c, 0, 64, NULL, &status), CL_CONTEXT_TERMINATED_KHR);
	check_create(clCreateImage(c, 0, &format, &desc, NULL, &status), CL_CONTEXT_TERMINATED_KHR);
	check_create(clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status), CL_CONTEXT_TERMINATED_KHR);
	check_create(clCreateSampler(c, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &status), CL_CONTEXT_TERMINATED_KHR);
	check_create(clCreateProgramWithSource(c, 1, &text, NULL, &status), CL_CONTEXT_TERMINATED_KHR);
	check_create(clCreateKernel(p, "good", &status), CL_CONTEXT_TERMINATED_KHR);
	check_create(clCloneKernel(k, &status), CL_CONTEXT_TERMINATED_KHR);
	check_create(clCreateUserEvent(c, &status), CL_CONTEXT_TERMINATED_KHR);
	check_create(clCreateCommandQueue(c, device, 0, &status), CL_CONTEXT_TERMINATED_KHR);
	check(clSVMAlloc(c, 0, 64, 0) == NULL, "clSVMAlloc");
	check_status(clEnqueueNDRangeKernel(q, k, 1, NULL, &one, NULL, 0, NULL, NULL), CL_CONTEXT_TERMINATED_KHR);
	check_status(clEnqueueReadBuffer(q, m, CL_TRUE, 0, 4, &value, 0, NULL, NULL), CL_CONTEXT_TERMINATED_KHR);
	check_status(clEnqueueFillBuffer(q, m, &value, 4, 0, 4, 0, NULL, NULL), CL_CONTEXT_TERMINATED_KHR);
	check_create(clEnqueueMapBuffer(q, m, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &status), CL_CONTEXT_TERMINATED_KHR);
	check_status(clEnqueueMarkerWithWaitList(q, 0, NULL, NULL), CL_CONTEXT_TERMINATED_KHR);
	check_status(clEnqueueBarrierWithWaitList(q, 0, NULL, NULL), CL_CONTEXT_TERMINATED_KHR);
	ok(clFlush(q));
	ok(clFinish(q));
	cl_uint count = 0;
	ok(clGetContextInfo(c, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL));
	ok(clRetainContext(c));
	ok(clReleaseContext(c));
	ok(clGetMemObjectInfo(m, CL_MEM_REFERENCE_COUNT, sizeof count, &count, NULL));
}

static void *wait_for(void *event) {
	check_status(clWaitForEvents(1, (cl_event *)event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	return NULL;
}

static void terminates(cl_command_queue_properties properties, size_t items) {
	cl_int status, zeros[8] = {0};
	cl_context c = context_with(CL_TRUE);
	cl_command_queue q = clCreateCommandQueue(c, device, properties | CL_QUEUE_PROFILING_ENABLE, &status), other = clCreateCommandQueue(c, device, 0, &status);
	cl_program p = clCreateProgramWithSource(c, 1, (const char *[]){source}, NULL, &status);
	ok(clBuildProgram(p, 1, &device, "", NULL, NULL));
	cl_kernel spin = kernel_of(p, "spin"), good = kernel_of(p, "good");
	cl_mem m = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros, &status);
	atomic_int *begun = clSVMAlloc(c, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 64, 0);
	atomic_store(begun, 0);
	arg(spin, 0, m);
	ok(clSetKernelArgSVMPointer(spin, 1, begun));
	arg(good, 0, m);
	cl_event gate = clCreateUserEvent(c, &status), done_before, e[5];
	size_t local = 64;
	ok(clEnqueueNDRangeKernel(q, good, 1, NULL, &local, NULL, 0, NULL, &done_before));
	ok(clEnqueueFillBuffer(q, m, zeros, 4, 0, sizeof zeros, 1, &done_before, NULL));
	ok(clFinish(q));
	ok(clEnqueueNDRangeKernel(q, spin, 1, NULL, &items, &local, 0, NULL, &e[0]));  // runs
	ok(clEnqueueNDRangeKernel(q, good, 1, NULL, &items, &local, 1, &gate, &e[1])); // waits for the user event
	ok(clEnqueueNDRangeKernel(q, good, 1, NULL, &items, &local, 1, &e[1], &e[2]));
	ok(clEnqueueMarkerWithWaitList(q, 0, NULL, &e[3]));
	ok(clFlush(q));
	ok(clEnqueueNDRangeKernel(other, good, 1, NULL, &items, &local, 1, &e[0], &e[4])); // not submitted
	atomic_int seen[5];
	for (int i = 0; i < 5; i++) {
		atomic_store(&seen[i], 99);
		ok(clSetEventCallback(e[i], CL_COMPLETE, told, &seen[i]));
	}
	while (atomic_load(begun) == 0) sched_yield();
	pthread_t waiter;
	pthread_create(&waiter, NULL, wait_for, &e[2]);
	int before = atomic_load(&notices);
	ok(terminate(c));
	check(atomic_load(&notices) > before, "the context's callback was not called");
	for (int i = 0; i < 5; i++) {
		check_status(clWaitForEvents(1, &e[i]), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
		check_status(status_of(e[i]), CL_CONTEXT_TERMINATED_KHR);
		while (atomic_load(&seen[i]) == 99) sched_yield();
		check(atomic_load(&seen[i]) == CL_CONTEXT_TERMINATED_KHR, "callback %d: %d", i, atomic_load(&seen[i]));
		cl_ulong time;
		check_status(clGetEventProfilingInfo(e[i], CL_PROFILING_COMMAND_END, sizeof time, &time, NULL), CL_PROFILING_INFO_NOT_AVAILABLE);
	}
	pthread_join(waiter, NULL);
	check_status(status_of(done_before), CL_COMPLETE);
	refuses(c, q, p, good, m);
	ok(clSetUserEventStatus(gate, CL_COMPLETE));
	for (int i = 0; i < 5; i++) ok(clReleaseEvent(e[i]));
	ok(clReleaseEvent(gate));
	ok(clReleaseEvent(done_before));
	clSVMFree(c, begun);
	ok(clReleaseMemObject(m));
	ok(clReleaseKernel(spin));
	ok(clReleaseKernel(good));
	ok(clReleaseProgram(p));
	ok(clReleaseCommandQueue(q));
	ok(clReleaseCommandQueue(other));
	ok(clReleaseContext(c));
}

// cancels: commands that have not begun do not run, nor does what waits for them; others do.
static void cancels(cl_command_queue_properties properties) {
	cl_int status, value[4] = {1, 2, 3, 4}, got[4] = {0};
	cl_command_queue q = clCreateCommandQueue(context, device, properties, &status);
	cl_mem m = buffer_of(sizeof got, got);
	cl_event gate = clCreateUserEvent(context, &status), e[4];
	ok(clEnqueueFillBuffer(q, m, &value[0], 4, 0, 4, 1, &gate, &e[0]));
	ok(clEnqueueFillBuffer(q, m, &value[1], 4, 4, 4, 1, &gate, &e[1]));
	ok(clEnqueueFillBuffer(q, m, &value[2], 4, 8, 4, 1, &e[1], &e[2]));
	ok(clEnqueueFillBuffer(q, m, &value[3], 4, 12, 4, 0, NULL, &e[3]));
	ok(cancel(&e[1], 1));
	if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) { // does not wait for what comes before it
		check_status(clWaitForEvents(1, &e[2]), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
		check_status(status_of(e[1]), CL_CANCELLED_IMG);
	}
	ok(clSetUserEventStatus(gate, CL_COMPLETE));
	ok(clFinish(q));
	check_status(status_of(e[0]), CL_COMPLETE);
	check_status(status_of(e[1]), CL_CANCELLED_IMG);
	check_status(status_of(e[2]), CL_CANCELLED_IMG);
	check_status(status_of(e[3]), CL_COMPLETE);
	ok(cancel(e, 4)); // too late for all of them
	check_status(status_of(e[0]), CL_COMPLETE);
	ok(clEnqueueReadBuffer(q, m, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
	check(got[0] == 1 && got[1] == 0 && got[2] == 0 && got[3] == 4, "%d %d %d %d", got[0], got[1], got[2], got[3]);
	for (int i = 0; i < 4; i++) ok(clReleaseEvent(e[i]));
	ok(clReleaseEvent(gate));
	ok(clReleaseMemObject(m));
	ok(clReleaseCommandQueue(q));
}

int main(void) {
	if (other_driver()) return printf("1 checks, 0 failed\n"), 0;
	open_device();
	terminate = (clTerminateContextKHR_fn)clGetExtensionFunctionAddressForPlatform(platform, "clTerminateContextKHR");
	cancel = (cl_int (*)(const cl_event *, size_t))clGetExtensionFunctionAddressForPlatform(platform, "clCancelCommandsIMG");
	check(terminate && cancel, "a function is missing");
	if (!terminate || !cancel) return done();
	errors();
	for (int i = 0; i < 3; i++) {
		terminates(0, 64);
		terminates(0, 1 << 14);
		terminates(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 64);
		cancels(0);
		cancels(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	}
	return done();
}
