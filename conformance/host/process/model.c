// model SEED OPERATIONS [mistaken]: threads make random calls, legal and illegal ones, and a small model says what each must answer, what
// buffers must hold, and how many references objects must have. What a call is depends on the seed and its number only, so a
// failure is repeated, and shortened by leaving calls out, in processes of their own; the rest is printed. Most calls are cheap
// ones; the last line says how many they were.
#define _GNU_SOURCE
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 4, BUFFERS = 6, BYTES = 512, SAMPLERS = 3, GATES = 4 };

struct object {
	cl_mem buffer; // NULL: none
	unsigned references;
	unsigned char bytes[BYTES];
};

struct sampler {
	cl_sampler sampler; // NULL: none
	unsigned references;
	cl_addressing_mode addressing;
};

// A user event; in its callback it counts in called.
struct gate {
	cl_event event; // NULL: none
	unsigned references;
	cl_int status;
};

// One thread's objects as the model knows them.
struct model {
	uint32_t seed, state;
	int step, failed;
	long calls;
	struct sampler samplers[SAMPLERS];
	struct gate gates[GATES];
	unsigned queue_references;
	cl_command_queue queue;
	cl_kernel kernel;
	struct object objects[BUFFERS];
};

static cl_program program;
static unsigned char *left_out; // by step, of all threads
static int operations, is_told, is_counting;
static int is_mistaken; // the model is wrong about long copies: to see that it would be noticed

static atomic_long all_calls;

static uint32_t below(struct model *m, uint32_t n) {
	m->state ^= m->state << 13, m->state ^= m->state >> 17, m->state ^= m->state << 5;
	return (m->state >> 7) % n;
}

static void fail(struct model *m, const char *what, long got, long wanted) {
	m->failed = 1;
	if (is_told) printf("seed %u, step %d: %s gave %ld, wanted %ld\n", m->seed, m->step, what, got, wanted);
}

// is_call tells an expression that is a call of the API from others.
static inline int is_call(const char *text) { return text[0] == 'c' && text[1] == 'l'; }

#define must(expression, wanted) \
	do { \
		long got_ = (long)(expression), wanted_ = (long)(wanted); \
		m->calls += is_call(#expression); \
		if (got_ != wanted_) fail(m, #expression, got_, wanted_); \
	} while (0)

static void must_hold(struct model *m, struct object *o) {
	unsigned char now[BYTES];
	must(clEnqueueReadBuffer(m->queue, o->buffer, CL_TRUE, 0, BYTES, now, 0, NULL, NULL), CL_SUCCESS);
	must(memcmp(now, o->bytes, BYTES), 0);
}

// missing is the status of calls for a slot without a buffer, or CL_SUCCESS.
static cl_int missing(struct object *o) { return o->buffer ? CL_SUCCESS : CL_INVALID_MEM_OBJECT; }

static void create(struct model *m, struct object *o) {
	cl_int status;
	if (o->buffer) return;
	for (int i = 0; i < BYTES; i++) o->bytes[i] = below(m, 256);
	o->buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, BYTES, o->bytes, &status);
	o->references = 1;
	must(status, CL_SUCCESS);
}

static void create_wrong(struct model *m) {
	cl_int status;
	must(clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, BYTES, NULL, &status), 0);
	must(status, CL_INVALID_HOST_PTR);
	must(clCreateBuffer(context, below(m, 2) ? CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY : 1 << 30, BYTES, NULL, &status), 0);
	must(status, CL_INVALID_VALUE);
	must(clCreateBuffer(context, 0, 0, NULL, &status), 0);
	must(status, CL_INVALID_BUFFER_SIZE);
}

static void retain(struct model *m, struct object *o) {
	must(clRetainMemObject(o->buffer), missing(o));
	o->references += o->buffer != NULL;
}

static void release(struct model *m, struct object *o) {
	must(clReleaseMemObject(o->buffer), missing(o));
	if (o->buffer && --o->references == 0) o->buffer = NULL;
}

static void count(struct model *m, struct object *o) {
	cl_uint references = 0;
	must(clGetMemObjectInfo(o->buffer, CL_MEM_REFERENCE_COUNT, sizeof references, &references, NULL), missing(o));
	if (o->buffer) must(references, o->references);
	must(clGetCommandQueueInfo(m->queue, CL_QUEUE_REFERENCE_COUNT, sizeof references, &references, NULL), CL_SUCCESS);
	must(references, m->queue_references);
}

static void count_queue(struct model *m) {
	if (below(m, 2)) {
		must(clRetainCommandQueue(m->queue), CL_SUCCESS);
		m->queue_references++;
	} else if (m->queue_references > 1) {
		must(clReleaseCommandQueue(m->queue), CL_SUCCESS);
		m->queue_references--;
	}
}

// wrong_range is the status of a range of a buffer.
static cl_int wrong_range(struct object *o, size_t offset, size_t size) {
	if (!o->buffer) return CL_INVALID_MEM_OBJECT;
	return offset + size > BYTES || size == 0 ? CL_INVALID_VALUE : CL_SUCCESS;
}

static void write_some(struct model *m, struct object *o) {
	unsigned char from[2 * BYTES];
	size_t offset = below(m, BYTES + 9), size = 1 + below(m, BYTES);
	cl_int wanted = wrong_range(o, offset, size);
	for (size_t i = 0; i < size; i++) from[i] = below(m, 256);
	must(clEnqueueWriteBuffer(m->queue, o->buffer, CL_TRUE, offset, size, from, 0, NULL, NULL), wanted);
	if (wanted == CL_SUCCESS) memcpy(o->bytes + offset, from, size);
}

static void fill_some(struct model *m, struct object *o) {
	unsigned char pattern[16];
	size_t width = below(m, 17), offset = below(m, 40) * 16, size = below(m, 40) * 16;
	int is_power = width && !(width & (width - 1));
	cl_int wanted = missing(o);
	if (o->buffer && (!is_power || offset + size > BYTES)) wanted = CL_INVALID_VALUE;
	for (int i = 0; i < 16; i++) pattern[i] = below(m, 256);
	if (o->buffer && size == 0) return; // versions of the specification differ
	must(clEnqueueFillBuffer(m->queue, o->buffer, pattern, width, offset, size, 0, NULL, NULL), wanted);
	if (wanted == CL_SUCCESS)
		for (size_t i = 0; i < size; i++) o->bytes[offset + i] = pattern[i % width];
}

static void copy_some(struct model *m, struct object *from, struct object *to) {
	size_t a = below(m, BYTES), b = below(m, BYTES), size = 1 + below(m, BYTES / 2);
	cl_int wanted = CL_SUCCESS;
	if (!from->buffer || !to->buffer) wanted = CL_INVALID_MEM_OBJECT;
	else if (a + size > BYTES || b + size > BYTES) wanted = CL_INVALID_VALUE;
	else if (from == to && a < b + size && b < a + size) wanted = CL_MEM_COPY_OVERLAP;
	must(clEnqueueCopyBuffer(m->queue, from->buffer, to->buffer, a, b, size, 0, NULL, NULL), wanted);
	if (wanted == CL_SUCCESS && !(is_mistaken && size > BYTES / 4)) memmove(to->bytes + b, from->bytes + a, size);
}

static void copy_any(struct model *m, struct object *from) { copy_some(m, from, &m->objects[below(m, BUFFERS)]); }

static void launch(struct model *m, struct object *o) {
	unsigned char add = below(m, 256);
	size_t offset = below(m, BYTES), items = 1 + below(m, BYTES - offset), local = items + 1;
	if (!o->buffer) return; // a null pointer is an argument as well
	must(clSetKernelArg(m->kernel, 0, sizeof o->buffer, &o->buffer), CL_SUCCESS);
	must(clSetKernelArg(m->kernel, 1, sizeof add, &add), CL_SUCCESS);
	must(clSetKernelArg(m->kernel, 2, sizeof add, &add), CL_INVALID_ARG_INDEX);
	must(clSetKernelArg(m->kernel, 1, 3, &add), CL_INVALID_ARG_SIZE);
	must(clEnqueueNDRangeKernel(m->queue, m->kernel, 1, NULL, &items, &local, 0, NULL, NULL), CL_INVALID_WORK_GROUP_SIZE);
	must(clEnqueueNDRangeKernel(m->queue, m->kernel, 4, NULL, &items, NULL, 0, NULL, NULL), CL_INVALID_WORK_DIMENSION);
	must(clEnqueueNDRangeKernel(m->queue, m->kernel, 1, &offset, &items, NULL, 0, NULL, NULL), CL_SUCCESS);
	for (size_t i = offset; i < offset + items; i++) o->bytes[i] += add;
}

static void map_some(struct model *m, struct object *o) {
	size_t offset = below(m, BYTES + 9), size = 1 + below(m, BYTES);
	cl_int wanted = wrong_range(o, offset, size), status;
	unsigned char *at = clEnqueueMapBuffer(m->queue, o->buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, offset, size, 0, NULL, NULL, &status);
	must(status, wanted);
	if (!at) return;
	must(memcmp(at, o->bytes + offset, size), 0);
	for (size_t i = 0; i < size; i++) at[i] = o->bytes[offset + i] = below(m, 256);
	must(clEnqueueUnmapMemObject(m->queue, o->buffer, at, 0, NULL, NULL), CL_SUCCESS);
	must(clEnqueueUnmapMemObject(m->queue, o->buffer, (void *)1, 0, NULL, NULL), CL_INVALID_VALUE);
}

static void use_part(struct model *m, struct object *o) {
	cl_buffer_region region = {below(m, 4) * 128, 128}, odd = {1, 16};
	unsigned char value = below(m, 256);
	cl_int status;
	cl_mem part = clCreateSubBuffer(o->buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
	must(status, missing(o));
	if (!part) return;
	must(clEnqueueFillBuffer(m->queue, part, &value, 1, 0, region.size, 0, NULL, NULL), CL_SUCCESS);
	memset(o->bytes + region.origin, value, region.size);
	must(clCreateSubBuffer(o->buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &odd, &status), 0);
	must(status, CL_MISALIGNED_SUB_BUFFER_OFFSET);
	must(clCreateSubBuffer(part, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status), 0);
	must(status, CL_INVALID_MEM_OBJECT);
	must(clReleaseMemObject(part), CL_SUCCESS);
}

// wait_for has a fill wait for a user event, which is completed or fails; then the fill fails as well.
static void wait_for(struct model *m, struct object *o) {
	cl_int status, failed = below(m, 2) ? -7 : CL_COMPLETE;
	unsigned char value = below(m, 256);
	if (!o->buffer) return;
	cl_command_queue other = clCreateCommandQueue(context, device, 0, &status);
	cl_event gate = clCreateUserEvent(context, &status), filled;
	must(clFinish(m->queue), CL_SUCCESS);
	must(clEnqueueFillBuffer(other, o->buffer, &value, 1, 0, BYTES, 1, &gate, &filled), CL_SUCCESS);
	must(clSetUserEventStatus(gate, 5), CL_INVALID_VALUE);
	must(clSetUserEventStatus(gate, failed), CL_SUCCESS);
	must(clSetUserEventStatus(gate, CL_COMPLETE), CL_INVALID_OPERATION);
	must(clWaitForEvents(1, &filled), failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS);
	must(clGetEventInfo(filled, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL), CL_SUCCESS);
	must(failed ? status < 0 : status == CL_COMPLETE, 1);
	if (!failed) memset(o->bytes, value, BYTES);
	must(clReleaseEvent(filled), CL_SUCCESS);
	must(clReleaseEvent(gate), CL_SUCCESS);
	must(clReleaseCommandQueue(other), CL_SUCCESS);
}

#include "model_objects.h"

// steps are what threads do. A step with a weight of 3 comes three times as often as one of 1.
static const struct {
	int weight;
	void (*on_buffer)(struct model *, struct object *);
	void (*on_nothing)(struct model *);
} steps[] = {
	{2, create}, {2, retain}, {2, release}, {6, count}, {2, NULL, count_queue}, {1, write_some}, {1, fill_some},
	{1, copy_any}, {1, launch}, {1, map_some}, {1, use_part}, {1, wait_for}, {2, NULL, create_wrong}, {8, ask_buffer},
	{8, NULL, ask_queue}, {8, NULL, ask_kernel}, {6, NULL, use_sampler}, {6, NULL, use_gate}, {4, NULL, set_argument},
	{1, NULL, use_shared}, {6, NULL, be_wrong}, {1, rectangle},
};

enum { STEPS = sizeof steps / sizeof *steps };

// drawn is a step by the weights.
static int drawn(struct model *m) {
	int all = 0, which = 0;
	for (int i = 0; i < STEPS; i++) all += steps[i].weight;
	for (int left = below(m, all); left >= steps[which].weight; which++) left -= steps[which].weight;
	return which;
}

static void one_step(struct model *m) {
	m->state = (m->seed * 2654435761u + m->step * 40503u) | 1;
	for (int i = 0; i < 8; i++) below(m, 2);
	int which = drawn(m);
	struct object *a = &m->objects[below(m, BUFFERS)];
	if (steps[which].on_nothing) steps[which].on_nothing(m);
	else steps[which].on_buffer(m, a);
	if (a->buffer && m->step % 16 == 0) must_hold(m, a);
}

// let_go releases all that the thread has.
static void let_go(struct model *m) {
	for (int i = 0; i < BUFFERS; i++)
		while (m->objects[i].buffer) release(m, &m->objects[i]);
	for (int i = 0; i < SAMPLERS; i++)
		while (m->samplers[i].sampler) release_sampler(m, &m->samplers[i]);
	for (int i = 0; i < GATES; i++)
		while (m->gates[i].event) release_gate(m, &m->gates[i]);
}

static void *run_thread(void *argument) {
	struct model *m = argument;
	m->queue = clCreateCommandQueue(context, device, 0, NULL);
	m->kernel = clCreateKernel(program, "add", NULL);
	m->queue_references = 1;
	for (m->step = 0; m->step < operations && !m->failed; m->step++)
		if (!left_out[m->step]) one_step(m);
	let_go(m);
	all_calls += m->calls;
	return NULL;
}

// run runs all threads of a seed, and returns whether one failed.
static int run(uint32_t seed) {
	static struct model models[THREADS];
	pthread_t threads[THREADS];
	int failed = 0;
	open_device();
	program = build("kernel void add(global uchar *p, uchar v) { p[get_global_id(0)] += v; }");
	for (int i = 0; i < THREADS; i++) {
		models[i].seed = seed * THREADS + i;
		pthread_create(&threads[i], NULL, run_thread, &models[i]);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		failed |= models[i].failed;
	}
	return failed;
}

// fails runs a seed in a process of its own: this one must not have used the driver.
static int fails(uint32_t seed) {
	int status;
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		int failed = run(seed);
		if (!failed && is_counting) printf("seed %u: %ld calls\n", seed, (long)all_calls);
		fflush(stdout);
		_exit(failed);
	}
	waitpid(child, &status, 0);
	return status != 0;
}

// shorten leaves out calls as long as the rest fails.
static void shorten(uint32_t seed) {
	int left = 0;
	for (int length = operations / 2; length > 0; length /= 2) {
		for (int start = 0; start < operations; start += length) {
			unsigned char before[length];
			int many = start + length > operations ? operations - start : length;
			memcpy(before, left_out + start, many);
			memset(left_out + start, 1, many);
			if (!fails(seed)) memcpy(left_out + start, before, many);
		}
	}
	is_told = 1;
	printf("seed %u fails with the steps", seed);
	for (int i = 0; i < operations; i++)
		if (!left_out[i]) left++, printf(" %d", i);
	printf(", %d of %d\n", left, operations);
	fails(seed);
}

int main(int count, char **arguments) {
	uint32_t seed = count > 1 ? atoi(arguments[1]) : 1;
	is_mistaken = count > 3;
	operations = count > 2 ? atoi(arguments[2]) : 2000;
	left_out = calloc(operations, 1);
	is_counting = 1;
	if (!fails(seed)) return 0;
	is_counting = 0;
	shorten(seed);
	return 1;
}
