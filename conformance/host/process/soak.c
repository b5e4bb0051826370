// soak SECONDS: eight threads build, launch, fault, map, call back and release without pause. Memory, threads and descriptors
// are recorded, and the time of a launch that is waited for; after a warm-up nothing may grow. No command may have a
// result other than its own.
#define _GNU_SOURCE
#include "check.h"
#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum {
	THREADS = 8,
	ITEMS = 500,
	TIMES = 1 << 16,      // launches whose times are kept, of each thread
	MOST_KB = 32 << 10,   // growth after the warm-up: collections of garbage come when they come
	MOST_THREADS = 4,
	MOST_DESCRIPTORS = 2,
};

static atomic_int is_over, rounds, faults, called_back, wrong;
static uint32_t times[THREADS][TIMES]; // microseconds
static atomic_int taken[THREADS];

static double seconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static void CL_CALLBACK ignore(const char *text, const void *info, size_t size, void *data) {}

static void CL_CALLBACK called(cl_event event, cl_int status, void *unused) { called_back++; }

static void expect(int condition) { wrong += !condition; }

// launch runs a kernel over a buffer and waits.
static cl_int launch(int id, cl_command_queue q, cl_kernel kernel, cl_mem buffer) {
	size_t n = ITEMS;
	cl_event event;
	cl_int status;
	double begin = seconds();
	expect(!clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
	expect(!clEnqueueNDRangeKernel(q, kernel, 1, NULL, &n, NULL, 0, NULL, &event));
	clSetEventCallback(event, CL_COMPLETE, called, NULL);
	clFinish(q);
	times[id][taken[id]++ % TIMES] = (uint32_t)((seconds() - begin) * 1e6);
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

static void one_round(int id, int number) {
	char source[512];
	const char *text = source;
	cl_command_queue q = clCreateCommandQueue(context, device, number & 1 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, NULL);
	int factor = number % 1000 + id;
	snprintf(source, sizeof source, "kernel void f(global int *p) { int i = get_global_id(0); p[i] = %d * i; }\n"
		"kernel void bad(global int *p) { p[get_global_id(0) + (1L << 40)] = 1; }\n", factor);
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	expect(!clBuildProgram(program, 1, &device, "", NULL, NULL));
	cl_kernel kernel = clCreateKernel(program, "f", NULL), bad = clCreateKernel(program, "bad", NULL);
	cl_mem buffer = clCreateBuffer(context, 0, ITEMS * 4 << number % 8, NULL, NULL);
	for (int i = 0; i < 5; i++) {
		expect(launch(id, q, kernel, buffer) == CL_COMPLETE);
		look(q, buffer, factor);
	}
	if (number % 3 == 0) {
		expect(launch(id, q, bad, buffer) < 0);
		faults++;
	}
	clReleaseMemObject(buffer);
	clReleaseKernel(kernel);
	clReleaseKernel(bad);
	clReleaseProgram(program);
	clReleaseCommandQueue(q);
	rounds++;
}

static void *work(void *id) {
	for (int i = 0; !is_over; i++) one_round((int)(intptr_t)id, i);
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

static int by_size(const void *a, const void *b) {
	return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : *(const uint32_t *)a > *(const uint32_t *)b;
}

static void print_times(void) {
	static uint32_t all[THREADS * TIMES];
	long n = 0;
	for (int id = 0; id < THREADS; id++)
		for (int i = 0; i < taken[id] && i < TIMES; i++) all[n++] = times[id][i];
	qsort(all, n, sizeof *all, by_size);
	printf("%d rounds, %d faults, launches of us: median %u, 99%% %u, 99.9%% %u, longest %u\n", (int)rounds, (int)faults,
		all[n / 2], all[n * 99 / 100], all[n * 999 / 1000], all[n - 1]);
}

// watch records the state each second and returns the largest of some seconds.
static struct state watch(int length) {
	struct state most = {0};
	for (int i = 0; i < length; i++) {
		sleep(1);
		struct state now = state_now();
		if (now.kb > most.kb) most.kb = now.kb;
		if (now.threads > most.threads) most.threads = now.threads;
		if (now.descriptors > most.descriptors) most.descriptors = now.descriptors;
	}
	printf("%ld KB, %ld threads, %ld descriptors\n", most.kb, most.threads, most.descriptors);
	return most;
}

int main(int count, char **arguments) {
	int length = count > 1 ? atoi(arguments[1]) : 20;
	pthread_t threads[THREADS];
	open_device();
	context = clCreateContext(NULL, 1, &device, ignore, NULL, NULL);
	for (intptr_t i = 0; i < THREADS; i++) check(!pthread_create(&threads[i], NULL, work, (void *)i), "pthread_create");
	int warm = length < 120 ? length / 2 : 60;
	struct state before = watch(warm), after = watch(length - warm);
	is_over = 1;
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	print_times();
	check(wrong == 0, "%d results are wrong", (int)wrong);
	check(rounds > THREADS && faults > 0 && called_back > 0, "%d rounds", (int)rounds);
	check(after.kb - before.kb < MOST_KB, "%ld KB more", after.kb - before.kb);
	check(after.threads - before.threads <= MOST_THREADS, "%ld threads more", after.threads - before.threads);
	check(after.descriptors - before.descriptors <= MOST_DESCRIPTORS, "%ld descriptors more", after.descriptors - before.descriptors);
	return done();
}
