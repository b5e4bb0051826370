// Collective functions of work-groups: votes, broadcasts, reductions and scans of all types, also in loops, in helper
// functions and in smaller groups at the edge, checked against sums of the host.
#include "check.h"

static const char *const source =
	"T helper(T x) { return work_group_reduce_add(x) - work_group_reduce_min(x); }\n"
	"kernel void collect(global const T *in, global T *out, local T *unused) {\n"
	"  local int own; size_t l = get_local_linear_id(), g = get_global_linear_id(); T x = in[g]; global T *o = out + 12 * g;\n"
	"  if (l == 0) own = 77; barrier(CLK_LOCAL_MEM_FENCE);\n"
	"  o[0] = work_group_reduce_add(x); o[1] = work_group_reduce_min(x); o[2] = work_group_reduce_max(x);\n"
	"  o[3] = work_group_scan_inclusive_add(x); o[4] = work_group_scan_inclusive_min(x); o[5] = work_group_scan_inclusive_max(x);\n"
	"  o[6] = work_group_scan_exclusive_add(x); o[7] = helper(x);\n"
	"  T sum = 0; for (int i = 0; i < 3; i++) sum += work_group_scan_exclusive_add((T)i);\n"
	"  o[8] = sum; o[9] = (T)(work_group_all(l < 5000) + 2 * work_group_any(l == 2) + 4 * work_group_all(l > 0) + 8 * work_group_any(l > 5000));\n"
	"  size_t last = get_local_size(0) - 1;\n"
	"  o[10] = DIMS == 1 ? work_group_broadcast(x, last) : work_group_broadcast(x, last, (size_t)0, get_local_size(2) - 1);\n"
	"  o[11] = (T)own; }\n";

#define DEFINE(T, NAME, MOST, LEAST) \
static int check_##NAME(const T *in, const T *got, int n, int source_item, const char *where) { \
	T sum = 0, least = MOST, most = LEAST, before = 0, part_least = MOST, part_most = LEAST; \
	int bad = 0; \
	for (int i = 0; i < n; i++) sum += in[i], least = in[i] < least ? in[i] : least, most = in[i] > most ? in[i] : most; \
	for (int i = 0; i < n; i++) { \
		const T *o = got + 12 * i; \
		part_least = in[i] < part_least ? in[i] : part_least, part_most = in[i] > part_most ? in[i] : part_most; \
		int vote = 1 + 2 * (n > 2); \
		T want[12] = {sum, least, most, (T)(before + in[i]), part_least, part_most, before, (T)(sum - least), (T)(3 * i), (T)vote, in[source_item], 77}; \
		for (int k = 0; k < 12; k++) bad += o[k] != want[k] && (k != 9 || n > 1); \
		before += in[i]; \
	} \
	check(bad == 0, #T " %s: %d wrong of %d", where, bad, 12 * n); \
	return bad; \
} \
static void run_##NAME(const char *type, size_t w, size_t h, size_t d, size_t groups) { \
	static T in[4096], got[4096 * 12]; \
	char options[100], where[100]; \
	snprintf(options, sizeof options, "-cl-std=CL3.0 -DT=%s -DDIMS=%d", type, h * d == 1 ? 1 : 3); \
	snprintf(where, sizeof where, "%zux%zux%zu", w, h, d); \
	cl_kernel kernel = kernel_of(build_with(source, options), "collect"); \
	size_t global[3] = {w * groups, h, d}, local[3] = {w, h, d}, items = w * h * d; \
	for (size_t i = 0; i < items * groups; i++) in[i] = (T)((int)((i * 7919) % 1013) - (LEAST < 0 ? 500 : 0)); \
	cl_mem from = buffer_of(items * groups * sizeof(T), in), to = buffer_of(items * groups * 12 * sizeof(T), NULL); \
	arg(kernel, 0, from); \
	arg(kernel, 1, to); \
	local_arg(kernel, 2, 100 * sizeof(T)); \
	if (h * d == 1) global[0] = w * groups - (w > 3 ? w / 2 : 0); \
	ok(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global, local, 0, NULL, NULL)); \
	read_back(to, got, items * groups * 12 * sizeof(T)); \
	if (h * d == 1) { \
		for (size_t at = 0; at < global[0]; at += w) { \
			size_t n = at + w <= global[0] ? w : global[0] - at; \
			check_##NAME(in + at, got + 12 * at, (int)n, (int)n - 1, where); \
		} \
	} else { \
		check_##NAME(in, got, (int)items, (int)((d - 1) * w * h + w - 1), where); \
	} \
}

DEFINE(int, int, INT32_MAX, INT32_MIN)
DEFINE(cl_uint, uint, UINT32_MAX, 0)
DEFINE(cl_long, long, INT64_MAX, INT64_MIN)
DEFINE(cl_ulong, ulong, UINT64_MAX, 0)
DEFINE(float, float, INFINITY, -INFINITY)
DEFINE(double, double, INFINITY, -INFINITY)

// What the functions need of local memory is not the kernel's.
static void test_local_memory(void) {
	cl_ulong most = 0, used = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof most, &most, NULL));
	cl_kernel kernel = kernel_of(build_with(
		"kernel void k(global int *out, local int *t) {\n"
		"  t[get_local_id(0)] = work_group_scan_inclusive_add(1); barrier(CLK_LOCAL_MEM_FENCE);\n"
		"  out[get_global_id(0)] = t[get_local_size(0) - 1 - get_local_id(0)]; }\n", "-cl-std=CL3.0"), "k");
	ok(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof used, &used, NULL));
	check(used == 0, "%llu bytes before any are asked for", (unsigned long long)used);
	int got[64] = {0}, wrong = 0;
	cl_mem out = buffer_of(sizeof got, NULL);
	size_t global = 64, local = 32;
	arg(kernel, 0, out);
	local_arg(kernel, 1, most);
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
	read_back(out, got, sizeof got);
	for (int i = 0; i < 64; i++) wrong += got[i] != 32 - i % 32;
	check(wrong == 0, "%d wrong with all local memory", wrong);
}

int main(void) {
	open_device();
	cl_bool supported = CL_FALSE;
	ok(clGetDeviceInfo(device, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof supported, &supported, NULL));
	check(supported == CL_TRUE, "%u", supported);
	if (!supported) return done();
	test_local_memory();
	static const size_t shapes[][4] = {{1, 1, 1, 3}, {5, 1, 1, 4}, {64, 1, 1, 3}, {100, 1, 1, 5}, {256, 1, 1, 4}, {1000, 1, 1, 2}, {1024, 1, 1, 3}, {4, 3, 5, 1}, {16, 16, 2, 1}};
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		const size_t *s = shapes[i];
		run_int("int", s[0], s[1], s[2], s[3]);
		run_uint("uint", s[0], s[1], s[2], s[3]);
		run_long("long", s[0], s[1], s[2], s[3]);
		run_ulong("ulong", s[0], s[1], s[2], s[3]);
		run_float("float", s[0], s[1], s[2], s[3]);
		run_double("double", s[0], s[1], s[2], s[3]);
	}
	return done();
}
