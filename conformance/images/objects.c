// Images as objects: every listed format in every shape, the answers of their queries, memory in place, images from
// buffers and images, and what keeps what alive. Kernels look at the elements.
#include "check.h"

static const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
	CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};
enum { TYPES = sizeof types / sizeof *types, WIDTH = 12, HEIGHT = 5, DEPTH = 3, LAYERS = 4 };

static const char *const source =
	"kernel void get(read_only image2d_t image, global float4 *out) {\n"
	"	int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
	"	out[at.y * get_image_width(image) + at.x] = read_imagef(image, at);\n"
	"}\n"
	"kernel void put(write_only image2d_t image) {\n"
	"	int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
	"	write_imagef(image, at, (float4)(at.x, at.y, 2, 255) / 255);\n"
	"}\n"
	"kernel void put_all(write_only image1d_t a, write_only image1d_buffer_t b, write_only image1d_array_t c,\n"
	"	write_only image2d_t d, write_only image2d_array_t e, write_only image3d_t f) {\n"
	"	int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
	"	uint4 v = (uint4)(x + 16 * y + 64 * z);\n"
	"	if (y == 0 && z == 0) { write_imageui(a, x, v); write_imageui(b, x, v); }\n"
	"	if (z == 0) { write_imageui(c, (int2)(x, y), v); write_imageui(d, (int2)(x, y), v); }\n"
	"	write_imageui(e, (int4)(x, y, z, 0), v);\n"
	"	write_imageui(f, (int4)(x, y, z, 0), v);\n"
	"}\n";

static cl_program program;
static cl_kernel get, put, put_all;

static size_t size_info(cl_mem image, cl_image_info name) {
	size_t value = 777;
	ok(clGetImageInfo(image, name, sizeof value, &value, NULL));
	return value;
}

static cl_image_desc desc_of(cl_mem_object_type type) {
	return (cl_image_desc){.image_type = type, .image_width = WIDTH, .image_height = HEIGHT, .image_depth = DEPTH, .image_array_size = LAYERS};
}

static cl_mem make(cl_mem_flags flags, cl_channel_order order, cl_channel_type type, cl_image_desc desc, void *pointer) {
	cl_int status;
	cl_image_format format = {order, type};
	cl_mem made = clCreateImage(context, flags, &format, &desc, pointer, &status);
	ok(status);
	return made;
}

static void check_info(cl_mem image, cl_mem_object_type type, cl_image_format format, cl_mem_flags flags) {
	int is_array = type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
	int has_height = type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY || type == CL_MEM_OBJECT_IMAGE3D;
	cl_image_format got;
	ok(clGetImageInfo(image, CL_IMAGE_FORMAT, sizeof got, &got, NULL));
	check(!memcmp(&got, &format, sizeof got), "%x %x", got.image_channel_order, got.image_channel_data_type);
	size_t element = size_info(image, CL_IMAGE_ELEMENT_SIZE), row = size_info(image, CL_IMAGE_ROW_PITCH);
	int has_three = format.image_channel_order == CL_RGB || format.image_channel_order == CL_sRGB; // channels of 1, 2 or 4 bytes
	check(element >= 1 && element <= 16 && (!(element & (element - 1)) || (has_three && element % 3 == 0)), "%zu", element);
	int is_packed = format.image_channel_data_type >= 0x10E3 && format.image_channel_data_type <= 0x10E4; // RAW10, RAW12
	check(is_packed || row == WIDTH * element, "%zu", row);
	check(size_info(image, CL_IMAGE_WIDTH) == WIDTH, "width");
	check(size_info(image, CL_IMAGE_HEIGHT) == (has_height ? HEIGHT : 0), "height");
	check(size_info(image, CL_IMAGE_DEPTH) == (type == CL_MEM_OBJECT_IMAGE3D ? DEPTH : 0), "depth");
	check(size_info(image, CL_IMAGE_ARRAY_SIZE) == (is_array ? LAYERS : 0), "array size");
	size_t slice = is_array || type == CL_MEM_OBJECT_IMAGE3D ? row * (has_height ? HEIGHT : 1) : 0;
	check(size_info(image, CL_IMAGE_SLICE_PITCH) == slice, "slice pitch");
	cl_uint levels = 7, samples = 7;
	ok(clGetImageInfo(image, CL_IMAGE_NUM_MIP_LEVELS, sizeof levels, &levels, NULL));
	ok(clGetImageInfo(image, CL_IMAGE_NUM_SAMPLES, sizeof samples, &samples, NULL));
	check(levels == 0 && samples == 0, "%u levels, %u samples", levels, samples);
	cl_mem from = image;
	ok(clGetImageInfo(image, CL_IMAGE_BUFFER, sizeof from, &from, NULL));
	check(from == NULL, "a buffer");
	cl_mem_object_type kind;
	cl_mem_flags have;
	size_t size;
	ok(clGetMemObjectInfo(image, CL_MEM_TYPE, sizeof kind, &kind, NULL));
	ok(clGetMemObjectInfo(image, CL_MEM_FLAGS, sizeof have, &have, NULL));
	ok(clGetMemObjectInfo(image, CL_MEM_SIZE, sizeof size, &size, NULL));
	check(kind == type && have == flags, "type %x, flags %llx", kind, (long long)have);
	check(size == (slice ? slice * (is_array ? LAYERS : DEPTH) : row * (has_height ? HEIGHT : 1)), "%zu bytes", size);
}

static void test_all_formats(void) {
	static const cl_mem_flags uses[] = {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_KERNEL_READ_AND_WRITE};
	for (int t = 0; t < TYPES; t++) {
		cl_uint counts[4];
		for (int u = 0; u < 4; u++) {
			cl_image_format list[256];
			ok(clGetSupportedImageFormats(context, uses[u], types[t], 256, list, &counts[u]));
			check(counts[u] > 40 && counts[u] <= 256, "%u formats", counts[u]);
			cl_mem_flags flags = u == 3 ? CL_MEM_READ_WRITE : uses[u];
			for (cl_uint i = 0; i < counts[u]; i++) {
				cl_mem image = make(flags, list[i].image_channel_order, list[i].image_channel_data_type, desc_of(types[t]), NULL);
				if (!image) continue;
				check_info(image, types[t], list[i], flags);
				ok(clReleaseMemObject(image));
			}
		}
		check(counts[1] >= counts[0] && counts[2] >= counts[0] && counts[0] >= counts[3], "%u %u %u %u", counts[0], counts[1], counts[2], counts[3]);
	}
}

static void test_query_errors(void) {
	cl_mem buffer = buffer_of(64, NULL), image = make(0, CL_R, CL_FLOAT, desc_of(CL_MEM_OBJECT_IMAGE2D), NULL);
	size_t value = 0, size = 0;
	check_status(clGetImageInfo(buffer, CL_IMAGE_WIDTH, sizeof value, &value, NULL), CL_INVALID_MEM_OBJECT);
	check_status(clGetImageInfo(other_kind(queue), CL_IMAGE_WIDTH, sizeof value, &value, NULL), CL_INVALID_MEM_OBJECT);
	check_status(clGetImageInfo(image, CL_MEM_SIZE, sizeof value, &value, NULL), CL_INVALID_VALUE);
	check_status(clGetImageInfo(image, CL_IMAGE_WIDTH, sizeof value - 1, &value, NULL), CL_INVALID_VALUE);
	ok(clGetImageInfo(image, CL_IMAGE_WIDTH, 0, NULL, &size));
	check(size == sizeof value, "%zu", size);
	cl_buffer_region region = {0, 16};
	check_create(clCreateSubBuffer(image, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &status), CL_INVALID_MEM_OBJECT);
	check_status(clEnqueueReadBuffer(queue, image, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
	ok(clReleaseMemObject(image));
	ok(clReleaseMemObject(buffer));
}

static void draw(cl_mem image) {
	arg(put, 0, image);
	run2(put, WIDTH, HEIGHT, 0, 0);
	ok(clFinish(queue));
}

static void check_drawing(const unsigned char *at, size_t row_pitch) {
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++) {
			const unsigned char *element = at + y * row_pitch + x * 4;
			check(element[0] == x && element[1] == y && element[2] == 2 && element[3] == 255, "%d, %d: %d %d %d %d", x, y, element[0], element[1], element[2], element[3]);
		}
}

// The application's memory is the image, and what lies between the rows stays as it is.
static void test_in_place(void) {
	enum { PITCH = 64 };
	unsigned char host[HEIGHT * PITCH];
	memset(host, 99, sizeof host);
	cl_image_desc desc = desc_of(CL_MEM_OBJECT_IMAGE2D);
	desc.image_row_pitch = PITCH;
	cl_mem image = make(CL_MEM_USE_HOST_PTR, CL_RGBA, CL_UNORM_INT8, desc, host);
	check(size_info(image, CL_IMAGE_ROW_PITCH) == PITCH, "row pitch");
	void *pointer = NULL;
	ok(clGetMemObjectInfo(image, CL_MEM_HOST_PTR, sizeof pointer, &pointer, NULL));
	check(pointer == host, "another host pointer");
	draw(image);
	check_drawing(host, PITCH);
	for (int y = 0; y < HEIGHT; y++)
		for (int i = WIDTH * 4; i < PITCH; i++) check(host[y * PITCH + i] == 99, "row %d, byte %d: %d", y, i, host[y * PITCH + i]);
	ok(clReleaseMemObject(image));
}

static float read_element(cl_mem image, int index, int channel) {
	cl_mem out = buffer_of(WIDTH * HEIGHT * 16, NULL);
	float got[WIDTH * HEIGHT][4];
	arg(get, 0, image);
	arg(get, 1, out);
	run2(get, WIDTH, HEIGHT, 0, 0);
	read_back(out, got, sizeof got);
	ok(clReleaseMemObject(out));
	return got[index][channel];
}

static void test_copied(void) {
	enum { PITCH = 52 };
	unsigned char host[HEIGHT * PITCH];
	for (size_t i = 0; i < sizeof host; i++) host[i] = i;
	cl_image_desc desc = desc_of(CL_MEM_OBJECT_IMAGE2D);
	desc.image_row_pitch = PITCH;
	cl_mem image = make(CL_MEM_COPY_HOST_PTR, CL_BGRA, CL_UNORM_INT8, desc, host);
	memset(host, 0, sizeof host);
	check(read_element(image, 0, 2) == 0 && read_element(image, 0, 0) == 2 / 255.0f, "first element");
	check(read_element(image, 2 * WIDTH + 3, 3) == (2 * PITCH + 15) / 255.0f, "%f", read_element(image, 2 * WIDTH + 3, 3) * 255);
	ok(clReleaseMemObject(image));
}

static void CL_CALLBACK count(cl_mem unused, void *counter) { ++*(int *)counter; }

static cl_uint references(cl_mem object) {
	cl_uint n = 0;
	ok(clGetMemObjectInfo(object, CL_MEM_REFERENCE_COUNT, sizeof n, &n, NULL));
	return n;
}

// An image keeps the buffer alive from which it was made, and a view the image.
static void test_from_buffer(void) {
	int destroyed = 0;
	cl_int status;
	cl_mem buffer = buffer_of(1024, NULL);
	cl_buffer_region region = {128, 512};
	cl_mem part = clCreateSubBuffer(buffer, CL_MEM_HOST_NO_ACCESS, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
	ok(status);
	ok(clSetMemObjectDestructorCallback(part, count, &destroyed));
	cl_image_desc desc = desc_of(CL_MEM_OBJECT_IMAGE2D);
	desc.image_row_pitch = 52, desc.mem_object = part;
	cl_mem image = make(0, CL_RGBA, CL_UNORM_INT8, desc, NULL), from = NULL;
	ok(clGetMemObjectInfo(image, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof from, &from, NULL));
	check(from == part, "%p", from);
	ok(clGetImageInfo(image, CL_IMAGE_BUFFER, sizeof from, &from, NULL));
	check(from == part, "%p", from);
	size_t offset = 7;
	ok(clGetMemObjectInfo(image, CL_MEM_OFFSET, sizeof offset, &offset, NULL));
	check(offset == 0, "%zu", offset);
	cl_mem_flags flags = 0;
	ok(clGetMemObjectInfo(image, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
	check(flags == (CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS), "%llx", (long long)flags);
	check(references(image) == 1 && references(part) == 1, "references");
	draw(image);
	unsigned char got[1024];
	read_back(buffer, got, sizeof got);
	check_drawing(got + 128, 52);

	cl_image_desc view = desc_of(CL_MEM_OBJECT_IMAGE2D);
	view.mem_object = image;
	cl_mem same = make(0, CL_sRGBA, CL_UNORM_INT8, view, NULL);
	check(size_info(same, CL_IMAGE_ROW_PITCH) == 52, "row pitch");
	ok(clGetMemObjectInfo(same, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof from, &from, NULL));
	check(from == image, "%p", from);
	ok(clReleaseMemObject(image));
	ok(clReleaseMemObject(part));
	ok(clReleaseMemObject(buffer));
	check(destroyed == 0, "the buffer is gone, but not the view");
	check(read_element(same, 0, 3) == 1 && read_element(same, 0, 2) < 0.001f && read_element(same, 0, 2) > 0, "%f", read_element(same, 0, 2));
	ok(clReleaseMemObject(same));
	check(destroyed == 1, "destroyed %d times", destroyed);
}

// A kernel that writes all shapes, over the application's memory with pitches.
static void test_shapes(void) {
	enum { ROW = 80, SLICE = ROW * 8 };
	static unsigned char memory[TYPES][SLICE * LAYERS];
	for (int t = 0; t < TYPES; t++) {
		cl_image_desc desc = desc_of(types[t]);
		desc.image_row_pitch = ROW;
		if (types[t] == CL_MEM_OBJECT_IMAGE3D || types[t] == CL_MEM_OBJECT_IMAGE2D_ARRAY) desc.image_slice_pitch = SLICE;
		cl_mem image = make(CL_MEM_USE_HOST_PTR, CL_R, CL_UNSIGNED_INT8, desc, memory[t]);
		arg(put_all, t, image);
	}
	size_t global[3] = {16, 8, 8}; // beyond the images: such writes are dropped
	ok(clEnqueueNDRangeKernel(queue, put_all, 3, NULL, global, NULL, 0, NULL, NULL));
	ok(clFinish(queue));
	for (int t = 0; t < TYPES; t++) {
		int high = types[t] == CL_MEM_OBJECT_IMAGE1D_ARRAY ? LAYERS : t < 2 ? 1 : HEIGHT;
		int deep = types[t] == CL_MEM_OBJECT_IMAGE2D_ARRAY ? LAYERS : types[t] == CL_MEM_OBJECT_IMAGE3D ? DEPTH : 1;
		for (int i = 0; i < SLICE * LAYERS; i++) {
			int x = i % ROW, y = i % SLICE / ROW, z = i / SLICE;
			int wanted = x < WIDTH && y < high && z < deep ? x + 16 * y + 64 * z : 0;
			if (wanted > 255) wanted = 255; // writes saturate
			if (memory[t][i] != wanted) { check(memory[t][i] == wanted, "shape %d, byte %d: %d, not %d", t, i, memory[t][i], wanted); break; }
		}
		check(memory[t][1] == 1, "shape %d was not written", t);
	}
}

static void test_released(void) {
	int destroyed = 0;
	cl_image_desc desc = desc_of(CL_MEM_OBJECT_IMAGE2D);
	cl_mem image = make(0, CL_RGBA, CL_UNORM_INT8, desc, NULL);
	ok(clSetMemObjectDestructorCallback(image, count, &destroyed));
	cl_int status;
	cl_event gate = clCreateUserEvent(context, &status);
	ok(status);
	arg(put, 0, image);
	size_t global[2] = {WIDTH, HEIGHT};
	ok(clEnqueueNDRangeKernel(queue, put, 2, NULL, global, NULL, 1, &gate, NULL));
	ok(clReleaseMemObject(image)); // the command keeps it
	check(destroyed == 0, "destroyed too early");
	ok(clSetUserEventStatus(gate, CL_COMPLETE));
	ok(clFinish(queue));
	ok(clReleaseEvent(gate));
	check_robust(clEnqueueNDRangeKernel(queue, put, 2, NULL, global, NULL, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
	for (int i = 0; i < 1000; i++) { // a thousand at a time
		static cl_mem many[1000];
		many[i] = make(0, CL_RGBA, CL_FLOAT, desc, NULL);
		if (i == 999) for (int k = 0; k < 1000; k++) ok(clReleaseMemObject(many[k]));
	}
}

int main(void) {
	open_device();
	program = build(source);
	get = kernel_of(program, "get"), put = kernel_of(program, "put"), put_all = kernel_of(program, "put_all");
	test_all_formats();
	test_query_errors();
	test_in_place();
	test_copied();
	test_from_buffer();
	test_shapes();
	test_released();
	return done();
}
