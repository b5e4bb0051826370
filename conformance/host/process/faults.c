// Faults of the application reach the application's own handler, whenever that was installed and whatever flags it
// has; without one they end the process as they always do. The arguments: when the handler is installed (before,
// after, both or never), the fault, and how it is handled.
#include "check.h"
#include <setjmp.h>
#include <signal.h>
#include <pthread.h>
#include <unistd.h>

enum { ROUNDS = 50 };

static sigjmp_buf back;
static volatile int caught, early_caught;
static volatile void *caught_address;
static int wanted_signal;
static void *wanted_address;
static int dividend = 5, divisor;

static void on_fault(int signal, siginfo_t *info, void *frame) {
	if (signal != wanted_signal || !frame) _exit(9);
	caught_address = info->si_addr;
	caught++;
	siglongjmp(back, 1);
}

// on_fault_early is the handler that the later one replaces; it must not be called any more.
static void on_fault_early(int signal, siginfo_t *info, void *frame) {
	early_caught++;
	siglongjmp(back, 1);
}

// on_fault_plain has the signature of old.
static void on_fault_plain(int signal) {
	caught_address = wanted_address;
	caught++;
	siglongjmp(back, 1);
}

static void install(void (*handler)(int, siginfo_t *, void *)) {
	struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO}; // without SA_ONSTACK
	sigaction(wanted_signal, &action, NULL);
}

static void fault(void) {
	if (wanted_signal == SIGSEGV) *(volatile int *)wanted_address = 1;
	if (wanted_signal == SIGFPE) divisor = *(volatile int *)&dividend / *(volatile int *)&divisor;
	if (wanted_signal == SIGILL) __asm__ volatile("ud2");
	if (wanted_signal == SIGUSR1) raise(SIGUSR1);
}

static void expect_fault(void) {
	caught = 0;
	caught_address = NULL;
	divisor = 0;
	if (!sigsetjmp(back, 1)) fault();
	check(caught == 1, "the handler was called %d times", caught);
	if (wanted_signal == SIGSEGV) check(caught_address == wanted_address, "at %p, wanted %p", (void *)caught_address, wanted_address);
}

static void use_driver(void) {
	char in[64] = "in use", out[64] = "";
	cl_mem m = buffer_of(64, NULL);
	ok(clEnqueueWriteBuffer(queue, m, CL_FALSE, 0, sizeof in, in, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
	check(!strcmp(in, out), "%s", out);
	ok(clReleaseMemObject(m));
}

// bad_pointer gives the driver memory that is none; that is the driver's fault to handle, not the application's.
static void bad_pointer(void) {
	int before = caught + early_caught;
	cl_mem m = buffer_of(64, NULL);
	cl_int status = clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 64, (void *)8, 0, NULL, NULL);
	check(status < 0, "a read to address 8 gave %d", status);
	check(caught + early_caught == before, "the application's handler was called for the driver's fault");
	ok(clReleaseMemObject(m));
}

static void *in_thread(void *rounds) {
	for (int i = 0; i < *(int *)rounds; i++) {
		expect_fault();
		use_driver();
	}
	return NULL;
}

static void handle_faults(void) {
	int rounds = ROUNDS;
	pthread_t thread;
	in_thread(&rounds);
	bad_pointer();
	in_thread(&rounds);
	pthread_create(&thread, NULL, in_thread, &rounds); // a thread that the library never saw before
	pthread_join(thread, NULL);
	check(early_caught == 0, "the replaced handler was called");
}

static int named(const char *name) {
	if (!strcmp(name, "segv") || !strcmp(name, "wild")) return SIGSEGV;
	if (!strcmp(name, "fpe")) return SIGFPE;
	if (!strcmp(name, "ill")) return SIGILL;
	return SIGUSR1;
}

int main(int argc, char **argv) {
	const char *when = argv[1];
	wanted_signal = named(argv[2]);
	wanted_address = !strcmp(argv[2], "wild") ? (void *)0x123456780 : NULL;
	setvbuf(stdout, NULL, _IONBF, 0);
	if (!strcmp(when, "before")) install(on_fault);
	if (!strcmp(when, "both")) install(on_fault_early);
	if (!strcmp(when, "plain")) signal(wanted_signal, on_fault_plain);
	open_device();
	use_driver();
	if (!strcmp(when, "after") || !strcmp(when, "both")) install(on_fault);
	if (!strcmp(when, "late-default")) {
		install(on_fault);
		use_driver();
		signal(wanted_signal, SIG_DFL);
		use_driver();
	}
	if (!strcmp(when, "never") || !strcmp(when, "late-default")) {
		fault();
		printf("still here after a fault without a handler\n");
		return 1;
	}
	handle_faults();
	return done();
}
