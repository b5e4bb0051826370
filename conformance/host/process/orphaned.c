// Processes whose main thread has ended by pthread_exit, and then all others of the application: signals end them, or
// run their handlers. As long as a thread waits for signals it gets them, even if they are blocked in all.
#define _GNU_SOURCE
#include "check.h"
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HANDLED = 7, AWAITED = 8, WAIT_MS = 10000 };

static void on_signal(int signal) { _exit(HANDLED); }

static void *work(void *unused) {
	usleep(100000);
	clFinish(queue);
	return NULL;
}

static void *await(void *signals) {
	int signal;
	sigwait(signals, &signal);
	_exit(signal == SIGTERM ? AWAITED : 1);
}

static void begin(void) {
	pthread_t thread;
	open_device();
	ok(clReleaseProgram(build("kernel void f(global int *x) { x[get_global_id(0)] = 3; }")));
	pthread_create(&thread, NULL, work, NULL);
}

static void leave(void) { begin(); }

static void leave_with_handler(void) {
	begin();
	signal(SIGTERM, on_signal);
}

static void leave_with_waiter(void) {
	static sigset_t signals;
	pthread_t thread;
	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &signals, NULL);
	begin();
	pthread_create(&thread, NULL, await, &signals);
}

// end_of is how a process ends that does something before its main thread leaves, and then gets SIGTERM.
static int end_of(void (*what)(void)) {
	int status = 0;
	pid_t child = fork();
	if (child == 0) {
		what();
		pthread_exit(NULL);
	}
	sleep(2);
	check(waitpid(child, &status, WNOHANG) == 0, "it has ended by itself: %x", status);
	kill(child, SIGTERM);
	for (int i = 0; i < WAIT_MS; i++, usleep(1000))
		if (waitpid(child, &status, WNOHANG)) return status;
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	return status;
}

int main(void) {
	int status = end_of(leave);
	check(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM, "%x", status);
	status = end_of(leave_with_handler);
	check(WIFEXITED(status) && WEXITSTATUS(status) == HANDLED, "%x", status);
	status = end_of(leave_with_waiter);
	check(WIFEXITED(status) && WEXITSTATUS(status) == AWAITED, "%x", status);
	return done();
}
