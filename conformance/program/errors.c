// The error codes of the calls on programs: making, building, compiling, linking, asking, and making kernels.
#include "check.h"

static void CL_CALLBACK notify(cl_program p, void *data) {}

static cl_program program_of(const char *source) {
	cl_int status;
	cl_program p = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(status);
	return p;
}

static const char *const good = "kernel void k(global int *p) { *p = 1; }\n", *const missing = "int f(int);\nkernel void k(global int *p) { *p = f(1); }\n",
	*const broken = "kernel void k(global int *p) { *p = ; }\n", *const includes = "#include \"a.h\"\n";
static cl_device_id no_device;
static cl_program no_program;
static cl_context no_context;

static void test_create(void) {
	const char *none = NULL;
	check_create(clCreateProgramWithSource(NULL, 1, (const char **)&good, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateProgramWithSource(no_context, 1, (const char **)&good, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateProgramWithSource(context, 0, (const char **)&good, NULL, &status), CL_INVALID_VALUE);
	if (!other_driver()) { // PoCL 3.1 crashes
		check_create(clCreateProgramWithSource(context, 1, NULL, NULL, &status), CL_INVALID_VALUE);
		check_create(clCreateProgramWithSource(context, 1, &none, NULL, &status), CL_INVALID_VALUE);
	}
}

static void test_create_from_binary(void) {
	if (other_driver()) return; // PoCL 3.1 crashes on missing lists
	const unsigned char bytes[16] = "no binary at all", *binary = bytes, *null_binary = NULL;
	size_t length = sizeof bytes, zero = 0;
	cl_int of_binary = 1;
	check_create(clCreateProgramWithBinary(no_context, 1, &device, &length, &binary, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateProgramWithBinary(context, 0, &device, &length, &binary, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateProgramWithBinary(context, 1, NULL, &length, &binary, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateProgramWithBinary(context, 1, &no_device, &length, &binary, NULL, &status), CL_INVALID_DEVICE);
	check_create(clCreateProgramWithBinary(context, 1, &device, NULL, &binary, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateProgramWithBinary(context, 1, &device, &length, NULL, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateProgramWithBinary(context, 1, &device, &zero, &binary, &of_binary, &status), CL_INVALID_VALUE);
	check_create(clCreateProgramWithBinary(context, 1, &device, &length, &null_binary, &of_binary, &status), CL_INVALID_VALUE);
	check_create(clCreateProgramWithBinary(context, 1, &device, &length, &binary, &of_binary, &status), CL_INVALID_BINARY);
	check(of_binary == CL_INVALID_BINARY, "%d", of_binary);

	check_create(clCreateProgramWithBuiltInKernels(no_context, 1, &device, "k", &status), CL_INVALID_CONTEXT);
	check_create(clCreateProgramWithBuiltInKernels(context, 1, &device, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateProgramWithBuiltInKernels(context, 1, &device, "no such kernel", &status), CL_INVALID_VALUE);

	check_status(clRetainProgram(NULL), CL_INVALID_PROGRAM);
	check_status(clRetainProgram(no_program), CL_INVALID_PROGRAM);
	check_status(clReleaseProgram(NULL), CL_INVALID_PROGRAM);
	check_status(clReleaseProgram(no_program), CL_INVALID_PROGRAM);
}

static void test_build(void) {
	cl_program p = program_of(good), bad = program_of(broken);
	check_status(clBuildProgram(no_program, 0, NULL, "", NULL, NULL), CL_INVALID_PROGRAM);
	check_status(clBuildProgram(p, 1, NULL, "", NULL, NULL), CL_INVALID_VALUE);
	check_status(clBuildProgram(p, 0, &device, "", NULL, NULL), CL_INVALID_VALUE);
	check_status(clBuildProgram(p, 0, NULL, "", NULL, &p), CL_INVALID_VALUE);
	check_robust(clBuildProgram(p, 1, &no_device, "", NULL, NULL), CL_INVALID_DEVICE);
	check_status(clBuildProgram(p, 0, NULL, "-no-such-option", NULL, NULL), CL_INVALID_BUILD_OPTIONS);
	check_status(clBuildProgram(p, 0, NULL, "-cl-std=CL7.7", NULL, NULL), CL_INVALID_BUILD_OPTIONS);
	check_status(clBuildProgram(bad, 0, NULL, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
	ok(clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	cl_kernel k = kernel_of(p, "k");
	check_status(clBuildProgram(p, 0, NULL, "", NULL, NULL), CL_INVALID_OPERATION); // a kernel hangs on it
	ok(clReleaseKernel(k));
	ok(clBuildProgram(p, 0, NULL, "", NULL, NULL));
	ok(clReleaseProgram(p));
	ok(clReleaseProgram(bad));
}

static void test_compile(cl_context foreign) {
	cl_int status;
	cl_program p = program_of(good), bad = program_of(broken), with_header = program_of(includes), header = program_of("int h;\n");
	const char *text = "\n", *name = "a.h";
	cl_program foreign_header = clCreateProgramWithSource(foreign, 1, &text, NULL, &status);
	ok(status);
	check_status(clCompileProgram(no_program, 0, NULL, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_PROGRAM);
	check_status(clCompileProgram(p, 1, NULL, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_VALUE);
	check_status(clCompileProgram(p, 0, &device, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_VALUE);
	check_robust(clCompileProgram(p, 0, NULL, "", 0, &header, &name, NULL, NULL), CL_INVALID_VALUE);
	check_robust(clCompileProgram(p, 0, NULL, "", 1, NULL, &name, NULL, NULL), CL_INVALID_VALUE);
	check_robust(clCompileProgram(p, 0, NULL, "", 1, &header, NULL, NULL, NULL), CL_INVALID_VALUE);
	check_robust(clCompileProgram(p, 0, NULL, "", 0, NULL, NULL, NULL, &p), CL_INVALID_VALUE);
	check_robust(clCompileProgram(p, 1, &no_device, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_DEVICE);
	check_status(clCompileProgram(p, 0, NULL, "-no-such-option", 0, NULL, NULL, NULL, NULL), CL_INVALID_COMPILER_OPTIONS);
	check_status(clCompileProgram(bad, 0, NULL, "", 0, NULL, NULL, NULL, NULL), CL_COMPILE_PROGRAM_FAILURE);
	check_status(clCompileProgram(with_header, 0, NULL, "", 0, NULL, NULL, NULL, NULL), CL_COMPILE_PROGRAM_FAILURE);
	check_status(clCompileProgram(with_header, 0, NULL, "", 1, &foreign_header, &name, NULL, NULL), CL_INVALID_CONTEXT); // PoCL 3.1 compiles
	ok(clBuildProgram(p, 0, NULL, "", NULL, NULL));
	cl_kernel k = kernel_of(p, "k");
	check_robust(clCompileProgram(p, 0, NULL, "", 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION);
	ok(clReleaseKernel(k));
	ok(clReleaseProgram(p));
	ok(clReleaseProgram(bad));
	ok(clReleaseProgram(with_header));
	ok(clReleaseProgram(header));
	ok(clReleaseProgram(foreign_header));
}

#define link(c, devices, list, options, n, programs, data) clLinkProgram(c, devices, list, options, n, programs, NULL, data, &status)

static void test_link(cl_context foreign) {
	cl_program object = program_of(good), open = program_of(missing), never = program_of(good), executable = program_of(good);
	ok(clCompileProgram(object, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
	ok(clCompileProgram(open, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
	ok(clBuildProgram(executable, 0, NULL, "", NULL, NULL));
	check_create(link(NULL, 0, NULL, "", 1, &object, NULL), CL_INVALID_CONTEXT);
	check_create(link(no_context, 0, NULL, "", 1, &object, NULL), CL_INVALID_CONTEXT);
	check_create(link(context, 1, NULL, "", 1, &object, NULL), CL_INVALID_VALUE);
	check_create(link(context, 0, &device, "", 1, &object, NULL), CL_INVALID_VALUE);
	check_create(link(context, 0, NULL, "", 0, NULL, NULL), CL_INVALID_VALUE);
	check_create(link(context, 0, NULL, "", 0, &object, NULL), CL_INVALID_VALUE);
	check_create(link(context, 0, NULL, "", 1, NULL, NULL), CL_INVALID_VALUE);
	if (!other_driver()) check_create(link(context, 0, NULL, "", 1, &no_program, NULL), CL_INVALID_PROGRAM);
	check_create(link(context, 0, NULL, "", 1, &object, &object), CL_INVALID_VALUE);
	if (!other_driver()) check_create(link(context, 1, &no_device, "", 1, &object, NULL), CL_INVALID_DEVICE);
	check_create(link(context, 0, NULL, "-no-such-option", 1, &object, NULL), CL_INVALID_LINKER_OPTIONS);
	if (!other_driver()) { // PoCL 3.1 links programs of other contexts and executables, and crashes on sources
		check_create(link(context, 0, NULL, "", 1, &never, NULL), CL_INVALID_OPERATION);
		check_create(link(foreign, 0, NULL, "", 1, &object, NULL), CL_INVALID_CONTEXT);
		check_create(link(context, 0, NULL, "", 1, &executable, NULL), CL_INVALID_OPERATION);
		cl_int status;
		cl_program failed = link(context, 0, NULL, "", 1, &open, NULL);
		check(status == CL_LINK_PROGRAM_FAILURE, "%d", status);
		if (failed) ok(clReleaseProgram(failed)); // it only carries the log
	}
	ok(clReleaseProgram(object));
	ok(clReleaseProgram(open));
	ok(clReleaseProgram(never));
	ok(clReleaseProgram(executable));
}

static void test_queries(void) {
	cl_program p = program_of(good);
	cl_uint count = 0;
	size_t size = 0;
	char text[100];
	check_status(clGetProgramInfo(no_program, CL_PROGRAM_NUM_DEVICES, 0, NULL, NULL), CL_INVALID_PROGRAM);
	check_status(clGetProgramInfo(p, 0x7777, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clGetProgramInfo(p, CL_PROGRAM_NUM_DEVICES, sizeof count - 1, &count, NULL), CL_INVALID_VALUE);
	check_status(clGetProgramInfo(p, CL_PROGRAM_NUM_KERNELS, sizeof size, &size, NULL), CL_INVALID_PROGRAM_EXECUTABLE);
	check_status(clGetProgramInfo(p, CL_PROGRAM_KERNEL_NAMES, sizeof text, text, NULL), CL_INVALID_PROGRAM_EXECUTABLE);
	check_status(clGetProgramBuildInfo(no_program, device, CL_PROGRAM_BUILD_STATUS, 0, NULL, NULL), CL_INVALID_PROGRAM);
	check_status(clGetProgramBuildInfo(p, no_device, CL_PROGRAM_BUILD_STATUS, 0, NULL, NULL), CL_INVALID_DEVICE);
	check_status(clGetProgramBuildInfo(p, device, 0x7777, 0, NULL, NULL), CL_INVALID_VALUE);
	check_status(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_STATUS, 1, text, NULL), CL_INVALID_VALUE);
	ok(clReleaseProgram(p));
}

static void test_kernels(void) {
	cl_program p = program_of(good), bad = program_of(broken);
	cl_kernel k;
	cl_uint count = 0;
	check_create(clCreateKernel(no_program, "k", &status), CL_INVALID_PROGRAM);
	check_create(clCreateKernel(p, "k", &status), CL_INVALID_PROGRAM_EXECUTABLE);
	check_status(clCreateKernelsInProgram(no_program, 1, &k, &count), CL_INVALID_PROGRAM);
	check_status(clCreateKernelsInProgram(p, 1, &k, &count), CL_INVALID_PROGRAM_EXECUTABLE);
	check_status(clBuildProgram(bad, 0, NULL, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
	check_create(clCreateKernel(bad, "k", &status), CL_INVALID_PROGRAM_EXECUTABLE);
	ok(clBuildProgram(p, 0, NULL, "", NULL, NULL));
	check_create(clCreateKernel(p, "nowhere", &status), CL_INVALID_KERNEL_NAME);
	check_create(clCreateKernel(p, NULL, &status), CL_INVALID_VALUE);
	check_status(clCreateKernelsInProgram(p, 0, &k, &count), CL_INVALID_VALUE);
	ok(clCreateKernelsInProgram(p, 0, NULL, &count));
	check(count == 1, "%u", count);
	ok(clReleaseProgram(p));
	ok(clReleaseProgram(bad));
}

int main(void) {
	open_device();
	no_program = other_kind(queue);
	no_context = other_kind(queue);
	cl_context foreign = other_context();
	test_create();
	test_create_from_binary();
	test_build();
	test_compile(foreign);
	test_link(foreign);
	test_queries();
	test_kernels();
	ok(clReleaseContext(foreign));
	return done();
}
