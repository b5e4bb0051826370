// Programs: build, logs, info, options, kernels of a program, compile and link, binaries, and their errors.
#include "check.h"

static void test_info(void) {
	const char *parts[3] = {"kernel void one(global int *a)", " { a[0] = N; }\n", "kernel void two(global int *a) { a[1] = 2; }\n"};
	size_t lengths[3] = {0, strlen(parts[1]), strlen(parts[2])};
	cl_int status;
	cl_program p = clCreateProgramWithSource(context, 3, parts, lengths, &status);
	ok(status);
	char source[1000];
	ok(clGetProgramInfo(p, CL_PROGRAM_SOURCE, sizeof source, source, NULL));
	char joined[1000];
	snprintf(joined, sizeof joined, "%s%s%s", parts[0], parts[1], parts[2]);
	check(strcmp(source, joined) == 0, "%s", source);
	size_t count = 0;
	check_status(clGetProgramInfo(p, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL), CL_INVALID_PROGRAM_EXECUTABLE);
	check(!clCreateKernel(p, "one", &status) && status == CL_INVALID_PROGRAM_EXECUTABLE, "%d", status);
	ok(clBuildProgram(p, 1, &device, "-D N=41 -cl-std=CL1.2", NULL, NULL));
	ok(clGetProgramInfo(p, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
	check(count == 2, "%zu kernels", count);
	char names[100];
	ok(clGetProgramInfo(p, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL));
	check(strcmp(names, "one;two") == 0 || strcmp(names, "two;one") == 0, "%s", names);
	char options[100];
	ok(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_OPTIONS, sizeof options, options, NULL));
	check(strcmp(options, "-D N=41 -cl-std=CL1.2") == 0, "%s", options);
	cl_build_status built = 5;
	ok(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_STATUS, sizeof built, &built, NULL));
	check(built == CL_BUILD_SUCCESS, "%d", built);
	check(!clCreateKernel(p, "three", &status) && status == CL_INVALID_KERNEL_NAME, "%d", status);
	check(!clCreateKernel(p, NULL, &status) && status == CL_INVALID_VALUE, "%d", status);
	cl_kernel kernels[2];
	cl_uint made = 0;
	ok(clCreateKernelsInProgram(p, 2, kernels, &made));
	check(made == 2, "%u", made);
	check_status(clCreateKernelsInProgram(p, 1, kernels + 0, NULL), CL_INVALID_VALUE);
	check_status(clBuildProgram(p, 1, &device, "", NULL, NULL), CL_INVALID_OPERATION);
	ok(clReleaseKernel(kernels[0]));
	ok(clReleaseKernel(kernels[1]));
	ok(clReleaseProgram(p));
}

static void test_errors(void) {
	cl_int status;
	const char *source = "kernel void broken(global int *a) { a[0] = b; }", *none = NULL;
	check(!clCreateProgramWithSource(context, 0, &source, NULL, &status) && status == CL_INVALID_VALUE, "%d", status);
	check(!clCreateProgramWithSource(context, 1, &none, NULL, &status) && status == CL_INVALID_VALUE, "%d", status);
	check(!clCreateProgramWithSource(NULL, 1, &source, NULL, &status) && status == CL_INVALID_CONTEXT, "%d", status);
	cl_program p = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(status);
	check_status(clBuildProgram(p, 1, &device, "-no-such-option", NULL, NULL), CL_INVALID_BUILD_OPTIONS);
	check_status(clBuildProgram(p, 0, &device, "", NULL, NULL), CL_INVALID_VALUE);
	check_status(clBuildProgram(p, 1, NULL, "", NULL, NULL), CL_INVALID_VALUE);
	check_status(clBuildProgram(p, 1, &device, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
	char log[4000];
	ok(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
	check(strstr(log, "error") && strstr(log, "'b'"), "%s", log);
	ok(clReleaseProgram(p));
	check_status(clBuildProgram(NULL, 1, &device, "", NULL, NULL), CL_INVALID_PROGRAM);
}

static int value_of(cl_program p) {
	int got[2] = {0, 0};
	cl_mem m = buffer_of(8, got);
	cl_kernel k = kernel_of(p, "main_kernel");
	arg(k, 0, m);
	run1(k, 1, 1);
	read_back(m, got, 8);
	ok(clReleaseKernel(k));
	ok(clReleaseMemObject(m));
	return got[0];
}

static void test_compile_and_link(void) {
	cl_int status;
	const char *header = "int helper(int x);\n#define BASE 30\n", *a = "#include \"my/header.h\"\nkernel void main_kernel(global int *p) { p[0] = helper(BASE); }\n",
	           *b = "int helper(int x) { return x + 12; }\n", *name = "my/header.h";
	cl_program h = clCreateProgramWithSource(context, 1, &header, NULL, &status), pa = clCreateProgramWithSource(context, 1, &a, NULL, &status),
	           pb = clCreateProgramWithSource(context, 1, &b, NULL, &status);
	ok(clCompileProgram(pa, 1, &device, "", 1, &h, &name, NULL, NULL));
	ok(clCompileProgram(pb, 1, &device, "", 0, NULL, NULL, NULL, NULL));
	cl_program both[2] = {pa, pb};
	cl_program linked = clLinkProgram(context, 1, &device, "", 2, both, NULL, NULL, &status);
	ok(status);
	check(value_of(linked) == 42, "linked");
	ok(clReleaseProgram(linked));
	linked = clLinkProgram(context, 1, &device, "", 1, both, NULL, NULL, &status);
	check(status == CL_LINK_PROGRAM_FAILURE, "unresolved: %d", status);
	if (linked) ok(clReleaseProgram(linked));
	ok(clReleaseProgram(h));
	ok(clReleaseProgram(pa));
	ok(clReleaseProgram(pb));
}

static void test_binaries(void) {
	cl_program p = build("kernel void main_kernel(global int *p) { p[0] = 1234; }");
	size_t size = 0;
	ok(clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
	check(size > 0, "%zu", size);
	unsigned char *binary = malloc(size);
	ok(clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
	cl_int status, loaded;
	const unsigned char *in = binary;
	cl_program q = clCreateProgramWithBinary(context, 1, &device, &size, &in, &loaded, &status);
	ok(status);
	ok(loaded);
	ok(clBuildProgram(q, 1, &device, "", NULL, NULL));
	check(value_of(q) == 1234, "from the binary");
	ok(clReleaseProgram(q));
	in = (const unsigned char *)"garbage!garbage!";
	size_t little = 16;
	q = clCreateProgramWithBinary(context, 1, &device, &little, &in, &loaded, &status);
	check(!q && status == CL_INVALID_BINARY && loaded == CL_INVALID_BINARY, "garbage: %d", status);
	in = binary;
	size_t cut = size / 2;
	q = clCreateProgramWithBinary(context, 1, &device, &cut, &in, &loaded, &status);
	check(!q && status == CL_INVALID_BINARY, "cut: %d", status);
	free(binary);
	ok(clReleaseProgram(p));
}

// A device without an intermediate language refuses its functions with CL_INVALID_OPERATION.
static void test_no_il(void) {
	size_t bytes = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, 0, NULL, &bytes));
	if (bytes > 1) return;
	cl_int status;
	cl_uint value = 0;
	check(!clCreateProgramWithIL(context, &value, sizeof value, &status) && status == CL_INVALID_OPERATION, "%d", status);
	const char *source = "kernel void one(void) { }";
	cl_program p = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(status);
	check_status(clSetProgramSpecializationConstant(p, 0, sizeof value, &value), CL_INVALID_OPERATION);
	ok(clReleaseProgram(p));
}

int main(void) {
	open_device();
	test_info();
	test_errors();
	test_compile_and_link();
	test_binaries();
	test_no_il();
	return done();
}
