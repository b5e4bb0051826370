// space MEGABYTES KIND: a limit of address space, so many megabytes above what the process has, that is set when the
// driver is at work; 0 is none. Builds that need more fail with CL_OUT_OF_HOST_MEMORY and say why in their logs; small ones go on, and all is
// well when the limit is lifted. Kinds of sources:
//   functions   many functions
//   kernels     many kernels
//   one         a kernel of many statements
//   macro       macros that double
#include "check.h"
#include <sys/resource.h>
#include <unistd.h>

enum { SOURCE = 24 << 20 };

static char *text;
static size_t length;

static void add(const char *format, int number) { length += sprintf(text + length, format, number, number); }

static void write_source(const char *kind, size_t bytes) {
	length = 0;
	if (!strcmp(kind, "one")) add("kernel void k(global int *x) { int a = %d;\n", 0);
	if (!strcmp(kind, "macro")) {
		add("#define M0(x) x = x * 3 + %d;\n", 1);
		for (int i = 1; i < 24; i++) length += sprintf(text + length, "#define M%d(x) M%d(x) M%d(x)\n", i, i - 1, i - 1);
		add("kernel void k(global int *x) { int a = 0; M17(a) x[%d] = a; }", 0);
	}
	for (int i = 0; length < bytes && strcmp(kind, "macro"); i++) {
		if (!strcmp(kind, "functions")) add("int f%d(int a) { for (int i = 0; i < a; i++) a = a * 3 + %d; return a; }\n", i);
		if (!strcmp(kind, "kernels")) add("kernel void k%d(global int *x) { x[get_global_id(0)] += %d; }\n", i);
		if (!strcmp(kind, "one")) add("a = a * %d + x[a & %d];\n", i);
	}
	if (!strcmp(kind, "one")) add("x[%d] = a; }\n", 0);
}

static size_t address_space(void) {
	size_t pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	check(file && fscanf(file, "%zu", &pages) == 1);
	fclose(file);
	return pages * 4096;
}

static void limit(rlim_t bytes) {
	struct rlimit l = {bytes, RLIM_INFINITY};
	check(setrlimit(RLIMIT_AS, &l) == 0);
}

static void compute(void) {
	int out[64];
	cl_program program = build("kernel void f(global int *x) { x[get_global_id(0)] = 3 * get_global_id(0); }");
	cl_kernel kernel = kernel_of(program, "f");
	cl_mem buffer = buffer_of(sizeof out, NULL);
	arg(kernel, 0, buffer);
	run1(kernel, 64, 0);
	read_back(buffer, out, sizeof out);
	for (int i = 0; i < 64; i++) check(out[i] == 3 * i);
	ok(clReleaseMemObject(buffer));
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
}

static void build_large(void) {
	char log[4096] = "";
	cl_int status;
	cl_program program = clCreateProgramWithSource(context, 1, (const char **)&text, &length, &status);
	if (status) { // the copy of the source is memory, too
		check_status(status, CL_OUT_OF_HOST_MEMORY);
		return;
	}
	status = clBuildProgram(program, 1, &device, "", NULL, NULL);
	printf("clBuildProgram: %d\n", status);
	if (status) {
		check_status(status, CL_OUT_OF_HOST_MEMORY);
		ok(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
		check(strstr(log, "no memory left") != NULL, "%s", log);
	}
	ok(clReleaseProgram(program));
}

int main(int count, char **arguments) {
	text = malloc(SOURCE + 4096);
	open_device();
	compute();
	size_t more = (size_t)atol(arguments[1]) << 20;
	if (more) limit(address_space() + more);
	write_source(arguments[2], count > 3 ? (size_t)atol(arguments[3]) << 10 : SOURCE);
	build_large();
	compute();
	build_large();
	compute();
	if (!more) return done();
	size_t most = address_space() - (128 << 20); // some of it was for builds
	sleep(4);
	check(address_space() < most, "%zu MB stay reserved, of %zu", address_space() >> 20, most >> 20);
	compute();
	limit(RLIM_INFINITY);
	compute();
	return done();
}
