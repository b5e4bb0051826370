// Kernels of modules that enqueue functions: those of clang and llvm-spirv, and one written by hand. Functions that are
// enqueued are no kernels of the program, and live on in its binary.
#include "spirv/modules.h"

enum { ON_DEVICE = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, N = 240 };

static cl_command_queue device_queue;
static cl_mem buffer;
static cl_int got[N];

static void run(cl_program program, const char *name, size_t global, size_t local) {
	cl_int zero = 0;
	cl_kernel kernel = kernel_of(program, name);
	ok(clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, 0, sizeof got, 0, NULL, NULL));
	ok(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
	check_status(clSetKernelArg(kernel, 1, sizeof queue, &queue), CL_INVALID_DEVICE_QUEUE);
	ok(clSetKernelArg(kernel, 1, sizeof device_queue, &device_queue));
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
	ok(clReleaseKernel(kernel));
}

static void is(const char *what, int word, cl_int want) {
	check(got[word] == want, "%s: word %d is %d, not %d", what, word, got[word], want);
}

static void children(cl_program program) {
	run(program, "children", 21, 7);
	for (int i = 0; i < 21; i++)
		for (int k = 0; k < 8; k++)
			is("children", 8 * i + k, i == 0 && k == 1 ? 303 : i % 3 != 1 && k >= 2 && k < 6 ? 44543 : 0);
}

int main(void) {
	open_device();
	cl_int status;
	cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES, ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT, 0};
	device_queue = clCreateCommandQueueWithProperties(context, device, on_device, &status);
	ok(status);
	buffer = clCreateBuffer(context, 0, sizeof got, NULL, &status);
	ok(status);
	cl_program program = load_module("queues");
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	char names[200];
	ok(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL));
	check(strcmp(names, "children;local_memory;events;nested;questions") == 0, "the kernels are %s", names);
	cl_kernel kernel = kernel_of(program, "events");
	check_status(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_TYPE_NAME, sizeof names, names, NULL),
		CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
	ok(clReleaseKernel(kernel));
	children(program);
	run(program, "local_memory", 5, 5);
	for (int i = 0; i < 5; i++) is("local_memory", i, 56);
	run(program, "events", 20, 4);
	for (int i = 0; i < 20; i++) {
		is("status", 12 * i, 0), is("status of the marker", 12 * i + 1, 0), is("status of the last", 12 * i + 2, 0);
		is("valid", 12 * i + 3, 5);
		is("order", 12 * i + 4, i & 1 ? 10 : 0); // what waits for a failed event does not run
	}
	run(program, "nested", 1, 1);
	is("nested", 0, 1), is("nested", 1, 3), is("nested", 2, 12);
	run(program, "questions", 1, 1);
	check(got[0] >= 64 && got[1] >= 1, "groups of %d, multiples of %d", got[0], got[1]);
	check(got[2] * got[3] >= 64 && got[2] >= 1, "%d sub-groups of at most %d", got[2], got[3]);
	check(got[9] == 0, "a function that was asked about ran");

	// again, from the binary
	size_t bytes;
	ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL));
	unsigned char *binary = malloc(bytes);
	ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
	cl_program again = clCreateProgramWithBinary(context, 1, &device, &bytes, (const unsigned char **)&binary, NULL, &status);
	ok(status);
	ok(clBuildProgram(again, 1, &device, "", NULL, NULL));
	children(again);
	free(binary);

	cl_program by_hand = load_module("queues_by_hand");
	ok(clBuildProgram(by_hand, 1, &device, "", NULL, NULL));
	run(by_hand, "parent", 1, 1);
	is("two sizes", 0, 100), is("success", 1, 0), is("a queue that is none", 2, 1);
	run(by_hand, "questions", 1, 1);
	check(got[0] > 3 && got[1] == 3 * got[7], "%d sub-groups at most, three have %d work-items", got[0], got[1]);
	is("too many sub-groups", 2, 0), is("sub-groups of 8 times 2", 3, (16 + got[7] - 1) / got[7]);
	run(by_hand, "varying", 1, 1);
	is("success of 16 bytes", 0, 0), is("success of 12 bytes", 1, 0), is("4097 bytes are refused", 2, 1);
	is("the number", 4, 8), is("the number that was not passed", 8, 1);
	ok(clReleaseProgram(program));
	ok(clReleaseProgram(again));
	ok(clReleaseProgram(by_hand));
	ok(clReleaseMemObject(buffer));
	ok(clReleaseCommandQueue(device_queue));
	return done();
}
