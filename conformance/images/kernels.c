// What kernels do with images beyond reading and writing them: ask for their sizes, read what they wrote before, and
// use elements of three channels and of channels that are ignored.
#include "check.h"

static const char *const source =
	"kernel void again(read_write image2d_t i) {\n"
	"	int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
	"	write_imagef(i, at, read_imagef(i, at) * 2);\n"
	"	atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);\n"
	"	write_imagef(i, at, read_imagef(i, at) + 1);\n"
	"}\n"
	"kernel void ask(read_only image2d_array_t a, read_only image3d_t b, read_only image1d_t c,\n"
	"	read_only image1d_buffer_t d, read_only image1d_array_t e, read_write image2d_t f,\n"
	"	write_only image2d_depth_t g, global int *out) {\n"
	"	int2 in_a = get_image_dim(a), in_f = get_image_dim(f), in_g = get_image_dim(g);\n"
	"	int4 in_b = get_image_dim(b);\n"
	"	size_t layers = get_image_array_size(a), rows = get_image_array_size(e);\n"
	"	int answers[] = {in_a.x, in_a.y, get_image_height(a), layers, in_b.x, in_b.y, in_b.z, in_b.w, get_image_depth(b),\n"
	"		get_image_width(c), get_image_width(d), get_image_width(e), rows, in_f.x, in_f.y, in_g.x, in_g.y,\n"
	"		get_image_channel_order(g) == CLK_DEPTH, get_image_channel_data_type(g) == CLK_FLOAT,\n"
	"		get_image_channel_order(f) == CLK_RGBA, get_image_channel_data_type(f) == CLK_FLOAT,\n"
	"		get_image_num_mip_levels(f)};\n"
	"	for (int i = 0; i < sizeof answers / sizeof *answers; i++) out[i] = answers[i];\n"
	"}\n"
	"kernel void doubled(read_only image2d_t from, write_only image2d_t to) {\n"
	"	int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
	"	double2 v = as_double2(read_imagei(from, at));\n"
	"	write_imagei(to, at, as_int4((double2)(v.x * 2, 0)));\n"
	"}\n"
	"kernel void turned(read_only image2d_t from, write_only image2d_t to, global float4 *seen) {\n"
	"	int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
	"	float4 v = read_imagef(from, at);\n"
	"	seen[at.y * get_global_size(0) + at.x] = v;\n"
	"	write_imagef(to, get_image_dim(from) - 1 - at, v.zyxw);\n"
	"}\n";

static cl_mem make(cl_mem_object_type type, cl_image_format format, size_t width, size_t height, size_t third) {
	cl_int status;
	cl_image_desc desc = {.image_type = type, .image_width = width, .image_height = height, .image_depth = third, .image_array_size = third};
	if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER) desc.buffer = buffer_of(width * 16, NULL);
	cl_mem made = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, &status);
	ok(status);
	return made;
}

enum { WIDTH = 37, HEIGHT = 9 };
static const size_t origin[3], region[3] = {WIDTH, HEIGHT, 1};
static const cl_image_format floats = {CL_RGBA, CL_FLOAT}, bytes = {CL_R, CL_UNORM_INT8}, depths = {CL_DEPTH, CL_FLOAT};

static void test_reading_again(cl_program program) {
	static float v[HEIGHT * WIDTH * 4];
	cl_mem image = make(CL_MEM_OBJECT_IMAGE2D, floats, WIDTH, HEIGHT, 0);
	for (int i = 0; i < WIDTH * HEIGHT * 4; i++) v[i] = i;
	ok(clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, v, 0, NULL, NULL));
	cl_kernel again = kernel_of(program, "again");
	arg(again, 0, image);
	run2(again, WIDTH, HEIGHT, 1, 1);
	ok(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, v, 0, NULL, NULL));
	for (int i = 0; i < WIDTH * HEIGHT * 4; i++) check(v[i] == 2 * i + 1, "%d: %g", i, v[i]);
}

// Programs keep a double in each element of two floats, and read it by read_imagei.
static void test_doubles(cl_program program) {
	static double v[HEIGHT * WIDTH];
	static const cl_image_format pairs = {CL_RG, CL_FLOAT};
	cl_mem from = make(CL_MEM_OBJECT_IMAGE2D, pairs, WIDTH, HEIGHT, 0), to = make(CL_MEM_OBJECT_IMAGE2D, pairs, WIDTH, HEIGHT, 0);
	for (int i = 0; i < WIDTH * HEIGHT; i++) v[i] = 1.0 / (i + 3);
	ok(clEnqueueWriteImage(queue, from, CL_TRUE, origin, region, 0, 0, v, 0, NULL, NULL));
	cl_kernel doubled = kernel_of(program, "doubled");
	arg(doubled, 0, from);
	arg(doubled, 1, to);
	run2(doubled, WIDTH, HEIGHT, 1, 1);
	ok(clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, v, 0, NULL, NULL));
	for (int i = 0; i < WIDTH * HEIGHT; i++) check(v[i] == 2.0 / (i + 3), "%d: %g", i, v[i]);
}

static void test_answers(cl_program program) {
	static const int wanted[] = {5, 6, 6, 7, 8, 9, 10, 0, 10, 11, 12, 13, 14, 16, 1, 15, 17, 1, 1, 1, 1, 1};
	int got[sizeof wanted / sizeof *wanted];
	cl_mem out = buffer_of(sizeof got, NULL);
	cl_mem images[] = {make(CL_MEM_OBJECT_IMAGE2D_ARRAY, bytes, 5, 6, 7), make(CL_MEM_OBJECT_IMAGE3D, floats, 8, 9, 10),
		make(CL_MEM_OBJECT_IMAGE1D, floats, 11, 0, 0), make(CL_MEM_OBJECT_IMAGE1D_BUFFER, floats, 12, 0, 0),
		make(CL_MEM_OBJECT_IMAGE1D_ARRAY, floats, 13, 0, 14), make(CL_MEM_OBJECT_IMAGE2D, floats, 16, 1, 0),
		make(CL_MEM_OBJECT_IMAGE2D, depths, 15, 17, 0), out};
	cl_kernel ask = kernel_of(program, "ask");
	for (int i = 0; i < 8; i++) arg(ask, i, images[i]);
	run1(ask, 1, 1);
	read_back(out, got, sizeof got);
	for (int i = 0; i < (int)(sizeof wanted / sizeof *wanted); i++) check(got[i] == wanted[i], "answer %d is %d, not %d", i, got[i], wanted[i]);
}

// test_few_channels turns an image around, with red and blue exchanged. Its elements have `stored` bytes in memory.
static void test_few_channels(cl_program program, cl_channel_order order, int stored) {
	static unsigned char from[HEIGHT * WIDTH * 4], to[HEIGHT * WIDTH * 4];
	static cl_float4 seen[HEIGHT * WIDTH];
	cl_image_format format = {order, CL_UNORM_INT8};
	cl_mem first = make(CL_MEM_OBJECT_IMAGE2D, format, WIDTH, HEIGHT, 0), second = make(CL_MEM_OBJECT_IMAGE2D, format, WIDTH, HEIGHT, 0);
	size_t element = 0;
	ok(clGetImageInfo(first, CL_IMAGE_ELEMENT_SIZE, sizeof element, &element, NULL));
	check((int)element == stored, "an element has %zu bytes", element);
	for (int i = 0; i < (int)sizeof from; i++) from[i] = random_u32() >> 24;
	ok(clEnqueueWriteImage(queue, first, CL_FALSE, origin, region, 0, 0, from, 0, NULL, NULL));
	cl_float4 colour = {{1, 0.5, 0, 0}};
	ok(clEnqueueFillImage(queue, second, &colour, origin, region, 0, NULL, NULL));
	ok(clEnqueueReadImage(queue, second, CL_TRUE, origin, region, 0, 0, to, 0, NULL, NULL));
	for (int i = 0; i < WIDTH * HEIGHT; i++)
		check(to[i * stored] == 255 && to[i * stored + 1] == 128 && to[i * stored + 2] == 0, "fill: %d %d %d", to[i * stored], to[i * stored + 1], to[i * stored + 2]);
	cl_kernel turned = kernel_of(program, "turned");
	cl_mem buffer = buffer_of(sizeof seen, NULL);
	arg(turned, 0, first); arg(turned, 1, second); arg(turned, 2, buffer);
	run2(turned, WIDTH, HEIGHT, WIDTH, 1);
	ok(clEnqueueReadImage(queue, second, CL_TRUE, origin, region, 0, 0, to, 0, NULL, NULL));
	read_back(buffer, seen, sizeof seen);
	for (int i = 0; i < WIDTH * HEIGHT; i++) {
		const unsigned char *f = from + i * stored, *t = to + (WIDTH * HEIGHT - 1 - i) * stored;
		check(t[0] == f[2] && t[1] == f[1] && t[2] == f[0], "element %d: %d %d %d of %d %d %d", i, t[0], t[1], t[2], f[0], f[1], f[2]);
		check(seen[i].s[0] == f[0] / 255.0f && seen[i].s[2] == f[2] / 255.0f && seen[i].s[3] == 1, "element %d: blue %g, alpha %g", i, seen[i].s[2], seen[i].s[3]);
	}
}

int main(void) {
	open_device();
	cl_program program = build_with(source, "-cl-std=CL3.0");
	test_reading_again(program);
	test_doubles(program);
	test_answers(program);
	test_few_channels(program, CL_RGB, 3);
	test_few_channels(program, CL_RGBx, 4);
	return done();
}
