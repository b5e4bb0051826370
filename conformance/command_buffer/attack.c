// Threads on one command-buffer: recording, finalising, updates during execution, releases beside enqueues; semaphores whose
// context is released; a queue on the device that is full. Each call answers, nothing hangs.
#include "command_buffer/functions.h"
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3, ROUNDS = 60, N = 64 };

static cl_kernel add;
static cl_mem sums;
static cb_t shared;
static cl_mutable_command_khr command;
static atomic_int recorded, wrong;
static cl_command_queue queues[THREADS];

// record records until another thread has finalised.
static void *record(void *unused) {
	size_t n = N;
	for (;;) {
		cl_int status = clCommandNDRangeKernelKHR_(shared, NULL, NULL, add, 1, NULL, &n, NULL, 0, NULL, NULL, NULL);
		if (status == CL_INVALID_OPERATION) return NULL;
		if (status != CL_SUCCESS) wrong++;
		if (++recorded == 200 && clFinalizeCommandBufferKHR_(shared) != CL_SUCCESS) wrong++;
	}
}

static void recording(void) {
	pthread_t threads[THREADS];
	shared = recorder(NULL);
	for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, record, NULL);
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	check(wrong == 0, "%d", wrong);
	ok(clEnqueueCommandBufferKHR_(0, NULL, shared, 0, NULL, NULL));
	cl_int value;
	read_back(sums, &value, sizeof value);
	check(value >= 199 && value <= recorded, "%d of %d", value, recorded);
	ok(clReleaseCommandBufferKHR_(shared));
}

// change updates the command's size to one or all work-items, and enqueues.
static void *change(void *number) {
	size_t sizes[2] = {1, N};
	const cl_uint types[] = {DISPATCH_CONFIG};
	for (int i = 0; i < ROUNDS; i++) {
		config_t config = {.command = command, .global = &sizes[i % 2]};
		const void *configs[] = {&config};
		if (clUpdateMutableCommandsKHR_(shared, 1, types, configs) != CL_SUCCESS) wrong++;
		if (clEnqueueCommandBufferKHR_(1, &queues[(intptr_t)number], shared, 0, NULL, NULL) != CL_SUCCESS) wrong++;
	}
	return NULL;
}

static void updating(void) {
	pthread_t threads[THREADS];
	size_t n = N;
	cl_int zero = 0, values[N];
	ok(clEnqueueFillBuffer(queue, sums, &zero, sizeof zero, 0, sizeof values, 0, NULL, NULL));
	ok(clFinish(queue));
	shared = recorder((cl_properties[]){CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0});
	ok(clCommandNDRangeKernelKHR_(shared, NULL, NULL, add, 1, NULL, &n, NULL, 0, NULL, NULL, &command));
	ok(clFinalizeCommandBufferKHR_(shared));
	for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, change, (void *)i);
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	ok(clReleaseCommandBufferKHR_(shared)); // executions go on without it
	for (int i = 0; i < THREADS; i++) ok(clFinish(queues[i]));
	check(wrong == 0, "%d", wrong);
	read_back(sums, values, sizeof values);
	check(values[0] == THREADS * ROUNDS, "%d executions", values[0]);
	for (int i = 2; i < N; i++) check(values[i] == values[1] && values[i] <= values[0], "item %d: %d", i, values[i]);
}

// semaphores live longer than the handles of their context and queues.
static void semaphores(void) {
	cl_semaphore_khr (*create)(cl_context, const cl_properties *, cl_int *) = extension_function("clCreateSemaphoreWithPropertiesKHR");
	cl_int (*release)(cl_semaphore_khr) = extension_function("clReleaseSemaphoreKHR");
	cl_int (*signal)(cl_command_queue, cl_uint, const cl_semaphore_khr *, const cl_ulong *, cl_uint, const cl_event *, cl_event *) = extension_function("clEnqueueSignalSemaphoresKHR");
	cl_int (*info)(cl_semaphore_khr, cl_uint, size_t, void *, size_t *) = extension_function("clGetSemaphoreInfoKHR");
	cl_int status;
	cl_context other = other_context();
	cl_command_queue q = clCreateCommandQueue(other, device, 0, &status);
	cl_properties binary[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0};
	cl_semaphore_khr s = create(other, binary, &status);
	ok(status);
	ok(clReleaseContext(other));
	check_status(signal(queue, 1, &s, NULL, 0, NULL, NULL), CL_INVALID_CONTEXT);
	ok(signal(q, 1, &s, NULL, 0, NULL, NULL));
	ok(clReleaseCommandQueue(q));
	cl_context of;
	ok(info(s, CL_SEMAPHORE_CONTEXT_KHR, sizeof of, &of, NULL));
	ok(release(s));
	check_status(release(s), CL_INVALID_SEMAPHORE_KHR);
	check_status(signal(queue, 1, &s, NULL, 0, NULL, NULL), CL_INVALID_SEMAPHORE_KHR);
	cl_semaphore_khr none[] = {NULL, (cl_semaphore_khr)queue, (cl_semaphore_khr)0x1234};
	for (int i = 0; i < 3; i++) check_status(signal(queue, 1, &none[i], NULL, 0, NULL, NULL), CL_INVALID_SEMAPHORE_KHR);
}

// full: a kernel that enqueues without end is told when no more fit, and what was taken runs.
static void full(void) {
	cl_int status, got[2];
	cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_SIZE, 16 << 10, 0};
	cl_command_queue side = clCreateCommandQueueWithProperties(context, device, list, &status);
	ok(status);
	cl_kernel k = kernel_of(build_with("kernel void k(queue_t q, global atomic_int *ran, global int *taken) { int n = 0; ndrange_t one = ndrange_1D(1);"
		" while (n < 1000000 && enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, one, ^{ atomic_fetch_add(ran, 1); }) == CLK_SUCCESS) n++; *taken = n; }", "-cl-std=CL3.0"), "k");
	cl_mem ran = buffer_of(4, &(cl_int){0}), taken = buffer_of(4, NULL);
	arg(k, 0, side);
	arg(k, 1, ran);
	arg(k, 2, taken);
	ok(clEnqueueTask(queue, k, 0, NULL, NULL));
	read_back(ran, &got[0], 4);
	read_back(taken, &got[1], 4);
	check(got[0] == got[1] && got[0] > 0 && got[0] < 1000000, "%d ran, %d were taken", got[0], got[1]);
	ok(clReleaseCommandQueue(side));
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	find_functions();
	cl_int status, zeros[N] = {0};
	for (int i = 0; i < THREADS; i++) {
		queues[i] = clCreateCommandQueue(context, device, 0, &status);
		ok(status);
	}
	add = kernel_of(build("kernel void add(volatile global int *p) { atomic_inc(p + get_global_id(0)); }"), "add");
	sums = buffer_of(sizeof zeros, zeros);
	arg(add, 0, sums);
	recording();
	updating();
	semaphores();
	full();
	return done();
}
