// Programs by the hundred, made, run and released in several threads, some before their kernels have run: memory, mappings
// and threads stay as many as they were. The argument is how many times as long it lasts.
#include "check.h"
#include <pthread.h>

enum { THREADS = 4, PROGRAMS = 100, ITEMS = 256, MORE_MEGABYTES = 100, MORE_MAPPINGS = 60, MORE_THREADS = 4 };

static int repeats = 2;

struct usage {
	long megabytes;
	int mappings, threads;
};

static struct usage usage_now(void) {
	struct usage u = {0};
	char line[512];
	FILE *status = fopen("/proc/self/status", "r"), *maps = fopen("/proc/self/maps", "r");
	while (fgets(line, sizeof line, status)) {
		if (sscanf(line, "VmRSS: %ld", &u.megabytes) == 1) u.megabytes >>= 10;
		sscanf(line, "Threads: %d", &u.threads);
	}
	while (fgets(line, sizeof line, maps)) u.mappings += strchr(line, '\n') != NULL;
	fclose(status);
	fclose(maps);
	return u;
}

static void use_program(cl_command_queue q, cl_mem buffer, int number) {
	char options[64];
	int out[ITEMS], wrong = 0;
	sprintf(options, "-D NUMBER=%d", number);
	cl_program p = build_with(
		"constant int table[] = {1, 2, NUMBER};\n"
		"kernel void k(global int *a) {\n"
		"  local int t[64]; int l = get_local_id(0); t[l] = l; barrier(CLK_LOCAL_MEM_FENCE);\n"
		"  for (int i = 0; i < (NUMBER & 7); i++) t[l] += t[l ^ 1] & 0;\n"
		"  a[get_global_id(0)] = t[l] + table[2];\n"
		"}", options);
	cl_kernel k = kernel_of(p, "k");
	arg(k, 0, buffer);
	size_t n = ITEMS, group = 64;
	ok(clEnqueueNDRangeKernel(q, k, 1, NULL, &n, &group, 0, NULL, NULL));
	ok(clReleaseKernel(k));
	ok(clReleaseProgram(p));
	if (number % 3) return;
	ok(clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL));
	for (int i = 0; i < ITEMS; i++) wrong += out[i] != i % 64 + number;
	check(wrong == 0, "program %d: %d numbers are wrong", number, wrong);
}

static void *use_programs(void *thread) {
	cl_int status;
	cl_command_queue q = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_mem buffer = buffer_of(ITEMS * sizeof(int), NULL);
	for (int i = 0; i < PROGRAMS; i++) use_program(q, buffer, (int)(intptr_t)thread * PROGRAMS + i);
	ok(clReleaseMemObject(buffer));
	ok(clReleaseCommandQueue(q));
	return NULL;
}

static void in_threads(void) {
	pthread_t threads[THREADS];
	for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, use_programs, (void *)(intptr_t)i);
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

int main(int argc, char **argv) {
	if (argc > 1) repeats = atoi(argv[1]);
	open_device();
	in_threads();
	in_threads();
	struct usage before = usage_now(), after;
	for (int i = 0; i < repeats; i++) in_threads();
	after = usage_now();
	printf("%ld MB, %d mappings, %d threads; then %ld MB, %d mappings, %d threads\n", before.megabytes, before.mappings,
		before.threads, after.megabytes, after.mappings, after.threads);
	check(before.threads > 0 && after.threads <= before.threads + MORE_THREADS, "threads are left");
	if (!other_driver()) {
		check(after.megabytes <= before.megabytes + MORE_MEGABYTES, "memory is left");
		check(after.mappings <= before.mappings + MORE_MAPPINGS, "mappings are left");
	}
	return done();
}
