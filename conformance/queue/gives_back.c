// Memory of commands goes back to the system when they are through, without further calls.
#include "check.h"
#include <unistd.h>

static long resident_kilobytes(void) {
	long pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	check(file && fscanf(file, "%*d %ld", &pages) == 1);
	fclose(file);
	return pages * (getpagesize() / 1024);
}

int main(void) {
	enum { COMMANDS = 200000, USUAL = 120000, SECONDS = 40 };
	cl_int status;
	open_device();
	cl_event gate = clCreateUserEvent(context, &status);
	cl_mem buffer = buffer_of(4096, NULL);
	cl_kernel kernel = kernel_of(build("kernel void f(global int *x) { x[get_global_id(0)]++; }"), "f");
	arg(kernel, 0, buffer);
	ok(clEnqueueMarkerWithWaitList(queue, 1, &gate, NULL));
	for (int i = 0; i < COMMANDS; i++) run1(kernel, 16, 0);
	long most = resident_kilobytes();
	ok(clSetUserEventStatus(gate, CL_COMPLETE));
	ok(clFinish(queue));
	int first = 0;
	read_back(buffer, &first, sizeof first);
	check(first == COMMANDS, "%d", first);
	for (int i = 0; i < SECONDS && resident_kilobytes() > USUAL; i++) sleep(1);
	check(other_driver() || resident_kilobytes() <= USUAL, "%ld KB, and %ld KB with the commands", resident_kilobytes(), most);
	printf("%ld KB with the commands, %ld KB later\n", most, resident_kilobytes());
	return done();
}
