// An application that closes all descriptors but its first three, as programs do that become services, after it has made
// a context: builds, launches in machine code, maps and callbacks work all the same.
#include "check.h"
#include <fcntl.h>
#include <unistd.h>

static void run(cl_program program) {
	cl_int status;
	cl_mem buffer = buffer_of(4096, NULL);
	cl_kernel kernel = clCreateKernel(program, "add", &status);
	size_t items = 1024;
	ok(status);
	ok(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
	int zero = 0;
	ok(clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, 0, 4096, 0, NULL, NULL));
	for (int i = 0; i < 200; i++)
		ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	int *mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 4096, 0, NULL, NULL, &status);
	check(status == CL_SUCCESS && mapped[0] == 200 && mapped[1023] == 200);
	ok(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL));
	ok(clFinish(queue));
	ok(clReleaseKernel(kernel));
	ok(clReleaseMemObject(buffer));
}

int main(void) {
	static const char source[] = "kernel void add(global int *x) { x[get_global_id(0)] += 1; }";
	open_device();
	cl_program early = build(source);
	run(early);
	for (int i = 3; i < 4096; i++) close(i);
	for (int i = 3; i < 12; i++) open("/dev/null", O_RDWR); // what was closed is another's now
	for (time_t end = time(NULL) + 2; time(NULL) < end;) run(early), run(build(source)); // a runtime that polls does so within 10 ms
	run(build(source));
	return done();
}
