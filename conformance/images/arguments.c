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
		check_status(clSetKernelArg(k, i, sizeof foreign, &foreign), CL_INVALID_CONTEXT);
		check_status(clSetKernelArg(k, i, sizeof s, &s), CL_INVALID_MEM_OBJECT);
		arg(k, i, m);
	}
	check_status(clSetKernelArg(k, 5, sizeof m, &m), CL_INVALID_MEM_OBJECT); // an image is no buffer
	arg(k, 5, buffer);
	check_status(clSetKernelArg(k, 4, sizeof s, NULL), CL_INVALID_SAMPLER);
	check_status(clSetKernelArg(k, 4, sizeof no_sampler, &no_sampler), CL_INVALID_SAMPLER);
	check_status(clSetKernelArg(k, 4, sizeof m, &m), CL_INVALID_SAMPLER);
	check_status(clSetKernelArg(k, 4, sizeof far, &far), CL_INVALID_CONTEXT);
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

// A read_write parameter takes images of all flags: the specification has no error there, and leaves undefined only the
// writing of what is read-only.
static void test_read_write(void) {
	static const cl_mem_flags flags[] = {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY};
	cl_kernel k = kernel_of(program, "both");
	for (int i = 0; i < 3; i++) {
		cl_mem m = make(context, flags[i], CL_RGBA, CL_FLOAT, CL_MEM_OBJECT_IMAGE2D);
		arg(k, 0, m);
		ok(clReleaseMemObject(m));
	}
}

// What clGetKernelArgInfo tells of the parameters of "shapes" and "access".
static void test_info(void) {
	static const struct {
		const char *kernel;
		cl_uint index;
		const char *type;
		cl_kernel_arg_access_qualifier access;
	} wanted[] = {
		{"shapes", 0, "image1d_t", CL_KERNEL_ARG_ACCESS_READ_ONLY}, {"shapes", 1, "image1d_buffer_t", CL_KERNEL_ARG_ACCESS_READ_ONLY},
		{"shapes", 2, "image1d_array_t", CL_KERNEL_ARG_ACCESS_READ_ONLY}, {"shapes", 3, "image2d_t", CL_KERNEL_ARG_ACCESS_READ_ONLY},
		{"shapes", 4, "image2d_array_t", CL_KERNEL_ARG_ACCESS_READ_ONLY}, {"shapes", 5, "image3d_t", CL_KERNEL_ARG_ACCESS_READ_ONLY},
		{"shapes", 6, "image2d_depth_t", CL_KERNEL_ARG_ACCESS_READ_ONLY},
		{"shapes", 7, "image2d_array_depth_t", CL_KERNEL_ARG_ACCESS_READ_ONLY},
		{"access", 1, "image2d_t", CL_KERNEL_ARG_ACCESS_WRITE_ONLY}, {"access", 2, "image2d_t", CL_KERNEL_ARG_ACCESS_READ_WRITE},
		{"access", 4, "sampler_t", CL_KERNEL_ARG_ACCESS_NONE},
	};
	cl_program with_info = build_with(source, "-cl-std=CL3.0 -cl-kernel-arg-info");
	for (int i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		cl_kernel k = kernel_of(with_info, wanted[i].kernel);
		char type[64] = "";
		cl_kernel_arg_access_qualifier access = 0;
		cl_kernel_arg_address_qualifier space = 0;
		cl_kernel_arg_type_qualifier qualifiers = 77;
		ok(clGetKernelArgInfo(k, wanted[i].index, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL));
		ok(clGetKernelArgInfo(k, wanted[i].index, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, NULL));
		ok(clGetKernelArgInfo(k, wanted[i].index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, NULL));
		ok(clGetKernelArgInfo(k, wanted[i].index, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifiers, &qualifiers, NULL));
		cl_uint where = wanted[i].access == CL_KERNEL_ARG_ACCESS_NONE ? CL_KERNEL_ARG_ADDRESS_PRIVATE : CL_KERNEL_ARG_ADDRESS_GLOBAL;
		check(!strcmp(type, wanted[i].type) && access == wanted[i].access && space == where && qualifiers == CL_KERNEL_ARG_TYPE_NONE,
			"%s %u: %s, %#x, %#x, %#llx", wanted[i].kernel, wanted[i].index, type, access, space, (long long)qualifiers);
		ok(clReleaseKernel(k));
	}
	ok(clReleaseProgram(with_info));
}

static int append(char *text, int at, const char *format, int i) { return at + sprintf(text + at, format, i, i); }

static cl_uint limit_of(cl_device_info name) {
	cl_uint limit = 0;
	ok(clGetDeviceInfo(device, name, sizeof limit, &limit, NULL));
	return limit;
}

// As many images and samplers as the device has room for, each with its own content and place; and then one more of each,
// which a launch takes as well or refuses with CL_OUT_OF_RESOURCES.
static void test_many(int more) {
	static char text[1 << 16];
	int reads = limit_of(CL_DEVICE_MAX_READ_IMAGE_ARGS) + more, writes = limit_of(CL_DEVICE_MAX_WRITE_IMAGE_ARGS) + more;
	int samplers = limit_of(CL_DEVICE_MAX_SAMPLERS) + more, n = 0;
	n = append(text, n, "kernel void many(global uint *sum", 0);
	for (int i = 0; i < reads; i++) n = append(text, n, ", read_only image1d_t r%d", i);
	for (int i = 0; i < writes; i++) n = append(text, n, ", write_only image1d_t w%d", i);
	for (int i = 0; i < samplers; i++) n = append(text, n, ", sampler_t s%d", i);
	n = append(text, n, ") { uint at = get_global_id(0), all = 0;\n", 0);
	for (int i = 0; i < reads; i++) {
		n = append(text, n, "all += read_imageui(r%d, ", i);
		n = append(text, n, "s%d, (int)at).x;\n", i % samplers);
	}
	for (int i = 0; i < writes; i++) n = append(text, n, "write_imageui(w%d, (int)at, (uint4)(at + %d));\n", i);
	n = append(text, n, "sum[at] = all; }", 0);
	cl_kernel k = kernel_of(build_with(text, "-cl-std=CL3.0"), "many");
	cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
	cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 4};
	cl_int status;
	cl_uint index = 0, sums[4], pixels[4], want = 0;
	cl_mem sum = buffer_of(sizeof sums, NULL), *read = calloc(reads + writes, sizeof *read), *written = read + reads;
	arg(k, index++, sum);
	for (int i = 0; i < reads; i++) {
		for (int x = 0; x < 4; x++) pixels[x] = i * i + x;
		want += i * i;
		read[i] = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &desc, pixels, &status);
		ok(status);
		arg(k, index++, read[i]);
	}
	for (int i = 0; i < writes; i++) {
		written[i] = clCreateImage(context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, &status);
		ok(status);
		arg(k, index++, written[i]);
	}
	for (int i = 0; i < samplers; i++) {
		cl_sampler s = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &status);
		ok(status);
		arg(k, index++, s);
	}
	size_t four = 4, origin[3] = {0}, region[3] = {4, 1, 1};
	status = clEnqueueNDRangeKernel(queue, k, 1, NULL, &four, NULL, 0, NULL, NULL);
	check(status == CL_SUCCESS || (more && status == CL_OUT_OF_RESOURCES), "%d", status);
	if (status == CL_SUCCESS) {
		read_back(sum, sums, sizeof sums);
		for (int x = 0; x < 4; x++) check(sums[x] == want + reads * x, "%d: %u", x, sums[x]);
		for (int i = 0; i < writes; i++) {
			ok(clEnqueueReadImage(queue, written[i], CL_TRUE, origin, region, 0, 0, pixels, 0, NULL, NULL));
			for (int x = 0; x < 4; x++) check(pixels[x] == (cl_uint)(x + i), "%d of %d: %u", x, i, pixels[x]);
		}
	}
	for (int i = 0; i < reads + writes; i++) ok(clReleaseMemObject(read[i]));
	free(read);
}

int main(void) {
	open_device();
	program = build_with(source, "-cl-std=CL3.0");
	test_shapes();
	test_errors();
	test_access();
	test_formats();
	test_read_write();
	test_info();
	test_many(0);
	test_many(1);
	return done();
}
