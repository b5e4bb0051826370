// Since OpenCL 3.1 the scopes of a release and an acquire may differ, as long as each includes the other's work-item: what
// every work-item wrote before its release, the last one reads after its acquire.
#include "check.h"

static const char *const source =
	"kernel void sum(global int *values, global atomic_int *arrived, global int *result) {\n"
	"  int id = get_global_id(0), total = get_global_size(0), count = total;\n"
	"  values[id] = id;\n"
	"#ifdef FENCES\n"
	"  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, RELEASES);\n"
	"  atomic_fetch_add_explicit(arrived, 1, memory_order_relaxed, RELEASES);\n"
	"  atomic_compare_exchange_strong_explicit(arrived, &count, 0, memory_order_relaxed, memory_order_relaxed, ACQUIRES);\n"
	"  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, ACQUIRES);\n"
	"#else\n"
	"  atomic_fetch_add_explicit(arrived, 1, memory_order_release, RELEASES);\n"
	"  atomic_compare_exchange_strong_explicit(arrived, &count, 0, memory_order_acquire, memory_order_relaxed, ACQUIRES);\n"
	"#endif\n"
	"  if (count == total) {\n"
	"    int all = 0;\n"
	"    for (int i = 0; i < total; i++) all += values[i];\n"
	"    result[0] = all;\n"
	"  }\n"
	"}\n";

enum { MOST = 4096 };

// The scopes, with a global and a local size for which every work-item is in the scope of every other.
static const struct {
	const char *name;
	size_t global, local;
} scopes[] = {{"sub_group", 4, 4}, {"work_group", 256, 256}, {"device", MOST, 64}, {"all_svm_devices", MOST, 64}};

static void test_pair(int releases, int acquires, const char *more) {
	char options[256];
	snprintf(options, sizeof options, "-cl-std=CL3.1 -DRELEASES=memory_scope_%s -DACQUIRES=memory_scope_%s %s",
		scopes[releases].name, scopes[acquires].name, more);
	cl_program program = build_with(source, options);
	cl_kernel kernel = kernel_of(program, "sum");
	static int zeros[MOST];
	int narrow = releases < acquires ? releases : acquires, got[1], n = scopes[narrow].global;
	cl_mem values = buffer_of(sizeof zeros, zeros), arrived = buffer_of(sizeof(int), zeros), result = buffer_of(sizeof(int), zeros);
	arg(kernel, 0, values);
	arg(kernel, 1, arrived);
	arg(kernel, 2, result);
	for (int round = 0; round < 5; round++) {
		int zero = 0;
		ok(clEnqueueFillBuffer(queue, values, &zero, sizeof zero, 0, sizeof zeros, 0, NULL, NULL));
		ok(clEnqueueFillBuffer(queue, result, &zero, sizeof zero, 0, sizeof zero, 0, NULL, NULL));
		run1(kernel, n, scopes[narrow].local);
		read_back(result, got, sizeof got);
		check(got[0] == n * (n - 1) / 2, "%s: %d", options, got[0]);
		read_back(arrived, got, sizeof got);
		check(got[0] == 0, "%s: %d left", options, got[0]);
	}
	ok(clReleaseMemObject(values));
	ok(clReleaseMemObject(arrived));
	ok(clReleaseMemObject(result));
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
}

int main(void) {
	open_device();
	if (other_driver()) {
		check(1, "drivers of older versions do not take -cl-std=CL3.1");
		return done();
	}
	for (int r = 0; r < 4; r++) {
		for (int a = 0; a < 4; a++) {
			test_pair(r, a, "");
			test_pair(r, a, "-DFENCES");
		}
	}
	return done();
}
