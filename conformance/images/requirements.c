// cl_ext_image_requirements_info: what images need, and that images made so from buffers work (cl_ext_image_from_buffer).
#include "check.h"

static const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
	CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};
enum { TYPES = sizeof types / sizeof *types };

static clGetImageRequirementsInfoEXT_fn info;
static const cl_image_format rgba = {CL_RGBA, CL_UNSIGNED_INT16};
static const cl_image_desc flat = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8};

static size_t need(const cl_image_format *format, const cl_image_desc *desc, cl_uint name) {
	size_t value = 777, size = 0;
	ok(info(context, NULL, 0, format, desc, name, sizeof value, &value, &size));
	check(size == sizeof value, "%zu", size);
	return value;
}

static cl_uint maximum(const cl_image_desc *desc, cl_uint name) {
	cl_uint value = 777;
	ok(info(context, NULL, CL_MEM_READ_WRITE, NULL, desc, name, sizeof value, &value, NULL));
	return value;
}

static void test_errors(void) {
	size_t value;
	cl_mem_properties unknown[] = {0x7777, 1, 0};
	cl_image_format invalid = {CL_INTENSITY, CL_UNORM_SHORT_555};
	cl_image_desc empty = {.image_type = CL_MEM_OBJECT_IMAGE1D}, buffer = {.image_type = CL_MEM_OBJECT_BUFFER, .image_width = 8};
	cl_uint row = CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT, size = CL_IMAGE_REQUIREMENTS_SIZE_EXT;
	check_status(info(other_kind(queue), NULL, 0, &rgba, &flat, row, sizeof value, &value, NULL), CL_INVALID_CONTEXT);
	check_status(info(context, unknown, 0, &rgba, &flat, row, sizeof value, &value, NULL), CL_INVALID_PROPERTY);
	check_status(info(context, NULL, -1, &rgba, &flat, row, sizeof value, &value, NULL), CL_INVALID_VALUE);
	check_status(info(context, NULL, 0, &invalid, &flat, row, sizeof value, &value, NULL), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
	check_status(info(context, NULL, 0, &rgba, &empty, row, sizeof value, &value, NULL), CL_INVALID_IMAGE_DESCRIPTOR);
	check_status(info(context, NULL, 0, &rgba, &buffer, row, sizeof value, &value, NULL), CL_INVALID_IMAGE_DESCRIPTOR);
	check_status(info(context, NULL, 0, &rgba, &flat, CL_IMAGE_FORMAT, sizeof value, &value, NULL), CL_INVALID_VALUE);
	check_status(info(context, NULL, 0, &rgba, &flat, row, sizeof value - 1, &value, NULL), CL_INVALID_VALUE);
	check_status(info(context, NULL, 0, NULL, &flat, size, sizeof value, &value, NULL), CL_INVALID_VALUE);
	check_status(info(context, NULL, 0, &rgba, NULL, size, sizeof value, &value, NULL), CL_INVALID_VALUE);
	check_status(info(context, NULL, 0, &rgba, &flat, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, 3, &value, NULL), CL_INVALID_VALUE);
	for (int t = 0; t < TYPES; t++) {
		cl_image_desc d = {.image_type = types[t]};
		cl_uint got;
		check_status(info(context, NULL, 0, &rgba, &d, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, 4, &got, NULL), t < 3 ? CL_INVALID_IMAGE_DESCRIPTOR : CL_SUCCESS);
		check_status(info(context, NULL, 0, &rgba, &d, CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, 4, &got, NULL), t < 5 ? CL_INVALID_IMAGE_DESCRIPTOR : CL_SUCCESS);
		check_status(info(context, NULL, 0, &rgba, &d, CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, 4, &got, NULL), t != 2 && t != 4 ? CL_INVALID_IMAGE_DESCRIPTOR : CL_SUCCESS);
	}
}

static void test_maxima(void) {
	size_t limit;
	ok(clGetDeviceInfo(device, CL_DEVICE_IMAGE2D_MAX_WIDTH, sizeof limit, &limit, NULL));
	check(maximum(&flat, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT) == limit, "width");
	ok(clGetDeviceInfo(device, CL_DEVICE_IMAGE2D_MAX_HEIGHT, sizeof limit, &limit, NULL));
	check(maximum(&flat, CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT) == limit, "height");
	ok(clGetDeviceInfo(device, CL_DEVICE_IMAGE3D_MAX_WIDTH, sizeof limit, &limit, NULL));
	check(maximum(NULL, CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT) == limit, "width of all types");
	ok(clGetDeviceInfo(device, CL_DEVICE_IMAGE3D_MAX_DEPTH, sizeof limit, &limit, NULL));
	check(maximum(NULL, CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT) == limit, "depth");
	ok(clGetDeviceInfo(device, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, sizeof limit, &limit, NULL));
	check(maximum(NULL, CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT) == limit, "array size");
	check(need(NULL, NULL, CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT) == 16, "base address");
	check(need(NULL, &flat, CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT) == 16, "slice pitch");
	check(need(&rgba, NULL, CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT) == 8, "row pitch");
}

// With all other sizes given, the greatest one is that of an image which can be made.
static void test_maxima_in_memory(void) {
	cl_image_format format = {CL_RGBA, CL_FLOAT};
	cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE3D};
	cl_ulong most;
	cl_uint depth;
	size_t limit;
	ok(clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
	ok(clGetDeviceInfo(device, CL_DEVICE_IMAGE3D_MAX_WIDTH, sizeof d.image_width, &d.image_width, NULL));
	ok(clGetDeviceInfo(device, CL_DEVICE_IMAGE3D_MAX_HEIGHT, sizeof d.image_height, &d.image_height, NULL));
	ok(clGetDeviceInfo(device, CL_DEVICE_IMAGE3D_MAX_DEPTH, sizeof limit, &limit, NULL));
	size_t fitting = most / (16 * d.image_width * d.image_height);
	ok(info(context, NULL, 0, &format, &d, CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, sizeof depth, &depth, NULL));
	check(depth == (fitting < limit ? fitting : limit), "%u, for %zu in memory", depth, fitting);
	check(maximum(&d, CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT) == depth, "without a format as for the largest elements");
	if (depth == limit) return;
	d.image_depth = depth + 1;
	cl_int status;
	check_create(clCreateImage(context, 0, &format, &d, NULL, &status), CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

// A buffer that is as large as it must be holds an image of each type, with the least pitches and with wider rows.
static void test_images(void) {
	cl_image_format list[256];
	cl_uint count;
	cl_int status;
	for (int t = 0; t < TYPES; t++) {
		ok(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, types[t], 256, list, &count));
		for (cl_uint i = 0; i < count; i++)
			for (int wider = 0; wider < 2; wider++) {
				cl_image_desc d = {.image_type = types[t], .image_width = 12, .image_height = 3, .image_depth = 2, .image_array_size = 5};
				if (wider) d.image_row_pitch = 16 * need(&list[i], &d, CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT) * 2;
				size_t size = need(&list[i], &d, CL_IMAGE_REQUIREMENTS_SIZE_EXT), have = 0;
				cl_mem buffer = d.mem_object = buffer_of(size, NULL), less = buffer_of(size - 1, NULL);
				cl_mem image = clCreateImage(context, CL_MEM_READ_ONLY, &list[i], &d, NULL, &status);
				ok(status);
				ok(clGetMemObjectInfo(image, CL_MEM_SIZE, sizeof have, &have, NULL));
				check(have == size, "%zu bytes, not %zu", have, size);
				d.mem_object = less;
				check_create(clCreateImage(context, CL_MEM_READ_ONLY, &list[i], &d, NULL, &status), CL_INVALID_IMAGE_SIZE);
				ok(clReleaseMemObject(image));
				ok(clReleaseMemObject(buffer));
				ok(clReleaseMemObject(less));
			}
	}
}

int main(void) {
	open_device();
	info = (clGetImageRequirementsInfoEXT_fn)clGetExtensionFunctionAddressForPlatform(platform, "clGetImageRequirementsInfoEXT");
	check(info != NULL, "no clGetImageRequirementsInfoEXT");
	if (!info) return done();
	test_errors();
	test_maxima();
	test_maxima_in_memory();
	test_images();
	return done();
}
