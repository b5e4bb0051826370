// A program that releases everything, or, with arguments, all but what they name: HEDDLE_TRACE=leaks tells which. `late`
// releases it all in a destructor, after main.
#include "check.h"

static cl_mem buffer;
static cl_kernel kernel;
static cl_program program;
static void *shared;
static int is_late;

static void release(void) {
	clReleaseMemObject(buffer);
	clReleaseKernel(kernel);
	clReleaseProgram(program);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
}

__attribute__((destructor)) static void end(void) {
	if (is_late) release();
}

int main(int count, char **arguments) {
	const char *kept = count > 1 ? arguments[1] : "";
	open_device();
	program = build("kernel void lost(global int *p) { p[0] = 1; }");
	kernel = kernel_of(program, "lost");
	buffer = buffer_of(4096, NULL);
	shared = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
	check(shared, "clSVMAlloc");
	if (!strcmp(kept, "buffer")) ok(clRetainMemObject(buffer));
	if (!strcmp(kept, "kernel")) ok(clRetainKernel(kernel));
	if (strcmp(kept, "shared")) clSVMFree(context, shared);
	is_late = !strcmp(kept, "late");
	if (!is_late) release();
	return done();
}
