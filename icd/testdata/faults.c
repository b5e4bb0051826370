/* Faults of the application reach its own handlers, whenever these were installed; handlers get SA_ONSTACK. */
#include "program.h"
#include <setjmp.h>

static sigjmp_buf back;
static volatile int caught;

static void on_fault(int signal, siginfo_t *info, void *context) {
	(void)signal, (void)info, (void)context;
	caught++;
	siglongjmp(back, 1);
}

static void on_alarm(int signal) {
	(void)signal;
}

static void install(int signal) {
	struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
	sigaction(signal, &action, NULL);
}

static void fault_and_expect(const char *what) {
	caught = 0;
	if (!sigsetjmp(back, 1))
		*(volatile int *)8 = 1;
	if (caught != 1)
		fail(what);
}

int main(int argc, char **argv) {
	struct sigaction now;
	(void)argv;
	if (argc == 1)
		install(SIGSEGV); /* before loading */
	load();
	handle context = new_context();
	new_queue(context);
	if (argc == 1)
		fault_and_expect("a handler from before loading");
	install(SIGSEGV); /* after the first call, as Python's faulthandler does */
	signal(SIGALRM, on_alarm);
	new_queue(context);
	fault_and_expect("a handler from after loading");
	sigaction(SIGALRM, NULL, &now);
	if (!(now.sa_flags & SA_ONSTACK))
		fail("a handler lacks SA_ONSTACK");
	new_queue(context); /* the handler left by a jump: the next call takes the signal back */
	sigaction(SIGSEGV, NULL, &now);
	if (now.sa_sigaction == on_fault)
		fail("the library did not take SIGSEGV back");
	puts("passed");
	return 0;
}
