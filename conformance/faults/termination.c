// cl_arm_controlled_kernel_termination: kernels that end themselves, with success or failure, from one work-item of many,
// while others loop without end, on all levels of control flow.
#include "check.h"

#ifndef CL_EVENT_COMMAND_TERMINATION_REASON_ARM
#error "no cl_arm_controlled_kernel_termination in the headers"
#endif

static const char source[] =
	"#ifndef cl_arm_controlled_kernel_termination\n#error no macro\n#endif\n"
	"kernel void search(global const int *in, global int *found, int wanted) {\n"
	"	for (int i = get_global_id(0); ; i = (i + 1) & 0xfff)\n"
	"		if (in[i] == wanted) { *found = i; arm_terminate_kernel(ARM_TERMINATION_SUCCESS); }\n"
	"}\n"
	"kernel void assert_small(global const int *in, global int *found, int limit) {\n"
	"	if (in[get_global_id(0)] >= limit) { *found = get_global_id(0); arm_termination_reason r = ARM_TERMINATION_FAILURE; arm_terminate_kernel(r); }\n"
	"}\n"
	"void end_it(int value, int wanted);\n"
	"void end_it(int value, int wanted) { if (value == wanted) arm_terminate_kernel(ARM_TERMINATION_FAILURE); }\n"
	"kernel void waits(global const int *in, global int *found, int unused) {\n"
	"	barrier(CLK_GLOBAL_MEM_FENCE); end_it(in[get_local_id(0)], 0);\n"
	"	while (found[1] == 0) barrier(CLK_GLOBAL_MEM_FENCE);\n"
	"}\n"
	"kernel void fault(global const int *in, global int *found, int unused) { *(global int *)8 = get_global_id(0); }\n";

static cl_program program;
static cl_mem in, found;

static void ends(const char *name, int number, size_t items, size_t local, cl_int wanted, cl_command_termination_reason_arm reason) {
	cl_kernel k = kernel_of(program, name);
	cl_event e;
	cl_int status = 99;
	cl_command_termination_reason_arm got = 99;
	arg(k, 0, in);
	arg(k, 1, found);
	arg(k, 2, number);
	ok(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, &local, 0, NULL, &e));
	clWaitForEvents(1, &e);
	ok(clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	check(wanted == status || (wanted < 0 && wanted != CL_COMMAND_TERMINATED_ITSELF_WITH_FAILURE_ARM && status < 0), "%s over %zu: %d, not %d", name, items, status, wanted);
	ok(clGetEventInfo(e, CL_EVENT_COMMAND_TERMINATION_REASON_ARM, sizeof got, &got, NULL));
	check(got == reason, "%s: %u, not %u", name, got, reason);
	ok(clReleaseEvent(e));
	ok(clReleaseKernel(k));
}

int main(void) {
	if (other_driver()) return printf("1 checks, 0 failed\n"), 0;
	open_device();
	cl_bitfield can = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_CONTROLLED_TERMINATION_CAPABILITIES_ARM, sizeof can, &can, NULL));
	check(can == 7, "%lu", can);
	static int values[4096];
	for (int i = 0; i < 4096; i++) values[i] = i;
	program = build_with(source, "-cl-std=CL3.0");
	in = buffer_of(sizeof values, values);
	found = buffer_of(8, values);
	static const size_t sizes[][2] = {{1, 1}, {64, 64}, {4096, 64}, {4096, 1000}};
	for (int i = 0; i < 4; i++) {
		int got[2] = {0, 0};
		ok(clEnqueueWriteBuffer(queue, found, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
		ends("search", 3000, sizes[i][0], sizes[i][1], CL_COMPLETE, CL_COMMAND_TERMINATION_CONTROLLED_SUCCESS_ARM);
		ok(clEnqueueReadBuffer(queue, found, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
		check(got[0] == 3000, "found %d", got[0]);
		ends("assert_small", sizes[i][0] - 1, sizes[i][0], sizes[i][1], CL_COMMAND_TERMINATED_ITSELF_WITH_FAILURE_ARM, CL_COMMAND_TERMINATION_CONTROLLED_FAILURE_ARM);
		ends("assert_small", sizes[i][0], sizes[i][0], sizes[i][1], CL_COMPLETE, CL_COMMAND_TERMINATION_COMPLETION_ARM);
		ok(clEnqueueWriteBuffer(queue, found, CL_TRUE, 0, sizeof got, (int[2]){0}, 0, NULL, NULL));
		ends("waits", 5, sizes[i][0], sizes[i][1], CL_COMMAND_TERMINATED_ITSELF_WITH_FAILURE_ARM, CL_COMMAND_TERMINATION_CONTROLLED_FAILURE_ARM);
		ends("fault", 0, sizes[i][0], sizes[i][1], CL_OUT_OF_RESOURCES, CL_COMMAND_TERMINATION_ERROR_ARM);
	}
	cl_int status, reason;
	cl_event user = clCreateUserEvent(context, &status), waiting, fill;
	cl_kernel k = kernel_of(program, "assert_small");
	int limit = 1 << 20;
	arg(k, 0, in);
	arg(k, 1, found);
	arg(k, 2, limit);
	ok(clEnqueueNDRangeKernel(queue, k, 1, NULL, &(size_t){64}, NULL, 1, &user, &waiting));
	check_status(clGetEventInfo(waiting, CL_EVENT_COMMAND_TERMINATION_REASON_ARM, sizeof reason, &reason, NULL), CL_INVALID_OPERATION);
	check_status(clGetEventInfo(user, CL_EVENT_COMMAND_TERMINATION_REASON_ARM, sizeof reason, &reason, NULL), CL_INVALID_EVENT);
	ok(clSetUserEventStatus(user, CL_COMPLETE));
	ok(clEnqueueFillBuffer(queue, found, &reason, 4, 0, 4, 0, NULL, &fill));
	ok(clFinish(queue));
	check_status(clGetEventInfo(fill, CL_EVENT_COMMAND_TERMINATION_REASON_ARM, sizeof reason, &reason, NULL), CL_INVALID_EVENT);
	ok(clReleaseEvent(user));
	ok(clReleaseEvent(waiting));
	ok(clReleaseEvent(fill));
	return done();
}
