// Modules in the shapes that compilers send which do not run here (the .spvasm files beside this one): Julia's arrays
// by value and checked arithmetic, HIP's variables, warps and dynamic memory, AdaptiveCpp's generic pointers with
// atomic sums, DPC++'s specialisation constants and collective functions, and structures behind untyped pointers.
#include "spirv/modules.h"

enum { N = 256 };

static cl_program load(const char *name, cl_uint number) {
	char path[100];
	snprintf(path, sizeof path, "clients/%s.spv", name);
	cl_program program = load_module_at(path);
	if (number) ok(clSetProgramSpecializationConstant(program, 0, sizeof number, &number));
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	return program;
}

static void *shared(size_t bytes) {
	void *memory = clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, bytes, 0);
	check(memory != NULL, "no shared memory");
	memset(memory, 0, bytes);
	return memory;
}

static void set(cl_kernel kernel, cl_uint index, size_t bytes, const void *value) {
	ok(clSetKernelArg(kernel, index, bytes, value));
}

struct array {
	cl_float *data;
	cl_ulong max_bytes, dims[1], length;
};

// julia runs a range that is no multiple of the groups, and then one beyond the end of an array.
static void julia(void) {
	cl_program program = load("julia_arrays", 0);
	cl_kernel kernel = kernel_of(program, "_Z8gpu_axpy");
	cl_float *y = shared(N * sizeof *y), *x = shared(N * sizeof *x), factor = 2;
	cl_uint *exception = shared(sizeof *exception);
	for (int i = 0; i < N; i++) y[i] = (cl_float)(1000 * i), x[i] = (cl_float)(i + 1);
	struct { cl_ulong range, exception; } state = {200, (cl_ulong)exception};
	struct array ya = {y, N * sizeof *y, {N}, N}, xa = {x, N * sizeof *x, {N}, N};
	set(kernel, 0, sizeof state, &state);
	set(kernel, 1, sizeof ya, &ya);
	set(kernel, 2, sizeof xa, &xa);
	set(kernel, 3, sizeof factor, &factor);
	run1(kernel, 256, 64);
	ok(clFinish(queue));
	for (int i = 0; i < N; i++) {
		int other = i / 64 * 64 + 63 - i % 64;
		cl_float want = 1000 * i + (i < 200 && other < 200 ? 2 * (other + 1) : 0);
		check(y[i] == want, "julia: y[%d] is %g, not %g", i, y[i], want);
	}
	check(*exception == 0, "an exception");
	xa.length = 190; // reads at 190 are out of bounds
	set(kernel, 2, sizeof xa, &xa);
	size_t global = 256, local = 64;
	cl_int status;
	cl_command_queue own = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_event event;
	ok(clEnqueueNDRangeKernel(own, kernel, 1, NULL, &global, &local, 0, NULL, &event));
	check_status(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	check(*exception == 1, "no mark of the exception");
	ok(clReleaseEvent(event));
	ok(clReleaseCommandQueue(own));
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
}

// hip binds memory to the variable as the runtime does, and exchanges values within warps of 32.
static void hip(void) {
	cl_program program = load("hip_kernels", 0);
	cl_kernel info = kernel_of(program, "__chip_var_info_table"), bind = kernel_of(program, "__chip_var_bind_table");
	cl_kernel init = kernel_of(program, "__chip_var_init_table"), kernel = kernel_of(program, "_Z9transposePjj");
	cl_ulong *facts = shared(3 * sizeof *facts);
	set(info, 0, sizeof facts, &facts);
	run1(info, 1, 1);
	ok(clFinish(queue));
	check(facts[0] == 16 && facts[1] == 8 && facts[2] == 1, "hip: %lu %lu %lu", facts[0], facts[1], facts[2]);
	cl_uint *table = shared(facts[0]), *out = shared(64 * sizeof *out), add = 5;
	set(bind, 0, sizeof table, &table);
	run1(bind, 1, 1);
	run1(init, 1, 1);
	set(kernel, 0, sizeof out, &out);
	set(kernel, 1, sizeof add, &add);
	set(kernel, 2, 64 * sizeof *out, NULL);
	void *list[] = {table};
	ok(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof list, list));
	run1(kernel, 64, 64);
	ok(clFinish(queue));
	for (cl_uint i = 0; i < 64; i++) {
		cl_uint want = (((i ^ 1) ^ 32) + 100) + 32 + 0xaaaaaaaa + add;
		check(out[i] == want, "hip: out[%u] is %u, not %u", i, out[i], want);
	}
	ok(clReleaseKernel(info));
	ok(clReleaseKernel(bind));
	ok(clReleaseKernel(init));
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
}

// adaptive sums up small integers, so that the order does not matter.
static void adaptive(void) {
	cl_program program = load("adaptive_kernels", 0);
	cl_kernel kernel = kernel_of(program, "__acpp_sscp_kernel");
	struct { cl_float *data, *sums; cl_double *total; cl_ulong *count, n; } args = {shared(N * 4), shared(N * 4), shared(8),
		shared(8), 150};
	cl_float want[4] = {0}, total = 0;
	args.sums[150] = -1000;
	for (int i = 0; i < 150; i++) {
		args.data[i] = (cl_float)(i * 37 % 101);
		want[i & 3] += args.data[i];
		total += args.data[i];
	}
	check_status(clSetKernelArg(kernel, 0, sizeof args + 8, &args), CL_INVALID_ARG_SIZE);
	set(kernel, 0, sizeof args, &args);
	run1(kernel, 256, 64);
	ok(clFinish(queue));
	for (int i = 0; i < 4; i++) check(args.sums[i] == want[i], "adaptive: sum %d is %g, not %g", i, args.sums[i], want[i]);
	check(*args.total == total && *args.count == 150 && args.sums[150] == 100, "adaptive: %g %lu %g", *args.total,
		*args.count, args.sums[150]);
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
}

static void dpcpp(void) {
	for (cl_uint count = 0; count < 6; count += 5) {
		cl_program program = load("dpcpp_kernels", count);
		cl_kernel kernel = kernel_of(program, "_ZTS7Reducer");
		cl_uint *out = shared(N * sizeof *out);
		cl_float *x = shared(2 * N * sizeof *x);
		for (int i = 0; i < 2 * N; i++) x[i] = (cl_float)(i % 77);
		cl_ulong range = N, offset = 3;
		set(kernel, 0, sizeof out, &out);
		set(kernel, 1, sizeof x, &x);
		set(kernel, 2, 32 * sizeof *out, NULL);
		set(kernel, 3, sizeof range, &range);
		set(kernel, 4, sizeof offset, &offset);
		run1(kernel, N, 32);
		ok(clFinish(queue));
		size_t local = 32, size;
		ok(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local, &local, sizeof size,
			&size, NULL));
		for (cl_uint i = 0; i < N; i++) {
			cl_uint first = i / 32 * 32, sum = 0, most = 0;
			for (cl_uint k = first; k < first + 32; k++) {
				sum += k + (count ? count : 2);
				if (x[k + offset] > most) most = (cl_uint)x[k + offset];
			}
			cl_uint want = sum + i % 32 % (cl_uint)size + 1 + most + 7;
			check(out[i] == want, "dpcpp: out[%u] is %u, not %u", i, out[i], want);
		}
		ok(clReleaseKernel(kernel));
		ok(clReleaseProgram(program));
	}
}

static void untyped(void) {
	cl_program program = load("untyped_structures", 0);
	cl_kernel typed = kernel_of(program, "typed"), plain = kernel_of(program, "plain");
	struct { cl_uint *out, a, b; cl_ulong unused; } args = {shared(N * 4), 3, 7, 9};
	check_status(clSetKernelArg(typed, 0, sizeof args - 8, &args), CL_INVALID_ARG_SIZE);
	set(typed, 0, sizeof args, &args);
	run1(typed, N, 64);
	ok(clFinish(queue));
	for (cl_uint i = 0; i < N; i++) check(args.out[i] == 7 * i, "untyped: out[%u] is %u", i, args.out[i]);

	// the kernel reads 12 bytes, but its structure may have more
	check_status(clSetKernelArg(plain, 0, 11, &args), CL_INVALID_ARG_SIZE);
	for (size_t bytes = 12; bytes <= sizeof args; bytes += 4) {
		set(plain, 0, bytes, &args);
		args.a++;
	}
	run1(plain, N, 64);
	ok(clFinish(queue));
	for (cl_uint i = 0; i < N; i++) check(args.out[i] == i + args.a - 1, "untyped: out[%u] is %u", i, args.out[i]);
	ok(clReleaseKernel(typed));
	ok(clReleaseKernel(plain));
	ok(clReleaseProgram(program));
}

int main(void) {
	open_device();
	julia();
	hip();
	adaptive();
	dpcpp();
	untyped();
	return done();
}
