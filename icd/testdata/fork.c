/* In a forked child every call returns an error, and nothing hangs. */
#include "program.h"
#include <sys/wait.h>

int main(void) {
	load();
	handle context = new_context(), queue = new_queue(context), buffer, platform;
	int status = 1;
	pid_t child = fork();
	if (child == 0) {
		alarm(10);
		if (!CALL(int, clGetPlatformIDs, 1, &platform, (unsigned *)NULL))
			_exit(1);
		buffer = CALL(handle, clCreateBuffer, context, (uint64_t)1, (size_t)64, NULL, &status);
		if (buffer || !status)
			_exit(2);
		if (!CALL(int, clFinish, queue) || !CALL(int, clReleaseContext, context))
			_exit(3);
		exit(0);
	}
	waitpid(child, &status, 0);
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		fail("a call in the child did not return an error");
	buffer = CALL(handle, clCreateBuffer, context, (uint64_t)1, (size_t)64, NULL, &status);
	if (!buffer || status || CALL(int, clFinish, queue))
		fail("the parent does not work any more");
	puts("passed");
	return 0;
}
