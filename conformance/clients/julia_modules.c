// Modules as Julia's kernels and SYCL's are made: shared memory given by plain clSetKernelArg, groups that are smaller at
// the edge, early exits before barriers, loops with barriers, and OpUnreachable after a trap, which fails the command and
// leaves the process and the queue alone. The modules are those that exec's tests run, too.
#include "spirv/modules.h"
#include <pthread.h>

static char reasons[4096];

static void CL_CALLBACK note(const char *reason, const void *more, size_t size, void *data) {
	static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER; // reasons come on any thread
	pthread_mutex_lock(&one_at_a_time);
	size_t length = strlen(reasons);
	snprintf(reasons + length, sizeof reasons - length, "%s\n", reason);
	pthread_mutex_unlock(&one_at_a_time);
}

static cl_program load(const char *name) {
	char path[200];
	snprintf(path, sizeof path, "../exec/testdata/spirv/%s.spv", name);
	cl_program program = load_module_at(path);
	ok(clBuildProgram(program, 1, &device, "-cl-kernel-arg-info", NULL, NULL));
	return program;
}

static cl_uint y[256], x[256];

// early is what the kernel of that name leaves for a group.
static void early(cl_uint *y, const cl_uint *x, size_t size, cl_uint n) {
	cl_uint a[64], v[64];
	for (size_t l = 0; l < size; l++) a[l] = v[l] = x[l];
	for (cl_uint r = 0; r < n; r++) {
		for (size_t l = 0; l < size; l++)
			if (l != 5) v[l] += a[(l + r) % size];
		for (size_t l = 0; l < size; l++)
			if (l != 5) *(v[l] & 1 ? &a[l] : &y[l]) = v[l];
	}
	for (size_t l = 0; l < size; l++) {
		if (l == 5) y[l] = 5;
		else y[l] += v[l];
	}
}

static void barriers(void) {
	cl_int status;
	cl_program program = load("barriers_after_early_exits");
	cl_kernel kernel = clCreateKernel(program, "early", &status);
	ok(status);
	cl_uint *to = clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, sizeof y, 0);
	cl_uint *from = clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, sizeof x, 0);
	size_t global = 200, local = 64;
	cl_uint n = 4;
	for (size_t i = 0; i < 256; i++) {
		to[i] = y[i] = 0;
		from[i] = x[i] = i * 2654435761u >> 20;
	}
	ok(clSetKernelArg(kernel, 0, sizeof to, &to));
	ok(clSetKernelArg(kernel, 1, sizeof from, &from));
	ok(clSetKernelArg(kernel, 2, sizeof n, &n));
	for (int launch = 0; launch < 100; launch++) {
		ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
		for (size_t i = 0; i < global; i += local)
			early(y + i, x + i, global - i < local ? global - i : local, n);
	}
	ok(clFinish(queue));
	check(memcmp(to, y, sizeof y) == 0, "the memories differ");
	clSVMFree(context, to);
	clSVMFree(context, from);
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
}

static void trap(void) {
	cl_int status;
	cl_program program = load("code_that_is_never_reached");
	cl_kernel kernel = clCreateKernel(program, "trap", &status);
	ok(status);
	cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof y, NULL, &status);
	ok(status);
	ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
	size_t few = 70, many = 200;
	cl_event event;
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &few, NULL, 0, NULL, NULL));
	ok(clFinish(queue));
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &many, NULL, 0, NULL, &event));
	check_status(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	clFinish(queue);
	struct timespec pause = {0, 1000000}; // the reason comes on a thread of its own
	for (int i = 0; i < 2000 && !strstr(reasons, "OpUnreachable"); i++) nanosleep(&pause, NULL);
	check(strstr(reasons, "OpUnreachable") && strstr(reasons, "(77, 0, 0)"), "the reasons are: %s", reasons);
	ok(clReleaseEvent(event));
	cl_command_queue other = clCreateCommandQueue(context, device, 0, &status);
	ok(clEnqueueNDRangeKernel(other, kernel, 1, NULL, &few, NULL, 0, NULL, NULL));
	ok(clFinish(other));
	ok(clReleaseCommandQueue(other));
	ok(clReleaseMemObject(memory));
	ok(clReleaseKernel(kernel));
	ok(clReleaseProgram(program));
}

int main(void) {
	open_device();
	cl_int status;
	context = clCreateContext(NULL, 1, &device, note, NULL, &status);
	ok(status);
	queue = clCreateCommandQueue(context, device, 0, &status);
	ok(status);
	barriers();
	trap();
	return done();
}
