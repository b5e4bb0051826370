// Shared virtual memory of all granularities: allocations, commands, arguments, pointers in memory, buffers over it.
#include "svm/shared.h"
#include <pthread.h>

enum { ITEMS = 1000, BYTES = ITEMS * sizeof(int) };

static const char source[] =
	"kernel void scale(global int *p, int by) { p[get_global_id(0)] *= by; }\n"
	"kernel void constants(constant int *c, global int *p) { p[get_global_id(0)] = c[get_global_id(0) % 4]; }\n"
	"typedef struct Node { global struct Node *next; int value; } Node;\n"
	"kernel void sum(global Node *list, global int *total) { int t = 0; for (; list; list = list->next) t += list->value; *total = t; }\n"
	"kernel void dot(global int *c, global const int *a, int n) { size_t i = get_global_id(0); for (int k = 0; k < n; k++) c[i] += a[k] * 3; }\n"
	"kernel void through(global int *global *table) { table[get_global_id(0)][0] += get_global_id(0); }\n";

static cl_program program;

static void queries(void) {
	cl_device_svm_capabilities caps = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof caps, &caps, NULL));
	check(caps == (CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS), "%#lx", (long)caps);
	static const cl_device_info alignments[] = {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT};
	for (int i = 0; i < 3; i++) {
		cl_uint alignment = 77;
		ok(clGetDeviceInfo(device, alignments[i], sizeof alignment, &alignment, NULL));
		check(alignment == 0, "%u", alignment);
	}
	cl_device_atomic_capabilities atomics = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof atomics, &atomics, NULL));
	check(atomics & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES);
}

static void allocations(void) {
	static const cl_svm_mem_flags flags[] = {0, CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY, CL_MEM_SVM_FINE_GRAIN_BUFFER,
		CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS};
	for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
		for (cl_uint alignment = 0; alignment <= 128; alignment = alignment ? 2 * alignment : 1)
			for (size_t size = 1; size < 1 << 20; size = size * 7 + 3) {
				char *p = clSVMAlloc(context, flags[i], size, alignment);
				check(p && (uintptr_t)p % (alignment ? alignment : 128) == 0, "%p for %zu bytes at %u", (void *)p, size, alignment);
				p[0] = p[size - 1] = 1;
				clSVMFree(context, p);
			}
}

// values runs a kernel on memory by pointer, from the start and from inside, with all commands around it.
static void values(cl_svm_mem_flags flags, int *system) {
	int *p = system ? system : clSVMAlloc(context, flags, 2 * BYTES, 0);
	check(p != NULL);
	int host[ITEMS], three = 3;
	cl_event events[5];
	for (int i = 0; i < ITEMS; i++) host[i] = i;
	cl_kernel scale = kernel_of(program, "scale");
	ok(clEnqueueSVMMemFill(queue, p, &three, sizeof three, 2 * BYTES, 0, NULL, &events[0]));
	ok(clEnqueueSVMMemcpy(queue, CL_FALSE, p + ITEMS, host, BYTES, 1, &events[0], &events[1]));
	ok(clSetKernelArgSVMPointer(scale, 0, p + ITEMS));
	arg(scale, 1, three);
	run1(scale, ITEMS, 0);
	ok(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, p, 2 * BYTES, 1, &events[1], &events[2]));
	for (int i = 0; i < ITEMS; i++) {
		if (p[i] != 3 || p[ITEMS + i] != 3 * i) {
			check(0, "%d: %d and %d", i, p[i], p[ITEMS + i]);
			break;
		}
		p[ITEMS + i]++;
	}
	ok(clEnqueueSVMUnmap(queue, p, 0, NULL, &events[3]));
	const void *parts[] = {p, p + 5};
	size_t sizes[] = {0, 40};
	ok(clEnqueueSVMMigrateMem(queue, 2, parts, sizes, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, &events[4]));
	run1(scale, ITEMS, 0);
	ok(clEnqueueSVMMemcpy(queue, CL_TRUE, host, p + ITEMS, BYTES, 0, NULL, NULL));
	for (int i = 0; i < ITEMS; i++)
		if (host[i] != 3 * (3 * i + 1)) {
			check(0, "%d: %d", i, host[i]);
			break;
		}
	static const cl_command_type types[] = {CL_COMMAND_SVM_MEMFILL, CL_COMMAND_SVM_MEMCPY, CL_COMMAND_SVM_MAP, CL_COMMAND_SVM_UNMAP, CL_COMMAND_SVM_MIGRATE_MEM};
	for (int i = 0; i < 5; i++) check(command_type(events[i]) == types[i], "%d", i);
	cl_kernel constants = kernel_of(program, "constants");
	for (int i = 0; i < 4; i++) p[i] = 10 * i;
	ok(clSetKernelArgSVMPointer(constants, 0, p));
	ok(clSetKernelArgSVMPointer(constants, 1, p + ITEMS));
	run1(constants, ITEMS, 0);
	ok(clFinish(queue));
	for (int i = 0; i < ITEMS; i++)
		if (p[ITEMS + i] != 10 * (i % 4)) {
			check(0, "%d: %d", i, p[ITEMS + i]);
			break;
		}
	ok(clReleaseKernel(constants));
	ok(clReleaseKernel(scale));
	if (!system) clSVMFree(context, p);
}

// pointers follows pointers that lie in memory: a list of nodes from the allocators of host and driver.
static void pointers(void) {
	typedef struct Node {
		struct Node *next;
		int value;
	} Node;
	enum { NODES = 100 };
	Node *nodes[NODES], *list = NULL, on_stack = {NULL, 5};
	list = &on_stack;
	for (int i = 0; i < NODES; i++) {
		nodes[i] = i % 2 ? clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, sizeof(Node), 0) : malloc(sizeof(Node));
		*nodes[i] = (Node){list, i};
		list = nodes[i];
	}
	int *total = clSVMAlloc(context, 0, sizeof(int), 0);
	cl_kernel sum = kernel_of(program, "sum");
	ok(clSetKernelExecInfo(sum, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof nodes, nodes));
	cl_bool yes = CL_TRUE;
	ok(clSetKernelExecInfo(sum, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes));
	cl_int status;
	cl_kernel clone = clCloneKernel(sum, &status);
	ok(status);
	ok(clSetKernelArgSVMPointer(clone, 0, list));
	ok(clSetKernelArgSVMPointer(clone, 1, total));
	run1(clone, 1, 1);
	ok(clFinish(queue));
	check(*total == NODES * (NODES - 1) / 2 + 5, "%d", *total);
	ok(clReleaseKernel(clone));
	ok(clReleaseKernel(sum));
	cl_kernel through = kernel_of(program, "through");
	int *table[8], cells[8] = {0};
	for (int i = 0; i < 8; i++) table[i] = &cells[7 - i];
	ok(clSetKernelArgSVMPointer(through, 0, table));
	run1(through, 8, 8);
	ok(clFinish(queue));
	for (int i = 0; i < 8; i++) check(cells[i] == 7 - i, "%d: %d", i, cells[i]);
	ok(clReleaseKernel(through));
	for (int i = 0; i < NODES; i++)
		if (i % 2) clSVMFree(context, nodes[i]);
		else free(nodes[i]);
	clSVMFree(context, total);
}

static cl_bool uses_svm(cl_mem m) {
	cl_bool uses = 77;
	ok(clGetMemObjectInfo(m, CL_MEM_USES_SVM_POINTER, sizeof uses, &uses, NULL));
	return uses;
}

// buffers makes memory objects over shared memory; what is freed too early stays until they are gone.
static void buffers(void) {
	cl_int status, host[ITEMS];
	int *p = clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, BYTES, 0);
	for (int i = 0; i < ITEMS; i++) p[i] = i;
	cl_mem m = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, BYTES, p, &status);
	ok(status);
	cl_mem inner = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, BYTES - 400, p + 100, &status);
	ok(status);
	cl_buffer_region region = {128, 256};
	cl_mem sub = clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
	ok(status);
	cl_mem copy = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, BYTES, p, &status);
	ok(status);
	cl_mem other = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof host, host, &status);
	ok(status);
	check(uses_svm(m) == CL_TRUE && uses_svm(inner) == CL_TRUE && uses_svm(sub) == CL_TRUE);
	check(uses_svm(copy) == CL_FALSE && uses_svm(other) == CL_FALSE);
	check_create(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, BYTES + 1, p, &status), CL_INVALID_BUFFER_SIZE);
	check_create(clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, BYTES + 1, p, &status), CL_INVALID_BUFFER_SIZE);
	check_create(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, BYTES, p + 1, &status), CL_INVALID_BUFFER_SIZE);
	cl_kernel scale = kernel_of(program, "scale");
	int two = 2;
	arg(scale, 0, m);
	arg(scale, 1, two);
	run1(scale, ITEMS, 0);
	ok(clFinish(queue));
	check(p[ITEMS - 1] == 2 * (ITEMS - 1), "%d", p[ITEMS - 1]);
	clSVMFree(context, p);
	run1(scale, ITEMS, 0);
	read_back(m, host, BYTES);
	for (int i = 0; i < ITEMS; i++)
		if (host[i] != 4 * i) {
			check(0, "%d: %d", i, host[i]);
			break;
		}
	cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
	cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16, .mem_object = m};
	cl_mem image = clCreateImage(context, 0, &format, &desc, NULL, &status);
	ok(status);
	if (image) {
		check(uses_svm(image) == CL_FALSE, "an image is no buffer");
		ok(clReleaseMemObject(image));
	}
	cl_mem all[] = {m, inner, sub, copy, other};
	for (int i = 0; i < 5; i++) ok(clReleaseMemObject(all[i]));
	ok(clReleaseKernel(scale));
}

static int freed;
static void *freed_pointers[8];

static void CL_CALLBACK free_them(cl_command_queue q, cl_uint count, void *list[], void *data) {
	check(q == queue && data == &freed, "queue %p, data %p", (void *)q, data);
	for (cl_uint i = 0; i < count; i++) {
		freed_pointers[i] = list[i];
		if (i == 0) clSVMFree(context, list[i]);
		else free(list[i]);
	}
	freed = count;
}

// frees: by command, with and without a function, after what uses the memory.
static void frees(void) {
	cl_int status, seven = 7;
	cl_event gate = clCreateUserEvent(context, &status), done_event;
	ok(status);
	void *p = clSVMAlloc(context, 0, BYTES, 0), *list[] = {p, NULL};
	ok(clEnqueueSVMMemFill(queue, p, &seven, 4, BYTES, 1, &gate, NULL));
	ok(clEnqueueSVMFree(queue, 2, list, NULL, NULL, 0, NULL, &done_event));
	list[0] = (void *)1; // copied by the call
	ok(clSetUserEventStatus(gate, CL_COMPLETE));
	ok(clFinish(queue));
	cl_int state = 77;
	ok(clGetEventInfo(done_event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL));
	check(state == CL_COMPLETE, "%d", state);
	check(command_type(done_event) == CL_COMMAND_SVM_FREE);
	void *mixed[] = {clSVMAlloc(context, 0, BYTES, 0), malloc(64)}, *wanted[] = {mixed[0], mixed[1]};
	ok(clEnqueueSVMFree(queue, 2, mixed, free_them, &freed, 0, NULL, NULL));
	ok(clFinish(queue));
	check(freed == 2 && freed_pointers[0] == wanted[0] && freed_pointers[1] == wanted[1], "%d", freed);
	ok(clEnqueueSVMFree(queue, 0, NULL, NULL, NULL, 0, NULL, NULL));
	ok(clReleaseEvent(gate));
	ok(clFinish(queue));
}

// Kernel arguments set by clSetKernelArg may be pointers: SYCL runtimes pass them so. Memory of malloc and the stack, and
// of other contexts, is valid in kernels; what is no memory fails the launch, not the process.
static void plain_pointers(void) {
	cl_context other = other_context();
	int *p = clSVMAlloc(context, 0, BYTES, 0), *foreign = clSVMAlloc(other, 0, BYTES, 0), *mine = malloc(BYTES), five = 5;
	cl_kernel scale = kernel_of(program, "scale");
	arg(scale, 1, five);
	for (int i = 0; i < ITEMS; i++) p[i] = i;
	int *inner = p + 10;
	arg(scale, 0, inner);
	run1(scale, ITEMS - 10, 0);
	ok(clFinish(queue));
	check(p[9] == 9 && p[10] == 50 && p[ITEMS - 1] == 5 * (ITEMS - 1), "%d %d", p[9], p[10]);
	int stack[ITEMS], *valid[] = {mine, foreign, stack};
	for (int i = 0; i < 3; i++) {
		for (int k = 0; k < ITEMS; k++) valid[i][k] = k + 1;
		ok(clSetKernelArg(scale, 0, sizeof valid[i], &valid[i]));
		run1(scale, ITEMS, 0);
		ok(clFinish(queue));
		check(valid[i][0] == 5 && valid[i][ITEMS - 1] == 5 * ITEMS, "%d %d", valid[i][0], valid[i][ITEMS - 1]);
	}
	void *wild[] = {(void *)8, (void *)-8, (void *)0x4000000000000000};
	for (int i = 0; i < 3; i++) {
		cl_event failed;
		cl_int outcome = CL_COMPLETE;
		ok(clSetKernelArg(scale, 0, sizeof wild[i], &wild[i]));
		ok(clEnqueueNDRangeKernel(queue, scale, 1, NULL, &(size_t){ITEMS}, NULL, 0, NULL, &failed));
		check_status(clWaitForEvents(1, &failed), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
		ok(clGetEventInfo(failed, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof outcome, &outcome, NULL));
		check(outcome < 0, "%d", outcome);
		ok(clReleaseEvent(failed));
	}
	cl_mem gone = buffer_of(64, NULL);
	ok(clReleaseMemObject(gone));
	void *kinds[] = {gone, queue, context, scale, device, (char *)queue + 8};
	for (int i = 0; i < 6; i++) check_status(clSetKernelArg(scale, 0, sizeof kinds[i], &kinds[i]), CL_INVALID_MEM_OBJECT);
	check_status(clSetKernelArg(scale, 0, 4, &p), CL_INVALID_ARG_SIZE);
	ok(clReleaseKernel(scale));
	clSVMFree(context, p);
	clSVMFree(other, foreign);
	ok(clReleaseContext(other));
	free(mine);
}

// overlapping gives a kernel, whose sums might stay in registers, the same memory twice, in all ways in which pointers are
// given; and memory that is not the same.
static void overlapping(void) {
	enum { N = 64 };
	cl_int status, n = N;
	int *shared = clSVMAlloc(context, 0, 4096, 0), *own = aligned_alloc(128, 4096);
	for (int way = 0; way < 4; way++) {
		int *p = way % 2 ? own : shared, wanted[2 * N];
		cl_kernel dot = kernel_of(program, "dot");
		cl_mem over = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4096, p, &status);
		ok(status);
		for (int at = 0; at < 2 * N; at += 21) { // inside of a, and behind it
			for (int i = 0; i < 2 * N; i++) wanted[i] = p[i] = i % 5;
			for (int k = 0; k < N; k++) wanted[at] += wanted[k] * 3;
			int *c = p + at;
			if (way > 1) arg(dot, 1, over);
			else ok(clSetKernelArgSVMPointer(dot, 1, p));
			ok(clSetKernelArgSVMPointer(dot, 0, c));
			arg(dot, 2, n);
			run1(dot, 1, 1);
			ok(clFinish(queue));
			check(!memcmp(p, wanted, sizeof wanted), "way %d, at %d: %d, not %d", way, at, p[at], wanted[at]);
		}
		ok(clReleaseMemObject(over));
		ok(clReleaseKernel(dot));
	}
	clSVMFree(context, shared);
	free(own);
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1);
		return done();
	}
	program = build_with(source, "-cl-std=CL3.0");
	queries();
	allocations();
	values(0, NULL);
	values(CL_MEM_SVM_FINE_GRAIN_BUFFER, NULL);
	values(CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, NULL);
	int *system = aligned_alloc(128, 2 * BYTES);
	values(0, system);
	free(system);
	static int in_program[2 * ITEMS];
	values(0, in_program);
	pointers();
	buffers();
	frees();
	plain_pointers();
	overlapping();
	return done();
}
