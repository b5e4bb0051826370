// The built-in functions that enqueue, as programs see them: all forms of ndrange_t and enqueue_kernel, events, queries,
// statuses with and without -g, kernels called from blocks, several queues, nested children, binaries, and the time that
// children take.
#include "check.h"

static const char *const source =
	"void sum(global int *to, local int *a, local int *b) {\n"
	"  size_t i = get_local_id(0); a[i] = i; b[i] = 2 * i; barrier(CLK_LOCAL_MEM_FENCE);\n"
	"  if (i == 0) for (size_t j = 0; j < get_local_size(0); j++) *to += a[j] + b[j];\n"
	"}\n"
	"kernel void ranges(global int *g, queue_t q) {\n"
	"  void (^work)(void) = ^{\n"
	"    atomic_add(&g[0], 1); atomic_add(&g[1], get_global_id(0) + 10 * get_global_id(1) + 100 * get_global_id(2));\n"
	"    atomic_add(&g[2], get_work_dim()); atomic_add(&g[3], get_local_size(0) * get_local_size(1) * get_local_size(2)); };\n"
	"  ndrange_t r[9] = { ndrange_1D(3), ndrange_1D(4, 2), ndrange_1D(5, 4, 2),\n"
	"    ndrange_2D((size_t[2]) { 2, 3 }), ndrange_2D((size_t[2]) { 2, 3 }, (size_t[2]) { 2, 1 }),\n"
	"    ndrange_2D((size_t[2]) { 1, 2 }, (size_t[2]) { 2, 2 }, (size_t[2]) { 1, 2 }),\n"
	"    ndrange_3D((size_t[3]) { 1, 2, 2 }), ndrange_3D((size_t[3]) { 2, 2, 1 }, (size_t[3]) { 2, 2, 1 }),\n"
	"    ndrange_3D((size_t[3]) { 1, 1, 1 }, (size_t[3]) { 1, 1, 2 }, (size_t[3]) { 1, 1, 1 }) };\n"
	"  for (int i = 0; i < 9; i++) g[4 + i] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, r[i], work);\n"
	"}\n"
	"kernel void locals(global int *g, queue_t q) {\n"
	"  size_t id = get_global_id(0);\n"
	"  g[id] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(8, 8),\n"
	"    ^(local void *a, local int *b) { sum(&g[id], a, b); }, 8 * sizeof(int), 32u);\n"
	"  if (id == 0) g[100] = enqueue_kernel(q, 0, ndrange_1D(1), ^(local void *a) { }, 0);\n"
	"  if (id == 0) g[101] = enqueue_kernel(q, 0, ndrange_1D(1), ^(local void *a) { }, 1 << 30);\n"
	"}\n"
	"kernel void add(global int *g, int x) { atomic_add(&g[get_global_id(0)], x); }\n"
	"kernel void events(global int *g, queue_t q, queue_t other) {\n"
	"  size_t id = get_global_id(0); global int *own = g + 8 * id;\n"
	"  clk_event_t user = create_user_event(), e[3];\n"
	"  ndrange_t one = ndrange_1D(1);\n"
	"  own[1] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &user, &e[0], ^{ add(own, 1); });\n"
	"  own[2] = enqueue_kernel(other, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &e[0], &e[1], ^{ own[0] *= 10; });\n"
	"  own[3] = enqueue_marker(q, 2, e, &e[2]);\n"
	"  own[4] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &e[2], NULL, ^{ own[0] += 7; });\n"
	"  own[5] = is_valid_event(e[1]) + 2 * is_valid_event(CLK_NULL_EVENT) + 4 * (e[1] == e[2]) + 8 * (q == other);\n"
	"  retain_event(e[0]); release_event(e[0]);\n"
	"  for (int i = 0; i < 3; i++) release_event(e[i]);\n"
	"  own[6] = is_valid_event(e[0]);\n"
	"  set_user_event_status(user, CL_COMPLETE);\n"
	"  release_event(user);\n"
	"}\n"
	"kernel void queries(global uint *g) {\n"
	"  void (^a)(void) = ^{ g[0] = 1; };\n"
	"  g[0] = get_kernel_work_group_size(a);\n"
	"  g[1] = get_kernel_preferred_work_group_size_multiple(a);\n"
	"  g[2] = get_kernel_max_sub_group_size_for_ndrange(ndrange_1D(100, 20), a);\n"
	"  g[3] = get_kernel_sub_group_count_for_ndrange(ndrange_1D(100, 20), ^(local void *l) { });\n"
	"  g[4] = get_default_queue() != CLK_NULL_QUEUE;\n"
	"}\n"
	"kernel void statuses(global int *g, queue_t q) {\n"
	"  ndrange_t good = ndrange_1D(1); clk_event_t none = CLK_NULL_EVENT;\n"
	"  g[0] = enqueue_kernel(CLK_NULL_QUEUE, 0, good, ^{ });\n"
	"  g[1] = enqueue_kernel(q, 0, ndrange_1D(1, 1 << 20), ^{ });\n"
	"  g[2] = enqueue_kernel(q, 0, good, 1, NULL, NULL, ^{ });\n"
	"  g[3] = enqueue_kernel(q, 0, good, 0, &none, NULL, ^{ });\n"
	"  g[4] = enqueue_kernel(q, 0, good, 1, &none, NULL, ^{ });\n"
	"  g[5] = enqueue_marker(q, 1, &none, &none);\n"
	"  g[6] = enqueue_kernel(q, 0, good, ^(local void *a) { }, 0);\n"
	"  g[7] = enqueue_kernel(q, 0, good, ^{ g[8] = 5; });\n"
	"}\n"
	"kernel void tree(global int *g, queue_t q, int depth) {\n"
	"  atomic_inc(&g[depth]);\n"
	"  if (depth > 0) enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, ndrange_1D(2), ^{ tree(g, q, depth - 1); });\n"
	"}\n"
	"kernel void many(global int *g, queue_t q, int n) {\n"
	"  for (int i = 0; i < n; i++) if (enqueue_kernel(q, 0, ndrange_1D(8, 8), ^{ atomic_add(&g[0], i); })) g[1]++;\n"
	"}\n"
	"kernel void images(read_only image2d_t im, write_only image2d_t to, sampler_t s, queue_t q) {\n"
	"  enqueue_kernel(q, 0, ndrange_1D(4), ^{ int2 at = (int2)(get_global_id(0), 0);\n"
	"    write_imagef(to, at, 1 - read_imagef(im, s, at)); });\n"
	"}\n";

static cl_program program;
static cl_command_queue device_queue, second_queue;

static cl_command_queue on_device(cl_queue_properties more) {
	cl_int status;
	cl_queue_properties list[] = {CL_QUEUE_PROPERTIES,
		CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE | more, CL_QUEUE_SIZE, 1 << 18, 0};
	cl_command_queue q = clCreateCommandQueueWithProperties(context, device, list, &status);
	ok(status);
	if (status) exit(done());
	return q;
}

// results runs a kernel with a buffer of n words, and perhaps queues and a number.
static void results(cl_program from, const char *name, size_t global, size_t local, int n, cl_int *out, int queues, int number) {
	memset(out, 0, n * sizeof *out);
	cl_mem buffer = buffer_of(n * sizeof *out, out);
	cl_kernel kernel = kernel_of(from, name);
	arg(kernel, 0, buffer);
	if (queues > 0) arg(kernel, 1, device_queue);
	if (queues > 1) arg(kernel, 2, second_queue);
	if (number > 0) arg(kernel, queues + 1, number);
	run1(kernel, global, local);
	read_back(buffer, out, n * sizeof *out);
	ok(clReleaseKernel(kernel));
	ok(clReleaseMemObject(buffer));
}

static void test_forms(cl_program from) {
	enum { N = 128 };
	cl_int out[N];
	results(from, "ranges", 1, 1, 13, out, 1, 0);
	int items = 3 + 4 + 4 + 6 + 6 + 4 + 4 + 4 + 2;
	check(out[0] == items, "%d work-items", out[0]);
	check(out[1] == 3 + 6 + 26 + 63 + 63 + 106 + 220 + 22 + 322, "ids sum up to %d", out[1]);
	check(out[2] == 3 + 4 + 4 + 2 * (6 + 6 + 4) + 3 * (4 + 4 + 2), "dimensions sum up to %d", out[2]);
	for (int i = 4; i < 13; i++) check(out[i] == 0, "%d: %d", i, out[i]);
	results(from, "locals", 20, 5, N, out, 1, 0);
	for (int i = 0; i < 20; i++) check(out[i] == 3 * 28, "%d: %d", i, out[i]);
	check(out[100] == -101 && out[101] == -101, "%d, %d", out[100], out[101]);
	results(from, "events", 10, 3, 80, out, 2, 0);
	for (int i = 0; i < 10; i++) {
		int *own = out + 8 * i;
		check(own[0] == 17, "%d: %d", i, own[0]);
		check(!own[1] && !own[2] && !own[3] && !own[4], "%d: %d %d %d %d", i, own[1], own[2], own[3], own[4]);
		check(own[5] == 1 && own[6] == 0, "%d: %d, %d", i, own[5], own[6]);
	}
	results(from, "queries", 1, 1, 5, out, 0, 0);
	size_t most;
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL));
	check(out[0] == (int)most && out[1] > 0 && out[2] > 0 && out[3] == (20 + out[2] - 1) / out[2] && out[4] == 1,
		"%d %d %d %d %d", out[0], out[1], out[2], out[3], out[4]);
	results(from, "tree", 3, 1, 8, out, 1, 7);
	for (int i = 0; i < 8; i++) check(out[7 - i] == 3 << i, "%d: %d", i, out[7 - i]);
}

static void test_statuses(void) {
	cl_int out[9];
	results(program, "statuses", 1, 1, 9, out, 1, 0);
	for (int i = 0; i < 7; i++) check(out[i] == -101, "%d: %d", i, out[i]);
	check(out[7] == 0 && out[8] == 5, "%d, %d", out[7], out[8]);
	cl_program debug = build_with(source, "-cl-std=CL3.0 -g");
	results(debug, "statuses", 1, 1, 9, out, 1, 0);
	cl_int want[] = {-102, -160, -57, -57, -57, -57, -51, 0, 5};
	for (int i = 0; i < 9; i++) check(out[i] == want[i], "%d: %d, not %d", i, out[i], want[i]);
	ok(clReleaseProgram(debug));
}

static void test_images(void) {
	cl_int status;
	cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
	cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 1};
	unsigned char in[16], out[16];
	for (int i = 0; i < 16; i++) in[i] = i * 15;
	cl_mem from = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &desc, in, &status);
	ok(status);
	cl_mem to = clCreateImage(context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, &status);
	ok(status);
	cl_sampler sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &status);
	ok(status);
	cl_kernel kernel = kernel_of(program, "images");
	arg(kernel, 0, from);
	arg(kernel, 1, to);
	arg(kernel, 2, sampler);
	arg(kernel, 3, device_queue);
	run1(kernel, 1, 1);
	size_t origin[3] = {0}, region[3] = {4, 1, 1};
	ok(clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, out, 0, NULL, NULL));
	for (int i = 0; i < 16; i++) check(out[i] == 255 - in[i], "%d: %d", i, out[i]);
	ok(clReleaseKernel(kernel));
	ok(clReleaseSampler(sampler));
	ok(clReleaseMemObject(from));
	ok(clReleaseMemObject(to));
}

static double seconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static void test_many(void) {
	enum { CHILDREN = 1000 };
	cl_int out[2];
	double best = 1e9;
	for (int i = 0; i < 20; i++) {
		double begin = seconds();
		results(program, "many", 1, 1, 2, out, 1, CHILDREN);
		double took = seconds() - begin;
		if (took < best) best = took;
		check(out[0] == 8 * CHILDREN * (CHILDREN - 1) / 2 && out[1] == 0, "%d, %d refused", out[0], out[1]);
	}
	printf("1000 children of one group: %.3f ms\n", best * 1e3);
	check(best < 0.1, "1000 children take %.1f ms", best * 1e3); // 2 ms on a quiet machine
}

static void test_binary(void) {
	size_t size = 0;
	ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
	unsigned char *binary = malloc(size);
	ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
	cl_int status, each;
	const unsigned char *given = binary;
	cl_program p = clCreateProgramWithBinary(context, 1, &device, &size, &given, &each, &status);
	ok(status);
	ok(clBuildProgram(p, 1, &device, "", NULL, NULL));
	test_forms(p);
	ok(clReleaseProgram(p));
	free(binary);
}

static void test_arguments(void) {
	cl_kernel kernel = kernel_of(program, "many");
	char name[16];
	ok(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_TYPE_NAME, sizeof name, name, NULL));
	check(strcmp(name, "queue_t") == 0, "%s", name);
	check_status(clSetKernelArg(kernel, 1, 4, &device_queue), CL_INVALID_ARG_SIZE);
	check_status(clSetKernelArg(kernel, 1, sizeof queue, &queue), CL_INVALID_DEVICE_QUEUE);
	ok(clReleaseKernel(kernel));
	size_t kernels = 0;
	ok(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof kernels, &kernels, NULL));
	check(kernels == 9, "%zu kernels", kernels);
}

int main(void) {
	open_device();
	device_queue = on_device(CL_QUEUE_ON_DEVICE_DEFAULT);
	second_queue = on_device(0);
	program = build_with(source, "-cl-std=CL3.0");
	test_forms(program);
	test_statuses();
	test_images();
	test_many();
	test_binary();
	test_arguments();
	cl_program version20 = build_with(source, "-cl-std=CL2.0");
	test_forms(version20);
	return done();
}
