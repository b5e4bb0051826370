// An application that closes all descriptors but its first three, as programs do that become services, after it has made
// a context: builds, launches in machine code, also with images of new formats, maps and callbacks work all the same.
#include "check.h"
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

static void run(cl_program program) {
	cl_int status;
	cl_mem buffer = buffer_of(4096, NULL);
	cl_kernel kernel = clCreateKernel(program, "add", &status);
	size_t items = 1024;
	ok(status);
	ok(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
	int zero = 0;
	ok(clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, 0, 4096, 0, NULL, NULL));
	for (int i = 0; i < 200; i++)
		ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	int *mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 4096, 0, NULL, NULL, &status);
	check(status == CL_SUCCESS && mapped[0] == 200 && mapped[1023] == 200);
	ok(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL));
	ok(clFinish(queue));
	ok(clReleaseKernel(kernel));
	ok(clReleaseMemObject(buffer));
}

// with_images launches over images of one format after the other: better code is compiled later, in the background.
static void with_images(cl_program program) {
	static const cl_uint types[] = {CL_FLOAT, CL_UNORM_INT8, CL_UNORM_INT16, CL_HALF_FLOAT};
	cl_int status;
	cl_kernel kernel = clCreateKernel(program, "blur", &status);
	ok(status);
	for (int i = 0; i < 4; i++) {
		cl_image_format format = {CL_RGBA, types[i]};
		cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 256, .image_height = 256};
		size_t size[2] = {256, 256};
		cl_mem images[2];
		for (cl_uint k = 0; k < 2; k++) {
			images[k] = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, &status);
			ok(status);
			ok(clSetKernelArg(kernel, k, sizeof images[k], &images[k]));
		}
		for (int round = 0; round < 3; round++) {
			ok(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, size, NULL, 0, NULL, NULL));
			ok(clFinish(queue));
			usleep(3000);
		}
		for (int k = 0; k < 2; k++) ok(clReleaseMemObject(images[k]));
	}
	ok(clReleaseKernel(kernel));
}

int main(void) {
	static const char source[] =
		"kernel void add(global int *x) { x[get_global_id(0)] += 1; }\n"
		"const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;\n"
		"kernel void blur(read_only image2d_t a, write_only image2d_t b) {\n"
		"	int x = get_global_id(0), y = get_global_id(1); float4 v = 0;\n"
		"	for (int i = 0; i < 9; i++) v += read_imagef(a, s, (float2)(x + i * .3f, y));\n"
		"	write_imagef(b, (int2)(x, y), v); }";
	open_device();
	cl_program early = build(source);
	run(early);
	with_images(early);
	for (int i = 3; i < 4096; i++) close(i);
	for (int i = 3; i < 12; i++) open("/dev/null", O_RDWR); // what was closed is another's now
	for (time_t end = time(NULL) + 2; time(NULL) < end;) run(early), run(build(source)); // a runtime that polls does so within 10 ms
	run(build(source));
	with_images(build(source));
	usleep(100000);
	return done();
}
