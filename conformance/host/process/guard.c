// HEDDLE_GUARD=1: a kernel that goes beyond a buffer or an image by one element fails, and changes nothing; all of them may be
// used. Both instruction sets and the interpreter are tried by the caller.
#include "check.h"

#include <stdatomic.h>
#include <unistd.h>

enum { ITEMS = 1024 };

static char reason[4096];
static atomic_int reports;

static void CL_CALLBACK notify(const char *text, const void *info, size_t size, void *data) {
	snprintf(reason, sizeof reason, "%s", text);
	reports++;
}

// reported waits for one more report, which comes on a thread of its own, and looks for words in it.
static void reported(const char *words) {
	static int seen;
	seen++;
	for (int i = 0; i < 10000 && reports < seen; i++) usleep(1000);
	check(reports == seen && strstr(reason, words), "%s", reason);
}

// run returns the status of a launch.
static cl_int run(cl_kernel kernel, size_t items) {
	cl_event event;
	cl_int status;
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event));
	clFinish(queue);
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	ok(clReleaseEvent(event));
	return status;
}

static void overruns(cl_program program, size_t items) {
	cl_kernel kernel = kernel_of(program, "k");
	cl_mem buffers[3];
	int values[ITEMS], wrong = 0, beyond = items;
	for (int i = 0; i < 3; i++) buffers[i] = buffer_of(items * 4, NULL);
	for (int i = 0; i < 3; i++) {
		arg(kernel, 0, buffers[i]);
		check_status(run(kernel, items), CL_COMPLETE);
	}
	arg(kernel, 0, buffers[1]);
	check(run(kernel, items + 1) < 0, "one element too many");
	reported("kernel k");
	check(strstr(reason, "argument 0, `p`"), "%s", reason);
	kernel = kernel_of(program, "load");
	arg(kernel, 0, buffers[1]);
	arg(kernel, 1, beyond);
	check(run(kernel, 1) < 0, "a load of the element behind the last");
	reported("0 bytes past the end of argument 0");
	for (int i = 0; i < 3; i++) {
		read_back(buffers[i], values, items * 4);
		for (size_t k = 0; k < items; k++) wrong += values[k] != 7;
		ok(clReleaseMemObject(buffers[i]));
	}
	check(wrong == 0, "%d values", wrong);
}

int main(void) {
	open_device();
	context = clCreateContext(NULL, 1, &device, notify, NULL, NULL);
	queue = clCreateCommandQueue(context, device, 0, NULL);
	cl_program program = build("kernel void k(global int *p) { p[get_global_id(0)] = 7; }\n"
		"kernel void load(global int *p, int at) { p[0] = p[at] == 99 ? 8 : 7; }");
	for (size_t items = 32; items <= ITEMS; items *= 2) overruns(program, items);
	cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
	cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 33, .image_height = 7};
	size_t origin[3] = {0}, region[3] = {33, 7, 1};
	float color[4] = {1, 0, 1, 0};
	for (int i = 0; i < 100; i++) {
		cl_mem image = clCreateImage(context, 0, &format, &desc, NULL, NULL);
		ok(clEnqueueFillImage(queue, image, color, origin, region, 0, NULL, NULL));
		ok(clFinish(queue));
		ok(clReleaseMemObject(image));
	}
	return done();
}
