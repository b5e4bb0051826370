/* exit() while other threads are inside the library is clean. */
#include "program.h"
#include <pthread.h>

static handle context, queue;

static void *keep_calling(void *unused) {
	char data[4096];
	int status;
	while (1) {
		handle buffer = CALL(handle, clCreateBuffer, context, (uint64_t)1, sizeof data, NULL, &status);
		CALL(int, clEnqueueReadBuffer, queue, buffer, 1, (size_t)0, sizeof data, data, 0, NULL, NULL);
		CALL(int, clReleaseMemObject, buffer);
	}
	return unused;
}

int main(void) {
	pthread_t thread;
	load();
	context = new_context();
	queue = new_queue(context);
	for (int i = 0; i < 4; i++)
		pthread_create(&thread, NULL, keep_calling, NULL);
	usleep(50000);
	puts("passed");
	return 0;
}
