// What calls cost that move no data to speak of. Each figure is the least of many short batches, so that a busy machine
// changes it little. Prints lines "NAME NANOSECONDS", of one call or pair of calls, and "NAME_growth BYTES" of a million.
#define CL_TARGET_OPENCL_VERSION 300
#include "driver.h"
#include <CL/cl_ext.h>
#include <unistd.h>

enum { SMALL = 4096, BATCH = 50, BATCHES = 400, LIVE = 100000, MILLION = 1000000, KERNELS = 30 };

static cl_mem buffer, other, large;
static char host[SMALL];
static cl_program program;
static cl_kernel empty, spin;
static cl_command_queue unordered;
static clHostMemAllocINTEL_fn host_alloc;
static clMemFreeINTEL_fn usm_free;

static const char *source = "kernel void empty(global uint *a) {}\n"
	"kernel void spin(global uint *a, uint n) { uint x = get_global_id(0) + 1; for (uint i = 0; i < n; i++) x = x * 1664525 + 1013904223; a[get_global_id(0)] = x; }\n";

static void read_4k(void) { clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, SMALL, host, 0, NULL, NULL); }
static void write_4k(void) { clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, SMALL, host, 0, NULL, NULL); }
static void copy_4k(void) { clEnqueueCopyBuffer(queue, buffer, other, 0, 0, SMALL, 0, NULL, NULL); }
static void fill_4k(void) { clEnqueueFillBuffer(queue, buffer, host, 4, 0, SMALL, 0, NULL, NULL); }
static void finish(void) { clFinish(queue); }

static void map(cl_mem m, size_t bytes) {
	void *p = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, NULL, NULL, NULL);
	clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL);
}
static void map_4k(void) { map(buffer, SMALL); }
static void map_256m(void) { map(large, 256 << 20); }

static void svm_4k(void) { clSVMFree(context, clSVMAlloc(context, CL_MEM_READ_WRITE, SMALL, 0)); }
static void usm_4k(void) { usm_free(context, host_alloc(context, NULL, SMALL, 0, NULL)); }

static void launch(void) {
	size_t one = 1;
	clEnqueueNDRangeKernel(queue, empty, 1, NULL, &one, NULL, 0, NULL, NULL), clFinish(queue);
}

static void event_pair(void) {
	cl_event first, second;
	clEnqueueMarkerWithWaitList(unordered, 0, NULL, &first);
	clEnqueueMarkerWithWaitList(unordered, 1, &first, &second);
	clReleaseEvent(first), clReleaseEvent(second);
}

static void new_buffer(void) { clReleaseMemObject(clCreateBuffer(context, 0, SMALL, NULL, NULL)); }
static void new_image(void) {
	cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
	cl_image_desc desc = {CL_MEM_OBJECT_IMAGE2D, 32, 32};
	clReleaseMemObject(clCreateImage(context, 0, &format, &desc, NULL, NULL));
}
static void new_sampler(void) { clReleaseSampler(clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, NULL)); }
static void new_event(void) { clReleaseEvent(clCreateUserEvent(context, NULL)); }
static void new_kernel(void) { clReleaseKernel(clCreateKernel(program, "empty", NULL)); }
static void new_program(void) { clReleaseProgram(clCreateProgramWithSource(context, 1, &source, NULL, NULL)); }
static void new_queue(void) { clReleaseCommandQueue(clCreateCommandQueue(context, device, 0, NULL)); }
static void new_context(void) { clReleaseContext(clCreateContext(NULL, 1, &device, NULL, NULL, NULL)); }

typedef struct {
	const char *name;
	void (*call)(void);
} Call;

static const Call calls[] = {{"read_4k", read_4k}, {"write_4k", write_4k}, {"copy_4k", copy_4k}, {"fill_4k", fill_4k}, {"map_4k", map_4k},
	{"map_256m", map_256m}, {"finish", finish}, {"svm_4k", svm_4k}, {"usm_4k", usm_4k}, {"launch", launch}, {"event_pair", event_pair}};
static const Call objects[] = {{"buffer", new_buffer}, {"image", new_image}, {"sampler", new_sampler}, {"event", new_event},
	{"kernel", new_kernel}, {"program", new_program}, {"queue", new_queue}, {"context", new_context}};
#define COUNT(list) (sizeof list / sizeof *list)

static double least(void (*call)(void)) {
	double best = 1e18;
	for (int batch = 0; batch < BATCHES; batch++) {
		long long began = now();
		for (int i = 0; i < BATCH; i++) call();
		double took = (now() - began) / (double)BATCH;
		if (took < best) best = took;
	}
	return best;
}

static long long resident(void) {
	long long pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	if (file && fscanf(file, "%*d %lld", &pages) != 1) pages = 0;
	if (file) fclose(file);
	return pages * sysconf(_SC_PAGESIZE);
}

// grow makes a million objects and releases each. The first tenth fills what is kept for reuse.
static void grow(const Call *object) {
	int count = object->call == new_context || object->call == new_queue ? MILLION / 10 : MILLION;
	for (int i = 0; i < count / 10; i++) object->call();
	long long before = resident();
	for (int i = 0; i < count; i++) object->call();
	printf("%s_growth %lld\n", object->name, resident() - before);
}

static double spin_for(int kernels, cl_uint rounds) {
	size_t items = 8;
	double best = 1e18;
	for (int round = 0; round < 40; round++) {
		long long began = now();
		for (int i = 0; i < kernels; i++) {
			cl_mem target = i ? other : buffer;
			clSetKernelArg(spin, 0, sizeof target, &target), clSetKernelArg(spin, 1, sizeof rounds, &rounds);
			must(clEnqueueNDRangeKernel(unordered, spin, 1, NULL, &items, &items, 0, NULL, NULL), "clEnqueueNDRangeKernel");
		}
		clFinish(unordered);
		if (now() - began < best) best = now() - began;
	}
	return best;
}

// short_beside_long is the latency of a short kernel while a long one runs in the same queue.
static double short_beside_long(void) {
	double best = 1e18;
	size_t items = 8;
	cl_uint few = 1, many = 20000000;
	cl_kernel brief = clCreateKernel(program, "spin", NULL);
	clSetKernelArg(brief, 0, sizeof other, &other), clSetKernelArg(brief, 1, sizeof few, &few);
	clSetKernelArg(spin, 0, sizeof buffer, &buffer), clSetKernelArg(spin, 1, sizeof many, &many);
	for (int round = 0; round < 10; round++) {
		cl_event end;
		must(clEnqueueNDRangeKernel(unordered, spin, 1, NULL, &items, &items, 0, NULL, NULL), "clEnqueueNDRangeKernel");
		clFlush(unordered);
		long long began = now();
		must(clEnqueueNDRangeKernel(unordered, brief, 1, NULL, &items, &items, 0, NULL, &end), "clEnqueueNDRangeKernel");
		clWaitForEvents(1, &end);
		if (now() - began < best) best = now() - began;
		clReleaseEvent(end), clFinish(unordered);
	}
	clReleaseKernel(brief);
	return best;
}

// from_binary is the time from a binary of some kernels to the end of the first launch.
static double from_binary(size_t *bytes) {
	static char text[KERNELS * 4096];
	char *at = text;
	for (int k = 0; k < KERNELS; k++) {
		at += sprintf(at, "kernel void k%d(global float *a, global const float *b, int n) { int i = get_global_id(0); if (i >= n) return; float s = a[i];\n", k);
		for (int line = 0; line < 20; line++) at += sprintf(at, "s = s * %d.5f + b[(i + %d) %% n];\n", line + k, line);
		at += sprintf(at, "a[i] = s; }\n");
	}
	const char *lines = text;
	cl_int status;
	cl_program made = clCreateProgramWithSource(context, 1, &lines, NULL, NULL);
	must(clBuildProgram(made, 1, &device, "", NULL, NULL), "clBuildProgram");
	must(clGetProgramInfo(made, CL_PROGRAM_BINARY_SIZES, sizeof *bytes, bytes, NULL), "clGetProgramInfo");
	unsigned char *binary = malloc(*bytes);
	must(clGetProgramInfo(made, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL), "clGetProgramInfo");
	clReleaseProgram(made);
	double best = 1e18;
	for (int round = 0; round < 40; round++) {
		cl_kernel kernels[KERNELS];
		size_t items = 8;
		cl_int n = 8;
		long long began = now();
		cl_program read = clCreateProgramWithBinary(context, 1, &device, bytes, (const unsigned char **)&binary, NULL, &status);
		must(status, "clCreateProgramWithBinary");
		must(clBuildProgram(read, 1, &device, "", NULL, NULL), "clBuildProgram");
		must(clCreateKernelsInProgram(read, KERNELS, kernels, NULL), "clCreateKernelsInProgram");
		clSetKernelArg(kernels[7], 0, sizeof buffer, &buffer), clSetKernelArg(kernels[7], 1, sizeof other, &other), clSetKernelArg(kernels[7], 2, sizeof n, &n);
		must(clEnqueueNDRangeKernel(queue, kernels[7], 1, NULL, &items, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
		clFinish(queue);
		if (now() - began < best) best = now() - began;
		for (int k = 0; k < KERNELS; k++) clReleaseKernel(kernels[k]);
		clReleaseProgram(read);
	}
	free(binary);
	return best;
}

static void prepare(void) {
	cl_platform_id platform;
	cl_int status;
	must(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	host_alloc = clGetExtensionFunctionAddressForPlatform(platform, "clHostMemAllocINTEL");
	usm_free = clGetExtensionFunctionAddressForPlatform(platform, "clMemFreeINTEL");
	cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
	unordered = clCreateCommandQueueWithProperties(context, device, properties, &status);
	must(status, "clCreateCommandQueueWithProperties");
	buffer = clCreateBuffer(context, 0, SMALL, NULL, NULL), other = clCreateBuffer(context, 0, SMALL, NULL, NULL);
	large = clCreateBuffer(context, 0, 256 << 20, NULL, NULL);
	program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
	must(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
	empty = clCreateKernel(program, "empty", NULL), spin = clCreateKernel(program, "spin", NULL);
	must(clSetKernelArg(empty, 0, sizeof buffer, &buffer), "clSetKernelArg");
}

static void *live[LIVE];

int main(void) {
	open_driver();
	prepare();
	for (size_t i = 0; i < COUNT(calls); i++)
		if (calls[i].call != usm_4k || host_alloc) printf("%s %.0f\n", calls[i].name, least(calls[i].call));
	for (size_t i = 0; i < COUNT(objects); i++) printf("%s %.0f\n", objects[i].name, least(objects[i].call));
	cl_device_svm_capabilities svm = 0;
	clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof svm, &svm, NULL);
	for (int i = 0; i < LIVE && svm; i++) live[i] = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
	printf("svm_4k_live %.0f\nlaunch_live %.0f\n", least(svm_4k), least(launch));
	for (int i = 0; i < LIVE && svm; i++) clSVMFree(context, live[i]);
	cl_uint rounds = 1000000;
	printf("spin_one %.0f\n", spin_for(1, rounds));
	printf("spin_two %.0f\n", spin_for(2, rounds));
	printf("short_beside_long %.0f\n", short_beside_long());
	size_t bytes;
	printf("from_binary %.0f\n", from_binary(&bytes));
	printf("binary_bytes %zu\n", bytes / KERNELS);
	fflush(stdout);
	for (size_t i = 0; i < COUNT(objects); i++) grow(&objects[i]);
	return 0;
}
