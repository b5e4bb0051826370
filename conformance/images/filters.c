// A chain of image filters as video programs have it: the planes of an NV12 frame in one buffer are seen as an image
// with one channel and one with two, turned into RGBA, blurred by a row and a column kernel with half floats between
// them, resized and rotated with linear samplers, and counted in a histogram. What each kernel writes is compared with
// the same done in double precision to what it read.
#include "check.h"

static const char *const source =
	"constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
	"constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;\n"
	"constant float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};\n"
	"kernel void to_rgba(read_only image2d_t luma, read_only image2d_t chroma, write_only image2d_t to) {\n"
	"  int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
	"  float y = 1.164f * (read_imagef(luma, nearest, at).x - 0.0627f);\n"
	"  float2 c = read_imagef(chroma, linear, (convert_float2(at) + 0.5f) * 0.5f).xy - 0.5f;\n"
	"  write_imagef(to, at, (float4)(y + 1.596f * c.y, y - 0.391f * c.x - 0.813f * c.y, y + 2.018f * c.x, 1.0f));\n"
	"}\n"
	"kernel void blur(read_only image2d_t from, write_only image2d_t to, int2 step) {\n"
	"  int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
	"  float4 sum = 0;\n"
	"  for (int i = 0; i < 5; i++) sum += weights[i] * read_imagef(from, nearest, at + step * (i - 2));\n"
	"  write_imagef(to, at, sum);\n"
	"}\n"
	"kernel void resize(read_only image2d_t from, write_only image2d_t to, sampler_t s) {\n"
	"  int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
	"  if (any(at >= get_image_dim(to))) return;\n"
	"  write_imagef(to, at, read_imagef(from, s, (convert_float2(at) + 0.5f) / convert_float2(get_image_dim(to))));\n"
	"}\n"
	"kernel void rotate_by(read_only image2d_t from, write_only image2d_t to, float2 turn) {\n"
	"  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;\n"
	"  int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
	"  float2 d = convert_float2(at) + 0.5f - 0.5f * convert_float2(get_image_dim(to));\n"
	"  float2 p = (float2)(turn.x * d.x - turn.y * d.y, turn.y * d.x + turn.x * d.y) + 0.5f * convert_float2(get_image_dim(from));\n"
	"  write_imagef(to, at, read_imagef(from, s, p));\n"
	"}\n"
	"kernel void count(read_only image2d_t luma, global uint *bins) {\n"
	"  atomic_inc(&bins[read_imageui(luma, (int2)(get_global_id(0), get_global_id(1))).x]);\n"
	"}\n";

// A picture is what an image holds, as numbers.
typedef struct {
	int width, height, channels;
	double *values;
} picture;

static picture picture_of(int width, int height, int channels) {
	return (picture){width, height, channels, calloc((size_t)width * height * channels, sizeof(double))};
}

static double *pixel(picture p, int x, int y) { return p.values + ((size_t)y * p.width + x) * p.channels; }

static int between(int low, int v, int high) { return v < low ? low : v > high ? high : v; }

// texel gives a pixel as a sampler sees it outside too: that of the edge, or transparent black.
static const double *texel(picture p, int x, int y, int edge) {
	static const double border[4];
	int near_x = between(0, x, p.width - 1), near_y = between(0, y, p.height - 1);
	return edge || (near_x == x && near_y == y) ? pixel(p, near_x, near_y) : border;
}

// sample is a linear read.
static void sample(picture p, double u, double v, int edge, double *to) {
	double left = floor(u - 0.5), top = floor(v - 0.5), a = u - 0.5 - left, b = v - 0.5 - top;
	for (int c = 0; c < p.channels; c++)
		to[c] = (1 - b) * ((1 - a) * texel(p, left, top, edge)[c] + a * texel(p, left + 1, top, edge)[c]) +
			b * ((1 - a) * texel(p, left, top + 1, edge)[c] + a * texel(p, left + 1, top + 1, edge)[c]);
}

static double of_half(uint16_t bits) {
	int exponent = bits >> 10 & 31, mantissa = bits & 1023;
	double v = exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24);
	return bits >> 15 ? -v : v;
}

// fetch reads an image of 8 bits or half floats a channel; BGRA is put in the order in which a kernel sees it.
static picture fetch(cl_mem image, int width, int height, cl_image_format format) {
	picture p = picture_of(width, height, 4);
	size_t origin[3] = {0, 0, 0}, region[3] = {width, height, 1}, values = (size_t)width * height * 4;
	uint16_t *halves = malloc(values * 2);
	unsigned char *bytes = (unsigned char *)halves;
	ok(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, halves, 0, NULL, NULL));
	for (size_t i = 0; i < values; i++) {
		size_t from = format.image_channel_order == CL_BGRA && i % 4 != 3 ? i / 4 * 4 + 2 - i % 4 : i;
		p.values[i] = format.image_channel_data_type == CL_HALF_FLOAT ? of_half(halves[from]) : bytes[from] / 255.0;
	}
	free(halves);
	return p;
}

// compare checks that got is what wanted rounds to: half a step of 1/255, or half a unit in the last place of a half
// float, and what the arithmetic of floats may be off by.
static void compare(const char *name, picture got, picture wanted, int halves) {
	int wrong = 0;
	for (int y = 0; y < got.height; y++)
		for (int x = 0; x < got.width; x++)
			for (int c = 0; c < 4; c++) {
				double v = fmin(fmax(pixel(wanted, x, y)[c], 0), 1), g = pixel(got, x, y)[c];
				double step = halves ? ldexp(fmax(v, 1e-4), -11) : 0.5 / 255;
				if (fabs(g - v) <= step + 5e-5) continue;
				if (wrong++ == 0) printf("%s: at %d, %d channel %d: %.6f, wanted %.6f\n", name, x, y, c, g, v);
			}
	check(wrong == 0, "%s: %d of %d values are wrong", name, wrong, got.width * got.height * 4);
}

enum { CASES = 3 };
static const int sizes[CASES][4] = {{64, 32, 96, 48}, {70, 46, 33, 29}, {160, 90, 107, 60}}; // of the frame, and resized

typedef struct {
	int width, height, to_width, to_height;
	unsigned char *frame;
	cl_mem buffer, luma, numbers, chroma, rgba, half, blurred, small, turned;
} chain;

static cl_mem image_of(cl_image_format format, int width, int height, cl_mem buffer, size_t pitch) {
	cl_int status;
	cl_image_desc d = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = width, .image_height = height,
		.image_row_pitch = pitch, .mem_object = buffer};
	cl_mem image = clCreateImage(context, 0, &format, &d, NULL, &status);
	ok(status);
	if (!image) exit(done());
	return image;
}

static const cl_image_format rgba8 = {CL_RGBA, CL_UNORM_INT8}, bgra8 = {CL_BGRA, CL_UNORM_INT8}, rgba16 = {CL_RGBA, CL_HALF_FLOAT};

// chain_of makes the images; the chroma plane begins at the first offset after luma that a sub-buffer may have.
static chain chain_of(const int *size) {
	chain c = {size[0], size[1], size[2], size[3]};
	cl_uint bits = 0;
	ok(clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL));
	size_t luma = c.width * c.height, start = (luma + bits / 8 - 1) / (bits / 8) * (bits / 8);
	cl_int status;
	c.frame = calloc(start + luma / 2, 1);
	c.buffer = clCreateBuffer(context, 0, start + luma / 2, NULL, &status);
	ok(status);
	cl_buffer_region plane = {start, luma / 2};
	cl_mem second = clCreateSubBuffer(c.buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &plane, &status);
	ok(status);
	c.luma = image_of((cl_image_format){CL_R, CL_UNORM_INT8}, c.width, c.height, c.buffer, c.width);
	c.numbers = image_of((cl_image_format){CL_R, CL_UNSIGNED_INT8}, c.width, c.height, c.buffer, c.width);
	c.chroma = image_of((cl_image_format){CL_RG, CL_UNORM_INT8}, c.width / 2, c.height / 2, second, c.width);
	c.rgba = image_of(rgba8, c.width, c.height, NULL, 0);
	c.half = image_of(rgba16, c.width, c.height, NULL, 0);
	c.blurred = image_of(rgba8, c.width, c.height, NULL, 0);
	c.small = image_of(bgra8, c.to_width, c.to_height, NULL, 0);
	c.turned = image_of(rgba8, c.to_width, c.to_height, NULL, 0);
	for (size_t i = 0; i < start + luma / 2; i++) c.frame[i] = 16 + (i * 7 + random_u32() % 60) % 220;
	ok(clEnqueueWriteBuffer(queue, c.buffer, CL_TRUE, 0, start + luma / 2, c.frame, 0, NULL, NULL));
	ok(clReleaseMemObject(second));
	memmove(c.frame + luma, c.frame + start, luma / 2);
	return c;
}

static void release(chain c) {
	cl_mem objects[] = {c.luma, c.numbers, c.chroma, c.rgba, c.half, c.blurred, c.small, c.turned, c.buffer};
	for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) ok(clReleaseMemObject(objects[i]));
	free(c.frame);
}

static void test_colours(const chain *c, cl_program program) {
	cl_kernel k = kernel_of(program, "to_rgba");
	arg(k, 0, c->luma); arg(k, 1, c->chroma); arg(k, 2, c->rgba);
	run2(k, c->width, c->height, 0, 0);
	picture chroma = picture_of(c->width / 2, c->height / 2, 2), wanted = picture_of(c->width, c->height, 4);
	const unsigned char *plane = c->frame + c->width * c->height;
	for (int i = 0; i < c->width * c->height / 2; i++) chroma.values[i] = plane[i] / 255.0;
	for (int y = 0; y < c->height; y++)
		for (int x = 0; x < c->width; x++) {
			double uv[2], l = 1.164 * (c->frame[y * c->width + x] / 255.0 - 0.0627), *to = pixel(wanted, x, y);
			sample(chroma, (x + 0.5) / 2, (y + 0.5) / 2, 1, uv);
			double u = uv[0] - 0.5, v = uv[1] - 0.5;
			to[0] = l + 1.596 * v, to[1] = l - 0.391 * u - 0.813 * v, to[2] = l + 2.018 * u, to[3] = 1;
		}
	picture got = fetch(c->rgba, c->width, c->height, rgba8);
	compare("to_rgba", got, wanted, 0);
	free(chroma.values); free(wanted.values); free(got.values);
	ok(clReleaseKernel(k));
}

static void blur_by(const chain *c, cl_program program, cl_mem from, cl_image_format format, cl_mem to, cl_image_format made, cl_int2 step) {
	static const double weights[5] = {0.0625, 0.25, 0.375, 0.25, 0.0625};
	cl_kernel k = kernel_of(program, "blur");
	arg(k, 0, from); arg(k, 1, to); arg(k, 2, step);
	run2(k, c->width, c->height, 0, 0);
	picture source = fetch(from, c->width, c->height, format), wanted = picture_of(c->width, c->height, 4), got = fetch(to, c->width, c->height, made);
	for (int y = 0; y < c->height; y++)
		for (int x = 0; x < c->width; x++)
			for (int i = -2; i <= 2; i++)
				for (int n = 0; n < 4; n++)
					pixel(wanted, x, y)[n] += weights[i + 2] * texel(source, x + i * step.s[0], y + i * step.s[1], 1)[n];
	compare(step.s[0] ? "blur of rows" : "blur of columns", got, wanted, made.image_channel_data_type == CL_HALF_FLOAT);
	free(source.values); free(wanted.values); free(got.values);
	ok(clReleaseKernel(k));
}

static void test_resizing(const chain *c, cl_program program) {
	cl_int status;
	cl_sampler sampler = clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, &status);
	ok(status);
	cl_kernel k = kernel_of(program, "resize");
	arg(k, 0, c->blurred); arg(k, 1, c->small); arg(k, 2, sampler);
	run2(k, (c->to_width + 15) / 16 * 16, (c->to_height + 3) / 4 * 4, 16, 4);
	picture from = fetch(c->blurred, c->width, c->height, rgba8), wanted = picture_of(c->to_width, c->to_height, 4),
		got = fetch(c->small, c->to_width, c->to_height, bgra8);
	for (int y = 0; y < c->to_height; y++)
		for (int x = 0; x < c->to_width; x++)
			sample(from, (x + 0.5) / c->to_width * c->width, (y + 0.5) / c->to_height * c->height, 1, pixel(wanted, x, y));
	compare("resize", got, wanted, 0);
	free(from.values); free(wanted.values); free(got.values);
	ok(clReleaseKernel(k));
	ok(clReleaseSampler(sampler));
}

static void test_turning(const chain *c, cl_program program) {
	cl_float2 turn = {{0.8f, 0.6f}};
	cl_kernel k = kernel_of(program, "rotate_by");
	arg(k, 0, c->small); arg(k, 1, c->turned); arg(k, 2, turn);
	run2(k, c->to_width, c->to_height, 0, 0);
	picture from = fetch(c->small, c->to_width, c->to_height, bgra8), wanted = picture_of(c->to_width, c->to_height, 4),
		got = fetch(c->turned, c->to_width, c->to_height, rgba8);
	for (int y = 0; y < c->to_height; y++)
		for (int x = 0; x < c->to_width; x++) {
			double dx = x + 0.5 - 0.5 * c->to_width, dy = y + 0.5 - 0.5 * c->to_height;
			sample(from, turn.s[0] * dx - turn.s[1] * dy + 0.5 * c->to_width, turn.s[1] * dx + turn.s[0] * dy + 0.5 * c->to_height, 0,
				pixel(wanted, x, y));
		}
	compare("rotate_by", got, wanted, 0);
	free(from.values); free(wanted.values); free(got.values);
	ok(clReleaseKernel(k));
}

static void test_counting(const chain *c, cl_program program) {
	unsigned bins[256] = {0}, wanted[256] = {0};
	cl_mem buffer = buffer_of(sizeof bins, bins);
	cl_kernel k = kernel_of(program, "count");
	arg(k, 0, c->numbers); arg(k, 1, buffer);
	run2(k, c->width, c->height, 0, 0);
	read_back(buffer, bins, sizeof bins);
	for (int i = 0; i < c->width * c->height; i++) wanted[c->frame[i]]++;
	check(memcmp(bins, wanted, sizeof bins) == 0, "the histogram is not that of the luma plane");
	ok(clReleaseKernel(k));
	ok(clReleaseMemObject(buffer));
}

int main(void) {
	open_device();
	cl_program program = build(source);
	for (int round = 0; round < 2; round++) // the second finds the code of the first
		for (int i = 0; i < CASES; i++) {
			chain c = chain_of(sizes[i]);
			test_colours(&c, program);
			blur_by(&c, program, c.rgba, rgba8, c.half, rgba16, (cl_int2){{1, 0}});
			blur_by(&c, program, c.half, rgba16, c.blurred, rgba8, (cl_int2){{0, 1}});
			test_resizing(&c, program);
			test_turning(&c, program);
			test_counting(&c, program);
			release(c);
		}
	ok(clReleaseProgram(program));
	return done();
}
