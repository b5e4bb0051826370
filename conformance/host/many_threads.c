// A thousand threads make their first calls at once, wait for one event together, and end: none waits long for the others,
// and what they leave in memory is little.
#include "check.h"
#include <pthread.h>
#include <unistd.h>

enum {
	THREADS = 1000,
	MOST_SECONDS = 20,  // on a busy machine; it took as long on a quiet one when threads began at the same time
	MOST_KB_EACH = 120, // 280 when each thread's stack in the driver was in memory whole
};

static pthread_barrier_t start;
static cl_event event;

static double seconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static long resident_kb(void) {
	long whole, resident = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	check(file && fscanf(file, "%ld %ld", &whole, &resident) == 2, "/proc/self/statm");
	fclose(file);
	return resident * (sysconf(_SC_PAGESIZE) >> 10);
}

static void *wait_for_event(void *unused) {
	pthread_barrier_wait(&start);
	return (void *)(intptr_t)clWaitForEvents(1, &event);
}

int main(void) {
	static pthread_t threads[THREADS];
	pthread_attr_t small;
	cl_int status;
	void *result;
	open_device();
	event = clCreateUserEvent(context, &status);
	ok(status);
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 64 << 10);
	pthread_barrier_init(&start, NULL, THREADS + 1);
	for (int i = 0; i < THREADS; i++) check(!pthread_create(&threads[i], &small, wait_for_event, NULL), "thread %d", i);
	long before = resident_kb();
	double began = seconds();
	pthread_barrier_wait(&start);
	usleep(500000); // most are waiting by then
	ok(clSetUserEventStatus(event, CL_COMPLETE));
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], &result);
		ok((cl_int)(intptr_t)result);
	}
	double took = seconds() - began;
	long kb = resident_kb() - before;
	printf("%.3f s, %ld KB\n", took, kb);
	check(took < MOST_SECONDS, "it took %.1f s", took);
	check(other_driver() || kb < MOST_KB_EACH * THREADS, "%ld KB stay in memory", kb);
	ok(clReleaseEvent(event));
	return done();
}
