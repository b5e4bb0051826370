// A system that refuses memory or threads: each call that needs them is refused with CL_OUT_OF_HOST_MEMORY until it gives
// them again, and nothing ends the process. Arguments: a limit and its value, and "later" to set it when the driver is
// at work already.
//   address-space MEGABYTES
//   threads N     threads that the process may make from then on (pthread_create below)
//   starved SECONDS   no thread for so long, while more are wanted than the driver has in reserve
//   processes N   the same by the system's limit, which does not hold for root
//   files KILOBYTES
//   descriptors N   open at a time
//   handlers N    no more handlers of signals; with N, a store to address 0 at the end
//   output 0      standard output is a full pipe that does not block
#define _GNU_SOURCE
#include "check.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int threads_left = INT_MAX;

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
	static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
	if (!real) real = dlsym(RTLD_NEXT, "pthread_create");
	if (atomic_fetch_sub(&threads_left, 1) <= 0) return EAGAIN;
	return real(thread, attributes, start, argument);
}

static void set_limit(int resource, rlim_t value) {
	struct rlimit limit;
	check(getrlimit(resource, &limit) == 0);
	limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
	check(setrlimit(resource, &limit) == 0);
}

// forbid_handlers refuses rt_sigaction where its second argument, the new action, is not NULL.
static void forbid_handlers(void) {
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigaction, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof code / sizeof *code, code};
	check(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
	check(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0);
}

// fill_output leaves the report of this program on standard error, and no space where kernels print.
static void fill_output(void) {
	static char text[4096];
	int ends[2];
	check(pipe2(ends, O_NONBLOCK) == 0);
	fflush(stdout);
	check(dup2(ends[1], 1) == 1);
	while (write(1, text, sizeof text) > 0) {}
	stdout = stderr;
}

static void restrict_process(const char *what, long value) {
	if (!strcmp(what, "address-space")) set_limit(RLIMIT_AS, (rlim_t)value << 20);
	if (!strcmp(what, "files")) set_limit(RLIMIT_FSIZE, (rlim_t)value << 10);
	if (!strcmp(what, "descriptors")) set_limit(RLIMIT_NOFILE, value);
	if (!strcmp(what, "threads")) threads_left = value;
	if (!strcmp(what, "handlers")) forbid_handlers();
	if (!strcmp(what, "output")) fill_output();
	if (!strcmp(what, "processes")) {
		if (geteuid() == 0) check(setresuid(54321, 54321, 54321) == 0);
		set_limit(RLIMIT_NPROC, value);
	}
}

static void lift_limits(void) {
	set_limit(RLIMIT_AS, RLIM_INFINITY);
	set_limit(RLIMIT_FSIZE, RLIM_INFINITY);
	set_limit(RLIMIT_NPROC, RLIM_INFINITY);
	set_limit(RLIMIT_NOFILE, RLIM_INFINITY);
	threads_left = INT_MAX;
}

// refused checks that other calls answer as clCreateContext did.
static void refused(void) {
	cl_int status;
	cl_context c = (cl_context)device;
	cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
	check_create(clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, NULL, NULL, &status), CL_OUT_OF_HOST_MEMORY);
	check_create(clCreateBuffer(c, 0, 64, NULL, &status), CL_OUT_OF_HOST_MEMORY);
	check_status(clRetainContext(c), CL_OUT_OF_HOST_MEMORY);
	check_status(clFinish((cl_command_queue)c), CL_OUT_OF_HOST_MEMORY);
	check(clSVMAlloc(c, 0, 64, 0) == NULL);
}

static void *give_threads_later(void *seconds) {
	sleep((uintptr_t)seconds);
	threads_left = INT_MAX;
	return NULL;
}

static void CL_CALLBACK doze(void *unused) { sleep(2); }

// starve has many native kernels block threads of the driver when the system has none.
static void starve(long seconds) {
	enum { QUEUES = 16 };
	cl_command_queue queues[QUEUES];
	pthread_t giver;
	check(pthread_create(&giver, NULL, give_threads_later, (void *)seconds) == 0);
	threads_left = 0;
	for (int i = 0; i < QUEUES; i++) {
		queues[i] = clCreateCommandQueue(context, device, 0, NULL);
		ok(clEnqueueNativeKernel(queues[i], doze, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
		ok(clFlush(queues[i]));
	}
	for (int i = 0; i < QUEUES; i++) {
		ok(clFinish(queues[i]));
		ok(clReleaseCommandQueue(queues[i]));
	}
	check(pthread_join(giver, NULL) == 0);
}

static void compute(void) {
	enum { COUNT = 1 << 20 };
	static int out[COUNT];
	cl_program program = build("kernel void f(global int *x) { size_t i = get_global_id(0); x[i] = 3 * i;"
		" if (i < 2) x[i] += printf(\"hello\\n\") * 0; }");
	cl_kernel kernel = kernel_of(program, "f");
	cl_mem buffer = buffer_of(sizeof out, NULL);
	arg(kernel, 0, buffer);
	run1(kernel, COUNT, 0);
	read_back(buffer, out, sizeof out);
	for (int i = 0; i < COUNT; i++) check(out[i] == 3 * i, "%d: %d", i, out[i]);
	ok(clReleaseMemObject(buffer));
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
}

int main(int argc, char **argv) {
	cl_int status;
	int is_later = argc > 3;
	ok(clGetPlatformIDs(1, &platform, NULL));
	ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	if (is_later) open_device();
	restrict_process(argv[1], atol(argv[2]));
	if (!is_later) {
		context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
		printf("clCreateContext: %d\n", status);
		if (!context) {
			check_status(status, CL_OUT_OF_HOST_MEMORY);
			refused();
			lift_limits();
			context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
		}
		ok(status);
		queue = clCreateCommandQueue(context, device, 0, &status);
		ok(status);
	}
	if (!strcmp(argv[1], "starved")) starve(atol(argv[2]));
	for (int i = 0; i < 3; i++) compute();
	ok(clReleaseCommandQueue(queue));
	ok(clReleaseContext(context));
	if (!strcmp(argv[1], "handlers") && atol(argv[2])) *(volatile int *)NULL = 1;
	return done();
}
