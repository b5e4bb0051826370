// Commands that really run at the same time: kernels that end only if they overlap, in one out-of-order queue and in
// several queues, each of one work-group or of as many as keep all workers busy; and hints of priority and throttle.
#include "check.h"
#include <sched.h>
#include <stdatomic.h>

enum { GROUPS = 64, LOCAL = 64 };

static const char source[] =
	"kernel void meet(global atomic_int *mine, global atomic_int *other) {\n"
	"	atomic_store_explicit(mine, 1, memory_order_release, memory_scope_all_svm_devices);\n"
	"	while (atomic_load_explicit(other, memory_order_acquire, memory_scope_all_svm_devices) == 0) ;\n"
	"}\n"
	// All groups begun spin until the flag is set; the first one tells that it has begun.
	"kernel void spin(global atomic_int *begun, global atomic_int *flag) {\n"
	"	if (get_local_id(0) == 0) atomic_fetch_add_explicit(begun, 1, memory_order_relaxed, memory_scope_all_svm_devices);\n"
	"	while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_all_svm_devices) == 0) ;\n"
	"}\n"
	"kernel void many(global int *out, global atomic_int *left, global atomic_int *flag) {\n"
	"	uint x = get_global_id(0);\n"
	"	for (int i = 0; i < 1000; i++) x = x * 1664525 + 1013904223;\n"
	"	out[get_global_id(0)] = x;\n"
	"	if (atomic_fetch_sub_explicit(left, 1, memory_order_acq_rel, memory_scope_all_svm_devices) == 1)\n"
	"		atomic_store_explicit(flag, 1, memory_order_release, memory_scope_all_svm_devices);\n"
	"}\n"
	"kernel void count(global atomic_int *groups, int rounds) {\n"
	"	volatile uint x = get_global_id(0);\n"
	"	for (int i = 0; i < rounds; i++) x = x * 1664525 + 1013904223;\n"
	"	if (get_local_id(0) == 0) atomic_fetch_add_explicit(groups, 1, memory_order_relaxed, memory_scope_all_svm_devices);\n"
	"}\n";

static cl_program program;
static struct {
	_Alignas(64) atomic_int at;
} *words;

static cl_command_queue queue_with(cl_command_queue_properties bits, cl_queue_properties priority, cl_queue_properties throttle) {
	cl_int status;
	cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, bits, CL_QUEUE_PRIORITY_KHR, priority, CL_QUEUE_THROTTLE_KHR, throttle, 0};
	if (!priority) list[2] = 0;
	cl_command_queue q = clCreateCommandQueueWithProperties(context, device, list, &status);
	ok(status);
	return q;
}

static void word_arg(cl_kernel k, cl_uint index, int word) { ok(clSetKernelArgSVMPointer(k, index, &words[word])); }

static void launch(cl_command_queue q, cl_kernel k, size_t items, size_t local) {
	ok(clEnqueueNDRangeKernel(q, k, 1, NULL, &items, &local, 0, NULL, NULL));
	ok(clFlush(q));
}

static void clear(void) {
	for (int i = 0; i < 8; i++) atomic_store(&words[i].at, 0);
}

// pairs: two kernels of one work-group each that wait for each other.
static void pairs(cl_command_queue a, cl_command_queue b, size_t items) {
	cl_kernel k = kernel_of(program, "meet");
	clear();
	for (int i = 0; i < 2; i++) {
		word_arg(k, 0, i);
		word_arg(k, 1, 1 - i);
		launch(i ? b : a, k, items, items);
	}
	ok(clFinish(a));
	ok(clFinish(b));
	ok(clReleaseKernel(k));
}

// overtaking: a kernel that keeps all workers busy until a later one has run on all its items.
static void overtaking(cl_command_queue a, cl_command_queue b) {
	cl_kernel spin = kernel_of(program, "spin"), many = kernel_of(program, "many");
	cl_mem out = buffer_of(GROUPS * LOCAL * sizeof(int), NULL);
	clear();
	atomic_store(&words[2].at, GROUPS * LOCAL);
	word_arg(spin, 0, 0);
	word_arg(spin, 1, 1);
	arg(many, 0, out);
	word_arg(many, 1, 2);
	word_arg(many, 2, 1);
	launch(a, spin, GROUPS * LOCAL, LOCAL);
	while (atomic_load(&words[0].at) == 0) sched_yield();
	launch(b, many, GROUPS * LOCAL, LOCAL);
	ok(clFinish(b));
	ok(clFinish(a));
	check(atomic_load(&words[0].at) == GROUPS && atomic_load(&words[2].at) == 0, "%d groups spun", atomic_load(&words[0].at));
	ok(clReleaseMemObject(out));
	ok(clReleaseKernel(spin));
	ok(clReleaseKernel(many));
}

static double seconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

// rate is how many work-groups a word counts in a second, over some time.
static double rate(int word, double time) {
	double begin = seconds(), now;
	int first = atomic_load(&words[word].at);
	while ((now = seconds()) < begin + time) sched_yield();
	return (atomic_load(&words[word].at) - first) / (now - begin);
}

// precedence: kernels of two queues share the processors as their hints say.
static void precedence(void) {
	cl_command_queue low = queue_with(0, CL_QUEUE_PRIORITY_LOW_KHR, CL_QUEUE_THROTTLE_HIGH_KHR), high = queue_with(0, CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_THROTTLE_MED_KHR);
	cl_kernel k = kernel_of(program, "count"), spin = kernel_of(program, "spin");
	int rounds = 2000;
	clear();
	word_arg(k, 0, 0);
	arg(k, 1, rounds);
	launch(low, k, 100000 * LOCAL, LOCAL); // for some seconds
	while (atomic_load(&words[0].at) < 100) sched_yield();
	double alone = rate(0, 0.1);
	word_arg(spin, 0, 1);
	word_arg(spin, 1, 2);
	launch(high, spin, GROUPS * LOCAL, LOCAL);
	while (atomic_load(&words[1].at) == 0) sched_yield();
	double beside = rate(0, 0.1);
	check(beside < alone / 2, "%.0f work-groups of low priority a second beside those of high priority, %.0f without", beside, alone);
	// And yet it goes on: what the other waits for may be its work.
	int before = atomic_load(&words[0].at);
	while (atomic_load(&words[0].at) == before && before < 100000) sched_yield();
	check(before < 100000, "the kernel of low priority has ended too soon");
	atomic_store(&words[2].at, 1);
	ok(clFinish(high));
	ok(clFinish(low));
	check(atomic_load(&words[0].at) == 100000, "%d", atomic_load(&words[0].at));
	ok(clReleaseKernel(k));
	ok(clReleaseKernel(spin));
	ok(clReleaseCommandQueue(low));
	ok(clReleaseCommandQueue(high));
}

static void errors(void) {
	static const cl_queue_properties bad[][5] = {
		{CL_QUEUE_PRIORITY_KHR, 0, 0}, {CL_QUEUE_PRIORITY_KHR, 3, 0}, {CL_QUEUE_PRIORITY_KHR, 8, 0}, {CL_QUEUE_THROTTLE_KHR, 5, 0},
		{CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_LOW_KHR, CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_LOW_KHR, 0}};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		check_create(clCreateCommandQueueWithProperties(context, device, bad[i], &status), CL_INVALID_VALUE);
	cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_LOW_KHR, 0};
	check_create(clCreateCommandQueueWithProperties(context, device, on_device, &status), CL_INVALID_QUEUE_PROPERTIES);
	cl_command_queue q = queue_with(0, CL_QUEUE_PRIORITY_LOW_KHR, CL_QUEUE_THROTTLE_LOW_KHR);
	cl_queue_properties list[16];
	size_t size = 0;
	ok(clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES_ARRAY, sizeof list, list, &size));
	check(size == 7 * sizeof *list && list[3] == CL_QUEUE_PRIORITY_LOW_KHR && list[5] == CL_QUEUE_THROTTLE_LOW_KHR, "%zu", size);
	ok(clReleaseCommandQueue(q));
}

// The function of cl_khr_create_command_queue, and the one that changes the properties of a queue.
static void older_functions(void) {
	cl_int status;
	clCreateCommandQueueWithPropertiesKHR_fn create =
		(clCreateCommandQueueWithPropertiesKHR_fn)clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandQueueWithPropertiesKHR");
	check(create != NULL, "no clCreateCommandQueueWithPropertiesKHR");
	if (!create) return;
	const cl_queue_properties_khr list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0}, bad[] = {1, 2, 0};
	check_create(create(context, device, bad, &status), CL_INVALID_VALUE);
	check_create(create(NULL, device, list, &status), CL_INVALID_CONTEXT);
	cl_command_queue q = create(context, device, list, &status);
	ok(status);
	cl_command_queue_properties old = 0, now = 0;
	ok(clSetCommandQueueProperty(q, CL_QUEUE_PROFILING_ENABLE, CL_FALSE, &old));
	ok(clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES, sizeof now, &now, NULL));
	check(old == CL_QUEUE_PROFILING_ENABLE && now == 0, "%lu %lu", old, now);
	ok(clSetCommandQueueProperty(q, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_TRUE, NULL));
	pairs(q, q, LOCAL);
	ok(clSetCommandQueueProperty(q, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, CL_FALSE, &old));
	check(old == CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, "%lu", old);
	check_status(clSetCommandQueueProperty(q, (cl_command_queue_properties)1 << 20, CL_TRUE, &old), CL_INVALID_VALUE);
	check_status(clSetCommandQueueProperty(q, CL_QUEUE_ON_DEVICE, CL_TRUE, &old), CL_INVALID_VALUE);
	ok(clReleaseCommandQueue(q));
}

int main(void) {
	if (other_driver()) { // they need not run kernels at the same time
		open_device();
		return done();
	}
	open_device();
	program = build_with(source, "-cl-std=CL3.0");
	words = clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, 8 * 64, 64);
	const cl_command_queue_properties any_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
	cl_command_queue one = queue_with(any_order, 0, 0), two = queue_with(0, 0, 0), three = queue_with(0, 0, 0);
	cl_command_queue low = queue_with(0, CL_QUEUE_PRIORITY_LOW_KHR, CL_QUEUE_THROTTLE_LOW_KHR), high = queue_with(0, CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_THROTTLE_HIGH_KHR);
	for (int i = 0; i < 5; i++) {
		pairs(one, one, 1);
		pairs(one, one, LOCAL);
		pairs(two, three, LOCAL);
		pairs(low, high, LOCAL);
		overtaking(one, one);
		overtaking(two, three);
		overtaking(high, low);
		overtaking(low, high);
	}
	precedence();
	errors();
	older_functions();
	ok(clReleaseCommandQueue(one));
	ok(clReleaseCommandQueue(two));
	ok(clReleaseCommandQueue(three));
	ok(clReleaseCommandQueue(low));
	ok(clReleaseCommandQueue(high));
	clSVMFree(context, words);
	return done();
}
