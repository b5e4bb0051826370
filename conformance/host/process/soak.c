// soak SECONDS [MICROSECONDS]: eight threads build, launch, fault, cancel, terminate, map, call back and release, without pause or
// with one after each round. Memory, threads and descriptors are recorded, and how long launches that are waited for and stopped
// kernels take, minute by minute; after a warm-up nothing may grow. No command may have a result other than its own.
#define _GNU_SOURCE
#include "check.h"
#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum {
	THREADS = 8,
	ITEMS = 500,
	BUCKETS = 40 * 8,     // of times: eight to a power of two of microseconds
	CL_CANCELLED = -1126, // CL_CANCELLED_IMG
	MOST_KB = 32 << 10,   // growth after the warm-up: collections of garbage come when they come
	MOST_THREADS = 4,
	MOST_DESCRIPTORS = 2,
};

static atomic_int is_over, rounds, faults, cancels, stops, called_back, wrong;
static atomic_long launch_times[BUCKETS], stop_times[BUCKETS]; // of the minute
static int pause_us;
static clTerminateContextKHR_fn terminate;
static cl_int (*cancel)(const cl_event *, size_t);

static double seconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

// note counts the time since begin.
static void note(atomic_long *times, double begin) {
	uint64_t us = (uint64_t)((seconds() - begin) * 1e6) + 8;
	int power = 63 - __builtin_clzl(us), bucket = (power - 3) * 8 + (int)(us >> (power - 3) & 7);
	times[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
}

// microseconds is the least time of a bucket.
static long microseconds(int bucket) { return ((8L + bucket % 8) << bucket / 8) - 8; }

static void CL_CALLBACK ignore(const char *text, const void *info, size_t size, void *data) {}

static void CL_CALLBACK called(cl_event event, cl_int status, void *unused) { called_back++; }

static void expect(int condition) { wrong += !condition; }

// launch runs a kernel over a buffer and waits.
static cl_int launch(cl_command_queue q, cl_kernel kernel, cl_mem buffer) {
	size_t n = ITEMS;
	cl_event event;
	cl_int status;
	double begin = seconds();
	expect(!clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
	expect(!clEnqueueNDRangeKernel(q, kernel, 1, NULL, &n, NULL, 0, NULL, &event));
	clSetEventCallback(event, CL_COMPLETE, called, NULL);
	clFinish(q);
	note(launch_times, begin);
	expect(!clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	clReleaseEvent(event);
	return status;
}

// look maps a buffer and compares it with what the kernel of this factor leaves.
static void look(cl_command_queue q, cl_mem buffer, int factor) {
	cl_int *values = clEnqueueMapBuffer(q, buffer, CL_TRUE, CL_MAP_READ, 0, ITEMS * 4, 0, NULL, NULL, NULL), bad = 0;
	for (int i = 0; values && i < ITEMS; i++) bad += values[i] != factor * i;
	expect(values && !bad);
	clEnqueueUnmapMemObject(q, buffer, values, 0, NULL, NULL);
}

// ends waits for a command that is to fail, and tells with which status.
static cl_int ends(cl_event event) {
	cl_int status = 0;
	expect(clWaitForEvents(1, &event) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	expect(!clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	clReleaseEvent(event);
	return status;
}

// cancel_one cancels a launch that waits behind a user event.
static void cancel_one(cl_command_queue q, cl_kernel kernel, cl_mem buffer) {
	cl_event event, gate = clCreateUserEvent(context, NULL);
	size_t n = ITEMS;
	expect(!clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
	expect(!clEnqueueNDRangeKernel(q, kernel, 1, NULL, &n, NULL, 1, &gate, &event));
	expect(!cancel(&event, 1));
	expect(ends(event) == CL_CANCELLED);
	expect(!clSetUserEventStatus(gate, CL_COMPLETE));
	clReleaseEvent(gate);
	cancels++;
}

// stop has a kernel without end begin, and ends it with its context.
static void stop(cl_context c, cl_command_queue q, cl_kernel kernel) {
	cl_int begun = 0;
	cl_mem word = clCreateBuffer(c, CL_MEM_USE_HOST_PTR, sizeof begun, &begun, NULL);
	size_t n = 1;
	cl_event event;
	expect(!clSetKernelArg(kernel, 0, sizeof word, &word));
	expect(!clEnqueueNDRangeKernel(q, kernel, 1, NULL, &n, NULL, 0, NULL, &event));
	expect(!clFlush(q));
	while (!*(volatile cl_int *)&begun) usleep(50);
	double begin = seconds();
	expect(!terminate(c));
	expect(ends(event) < 0);
	note(stop_times, begin);
	clReleaseMemObject(word);
	stops++;
}

static const char endless[] = "kernel void spin(global volatile int *p) { *p = 1; for (;;) {} }";

// stop_context terminates a context of its own.
static void stop_context(void) {
	cl_context_properties list[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
	const char *text = endless;
	cl_context c = clCreateContext(list, 1, &device, ignore, NULL, NULL);
	cl_command_queue q = clCreateCommandQueue(c, device, 0, NULL);
	cl_program program = clCreateProgramWithSource(c, 1, &text, NULL, NULL);
	expect(!clBuildProgram(program, 1, &device, "", NULL, NULL));
	cl_kernel kernel = clCreateKernel(program, "spin", NULL);
	stop(c, q, kernel);
	clReleaseKernel(kernel);
	clReleaseProgram(program);
	clReleaseCommandQueue(q);
	clReleaseContext(c);
}

static void one_round(int id, int number) {
	char source[512];
	const char *text = source;
	cl_command_queue q = clCreateCommandQueue(context, device, number & 1 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, NULL);
	int factor = number % 1000 + id;
	snprintf(source, sizeof source, "kernel void f(global int *p) { int i = get_global_id(0); p[i] = %d * i; }\n"
		"kernel void bad(global int *p) { p[get_global_id(0) + (1L << 40)] = 1; }\n%s", factor, endless);
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	expect(!clBuildProgram(program, 1, &device, "", NULL, NULL));
	cl_kernel kernel = clCreateKernel(program, "f", NULL), bad = clCreateKernel(program, "bad", NULL),
		spin = clCreateKernel(program, "spin", NULL);
	cl_mem buffer = clCreateBuffer(context, 0, ITEMS * 4 << number % 8, NULL, NULL);
	for (int i = 0; i < 5; i++) {
		expect(launch(q, kernel, buffer) == CL_COMPLETE);
		look(q, buffer, factor);
	}
	if (number % 3 == 0) {
		expect(launch(q, bad, buffer) < 0);
		faults++;
	}
	if (number % 5 == 0) cancel_one(q, spin, buffer);
	if (number % 20 == 19) stop_context();
	clReleaseMemObject(buffer);
	clReleaseKernel(spin);
	clReleaseKernel(kernel);
	clReleaseKernel(bad);
	clReleaseProgram(program);
	clReleaseCommandQueue(q);
	rounds++;
}

static void *work(void *id) {
	for (int i = 0; !is_over; i++) {
		one_round((int)(intptr_t)id, i);
		if (pause_us) usleep(pause_us);
	}
	return NULL;
}

struct state { long kb, threads, descriptors; };

static long count(const char *folder) {
	long entries = 0;
	DIR *dir = opendir(folder);
	while (readdir(dir)) entries++;
	closedir(dir);
	return entries;
}

static struct state state_now(void) {
	long whole, resident;
	FILE *file = fopen("/proc/self/statm", "r");
	check(file && fscanf(file, "%ld %ld", &whole, &resident) == 2, "/proc/self/statm");
	fclose(file);
	return (struct state){resident * 4, count("/proc/self/task"), count("/proc/self/fd")};
}

// print_times prints percentiles, and begins a new count.
static void print_times(const char *what, atomic_long *times) {
	long all = 0, below = 0, counts[BUCKETS];
	for (int i = 0; i < BUCKETS; i++) all += counts[i] = atomic_exchange(&times[i], 0);
	printf("  %ld %s of us:", all, what);
	const double parts[] = {0.5, 0.9, 0.99, 0.999, 1};
	for (int i = 0, next = 0; i < BUCKETS && next < 5; i++)
		for (below += counts[i]; next < 5 && all && below >= (long)(all * parts[next]); next++)
			printf(" %.1f%% %ld", 100 * parts[next], microseconds(i));
	printf("\n");
}

static void print_state(int second, struct state now) {
	printf("%d s: %ld KB, %ld threads, %ld descriptors, %d rounds, %d faults, %d cancels, %d stops, %d wrong\n", second, now.kb, now.threads,
		now.descriptors, (int)rounds, (int)faults, (int)cancels, (int)stops, (int)wrong);
	print_times("launches", launch_times);
	print_times("stops", stop_times);
	fflush(stdout);
}

// watch looks at the state each second, prints it each minute and at the end, and returns the largest of all.
static struct state watch(int length) {
	static int second;
	struct state most = {0};
	for (int i = 1; i <= length; i++) {
		sleep(1);
		struct state now = state_now();
		if (now.kb > most.kb) most.kb = now.kb;
		if (now.threads > most.threads) most.threads = now.threads;
		if (now.descriptors > most.descriptors) most.descriptors = now.descriptors;
		if (++second % 60 == 0 || i == length) print_state(second, most);
	}
	return most;
}

int main(int count, char **arguments) {
	int length = count > 1 ? atoi(arguments[1]) : 20;
	pthread_t threads[THREADS];
	pause_us = count > 2 ? atoi(arguments[2]) : 0;
	open_device();
	terminate = extension_function("clTerminateContextKHR");
	cancel = extension_function("clCancelCommandsIMG");
	context = clCreateContext(NULL, 1, &device, ignore, NULL, NULL);
	for (intptr_t i = 0; i < THREADS; i++) check(!pthread_create(&threads[i], NULL, work, (void *)i), "pthread_create");
	int warm = length < 120 ? length / 2 : 60;
	struct state before = watch(warm), after = watch(length - warm);
	is_over = 1;
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	check(wrong == 0, "%d results are wrong", (int)wrong);
	check(rounds > THREADS && faults > 0 && cancels > 0 && stops > 0 && called_back > 0, "%d rounds", (int)rounds);
	check(after.kb - before.kb < MOST_KB, "%ld KB more", after.kb - before.kb);
	check(after.threads - before.threads <= MOST_THREADS, "%ld threads more", after.threads - before.threads);
	check(after.descriptors - before.descriptors <= MOST_DESCRIPTORS, "%ld descriptors more", after.descriptors - before.descriptors);
	return done();
}
