// Threads record, change, run and release the same command-buffers at random. Whatever the calls answer, no thread crashes or
// hangs, and what is recorded afterwards runs right.
#include "command_buffer/functions.h"
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3, CALLS = 4000, POOL = 8 };

static _Atomic(cb_t) buffers[POOL];
static _Atomic(cl_mutable_command_khr) commands[POOL];
static cl_mem memory[4];
static cl_command_queue queues[3];
static cl_kernel kernel;
static atomic_int recorded, run, changed, refused;
static _Thread_local uint32_t state;

static uint32_t below(uint32_t n) {
	state ^= state << 13, state ^= state >> 17, state ^= state << 5;
	return (state >> 8) % n;
}

static cb_t any(void) { return below(40) ? buffers[below(POOL)] : (cb_t)queues[0]; }

static cl_mem any_memory(void) { return below(30) ? memory[below(4)] : NULL; }

static void count(atomic_int *taken, cl_int status) {
	if (status == CL_SUCCESS) ++*taken;
	else refused++;
}

static void make(void) {
	cl_properties list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, below(4) ? CL_COMMAND_BUFFER_MUTABLE_KHR : below(8), 0};
	cl_int status;
	cb_t made = clCreateCommandBufferKHR_(below(4) ? 1 : below(4), queues, below(4) ? list : NULL, &status);
	if (!made) {
		refused++;
		return;
	}
	made = atomic_exchange(&buffers[below(POOL)], made);
	if (made) count(&run, clReleaseCommandBufferKHR_(made));
}

static void record(void) {
	cb_t b = any();
	cl_sync_point_khr waits[2] = {1 + below(3), 1 + below(3)}, point;
	cl_uint n = below(2) ? 0 : below(3);
	points_t list = n ? waits : NULL;
	cl_command_queue q = below(4) ? queues[below(4) ? 0 : below(3)] : NULL;
	cl_mutable_command_khr command = NULL;
	size_t items[2] = {1 + below(300), 2}, size = below(300), from = below(900), zero[3] = {0, 0, 0}, region[3] = {1 + below(20), 1 + below(4), 1};
	switch (below(6)) {
	case 0: count(&recorded, clCommandCopyBufferKHR_(b, q, NULL, any_memory(), any_memory(), from, below(900), size, n, list, &point, NULL)); return;
	case 1: count(&recorded, clCommandFillBufferKHR_(b, q, NULL, any_memory(), waits, 1u << below(4), from, size, n, list, &point, NULL)); return;
	case 2: count(&recorded, clCommandCopyBufferRectKHR_(b, q, NULL, any_memory(), any_memory(), zero, zero, region, 0, 0, 0, 0, n, list, NULL, NULL)); return;
	case 3: count(&recorded, clCommandBarrierWithWaitListKHR_(b, q, NULL, n, list, NULL, NULL)); return;
	default:
		count(&recorded, clCommandNDRangeKernelKHR_(b, q, NULL, kernel, 1 + !below(20), NULL, items, NULL, n, list, &point, &command));
		if (command) commands[below(POOL)] = command;
	}
}

static void change(void) {
	cl_mem m = any_memory();
	int by = below(9);
	size_t items[2] = {1 + below(300), 2};
	item_t args[] = {{below(8) ? 0 : below(9), sizeof m, &m}, {1, below(8) ? sizeof by : below(9), &by}};
	config_t config = {.command = commands[below(POOL)], .num_args = below(3), .args = below(3) ? args : NULL, .global = below(2) ? items : NULL};
	if (below(2)) config.num_args = 0, config.args = NULL;
	cl_uint type = !below(20);
	cb_t b = any();
	if (below(8)) clGetMutableCommandInfoKHR_(config.command, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR, sizeof b, &b, NULL);
	count(&changed, clUpdateMutableCommandsKHR_(b, 1, &type, (const void *[]){below(20) ? &config : NULL}));
}

static void look(void) {
	char text[256];
	count(&run, clGetCommandBufferInfoKHR_(any(), CL_COMMAND_BUFFER_QUEUES_KHR + below(7), below(64), text, NULL));
	count(&run, clGetMutableCommandInfoKHR_(commands[below(POOL)], CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR + below(10), below(64), text, NULL));
}

static void execute(void) {
	cl_event event = NULL;
	cl_uint n = below(2) ? 0 : below(4);
	count(&run, clEnqueueCommandBufferKHR_(n, n ? queues : NULL, any(), 0, NULL, below(2) ? &event : NULL));
	if (event && below(2)) clWaitForEvents(1, &event);
	if (event) clReleaseEvent(event);
}

static void *attack(void *seed) {
	state = 4711 + 7919 * (uintptr_t)seed;
	for (int i = 0; i < CALLS; i++) {
		switch (below(14)) {
		case 0: make(); break;
		case 1: count(&recorded, clFinalizeCommandBufferKHR_(any())); break;
		case 2: change(); break;
		case 3: look(); break;
		case 4: case 5: execute(); break;
		default: record();
		}
	}
	return NULL;
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	find_functions();
	cl_int status;
	queues[0] = queue;
	queues[1] = clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &status);
	queues[2] = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	int ones[256], three = 3;
	for (int i = 0; i < 4; i++) memory[i] = buffer_of(4096, NULL);
	kernel = kernel_of(build("kernel void k(global int *p, int by) { p[get_global_id(0)] += by; }"), "k");
	arg(kernel, 0, memory[0]);
	arg(kernel, 1, three);
	pthread_t threads[THREADS];
	for (uintptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, attack, (void *)i);
	for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
	for (int i = 0; i < 3; i++) ok(clFinish(queues[i]));
	printf("%d recorded, %d run, %d changed, %d refused\n", recorded, run, changed, refused);
	check(recorded > CALLS / 4 && run > CALLS / 4 && changed > 20 && refused > CALLS / 4);

	cb_t last = recorder(NULL);
	size_t items = 256;
	for (int i = 0; i < 256; i++) ones[i] = 1;
	ok(clEnqueueWriteBuffer(queue, memory[0], CL_TRUE, 0, sizeof ones, ones, 0, NULL, NULL));
	ok(clCommandNDRangeKernelKHR_(last, NULL, NULL, kernel, 1, NULL, &items, NULL, 0, NULL, NULL, NULL));
	ok(clFinalizeCommandBufferKHR_(last));
	for (int i = 0; i < 2; i++) ok(clEnqueueCommandBufferKHR_(0, NULL, last, 0, NULL, NULL));
	read_back(memory[0], ones, sizeof ones);
	check(ones[0] == 7 && ones[255] == 7, "%d %d", ones[0], ones[255]);
	return done();
}
