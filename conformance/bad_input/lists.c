// Lists with bad entries: memory objects of native kernels, binaries of programs.
#include "check.h"

static int calls;
static void CL_CALLBACK count_call(void *args) { calls += ((void **)args)[0] == NULL; }

static void test_native(void) {
	void *args[2] = {(void *)1, (void *)2};
	const void *places[1] = {args};
	cl_int status;
	cl_mem good = clCreateBuffer(context, 0, 64, NULL, &status), none = NULL, released;
	ok(status);
	released = clCreateBuffer(context, 0, 64, NULL, &status);
	ok(status);
	ok(clReleaseMemObject(released));
	cl_mem bad[] = {(cl_mem)queue, (cl_mem)args, released};
	for (int i = 0; i < 3; i++) {
		check_status(clEnqueueNativeKernel(queue, count_call, args, sizeof args, 1, &bad[i], places, 0, NULL, NULL),
			CL_INVALID_MEM_OBJECT);
	}
	ok(clFinish(queue));
	check(calls == 0, "the function ran %d times", calls);
	ok(clEnqueueNativeKernel(queue, count_call, args, sizeof args, 1, &good, places, 0, NULL, NULL));
	ok(clEnqueueNativeKernel(queue, count_call, args, sizeof args, 1, &none, places, 0, NULL, NULL));
	ok(clFinish(queue));
	check(calls == 1, "NULL was handed over %d times", calls);
	ok(clReleaseMemObject(good));
}

static void test_binaries(void) {
	const unsigned char text[4] = "none", *binaries[] = {NULL, text};
	const size_t lengths[] = {4, 0};
	for (int i = 0; i < 2; i++) {
		cl_int status = 0, entry = 0;
		cl_program p = clCreateProgramWithBinary(context, 1, &device, &lengths[i], &binaries[i], &entry, &status);
		check(p == NULL && status == CL_INVALID_VALUE && entry == CL_INVALID_VALUE, "%d: %d, %d", i, status, entry);
	}
}

int main(void) {
	open_device();
	test_native();
	test_binaries();
	return done();
}
