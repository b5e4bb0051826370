// Buffers and pointers in memory of a file that ends before they do: kernels and transfers get SIGBUS there. The
// application's handler, installed a moment before the command, or while the command waits, never hears of it.
#define _GNU_SOURCE
#include "kernels.h"
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FILE_BYTES = 4096, BYTES = 64 << 10, ROUNDS = 100 };

static sigjmp_buf back;
static volatile int is_mine;

static void leave(int signal, siginfo_t *info, void *frame) {
	if (!is_mine) _exit(3);
	siglongjmp(back, 1);
}

// install has a new action each time, unknown to the driver.
static void install(int round) {
	struct sigaction action = {.sa_sigaction = leave, .sa_flags = SA_SIGINFO | (round % 2 ? SA_RESTART : 0)};
	sigaction(SIGBUS, &action, NULL);
}

static void fault(char *memory) {
	volatile int came_back = 0;
	is_mine = 1;
	if (!sigsetjmp(back, 1)) memory[BYTES - 1] = 1;
	else came_back = 1;
	is_mine = 0;
	check(came_back, "the application's own fault");
}

static void waiting_kernel(cl_kernel kernel, int round) {
	cl_int status;
	cl_event event, gate = clCreateUserEvent(context, &status);
	size_t n = 1000;
	ok(status);
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 1, &gate, &event));
	install(round);
	ok(clSetUserEventStatus(gate, CL_COMPLETE));
	clFinish(queue);
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	check(status < 0, "the kernel that waited: status %d", status);
	ok(clReleaseEvent(gate));
	ok(clReleaseEvent(event));
}

static void read_into(char *memory, cl_mem buffer) {
	cl_int status = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, memory + BYTES / 2, 0, NULL, NULL);
	check(status < 0, "a read to beyond the file's end gave %d", status);
}

int main(void) {
	cl_int status, place = BYTES / sizeof(cl_int) - 1000;
	int file = memfd_create("short", 0);
	open_device_quietly();
	if (other_driver()) { // they end the process
		check(1);
		return done();
	}
	check(file >= 0 && !ftruncate(file, FILE_BYTES), "no file");
	char *memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	cl_mem whole = buffer_of(BYTES, NULL);
	cl_mem shared = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, BYTES, memory, &status);
	ok(status);
	cl_kernel kernel = kernel_of(build("kernel void k(global int *p, int at) { p[get_global_id(0) + at] = 3; }"), "k");
	arg(kernel, 0, shared);
	arg(kernel, 1, place);
	for (int round = 0; round < ROUNDS; round++) {
		install(round);
		status = end_of(queue, kernel, 1000, 0);
		check(status < 0, "status %d", status);
		install(round + 1);
		read_into(memory, whole);
		fault(memory);
		waiting_kernel(kernel, round);
	}
	place = 0;
	arg(kernel, 1, place);
	ok(end_of(queue, kernel, 1000, 0));
	check(((int *)memory)[999] == 3, "the last work-item's number is %d", ((int *)memory)[999]);
	return done();
}
