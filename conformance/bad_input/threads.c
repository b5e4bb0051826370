// Two threads call every function of the dispatch table with invalid handles, while a third makes and releases
// objects: each call gets an error, no thread crashes, and kernels run afterwards. The loader is bypassed, since it
// dereferences handles.
#include "check.h"
#include <CL/cl_icd.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

typedef uintptr_t (*entry)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
	uintptr_t, uintptr_t, uintptr_t);

enum { SLOTS = sizeof(cl_icd_dispatch) / sizeof(void *), STALE = 64, SECONDS = 2 };

static entry *table;
static volatile int stop;
static volatile uintptr_t stale[STALE]; // handles of released objects
static char readable[256];              // memory that is no object

#define slot(name) (offsetof(cl_icd_dispatch, name) / sizeof(void *))

// Functions whose first argument is no handle, and those that a loader of cl_khr_icd 2.0 does not find in the table.
static const unsigned left_out[] = {slot(clGetPlatformIDs), slot(clCreateContext), slot(clCreateContextFromType),
	slot(clWaitForEvents), slot(clUnloadCompiler), slot(clGetExtensionFunctionAddress)};

static int is_left_out(unsigned n) {
	for (unsigned i = 0; i < sizeof left_out / sizeof *left_out; i++)
		if (left_out[i] == n) return 1;
	return 0;
}

static uintptr_t bad_handle(unsigned random) {
	switch (random % 7) {
	case 0: return 0;
	case 1: return 8;
	case 2: return ~(uintptr_t)0;
	case 3: return (uintptr_t)readable + random % 64;
	case 4: return stale[random % STALE];
	case 5: return stale[random % STALE] + 8;
	}
	return 0x123456789abc;
}

static void *attack(void *seed) {
	unsigned random = (uintptr_t)seed;
	uintptr_t calls = 0;
	while (!stop) {
		random = random * 1664525 + 1013904223;
		unsigned n = (random >> 8) % SLOTS;
		if (is_left_out(n)) continue;
		uintptr_t handle = bad_handle(random >> 12);
		table[n](handle, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
		table[slot(clWaitForEvents)](1, (uintptr_t)&handle, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
		calls++;
	}
	return (void *)calls;
}

static void *make_and_release(void *unused) {
	for (unsigned n = 0; !stop;) {
		cl_int status;
		cl_mem buffer = clCreateBuffer(context, 0, 64, NULL, &status);
		cl_event event = clCreateUserEvent(context, &status);
		cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
		cl_command_queue its = clCreateCommandQueue(other, device, 0, &status);
		void *objects[] = {buffer, event, other, its};
		clReleaseMemObject(buffer);
		clSetUserEventStatus(event, CL_COMPLETE);
		clReleaseEvent(event);
		clReleaseCommandQueue(its);
		clReleaseContext(other);
		for (int i = 0; i < 4; i++) stale[n++ % STALE] = (uintptr_t)objects[i];
	}
	return NULL;
}

int main(void) {
	open_device();
	if (other_driver()) return done(); // others follow any pointer
	table = *(entry **)platform;
	for (int i = 0; i < STALE; i++) {
		cl_mem m = buffer_of(16, NULL);
		stale[i] = (uintptr_t)m;
		ok(clReleaseMemObject(m));
	}
	pthread_t threads[3];
	pthread_create(&threads[0], NULL, attack, (void *)1);
	pthread_create(&threads[1], NULL, attack, (void *)77);
	pthread_create(&threads[2], NULL, make_and_release, NULL);
	sleep(SECONDS);
	stop = 1;
	uintptr_t calls[3];
	for (int i = 0; i < 3; i++) pthread_join(threads[i], (void **)&calls[i]);
	check(calls[0] > 1000 && calls[1] > 1000, "%zu and %zu calls", calls[0], calls[1]);
	printf("%zu and %zu calls\n", calls[0], calls[1]);
	cl_kernel k = kernel_of(build("kernel void k(global int *a, int n) { a[get_global_id(0)] = n; }"), "k");
	int out[64], n = 5;
	cl_mem m = buffer_of(sizeof out, NULL);
	arg(k, 0, m);
	arg(k, 1, n);
	run1(k, 64, 16);
	read_back(m, out, sizeof out);
	check(out[0] == 5 && out[63] == 5, "%d %d", out[0], out[63]);
	return done();
}
