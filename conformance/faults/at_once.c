// Faults of kernels, of the driver and of the application at the same moment, in many threads, while the driver looks
// at the handlers again and again. The application's handlers leave by a jump or mend what was wrong and return. None of
// them ever sees a fault of a kernel or of the driver: their threads could not live on after that. The argument is how
// many seconds it lasts.
#include "check.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LAUNCHERS = 4, N = 20000, PAGE = 4096 };

static cl_program program;
static atomic_int stop, application_faults, kernel_faults;
static __thread sigjmp_buf back;
static __thread void *volatile expected; // where this thread is about to fault by itself
static __thread volatile int dividing;

// refuse ends the program: a fault that is none of the application's came to its handler.
static void refuse(int signal, const siginfo_t *info) {
	static const char text[] = "failed: the application's handler got a fault that is not the application's\n";
	if (write(1, text, sizeof text - 1)) _exit(3);
	_exit(3);
}

static void jump(int signal, siginfo_t *info, void *frame) {
	if (!expected || info->si_addr != expected) refuse(signal, info);
	application_faults++;
	siglongjmp(back, 1);
}

static void jump_or_mend(int signal, siginfo_t *info, void *frame) {
	if (expected != (void *)8) {
		if (!expected || info->si_addr != expected) refuse(signal, info);
		application_faults++;
		mprotect(expected, PAGE, PROT_READ | PROT_WRITE);
		return;
	}
	jump(signal, info, frame);
}

static void divided(int signal, siginfo_t *info, void *frame) {
	if (!dividing) refuse(signal, info);
	application_faults++;
	siglongjmp(back, 1);
}

static void *jumps(void *unused) {
	while (!stop) {
		expected = (void *)8;
		if (!sigsetjmp(back, 1)) *(volatile int *)expected = 1;
		expected = NULL;
		usleep(100);
	}
	return NULL;
}

static void *mends(void *unused) {
	char *page = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	while (!stop) {
		mprotect(page, PAGE, PROT_READ);
		expected = page;
		*(volatile int *)page = 1;
		expected = NULL;
		usleep(100);
	}
	return NULL;
}

static void *divides(void *unused) {
	volatile int one = 1, zero = 0;
	while (!stop) {
		dividing = 1;
		if (!sigsetjmp(back, 1)) one = one / zero;
		dividing = 0;
		usleep(100);
	}
	return NULL;
}

// sweeps has the driver look at all handlers, and at a bad pointer of the application.
static void *sweeps(void *unused) {
	cl_int status;
	cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &status);
	while (!stop) {
		cl_command_queue q = clCreateCommandQueue(context, device, 0, &status);
		ok(status);
		status = clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, 64, (void *)16, 0, NULL, NULL);
		check(status < 0, "a read to address 16 gave %d", status);
		clReleaseCommandQueue(q);
	}
	clReleaseMemObject(buffer);
	return NULL;
}

static void launch(cl_command_queue q, const char *name, cl_mem buffer, int is_good) {
	cl_int status;
	cl_kernel kernel = clCreateKernel(program, name, &status);
	ok(status);
	ok(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
	cl_event event;
	size_t n = N, local = 50;
	ok(clEnqueueNDRangeKernel(q, kernel, 1, NULL, &n, &local, 0, NULL, &event));
	clFinish(q);
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	check(is_good ? status == CL_COMPLETE : status < 0, "%s: status %d", name, status);
	clReleaseEvent(event);
	clReleaseKernel(kernel);
}

static void *launches(void *unused) {
	static const char *const bad[] = {"null_store", "wild_load", "in_barriers"};
	cl_int status;
	cl_command_queue q = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * N, NULL, &status);
	int *values = malloc(4 * N);
	for (int round = 0; !stop; round++) {
		launch(q, bad[round % 3], buffer, 0);
		launch(q, "good", buffer, 1);
		ok(clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, 4 * N, values, 0, NULL, NULL));
		int wrong = 0;
		for (int i = 0; i < N; i++) wrong += values[i] != 3 * i;
		check(wrong == 0, "round %d: %d wrong", round, wrong);
		kernel_faults++;
	}
	free(values);
	clReleaseMemObject(buffer);
	clReleaseCommandQueue(q);
	return NULL;
}

static void CL_CALLBACK ignore(const char *text, const void *info, size_t size, void *data) {}

static void install(int signal, void (*handler)(int, siginfo_t *, void *)) {
	struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
	sigaction(signal, &action, NULL);
}

int main(int argc, char **argv) {
	static void *(*const others[])(void *) = {jumps, jumps, mends, divides, sweeps};
	enum { OTHERS = sizeof others / sizeof *others };
	pthread_t threads[LAUNCHERS + OTHERS];
	cl_int status;
	open_device();
	if (other_driver()) { // they end the process
		check(1);
		return done();
	}
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	context = clCreateContext(NULL, 1, &device, ignore, NULL, &status);
	ok(status);
	program = build(
		"kernel void good(global int *p) { int i = get_global_id(0); p[i] = 3 * i; }\n"
		"kernel void null_store(global int *p) { if (get_global_id(0) == 7777) *(global int *)0 = 1; }\n"
		"kernel void wild_load(global int *p) { int i = get_global_id(0); p[i] = p[i * (1L << 40)]; }\n"
		"kernel void in_barriers(global int *p) {\n"
		"  local int t[64]; int l = get_local_id(0); t[l] = l; barrier(CLK_LOCAL_MEM_FENCE);\n"
		"  for (int k = 0; k < 10; k++) { int x = t[(l + k) % 50]; barrier(CLK_LOCAL_MEM_FENCE); t[l] = x + 1;\n"
		"    if (get_group_id(0) == 100 && k == 5 && l == 49) *(global int *)0 = 1; barrier(CLK_LOCAL_MEM_FENCE); }\n"
		"}\n");
	install(SIGSEGV, jump_or_mend);
	install(SIGFPE, divided);
	for (int i = 0; i < OTHERS; i++) pthread_create(&threads[LAUNCHERS + i], NULL, others[i], NULL);
	for (int i = 0; i < LAUNCHERS; i++) pthread_create(&threads[i], NULL, launches, NULL);
	sleep(argc > 1 ? atoi(argv[1]) : 2);
	stop = 1;
	for (int i = 0; i < LAUNCHERS + OTHERS; i++) pthread_join(threads[i], NULL);
	check(application_faults > 0 && kernel_faults > 0, "%d and %d faults", application_faults, kernel_faults);
	printf("%d faults of the application, %d of kernels\n", application_faults, kernel_faults);
	return done();
}
