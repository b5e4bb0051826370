// Nobody reads the standard streams any more, and the application ignores SIGPIPE or has a handler for it, as many do:
// kernels that print and kernels that fail go on, and the application lives.
#include "check.h"
#include <signal.h>
#include <unistd.h>

enum { N = 10000 };

static int visible; // standard output as it was

static void handle(int signal) {}

static void break_streams(void) {
	int ends[2];
	visible = dup(STDOUT_FILENO);
	if (visible < 0 || pipe(ends)) exit(1);
	dup2(ends[1], STDOUT_FILENO);
	dup2(ends[1], STDERR_FILENO);
	close(ends[0]);
	close(ends[1]);
}

// prints runs a kernel of which n work-items print: few do it on this thread, many on others.
static void prints(cl_program program, size_t n) {
	int *values = malloc(n * sizeof *values), wrong = 0;
	cl_kernel k = kernel_of(program, "prints");
	cl_mem buffer = buffer_of(n * sizeof *values, NULL);
	arg(k, 0, buffer);
	run1(k, n, 0);
	read_back(buffer, values, n * sizeof *values);
	for (size_t i = 0; i < n; i++) wrong += values[i] != 1;
	check(wrong == 0, "%d of %zu work-items did not run", wrong, n);
	ok(clReleaseMemObject(buffer));
	ok(clReleaseKernel(k));
	free(values);
}

// fails runs a kernel whose failure is reported on standard error.
static void fails(cl_program program) {
	size_t one = 1;
	cl_int status;
	cl_event event;
	if (other_driver()) return;
	cl_kernel k = kernel_of(program, "fails");
	ok(clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL, &event));
	clFinish(queue);
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	check(status < 0, "status %d", status);
	ok(clReleaseEvent(event));
	ok(clReleaseKernel(k));
}

int main(void) {
	static void (*const actions[])(int) = {SIG_IGN, handle};
	break_streams();
	for (int i = 0; i < 2; i++) {
		signal(SIGPIPE, actions[i]);
		if (!context) open_device();
		cl_program program = build("kernel void prints(global int *a) { int i = get_global_id(0); printf(\"%d\\n\", i); a[i] = 1; }\n"
		                           "kernel void fails(void) { *(global int *)0 = 1; }");
		prints(program, 1);
		prints(program, N);
		fails(program);
		ok(clReleaseProgram(program));
	}
	fflush(stdout);
	dup2(visible, STDOUT_FILENO);
	return done();
}
