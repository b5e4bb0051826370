// Sources that are no programs: truncated, nested a million deep, of macros that grow without end, of random bytes, and that
// include themselves. Each is refused with a build log, soon, and in little memory.
#include "check.h"
#include <sys/resource.h>

static double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static long peak_kilobytes(void) {
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

static void has_log(const char *what, cl_program p) {
	size_t size = 0;
	ok(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size));
	check(size > 1, "%s: an empty log", what);
}

// rejected builds what cannot be built: within a second, or two on slow machines, of the processors' time, since others may
// be using them, and with little more memory.
static void rejected(const char *what, const char *source, size_t length) {
	enum { MOST_SECONDS = 2, MOST_KILOBYTES = 256 << 10 };
	cl_int status;
	cl_program p = clCreateProgramWithSource(context, 1, &source, &length, &status);
	ok(status);
	long before = peak_kilobytes();
	double start = cpu_seconds();
	check_status(clBuildProgram(p, 1, &device, "", NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
	double took = cpu_seconds() - start;
	check(took < MOST_SECONDS, "%s takes %.2f s", what, took);
	check(peak_kilobytes() < before + MOST_KILOBYTES, "%s takes %ld KB", what, peak_kilobytes() - before);
	has_log(what, p);
	ok(clReleaseProgram(p));
}

static void test_long_sources(void) {
	enum { MANY = 1000000 };
	char *text = malloc(MANY + 200);
	int n = sprintf(text, "kernel void f(global int *a) { a[0] = ");
	memset(text + n, '(', MANY);
	rejected("a million parentheses", text, n + MANY);
	memset(text + n, '-', MANY);
	rejected("a million minus signs", text, n + MANY);
	memset(text + n, '{', MANY);
	rejected("a million braces", text, n + MANY);
	for (int i = 0; i < MANY; i++) text[i] = random_u32();
	rejected("binary garbage", text, MANY);
	n = sprintf(text, "#define A0 1 + 1\n");
	for (int i = 1; i < 60; i++) n += sprintf(text + n, "#define A%d A%d A%d\n", i, i - 1, i - 1);
	n += sprintf(text + n, "kernel void f(global int *a) { a[0] = A59; }\n");
	rejected("a macro of 2^60 tokens", text, n);
	free(text);
}

static void test_truncated_sources(void) {
	static const char whole[] = "kernel void f(global int *a, float4 v) { for (int i = 0; i < 3; i++) { a[i] = (int)v.x * sizeof(int); } }";
	for (size_t length = 1; length < sizeof whole - 2; length++) rejected("a part of a kernel", whole, length);
	rejected("an open comment", "/* kernel void f() {}", 21);
	rejected("an open string", "kernel void f() { printf(\"abc", 29);
	rejected("an open include", "#include <", 10);
	rejected("an open macro call", "#define f(x) x\nkernel void k() { f(1", 37);
	rejected("an open condition", "#if 1\nkernel void k() {}", 24);
	rejected("a pointer to nothing", "int * const", 11);
}

// test_headers has headers that include themselves and each other.
static void test_headers(void) {
	static const char *const texts[] = {"#include \"self.h\"\n", "#include \"b.h\"\n", "#include \"a.h\"\n#include \"a.h\"\n"};
	const char *names[] = {"self.h", "a.h", "b.h"}, *source = "#include \"self.h\"\nkernel void f() {}", *other = "#include \"a.h\"\n";
	cl_program headers[3];
	cl_int status;
	for (int i = 0; i < 3; i++) {
		headers[i] = clCreateProgramWithSource(context, 1, (const char **)&texts[i], NULL, &status);
		ok(status);
	}
	for (int i = 0; i < 2; i++) {
		cl_program p = clCreateProgramWithSource(context, 1, i ? &other : &source, NULL, &status);
		double start = cpu_seconds();
		check_status(clCompileProgram(p, 1, &device, "", 3, headers, names, NULL, NULL), CL_COMPILE_PROGRAM_FAILURE);
		check(cpu_seconds() - start < 2, "%s takes %.2f s", names[i], cpu_seconds() - start);
		has_log(names[i], p);
		ok(clReleaseProgram(p));
	}
	for (int i = 0; i < 3; i++) ok(clReleaseProgram(headers[i]));
}


int main(void) {
	open_device();
	test_long_sources();
	test_truncated_sources();
	test_headers();
	return done();
}
