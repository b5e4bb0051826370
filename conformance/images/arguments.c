// Images and samplers as arguments of kernels: what clSetKernelArg and launches refuse.
#include "check.h"

static const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
	CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};
enum { TYPES = sizeof types / sizeof *types };

static const char *const source =
	"typedef read_only image2d_t Picture;\n"
	"kernel void shapes(read_only image1d_t a, read_only image1d_buffer_t b, read_only image1d_array_t c, read_only image2d_t d,\n"
	"	read_only image2d_array_t e, read_only image3d_t f, read_only image2d_depth_t g, read_only image2d_array_depth_t h) { }\n"
	"kernel void access(read_only image2d_t a, write_only image2d_t b, read_write image2d_t c, Picture d, sampler_t s, global int *p) { }\n"
	"kernel void one(read_only image2d_t a) { }\n"
	"kernel void written(write_only image2d_t a) { }\n"
	"kernel void both(read_write image2d_t a) { }\n";

static cl_program program;
static cl_mem images[TYPES];

static cl_mem make(cl_context c, cl_mem_flags flags, cl_channel_order order, cl_channel_type type, cl_mem_object_type shape) {
	cl_int status;
	cl_mem made = clCreateImage(c, flags, &(cl_image_format){order, type},
		&(cl_image_desc){.image_type = shape, .image_width = 4, .image_height = 4, .image_depth = 4, .image_array_size = 4}, NULL, &status);
	ok(status);
	return made;
}

static void test_shapes(void) {
	cl_kernel k = kernel_of(program, "shapes");
	for (int t = 0; t < TYPES; t++) images[t] = make(context, 0, CL_RGBA, CL_FLOAT, types[t]);
	cl_mem depth = make(context, 0, CL_DEPTH, CL_FLOAT, CL_MEM_OBJECT_IMAGE2D);
	cl_mem depths = make(context, 0, CL_DEPTH, CL_UNORM_INT16, CL_MEM_OBJECT_IMAGE2D_ARRAY);
	for (int parameter = 0; parameter < 8; parameter++)
		for (int t = 0; t < TYPES; t++)
			check_status(clSetKernelArg(k, parameter, sizeof images[t], &images[t]), parameter == t ? CL_SUCCESS : CL_INVALID_MEM_OBJECT);
	check_status(clSetKernelArg(k, 6, sizeof depths, &depths), CL_INVALID_MEM_OBJECT);
	check_status(clSetKernelArg(k, 7, sizeof depth, &depth), CL_INVALID_MEM_OBJECT);
	size_t one = 1;
	check_status(clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
	arg(k, 6, depth);
	arg(k, 7, depths);
	run1(k, 1, 0);
	ok(clFinish(queue));
}

static void test_errors(void) {
	cl_kernel k = kernel_of(program, "access");
	cl_int status;
	cl_mem buffer = buffer_of(64, NULL), nothing = NULL, none = other_kind(queue), m = images[3];
	cl_context other = other_context();
	cl_mem foreign = make(other, 0, CL_RGBA, CL_FLOAT, CL_MEM_OBJECT_IMAGE2D);
	cl_sampler s = clCreateSamplerWithProperties(context, NULL, &status), far = clCreateSamplerWithProperties(other, NULL, &status), no_sampler = NULL;
	for (int i = 0; i < 4; i++) {
		check_status(clSetKernelArg(k, i, sizeof m - 1, &m), CL_INVALID_ARG_SIZE);
		check_status(clSetKernelArg(k, i, 64, &m), CL_INVALID_ARG_SIZE);
		check_status(clSetKernelArg(k, i, sizeof m, NULL), CL_INVALID_MEM_OBJECT);
		check_status(clSetKernelArg(k, i, sizeof nothing, &nothing), CL_INVALID_MEM_OBJECT);
		check_status(clSetKernelArg(k, i, sizeof none, &none), CL_INVALID_MEM_OBJECT);
		check_status(clSetKernelArg(k, i, sizeof buffer, &buffer), CL_INVALID_MEM_OBJECT);
		check_status(clSetKernelArg(k, i, sizeof foreign, &foreign), CL_INVALID_MEM_OBJECT);
		check_status(clSetKernelArg(k, i, sizeof s, &s), CL_INVALID_MEM_OBJECT);
		arg(k, i, m);
	}
	check_status(clSetKernelArg(k, 5, sizeof m, &m), CL_INVALID_MEM_OBJECT); // an image is no buffer
	arg(k, 5, buffer);
	check_status(clSetKernelArg(k, 4, sizeof s, NULL), CL_INVALID_SAMPLER);
	check_status(clSetKernelArg(k, 4, sizeof no_sampler, &no_sampler), CL_INVALID_SAMPLER);
	check_status(clSetKernelArg(k, 4, sizeof m, &m), CL_INVALID_SAMPLER);
	check_status(clSetKernelArg(k, 4, sizeof far, &far), CL_INVALID_SAMPLER);
	check_status(clSetKernelArg(k, 4, sizeof s - 4, &s), CL_INVALID_ARG_SIZE);
	arg(k, 4, s);
	run1(k, 1, 0);
	ok(clReleaseSampler(s));
	check_robust(clSetKernelArg(k, 4, sizeof s, &s), CL_INVALID_SAMPLER);
	ok(clReleaseMemObject(foreign));
	check_robust(clSetKernelArg(k, 0, sizeof foreign, &foreign), CL_INVALID_MEM_OBJECT);
	run1(k, 1, 0); // with the sampler that the kernel knows
	ok(clFinish(queue));
}

static void test_access(void) {
	cl_kernel k = kernel_of(program, "access");
	cl_mem read = make(context, CL_MEM_READ_ONLY, CL_RGBA, CL_FLOAT, CL_MEM_OBJECT_IMAGE2D);
	cl_mem written = make(context, CL_MEM_WRITE_ONLY, CL_RGBA, CL_FLOAT, CL_MEM_OBJECT_IMAGE2D);
	arg(k, 0, read);
	arg(k, 3, read);
	arg(k, 1, written);
	check_status(clSetKernelArg(k, 0, sizeof written, &written), CL_INVALID_ARG_VALUE);
	check_status(clSetKernelArg(k, 3, sizeof written, &written), CL_INVALID_ARG_VALUE);
	check_status(clSetKernelArg(k, 1, sizeof read, &read), CL_INVALID_ARG_VALUE);
}

// Each format goes to the kernels that the lists of formats tell.
static void test_formats(void) {
	static const struct { const char *kernel; cl_mem_flags flags; } uses[] = {
		{"one", CL_MEM_READ_ONLY}, {"written", CL_MEM_WRITE_ONLY}, {"both", CL_MEM_KERNEL_READ_AND_WRITE}};
	cl_image_format all[256], list[256];
	cl_uint count, listed;
	size_t one = 1;
	ok(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 256, all, &count));
	for (int u = 0; u < 3; u++) {
		cl_kernel k = kernel_of(program, uses[u].kernel);
		ok(clGetSupportedImageFormats(context, uses[u].flags, CL_MEM_OBJECT_IMAGE2D, 256, list, &listed));
		for (cl_uint i = 0; i < count; i++) {
			int found = 0;
			for (cl_uint l = 0; l < listed; l++) found |= !memcmp(&all[i], &list[l], sizeof all[i]);
			cl_int status;
			cl_mem m = clCreateImage(context, 0, &all[i], &(cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4}, NULL, &status);
			if (!m) { // of those that kernels only read
				check(status == CL_IMAGE_FORMAT_NOT_SUPPORTED, "%d", status);
				if (u) continue;
				m = clCreateImage(context, CL_MEM_READ_ONLY, &all[i], &(cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4}, NULL, &status);
				ok(status);
			}
			arg(k, 0, m);
			check_status(clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL, NULL), found ? CL_SUCCESS : CL_IMAGE_FORMAT_NOT_SUPPORTED);
			ok(clReleaseMemObject(m));
		}
	}
	cl_mem raw = clCreateImage(context, CL_MEM_READ_ONLY, &(cl_image_format){CL_R, 0x10E3 /* RAW10 */},
		&(cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4}, NULL, NULL);
	cl_kernel k = kernel_of(program, "both");
	if (raw) {
		arg(k, 0, raw);
		check_status(clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL, NULL), CL_IMAGE_FORMAT_NOT_SUPPORTED);
		check_status(clEnqueueNDRangeKernel(queue, k, 0, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_WORK_DIMENSION); // comes first
	}
	ok(clFinish(queue));
}

int main(void) {
	open_device();
	program = build_with(source, "-cl-std=CL3.0");
	test_shapes();
	test_errors();
	test_access();
	test_formats();
	return done();
}
