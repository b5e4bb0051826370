// 100,000 live allocations: each is found by any pointer into it, and launches take no longer than without them.
#include "svm/shared.h"

enum { MANY = 100000, BATCHES = 200, LAUNCHES = 100 };

static void *all[MANY];

static double seconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

// fastest is the time of a launch, the least of many short batches: the machine may be busy.
static double fastest(cl_kernel k) {
	double best = 1e9;
	for (int i = 0; i < BATCHES; i++) {
		double begin = seconds();
		for (int j = 0; j < LAUNCHES; j++) run1(k, 16, 16);
		ok(clFinish(queue));
		double took = (seconds() - begin) / LAUNCHES;
		if (took < best) best = took;
	}
	return best;
}

int main(void) {
	open_device();
	find_functions();
	cl_int status;
	cl_kernel k = kernel_of(build("kernel void k(global int *p) { p[get_global_id(0)]++; }"), "k");
	int *p = clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0);
	memset(p, 0, 64);
	ok(clSetKernelArgSVMPointer(k, 0, p));
	double without = fastest(k), begin = seconds();
	for (int i = 0; i < MANY; i++) {
		all[i] = i % 3 ? clSVMAlloc(context, 0, 100, 0) : clHostMemAllocINTEL_(context, NULL, 100, 0, &status);
		if (!all[i]) break;
	}
	printf("%.2f us an allocation\n", (seconds() - begin) / MANY * 1e6);
	double with = fastest(k);
	check(all[MANY - 1] != NULL, "an allocation failed");
	check(with < 2 * without + 1e-6, "a launch takes %.2f us with them, %.2f without", with * 1e6, without * 1e6);
	for (int i = 0; i < MANY; i += 97) {
		void *base = NULL;
		size_t size = 0;
		ok(clGetMemAllocInfoINTEL_(context, (char *)all[i] + i % 100, CL_MEM_ALLOC_BASE_PTR_INTEL, sizeof base, &base, NULL));
		ok(clGetMemAllocInfoINTEL_(context, (char *)all[i] + i % 100, CL_MEM_ALLOC_SIZE_INTEL, sizeof size, &size, NULL));
		if (i % 3 == 0) check(base == all[i] && size == 100, "%p %zu", base, size);
	}
	for (int i = 0; i < MANY; i++) {
		if (i % 3) clSVMFree(context, all[i]);
		else ok(clMemFreeINTEL_(context, all[i]));
	}
	check(p[3] == 2 * BATCHES * LAUNCHES, "%d", p[3]);
	clSVMFree(context, p);
	return done();
}
