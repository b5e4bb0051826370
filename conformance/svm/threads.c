// Threads that allocate, use and free shared memory in all ways at once, with many allocations alive; and that no cycle of
// allocation and free makes the process grow.
#include "svm/shared.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>

enum { THREADS = 4, ROUNDS = 150, LIVE = 20000, CYCLES = 200000 };

static cl_program program;
static atomic_int wrong;

static void *allocate(uint32_t way, size_t bytes) {
	cl_int status = CL_SUCCESS;
	cl_svm_alloc_properties_khr list[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, (uintptr_t)device, 0};
	switch (way % 5) {
	case 0: return clSVMAlloc(context, 0, bytes, 0);
	case 1: return clSVMAllocWithPropertiesKHR_(context, list, 2, bytes, &status);
	case 2: return clHostMemAllocINTEL_(context, NULL, bytes, 0, &status);
	case 3: return clDeviceMemAllocINTEL_(context, device, NULL, bytes, 0, &status);
	default: return clSharedMemAllocINTEL_(context, NULL, NULL, bytes, 0, &status);
	}
}

static void give_back(uint32_t way, cl_command_queue q, void *p) {
	cl_int status = CL_SUCCESS;
	switch (way % 5) {
	case 0: status = clEnqueueSVMFree(q, 1, &p, NULL, NULL, 0, NULL, NULL); break;
	case 1: status = clSVMFreeWithPropertiesKHR_(context, NULL, 0, p); break; // while commands use it
	case 2: status = clMemFreeINTEL_(context, p); break; // the same
	default: status = clMemBlockingFreeINTEL_(context, p);
	}
	wrong += status != CL_SUCCESS;
}

static void *work(void *number) {
	cl_int status;
	uint32_t state = 99 + (uintptr_t)number;
	cl_command_queue q = clCreateCommandQueue(context, device, (uintptr_t)number % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, &status);
	cl_kernel k = clCreateKernel(program, "k", &status);
	for (int i = 0; i < ROUNDS; i++) {
		state = state * 1664525 + 1013904223;
		uint32_t way = state >> 16;
		size_t items = 1 + (way >> 3) % 3000;
		int *p = allocate(way, items * sizeof(int)), *got = malloc(items * sizeof(int)), start = i;
		cl_event filled, ran, copied;
		status = clEnqueueMemFillINTEL_(q, p, &start, sizeof start, items * sizeof(int), 0, NULL, &filled);
		status |= clSetKernelArgSVMPointer(k, 0, p);
		status |= clEnqueueNDRangeKernel(q, k, 1, NULL, &items, NULL, 1, &filled, &ran);
		status |= clEnqueueSVMMemcpy(q, CL_FALSE, got, p, items * sizeof(int), 1, &ran, &copied);
		if (way % 5 == 0) status |= clWaitForEvents(1, &copied);
		give_back(way, q, p);
		status |= clWaitForEvents(1, &copied);
		for (size_t n = 0; n < items; n++) wrong += got[n] != i + (int)n;
		wrong += status != CL_SUCCESS;
		clReleaseEvent(filled), clReleaseEvent(ran), clReleaseEvent(copied);
		free(got);
	}
	clFinish(q);
	clReleaseKernel(k);
	clReleaseCommandQueue(q);
	return NULL;
}

static long resident_kb(void) {
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	find_functions();
	program = build("kernel void k(global int *p) { p[get_global_id(0)] += get_global_id(0); }");
	static void *live[LIVE];
	for (int i = 0; i < LIVE; i++) live[i] = allocate(2, 1 + i % 300);
	pthread_t threads[THREADS];
	for (uintptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	check(!wrong, "%d things went wrong", wrong);
	for (int i = 0; i < LIVE; i++) {
		size_t size = 0;
		cl_int status = clGetMemAllocInfoINTEL_(context, (char *)live[i] + i % 300, CL_MEM_ALLOC_SIZE_INTEL, sizeof size, &size, NULL);
		status |= clMemFreeINTEL_(context, live[i]);
		if (status || size != 1 + i % 300) {
			check(0, "%d: %zu bytes, %d", i, size, status);
			break;
		}
	}
	long before = 0;
	for (int i = 0; i < CYCLES; i++) {
		void *p = i % 2 ? clSVMAlloc(context, 0, 4096, 0) : clHostMemAllocINTEL_(context, NULL, 4096, 0, NULL);
		if (i % 2) clSVMFree(context, p);
		else wrong += clMemFreeINTEL_(context, p) != CL_SUCCESS;
		if (i == CYCLES / 4) before = resident_kb();
	}
	long growth = resident_kb() - before;
	check(!wrong && growth < 16 << 10, "%ld KB more after %d cycles", growth, CYCLES);
	return done();
}
