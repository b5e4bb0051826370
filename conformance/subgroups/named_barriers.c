// Named barriers of sub-groups: the device's answer, a kernel with as many as the answer says, one that nobody else
// reaches as a failed command with a report, and what the compiler says of wrong uses.
#include "check.h"
#include <pthread.h>

#ifndef CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR
#define CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR 0x2035
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char report[1024]; // guarded by mutex; empty: none

static void CL_CALLBACK notify(const char *text, const void *info, size_t size, void *data) {
	pthread_mutex_lock(&mutex);
	snprintf(report, sizeof report, "%s", text);
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&mutex);
}

#define ITEMS 256

// Sub-groups hand on a sum: each adds to what the one before it has left, at a barrier of the two.
static void test_chain(cl_uint most) {
	static char source[1 << 14];
	strcpy(source,
		"kernel __attribute__((intel_reqd_sub_group_size(16))) void chain(global uint *out) {\n"
		"  local uint sums[16];\n"
		"  local NamedBarrier_t *next = 0, *before = 0, *made;\n"
		"  uint id = get_sub_group_id();\n");
	for (int i = 0; i + 1 < ITEMS / 16; i++)
		sprintf(source + strlen(source), "made = named_barrier_init(2); if (id == %d) next = made; if (id == %d) before = made;\n", i, i + 1);
	strcat(source,
		"  if (id > 0) work_group_named_barrier(before, CLK_LOCAL_MEM_FENCE);\n"
		"  uint sum = (id > 0 ? sums[id - 1] : 0) + sub_group_reduce_add((uint)get_local_id(0));\n"
		"  sums[id] = sum;\n"
		"  if (next) work_group_named_barrier(next, CLK_LOCAL_MEM_FENCE, memory_scope_work_group);\n"
		"  out[get_global_id(0)] = sum;\n"
		"}\n");
	cl_kernel kernel = kernel_of(build_with(source, "-cl-std=CL3.0"), "chain");
	cl_mem out = buffer_of(4 * 4 * ITEMS, NULL);
	arg(kernel, 0, out);
	run1(kernel, 4 * ITEMS, ITEMS);
	static cl_uint got[4 * ITEMS];
	read_back(out, got, sizeof got);
	for (cl_uint i = 0, sum = 0; i < 4 * ITEMS; i++) {
		if (i % ITEMS == 0) sum = 0;
		if (i % 16 == 0)
			for (cl_uint k = 0; k < 16; k++) sum += (i + k) % ITEMS;
		check(got[i] == sum, "%u: %u, not %u", i, got[i], sum);
	}
	check(most >= ITEMS / 16 - 1, "%u", most);
}

static void test_alone(void) {
	cl_int status;
	cl_context with_notify = clCreateContext(NULL, 1, &device, notify, NULL, &status);
	ok(status);
	context = with_notify;
	queue = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_program program = build_with(
		"kernel __attribute__((intel_reqd_sub_group_size(16))) void alone(global uint *out) {\n"
		"  local NamedBarrier_t *two = named_barrier_init(2);\n"
		"  if (get_sub_group_id() == 1 && get_group_id(0) == 3)\n"
		"    work_group_named_barrier(two, CLK_GLOBAL_MEM_FENCE);\n"
		"  barrier(CLK_LOCAL_MEM_FENCE);\n"
		"  out[get_global_id(0)] = 1;\n"
		"}\n"
		"kernel void good(global uint *out) { out[get_global_id(0)] = 7; }\n", "-cl-std=CL3.0");
	cl_kernel alone = kernel_of(program, "alone"), good = kernel_of(program, "good");
	cl_mem out = buffer_of(4 * 8 * ITEMS, NULL);
	arg(alone, 0, out);
	arg(good, 0, out);
	size_t global = 8 * ITEMS, local = ITEMS;
	cl_event event;
	ok(clEnqueueNDRangeKernel(queue, alone, 1, NULL, &global, &local, 0, NULL, &event));
	clFinish(queue);
	ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
	check(status < 0, "status %d", status);
	pthread_mutex_lock(&mutex);
	while (report[0] == 0) pthread_cond_wait(&changed, &mutex);
	check(strstr(report, "kernel alone, work-group (3, 0, 0)") && strstr(report, "line 4") && strstr(report, "named barrier"), "%s", report);
	pthread_mutex_unlock(&mutex);
	run1(good, global, local);
	cl_uint value = 0;
	read_back(out, &value, sizeof value);
	check(value == 7, "the next kernel wrote %u", value);
	clReleaseEvent(event);
}

static void fails(const char *source, const char *options, const char *word) {
	cl_int status;
	static char log[1 << 14];
	cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(status);
	check_status(clBuildProgram(program, 1, &device, options, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
	ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
	check(strstr(log, word) != NULL, "the log is: %s", log);
}

static void test_diagnostics(cl_uint most) {
	const char *v3 = "-cl-std=CL3.0";
	fails("kernel void k(void) { local NamedBarrier_t b; }", v3, "named_barrier_init");
	fails("kernel void k(local NamedBarrier_t *b) { }", v3, "kernel parameter");
	fails("struct s { NamedBarrier_t b; };", v3, "cannot be used for a field");
	fails("local NamedBarrier_t *make(void) { return named_barrier_init(2); } kernel void k(void) { work_group_named_barrier(make(), 1); }", v3, "can only be called in a kernel");
	fails("kernel void k(global int *b) { work_group_named_barrier(b, 1); }", v3, "work_group_named_barrier");
	fails("kernel void k(void) { NamedBarrier_t *b; }", "-cl-std=CL1.2", "NamedBarrier_t");
	static char source[1 << 14] = "kernel void k(void) {\n";
	for (cl_uint i = 0; i <= most; i++) strcat(source, "work_group_named_barrier(named_barrier_init(1), CLK_LOCAL_MEM_FENCE);\n");
	strcat(source, "}\n");
	fails(source, v3, "named barriers");
}

int main(void) {
	open_device();
	cl_uint most = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR, sizeof most, &most, NULL));
	check(most >= 8, "%u", most);
	test_chain(most);
	test_diagnostics(most);
	test_alone();
	return done();
}
