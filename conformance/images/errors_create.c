// The error codes of the calls that make images and list formats.
#include "check.h"

static cl_context no_context;
static char host[1 << 16] __attribute__((aligned(128)));
static const cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8}, bgra = {CL_BGRA, CL_UNORM_INT8};
static const cl_image_desc small = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};

static void fails(cl_int wanted, cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *desc, void *pointer, int line) {
	cl_int status = CL_SUCCESS;
	cl_mem made = clCreateImage(context, flags, format, desc, pointer, &status);
	check(!made && status == wanted, "line %d: clCreateImage gave %p and %d, not %d", line, made, status, wanted);
	status = CL_SUCCESS;
	made = clCreateImageWithProperties(context, NULL, flags, format, desc, pointer, &status);
	check(!made && status == wanted, "line %d: clCreateImageWithProperties gave %p and %d, not %d", line, made, status, wanted);
}

#define create_fails(wanted, ...) fails(wanted, __VA_ARGS__, __LINE__)
#define DESC(...) &(cl_image_desc){__VA_ARGS__}
#define FORMAT(...) &(cl_image_format){__VA_ARGS__}

static cl_mem make(cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *desc, void *pointer) {
	cl_int status;
	cl_mem made = clCreateImage(context, flags, format, desc, pointer, &status);
	ok(status);
	return made;
}

static void test_order(void) {
	cl_mem_properties unknown[] = {0x7777, 1, 0}, none[] = {0};
	check_create(clCreateImage(no_context, ~0ull, NULL, NULL, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateImageWithProperties(no_context, unknown, 0, NULL, NULL, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateImageWithProperties(context, unknown, ~0ull, NULL, NULL, NULL, &status), CL_INVALID_PROPERTY);
	cl_int status;
	cl_mem made = clCreateImageWithProperties(context, none, 0, &rgba, &small, NULL, &status);
	ok(status);
	cl_mem_properties back[4];
	size_t size = 0;
	ok(clGetMemObjectInfo(made, CL_MEM_PROPERTIES, sizeof back, back, &size));
	check(size == sizeof none && back[0] == 0, "%zu bytes of properties", size);
	ok(clReleaseMemObject(made));
	create_fails(CL_INVALID_VALUE, ~0ull, NULL, NULL, NULL);
	create_fails(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, NULL, NULL, NULL);
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, NULL, NULL);
}

static void test_flags(void) {
	create_fails(CL_INVALID_VALUE, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &rgba, &small, NULL);
	create_fails(CL_INVALID_VALUE, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, &rgba, &small, NULL);
	create_fails(CL_INVALID_VALUE, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, &rgba, &small, host);
	create_fails(CL_INVALID_VALUE, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, &rgba, &small, host);
	create_fails(CL_INVALID_VALUE, 1ull << 40, &rgba, &small, NULL);
	create_fails(CL_INVALID_HOST_PTR, CL_MEM_USE_HOST_PTR, &rgba, &small, NULL);
	create_fails(CL_INVALID_HOST_PTR, CL_MEM_COPY_HOST_PTR, &rgba, &small, NULL);
	create_fails(CL_INVALID_HOST_PTR, 0, &rgba, &small, host);
	create_fails(CL_INVALID_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, &rgba, &small, host);
}

static void test_formats(void) {
	create_fails(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, FORMAT(0, 0), &small, NULL);
	create_fails(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, FORMAT(CL_RGBA, 0x7777), &small, NULL);
	create_fails(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, FORMAT(~0u, CL_FLOAT), &small, NULL);
	create_fails(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, FORMAT(CL_RGBA, CL_UNORM_SHORT_565), &small, NULL);
	create_fails(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, FORMAT(CL_DEPTH, CL_UNORM_INT8), &small, NULL);
	create_fails(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, FORMAT(CL_sRGBA, CL_FLOAT), &small, NULL);
	create_fails(CL_IMAGE_FORMAT_NOT_SUPPORTED, 0, FORMAT(CL_Rx, CL_FLOAT), &small, NULL);
	create_fails(CL_IMAGE_FORMAT_NOT_SUPPORTED, 0, FORMAT(CL_DEPTH_STENCIL, CL_FLOAT), &small, NULL);
	create_fails(CL_IMAGE_FORMAT_NOT_SUPPORTED, 0, FORMAT(CL_DEPTH, CL_FLOAT),
		DESC(.image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 4, .image_height = 4, .image_depth = 4), NULL);
	// a size out of range comes first
	create_fails(CL_INVALID_IMAGE_SIZE, 0, FORMAT(CL_Rx, CL_FLOAT), DESC(.image_type = CL_MEM_OBJECT_IMAGE2D), NULL);
}

static void test_descriptors(void) {
	cl_image_desc d = small;
	d.image_type = 0;
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, &d, NULL);
	d.image_type = CL_MEM_OBJECT_BUFFER;
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, &d, NULL);
	d.image_type = CL_MEM_OBJECT_PIPE;
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, &d, NULL);
	d = small, d.num_samples = 1;
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, &d, NULL);
	d = small, d.image_row_pitch = 16;
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, &d, NULL);
	d.image_row_pitch = 12;
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, CL_MEM_USE_HOST_PTR, &rgba, &d, host);
	d.image_row_pitch = 18;
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, CL_MEM_USE_HOST_PTR, &rgba, &d, host);
	d = small, d.image_slice_pitch = 64;
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, &d, NULL);
	d = (cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 4, .image_height = 4, .image_depth = 4, .image_row_pitch = 16, .image_slice_pitch = 48};
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, CL_MEM_COPY_HOST_PTR, &rgba, &d, host);
	d.image_slice_pitch = 72;
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, CL_MEM_COPY_HOST_PTR, &rgba, &d, host);
	d = small, d.num_mip_levels = 17;
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, &d, NULL);
	d.num_mip_levels = 3;
	create_fails(CL_INVALID_VALUE, CL_MEM_COPY_HOST_PTR, &rgba, &d, host);
	create_fails(CL_INVALID_HOST_PTR, 0, &rgba, &d, host);
	ok(clReleaseMemObject(make(0, &rgba, &d, NULL)));
}

static size_t limit(cl_device_info name) {
	size_t value = 0;
	ok(clGetDeviceInfo(device, name, sizeof value, &value, NULL));
	return value;
}

static void too_large(cl_mem_object_type type, size_t width, size_t height, size_t depth, size_t layers) {
	create_fails(CL_INVALID_IMAGE_SIZE, 0, &rgba,
		DESC(.image_type = type, .image_width = width, .image_height = height, .image_depth = depth, .image_array_size = layers), NULL);
}

static void test_sizes(void) {
	size_t width = limit(CL_DEVICE_IMAGE2D_MAX_WIDTH), height = limit(CL_DEVICE_IMAGE2D_MAX_HEIGHT);
	size_t wide = limit(CL_DEVICE_IMAGE3D_MAX_WIDTH), high = limit(CL_DEVICE_IMAGE3D_MAX_HEIGHT), deep = limit(CL_DEVICE_IMAGE3D_MAX_DEPTH);
	size_t layers = limit(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE), elements = limit(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE);
	check(width >= 16384 && height >= 16384, "%zu x %zu", width, height);
	check(wide >= 2048 && high >= 2048 && deep >= 2048, "%zu x %zu x %zu", wide, high, deep);
	check(layers >= 2048 && elements >= 65536, "%zu layers, %zu elements", layers, elements);
	size_t over[] = {0, (size_t)-1, (size_t)1 << 32, (size_t)1 << 62};
	for (int i = 0; i < 5; i++) {
		size_t bad = i < 4 ? over[i] : 0;
		too_large(CL_MEM_OBJECT_IMAGE1D, i < 4 ? bad : width + 1, 0, 0, 0);
		too_large(CL_MEM_OBJECT_IMAGE1D_BUFFER, i < 4 ? bad : elements + 1, 0, 0, 0);
		too_large(CL_MEM_OBJECT_IMAGE1D_ARRAY, i < 4 ? bad : width + 1, 0, 0, 1);
		too_large(CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, 0, 0, i < 4 ? bad : layers + 1);
		too_large(CL_MEM_OBJECT_IMAGE2D, i < 4 ? bad : width + 1, 1, 0, 0);
		too_large(CL_MEM_OBJECT_IMAGE2D, 1, i < 4 ? bad : height + 1, 0, 0);
		too_large(CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, i < 4 ? bad : height + 1, 0, 1);
		too_large(CL_MEM_OBJECT_IMAGE2D_ARRAY, 1, 1, 0, i < 4 ? bad : layers + 1);
		too_large(CL_MEM_OBJECT_IMAGE3D, i < 4 ? bad : wide + 1, 1, 1, 0);
		too_large(CL_MEM_OBJECT_IMAGE3D, 1, i < 4 ? bad : high + 1, 1, 0);
		too_large(CL_MEM_OBJECT_IMAGE3D, 1, 1, i < 4 ? bad : deep + 1, 0);
	}
	cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = width};
	ok(clReleaseMemObject(make(0, &rgba, &d, NULL)));
	// what each dimension allows, but not all together
	create_fails(CL_MEM_OBJECT_ALLOCATION_FAILURE, 0, FORMAT(CL_RGBA, CL_FLOAT),
		DESC(.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY, .image_width = width, .image_height = height, .image_array_size = layers), NULL);
	// pitches that overflow
	cl_image_desc p = small;
	p.image_row_pitch = (size_t)1 << 63;
	create_fails(CL_INVALID_IMAGE_SIZE, CL_MEM_USE_HOST_PTR, &rgba, &p, host);
	p.image_type = CL_MEM_OBJECT_IMAGE3D, p.image_depth = 16, p.image_row_pitch = 16, p.image_slice_pitch = (size_t)1 << 61;
	create_fails(CL_INVALID_IMAGE_SIZE, CL_MEM_USE_HOST_PTR, &rgba, &p, host);
}

static void test_from_buffers(void) {
	cl_mem buffer = buffer_of(256, NULL), read = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY, 256, NULL, NULL);
	cl_mem written = clCreateBuffer(context, CL_MEM_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS, 256, NULL, NULL);
	cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 8, .buffer = buffer};
	ok(clReleaseMemObject(make(0, &rgba, &d, NULL)));
	d.image_height = 9;
	create_fails(CL_INVALID_IMAGE_SIZE, 0, &rgba, &d, NULL);
	d.image_height = 8, d.image_row_pitch = 36;
	create_fails(CL_INVALID_IMAGE_SIZE, 0, &rgba, &d, NULL);
	d.image_row_pitch = 28;
	create_fails(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, &rgba, &d, NULL);
	d.image_row_pitch = 33;
	create_fails(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, &rgba, &d, NULL);
	d.image_row_pitch = 0, d.num_mip_levels = 2;
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, &d, NULL);
	d.num_mip_levels = 0;
	create_fails(CL_INVALID_VALUE, CL_MEM_COPY_HOST_PTR, &rgba, &d, host);
	create_fails(CL_INVALID_VALUE, CL_MEM_ALLOC_HOST_PTR, &rgba, &d, NULL);
	create_fails(CL_INVALID_HOST_PTR, 0, &rgba, &d, host);
	d.buffer = read;
	create_fails(CL_INVALID_VALUE, CL_MEM_READ_WRITE, &rgba, &d, NULL);
	create_fails(CL_INVALID_VALUE, CL_MEM_WRITE_ONLY, &rgba, &d, NULL);
	create_fails(CL_INVALID_VALUE, CL_MEM_HOST_WRITE_ONLY, &rgba, &d, NULL);
	ok(clReleaseMemObject(make(0, &rgba, &d, NULL)));
	d.buffer = written;
	create_fails(CL_INVALID_VALUE, CL_MEM_READ_ONLY, &rgba, &d, NULL);
	create_fails(CL_INVALID_VALUE, CL_MEM_HOST_READ_ONLY, &rgba, &d, NULL);
	cl_int status;
	d.buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 256, host + 2, &status);
	ok(status);
	create_fails(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, &rgba, &d, NULL);
	ok(clReleaseMemObject(d.buffer));
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, &d, NULL); // released
	d.buffer = (cl_mem)queue;
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, &d, NULL);
	cl_context other = other_context();
	d.buffer = clCreateBuffer(other, 0, 256, NULL, &status);
	ok(status);
	create_fails(CL_INVALID_CONTEXT, 0, &rgba, &d, NULL);
	cl_image_desc line = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 65, .buffer = buffer};
	create_fails(CL_INVALID_IMAGE_SIZE, 0, &rgba, &line, NULL);
	line.image_width = 64;
	ok(clReleaseMemObject(make(0, &rgba, &line, NULL)));
}

static void test_from_images(void) {
	cl_mem of = make(0, &rgba, &small, NULL);
	cl_image_desc d = small;
	d.mem_object = of;
	ok(clReleaseMemObject(make(0, FORMAT(CL_sRGBA, CL_UNORM_INT8), &d, NULL)));
	ok(clReleaseMemObject(make(0, &rgba, &d, NULL)));
	create_fails(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, &bgra, &d, NULL);
	create_fails(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, 0, FORMAT(CL_RGBA, CL_SNORM_INT8), &d, NULL);
	d.image_width = 3;
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, &d, NULL);
	d = small, d.mem_object = of, d.image_row_pitch = 20;
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, &d, NULL);
	d = small, d.mem_object = of, d.num_mip_levels = 2;
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, &d, NULL);
	d = (cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 4, .mem_object = of};
	create_fails(CL_INVALID_IMAGE_DESCRIPTOR, 0, &rgba, &d, NULL);
	d = small, d.mem_object = of;
	create_fails(CL_INVALID_VALUE, CL_MEM_USE_HOST_PTR, &rgba, &d, host);
	ok(clReleaseMemObject(of));
}

static void test_old_calls(void) {
	check_create(clCreateImage2D(no_context, 0, &rgba, 4, 4, 0, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateImage2D(context, 1ull << 40, &rgba, 4, 4, 0, NULL, &status), CL_INVALID_VALUE);
	check_create(clCreateImage2D(context, 0, NULL, 4, 4, 0, NULL, &status), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
	check_create(clCreateImage2D(context, 0, &rgba, 0, 4, 0, NULL, &status), CL_INVALID_IMAGE_SIZE);
	check_create(clCreateImage2D(context, 0, &rgba, 4, 0, 0, NULL, &status), CL_INVALID_IMAGE_SIZE);
	check_create(clCreateImage2D(context, 0, &rgba, 4, 4, 16, NULL, &status), CL_INVALID_IMAGE_SIZE);
	check_create(clCreateImage2D(context, CL_MEM_USE_HOST_PTR, &rgba, 4, 4, 15, host, &status), CL_INVALID_IMAGE_SIZE);
	check_create(clCreateImage2D(context, 0, &rgba, 4, 4, 0, host, &status), CL_INVALID_HOST_PTR);
	check_create(clCreateImage2D(context, 0, FORMAT(CL_Rx, CL_FLOAT), 4, 4, 0, NULL, &status), CL_IMAGE_FORMAT_NOT_SUPPORTED);
	check_create(clCreateImage3D(no_context, 0, &rgba, 4, 4, 4, 0, 0, NULL, &status), CL_INVALID_CONTEXT);
	check_create(clCreateImage3D(context, 0, NULL, 4, 4, 4, 0, 0, NULL, &status), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
	check_create(clCreateImage3D(context, 0, &rgba, 4, 4, 1, 0, 0, NULL, &status), CL_INVALID_IMAGE_SIZE);
	check_create(clCreateImage3D(context, 0, &rgba, 4, 4, 0, 0, 0, NULL, &status), CL_INVALID_IMAGE_SIZE);
	check_create(clCreateImage3D(context, CL_MEM_COPY_HOST_PTR, &rgba, 4, 4, 2, 16, 63, host, &status), CL_INVALID_IMAGE_SIZE);
	check_create(clCreateImage3D(context, CL_MEM_COPY_HOST_PTR, &rgba, 4, 4, 2, 0, 0, NULL, &status), CL_INVALID_HOST_PTR);
	cl_int status;
	cl_mem flat = clCreateImage2D(context, CL_MEM_USE_HOST_PTR, &rgba, 4, 4, 32, host, &status);
	ok(status);
	cl_mem deep = clCreateImage3D(context, CL_MEM_COPY_HOST_PTR, &rgba, 4, 4, 2, 32, 256, host, &status);
	ok(status);
	size_t pitch = 0;
	ok(clGetImageInfo(deep, CL_IMAGE_SLICE_PITCH, sizeof pitch, &pitch, NULL));
	check(pitch == 256, "slice pitch %zu", pitch);
	ok(clReleaseMemObject(flat));
	ok(clReleaseMemObject(deep));
}

static void test_lists(void) {
	cl_image_format one;
	cl_uint count = 77;
	check_status(clGetSupportedImageFormats(no_context, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count), CL_INVALID_CONTEXT);
	check_status(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count), CL_INVALID_VALUE);
	check_status(clGetSupportedImageFormats(context, 1ull << 40, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count), CL_INVALID_VALUE);
	check_status(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_BUFFER, 0, NULL, &count), CL_INVALID_VALUE);
	check_status(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, &one, &count), CL_INVALID_VALUE);
	check(count == 77, "a call that failed wrote %u", count);
	ok(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 1, &one, NULL));
	ok(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, NULL));
}

int main(void) {
	open_device();
	no_context = other_kind(queue);
	test_order();
	test_flags();
	test_formats();
	test_descriptors();
	test_sizes();
	test_from_buffers();
	test_from_images();
	test_old_calls();
	test_lists();
	return done();
}
