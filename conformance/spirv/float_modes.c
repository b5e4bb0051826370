// Kernels of a module have the modes of floats that their entry points ask for, also in a function that both call, and the
// device says that it knows the modes. The application's own mode is as before.
#include "modules.h"
#include <xmmintrin.h>

static void computes(cl_program program, const char *name, cl_mem buffer, const float in[2], const float out[2]) {
	cl_int status;
	cl_kernel kernel = clCreateKernel(program, name, &status);
	ok(status);
	arg(kernel, 0, buffer);
	ok(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 8, in, 0, NULL, NULL));
	size_t one = 1;
	ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
	float got[2];
	ok(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 8, 8, got, 0, NULL, NULL));
	check(!memcmp(got, out, sizeof got), "%s of %a and %a: %a and %a, not %a and %a", name, in[0], in[1], got[0], got[1], out[0], out[1]);
	ok(clReleaseKernel(kernel));
}

static void test_queries(void) {
	cl_uint capabilities[256];
	size_t size;
	ok(clGetDeviceInfo(device, 0x12BB /* CL_DEVICE_SPIRV_CAPABILITIES_KHR */, sizeof capabilities, capabilities, &size));
	for (cl_uint wanted = 4464; wanted <= 4468; wanted++) { // DenormPreserve to RoundingModeRTZ
		int found = 0;
		for (size_t i = 0; i < size / sizeof *capabilities; i++) found += capabilities[i] == wanted;
		check(found == 1, "capability %u: %d times", wanted, found);
	}
}

static void test_modes(void) {
	cl_program program = load_module("float_modes");
	ok(clBuildProgram(program, 1, &device, "", NULL, NULL));
	cl_mem buffer = buffer_of(16, NULL);
	unsigned mode = _mm_getcsr();
	const float two[2] = {2, 3}, tiny[2] = {-0x1p-130f, 0.5f}, large[2] = {0x1.fffffep127f, 0x1.8p0f};
	computes(program, "kept", buffer, two, (float[]){0x1.555556p-1f, 6});
	computes(program, "cut", buffer, two, (float[]){0x1.555554p-1f, 6});
	computes(program, "kept", buffer, tiny, (float[]){-0x1p-129f, -0x1p-131f});
	computes(program, "cut", buffer, tiny, (float[]){-0.0f, -0.0f});
	computes(program, "kept", buffer, large, (float[]){0x1.555554p127f, INFINITY});
	computes(program, "cut", buffer, large, (float[]){0x1.555554p127f, 0x1.fffffep127f});
	check(_mm_getcsr() == mode, "MXCSR %#x, not %#x", _mm_getcsr(), mode);
	ok(clReleaseMemObject(buffer));
	ok(clReleaseProgram(program));
}

int main(void) {
	open_device();
	test_queries();
	test_modes();
	return done();
}
