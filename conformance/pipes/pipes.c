// Pipes: packets of all types, reservations of work-items and work-groups, full and empty pipes, readers and writers at
// the same time.
#include "check.h"

static const char *const source =
	"typedef struct { char a; int b; float3 c; } record;\n"
	"#define BOTH(T, NAME) \\\n"
	"kernel void write_##NAME(write_only pipe T p, global T *from, global int *failed) {\\\n"
	"  int i = get_global_id(0); if (write_pipe(p, from + i)) atomic_inc(failed); }\\\n"
	"kernel void read_##NAME(read_only pipe T p, global T *to, global int *failed) {\\\n"
	"  int i = get_global_id(0); if (read_pipe(p, to + i)) atomic_inc(failed); }\n"
	"BOTH(char, char) BOTH(short4, short4) BOTH(uint, uint) BOTH(float3, float3) BOTH(double2, double2)\n"
	"BOTH(ulong16, ulong16) BOTH(record, record)\n"
	"kernel void reserve_write(write_only pipe int p, global int *from, global int *failed) {\n"
	"  int i = get_global_id(0), n = i % 7 + 1;\n"
	"  reserve_id_t id = reserve_write_pipe(p, n);\n"
	"  if (!is_valid_reserve_id(id)) { atomic_inc(failed); return; }\n"
	"  for (int k = 0; k < n; k++) { int v = i * 8 + k; if (write_pipe(p, id, k, &v)) atomic_inc(failed); }\n"
	"  int v = 0; if (write_pipe(p, id, n, &v) == 0) atomic_inc(failed);\n"
	"  commit_write_pipe(p, id);\n"
	"}\n"
	"kernel void reserve_read(read_only pipe int p, global int *to, global int *failed) {\n"
	"  int i = get_global_id(0), n = i % 7 + 1;\n"
	"  reserve_id_t id = reserve_read_pipe(p, n);\n"
	"  if (!is_valid_reserve_id(id)) { atomic_inc(failed); return; }\n"
	"  for (int k = 0; k < n; k++) if (read_pipe(p, id, k, to + i * 8 + k)) atomic_inc(failed);\n"
	"  commit_read_pipe(p, id);\n"
	"}\n"
	"kernel void group_write(write_only pipe int p, global int *from, global int *failed) {\n"
	"  reserve_id_t id = work_group_reserve_write_pipe(p, get_local_size(0));\n"
	"  if (is_valid_reserve_id(id)) {\n"
	"    if (write_pipe(p, id, get_local_id(0), from + get_global_id(0))) atomic_inc(failed);\n"
	"    work_group_commit_write_pipe(p, id);\n"
	"  } else atomic_inc(failed);\n"
	"}\n"
	"kernel void group_read(read_only pipe int p, global int *to, global int *failed) {\n"
	"  reserve_id_t id = work_group_reserve_read_pipe(p, get_local_size(0));\n"
	"  if (is_valid_reserve_id(id)) {\n"
	"    if (read_pipe(p, id, get_local_id(0), to + get_global_id(0))) atomic_inc(failed);\n"
	"    work_group_commit_read_pipe(p, id);\n"
	"  } else atomic_inc(failed);\n"
	"}\n"
	"kernel void sub_write(write_only pipe int p, global int *from, global int *failed) {\n"
	"  reserve_id_t id = sub_group_reserve_write_pipe(p, get_sub_group_size());\n"
	"  if (is_valid_reserve_id(id)) {\n"
	"    if (write_pipe(p, id, get_sub_group_local_id(), from + get_global_id(0))) atomic_inc(failed);\n"
	"    sub_group_commit_write_pipe(p, id);\n"
	"  } else atomic_inc(failed);\n"
	"}\n"
	"kernel void sub_read(read_only pipe int p, global int *to, global int *failed) {\n"
	"  reserve_id_t id = sub_group_reserve_read_pipe(p, get_sub_group_size());\n"
	"  if (is_valid_reserve_id(id)) {\n"
	"    if (read_pipe(p, id, get_sub_group_local_id(), to + get_global_id(0))) atomic_inc(failed);\n"
	"    sub_group_commit_read_pipe(p, id);\n"
	"  } else atomic_inc(failed);\n"
	"}\n"
	"kernel void ask(read_only pipe int p, global int *out) { out[0] = get_pipe_num_packets(p); out[1] = get_pipe_max_packets(p); }\n"
	"kernel void both(read_only pipe int p, write_only pipe int q) { int v; if (!read_pipe(p, &v)) write_pipe(q, &v); }\n"
	"kernel void odd(write_only pipe int p, global int *failed) {\n"
	"  int v = get_global_id(0); if (v % 3 == 1) if (write_pipe(p, &v)) atomic_inc(failed); }\n"
	// a writer and a reader that run at the same time, each until all is through
	"kernel void pour(write_only pipe int p, int n) { for (int i = get_global_id(0); i < n; i += get_global_size(0)) while (write_pipe(p, &i)); }\n"
	"kernel void drain(read_only pipe int p, global int *seen, int n) {\n"
	"  for (int i = get_global_id(0); i < n; i += get_global_size(0)) { int v; while (read_pipe(p, &v)); atomic_inc(seen + v); } }\n";

static cl_program program;
static cl_mem failed;

static cl_mem pipe_of(cl_uint bytes, cl_uint packets) {
	cl_int status;
	cl_mem p = clCreatePipe(context, CL_MEM_HOST_NO_ACCESS, bytes, packets, NULL, &status);
	ok(status);
	return p;
}

static int run(const char *name, cl_mem p, cl_mem data, size_t global, size_t local) {
	cl_int zero = 0, count = 0;
	cl_kernel kernel = kernel_of(program, name);
	arg(kernel, 0, p);
	arg(kernel, 1, data);
	arg(kernel, 2, failed);
	ok(clEnqueueFillBuffer(queue, failed, &zero, 4, 0, 4, 0, NULL, NULL));
	run1(kernel, global, local);
	read_back(failed, &count, 4);
	ok(clReleaseKernel(kernel));
	return count;
}

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, 8); }

// Packets come out as they went in, each once.
static void test_type(const char *name, cl_uint bytes, cl_uint packets) {
	char reads[32], writes[32], *in = calloc(packets + 3, bytes), *out = calloc(packets + 3, bytes);
	sprintf(reads, "read_%s", name), sprintf(writes, "write_%s", name);
	for (cl_uint i = 0; i < packets; i++) memcpy(in + i * bytes, &(cl_uint){i * 77 + 5}, bytes < 4 ? bytes : 4);
	cl_mem p = pipe_of(bytes, packets), from = buffer_of((packets + 3) * bytes, in), to = buffer_of((packets + 3) * bytes, out);
	for (int round = 0; round < 3; round++) {
		check(run(writes, p, from, packets, 0) == 0, "%s: not all written", name);
		check(run(writes, p, from, 3, 0) == 3, "%s: written although full", name);
		check(run(reads, p, to, packets, 0) == 0, "%s: not all read", name);
		check(run(reads, p, to, 3, 0) == 3, "%s: read although empty", name);
		read_back(to, out, packets * bytes);
		int sums[2] = {0};
		for (cl_uint i = 0; i < packets * bytes; i++) sums[0] += in[i] * (i % bytes + 1), sums[1] += out[i] * (i % bytes + 1);
		check(sums[0] == sums[1], "%s: other packets", name);
	}
	if (bytes == 4) {
		cl_uint *words = (cl_uint *)out, *wanted = (cl_uint *)in;
		char *seen = calloc(packets, 1);
		for (cl_uint i = 0; i < packets; i++) check((words[i] - 5) % 77 == 0 && words[i] / 77 < packets && !seen[words[i] / 77]++, "%u", words[i]);
		free(seen);
	}
	free(in), free(out);
	ok(clReleaseMemObject(p));
	ok(clReleaseMemObject(from));
	ok(clReleaseMemObject(to));
}

static void test_reservations(void) {
	enum { ITEMS = 700, PACKETS = ITEMS * 4 };
	static cl_int values[ITEMS * 8], seen[ITEMS * 8];
	cl_mem p = pipe_of(4, PACKETS), data = buffer_of(sizeof values, values);
	for (int round = 0; round < 3; round++) {
		memset(values, -1, sizeof values), memset(seen, 0, sizeof seen);
		check(run("reserve_write", p, data, ITEMS, 0) == 0, "not all written");
		check(run("reserve_write", p, data, 7, 0) == 7, "written although full");
		ok(clEnqueueWriteBuffer(queue, data, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
		check(run("reserve_read", p, data, ITEMS, 0) == 0, "not all read");
		check(run("reserve_read", p, data, 7, 0) == 7, "read although empty");
		read_back(data, values, sizeof values);
		for (int i = 0; i < ITEMS * 8; i++) if (i % 8 <= i / 8 % 7) seen[values[i]]++;
		for (int i = 0; i < ITEMS * 8; i++) check(seen[i] == (i % 8 <= i / 8 % 7), "packet %d: %d", i, seen[i]);
	}
	// those of a group stand together in the pipe
	for (int i = 0; i < ITEMS; i++) values[i] = i;
	ok(clEnqueueWriteBuffer(queue, data, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
	check(run("group_write", p, data, ITEMS, 70) == 0, "not all written");
	ok(clEnqueueFillBuffer(queue, data, &(cl_int){-1}, 4, 0, sizeof values, 0, NULL, NULL));
	check(run("group_read", p, data, ITEMS, 70) == 0, "not all read");
	check(run("group_read", p, data, ITEMS, 70) == ITEMS, "read although empty");
	read_back(data, values, sizeof values);
	memset(seen, 0, sizeof seen);
	for (int i = 0; i < ITEMS; i++) check(values[i] == values[i / 70 * 70] + i % 70 && !seen[values[i]]++, "%d: %d", i, values[i]);
	// sub-groups, the last one of a group with fewer work-items
	for (int i = 0; i < ITEMS; i++) values[i] = i;
	ok(clEnqueueWriteBuffer(queue, data, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
	check(run("sub_write", p, data, ITEMS, 70) == 0, "not all written");
	ok(clEnqueueFillBuffer(queue, data, &(cl_int){-1}, 4, 0, sizeof values, 0, NULL, NULL));
	check(run("sub_read", p, data, ITEMS, 70) == 0, "not all read");
	check(run("sub_read", p, data, ITEMS, 70) == ITEMS, "read although empty");
	read_back(data, values, sizeof values);
	memset(seen, 0, sizeof seen);
	for (int i = 0; i < ITEMS; i++) check(values[i] >= 0 && values[i] < ITEMS && !seen[values[i]]++, "%d: %d", i, values[i]);
	ok(clReleaseMemObject(p));
	ok(clReleaseMemObject(data));
}

static void test_queries(void) {
	cl_int out[2];
	cl_mem p = pipe_of(4, 300), data = buffer_of(8, NULL);
	cl_kernel odd = kernel_of(program, "odd"), ask = kernel_of(program, "ask");
	arg(odd, 0, p);
	arg(odd, 1, failed);
	run1(odd, 500, 0);
	arg(ask, 0, p);
	arg(ask, 1, data);
	run1(ask, 1, 1);
	read_back(data, out, sizeof out);
	check(out[0] == 167 && out[1] == 300, "%d of %d", out[0], out[1]);
	cl_uint word = 0;
	size_t size = 9;
	ok(clGetPipeInfo(p, CL_PIPE_PACKET_SIZE, sizeof word, &word, &size));
	check(word == 4 && size == 4, "%u", word);
	ok(clGetPipeInfo(p, CL_PIPE_MAX_PACKETS, sizeof word, &word, NULL));
	check(word == 300, "%u", word);
	ok(clGetPipeInfo(p, CL_PIPE_PROPERTIES, 0, NULL, &size));
	check(size == 0, "%zu", size);
	check_status(clGetPipeInfo(p, CL_PIPE_PROPERTIES + 9, sizeof word, &word, NULL), CL_INVALID_VALUE);
	check_status(clGetPipeInfo(p, CL_PIPE_PACKET_SIZE, 3, &word, NULL), CL_INVALID_VALUE);
	check_status(clGetPipeInfo(data, CL_PIPE_PACKET_SIZE, 4, &word, NULL), CL_INVALID_MEM_OBJECT);
	check_status(clGetPipeInfo(NULL, CL_PIPE_PACKET_SIZE, 4, &word, NULL), CL_INVALID_MEM_OBJECT);
	cl_mem_object_type type;
	cl_mem_flags flags;
	ok(clGetMemObjectInfo(p, CL_MEM_TYPE, sizeof type, &type, NULL));
	check(type == CL_MEM_OBJECT_PIPE, "%x", type);
	cl_int status;
	cl_mem plain = clCreatePipe(context, 0, 8, 1, NULL, &status);
	ok(status);
	ok(clGetMemObjectInfo(plain, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
	check(flags == (CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS), "%lx", (long)flags);

	check_create(clCreatePipe(NULL, 0, 4, 4, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreatePipe(context, CL_MEM_READ_ONLY, 4, 4, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreatePipe(context, CL_MEM_USE_HOST_PTR, 4, 4, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreatePipe(context, 0, 4, 4, (cl_pipe_properties[]){0}, &status), CL_INVALID_VALUE);
	check_create(clCreatePipe(context, 0, 0, 4, NULL, &status), CL_INVALID_PIPE_SIZE);
	check_create(clCreatePipe(context, 0, 4, 0, NULL, &status), CL_INVALID_PIPE_SIZE);
	cl_uint most = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_PIPE_MAX_PACKET_SIZE, sizeof most, &most, NULL));
	check(most >= 1024, "%u", most);
	check_create(clCreatePipe(context, 0, most + 1, 4, NULL, &status), CL_INVALID_PIPE_SIZE);
	check_create(clCreatePipe(context, 0, most, 0xffffffff, NULL, &status), CL_MEM_OBJECT_ALLOCATION_FAILURE);

	// what is no pipe, or another one
	cl_kernel both = kernel_of(program, "both");
	check_status(clSetKernelArg(ask, 0, sizeof plain, &plain), CL_INVALID_ARG_VALUE);
	check_status(clSetKernelArg(ask, 0, sizeof data, &data), CL_INVALID_MEM_OBJECT);
	check_status(clSetKernelArg(ask, 0, sizeof data, NULL), CL_INVALID_MEM_OBJECT);
	check_status(clSetKernelArg(ask, 0, 4, &p), CL_INVALID_ARG_SIZE);
	check_status(clSetKernelArg(ask, 1, sizeof p, &p), CL_INVALID_MEM_OBJECT);
	arg(both, 0, p);
	arg(both, 1, p);
	check_status(clEnqueueNDRangeKernel(queue, both, 1, NULL, (size_t[]){1}, NULL, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
	check_status(clEnqueueReadBuffer(queue, p, CL_TRUE, 0, 4, out, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
	check_create(clEnqueueMapBuffer(queue, p, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &status), CL_INVALID_MEM_OBJECT);
	check_create(clCreateSubBuffer(p, 0, CL_BUFFER_CREATE_TYPE_REGION, (&(cl_buffer_region){0, 4}), &status), CL_INVALID_MEM_OBJECT);
	ok(clReleaseMemObject(p));
	ok(clReleaseMemObject(plain));
	ok(clReleaseMemObject(data));
}

static void test_at_once(void) {
	enum { N = 20000 };
	static cl_int seen[N];
	cl_int n = N, status;
	cl_mem p = pipe_of(4, 100), counts = buffer_of(sizeof seen, seen);
	cl_command_queue other = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_kernel pour = kernel_of(program, "pour"), drain = kernel_of(program, "drain");
	arg(pour, 0, p);
	arg(pour, 1, n);
	arg(drain, 0, p);
	arg(drain, 1, counts);
	arg(drain, 2, n);
	// neither ends before the other has begun
	if (!getenv("HEDDLE_MAX_COMPUTE_UNITS")) {
		n = 100; // what the pipe holds
		arg(pour, 1, n);
		arg(drain, 2, n);
	}
	size_t one = 8;
	ok(clEnqueueNDRangeKernel(other, pour, 1, NULL, &one, &one, 0, NULL, NULL));
	ok(clFlush(other));
	ok(clEnqueueNDRangeKernel(queue, drain, 1, NULL, &one, &one, 0, NULL, NULL));
	ok(clFinish(queue));
	ok(clFinish(other));
	read_back(counts, seen, sizeof seen);
	for (int i = 0; i < n; i++) check(seen[i] == 1, "packet %d came %d times", i, seen[i]);
	ok(clReleaseMemObject(p));
	ok(clReleaseMemObject(counts));
}

static void test_sources(void) {
	static const char *const wrong[] = {
		"kernel void f(read_write pipe int p) {}", "kernel void f(read_only pipe int p) { int v; write_pipe(p, &v); }",
		"kernel void f(write_only pipe int p) { int v; read_pipe(p, &v); }",
		"kernel void f(read_only pipe int p) { float v; read_pipe(p, &v); }", "kernel void f() { pipe int p; }",
		"kernel void f(reserve_id_t id) {}", "kernel void f(read_only pipe int *p) {}", "pipe int f();",
		"kernel void f(read_only pipe int p, read_only pipe int q) { p = q; }",
		"kernel void f(read_only pipe int p) { commit_write_pipe(p, CLK_NULL_RESERVE_ID); }",
		"kernel void f(pipe image2d_t p) {}", "struct s { pipe int p; };"};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		cl_int status;
		cl_program p = clCreateProgramWithSource(context, 1, (const char **)&wrong[i], NULL, &status);
		ok(status);
		check(clBuildProgram(p, 1, &device, "-cl-std=CL3.0", NULL, NULL) == CL_BUILD_PROGRAM_FAILURE, "%s", wrong[i]);
		ok(clReleaseProgram(p));
	}
	ok(clReleaseProgram(build_with("kernel void pipes(global int *pipe) { *pipe = 1; }", "-cl-std=CL1.2")));
}

static void test_arguments(void) {
	cl_program p = build_with("typedef uint4 four; kernel void f(write_only pipe four p, pipe int q) {}", "-cl-std=CL3.0 -cl-kernel-arg-info");
	cl_kernel kernel = kernel_of(p, "f");
	cl_kernel_arg_type_qualifier type = 0;
	cl_kernel_arg_access_qualifier access[2] = {0};
	char name[32];
	ok(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof type, &type, NULL));
	check(type == CL_KERNEL_ARG_TYPE_PIPE, "%lx", (long)type);
	for (int i = 0; i < 2; i++) ok(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof *access, &access[i], NULL));
	check(access[0] == CL_KERNEL_ARG_ACCESS_WRITE_ONLY && access[1] == CL_KERNEL_ARG_ACCESS_READ_ONLY, "%x %x", access[0], access[1]);
	ok(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof name, name, NULL));
	check(!strcmp(name, "four"), "%s", name);
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(p));
}

int main(void) {
	open_device();
	cl_bool has = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_PIPE_SUPPORT, sizeof has, &has, NULL));
	if (!has) return done();
	program = build_with(source, "-cl-std=CL3.0");
	failed = buffer_of(4, NULL);
	test_type("char", 1, 100);
	test_type("short4", 8, 1000);
	test_type("uint", 4, 4096);
	test_type("uint", 4, 1);
	test_type("float3", 16, 777);
	test_type("double2", 16, 64);
	test_type("ulong16", 128, 33);
	test_type("record", 32, 500);
	test_reservations();
	test_queries();
	test_at_once();
	test_sources();
	test_arguments();
	return done();
}
