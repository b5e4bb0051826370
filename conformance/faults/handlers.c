// The application's handlers of faults behave as sigaction says while the driver stands before them: the mask while they
// run, SA_NODEFER, SA_RESETHAND, handlers that call the one before them, that put it back, or that install themselves
// again, and an unusual number of them. Between all of them, and while they run, kernels fault and no handler
// is called for that.
#define _GNU_SOURCE
#include "kernels.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

static sigjmp_buf back;
static volatile int calls, other_calls;
static sigset_t during;
static struct sigaction before;
static cl_program program;

// fault faults with an instruction that step_over knows how to skip.
static void fault(void) { __asm__ volatile("movl $1, (%0)" : : "a"(8L) : "memory"); }

static void step_over(void *frame) { ((ucontext_t *)frame)->uc_mcontext.gregs[REG_RIP] += 6; /* movl $imm32, (%rax) */ }

// bad_kernel runs a kernel that faults. It also lets the driver see the handlers that were just installed.
static void bad_kernel(void) {
	cl_int status;
	int before_calls = calls, before_others = other_calls;
	if (other_driver()) return; // they end the process
	cl_kernel kernel = clCreateKernel(program, "bad", &status);
	ok(status);
	cl_command_queue q = clCreateCommandQueue(context, device, 0, &status);
	cl_mem buffer = buffer_of(64, NULL);
	ok(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
	status = end_of(q, kernel, 1000, 0);
	check(status < 0, "status %d", status);
	check(calls == before_calls && other_calls == before_others, "the application heard of a kernel's fault");
	clReleaseMemObject(buffer);
	clReleaseCommandQueue(q);
	clReleaseKernel(kernel);
}

static void install_unseen(void (*handler)(int, siginfo_t *, void *), int flags, int masked) {
	struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | flags};
	if (masked) sigaddset(&action.sa_mask, masked);
	sigaction(SIGSEGV, &action, &before);
}

static void install(void (*handler)(int, siginfo_t *, void *), int flags, int masked) {
	install_unseen(handler, flags, masked);
	bad_kernel();
}

static void note(int signal, siginfo_t *info, void *frame) {
	calls++;
	pthread_sigmask(SIG_BLOCK, NULL, &during);
	step_over(frame);
}

static void blocks_what_it_wants(void) {
	sigset_t own, old, now;
	sigemptyset(&own);
	sigaddset(&own, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &own, &old);
	for (int no_defer = 0; no_defer < 2; no_defer++) {
		install(note, no_defer ? SA_NODEFER : 0, SIGUSR1);
		calls = 0;
		fault();
		check(calls == 1, "%d calls", calls);
		check(sigismember(&during, SIGUSR1) && sigismember(&during, SIGUSR2), "the handler's mask and the thread's");
		check(!sigismember(&during, SIGTERM) && !sigismember(&during, SIGALRM), "nothing else");
		check(sigismember(&during, SIGSEGV) == !no_defer, "the signal itself, SA_NODEFER %d", no_defer);
		pthread_sigmask(SIG_BLOCK, NULL, &now);
		check(sigismember(&now, SIGUSR2) && !sigismember(&now, SIGUSR1) && !sigismember(&now, SIGSEGV), "the mask after it");
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

// jump_plainly leaves without giving the mask back, as longjmp does.
static void jump_plainly(int signal, siginfo_t *info, void *frame) {
	calls++;
	siglongjmp(back, 1);
}

static void jumps_without_masks(void) {
	sigset_t now;
	install(jump_plainly, SA_NODEFER, SIGUSR1);
	for (int i = 0; i < 3; i++) {
		calls = 0;
		if (!sigsetjmp(back, 0)) fault();
		check(calls == 1, "%d calls", calls);
		pthread_sigmask(SIG_BLOCK, NULL, &now);
		check(sigismember(&now, SIGUSR1) && !sigismember(&now, SIGTERM), "the mask is the handler's");
		sigemptyset(&now);
		pthread_sigmask(SIG_SETMASK, &now, NULL);
		bad_kernel();
	}
}

static void other(int signal, siginfo_t *info, void *frame) {
	other_calls++;
	step_over(frame);
}

// call_before passes the fault on, by a jump.
__attribute__((optimize("optimize-sibling-calls"))) static void call_before(int signal, siginfo_t *info, void *frame) {
	calls++;
	before.sa_sigaction(signal, info, frame);
}

// put_before_back lets the fault happen again.
static void put_before_back(int signal, siginfo_t *info, void *frame) {
	calls++;
	sigaction(signal, &before, NULL);
}

static void chains(void) {
	calls = other_calls = 0;
	for (int i = 1; i <= 3; i++) {
		install(other, 0, 0);
		install_unseen(call_before, 0, 0);
		fault();
		check(calls == 2 * i - 1 && other_calls == 2 * i - 1, "%d calls, then %d", calls, other_calls);
		bad_kernel();
		fault();
		check(calls == 2 * i && other_calls == 2 * i, "%d calls, then %d", calls, other_calls);
	}
	calls = other_calls = 0;
	for (int i = 1; i <= 3; i++) {
		install(other, 0, 0);
		install(put_before_back, 0, 0);
		fault();
		check(calls == i && other_calls == 2 * i - 1, "%d calls, then %d", calls, other_calls);
		fault();
		check(calls == i && other_calls == 2 * i, "%d calls, then %d", calls, other_calls);
		bad_kernel();
	}
}

// again is a handler of old: it is good for one fault and installs itself again.
static void again(int signal, siginfo_t *info, void *frame) {
	struct sigaction action = {.sa_sigaction = again, .sa_flags = SA_SIGINFO | SA_RESETHAND};
	calls++;
	if (calls < 3) sigaction(signal, &action, NULL);
	step_over(frame);
}

// is_fatal reports whether a fault now ends the process.
static int is_fatal(void) {
	int status;
	fflush(stdout);
	pid_t child = fork();
	if (!child) {
		fault();
		_exit(0);
	}
	waitpid(child, &status, 0);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV;
}

static void is_reset(void) {
	install(again, SA_RESETHAND, 0);
	calls = 0;
	for (int i = 1; i <= 3; i++) {
		check(!is_fatal(), "before fault %d", i);
		fault();
		check(calls == i, "%d calls of %d", calls, i);
		if (i == 2) bad_kernel();
	}
	check(is_fatal(), "the handler is used up");
	bad_kernel();
	check(is_fatal(), "the handler is used up");
}

// many have different masks, so each is an action of its own.
static void many(void) {
	for (int i = 0; i < 50; i++) {
		install(note, 0, 1 + (i + SIGTERM) % SIGRTMIN);
		calls = 0;
		fault();
		check(calls == 1, "action %d: %d calls", i, calls);
	}
}

enum { STARTED, GO, WORDS = 16, WAIT_US = 10000000 };

static _Atomic cl_int shared[WORDS] __attribute__((aligned(128))); // with the kernel
static atomic_int kernel_is_done;
static pthread_t faulting;

static void await(atomic_int *word) {
	for (int waited = 0; !*word && waited < WAIT_US; waited += 100) usleep(100);
	if (!*word) _exit(4);
}

// let_kernel_fault has the kernel fault while it runs itself.
static void let_kernel_fault(int signal, siginfo_t *info, void *frame) {
	if (!pthread_equal(pthread_self(), faulting)) _exit(3); // a thread that runs the kernel
	calls++;
	shared[GO] = 1;
	await(&kernel_is_done);
	step_over(frame);
}

static void *run_waiting_kernel(void *unused) {
	cl_int status;
	cl_mem memory = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof shared, shared, &status);
	cl_kernel kernel = clCreateKernel(program, "waits", &status);
	cl_command_queue q = clCreateCommandQueue(context, device, 0, &status);
	ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
	status = end_of(q, kernel, 1, 0);
	check(status < 0, "status %d", status);
	kernel_is_done = 1;
	clReleaseCommandQueue(q);
	clReleaseKernel(kernel);
	clReleaseMemObject(memory);
	return NULL;
}

static void kernel_faults_meanwhile(void) {
	pthread_t launcher;
	const char *engine = getenv("HEDDLE_EXEC");
	if (other_driver() || (engine && !strcmp(engine, "verify"))) return; // verify gives kernels copies of their memory
	faulting = pthread_self();
	install(let_kernel_fault, 0, 0);
	calls = 0;
	for (int i = 1; i <= 3; i++) {
		shared[STARTED] = shared[GO] = kernel_is_done = 0;
		pthread_create(&launcher, NULL, run_waiting_kernel, NULL);
		await(&shared[STARTED]);
		fault();
		pthread_join(launcher, NULL);
		check(calls == i, "%d calls of %d", calls, i);
	}
}

int main(void) {
	open_device_quietly();
	program = build(
		"kernel void bad(global int *p) { if (get_global_id(0) == 77) *(global int *)0 = 1; }\n"
		"kernel void waits(volatile global int *p) { atomic_xchg(p, 1); while (!atomic_or(p + 1, 0)); *(global int *)0 = 1; }");
	blocks_what_it_wants();
	jumps_without_masks();
	chains();
	is_reset();
	many();
	kernel_faults_meanwhile();
	return done();
}
