// The output of printf that a context's function takes (cl_arm_printf), and the length modifiers z and t.
#include "check.h"
#include <unistd.h>

static char printed[4 << 20];
static size_t length, last_complete;
static int user_data;

static void take(const char *text, size_t bytes, size_t complete, void *data) {
	check(data == &user_data, "user_data is %p", data);
	memcpy(printed + length, text, bytes);
	length += bytes;
	printed[length] = 0;
	last_complete = complete;
}

static void notify(const char *reason, const void *info, size_t size, void *data) {}

static const char *output(cl_kernel kernel, size_t global) {
	length = 0, printed[0] = 0;
	run1(kernel, global, 1);
	ok(clFinish(queue));
	return printed;
}

int main(void) {
	open_device();
	cl_context_properties properties[] = {CL_PRINTF_CALLBACK_ARM, (cl_context_properties)take, CL_PRINTF_BUFFERSIZE_ARM,
		3 << 20, CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
	cl_int status;
	ok(clReleaseCommandQueue(queue));
	ok(clReleaseContext(context));
	context = clCreateContext(properties, 1, &device, notify, &user_data, &status);
	ok(status);
	queue = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	cl_program program = build_with(
		"kernel void hello(void) { if (get_global_id(0) == 3) printf(\"Hello from %d of %d\\n\", 3, 4); }\n"
		"kernel void quiet(global int *a) { *a = 1; }\n"
		"kernel void much(global int *failed) {\n"
		"  for (int i = 0; i < 1000; i++) if (printf(\"%1000d\", i) < 0) atomic_inc(failed);\n"
		"}\n"
		"kernel void lengths(void) {\n"
		"  size_t z = 0x123456789abcUL; ptrdiff_t t = -5000000000L;\n"
		"  printf(\"%zu %zx %zX %zo %zd %td %ti %tx\\n\", z, z, z, z, z, t, t, t);\n"
		"  printf(\"%5zu|%-5td|%05zu|%+td\\n\", (size_t)7, (ptrdiff_t)-7, (size_t)7, (ptrdiff_t)7);\n"
		"}\n", "");
	check(!strcmp(output(kernel_of(program, "hello"), 8), "Hello from 3 of 4\n"), "%s", printed);
	check(last_complete != 0, "not complete");
	cl_mem word = buffer_of(4, &(cl_int){0});
	cl_kernel quiet = kernel_of(program, "quiet"), much = kernel_of(program, "much");
	arg(quiet, 0, word);
	check(!*output(quiet, 1), "%s", printed);
	ok(clEnqueueFillBuffer(queue, word, &(cl_int){0}, 4, 0, 4, 0, NULL, NULL));
	arg(much, 0, word);
	output(much, 2);
	check(length == 2000000, "%zu", length);
	output(much, 4);
	cl_int failed = 0;
	read_back(word, &failed, 4);
	check(length <= 3 << 20 && failed > 800 && length == (4000 - failed) * 1000ul, "%zu, %d failed", length, failed);
	check(!strcmp(output(kernel_of(program, "lengths"), 1),
		"20015998343868 123456789abc 123456789ABC 443212636115274 20015998343868 -5000000000 -5000000000 fffffffed5fa0e00\n"
		"    7|-7   |00007|+7\n"), "%s", printed);
	properties[1] = 0;
	check_create(clCreateContext(properties, 1, &device, NULL, NULL, &status), CL_INVALID_PROPERTY);

	// a context that uses the extension without a function drops the output
	fflush(stdout);
	int standard = dup(1);
	FILE *text = tmpfile();
	dup2(fileno(text), 1);
	cl_context_properties size[] = {CL_PRINTF_BUFFERSIZE_ARM, 1 << 20, 0};
	context = clCreateContext(size, 1, &device, NULL, NULL, &status);
	queue = clCreateCommandQueue(context, device, 0, &status);
	cl_kernel dropped = kernel_of(build("kernel void hello(void) { printf(\"dropped\\n\"); }"), "hello");
	run1(dropped, 4, 1);
	ok(clFinish(queue));
	dup2(standard, 1);
	check(lseek(fileno(text), 0, SEEK_END) == 0, "output");
	return done();
}
