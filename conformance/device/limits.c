// The device's limits are true: what it says fits is tried, and one more is refused with the right code.
#include "check.h"

#define value_of(type, name) ({ type v_ = 0; ok(clGetDeviceInfo(device, name, sizeof v_, &v_, NULL)); v_; })

static cl_int launch(cl_kernel k, cl_uint dimensions, const size_t *global, const size_t *local) {
	cl_int status = clEnqueueNDRangeKernel(queue, k, dimensions, NULL, global, local, 0, NULL, NULL);
	if (status == CL_SUCCESS) ok(clFinish(queue));
	return status;
}

static void test_work_group_size(void) {
	cl_kernel k = kernel_of(build("kernel void k(global uint *out) { barrier(CLK_GLOBAL_MEM_FENCE); atomic_inc(out); }"), "k");
	cl_mem m = buffer_of(4, &(cl_uint){0});
	arg(k, 0, m);
	size_t most = value_of(size_t, CL_DEVICE_MAX_WORK_GROUP_SIZE), sizes[3], of_kernel = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL));
	ok(clGetKernelWorkGroupInfo(k, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof of_kernel, &of_kernel, NULL));
	check(of_kernel >= 1 && of_kernel <= most, "%zu of %zu", of_kernel, most);
	cl_uint expected = 0, got = 0;
	for (int i = 0; i < 3; i++) {
		size_t local[3] = {1, 1, 1};
		local[i] = sizes[i] < of_kernel ? sizes[i] : of_kernel;
		check_status(launch(k, 3, local, local), CL_SUCCESS);
		expected += local[i];
		local[i] = sizes[i] + 1;
		cl_int status = launch(k, 3, local, local);
		check(status == CL_INVALID_WORK_ITEM_SIZE || status == CL_INVALID_WORK_GROUP_SIZE, "dimension %d: %d", i, status);
	}
	read_back(m, &got, 4);
	check(got == expected, "%u work-items ran instead of %u", got, expected);
	size_t many[2] = {of_kernel, 2};
	check_status(launch(k, 2, many, many), CL_INVALID_WORK_GROUP_SIZE);
	cl_uint dimensions = value_of(cl_uint, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS);
	check_status(launch(k, dimensions + 1, many, NULL), CL_INVALID_WORK_DIMENSION);
}

static void test_local_memory(void) {
	cl_kernel k = kernel_of(build("kernel void k(local uchar *l, ulong n, global uint *out) {\n"
		"l[0] = 3; l[n - 1] = 4; barrier(CLK_LOCAL_MEM_FENCE); *out = l[0] + l[n - 1]; }"), "k");
	cl_ulong most = value_of(cl_ulong, CL_DEVICE_LOCAL_MEM_SIZE), used = 0;
	cl_uint got = 0;
	cl_mem m = buffer_of(4, &got);
	local_arg(k, 0, most);
	arg(k, 1, most);
	arg(k, 2, m);
	ok(clGetKernelWorkGroupInfo(k, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof used, &used, NULL));
	check(used >= most, "the kernel uses %llu of %llu bytes", (unsigned long long)used, (unsigned long long)most);
	size_t one = 1;
	check_status(launch(k, 1, &one, &one), CL_SUCCESS);
	read_back(m, &got, 4);
	check(got == 7, "%u", got);
	// Far too many bytes: the argument or the launch may fail.
	cl_int status = clSetKernelArg(k, 0, 64 * most, NULL);
	if (status == CL_SUCCESS) status = launch(k, 1, &one, &one);
	check(status == CL_OUT_OF_RESOURCES, "far too many bytes: %d", status);
}

// test_tiles: libraries make square tiles of the largest group, padded, without a look at the local memory.
static void test_tiles(void) {
	cl_kernel k = kernel_of(build("#define N 64\n"
		"kernel void k(global const ulong2 *in, global ulong2 *out) {\n"
		"local ulong2 tile[N * (N + 1)]; size_t x = get_local_id(0), y = get_local_id(1);\n"
		"size_t gx = get_group_id(0) * N, gy = get_group_id(1) * N;\n"
		"tile[y * (N + 1) + x] = in[(gy + y) * 2 * N + gx + x]; barrier(CLK_LOCAL_MEM_FENCE);\n"
		"out[(gx + y) * 2 * N + gy + x] = tile[x * (N + 1) + y]; }"), "k");
	enum { SIDE = 128 };
	static cl_ulong numbers[SIDE * SIDE * 2], got[SIDE * SIDE * 2];
	for (int i = 0; i < SIDE * SIDE * 2; i++) numbers[i] = i * 0x9e3779b97f4a7c15;
	cl_mem in = buffer_of(sizeof numbers, numbers), out = buffer_of(sizeof got, NULL);
	size_t all[2] = {SIDE, SIDE}, group[2] = {64, 64};
	arg(k, 0, in);
	arg(k, 1, out);
	check_status(launch(k, 2, all, group), CL_SUCCESS);
	read_back(out, got, sizeof got);
	for (int i = 0; i < SIDE * SIDE * 2; i++) {
		int x = i / 2 % SIDE, y = i / 2 / SIDE;
		check(got[i] == numbers[(x * SIDE + y) * 2 + i % 2], "%d %d", x, y);
	}
}

// test_private_memory: an array of each work-item that no worker has room for is refused when the kernel is enqueued, and
// the queue goes on. Other drivers run on the stack, and off its end.
static void test_private_memory(void) {
	cl_program p = build("kernel void k(global uint *out, uint n) { uint t[1 << 28]; for (uint i = 0; i < n; i++) t[i * 7 & 0xffffff] = i;\n"
		"out[get_global_id(0)] = t[out[get_global_id(0)]]; } kernel void fine(global uint *out) { out[get_global_id(0)] = 5; }");
	cl_kernel k = kernel_of(p, "k"), fine = kernel_of(p, "fine");
	cl_uint n = 100, got[64];
	cl_mem m = buffer_of(sizeof got, NULL);
	size_t items = 64;
	arg(k, 0, m);
	arg(k, 1, n);
	arg(fine, 0, m);
	check_robust(launch(k, 1, &items, &items), CL_OUT_OF_RESOURCES);
	check_status(launch(fine, 1, &items, NULL), CL_SUCCESS);
	read_back(m, got, sizeof got);
	for (int i = 0; i < 64; i++) check(got[i] == 5, "%d: %u", i, got[i]);
}

static void test_allocation(void) {
	cl_ulong most = value_of(cl_ulong, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
	cl_int status;
	check_create(clCreateBuffer(context, 0, most + 1, NULL, &status), CL_INVALID_BUFFER_SIZE);
	cl_mem m = clCreateBuffer(context, 0, most, NULL, &status);
	ok(status);
	if (status != CL_SUCCESS) return;
	cl_kernel k = kernel_of(build("kernel void k(global uchar *p, ulong last) { p[0] = 1; p[last] = 2; }"), "k");
	cl_ulong last = most - 1;
	arg(k, 0, m);
	arg(k, 1, last);
	run1(k, 1, 1);
	unsigned char ends[2] = {0};
	ok(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 1, &ends[0], 0, NULL, NULL));
	ok(clEnqueueReadBuffer(queue, m, CL_TRUE, last, 1, &ends[1], 0, NULL, NULL));
	check(ends[0] == 1 && ends[1] == 2, "%d %d", ends[0], ends[1]);
	check_status(clEnqueueReadBuffer(queue, m, CL_TRUE, most, 1, ends, 0, NULL, NULL), CL_INVALID_VALUE);
	ok(clReleaseMemObject(m));
}

// A kernel whose arguments fill all the space that the device promises.
static void test_parameters(void) {
	size_t most = value_of(size_t, CL_DEVICE_MAX_PARAMETER_SIZE);
	if (most > 4096) most = 4096;
	unsigned words = most / 4 - 2;
	char source[400];
	sprintf(source, "struct big { uint w[%u]; }; kernel void k(struct big b, global uint *out) {\n"
		"uint sum = 0; for (int i = 0; i < %u; i++) sum += b.w[i]; *out = sum; }", words, words);
	cl_kernel k = kernel_of(build(source), "k");
	cl_uint *big = malloc(words * 4), sum = 0, got = 0;
	for (unsigned i = 0; i < words; i++) sum += big[i] = random_u32();
	cl_mem m = buffer_of(4, &got);
	ok(clSetKernelArg(k, 0, words * 4, big));
	arg(k, 1, m);
	run1(k, 1, 1);
	read_back(m, &got, 4);
	check(got == sum, "%u, not %u", got, sum);
	free(big);
}

static void test_constants(void) {
	enum { ARGS = 8, BYTES = 64 << 10 };
	char source[1024] = "kernel void k(global uint *out";
	for (int i = 0; i < ARGS; i++) sprintf(source + strlen(source), ", constant uint *c%d", i);
	strcat(source, ") { *out = 0");
	for (int i = 0; i < ARGS; i++) sprintf(source + strlen(source), " + c%d[%d]", i, BYTES / 4 - 1);
	strcat(source, "; }");
	cl_kernel k = kernel_of(build(source), "k");
	cl_uint *data = calloc(1, BYTES), got = 0;
	data[BYTES / 4 - 1] = 5;
	cl_mem out = buffer_of(4, &got);
	arg(k, 0, out);
	cl_mem constants[ARGS];
	for (int i = 0; i < ARGS; i++) {
		constants[i] = buffer_of(BYTES, data);
		arg(k, i + 1, constants[i]);
	}
	run1(k, 1, 1);
	read_back(out, &got, 4);
	for (int i = 0; i < ARGS; i++) ok(clReleaseMemObject(constants[i]));
	check(got == 5 * ARGS, "%u", got);
	free(data);
}

// What the kernel sees of the machine is what the host was told.
static void test_machine(void) {
	cl_kernel k = kernel_of(build("kernel void k(global uint *out, global char *a, global float *f) {\n"
		"out[0] = sizeof(size_t) * 8; out[1] = as_uchar4(0x01020304).x == 4; out[2] = (uint)((ulong)a & 0xffff);\n"
		"f[0] = f[0] * 0.5f; f[1] = fma(f[1], f[1], f[2]); f[3] = f[3] * 2.0f; f[4] = f[4] / f[5]; }"), "k");
	cl_uint out[3];
	float f[6] = {FLT_MIN, 1 + FLT_EPSILON, -(1 + 2 * FLT_EPSILON), FLT_MAX, 0, 0};
	cl_mem m = buffer_of(sizeof out, NULL), a = buffer_of(100, NULL), values = buffer_of(sizeof f, f);
	arg(k, 0, m);
	arg(k, 1, a);
	arg(k, 2, values);
	run1(k, 1, 1);
	read_back(m, out, sizeof out);
	read_back(values, f, sizeof f);
	check(out[0] == value_of(cl_uint, CL_DEVICE_ADDRESS_BITS), "%u bits", out[0]);
	check(out[1] == value_of(cl_bool, CL_DEVICE_ENDIAN_LITTLE), "byte order %u", out[1]);
	cl_uint align = value_of(cl_uint, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
	check(out[2] % align == 0, "a buffer ends in %x, aligned to %u", out[2], align);
	cl_device_fp_config config = value_of(cl_device_fp_config, CL_DEVICE_SINGLE_FP_CONFIG);
	check(!(config & CL_FP_DENORM) || f[0] == FLT_MIN / 2, "denormal numbers: %g", f[0]);
	check(!(config & CL_FP_FMA) || f[1] == FLT_EPSILON * FLT_EPSILON, "fma is fused: %g", f[1]);
	check(!(config & CL_FP_INF_NAN) || (isinf(f[3]) && isnan(f[4])), "infinity and NaN: %g %g", f[3], f[4]);
}

static void test_sub_buffer_alignment(void) {
	cl_uint align = value_of(cl_uint, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
	cl_mem m = buffer_of(4 * align, NULL);
	cl_buffer_region region = {align, align};
	cl_int status;
	cl_mem sub = clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
	ok(status);
	ok(clReleaseMemObject(sub));
	region.origin = 1;
	check_create(clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status), CL_MISALIGNED_SUB_BUFFER_OFFSET);
	ok(clReleaseMemObject(m));
}

static int works(const char *source, const char *options) {
	cl_int status;
	cl_program p = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(status);
	status = clBuildProgram(p, 0, NULL, options, NULL, NULL);
	ok(clReleaseProgram(p));
	return status == CL_SUCCESS;
}

static void CL_CALLBACK native(void *args) { **(int **)args = 77; }

// What is said to be there can be used, and what is said not to be there is refused.
static void test_capabilities(void) {
	cl_int status;
	if (value_of(cl_device_fp_config, CL_DEVICE_DOUBLE_FP_CONFIG))
		check(works("kernel void k(global double *p) { *p = *p / 3.0; }", ""), "double");
	check(works("kernel void k(global int *p) { local int l; int *g = p; if (*p) g = (int *)&l; *g = 1; }", "-cl-std=CL3.0") ==
		(int)value_of(cl_bool, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT), "generic address space");
	size_t variables = value_of(size_t, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE);
	check(variables == 0 || variables >= 65536, "%zu", variables);
	check(works("global char v[60000]; kernel void k(void) { v[0] = 1; }", "-cl-std=CL3.0") == (variables > 0), "program scope variables");
	cl_kernel k = kernel_of(build_with("kernel void k(global uint *n) { atomic_inc(n); }", "-cl-std=CL3.0"), "k");
	cl_uint n = 0;
	cl_mem m = buffer_of(4, &n);
	arg(k, 0, m);
	size_t seven = 7, three = 3;
	cl_int wanted = value_of(cl_bool, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT) ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE;
	check_status(launch(k, 1, &seven, &three), wanted);
	int got = 0, *target = &got;
	wanted = value_of(cl_device_exec_capabilities, CL_DEVICE_EXECUTION_CAPABILITIES) & CL_EXEC_NATIVE_KERNEL ? CL_SUCCESS : CL_INVALID_OPERATION;
	check_status(clEnqueueNativeKernel(queue, native, &target, sizeof target, 0, NULL, NULL, 0, NULL, NULL), wanted);
	ok(clFinish(queue));
	check(wanted != CL_SUCCESS || got == 77, "the native kernel gave %d", got);
	void *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
	check((shared != NULL) == (value_of(cl_device_svm_capabilities, CL_DEVICE_SVM_CAPABILITIES) != 0), "shared memory %p", shared);
	if (shared) clSVMFree(context, shared);
	if (!value_of(cl_bool, CL_DEVICE_IMAGE_SUPPORT)) {
		cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
		cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
		check_create(clCreateImage(context, 0, &format, &desc, NULL, &status), CL_INVALID_OPERATION);
		check_create(clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &status), CL_INVALID_OPERATION);
	}
	size_t size = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, 0, NULL, &size));
	// PoCL 3.1 gives CL_INVALID_VALUE here.
	if (size <= 1) check_create(clCreateProgramWithIL(context, "abcd", 4, &status), CL_INVALID_OPERATION);
	if (!value_of(cl_bool, CL_DEVICE_PIPE_SUPPORT)) check_create(clCreatePipe(context, 0, 4, 4, NULL, &status), CL_INVALID_OPERATION);
	cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	cl_uint parts = value_of(cl_uint, CL_DEVICE_PARTITION_MAX_SUB_DEVICES);
	if (parts == 0) check_status(clCreateSubDevices(device, equally, 0, NULL, &n), CL_INVALID_VALUE);
}

int main(void) {
	open_device();
	test_work_group_size();
	test_local_memory();
	test_tiles();
	test_private_memory();
	test_allocation();
	test_parameters();
	test_constants();
	test_machine();
	test_sub_buffer_alignment();
	test_capabilities();
	return done();
}
