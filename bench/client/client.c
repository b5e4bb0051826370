// The measuring half of the benchmark: one process that uses one OpenCL driver through the ICD loader and does what the
// lines on its standard input say. It knows no kernel; those come as text. See main.go for the other half.
//
//   source BYTES            the program's text, or a SPIR-V module, follows
//   kernel NAME OPTIONS     build it, print "build NANOSECONDS" (source to first result not included)
//   in TYPE COUNT LIMIT     next argument: a buffer of random numbers below LIMIT (floats: 0 to LIMIT)
//   out TYPE COUNT          next argument: a buffer of zeros whose content is compared; inout: random and compared
//   image KIND LAYOUT TYPE W H D LIMIT   next argument: an image (3D if D > 1) instead of the buffer that "KIND TYPE COUNT
//                           LIMIT" with the elements of all its channels would be; LAYOUT is r, rg or rgba
//   i32 V | f32 V | local BYTES   next argument
//   run DIMS GX GY LX LY SECONDS  launch until the time is used up, print "time NANOSECONDS" (the least of one launch),
//                           and "processor NANOSECONDS" (the least processor time of one launch, of all threads)
//   dump FILE               restore the buffers, launch once, write the compared buffers to FILE
//   latencies | limits      print named figures
#define CL_TARGET_OPENCL_VERSION 300
#include "driver.h"
#include <pthread.h>

enum { MOST_ARGS = 16 };

typedef struct {
	cl_mem memory;
	void *initial; // what it holds before a launch that is compared
	size_t bytes;
	size_t region[3]; // of an image; else zeros
	int compared;
} Arg;

static cl_program program;
static cl_kernel kernel;
static char *source;
static size_t source_bytes;
static Arg args[MOST_ARGS];
static int arg_count, arg_index;
static cl_uint dims;
static size_t global[3] = {1, 1, 1}, local[3];

static void forget_kernel(void) {
	for (int i = 0; i < arg_count; i++) {
		clReleaseMemObject(args[i].memory);
		free(args[i].initial);
	}
	arg_count = arg_index = 0;
	if (kernel) clReleaseKernel(kernel);
	if (program) clReleaseProgram(program);
	kernel = NULL, program = NULL;
	seed = FIRST_SEED;
}

static void build(const char *name, const char *options) {
	cl_int status;
	long long from = now();
	const char magic[4] = {3, 2, 0x23, 7}; // of SPIR-V
	if (source_bytes > 4 && memcmp(source, magic, 4) == 0)
		program = clCreateProgramWithIL(context, source, source_bytes, &status);
	else
		program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &status);
	must(status, "clCreateProgram");
	status = clBuildProgram(program, 1, &device, options, NULL, NULL);
	if (status != CL_SUCCESS) {
		static char log[10000];
		clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
		fprintf(stderr, "%s\n", log);
	}
	must(status, "clBuildProgram");
	kernel = clCreateKernel(program, name, &status);
	must(status, "clCreateKernel");
	printf("build %lld\n", now() - from);
}

static void add_buffer(const char *type, size_t count, double limit, int compared) {
	Arg *a = &args[arg_count++];
	a->bytes = count * size_of(type);
	a->compared = compared;
	a->initial = random_elements(type, count, limit);
	memset(a->region, 0, sizeof a->region);
	cl_int status;
	a->memory = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, a->bytes, a->initial, &status);
	must(status, "clCreateBuffer");
	must(clSetKernelArg(kernel, arg_index++, sizeof a->memory, &a->memory), "clSetKernelArg");
}

static void add_image(const char *kind, const char *layout, const char *type, size_t w, size_t h, size_t d, double limit) {
	cl_image_format format = {CL_RGBA, CL_FLOAT};
	if (strcmp(layout, "r") == 0) format.image_channel_order = CL_R;
	if (strcmp(layout, "rg") == 0) format.image_channel_order = CL_RG;
	if (strcmp(type, "u8") == 0) format.image_channel_data_type = CL_UNORM_INT8;
	cl_image_desc desc = {.image_type = d > 1 ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D,
		.image_width = w, .image_height = h, .image_depth = d};
	Arg *a = &args[arg_count++];
	size_t count = w * h * d * strlen(layout);
	a->bytes = count * size_of(type);
	a->region[0] = w, a->region[1] = h, a->region[2] = d;
	a->compared = strcmp(kind, "in") != 0;
	a->initial = random_elements(type, count, strcmp(kind, "out") == 0 ? 0 : limit);
	cl_int status;
	a->memory = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &desc, a->initial, &status);
	must(status, "clCreateImage");
	must(clSetKernelArg(kernel, arg_index++, sizeof a->memory, &a->memory), "clSetKernelArg");
}

static void write_arg(Arg *a) {
	static const size_t origin[3];
	if (a->region[0])
		must(clEnqueueWriteImage(queue, a->memory, CL_TRUE, origin, a->region, 0, 0, a->initial, 0, NULL, NULL), "write");
	else
		must(clEnqueueWriteBuffer(queue, a->memory, CL_TRUE, 0, a->bytes, a->initial, 0, NULL, NULL), "write");
}

static void read_arg(Arg *a, void *bytes) {
	static const size_t origin[3];
	if (a->region[0])
		must(clEnqueueReadImage(queue, a->memory, CL_TRUE, origin, a->region, 0, 0, bytes, 0, NULL, NULL), "read");
	else
		must(clEnqueueReadBuffer(queue, a->memory, CL_TRUE, 0, a->bytes, bytes, 0, NULL, NULL), "read");
}

static void launch(void) {
	must(clEnqueueNDRangeKernel(queue, kernel, dims, NULL, global, local[0] ? local : NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
}

static long long processor_time(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void run(double seconds) {
	long long from = now(), first, least = 1ll << 62, least_processor = least;
	launch();
	must(clFinish(queue), "clFinish");
	first = now() - from;
	for (int i = 0; i < 3 || (now() - from < seconds * 1e9 && i < 100000); i++) {
		long long p = processor_time(), t = now();
		launch();
		must(clFinish(queue), "clFinish");
		t = now() - t;
		p = processor_time() - p;
		if (t < least) least = t;
		if (p < least_processor) least_processor = p;
		if (now() - from > 5 * seconds * 1e9) break;
	}
	printf("first %lld\ntime %lld\nprocessor %lld\n", first, least, least_processor);
}

static void dump(const char *path) {
	FILE *file = fopen(path, "wb");
	for (int i = 0; i < arg_count; i++) write_arg(&args[i]);
	launch();
	for (int i = 0; i < arg_count; i++) {
		if (!args[i].compared) continue;
		void *bytes = malloc(args[i].bytes);
		read_arg(&args[i], bytes);
		fwrite(bytes, 1, args[i].bytes, file);
		free(bytes);
	}
	fclose(file);
	printf("dumped\n");
}

// least_of measures a statement many times and prints the least time of one.
#define least_of(name, times, statement) \
	do { \
		long long least_ = 1ll << 62; \
		for (int i_ = 0; i_ < (times); i_++) { \
			long long t_ = now(); \
			statement; \
			t_ = now() - t_; \
			if (t_ < least_) least_ = t_; \
		} \
		printf("%s %lld\n", name, least_); \
	} while (0)

static void latencies(void) {
	const char *text = "kernel void empty(void) {}";
	cl_int status;
	cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &status);
	must(clBuildProgram(p, 1, &device, "", NULL, NULL), "build");
	cl_kernel k = clCreateKernel(p, "empty", &status);
	size_t one = 1;
	char *bytes = calloc(4096, 1);
	cl_mem a = clCreateBuffer(context, 0, 4096, NULL, &status), b = clCreateBuffer(context, 0, 4096, NULL, &status);
	least_of("empty_launch_finish", 5000, (clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, &one, 0, NULL, NULL), clFinish(queue)));
	long long t = now();
	for (int i = 0; i < 10000; i++) clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, &one, 0, NULL, NULL);
	clFinish(queue);
	printf("ten_thousand_launches %lld\n", now() - t);
	least_of("read_4k", 5000, clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 4096, bytes, 0, NULL, NULL));
	least_of("write_4k", 5000, clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, 4096, bytes, 0, NULL, NULL));
	least_of("copy_4k", 5000, (clEnqueueCopyBuffer(queue, a, b, 0, 0, 4096, 0, NULL, NULL), clFinish(queue)));
	least_of("fill_4k", 5000, (clEnqueueFillBuffer(queue, a, bytes, 4, 0, 4096, 0, NULL, NULL), clFinish(queue)));
	clReleaseMemObject(a);
	clReleaseMemObject(b);
	clReleaseKernel(k);
	clReleaseProgram(p);
	free(bytes);
}

enum { TRIAD = 1 << 25, WORKERS = 2 };
static float *triad_a, *triad_b, *triad_c;

static void *triad(void *which) {
	size_t from = (size_t)which * (TRIAD / WORKERS), to = from + TRIAD / WORKERS;
	for (size_t i = from; i < to; i++) triad_a[i] = triad_b[i] + 3.0f * triad_c[i];
	return NULL;
}

#ifdef __AVX512F__
enum { LANES = 16 };
#else
enum { LANES = 8 };
#endif

static void *fused(void *which) {
	typedef float Vec __attribute__((vector_size(4 * LANES)));
	Vec x[12], m = {0}, *result = which;
	for (int i = 0; i < 12; i++) x[i] = m + (float)i;
	m += 0.5f;
	for (int n = 0; n < 20000000; n++)
		for (int i = 0; i < 12; i++) x[i] = x[i] * m + m;
	for (int i = 1; i < 12; i++) x[0] += x[i];
	memcpy(result, x, sizeof *x);
	return NULL;
}

static void in_parallel(void *(*body)(void *), void *const *arg) {
	pthread_t other;
	pthread_create(&other, NULL, body, arg[1]);
	body(arg[0]);
	pthread_join(other, NULL);
}

static void limits(void) {
	triad_a = calloc(TRIAD, 4), triad_b = calloc(TRIAD, 4), triad_c = calloc(TRIAD, 4);
	for (size_t i = 0; i < TRIAD; i++) triad_b[i] = triad_c[i] = i; // memory that nobody has written is one page of zeros
	void *ids[2] = {(void *)0, (void *)1};
	in_parallel(triad, ids);
	least_of("triad_100MB", 20, in_parallel(triad, ids));
	char *results = aligned_alloc(64, 128);
	void *places[2] = {results, results + 64};
	long long least = 1ll << 62;
	for (int i = 0; i < 3; i++) {
		long long t = now();
		in_parallel(fused, places);
		t = now() - t;
		if (t < least) least = t;
	}
	printf("fma_gflops %lld\n", (long long)(2.0 * 20e6 * 12 * LANES * 2 / least));
}

int main(void) {
	char line[4096], a[256], b[256], c[256];
	long long started = now();
	open_driver();
	printf("open %lld\n", now() - started);
	double x, y, z, w, s;
	while (fgets(line, sizeof line, stdin)) {
		int n = 0;
		if (sscanf(line, "source %lf", &x) == 1) {
			forget_kernel();
			free(source);
			source = calloc(x + 1, 1);
			source_bytes = x;
			if (fread(source, 1, x, stdin) != x) return 1;
		} else if (sscanf(line, "kernel %255s %n", a, &n) == 1) {
			line[strcspn(line, "\n")] = 0;
			build(a, line + n);
		} else if (sscanf(line, "inout %255s %lf %lf", a, &x, &y) == 3) add_buffer(a, x, y, 1);
		else if (sscanf(line, "in %255s %lf %lf", a, &x, &y) == 3) add_buffer(a, x, y, 0);
		else if (sscanf(line, "out %255s %lf", a, &x) == 2) add_buffer(a, x, 0, 1);
		else if (sscanf(line, "image %255s %255s %255s %lf %lf %lf %lf", a, b, c, &x, &y, &z, &w) == 7) add_image(a, b, c, x, y, z, w);
		else if (sscanf(line, "i32 %lf", &x) == 1) must(clSetKernelArg(kernel, arg_index++, 4, &(cl_int){x}), "clSetKernelArg");
		else if (sscanf(line, "f32 %lf", &x) == 1) must(clSetKernelArg(kernel, arg_index++, 4, &(cl_float){x}), "clSetKernelArg");
		else if (sscanf(line, "local %lf", &x) == 1) must(clSetKernelArg(kernel, arg_index++, x, NULL), "clSetKernelArg");
		else if (sscanf(line, "run %lf %lf %lf %lf %lf %lf", &s, &x, &y, &z, &w, &(double){0}) >= 5) {
			double seconds = 0.3;
			sscanf(line, "run %*f %*f %*f %*f %*f %lf", &seconds);
			dims = s, global[0] = x, global[1] = y, local[0] = z, local[1] = w;
			run(seconds);
		} else if (sscanf(line, "dump %255s", b) == 1) dump(b);
		else if (strncmp(line, "latencies", 9) == 0) latencies();
		else if (strncmp(line, "limits", 6) == 0) limits();
		else {
			printf("error unknown line: %s", line);
			return 1;
		}
		printf("done\n");
		fflush(stdout);
	}
	return 0;
}
