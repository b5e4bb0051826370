// Calls of each kind, right and wrong ones, for the test that reads what HEDDLE_TRACE=api prints of them. Standard error
// goes through a pipe: the event for which a call waits is set when the line about that call has come.
#include "check.h"
#include <pthread.h>
#include <unistd.h>

static int lines;
static FILE *terminal;
static cl_event gate;

static void *watch(void *none) {
	FILE *in = fdopen(lines, "r");
	char *line = NULL;
	size_t room = 0;
	while (getline(&line, &room, in) > 0) {
		fputs(line, terminal);
		if (strstr(line, "has not returned yet"))
			clSetUserEventStatus(gate, CL_COMPLETE);
	}
	return NULL;
}

#define FUNCTION(name) name##_fn name = (name##_fn)clGetExtensionFunctionAddressForPlatform(platform, #name)

static void objects(void) {
	void *nowhere = (void *)16;
	cl_int status;
	cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
	cl_command_queue q = clCreateCommandQueueWithProperties(context, device, properties, &status);
	ok(status);
	ok(clReleaseCommandQueue(q));
	cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
	cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 4};
	cl_mem image = clCreateImage(context, CL_MEM_READ_ONLY, &format, &desc, NULL, &status);
	ok(status);
	ok(clReleaseMemObject(image));
	check_create(clCreateBuffer(context, 0, 0, nowhere, &status), CL_INVALID_BUFFER_SIZE);
	check(!clCreateKernel((cl_program)queue, nowhere, NULL), "a kernel of no program");
	check_status(clEnqueueMarkerWithWaitList(queue, 2, nowhere, NULL), CL_OUT_OF_RESOURCES);
	check_status(clRetainEvent((cl_event)queue), CL_INVALID_EVENT);
	check_status(clGetPipeInfo((cl_mem)queue, CL_PIPE_PACKET_SIZE, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
}

static void kernels(void) {
	size_t global[2] = {8, 4}, local[2] = {4, 2};
	float factor = 1;
	cl_event event;
	cl_mem buffer = buffer_of(4096, NULL);
	cl_program program = build_with("kernel void k(global float *a, float b) { a[get_global_id(0)] = b; }", "-DA=1");
	cl_kernel k = kernel_of(program, "k");
	arg(k, 0, buffer);
	arg(k, 1, factor);
	check_status(clSetKernelArg(k, 1, 8, &factor), CL_INVALID_ARG_SIZE);
	ok(clEnqueueNDRangeKernel(queue, k, 2, NULL, global, local, 0, NULL, &event));
	ok(clWaitForEvents(1, &event));
	ok(clReleaseEvent(event));
	ok(clReleaseKernel(k));
}

static void shared_memory(void) {
	cl_int status;
	FUNCTION(clSharedMemAllocINTEL);
	FUNCTION(clMemFreeINTEL);
	cl_mem_properties_intel properties[] = {CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_WRITE_COMBINED_INTEL, 0};
	void *usm = clSharedMemAllocINTEL(context, device, properties, 64, 0, &status);
	ok(status);
	ok(clMemFreeINTEL(context, usm));
	void *svm = clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0);
	check(svm != NULL, "no memory");
	ok(clEnqueueSVMMemFill(queue, svm, &status, sizeof status, 64, 0, NULL, NULL));
	ok(clFinish(queue));
	clSVMFree(context, svm);
}

static void blocking(void) {
	cl_int status;
	gate = clCreateUserEvent(context, &status);
	ok(status);
	ok(clWaitForEvents(1, &gate));
}

int main(void) {
	int ends[2];
	pthread_t watcher;
	terminal = fdopen(dup(2), "w");
	if (!terminal || pipe(ends) || dup2(ends[1], 2) < 0) return 1;
	close(ends[1]);
	lines = ends[0];
	pthread_create(&watcher, NULL, watch, NULL);
	open_device();
	objects();
	kernels();
	shared_memory();
	blocking();
	close(2);
	pthread_join(watcher, NULL);
	fclose(terminal);
	return done();
}
