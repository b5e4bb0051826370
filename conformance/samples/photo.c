// The picture program: paints the Mandelbrot set (or takes a PNG given on the command line), blurs it, finds edges with
// a tile in local memory, counts a histogram with local atomics, turns the picture with a linear sampler from image to
// image, and writes every picture as PNG with each kernel's time.
#include "check.h"
#include <png.h>

static const char *source =
"#define TILE 16\n"
"kernel void paint(global uchar4 *out, int width, int height) {\n"
"  int x = get_global_id(0), y = get_global_id(1);\n"
"  if (x >= width || y >= height) return;\n"
"  float2 c = (float2)((x - 0.7f * width) * 2.6f / width, (y - 0.5f * height) * 2.6f / width), z = 0;\n"
"  int n = 0;\n"
"  while (n < 250 && dot(z, z) < 16.0f) { z = (float2)(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c; n++; }\n"
"  float t = n == 250 ? 0.0f : (n + 1 - log2(log2(dot(z, z)) * 0.5f)) * 0.06f;\n"
"  float3 rgb = n == 250 ? (float3)(0.0f) : 0.5f + 0.5f * (float3)(sin(t * 6.0f), sin(t * 6.0f + 2.1f), sin(t * 6.0f + 4.2f));\n"
"  out[y * width + x] = convert_uchar4_sat_rte((float4)(rgb * 255.0f, 255.0f));\n"
"}\n"
"kernel void blur(global const uchar4 *in, global uchar4 *out, int width, int height, constant float *weights, int radius) {\n"
"  int x = get_global_id(0), y = get_global_id(1);\n"
"  if (x >= width || y >= height) return;\n"
"  float4 sum = 0;\n"
"  for (int dy = -radius; dy <= radius; dy++)\n"
"    for (int dx = -radius; dx <= radius; dx++)\n"
"      sum += weights[dy + radius] * weights[dx + radius] *\n"
"             convert_float4(in[clamp(y + dy, 0, height - 1) * width + clamp(x + dx, 0, width - 1)]);\n"
"  out[y * width + x] = convert_uchar4_sat_rte(sum);\n"
"}\n"
"kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))\n"
"void edges(global const uchar4 *in, global uchar *out, int width, int height) {\n"
"  local float tile[TILE + 2][TILE + 2];\n"
"  int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);\n"
"  int left = get_group_id(0) * TILE - 1, top = get_group_id(1) * TILE - 1;\n"
"  for (int i = ly * TILE + lx; i < (TILE + 2) * (TILE + 2); i += TILE * TILE) {\n"
"    int tx = i % (TILE + 2), ty = i / (TILE + 2);\n"
"    float4 c = convert_float4(in[clamp(top + ty, 0, height - 1) * width + clamp(left + tx, 0, width - 1)]);\n"
"    tile[ty][tx] = dot(c.xyz, (float3)(0.299f, 0.587f, 0.114f));\n"
"  }\n"
"  barrier(CLK_LOCAL_MEM_FENCE);\n"
"  if (x >= width || y >= height) return;\n"
"  float gx = 0, gy = 0;\n"
"  for (int k = 0; k < 3; k++) {\n"
"    float w = k == 1 ? 2 : 1;\n"
"    gx += w * (tile[ly + k][lx + 2] - tile[ly + k][lx]);\n"
"    gy += w * (tile[ly + 2][lx + k] - tile[ly][lx + k]);\n"
"  }\n"
"  out[y * width + x] = convert_uchar_sat(hypot(gx, gy));\n"
"}\n"
"kernel void histogram(global const uchar *in, int n, global uint *bins) {\n"
"  local uint mine[256];\n"
"  for (int b = get_local_id(0); b < 256; b += get_local_size(0)) mine[b] = 0;\n"
"  barrier(CLK_LOCAL_MEM_FENCE);\n"
"  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&mine[in[i]]);\n"
"  barrier(CLK_LOCAL_MEM_FENCE);\n"
"  for (int b = get_local_id(0); b < 256; b += get_local_size(0)) if (mine[b]) atomic_add(&bins[b], mine[b]);\n"
"}\n"
"kernel void rotated(read_only image2d_t in, write_only image2d_t out, sampler_t linear, float2 turn) {\n"
"  int2 at = (int2)(get_global_id(0), get_global_id(1)), size = get_image_dim(out);\n"
"  if (any(at >= size)) return;\n"
"  float2 middle = 0.5f * convert_float2(size), d = convert_float2(at) + 0.5f - middle;\n"
"  float2 from = (float2)(turn.x * d.x + turn.y * d.y, turn.x * d.y - turn.y * d.x) + middle;\n"
"  write_imagef(out, at, read_imagef(in, linear, from));\n"
"}\n";

enum { RADIUS = 3 };

static int width = 1536, height = 1024;

static void write_png(const char *path, const void *pixels, int format) {
	png_image image = {.version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = format};
	check(png_image_write_to_file(&image, path, 0, pixels, 0, NULL), "%s: %s", path, image.message);
	printf("  wrote %s\n", path);
}

static unsigned char *read_png(const char *path) {
	png_image image = {.version = PNG_IMAGE_VERSION};
	if (!png_image_begin_read_from_file(&image, path)) {
		fprintf(stderr, "%s: %s\n", path, image.message);
		exit(1);
	}
	image.format = PNG_FORMAT_RGBA;
	unsigned char *pixels = malloc(PNG_IMAGE_SIZE(image));
	if (!png_image_finish_read(&image, NULL, pixels, 0, NULL)) {
		fprintf(stderr, "%s: %s\n", path, image.message);
		exit(1);
	}
	width = image.width, height = image.height;
	return pixels;
}

// timed runs a kernel and prints the time its event tells.
static void timed(cl_kernel kernel, const char *name, int dimensions, const size_t *global, const size_t *local) {
	cl_event event;
	cl_ulong started = 0, ended = 0;
	ok(clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, global, local, 0, NULL, &event));
	ok(clWaitForEvents(1, &event));
	ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof started, &started, NULL));
	ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof ended, &ended, NULL));
	printf("  %-10s %9.3f ms\n", name, (ended - started) * 1e-6);
	clReleaseEvent(event);
}

// rotate turns the picture of a buffer by 20 degrees around its middle; what lies outside becomes transparent.
static void rotate(cl_program program, cl_mem picture, unsigned char *rgba, const size_t *range) {
	cl_int err;
	cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
	cl_image_desc shape = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = width, .image_height = height};
	cl_mem from = clCreateImage(context, CL_MEM_READ_ONLY, &format, &shape, NULL, &err);
	ok(err);
	cl_mem to = clCreateImage(context, CL_MEM_WRITE_ONLY, &format, &shape, NULL, &err);
	ok(err);
	cl_sampler linear = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, &err);
	ok(err);
	size_t origin[3] = {0}, region[3] = {width, height, 1};
	ok(clEnqueueCopyBufferToImage(queue, picture, from, 0, origin, region, 0, NULL, NULL));
	cl_float2 turn = {{0.9396926f, 0.3420201f}}; // cosine and sine
	cl_kernel kernel = kernel_of(program, "rotated");
	arg(kernel, 0, from); arg(kernel, 1, to); arg(kernel, 2, linear); arg(kernel, 3, turn);
	timed(kernel, "rotated", 2, range, NULL);
	ok(clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, rgba, 0, NULL, NULL));
	write_png("build/rotated.png", rgba, PNG_FORMAT_RGBA);
	ok(clReleaseKernel(kernel));
	ok(clReleaseSampler(linear));
	ok(clReleaseMemObject(from));
	ok(clReleaseMemObject(to));
}

int main(int argc, char **argv) {
	open_device();
	unsigned char *given = argc > 1 ? read_png(argv[1]) : NULL;
	size_t pixels = (size_t)width * height;
	size_t range[2] = {(width + 15) / 16 * 16, (height + 15) / 16 * 16}, tile[2] = {16, 16};
	printf("%d x %d pixels\n", width, height);

	cl_program program = build(source);
	cl_mem picture = buffer_of(pixels * 4, given), blurred = buffer_of(pixels * 4, NULL), edges = buffer_of(pixels, NULL);
	if (!given) {
		cl_kernel paint = kernel_of(program, "paint");
		arg(paint, 0, picture); arg(paint, 1, width); arg(paint, 2, height);
		timed(paint, "paint", 2, range, NULL);
	}

	float weights[2 * RADIUS + 1], sum = 0;
	for (int i = -RADIUS; i <= RADIUS; i++) sum += weights[i + RADIUS] = expf(-i * i / 4.5f);
	for (int i = 0; i <= 2 * RADIUS; i++) weights[i] /= sum;
	cl_mem weights_buffer = buffer_of(sizeof weights, weights);
	int radius = RADIUS;
	cl_kernel blur = kernel_of(program, "blur");
	arg(blur, 0, picture); arg(blur, 1, blurred); arg(blur, 2, width); arg(blur, 3, height); arg(blur, 4, weights_buffer); arg(blur, 5, radius);
	timed(blur, "blur", 2, range, NULL);

	cl_kernel find = kernel_of(program, "edges");
	arg(find, 0, blurred); arg(find, 1, edges); arg(find, 2, width); arg(find, 3, height);
	timed(find, "edges", 2, range, tile);

	unsigned bins[256] = {0}, wanted[256] = {0};
	cl_mem bins_buffer = buffer_of(sizeof bins, bins);
	cl_kernel histogram = kernel_of(program, "histogram");
	int count = pixels;
	arg(histogram, 0, edges); arg(histogram, 1, count); arg(histogram, 2, bins_buffer);
	size_t items = 16384, group = 256;
	timed(histogram, "histogram", 1, &items, &group);

	unsigned char *rgba = malloc(pixels * 4), *grey = malloc(pixels);
	if (!given) {
		read_back(picture, rgba, pixels * 4);
		write_png("build/painted.png", rgba, PNG_FORMAT_RGBA);
	}
	read_back(blurred, rgba, pixels * 4);
	write_png("build/blurred.png", rgba, PNG_FORMAT_RGBA);
	read_back(edges, grey, pixels);
	write_png("build/edges.png", grey, PNG_FORMAT_GRAY);
	rotate(program, picture, rgba, range);
	read_back(bins_buffer, bins, sizeof bins);
	for (size_t i = 0; i < pixels; i++) wanted[grey[i]]++;
	check(memcmp(bins, wanted, sizeof bins) == 0, "the histogram is not that of the picture");
	printf("  histogram of the edges, in eighths:");
	for (int e = 0; e < 8; e++) {
		unsigned long n = 0;
		for (int b = 0; b < 32; b++) n += bins[e * 32 + b];
		printf(" %.1f%%", 100.0 * n / pixels);
	}
	printf("\n");
	free(given); free(rgba); free(grey);
	return done();
}
