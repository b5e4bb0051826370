// Signals of the application while commands run: a timer at a kilohertz, SIGURG from all sides, handlers with no
// signal stack flag, installed before the first call and after it. All of them arrive, and the driver works.
#include "check.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <unistd.h>

enum { BYTES = 256 << 10, ROUNDS = 300, SENT = 2000 };

static atomic_int alarms, urgents, deep, stop;
static pthread_t main_thread;
static cl_mem a, b;
static char *in, *out;

// use_stack needs more than the few kilobytes that a small stack would have left.
static void use_stack(void) {
	volatile char room[24 << 10];
	for (size_t i = 0; i < sizeof room; i += 512) room[i] = (char)i;
	deep += room[512] == 0;
}

static void on_alarm(int signal) {
	use_stack();
	alarms++;
}

static void on_urgent(int signal, siginfo_t *info, void *frame) {
	if (info->si_code <= 0 && info->si_pid == getpid()) urgents++;
}

static void install(int signal, void (*handler)(int, siginfo_t *, void *), int flags) {
	struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | flags};
	sigaction(signal, &action, NULL);
}

static void transfers(int rounds) {
	for (int i = 0; i < rounds; i++) {
		cl_event events[2];
		memset(in, i, BYTES);
		ok(clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, BYTES, in, 0, NULL, &events[0]));
		ok(clEnqueueCopyBuffer(queue, a, b, 0, 0, BYTES, 1, &events[0], &events[1]));
		ok(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, BYTES, out, 1, &events[1], NULL));
		check(!memcmp(in, out, BYTES), "round %d", i);
		clReleaseEvent(events[0]);
		clReleaseEvent(events[1]);
	}
}

static void *send_urgent(void *unused) {
	for (int i = 0; i < SENT && !stop; i++) {
		pthread_kill(main_thread, SIGURG);
		usleep(50);
	}
	return NULL;
}

static void alarms_arrive(void) {
	struct itimerval kilohertz = {{0, 1000}, {0, 1000}}, off = {{0, 0}, {0, 0}};
	int before = alarms;
	struct sigaction action = {.sa_handler = on_alarm}; // calls are interrupted, and the stack is the thread's
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &kilohertz, NULL);
	transfers(ROUNDS);
	while (alarms < before + 50) clFinish(queue); // the application's own thread gets them, also while it calls us
	setitimer(ITIMER_REAL, &off, NULL);
	check(alarms >= before + 50, "%d alarms", alarms - before);
}

static void urgents_arrive(void) {
	pthread_t sender;
	int before = urgents;
	pthread_create(&sender, NULL, send_urgent, NULL);
	transfers(ROUNDS);
	pthread_join(sender, NULL);
	check(urgents > before, "no SIGURG of %d reached the application", SENT);
}

int main(void) {
	main_thread = pthread_self();
	install(SIGURG, on_urgent, 0);
	struct sigaction early = {.sa_handler = on_alarm};
	sigaction(SIGALRM, &early, NULL);
	open_device();
	in = malloc(BYTES);
	out = malloc(BYTES);
	a = buffer_of(BYTES, NULL);
	b = buffer_of(BYTES, NULL);
	alarms_arrive();
	urgents_arrive();
	install(SIGURG, on_urgent, SA_RESTART); // again, after the first call
	cl_int status;
	ok(clReleaseCommandQueue(queue));
	queue = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	urgents_arrive();
	alarms_arrive();
	check(deep > 0, "the handler never ran");
	return done();
}
