// Blocks of OpenCL C that are only called: in programs of one source, of several that are linked, and from binaries; what
// the language forbids, and what versions before 2.0 say.
#include "check.h"

static const char *const source =
	"int (^doubled)(int) = ^(int x) { return 2 * x; };\n"
	"int apply(int (^f)(int), int x) { return f(x) + 1; }\n"
	"kernel void k(global int *out, int n) {\n"
	"  int i = get_global_id(0), kept = n;\n"
	"  int (^plus)(int) = ^(int x) { return x + kept; };\n"
	"  kept = 1000;\n"
	"  out[i] = apply(doubled, i) + 100 * apply(plus, i) + 10000 * apply(^(int x) { return i & x; }, 1);\n"
	"}\n";

static const char *const library =
	"int apply(int (^f)(int), int x) { return f(x) + 1; }\n"
	"void each(int n, void (^f)(int)) { for (int i = 0; i < n; i++) f(i); }\n";
static const char *const user =
	"int apply(int (^f)(int), int x);\n"
	"void each(int n, void (^f)(int));\n"
	"kernel void k(global int *out, int n) {\n"
	"  int i = get_global_id(0);\n"
	"  out[i] = apply(^(int x) { return 2 * x; }, i) + 100 * apply(^(int x) { return x + n; }, i);\n"
	"  each(i & 1, ^(int j) { out[i] += 10000 * (j + 1); });\n"
	"  out[i] += 10000;\n"
	"}\n";

static void test_runs(cl_program program) {
	enum { ITEMS = 100 };
	cl_int out[ITEMS], n = 7;
	cl_mem buffer = buffer_of(sizeof out, NULL);
	cl_kernel kernel = kernel_of(program, "k");
	size_t kernels = 0;
	ok(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof kernels, &kernels, NULL));
	check(kernels == 1, "%zu kernels", kernels);
	arg(kernel, 0, buffer);
	arg(kernel, 1, n);
	run1(kernel, ITEMS, 10);
	read_back(buffer, out, sizeof out);
	for (int i = 0; i < ITEMS; i++) {
		int want = 2 * i + 1 + 100 * (i + n + 1) + 10000 * ((i & 1) + 1);
		check(out[i] == want, "%d: %d, not %d", i, out[i], want);
	}
	ok(clReleaseKernel(kernel));
	ok(clReleaseMemObject(buffer));
}

static cl_program compiled(const char *text) {
	cl_int status;
	cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &status);
	ok(status);
	ok(clCompileProgram(p, 1, &device, "-cl-std=CL3.0", 0, NULL, NULL, NULL, NULL));
	return p;
}

static void test_linked(void) {
	cl_int status;
	cl_program parts[2] = {compiled(library), compiled(user)};
	cl_program linked = clLinkProgram(context, 1, &device, "", 2, parts, NULL, NULL, &status);
	ok(status);
	test_runs(linked);
	ok(clReleaseProgram(linked));
	ok(clReleaseProgram(parts[0]));
	ok(clReleaseProgram(parts[1]));
}

static void test_binary(cl_program program) {
	size_t size = 0;
	ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
	unsigned char *binary = malloc(size);
	ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
	cl_int status, each;
	const unsigned char *given = binary;
	cl_program p = clCreateProgramWithBinary(context, 1, &device, &size, &given, &each, &status);
	ok(status);
	ok(each);
	ok(clBuildProgram(p, 1, &device, "", NULL, NULL));
	test_runs(p);
	ok(clReleaseProgram(p));
	free(binary);
}

// must_not_build wants a build that fails with words in its log.
static void must_not_build(const char *text, const char *options, const char *words) {
	static char log[65536];
	cl_int status;
	cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &status);
	ok(status);
	check_status(clBuildProgram(p, 1, &device, options, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
	ok(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
	if (!other_driver()) check(strstr(log, words) != NULL, "%s: %s", words, log);
	ok(clReleaseProgram(p));
}

static void test_errors(void) {
	const char *const since = "-cl-std=CL3.0";
	must_not_build("kernel void k(void) { void (^f)(void); }", since, "must be initialized");
	must_not_build("kernel void k(void) { void (^f)(void) = ^{ }; f = ^{ }; }", since, "cannot be modified");
	must_not_build("kernel void k(void) { void (^f)(void) = ^{ }; (1 ? f : f)(); }", since, "operand of '?:'");
	must_not_build("kernel void k(void) { void (^f)(void) = ^{ }; &f; }", since, "operand of '&'");
	must_not_build("kernel void k(void) { int n; void (^f)(void) = ^{ n = 1; }; }", since, "cannot assign");
	must_not_build("kernel void k(void) { void (^f)(void) = ^{ }; void (^g)(void) = ^{ f(); }; }", since, "cannot use 'f'");
	must_not_build("struct s { void (^f)(void); };", since, "cannot be used for a field");
	must_not_build("typedef void (^f)(void); f list[2];", since, "an array of");
	must_not_build("typedef void (^f)(void); f *p;", since, "pointers to");
	must_not_build("typedef void (^f)(void); f g(void);", since, "cannot return");
	must_not_build("kernel void k(void) { __block int n; }", since, "'__block' does not exist");
	must_not_build("kernel void k(void) { ^{ }(); }", "-cl-std=CL1.2", "OpenCL C 2.0");
	must_not_build("void f(int n) { void (^g)(void) = ^{ f(n); }; g(); } kernel void k(void) { f(1); }", since, "recursion");
}

int main(void) {
	open_device();
	cl_program program = build_with(source, "-cl-std=CL3.0");
	test_runs(program);
	test_binary(program);
	test_linked();
	test_errors();
	cl_program version20 = build_with(source, "-cl-std=CL2.0");
	test_runs(version20);
	return done();
}
