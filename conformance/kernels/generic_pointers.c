// OpenCL C 3.0: variables of program scope in global memory, and pointers of the generic address space.
#include "check.h"

static const char *const variables =
	"int counter = 5;\n"
	"global int table[4] = {1, 2, 3, 4};\n"
	"int *inside = &table[2];\n"
	"struct pair { char c; long l; } pair = {3, -7};\n"
	"atomic_int total = ATOMIC_VAR_INIT(100);\n"
	"constant int fixed = 11;\n"
	"kernel void step(global int *out) {\n"
	"  static global int calls = 40;\n"
	"  if (get_global_id(0) == 0) {\n"
	"    out[0] = counter++; out[1] = *inside; *inside += 10; out[2] = table[2]; out[3] = (int)pair.l * pair.c;\n"
	"    pair.l--; out[4] = calls++; out[5] = fixed;\n"
	"  }\n"
	"  atomic_fetch_add_explicit(&total, 1, memory_order_relaxed, memory_scope_work_group);\n"
	"}\n"
	"kernel void sum(global int *out) { out[0] = atomic_load_explicit(&total, memory_order_relaxed, memory_scope_work_group); }\n";

static void run_step(cl_program program, int calls) {
	int got[6];
	cl_mem out = buffer_of(sizeof got, NULL);
	cl_kernel step = kernel_of(program, "step"), sum = kernel_of(program, "sum");
	arg(step, 0, out);
	arg(sum, 0, out);
	run1(step, 64, 0);
	read_back(out, got, sizeof got);
	int want[6] = {5 + calls, 3 + 10 * calls, 13 + 10 * calls, (-7 - calls) * 3, 40 + calls, 11};
	for (int i = 0; i < 6; i++) check(got[i] == want[i], "call %d, value %d: %d, wanted %d", calls, i, got[i], want[i]);
	run1(sum, 1, 1);
	read_back(out, got, sizeof *got);
	check(got[0] == 100 + 64 * (calls + 1), "call %d: total %d", calls, got[0]);
}

// Variables keep their values from launch to launch, and each build has its own.
static void test_variables(void) {
	size_t largest = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof largest, &largest, NULL));
	check(largest >= 65536, "%zu", largest);
	cl_program program = build_with(variables, "-cl-std=CL3.0"), other = build_with(variables, "-cl-std=CL3.0");
	for (int calls = 0; calls < 3; calls++) run_step(program, calls);
	run_step(other, 0);
	size_t bytes = 0;
	ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof bytes, &bytes, NULL));
	check(bytes >= 4 + 16 + 8 + 16 + 4 + 4 && bytes < 1000, "%zu", bytes);
}

static const char *const pointers =
	"int fence_of(const int *p) { return (int)get_fence(p); }\n"
	"int spaces(int *p) { return (to_global(p) != NULL) + 2 * (to_local(p) != NULL) + 4 * (to_private(p) != NULL); }\n"
	"void bump(int *p, int by) { *p += by; }\n"
	"global int somewhere = 1;\n"
	"kernel void classify(global int *g, local int *l, global int *out) {\n"
	"  local int fixed[2]; int mine[3]; int i = get_local_id(0);\n"
	"  int *all[6] = {g, l, l + i, fixed + 1, mine + 2, &somewhere};\n"
	"  for (int k = 0; k < 6; k++) { out[i * 20 + k] = spaces(all[k]); out[i * 20 + 6 + k] = fence_of(all[k]); }\n"
	"  out[i * 20 + 12] = to_global((int *)0) == NULL;\n"
	"  mine[2] = 7; l[i] = 9; g[i] = 11;\n"
	"  int *p = i % 3 == 0 ? &g[i] : i % 3 == 1 ? &l[i] : &mine[2];\n"
	"  bump(p, 100 + i);\n"
	"  out[i * 20 + 13] = g[i]; out[i * 20 + 14] = l[i]; out[i * 20 + 15] = mine[2];\n"
	"  volatile global atomic_int *a = (volatile global atomic_int *)&out[i * 20 + 16];\n"
	"  atomic_init(a, i); volatile atomic_int *any = a;\n"
	"  atomic_fetch_add_explicit(any, 1000, memory_order_relaxed, memory_scope_work_group);\n"
	"}\n";

#define ITEMS 37

static void test_pointers(void) {
	cl_bool generic = CL_FALSE;
	ok(clGetDeviceInfo(device, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, sizeof generic, &generic, NULL));
	check(generic == CL_TRUE, "%u", generic);
	cl_program program = build_with(pointers, "-cl-std=CL3.0");
	cl_kernel kernel = kernel_of(program, "classify");
	static int got[ITEMS * 20];
	cl_mem g = buffer_of(ITEMS * sizeof(int), NULL), out = buffer_of(sizeof got, NULL);
	arg(kernel, 0, g);
	local_arg(kernel, 1, ITEMS * sizeof(int));
	arg(kernel, 2, out);
	run1(kernel, ITEMS, ITEMS);
	read_back(out, got, sizeof got);
	static const int want[13] = {1, 2, 2, 2, 4, 1, 2, 1, 1, 1, 2, 2, 1};
	for (int i = 0; i < ITEMS; i++) {
		const int *row = got + i * 20;
		for (int k = 0; k < 13; k++) check(row[k] == want[k], "item %d, value %d: %d, wanted %d", i, k, row[k], want[k]);
		int by = 100 + i;
		check(row[13] == 11 + (i % 3 == 0 ? by : 0), "item %d: global %d", i, row[13]);
		check(row[14] == 9 + (i % 3 == 1 ? by : 0), "item %d: local %d", i, row[14]);
		check(row[15] == 7 + (i % 3 == 2 ? by : 0), "item %d: private %d", i, row[15]);
		check(row[16] == 1000 + i, "item %d: atomic %d", i, row[16]);
	}
}

// A pointer that lies in volatile memory itself leads to the private variable of its own work-item.
static void test_volatile_pointer(void) {
	static const char *const source = "kernel void through(global int *out) { int i = get_global_id(0); int own = 3 * i;\n"
		"  int *volatile p = &own; *p += 1; out[i] = *p == own ? own : -1; }\n";
	cl_kernel kernel = kernel_of(build_with(source, "-cl-std=CL3.0"), "through");
	int got[256];
	cl_mem out = buffer_of(sizeof got, NULL);
	arg(kernel, 0, out);
	run1(kernel, 256, 64);
	read_back(out, got, sizeof got);
	for (int i = 0; i < 256; i++) check(got[i] == 3 * i + 1, "item %d: %d", i, got[i]);
}

int main(void) {
	open_device();
	test_variables();
	test_volatile_pointer();
	test_pointers();
	return done();
}
