/* Callbacks may call the API, and run on another thread than the one that caused them. */
#include "program.h"
#include <pthread.h>

static volatile int done, nested;
static pthread_t main_thread;

static void on_complete(handle event, int status, void *user_data) {
	unsigned count = 0;
	if (status == 0 && user_data == &done && !pthread_equal(pthread_self(), main_thread))
		done = 1;
	if (!CALL(int, clGetEventInfo, event, 0x11D2, sizeof count, &count, NULL) && count)
		nested = 1;
	CALL(int, clReleaseEvent, event);
}

static int notified;
static void on_error(const char *reason, const void *info, size_t size, void *user_data) {
	if (reason && *reason && !info && !size && user_data == &notified)
		notified = 1;
}

static int destroyed;
static void on_destroy(handle object, void *user_data) {
	(void)object;
	*(int *)user_data = 1;
}

int main(void) {
	int status;
	load();
	main_thread = pthread_self();
	handle device = first_device();
	handle context = CALL(handle, clCreateContext, NULL, 1, &device, on_error, &notified, &status);
	handle event = CALL(handle, clCreateUserEvent, context, &status);
	if (CALL(int, clSetEventCallback, event, 0, on_complete, (void *)&done))
		fail("clSetEventCallback");
	CALL(int, clSetUserEventStatus, event, 0);
	for (int i = 0; i < 5000 && !(done && nested); i++)
		usleep(1000);
	if (!done || !nested)
		fail("the event's callback");
	handle buffer = CALL(handle, clCreateBuffer, context, (uint64_t)1, (size_t)64, NULL, &status);
	CALL(int, clSetMemObjectDestructorCallback, buffer, on_destroy, &destroyed);
	CALL(int, clReleaseMemObject, buffer);
	if (!destroyed)
		fail("the buffer's destructor callback");
	if (CALL(handle, clCreateBuffer, context, (uint64_t)1, (size_t)0, NULL, &status) || status != -61 || !notified)
		fail("the context's notify callback");
	puts("passed");
	return 0;
}
