// A forked child has the library's memory but none of its threads: there every call returns an error and nothing
// hangs, also when other threads were inside the library during the fork. The parent goes on.
#include "host/float_mode.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static cl_mem buffer;
static cl_event event, gate;
static cl_program program;
static atomic_int stop;

// refuses counts a call that worked in the child.
static int worked;
#define refuses(expression) \
	do { \
		if ((expression) == CL_SUCCESS) { \
			worked++; \
			printf("%s worked in a forked child\n", #expression); \
		} \
	} while (0)
#define creates_nothing(expression) \
	do { \
		status = CL_SUCCESS; \
		if ((expression) || status == CL_SUCCESS) { \
			worked++; \
			printf("%s worked in a forked child\n", #expression); \
		} \
	} while (0)

static void queries(void) {
	size_t size;
	cl_platform_id p;
	cl_device_id d;
	refuses(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &d, NULL));
	refuses(clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, NULL, &size));
	refuses(clGetDeviceInfo(device, CL_DEVICE_NAME, 0, NULL, &size));
	refuses(clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, NULL, &size));
	refuses(clGetMemObjectInfo(buffer, CL_MEM_SIZE, 0, NULL, &size));
	refuses(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, 0, NULL, &size));
	refuses(clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size));
}

static void creations(void) {
	cl_int status;
	const char *source = "kernel void f() {}";
	creates_nothing(clCreateContext(NULL, 1, &device, NULL, NULL, &status));
	creates_nothing(clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &status));
	creates_nothing(clCreateCommandQueue(context, device, 0, &status));
	creates_nothing(clCreateProgramWithSource(context, 1, &source, NULL, &status));
	creates_nothing(clCreateUserEvent(context, &status));
	creates_nothing(clCreateKernel(program, "f", &status));
	if (clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, NULL)) worked++; // there is no place for the status
}

static void commands(void) {
	char data[64];
	cl_int status;
	refuses(clBuildProgram(program, 1, &device, "", NULL, NULL));
	refuses(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
	refuses(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
	creates_nothing(clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, NULL, NULL, &status));
	refuses(clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL));
	refuses(clFlush(queue));
	refuses(clFinish(queue));
	refuses(clWaitForEvents(1, &event));
	refuses(clSetUserEventStatus(gate, CL_COMPLETE));
}

static void releases(void) {
	refuses(clRetainMemObject(buffer));
	refuses(clReleaseEvent(event));
	refuses(clReleaseMemObject(buffer));
	refuses(clReleaseProgram(program));
	refuses(clReleaseCommandQueue(queue));
	refuses(clReleaseContext(context));
}

static void child(void) {
	alarm(10); // a hang ends as a signal
	set_mode(modes[MODES - 1]); // calls that are refused keep the floating-point mode, too
	queries();
	creations();
	commands();
	releases();
	if (!is_mode(present_mode(), modes[MODES - 1])) worked++, printf("the floating-point mode has changed in a forked child\n");
	fflush(stdout);
	if (worked) _exit(1);
	exit(0); // with the destructors of all libraries
}

// fork_once forks, in the child possibly again.
static void fork_once(int generations) {
	int status = -1;
	fflush(stdout);
	pid_t pid = fork();
	if (pid == 0) {
		if (generations > 1) fork_once(generations - 1);
		child();
	}
	check(waitpid(pid, &status, 0) == pid, "no child");
	check(!WIFSIGNALED(status), "signal %d ended the child", WTERMSIG(status));
	check(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child's code is %#x", status);
	if (generations < 2 && checks_failed) fflush(stdout);
}

static void *keep_calling(void *unused) {
	char data[4096] = {0};
	cl_int status;
	while (!stop) {
		cl_mem own = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof data, NULL, &status);
		clEnqueueWriteBuffer(queue, own, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
		clReleaseMemObject(own);
	}
	return NULL;
}

static void parent_works(void) {
	char in[64] = "the parent", out[64] = "";
	ok(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof in, in, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
	check(!strcmp(in, out), "%s", out);
	ok(clFinish(queue));
}

static void busy_forks(void) {
	enum { THREADS = 4, FORKS = 25 };
	pthread_t threads[THREADS];
	for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, keep_calling, NULL);
	for (int i = 0; i < FORKS; i++) fork_once(1);
	stop = 1;
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

// pending_fork forks while a command waits for a user event; the parent's command still runs.
static void pending_fork(void) {
	cl_int status;
	char in[64] = "pending", out[64] = "";
	gate = clCreateUserEvent(context, &status);
	ok(status);
	ok(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof in, in, 1, &gate, &event));
	ok(clFlush(queue));
	fork_once(1);
	ok(clSetUserEventStatus(gate, CL_COMPLETE));
	ok(clWaitForEvents(1, &event));
	ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
	check(!strcmp(in, out), "%s", out);
}

int main(void) {
	open_device();
	const char *source = "kernel void f() {}";
	cl_int status;
	program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(status);
	buffer = buffer_of(64, NULL);
	pending_fork();
	fork_once(1);
	fork_once(2);
	busy_forks();
	parent_works();
	return done();
}
