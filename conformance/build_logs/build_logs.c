// Build logs name line and column, show the source line with a caret, and tell several errors of one build.
#include "check.h"

static const char *log_of(const char *source, const char *options, cl_int wanted) {
	static char log[1 << 16];
	cl_int status;
	cl_program p = clCreateProgramWithSource(context, 1, &source, NULL, &status);
	ok(status);
	check_status(clBuildProgram(p, 1, &device, options, NULL, NULL), wanted);
	log[0] = 0;
	ok(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
	ok(clReleaseProgram(p));
	return log;
}

static void contains(const char *log, const char *part) { check(strstr(log, part) != NULL, "no '%s' in:\n%s", part, log); }

static void fails(const char *source, const char *part) { contains(log_of(source, "", CL_BUILD_PROGRAM_FAILURE), part); }

static char reason[1000];

static void CL_CALLBACK note(const char *text, const void *data, size_t size, void *user) { snprintf(reason, sizeof reason, "%s", text); }

// clCompileProgram tells the option in the log; clLinkProgram makes no program, so it is told to the context's callback.
static void test_no_compile_or_link(void) {
	static char log[1000];
	cl_int status;
	const char *source = "kernel void f(void) {}";
	cl_context c = clCreateContext(NULL, 1, &device, note, NULL, &status);
	ok(status);
	cl_program p = clCreateProgramWithSource(c, 1, &source, NULL, &status);
	ok(status);
	check_status(clCompileProgram(p, 1, &device, "-unheard", 0, NULL, NULL, NULL, NULL), CL_INVALID_COMPILER_OPTIONS);
	ok(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
	contains(log, "-unheard");
	ok(clCompileProgram(p, 1, &device, NULL, 0, NULL, NULL, NULL, NULL));
	check(clLinkProgram(c, 1, &device, "-unlinked", 1, &p, NULL, NULL, &status) == NULL, "a program");
	check_status(status, CL_INVALID_LINKER_OPTIONS);
	contains(reason, "-unlinked");
	ok(clReleaseProgram(p));
	ok(clReleaseContext(c));
}

int main(void) {
	open_device();
	const char *log = log_of("kernel void f(global int *a) {\n  a[0] = missing;\n  int x = ;\n  a[1] = also;\n}\n", "", CL_BUILD_PROGRAM_FAILURE);
	contains(log, ":2:10: error:");
	contains(log, "'missing'");
	contains(log, "  a[0] = missing;");
	contains(log, "         ^");
	contains(log, ":3:");
	contains(log, ":4:");
	fails("kernel void f(global int *a) { float4 v; a[0] = v.q; }", "error");
	fails("kernel void f(global int *a) { local int *l = a; }", "error");
	fails("kernel int f(global int *a) { return 1; }", "void");
	fails("kernel void f(global int *a) { a[0] = g(1); }", "'g'");
	fails("#error stop here\nkernel void f(void) {}", "stop here");
	fails("#include \"nowhere.h\"\nkernel void f(void) {}", "nowhere.h");
	fails("int f(int x) { return x ? f(x - 1) : 0; } kernel void g(global int *a) { a[0] = f(3); }", "recurs");
	fails("kernel void f(global int *a) { break; }", "break");
	fails("kernel void f(global int *a) { goto nowhere; }", "nowhere");
	fails("kernel void f(global int *a) { int i = 3 int j; }", "';'");
	fails("kernel void f(global int *a) { a[0] = 1;", "error");
	fails("kernel void f(global int *a) { float4 v = (float4)(1, 2, 3); }", "error");
	fails("kernel void f(global int *a) { int4 i = (int4)(1); float4 v = i; }", "error");
	fails("kernel void f(global int *a) { const int i = 1; i = 2; }", "error");
	fails("kernel void f(constant int *a) { a[0] = 2; }", "error");
	fails("struct S { int a : 3; }; kernel void f(global int *a) {}", "bit-field");
	log = log_of("#warning look\nkernel void f(void) {}", "", CL_SUCCESS);
	contains(log, "warning:");
	contains(log, "look");
	check(strlen(log_of("kernel void f(void) {}", "", CL_SUCCESS)) < 2, "a clean build has an empty log");
	contains(log_of("#warning look\nkernel void f(void) {}", "-Werror", CL_BUILD_PROGRAM_FAILURE), "look");
	contains(log_of("kernel void f(void) {}", "-DX -nonsense=3", CL_INVALID_BUILD_OPTIONS), "-nonsense=3");
	check(strlen(log_of("kernel void f(void) {}", "-O2 -Wall -x clc -UX", CL_SUCCESS)) < 2, "nothing to say of options that ask for nothing special");
	contains(log_of("kernel void f(void) {}", "-cl-nv-verbose -Werror", CL_SUCCESS), "'-cl-nv-verbose' has no effect");
	contains(log_of("#pragma OPENCL EXTENSION cl_nobody_has : enable\nkernel void f(void) {}", "", CL_SUCCESS), "cl_nobody_has");
	contains(log_of("#pragma OPENCL EXTENSION cl_nobody_has : enable\nkernel void f(void) {}", "-Werror", CL_BUILD_PROGRAM_FAILURE), "cl_nobody_has");
	test_no_compile_or_link();
	return done();
}
