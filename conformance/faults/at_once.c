// Faults of kernels, of the driver and of the application at the same moment, in many threads, while the driver looks
// at the handlers again and again. The application's handlers leave by a jump or mend what was wrong and return. None of
// them ever sees a fault of a kernel or of the driver: their threads could not live on after that. The argument is how
// many seconds it lasts.
#include "kernels.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LAUNCHERS = 4, PAGE = 4096, GROUP = 50 };

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

static void *launches(void *unused) {
	cl_int status;
	cl_command_queue q = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_mem buffer = buffer_of(N * sizeof(cl_int), NULL);
	for (int round = 0; !stop; round++) {
		run_bad(q, program, bad_kernels[round % BAD_KERNELS], buffer, GROUP);
		run_good(q, program, buffer, GROUP);
		kernel_faults++;
	}
	ok(clReleaseMemObject(buffer));
	ok(clReleaseCommandQueue(q));
	return NULL;
}

static void install(int signal, void (*handler)(int, siginfo_t *, void *)) {
	struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
	sigaction(signal, &action, NULL);
}

int main(int argc, char **argv) {
	static void *(*const others[])(void *) = {jumps, jumps, mends, divides, sweeps};
	enum { OTHERS = sizeof others / sizeof *others };
	pthread_t threads[LAUNCHERS + OTHERS];
	open_device_quietly();
	if (other_driver()) { // they end the process
		check(1);
		return done();
	}
	program = build(kernels_source);
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
