// Released handles, handles of the wrong kind, and kernels that fault: an error each, and life goes on.
#include "check.h"

// test_handles gives handles that can be read: the loader itself reads what a handle points to. threads.c passes it by.
static void test_handles(void) {
	check_status(clRetainMemObject((cl_mem)queue), CL_INVALID_MEM_OBJECT);
	check_status(clFinish((cl_command_queue)context), CL_INVALID_COMMAND_QUEUE);
	check_status(clRetainContext((cl_context)device), CL_INVALID_CONTEXT);
	check_status(clRetainKernel((cl_kernel)queue), CL_INVALID_KERNEL);
	check_status(clRetainEvent((cl_event)queue), CL_INVALID_EVENT);
	check_status(clRetainProgram((cl_program)queue), CL_INVALID_PROGRAM);
	check_status(clRetainSampler((cl_sampler)queue), CL_INVALID_SAMPLER);
	cl_mem m = buffer_of(16, NULL);
	ok(clReleaseMemObject(m));
	check_status(clRetainMemObject(m), CL_INVALID_MEM_OBJECT);
	check_status(clReleaseMemObject(m), CL_INVALID_MEM_OBJECT);
	char data[16];
	check_status(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 16, data, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
}

static void test_fault(void) {
	cl_program p = build("kernel void wild(global int *a, ulong where) { ((global int *)where)[get_global_id(0)] = 1; }\n"
	                     "kernel void divide(global int *a, int by) { a[get_global_id(0)] = get_global_id(0) / by; }\n"
	                     "kernel void fine(global int *a) { a[get_global_id(0)] = 5; }");
	cl_mem m = buffer_of(256, NULL);
	cl_kernel wild = kernel_of(p, "wild"), divide = kernel_of(p, "divide"), fine = kernel_of(p, "fine");
	cl_ulong places[] = {0, 8, 0x10000, 0x7fffffff0000ULL};
	for (int i = 0; i < 4; i++) {
		arg(wild, 0, m);
		arg(wild, 1, places[i]);
		cl_event event;
		size_t global = 64;
		ok(clEnqueueNDRangeKernel(queue, wild, 1, NULL, &global, NULL, 0, NULL, &event));
		cl_int status = clWaitForEvents(1, &event);
		check(status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "write to %llx: %d", (unsigned long long)places[i], status);
		ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
		check(status < 0, "%d", status);
		ok(clReleaseEvent(event));
	}
	int by = 0, got[64];
	arg(divide, 0, m); arg(divide, 1, by);
	run1(divide, 64, 0);
	ok(clFinish(queue));
	arg(fine, 0, m);
	run1(fine, 64, 0);
	read_back(m, got, sizeof got);
	for (int i = 0; i < 64; i++) check(got[i] == 5, "after the faults: %d", got[i]);
}

int main(void) {
	open_device();
	test_handles();
	test_fault();
	return done();
}
