/* Without a handler of its own, a faulting application dies of the signal, as without the library. */
#include "program.h"
#include <sys/wait.h>

int main(void) {
	int status;
	pid_t child = fork();
	if (child == 0) {
		load();
		new_context();
		*(volatile int *)8 = 1;
		_exit(1);
	}
	waitpid(child, &status, 0);
	if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGSEGV)
		fail("the application did not die of SIGSEGV");
	puts("passed");
	return 0;
}
