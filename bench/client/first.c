// How long a fresh process takes from the source of a kernel to the end of a small first launch: FILE.cl of kernels/ (its
// //: lines as client.c reads them) with up to 1024 of its work-items. Prints "build", "create" and "launch" with the
// nanoseconds of each step, and "first" with those of all.
#define CL_TARGET_OPENCL_VERSION 120
#include "driver.h"

enum { MOST_ARGS = 16, MOST_ITEMS = 1024, FILLED = 1 << 16 };

typedef struct {
	cl_mem buffer; // or
	union {
		cl_int i;
		cl_float f;
	} value;
	size_t bytes;
} Arg;

static Arg args[MOST_ARGS];
static int arg_count;
static cl_uint dims;
static size_t global[3] = {1, 1, 1}, local[3];

// add_buffer makes a buffer whose first elements, more than so few work-items look at, are random.
static void add_buffer(const char *type, size_t count, double limit) {
	size_t size = size_of(type), filled = count < FILLED ? count : FILLED;
	void *initial = random_elements(type, filled, limit);
	cl_int status;
	Arg *a = &args[arg_count++];
	a->buffer = clCreateBuffer(context, 0, count * size, NULL, &status);
	must(status, "clCreateBuffer");
	must(clEnqueueWriteBuffer(queue, a->buffer, CL_TRUE, 0, filled * size, initial, 0, NULL, NULL), "clEnqueueWriteBuffer");
	free(initial);
}

// read_line takes one //: line.
static void read_line(const char *line) {
	char type[16];
	double x, y, z, w, s;
	if (sscanf(line, "inout %15s %lf %lf", type, &x, &y) == 3 || sscanf(line, "in %15s %lf %lf", type, &x, &y) == 3) add_buffer(type, x, y);
	else if (sscanf(line, "out %15s %lf", type, &x) == 2) add_buffer(type, x, 0);
	else if (sscanf(line, "i32 %lf", &x) == 1) args[arg_count++].value.i = x;
	else if (sscanf(line, "f32 %lf", &x) == 1) args[arg_count++].value.f = x;
	else if (sscanf(line, "local %lf", &x) == 1) args[arg_count++].bytes = x;
	else if (sscanf(line, "run %lf %lf %lf %lf %lf", &s, &x, &y, &z, &w) == 5) {
		size_t most = s > 1 ? 32 : MOST_ITEMS;
		dims = s, local[0] = z, local[1] = w;
		if (most < local[0]) most = local[0];
		global[0] = x < most ? x : most;
		most = MOST_ITEMS / global[0];
		if (most < local[1]) most = local[1];
		global[1] = s > 1 ? y < most ? y : most : 1;
	}
}

static void set_args(cl_kernel kernel) {
	for (int i = 0; i < arg_count; i++) {
		Arg *a = &args[i];
		if (a->buffer) must(clSetKernelArg(kernel, i, sizeof a->buffer, &a->buffer), "clSetKernelArg");
		else if (a->bytes) must(clSetKernelArg(kernel, i, a->bytes, NULL), "clSetKernelArg");
		else must(clSetKernelArg(kernel, i, sizeof a->value, &a->value), "clSetKernelArg");
	}
}

int main(int count, char **words) {
	if (count < 2) return 1;
	char line[4096], name[256] = "";
	static char source[1 << 20];
	FILE *file = fopen(words[1], "r");
	if (!file) return 1;
	source[fread(source, 1, sizeof source - 1, file)] = 0;
	sscanf(strrchr(words[1], '/') ? strrchr(words[1], '/') + 1 : words[1], "%255[^.]", name);

	open_driver();
	rewind(file);
	while (fgets(line, sizeof line, file))
		if (strncmp(line, "//: ", 4) == 0) read_line(line + 4);

	const char *text = source;
	cl_int status;
	long long began = now();
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &status);
	must(status, "clCreateProgramWithSource");
	must(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
	long long built = now();
	cl_kernel kernel = clCreateKernel(program, name, &status);
	must(status, "clCreateKernel");
	set_args(kernel);
	long long created = now();
	must(clEnqueueNDRangeKernel(queue, kernel, dims, NULL, global, local[0] ? local : NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
	must(clFinish(queue), "clFinish");
	long long ended = now();
	printf("build %lld\ncreate %lld\nlaunch %lld\nfirst %lld\n", built - began, created - built, ended - created, ended - began);
	return 0;
}
