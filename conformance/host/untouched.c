// A process that has the driver but has not called it: nothing runs in it, its signals are its own, and a child forked
// then can use the driver. Later the driver's runtime sends no signals to threads, whatever handlers there are. It says
// most when the driver is loaded at program start (as libOpenCL.so.1) and its garbage collector is busy (GOGC=1).
#define _GNU_SOURCE
#include "check.h"
#include <dirent.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 64 << 10, ROUNDS = 200 };

static atomic_int urgents;

static void on_urgent(int signal) { urgents++; }

static int threads(void) {
	int count = 0;
	DIR *tasks = opendir("/proc/self/task");
	for (struct dirent *task; tasks && (task = readdir(tasks));) count += task->d_name[0] != '.';
	closedir(tasks);
	return count;
}

static void signals_are_untouched(void) {
	for (int s = 1; s < SIGRTMIN; s++) {
		struct sigaction present;
		if (sigaction(s, NULL, &present)) continue;
		check(present.sa_handler == SIG_DFL || present.sa_handler == SIG_IGN, "signal %d has a handler", s);
	}
	sigset_t mask;
	sigprocmask(SIG_SETMASK, NULL, &mask);
	check(sigisemptyset(&mask), "signals are blocked");
}

static void use_driver(void) {
	cl_int status;
	open_device();
	cl_program program = clCreateProgramWithSource(context, 1,
		(const char *[]){"kernel void twice(global int *p) { p[get_global_id(0)] *= 2; }"}, NULL, &status);
	ok(status);
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	cl_kernel kernel = clCreateKernel(program, "twice", &status);
	ok(status);
	static int in[BYTES / 4], out[BYTES / 4];
	for (int i = 0; i < BYTES / 4; i++) in[i] = i;
	cl_mem buffer = buffer_of(BYTES, NULL);
	ok(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
	for (int i = 0; i < ROUNDS; i++) {
		ok(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, BYTES, in, 0, NULL, NULL));
		ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, (size_t[]){BYTES / 4}, NULL, 0, NULL, NULL));
		ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BYTES, out, 0, NULL, NULL));
	}
	for (int i = 0; i < BYTES / 4; i++) check(out[i] == 2 * i, "element %d is %d", i, out[i]);
}

static void child_uses_driver(void) {
	int status;
	pid_t child = fork();
	if (child == 0) {
		alarm(30);
		use_driver();
		fflush(stdout);
		_exit(done());
	}
	waitpid(child, &status, 0);
	check(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with status %#x", status);
}

int main(void) {
	check(threads() == 1, "there are %d threads", threads());
	signals_are_untouched();
	struct sigaction action = {.sa_handler = on_urgent}; // no SA_ONSTACK
	sigaction(SIGURG, &action, NULL);
	child_uses_driver();
	use_driver();
	check(urgents == 0, "%d SIGURG that nobody sent", urgents);
	return done();
}
