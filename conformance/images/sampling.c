// What a sampler gives: images of all kinds and formats, with sizes of one, odd numbers and few layers, are read with all
// samplers at coordinates inside, on the borders, far outside and at those that are no numbers, and each colour is
// compared with the formulas of the specification in double precision. Where the specification leaves the result open
// (coordinates that are not finite), only the driver's survival counts, and that the colour is one of the image.
#include "reference.h"

static const kind kinds[] = {
	{CL_MEM_OBJECT_IMAGE1D, "image1d_t", "c.x", "f.x", 1, 0, {{1, 1, 1}, {7, 1, 1}, {64, 1, 1}}},
	{CL_MEM_OBJECT_IMAGE1D_ARRAY, "image1d_array_t", "c.xy", "f.xy", 2, 1, {{5, 1, 1}, {1, 3, 1}, {9, 4, 1}}},
	{CL_MEM_OBJECT_IMAGE2D, "image2d_t", "c.xy", "f.xy", 2, 0, {{1, 7, 1}, {5, 3, 1}, {12, 1, 1}}},
	{CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_t", "c", "f", 3, 1, {{3, 1, 1}, {1, 2, 3}, {6, 5, 2}}},
	{CL_MEM_OBJECT_IMAGE3D, "image3d_t", "c", "f", 3, 0, {{3, 1, 5}, {1, 1, 1}, {4, 6, 3}}},
};
enum { KINDS = sizeof kinds / sizeof *kinds, POINTS = 192 };

static const char *const text =
	"kernel void smooth(read_only %s i, sampler_t s, global const float4 *at, global float4 *to) {\n"
	"  float4 f = at[get_global_id(0)]; to[get_global_id(0)] = read_imagef(i, s, %s); }\n"
	"kernel void whole(read_only %s i, sampler_t s, global const float4 *at, global float4 *to) {\n"
	"  int4 c = convert_int4_sat(at[get_global_id(0)]); to[get_global_id(0)] = read_imagef(i, s, %s); }\n"
	"kernel void signed_of(read_only %s i, sampler_t s, global const float4 *at, global int4 *to) {\n"
	"  float4 f = at[get_global_id(0)]; to[get_global_id(0)] = read_imagei(i, s, %s); }\n"
	"kernel void unsigned_of(read_only %s i, sampler_t s, global const float4 *at, global uint4 *to) {\n"
	"  float4 f = at[get_global_id(0)]; to[get_global_id(0)] = read_imageui(i, s, %s); }\n"
	"kernel void plain(read_only %s i, global const float4 *at, global float4 *to) {\n"
	"  int4 c = convert_int4_sat(at[get_global_id(0)]); to[get_global_id(0)] = read_imagef(i, %s); }\n";

static cl_mem memory_of(image *m) {
	cl_int status;
	const int *size = m->size, layered = m->kind->layered, axes = m->kind->axes;
	cl_image_desc d = {.image_type = m->kind->type, .image_width = size[0], .image_height = axes - layered > 1 ? size[1] : 0,
		.image_depth = axes - layered > 2 ? size[2] : 0, .image_array_size = layered ? size[axes - 1] : 0};
	cl_mem made = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &m->format, &d, m->data, &status);
	ok(status);
	size_t bytes = 0;
	ok(clGetImageInfo(made, CL_IMAGE_ELEMENT_SIZE, sizeof bytes, &bytes, NULL));
	m->bytes = bytes;
	return made;
}

// point is the number of a point: near the borders, anywhere about the image, or wild.
static float point(int number, int axis, int size, int normalized) {
	static const float wild[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 2147483648.0f, -2147483648.0f, 4294967296.0f, 1e-40f, -0.0f};
	if (number < 20) return wild[(number + axis * (number / 10)) % 10];
	float steps[] = {0, 0.5f, 1, size - 1, size - 0.5f, size, size + 0.5f, -0.5f, -1, size / 2.0f, -size, 2 * size, 3 * size - 0.5f};
	float f = number < 100 ? steps[random_u32() % 13] : random_float() * (3 * size + 4) - size - 2;
	if (number % 4 == 0) f = nextafterf(f, number % 8 ? 1e9f : -1e9f);
	return normalized ? f / size : f;
}

static int is_tame(const float *f, int axes) {
	for (int i = 0; i < axes; i++)
		if (!(fabsf(f[i]) < 1e6f)) return 0;
	return 1;
}

// bound is how far a colour may be off: the specification has no bound for weights, so that of single precision.
static double bound(const image *m, settings s, const float *f, int floats, double scale) {
	if (is_sRGB(m->format.image_channel_order)) return 0.5 / 255 * 0.6;
	double most = 0;
	if (floats && s.filter == CL_FILTER_LINEAR && !is_integer(m->format.image_channel_data_type))
		for (int i = 0; i < m->kind->axes; i++) most += (fabs(f[i]) * (s.normalized ? m->size[i] : 1) + 4) * 4 * FLT_EPSILON;
	return (most + 2 * FLT_EPSILON) * scale;
}

static void compare(const image *m, settings s, const cl_float4 *at, const cl_float4 *got, int floats) {
	double scale = m->format.image_channel_data_type == CL_FLOAT || m->format.image_channel_data_type == CL_HALF_FLOAT ? 4 : 1;
	int wrong = 0, integers = is_integer(m->format.image_channel_data_type);
	if (integers) s.filter = CL_FILTER_NEAREST;
	for (int p = 0; p < POINTS; p++) {
		if (!is_tame(at[p].s, m->kind->axes)) continue;
		colour c = sampled(m, s, at[p].s, floats);
		for (int i = 0; i < 4; i++) {
			double v = got[p].s[i];
			if (integers) {
				cl_int bits;
				memcpy(&bits, &got[p].s[i], 4);
				v = m->format.image_channel_data_type >= CL_UNSIGNED_INT8 ? (double)(cl_uint)bits : bits;
			}
			if (m->format.image_channel_order == CL_DEPTH && i > 0) continue;
			if (integers ? v == c.of[i] : fabs(v - c.of[i]) <= bound(m, s, at[p].s, floats, scale)) continue;
			if (wrong++ < 3)
				printf("  at %.9g, %.9g, %.9g channel %d: %.9g, wanted %.9g\n", at[p].s[0], at[p].s[1], at[p].s[2], i, v, c.of[i]);
		}
	}
	check(wrong == 0, "%s %dx%dx%d of %x, %x, mode %x, filter %x, normalized %d, floats %d: %d are wrong", m->kind->name, m->size[0],
		m->size[1], m->size[2], m->format.image_channel_order, m->format.image_channel_data_type, s.mode, s.filter, s.normalized, floats, wrong);
}

typedef struct { cl_kernel smooth, whole, signed_of, unsigned_of, plain; } kernels;

// read_plain reads without a sampler: what is outside has the border's colour.
static void read_plain(cl_kernel k, image *m, cl_mem memory, cl_mem from, cl_mem to, const cl_float4 *at) {
	static cl_float4 got[POINTS], inside[POINTS];
	settings s = {CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST};
	arg(k, 0, memory); arg(k, 1, from); arg(k, 2, to);
	run1(k, POINTS, 0);
	read_back(to, got, sizeof got);
	int layer = m->kind->axes - 1;
	for (int p = 0; p < POINTS; p++) {
		inside[p] = at[p];
		if (!m->kind->layered || (truncf(at[p].s[layer]) >= 0 && truncf(at[p].s[layer]) < m->size[layer])) continue;
		inside[p].s[0] = -5; // a layer that is not there is outside as well
	}
	compare(m, s, inside, got, 0);
}

static void read_with(const kernels *k, image *m, cl_mem memory, settings s) {
	static cl_float4 at[POINTS], got[POINTS];
	cl_int status;
	cl_sampler sampler = clCreateSampler(context, s.normalized, s.mode, s.filter, &status);
	ok(status);
	for (int p = 0; p < POINTS; p++)
		for (int i = 0; i < 3; i++) at[p].s[i] = point(p, i, m->size[i], s.normalized && i < m->kind->axes - m->kind->layered);
	cl_mem from = buffer_of(sizeof at, at), to = buffer_of(sizeof got, NULL);
	cl_channel_type type = m->format.image_channel_data_type;
	cl_kernel by[2] = {!is_integer(type) ? k->smooth : type >= CL_UNSIGNED_INT8 ? k->unsigned_of : k->signed_of, k->whole};
	for (int i = 0; i < (s.normalized || is_integer(type) ? 1 : 2); i++) {
		arg(by[i], 0, memory); arg(by[i], 1, sampler); arg(by[i], 2, from); arg(by[i], 3, to);
		run1(by[i], POINTS, 0);
		read_back(to, got, sizeof got);
		compare(m, s, at, got, i == 0);
	}
	if (!s.normalized && !is_integer(type)) read_plain(k->plain, m, memory, from, to, at);
	ok(clReleaseSampler(sampler)); ok(clReleaseMemObject(from)); ok(clReleaseMemObject(to));
}

static const cl_addressing_mode modes[] = {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT};

// read_all reads an image with some of the samplers, other ones for each turn.
static void read_all(const kernels *k, image *m, int turn, int step) {
	cl_mem memory = memory_of(m);
	for (int n = turn % step; n < 16; n += step) {
		settings s = {n >> 2 & 1, modes[n & 3], n >> 3 ? CL_FILTER_LINEAR : CL_FILTER_NEAREST};
		if (!s.normalized && s.mode >= CL_ADDRESS_REPEAT && s.mode != CL_ADDRESS_CLAMP && s.mode != CL_ADDRESS_CLAMP_TO_EDGE) continue;
		read_with(k, m, memory, s);
	}
	ok(clReleaseMemObject(memory));
}

static kernels kernels_for(const kind *k) {
	static char source[8192];
	snprintf(source, sizeof source, text, k->name, k->between, k->name, k->whole, k->name, k->between, k->name, k->between, k->name, k->whole);
	cl_program program = build_with(source, "-cl-std=CL3.0");
	return (kernels){kernel_of(program, "smooth"), kernel_of(program, "whole"), kernel_of(program, "signed_of"),
		kernel_of(program, "unsigned_of"), kernel_of(program, "plain")};
}

int main(int argc, char **argv) {
	open_device();
	int step = argc > 1 ? atoi(argv[1]) : 16;
	for (int i = 0; i < KINDS; i++) {
		static cl_image_format formats[512];
		cl_uint count = 0;
		ok(clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, kinds[i].type, 512, formats, &count));
		kernels k = kernels_for(&kinds[i]);
		for (cl_uint n = 0; n < count; n++) {
			if (!letters(formats[n].image_channel_order) || isnan(channel_of(formats[n].image_channel_data_type, (unsigned char[16]){0}, 0))) {
				continue;
			}
			if (formats[n].image_channel_order == CL_DEPTH) continue;
			for (int size = 0; size < 3; size++) {
				image m = image_with(formats[n], &kinds[i], kinds[i].sizes[size]);
				read_all(&k, &m, n + size, step);
				free(m.data);
			}
		}
	}
	return done();
}
