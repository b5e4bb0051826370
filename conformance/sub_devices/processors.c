// Where the commands of sub-devices run: kernels, copies and native kernels on their own processors only, whatever the
// application's threads may use, which stay as they were; command-buffers of several sub-devices; and a process whose mask
// leaves it one processor.
#define _GNU_SOURCE
#include "../check.h"

#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

static cl_device_id parts[2];
static cl_command_queue queues[2];
static cpu_set_t before;

static double seconds(clockid_t clock) {
	struct timespec t;
	clock_gettime(clock, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static void note_mask(void *arguments) {
	cpu_set_t **to = arguments;
	sched_getaffinity(0, sizeof **to, *to);
}

static cpu_set_t mask_of(cl_command_queue q) {
	cpu_set_t mask, *to = &mask;
	CPU_ZERO(&mask);
	ok(clEnqueueNativeKernel(q, note_mask, &to, sizeof to, 0, NULL, NULL, 0, NULL, NULL));
	ok(clFinish(q));
	return mask;
}

static void native_kernels(void) {
	cpu_set_t mask[2] = {mask_of(queues[0]), mask_of(queues[1])}, both;
	check(CPU_COUNT(&mask[0]) == 1 && CPU_COUNT(&mask[1]) == 1, "%d and %d processors", CPU_COUNT(&mask[0]), CPU_COUNT(&mask[1]));
	CPU_AND(&both, &mask[0], &mask[1]);
	check(CPU_COUNT(&both) == 0, "the sub-devices share a processor");
	cpu_set_t whole = mask_of(queue), after;
	check(CPU_EQUAL(&whole, &before), "the whole device is bound");
	sched_getaffinity(0, sizeof after, &after);
	check(CPU_EQUAL(&after, &before), "the application's thread is bound");
}

static const char *work = "kernel void work(global uint *out, uint n) {\n"
	"	uint x = get_global_id(0);\n"
	"	for (uint i = 0; i < n; i++) x = x * 1664525u + 1013904223u + (x >> 7);\n"
	"	out[get_global_id(0)] = x;\n"
	"}\n";

// one_processor: a kernel with much work on a sub-device of one unit costs no more processor time than time.
static void one_processor(cl_kernel k, cl_mem buffer) {
	size_t items = 1 << 16;
	cl_uint n = 1000;
	arg(k, 0, buffer);
	arg(k, 1, n);
	ok(clEnqueueNDRangeKernel(queues[1], k, 1, NULL, &items, NULL, 0, NULL, NULL)); // and compile it
	ok(clFinish(queues[1]));
	usleep(200000);
	double time = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
	for (int i = 0; i < 10; i++) ok(clEnqueueNDRangeKernel(queues[1], k, 1, NULL, &items, NULL, 0, NULL, NULL));
	ok(clFinish(queues[1]));
	time = seconds(CLOCK_MONOTONIC) - time;
	cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	printf("%.1f ms, %.1f ms of processors\n", time * 1e3, cpu * 1e3);
	check(cpu < 1.3 * time + 0.01, "%.1f ms of processors in %.1f ms", cpu * 1e3, time * 1e3);
}

// together runs long kernels on both sub-devices: they overlap, and each has its own result.
static void together(cl_kernel k, cl_mem *buffers) {
	size_t items = 1 << 14;
	static cl_uint got[2][1 << 14];
	for (cl_uint i = 0; i < 2; i++) {
		cl_uint n = 500 + i;
		arg(k, 0, buffers[i]);
		arg(k, 1, n);
		ok(clEnqueueNDRangeKernel(queues[i], k, 1, NULL, &items, NULL, 0, NULL, NULL));
		ok(clFlush(queues[i]));
	}
	for (cl_uint i = 0; i < 2; i++) {
		ok(clEnqueueReadBuffer(queues[1 - i], buffers[1 - i], CL_TRUE, 0, sizeof got[0], got[1 - i], 0, NULL, NULL));
		cl_uint x = 77;
		for (cl_uint n = 0; n < 501 - i; n++) x = x * 1664525u + 1013904223u + (x >> 7);
		check(got[1 - i][77] == x, "%u, not %u", got[1 - i][77], x);
	}
}

// command_buffers records commands for both sub-devices.
static void command_buffers(cl_kernel k, cl_mem buffer) {
#ifdef cl_khr_command_buffer
	clCreateCommandBufferKHR_fn create = (clCreateCommandBufferKHR_fn)clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandBufferKHR");
	clCommandNDRangeKernelKHR_fn record = (clCommandNDRangeKernelKHR_fn)clGetExtensionFunctionAddressForPlatform(platform, "clCommandNDRangeKernelKHR");
	clFinalizeCommandBufferKHR_fn finalize = (clFinalizeCommandBufferKHR_fn)clGetExtensionFunctionAddressForPlatform(platform, "clFinalizeCommandBufferKHR");
	clEnqueueCommandBufferKHR_fn enqueue = (clEnqueueCommandBufferKHR_fn)clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueCommandBufferKHR");
	clReleaseCommandBufferKHR_fn release = (clReleaseCommandBufferKHR_fn)clGetExtensionFunctionAddressForPlatform(platform, "clReleaseCommandBufferKHR");
	cl_int status;
	cl_command_buffer_khr b = create(2, queues, NULL, &status);
	ok(status);
	size_t items = 1000;
	cl_sync_point_khr point, other;
	cl_uint n = 3, got[1000];
	arg(k, 0, buffer);
	arg(k, 1, n);
	ok(record(b, queues[0], NULL, k, 1, NULL, &items, NULL, 0, NULL, &point, NULL));
	ok(record(b, queues[1], NULL, k, 1, NULL, &items, NULL, 1, &point, &other, NULL));
	ok(finalize(b));
	cl_command_queue crossed[] = {queues[1], queues[0]};
	check_status(enqueue(2, crossed, b, 0, NULL, NULL), CL_INVALID_DEVICE);
	for (int i = 0; i < 5; i++) ok(enqueue(0, NULL, b, 0, NULL, NULL));
	ok(clEnqueueReadBuffer(queues[1], buffer, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
	cl_uint x = 77;
	for (cl_uint i = 0; i < n; i++) x = x * 1664525u + 1013904223u + (x >> 7);
	check(got[77] == x, "%u, not %u", got[77], x);
	ok(release(b));
#endif
}

// narrow is a process that may use one processor.
static void narrow(void) {
	pid_t child = fork();
	if (child == 0) {
		cpu_set_t one;
		CPU_ZERO(&one);
		for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
			if (CPU_ISSET(i, &before)) CPU_SET(i, &one);
		sched_setaffinity(0, sizeof one, &one);
		open_device();
		cl_device_partition_property by[4] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
		cl_uint units = 0, most = 9, count;
		size_t bytes;
		ok(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
		ok(clGetDeviceInfo(device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof most, &most, NULL));
		check(units == 1 && most == 0, "%u units, %u sub-devices", units, most);
		check_status(clCreateSubDevices(device, by, 0, NULL, &count), CL_DEVICE_PARTITION_FAILED);
		ok(clGetDeviceInfo(device, CL_DEVICE_PARTITION_PROPERTIES, sizeof by, by, &bytes));
		check(bytes == sizeof *by && by[0] == 0, "%zu bytes, %#lx", bytes, (long)by[0]);
		_exit(done());
	}
	int status = -1;
	waitpid(child, &status, 0);
	check(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with %#x", status);
}

int main(void) {
	sched_getaffinity(0, sizeof before, &before);
	narrow(); // before there is anything of the driver in this process
	open_device();
	const cl_device_partition_property singles[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0};
	cl_int status = clCreateSubDevices(device, singles, 2, parts, NULL);
	if (status == CL_DEVICE_PARTITION_FAILED) return done();
	ok(status);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	cl_device_id all[] = {parts[0], parts[1], device};
	context = clCreateContext(NULL, 3, all, NULL, NULL, &status);
	ok(status);
	queue = clCreateCommandQueueWithProperties(context, device, NULL, &status);
	for (int i = 0; i < 2; i++) {
		queues[i] = clCreateCommandQueueWithProperties(context, parts[i], NULL, &status);
		ok(status);
	}
	native_kernels();
	cl_program p = clCreateProgramWithSource(context, 1, &work, NULL, &status);
	ok(clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	cl_kernel k = kernel_of(p, "work");
	cl_mem buffers[] = {buffer_of(4 << 16, NULL), buffer_of(4 << 16, NULL)};
	one_processor(k, buffers[0]);
	together(k, buffers);
	command_buffers(k, buffers[0]);
	native_kernels();
	return done();
}
