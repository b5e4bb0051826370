// A correct program that builds, runs, prints, reads, and releases all: memory checkers must find nothing in it. With the
// argument `leak` it loses memory of its own, which they must find.
#include "check.h"

static char *volatile lost;

static void use_device(void) {
	enum { ITEMS = 16 };
	cl_int numbers[ITEMS];
	cl_program program = build("kernel void good(global int *p) { int i = get_global_id(0); p[i] = 3 * i; printf(\"%d\\n\", i); }");
	cl_kernel kernel = kernel_of(program, "good");
	cl_mem buffer = buffer_of(sizeof numbers, NULL);
	arg(kernel, 0, buffer);
	run1(kernel, ITEMS, 0);
	read_back(buffer, numbers, sizeof numbers);
	for (int i = 0; i < ITEMS; i++) check(numbers[i] == 3 * i, "%d: %d", i, numbers[i]);
	ok(clReleaseMemObject(buffer));
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
}

int main(int count, char **arguments) {
	open_device();
	use_device();
	ok(clReleaseCommandQueue(queue));
	ok(clReleaseContext(context));
	if (count > 1) {
		lost = malloc(100);
		lost = NULL;
	}
	return done();
}
