// Ways to bring a process down: `kill -list` names them, `kill NAME` tries one. However the call or the command ends, the
// process is to live, and the next kernel to be right.
#define _GNU_SOURCE
#include "check.h"
#include "ways.h"
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#define WILD ((void *)0x10)

static cl_program good;

static void CL_CALLBACK ignore(const char *text, const void *info, size_t size, void *data) {}

// check_good runs a kernel that is right, within the process that has survived.
static void check_good(void) {
	enum { ITEMS = 1000 };
	static cl_int values[ITEMS];
	size_t n = ITEMS;
	int wrong = 0;
	cl_kernel kernel = kernel_of(good, "good");
	cl_mem buffer = buffer_of(sizeof values, NULL);
	arg(kernel, 0, buffer);
	cl_command_queue q = clCreateCommandQueue(context, device, 0, NULL);
	ok(clEnqueueNDRangeKernel(q, kernel, 1, NULL, &n, NULL, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(q, buffer, CL_TRUE, 0, sizeof values, values, 0, NULL, NULL));
	for (int i = 0; i < ITEMS; i++) wrong += values[i] != 3 * i;
	check(wrong == 0, "%d numbers are wrong", wrong);
}

// show_log says why a program was refused.
static void show_log(cl_program program) {
	static char log[1 << 20];
	clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
	printf("refused: %.300s\n", log);
}

// build_any builds a program of any version of the language.
static cl_int build_any(cl_program program) {
	return clBuildProgram(program, 1, &device, "", NULL, NULL) &&
		clBuildProgram(program, 1, &device, "-cl-std=CL3.0", NULL, NULL);
}

static void try_kernel(const struct kernel_way *way) {
	static char source[4096];
	const char *text = source;
	cl_int status, zero = 0;
	size_t global = 64, local = 32;
	snprintf(source, sizeof source, "%s kernel void k(global int *p, int z) { int i = get_global_id(0); %s }", way->before,
		way->body);
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &status);
	if (build_any(program)) return show_log(program);
	cl_kernel kernel = kernel_of(program, "k");
	cl_mem buffer = buffer_of(4096, NULL);
	arg(kernel, 0, buffer);
	arg(kernel, 1, zero);
	int kept = dup(1), nothing = open("/dev/null", O_WRONLY); // of printf
	fflush(stdout);
	dup2(nothing, 1);
	for (int i = 0; i < 2; i++) {
		clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
		clFinish(queue);
	}
	dup2(kept, 1);
}

// numbered writes a piece, with i for each @ and i + 1 for each $.
static size_t numbered(char *to, const char *piece, int i) {
	char *begin = to;
	for (; *piece; piece++) {
		if (*piece == '@' || *piece == '$') to += sprintf(to, "%d", i + (*piece == '$'));
		else *to++ = *piece;
	}
	return to - begin;
}

// text_of makes a source: numbers stand for @ and $ in what is repeated.
static char *text_of(const struct source_way *way) {
	const char *closing = way->closing ? way->closing : "", *end = way->end ? way->end : "";
	size_t most = (strlen(way->piece) + strlen(closing)) * 8, length;
	char *text = malloc(strlen(way->head) + strlen(way->tail) + strlen(end) + most * way->times + 1);
	length = sprintf(text, "%s", way->head);
	for (int i = 0; i < way->times; i++) length += numbered(text + length, way->piece, i);
	length += sprintf(text + length, "%s", way->tail);
	for (int i = 0; i < way->times; i++) length += numbered(text + length, closing, i);
	sprintf(text + length, "%s", end);
	return text;
}

static void try_source(int which) {
	char *text = text_of(&source_ways[which]);
	cl_int status;
	size_t n = 64;
	cl_program program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &status);
	ok(status);
	if (build_any(program)) show_log(program);
	cl_kernel kernel = clCreateKernel(program, "k", NULL);
	cl_mem buffer = buffer_of(4096, NULL);
	if (kernel && !clSetKernelArg(kernel, 0, sizeof buffer, &buffer)) {
		clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL);
		clFinish(queue);
	}
	if (kernel) ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
	free(text);
}

static cl_mem some_buffer(void) { return buffer_of(4096, NULL); }

static cl_kernel some_kernel(void) { return kernel_of(good, "good"); }

// CALL(name, words, statements) is a way to bring a process down by calls.
#define CALLS \
	CALL(read_to_nowhere, "a read to an invalid pointer", clEnqueueReadBuffer(queue, some_buffer(), 1, 0, 64, WILD, 0, 0, 0)) \
	CALL(write_from_nowhere, "a write from an invalid pointer", clEnqueueWriteBuffer(queue, some_buffer(), 1, 0, 64, WILD, 0, 0, 0)) \
	CALL(read_later, "a read to an invalid pointer, not blocking", clEnqueueReadBuffer(queue, some_buffer(), 0, 0, 64, WILD, 0, 0, 0); clFinish(queue)) \
	CALL(read_too_much, "a read of more than the buffer has", static char r[8192]; clEnqueueReadBuffer(queue, some_buffer(), 1, 0, 8192, r, 0, 0, 0)) \
	CALL(read_overflow, "offset and size that overflow", static char r[64]; clEnqueueReadBuffer(queue, some_buffer(), 1, ~(size_t)0 - 10, 64, r, 0, 0, 0)) \
	CALL(copy_overlap, "a copy of a buffer onto itself", cl_mem b = some_buffer(); clEnqueueCopyBuffer(queue, b, b, 0, 8, 100, 0, 0, 0); clFinish(queue)) \
	CALL(fill_odd, "a fill by a pattern of odd size", clEnqueueFillBuffer(queue, some_buffer(), "abc", 3, 0, 99, 0, 0, 0)) \
	CALL(fill_pattern_nowhere, "a fill by a pattern at an invalid pointer", clEnqueueFillBuffer(queue, some_buffer(), WILD, 4, 0, 64, 0, 0, 0)) \
	CALL(buffer_from_nowhere, "a buffer from an invalid pointer", clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 4096, WILD, 0)) \
	CALL(buffer_over_nowhere, "a buffer over an invalid pointer, used", cl_mem b = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4096, WILD, 0); cl_kernel k = some_kernel(); clSetKernelArg(k, 0, sizeof b, &b); size_t n = 64; clEnqueueNDRangeKernel(queue, k, 1, 0, &n, 0, 0, 0, 0); clFinish(queue)) \
	CALL(buffer_huge, "a buffer of 2^63 bytes", clCreateBuffer(context, 0, (size_t)1 << 63, NULL, 0)) \
	CALL(buffers_without_end, "buffers until there is no memory", for (int i = 0; i < 1000 && clCreateBuffer(context, 0, 1 << 30, NULL, 0); i++) {}) \
	CALL(null_queue, "a queue that is NULL", clFinish(NULL); clFlush(NULL)) \
	CALL(null_objects, "releases of NULL", clReleaseMemObject(NULL); clReleaseKernel(NULL); clReleaseProgram(NULL); clReleaseEvent(NULL); clReleaseContext(NULL); clReleaseCommandQueue(NULL)) \
	CALL(released_buffer, "a buffer that was released", cl_mem b = some_buffer(); clReleaseMemObject(b); char r[64]; clEnqueueReadBuffer(queue, b, 1, 0, 64, r, 0, 0, 0)) \
	CALL(released_twice, "a buffer that is released twice", cl_mem b = some_buffer(); clReleaseMemObject(b); clReleaseMemObject(b)) \
	CALL(released_argument, "a kernel whose argument was released", cl_mem b = some_buffer(); cl_kernel k = some_kernel(); clSetKernelArg(k, 0, sizeof b, &b); clReleaseMemObject(b); size_t n = 64; clEnqueueNDRangeKernel(queue, k, 1, 0, &n, 0, 0, 0, 0); clFinish(queue)) \
	CALL(released_event, "a wait for an event that was released", cl_event e = clCreateUserEvent(context, 0); clReleaseEvent(e); clWaitForEvents(1, &e)) \
	CALL(released_context, "a context that is released first", cl_context c = other_context(); cl_command_queue q = clCreateCommandQueue(c, device, 0, 0); clReleaseContext(c); clFinish(q); clReleaseCommandQueue(q)) \
	CALL(wrong_kind, "a kernel in the place of a buffer", char r[64]; clEnqueueReadBuffer(queue, (cl_mem)some_kernel(), 1, 0, 64, r, 0, 0, 0)) \
	CALL(garbage_event, "an event that is the address of something else", long w[8] = {1, 2, 3}; cl_event e = (cl_event)w; w[0] = *(long *)queue; clWaitForEvents(1, &e)) \
	CALL(argument_nowhere, "arg_value that is an invalid pointer", clSetKernelArg(some_kernel(), 0, sizeof(cl_mem), WILD)) \
	CALL(argument_garbage, "an argument that is no buffer", long g = 0x1234567890; cl_kernel k = some_kernel(); clSetKernelArg(k, 0, sizeof g, &g); size_t n = 64; clEnqueueNDRangeKernel(queue, k, 1, 0, &n, 0, 0, 0, 0); clFinish(queue)) \
	CALL(argument_index, "the argument 2^32 - 1", int v = 0; clSetKernelArg(some_kernel(), ~0u, sizeof v, &v)) \
	CALL(arguments_missing, "a kernel without arguments set", size_t n = 64; clEnqueueNDRangeKernel(queue, some_kernel(), 1, 0, &n, 0, 0, 0, 0)) \
	CALL(range_huge, "2^63 work-items in groups of 3", cl_mem b = some_buffer(); cl_kernel k = some_kernel(); clSetKernelArg(k, 0, sizeof b, &b); size_t n[3] = {~(size_t)0, ~(size_t)0, ~(size_t)0}, l[3] = {3, 3, 3}; clEnqueueNDRangeKernel(queue, k, 3, 0, n, l, 0, 0, 0); clFinish(queue)) \
	CALL(range_zero, "no work-items, groups of none", cl_mem b = some_buffer(); cl_kernel k = some_kernel(); clSetKernelArg(k, 0, sizeof b, &b); size_t n[3] = {0}, l[3] = {0}; clEnqueueNDRangeKernel(queue, k, 3, 0, n, l, 0, 0, 0); clFinish(queue)) \
	CALL(range_dimensions, "2^32 - 1 dimensions", size_t n = 64; clEnqueueNDRangeKernel(queue, some_kernel(), ~0u, 0, &n, 0, 0, 0, 0)) \
	CALL(wait_list_nowhere, "a list of events at an invalid pointer", clEnqueueMarkerWithWaitList(queue, 3, WILD, 0); clFinish(queue)) \
	CALL(wait_list_long, "a list of 2^32 - 1 events", cl_event e = clCreateUserEvent(context, 0); clSetUserEventStatus(e, 0); clWaitForEvents(~0u, &e)) \
	CALL(event_to_nowhere, "an event to be written to an invalid pointer", clEnqueueMarkerWithWaitList(queue, 0, 0, WILD); clFinish(queue)) \
	CALL(info_to_nowhere, "an answer to be written to an invalid pointer", clGetDeviceInfo(device, CL_DEVICE_NAME, 1000, WILD, 0); clGetContextInfo(context, CL_CONTEXT_DEVICES, 8, WILD, WILD)) \
	CALL(info_unknown, "queries that there are not", char r[64]; for (unsigned i = 0; i < 0x3000; i++) clGetDeviceInfo(device, i, sizeof r, r, 0)) \
	CALL(source_nowhere, "a source at an invalid pointer", const char *s = WILD; clCreateProgramWithSource(context, 1, &s, 0, 0)) \
	CALL(source_list_nowhere, "a list of sources at an invalid pointer", clCreateProgramWithSource(context, 5, WILD, 0, 0)) \
	CALL(source_length, "a source that is longer than its memory", const char *s = "x"; size_t n = (size_t)1 << 45; clCreateProgramWithSource(context, 1, &s, &n, 0)) \
	CALL(options_nowhere, "build options at an invalid pointer", clBuildProgram(good, 1, &device, WILD, 0, 0)) \
	CALL(options_long, "a megabyte of build options", char *o = malloc(1 << 20); memset(o, '-', 1 << 20); o[(1 << 20) - 1] = 0; const char *s = "kernel void k() {}"; clBuildProgram(clCreateProgramWithSource(context, 1, &s, 0, 0), 1, &device, o, 0, 0)) \
	CALL(binary_garbage, "a binary of random bytes", static unsigned char b[4096]; for (int i = 0; i < 4096; i++) b[i] = random_u32(); const unsigned char *l = b; size_t n = 4096; cl_int s; clCreateProgramWithBinary(context, 1, &device, &n, &l, &s, 0)) \
	CALL(binary_changed, "a binary with a byte changed", size_t n; clGetProgramInfo(good, CL_PROGRAM_BINARY_SIZES, sizeof n, &n, 0); unsigned char *b = malloc(n); clGetProgramInfo(good, CL_PROGRAM_BINARIES, sizeof b, &b, 0); for (size_t i = 0; i < n; i += 7) { b[i] ^= 1; cl_program p = clCreateProgramWithBinary(context, 1, &device, &n, (const unsigned char **)&b, 0, 0); if (p) { clBuildProgram(p, 1, &device, "", 0, 0); clReleaseProgram(p); } b[i] ^= 1; }) \
	CALL(binary_short, "a binary that is cut off", size_t n; clGetProgramInfo(good, CL_PROGRAM_BINARY_SIZES, sizeof n, &n, 0); unsigned char *b = malloc(n); clGetProgramInfo(good, CL_PROGRAM_BINARIES, sizeof b, &b, 0); for (size_t m = 1; m < n; m += 5) { cl_program p = clCreateProgramWithBinary(context, 1, &device, &m, (const unsigned char **)&b, 0, 0); if (p) clBuildProgram(p, 1, &device, "", 0, 0); }) \
	CALL(module_garbage, "a module of random words", static unsigned w[1000]; for (int i = 0; i < 1000; i++) w[i] = random_u32(); w[0] = 0x07230203; cl_program p = clCreateProgramWithIL(context, w, sizeof w, 0); if (p) clBuildProgram(p, 1, &device, "", 0, 0)) \
	CALL(map_twice, "memory that is unmapped more often than mapped", cl_mem b = some_buffer(); void *m = clEnqueueMapBuffer(queue, b, 1, 3, 0, 64, 0, 0, 0, 0); clEnqueueUnmapMemObject(queue, b, m, 0, 0, 0); clEnqueueUnmapMemObject(queue, b, m, 0, 0, 0); clEnqueueUnmapMemObject(queue, b, WILD, 0, 0, 0); clFinish(queue)) \
	CALL(svm_free_twice, "shared memory that is freed twice", void *s = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0); clSVMFree(context, s); clSVMFree(context, s); clSVMFree(context, WILD)) \
	CALL(svm_copy_nowhere, "a copy of shared memory from an invalid pointer", void *s = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0); clEnqueueSVMMemcpy(queue, 1, s, WILD, 64, 0, 0, 0)) \
	CALL(event_set_twice, "a user event that is set twice", cl_event e = clCreateUserEvent(context, 0); clSetUserEventStatus(e, -5); clSetUserEventStatus(e, 0); clSetUserEventStatus(e, 12345)) \
	CALL(event_never_set, "commands that wait for an event for ever", cl_event e = clCreateUserEvent(context, 0); cl_command_queue q = clCreateCommandQueue(context, device, 0, 0); clEnqueueMarkerWithWaitList(q, 1, &e, 0); clReleaseEvent(e); clReleaseCommandQueue(q)) \
	CALL(image_huge, "an image of 2^40 pixels", cl_image_format f = {CL_RGBA, CL_FLOAT}; cl_image_desc d = {CL_MEM_OBJECT_IMAGE2D, 1 << 20, 1 << 20}; clCreateImage(context, 0, &f, &d, 0, 0)) \
	CALL(image_garbage, "an image of random descriptions", unsigned w[40]; for (int k = 0; k < 1000; k++) { for (int i = 0; i < 40; i++) w[i] = k & 1 ? random_u32() : random_u32() & 0x1fff; w[10 + 19] = w[10 + 18] = 0; clCreateImage(context, 0, (void *)w, (void *)(w + 4), 0, 0); }) \
	CALL(image_description_nowhere, "an image's description at an invalid pointer", clCreateImage(context, 0, WILD, WILD, 0, 0))

#define CALL(name, words, ...) static void call_##name(void) { __VA_ARGS__; }
CALLS
#undef CALL

static const struct { const char *name, *words; void (*call)(void); } call_ways[] = {
#define CALL(name, words, ...) {#name, words, call_##name},
	CALLS
#undef CALL
};

enum { CALL_WAYS = sizeof call_ways / sizeof *call_ways };

#include "ways_masses.h"

static void list(void) {
	for (int i = 0; i < KERNEL_WAYS; i++) printf("%s\t%s\n", kernel_ways[i].name, kernel_ways[i].words);
	for (int i = 0; i < SOURCE_WAYS; i++) printf("%s\t%s\n", source_ways[i].name, source_ways[i].words);
	for (int i = 0; i < CALL_WAYS; i++) printf("%s\t%s\n", call_ways[i].name, call_ways[i].words);
	for (int i = 0; i < HOST_WAYS; i++) printf("%s\t%s\n", host_ways[i].name, host_ways[i].words);
	for (int i = 0; i < STRANGER_WAYS; i++) printf("%s\t%s\n", stranger_ways[i].name, stranger_ways[i].words);
	for (int i = 0; i < MASSES_WAYS; i++) printf("%s\t%s\n", masses_ways[i].name, masses_ways[i].words);
}

static int try(const char *name) {
	for (int i = 0; i < KERNEL_WAYS; i++)
		if (!strcmp(name, kernel_ways[i].name)) return try_kernel(&kernel_ways[i]), 1;
	for (int i = 0; i < SOURCE_WAYS; i++)
		if (!strcmp(name, source_ways[i].name)) return try_source(i), 1;
	for (int i = 0; i < CALL_WAYS; i++)
		if (!strcmp(name, call_ways[i].name)) return call_ways[i].call(), 1;
	for (int i = 0; i < HOST_WAYS; i++)
		if (!strcmp(name, host_ways[i].name)) return host_ways[i].way(), 1;
	for (int i = 0; i < STRANGER_WAYS; i++)
		if (!strcmp(name, stranger_ways[i].name)) return stranger_ways[i].way(), 1;
	for (int i = 0; i < MASSES_WAYS; i++)
		if (!strcmp(name, masses_ways[i].name)) return masses_ways[i].way(), 1;
	return 0;
}

int main(int count, char **arguments) {
	if (count != 2 || !strcmp(arguments[1], "-list")) return list(), 0;
	open_device();
	context = clCreateContext(NULL, 1, &device, ignore, NULL, NULL);
	queue = clCreateCommandQueue(context, device, 0, NULL);
	good = build("kernel void good(global int *p) { int i = get_global_id(0); p[i] = 3 * i; }");
	check(try(arguments[1]), "there is no way %s", arguments[1]);
	check_good();
	return done();
}
