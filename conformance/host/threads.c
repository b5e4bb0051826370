// Many threads in the API at once: objects made and released, one queue for all, events across threads, callbacks that
// call the API, and threads that come and go by the thousand.
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { THREADS = 16, ROUNDS = 200, SHORT_THREADS = 1000, AT_ONCE = 20, WORDS = 64 };

static atomic_int problems, callbacks_run, callbacks_wanted;
static cl_mem shared; // THREADS * WORDS numbers

// must counts a failure without the counters of check, which belong to one thread.
#define must(condition) \
	do { \
		if (!(condition)) { \
			problems++; \
			printf("%s:%d: failed in a thread: %s\n", __FILE__, __LINE__, #condition); \
		} \
	} while (0)

static void in_threads(int count, void *(*work)(void *)) {
	pthread_t threads[THREADS];
	for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
	for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

// make_and_release makes objects of each kind in a context of its own.
static void *make_and_release(void *unused) {
	for (int i = 0; i < ROUNDS; i++) {
		cl_int status[5];
		cl_uint references = 0;
		const char *source = "kernel void f() {}";
		cl_context c = clCreateContext(NULL, 1, &device, NULL, NULL, &status[0]);
		cl_command_queue q = clCreateCommandQueue(c, device, 0, &status[1]);
		cl_mem m = clCreateBuffer(c, CL_MEM_READ_WRITE, 100 + i, NULL, &status[2]);
		cl_event e = clCreateUserEvent(c, &status[3]);
		cl_program p = clCreateProgramWithSource(c, 1, &source, NULL, &status[4]);
		for (int k = 0; k < 5; k++) must(status[k] == CL_SUCCESS);
		must(clRetainMemObject(m) == CL_SUCCESS);
		must(clGetMemObjectInfo(m, CL_MEM_REFERENCE_COUNT, sizeof references, &references, NULL) == CL_SUCCESS && references == 2);
		must(clReleaseMemObject(m) == CL_SUCCESS && clReleaseContext(c) == CL_SUCCESS);
		must(clReleaseMemObject(m) == CL_SUCCESS && clReleaseEvent(e) == CL_SUCCESS);
		must(clReleaseProgram(p) == CL_SUCCESS && clReleaseCommandQueue(q) == CL_SUCCESS);
	}
	return NULL;
}

// share_queue: each thread writes and reads its own part of one buffer through the one queue.
static void *share_queue(void *index) {
	size_t at = (intptr_t)index * WORDS * sizeof(int);
	for (int i = 0; i < ROUNDS; i++) {
		int in[WORDS], out[WORDS] = {0}, fill = i * 1000 + (intptr_t)index;
		cl_event events[2];
		for (int k = 0; k < WORDS; k++) in[k] = fill + k;
		must(clEnqueueFillBuffer(queue, shared, &fill, sizeof fill, at, sizeof in, 0, NULL, NULL) == CL_SUCCESS);
		must(clEnqueueWriteBuffer(queue, shared, CL_FALSE, at, sizeof in, in, 0, NULL, &events[0]) == CL_SUCCESS);
		must(clEnqueueReadBuffer(queue, shared, CL_FALSE, at, sizeof out, out, 1, events, &events[1]) == CL_SUCCESS);
		must(clWaitForEvents(1, &events[1]) == CL_SUCCESS);
		must(!memcmp(in, out, sizeof in));
		must(clReleaseEvent(events[0]) == CL_SUCCESS && clReleaseEvent(events[1]) == CL_SUCCESS);
	}
	return NULL;
}

// on_done calls the API: it makes, uses and releases objects, and gives up the event it was called for.
static void CL_CALLBACK on_done(cl_event event, cl_int state, void *data) {
	cl_int status, type = 0;
	cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &status);
	must(status == CL_SUCCESS && state == CL_COMPLETE);
	must(clEnqueueFillBuffer(queue, m, &type, 1, 0, 64, 0, NULL, NULL) == CL_SUCCESS);
	must(clFlush(queue) == CL_SUCCESS);
	must(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL) == CL_SUCCESS && state == CL_COMPLETE);
	must(clReleaseMemObject(m) == CL_SUCCESS && clReleaseEvent(event) == CL_SUCCESS);
	callbacks_run++;
}

static void *call_back(void *index) {
	for (int i = 0; i < ROUNDS; i++) {
		cl_event gate = NULL, marker = NULL;
		cl_int status;
		gate = clCreateUserEvent(context, &status);
		cl_command_queue own = clCreateCommandQueue(context, device, 0, &status);
		must(clEnqueueMarkerWithWaitList(own, 1, &gate, &marker) == CL_SUCCESS);
		callbacks_wanted++;
		must(clSetEventCallback(marker, CL_COMPLETE, on_done, NULL) == CL_SUCCESS);
		must(clFlush(own) == CL_SUCCESS);
		must(clSetUserEventStatus(gate, CL_COMPLETE) == CL_SUCCESS);
		must(clFinish(own) == CL_SUCCESS);
		must(clReleaseEvent(gate) == CL_SUCCESS && clReleaseCommandQueue(own) == CL_SUCCESS);
	}
	return NULL;
}

// Events of one thread that another completes, and that a third waits for.
static cl_event relay[ROUNDS], relayed[ROUNDS];
static void *complete_relay(void *unused) {
	for (int i = 0; i < ROUNDS; i++) must(clSetUserEventStatus(relay[i], CL_COMPLETE) == CL_SUCCESS);
	return NULL;
}
static void *await_relay(void *unused) {
	for (int i = ROUNDS - 1; i >= 0; i--) must(clWaitForEvents(1, &relayed[i]) == CL_SUCCESS);
	return NULL;
}
static void relay_events(void) {
	pthread_t waiters[3], completer;
	cl_int status;
	for (int i = 0; i < ROUNDS; i++) {
		relay[i] = clCreateUserEvent(context, &status);
		ok(status);
		ok(clEnqueueMarkerWithWaitList(queue, 1, &relay[i], &relayed[i]));
	}
	ok(clFlush(queue));
	for (int i = 0; i < 3; i++) pthread_create(&waiters[i], NULL, await_relay, NULL);
	pthread_create(&completer, NULL, complete_relay, NULL);
	for (int i = 0; i < 3; i++) pthread_join(waiters[i], NULL);
	pthread_join(completer, NULL);
	for (int i = 0; i < ROUNDS; i++) {
		ok(clReleaseEvent(relay[i]));
		ok(clReleaseEvent(relayed[i]));
	}
}

static void *one_call(void *index) {
	int value = (intptr_t)index, out = -1;
	cl_int status;
	cl_mem m = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof value, &value, &status);
	must(status == CL_SUCCESS);
	must(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof out, &out, 0, NULL, NULL) == CL_SUCCESS && out == value);
	must(clReleaseMemObject(m) == CL_SUCCESS);
	return NULL;
}

static int threads_now(void) {
	char line[200];
	int count = -1;
	FILE *file = fopen("/proc/self/status", "r");
	while (file && fgets(line, sizeof line, file)) sscanf(line, "Threads: %d", &count);
	if (file) fclose(file);
	return count;
}

// short_threads also sees that the driver keeps no thread for each thread that ever called.
static void short_threads(void) {
	pthread_attr_t small;
	int before = threads_now();
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 128 << 10); // hosts have threads with small stacks
	for (int i = 0; i < SHORT_THREADS; i += AT_ONCE) {
		pthread_t threads[AT_ONCE];
		for (int k = 0; k < AT_ONCE; k++) pthread_create(&threads[k], &small, one_call, (void *)(intptr_t)(i + k));
		for (int k = 0; k < AT_ONCE; k++) pthread_join(threads[k], NULL);
	}
	check(threads_now() <= before + 2 * AT_ONCE, "%d threads before, %d after", before, threads_now());
	check(before > 0, "/proc does not tell");
}

int main(void) {
	open_device();
	shared = buffer_of(THREADS * WORDS * sizeof(int), NULL);
	in_threads(THREADS, make_and_release);
	in_threads(THREADS, share_queue);
	in_threads(THREADS / 2, call_back);
	for (int i = 0; i < 10000 && callbacks_run < callbacks_wanted; i++) usleep(1000);
	check(callbacks_wanted > 0 && callbacks_run == callbacks_wanted, "%d of %d callbacks", callbacks_run, callbacks_wanted);
	relay_events();
	short_threads();
	ok(clFinish(queue));
	check(problems == 0, "%d failures in threads", problems);
	return done();
}
