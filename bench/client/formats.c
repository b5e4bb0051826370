// How much longer the first launch of a kernel takes with images of a format, or a sampler, that it has not had than the
// second: the standard input holds kernels of an image that is read, a sampler and an image that is written. Each has been launched
// with RGBA8 before; an argument names one of them. Prints "KERNEL_FORMAT_first NANOSECONDS" and the same with "second"; the second is the least of some.
#define CL_TARGET_OPENCL_VERSION 120
#include "driver.h"

enum { SIDE = 512, DEPTH = 8, SECONDS = 20 };

typedef struct {
	const char *name;
	cl_image_format format;
} Format;

static const Format formats[] = {{"rgba8", {CL_RGBA, CL_UNORM_INT8}}, {"bgra8", {CL_BGRA, CL_UNORM_INT8}}, {"rgba16", {CL_RGBA, CL_UNORM_INT16}},
	{"rgba16f", {CL_RGBA, CL_HALF_FLOAT}}, {"rgba32f", {CL_RGBA, CL_FLOAT}}, {"r8", {CL_R, CL_UNORM_INT8}}, {"r32f", {CL_R, CL_FLOAT}}};
enum { FORMATS = sizeof formats / sizeof *formats };

static cl_mem new_image(const Format *f, int is_volume) {
	cl_image_desc desc = {is_volume ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D, SIDE, SIDE, is_volume ? DEPTH : 1};
	cl_int status;
	cl_mem image = clCreateImage(context, 0, &f->format, &desc, NULL, &status);
	must(status, "clCreateImage");
	size_t origin[3] = {0}, region[3] = {SIDE, SIDE, desc.image_depth};
	float colour[4] = {0.25f, 0.5f, 0.75f, 1};
	must(clEnqueueFillImage(queue, image, colour, origin, region, 0, NULL, NULL), "clEnqueueFillImage");
	must(clFinish(queue), "clFinish");
	return image;
}

static long long launch(cl_kernel kernel) {
	size_t global[2] = {SIDE, SIDE};
	long long began = now();
	must(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, NULL, 0, NULL, NULL), "clEnqueueNDRangeKernel");
	must(clFinish(queue), "clFinish");
	return now() - began;
}

static long long least_of(cl_kernel kernel, int times) {
	long long least = launch(kernel);
	for (int i = 1; i < times; i++) {
		long long took = launch(kernel);
		if (took < least) least = took;
	}
	return least;
}

static void rest(int ms) {
	struct timespec t = {0, ms * 1000000l};
	nanosleep(&t, NULL);
}

// measure prints the times of a kernel with a pair of formats. What the background compiles after the first launch is
// to be there for the second.
static void measure(cl_kernel kernel, const char *name, const char *what) {
	long long first = launch(kernel);
	rest(30);
	printf("%s_%s_first %lld\n%s_%s_second %lld\n", name, what, first, name, what, least_of(kernel, SECONDS));
	fflush(stdout);
}

static const char *name_of(cl_kernel kernel) {
	static char name[64];
	must(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name, name, NULL), "clGetKernelInfo");
	return name;
}

static void measure_kernel(cl_kernel kernel) {
	const char *name = name_of(kernel);
	cl_int status;
	cl_mem out = new_image(formats, 0);
	cl_sampler sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, &status);
	must(status, "clCreateSampler");
	must(clSetKernelArg(kernel, 1, sizeof sampler, &sampler), "clSetKernelArg");
	must(clSetKernelArg(kernel, 2, sizeof out, &out), "clSetKernelArg");
	int is_volume = strstr(name, "volume") != NULL;
	for (int i = 0; i < FORMATS; i++) {
		cl_mem in = new_image(&formats[i], is_volume);
		must(clSetKernelArg(kernel, 0, sizeof in, &in), "clSetKernelArg");
		if (i == 0) least_of(kernel, 3), rest(30);
		else measure(kernel, name, formats[i].name);
		if (i == FORMATS - 1) {
			sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &status);
			must(clSetKernelArg(kernel, 1, sizeof sampler, &sampler), "clSetKernelArg");
			measure(kernel, name, "sampler");
		}
		clReleaseMemObject(in);
	}
}

int main(int count, char **words) {
	static char source[1 << 20];
	source[fread(source, 1, sizeof source - 1, stdin)] = 0;
	open_driver();
	cl_bool images = CL_FALSE;
	must(clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, NULL), "clGetDeviceInfo");
	if (!images) return 0;
	const char *text = source;
	cl_int status;
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &status);
	must(status, "clCreateProgramWithSource");
	must(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
	cl_kernel kernels[16];
	cl_uint found;
	must(clCreateKernelsInProgram(program, 16, kernels, &found), "clCreateKernelsInProgram");
	for (cl_uint k = 0; k < found; k++)
		if (count < 2 || strcmp(name_of(kernels[k]), words[1]) == 0) measure_kernel(kernels[k]);
	return 0;
}
