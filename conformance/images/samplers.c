// Sampler objects: making them, what queries tell, their errors, and kernels that sample with them.
#include "check.h"

static cl_context no_context;

static cl_uint uint_info(cl_sampler sampler, cl_sampler_info name) {
	cl_uint value = 777;
	ok(clGetSamplerInfo(sampler, name, sizeof value, &value, NULL));
	return value;
}

static cl_sampler with_properties(const cl_sampler_properties *properties) {
	cl_int status;
	cl_sampler sampler = clCreateSamplerWithProperties(context, properties, &status);
	ok(status);
	return sampler;
}

static void test_errors(void) {
	check_create(clCreateSampler(no_context, CL_TRUE, 0, 0, &status), CL_INVALID_CONTEXT);
	check_create(clCreateSampler(context, 2, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &status), CL_INVALID_VALUE);
	check_create(clCreateSampler(context, CL_TRUE, 0, CL_FILTER_NEAREST, &status), CL_INVALID_VALUE);
	check_create(clCreateSampler(context, CL_TRUE, CL_FILTER_NEAREST, CL_FILTER_NEAREST, &status), CL_INVALID_VALUE);
	check_create(clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, 0, &status), CL_INVALID_VALUE);
	check_create(clCreateSampler(context, CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, &status), CL_INVALID_VALUE);
	check_create(clCreateSampler(context, CL_FALSE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR, &status), CL_INVALID_VALUE);
	check_create(clCreateSamplerWithProperties(no_context, NULL, &status), CL_INVALID_CONTEXT);
	cl_sampler_properties unknown[] = {0x7777, 1, 0}, twice[] = {CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE, CL_SAMPLER_NORMALIZED_COORDS, CL_TRUE, 0},
		wrong[] = {CL_SAMPLER_FILTER_MODE, CL_ADDRESS_CLAMP, 0}, info[] = {CL_SAMPLER_CONTEXT, 1, 0},
		mip[] = {CL_SAMPLER_MIP_FILTER_MODE_KHR, 0, 0}, level[] = {CL_SAMPLER_LOD_MIN_KHR, 0x7fc00000, 0};
	check_create(clCreateSamplerWithProperties(context, unknown, &status), CL_INVALID_VALUE);
	check_create(clCreateSamplerWithProperties(context, twice, &status), CL_INVALID_VALUE);
	check_create(clCreateSamplerWithProperties(context, wrong, &status), CL_INVALID_VALUE);
	check_create(clCreateSamplerWithProperties(context, info, &status), CL_INVALID_VALUE);
	check_create(clCreateSamplerWithProperties(context, mip, &status), CL_INVALID_VALUE);
	check_create(clCreateSamplerWithProperties(context, level, &status), CL_INVALID_VALUE);

	cl_sampler sampler = with_properties(NULL), none = other_kind(queue);
	cl_uint value;
	size_t size = 0;
	check_status(clRetainSampler(none), CL_INVALID_SAMPLER);
	check_status(clReleaseSampler(none), CL_INVALID_SAMPLER);
	check_status(clGetSamplerInfo(none, CL_SAMPLER_CONTEXT, 0, NULL, NULL), CL_INVALID_SAMPLER);
	check_status(clGetSamplerInfo(sampler, 0x7777, sizeof value, &value, NULL), CL_INVALID_VALUE);
	check_status(clGetSamplerInfo(sampler, CL_SAMPLER_FILTER_MODE, sizeof value - 1, &value, NULL), CL_INVALID_VALUE);
	ok(clGetSamplerInfo(sampler, CL_SAMPLER_CONTEXT, 0, NULL, &size));
	check(size == sizeof(cl_context), "%zu", size);
	ok(clReleaseSampler(sampler));
	check_robust(clReleaseSampler(sampler), CL_INVALID_SAMPLER);
	check_robust(clRetainSampler(sampler), CL_INVALID_SAMPLER);
}

static void test_queries(void) {
	static const cl_addressing_mode modes[] = {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT};
	cl_int status;
	for (int normalized = 0; normalized < 2; normalized++)
		for (int mode = 0; mode < (normalized ? 5 : 3); mode++)
			for (cl_filter_mode filter = CL_FILTER_NEAREST; filter <= CL_FILTER_LINEAR; filter++) {
				cl_sampler s = clCreateSampler(context, normalized, modes[mode], filter, &status);
				ok(status);
				check(uint_info(s, CL_SAMPLER_NORMALIZED_COORDS) == normalized, "normalized");
				check(uint_info(s, CL_SAMPLER_ADDRESSING_MODE) == modes[mode], "addressing mode");
				check(uint_info(s, CL_SAMPLER_FILTER_MODE) == filter, "filter mode");
				check(uint_info(s, CL_SAMPLER_MIP_FILTER_MODE_KHR) == CL_FILTER_NEAREST, "mip filter mode");
				size_t size = 77;
				ok(clGetSamplerInfo(s, CL_SAMPLER_PROPERTIES, 0, NULL, &size));
				check(size == 0, "%zu bytes of properties", size);
				ok(clReleaseSampler(s));
			}
	cl_sampler s = with_properties(NULL);
	cl_context of;
	float least, most;
	ok(clGetSamplerInfo(s, CL_SAMPLER_CONTEXT, sizeof of, &of, NULL));
	ok(clGetSamplerInfo(s, CL_SAMPLER_LOD_MIN_KHR, sizeof least, &least, NULL));
	ok(clGetSamplerInfo(s, CL_SAMPLER_LOD_MAX_KHR, sizeof most, &most, NULL));
	check(of == context, "another context");
	check(least == 0 && most == FLT_MAX, "%g to %g", least, most);
	check(uint_info(s, CL_SAMPLER_NORMALIZED_COORDS) == CL_TRUE && uint_info(s, CL_SAMPLER_ADDRESSING_MODE) == CL_ADDRESS_CLAMP &&
		uint_info(s, CL_SAMPLER_FILTER_MODE) == CL_FILTER_NEAREST, "defaults");
	ok(clRetainSampler(s));
	check(uint_info(s, CL_SAMPLER_REFERENCE_COUNT) == 2, "references");
	ok(clReleaseSampler(s));
	check(uint_info(s, CL_SAMPLER_REFERENCE_COUNT) == 1, "references");
	ok(clReleaseSampler(s));

	cl_sampler_properties given[] = {CL_SAMPLER_LOD_MAX_KHR, 0x40000000, CL_SAMPLER_MIP_FILTER_MODE_KHR, CL_FILTER_LINEAR, CL_SAMPLER_LOD_MIN_KHR, 0x3f000000, 0}, back[8];
	size_t size;
	s = with_properties(given);
	ok(clGetSamplerInfo(s, CL_SAMPLER_PROPERTIES, sizeof back, back, &size));
	check(size == sizeof given && !memcmp(back, given, size), "%zu bytes", size);
	ok(clGetSamplerInfo(s, CL_SAMPLER_LOD_MIN_KHR, sizeof least, &least, NULL));
	ok(clGetSamplerInfo(s, CL_SAMPLER_LOD_MAX_KHR, sizeof most, &most, NULL));
	check(least == 0.5f && most == 2 && uint_info(s, CL_SAMPLER_MIP_FILTER_MODE_KHR) == CL_FILTER_LINEAR, "%g to %g", least, most);
	ok(clReleaseSampler(s));
	cl_sampler_properties empty[] = {0};
	s = with_properties(empty);
	ok(clGetSamplerInfo(s, CL_SAMPLER_PROPERTIES, sizeof back, back, &size));
	check(size == sizeof empty && back[0] == 0, "%zu bytes", size);
	ok(clReleaseSampler(s));
}

// One row of four elements, read at some places by different samplers.
static void test_sampling(void) {
	static const struct {
		cl_bool normalized;
		cl_addressing_mode mode;
		cl_filter_mode filter;
		float x[4], wanted[4];
	} cases[] = {
		{CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, {-3, 0.9f, 1, 9}, {10, 10, 20, 40}},
		{CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, {-1, 0, 3.5f, 4}, {0, 10, 40, 0}},
		{CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, {0, 1, 1.5f, 4}, {10, 15, 20, 40}},
		{CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, {0, 2, 4, 9}, {5, 25, 20, 0}},
		{CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, {1.125f, -0.125f, 0.5f, 2.3f}, {10, 40, 30, 20}},
		{CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST, {1.125f, -0.125f, 0.5f, 2.3f}, {40, 10, 30, 20}},
		{CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, {0, 0.25f, 1, 0.375f}, {25, 15, 25, 20}},
	};
	cl_program program = build("kernel void k(read_only image1d_t image, sampler_t s, global const float *x, global float *out) {\n"
		"	int i = get_global_id(0); out[i] = read_imagef(image, s, x[i]).x; }");
	cl_kernel kernel = kernel_of(program, "k");
	float row[4] = {10, 20, 30, 40}, got[4];
	cl_int status;
	cl_mem image = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &(cl_image_format){CL_R, CL_FLOAT},
		&(cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 4}, row, &status), out = buffer_of(sizeof got, NULL);
	ok(status);
	arg(kernel, 0, image);
	arg(kernel, 3, out);
	for (int c = 0; c < sizeof cases / sizeof *cases; c++) {
		cl_mem x = buffer_of(sizeof cases[c].x, cases[c].x);
		cl_sampler s = clCreateSampler(context, cases[c].normalized, cases[c].mode, cases[c].filter, &status);
		ok(status);
		arg(kernel, 1, s);
		arg(kernel, 2, x);
		ok(clReleaseSampler(s)); // its value is in the kernel
		cl_kernel clone = clCloneKernel(kernel, &status);
		ok(status);
		run1(clone, 4, 0);
		read_back(out, got, sizeof got);
		for (int i = 0; i < 4; i++) check(fabsf(got[i] - cases[c].wanted[i]) < 0.3f, "case %d, at %g: %g, not %g", c, cases[c].x[i], got[i], cases[c].wanted[i]);
		ok(clReleaseKernel(clone));
		ok(clReleaseMemObject(x));
	}
}

// A depth image with two levels, of which kernels read the second by a level of detail, and all by their own level.
static void test_depth_levels(void) {
	cl_program program = build_with("#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable\n"
		"kernel void k(read_only image2d_depth_t image, sampler_t s, global float *out) {\n"
		"	out[0] = read_imagef(image, s, (float2)(0.5f, 0.5f), 0.0f); out[1] = read_imagef(image, s, (float2)(0.5f, 0.5f), 1.0f);\n"
		"	out[2] = get_image_num_mip_levels(image); }", "-cl-std=CL3.0");
	cl_kernel kernel = kernel_of(program, "k");
	float near[4] = {0.25f, 0.25f, 0.25f, 0.25f}, far = 0.75f, got[3];
	cl_int status;
	cl_mem image = clCreateImage(context, 0, &(cl_image_format){CL_DEPTH, CL_FLOAT},
		&(cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 2, .image_height = 2, .num_mip_levels = 2}, NULL, &status);
	ok(status);
	cl_mem out = buffer_of(sizeof got, NULL);
	size_t first[4] = {0}, second[4] = {0, 0, 1}, all[3] = {2, 2, 1}, one[3] = {1, 1, 1};
	ok(clEnqueueWriteImage(queue, image, CL_TRUE, first, all, 0, 0, near, 0, NULL, NULL));
	ok(clEnqueueWriteImage(queue, image, CL_TRUE, second, one, 0, 0, &far, 0, NULL, NULL));
	cl_sampler s = with_properties(NULL);
	arg(kernel, 0, image);
	arg(kernel, 1, s);
	arg(kernel, 2, out);
	run1(kernel, 1, 0);
	read_back(out, got, sizeof got);
	check(got[0] == 0.25f && got[1] == 0.75f && got[2] == 2, "%g, %g, %g levels", got[0], got[1], got[2]);
	ok(clReleaseMemObject(image));
}

int main(void) {
	open_device();
	no_context = other_kind(queue);
	test_errors();
	test_queries();
	test_sampling();
	test_depth_levels();
	return done();
}
