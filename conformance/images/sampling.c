// What a sampler gives: images of all kinds and formats, with sizes of one, odd numbers and few layers, are read with all
// samplers at coordinates inside, on the borders, far outside and at those that are no numbers, and each colour is
// compared with the formulas of the specification in double precision. Where the specification leaves the result open
// (coordinates that are not finite), only the driver's survival counts, and that the colour is one of the image.
#include "check.h"

// A kind of image: how its type is written, and the types of its coordinates.
typedef struct {
	cl_mem_object_type type;
	const char *name, *whole, *between;
	int axes, layered; // axes count the layer
	int sizes[3][3];
} kind;

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

// A colour is what a kernel gets; integers are doubles, too.
typedef struct { double of[4]; } colour;

typedef struct {
	cl_image_format format;
	const kind *kind;
	int size[3]; // by coordinate
	int bytes;   // of an element
	unsigned char *data;
} image;

static double clamped(double low, double v, double high) { return v < low ? low : v > high ? high : v; }

static double of_half(unsigned bits) {
	int exponent = bits >> 10 & 31, mantissa = bits & 1023;
	double v = exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24);
	return bits >> 15 ? -v : v;
}

// letters are the channels of an order in memory.
static const char *letters(cl_channel_order order) {
	switch (order) {
	case CL_R: case CL_DEPTH: return "r";
	case CL_A: return "a";
	case CL_RG: return "rg";
	case CL_RA: return "ra";
	case CL_RGB: case CL_sRGB: return "rgb";
	case CL_RGBx: case CL_sRGBx: return "rgbx";
	case CL_RGBA: case CL_sRGBA: return "rgba";
	case CL_BGRA: case CL_sBGRA: return "bgra";
	case CL_ARGB: return "argb";
	case CL_ABGR: return "abgr";
	case CL_INTENSITY: return "i";
	case CL_LUMINANCE: return "l";
	}
	return NULL;
}

// channel_of is a channel of an element whose channels are whole bytes; *is_float tells numbers from integers.
static double channel_of(cl_channel_type type, const unsigned char *at, int index) {
	const uint16_t *shorts = (const uint16_t *)at;
	const uint32_t *words = (const uint32_t *)at;
	switch (type) {
	case CL_SNORM_INT8: return fmax((int8_t)at[index] / 127.0, -1);
	case CL_SNORM_INT16: return fmax((int16_t)shorts[index] / 32767.0, -1);
	case CL_UNORM_INT8: return at[index] / 255.0;
	case CL_UNORM_INT16: return shorts[index] / 65535.0;
	case CL_SIGNED_INT8: return (int8_t)at[index];
	case CL_SIGNED_INT16: return (int16_t)shorts[index];
	case CL_SIGNED_INT32: return (int32_t)words[index];
	case CL_UNSIGNED_INT8: return at[index];
	case CL_UNSIGNED_INT16: return shorts[index];
	case CL_UNSIGNED_INT32: return words[index];
	case CL_HALF_FLOAT: return of_half(shorts[index]);
	case CL_FLOAT: return ((const float *)at)[index];
	case CL_UNORM_INT_101010_2: return index == 3 ? (*words & 3) / 3.0 : (*words >> (22 - 10 * index) & 1023) / 1023.0;
	case CL_UNORM_INT_101010: return (*words >> (20 - 10 * index) & 1023) / 1023.0;
	case CL_UNORM_SHORT_555: return (*shorts >> (10 - 5 * index) & 31) / 31.0;
	case CL_UNORM_SHORT_565: return index == 1 ? (*shorts >> 5 & 63) / 63.0 : (*shorts >> (11 - 11 * index / 2) & 31) / 31.0;
	}
	return NAN;
}

static int is_integer(cl_channel_type type) { return type >= CL_SIGNED_INT8 && type <= CL_UNSIGNED_INT32; }

static double linear_of(double c) { return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4); }

static int is_sRGB(cl_channel_order order) { return order >= CL_sRGB && order <= CL_sBGRA; }

// texel is an element, or the border's colour outside.
static colour texel(const image *m, const int *at) {
	colour c = {{0, 0, 0, 0}};
	const char *names = letters(m->format.image_channel_order);
	int opaque = strchr(names, 'a') == NULL && names[0] != 'i';
	if (opaque && m->format.image_channel_order != CL_DEPTH) c.of[3] = 1;
	size_t index = 0;
	for (int i = m->kind->axes - 1; i >= 0; i--) {
		if (at[i] < 0 || at[i] >= m->size[i]) return c;
		index = index * m->size[i] + at[i];
	}
	if (opaque) c.of[3] = 1;
	for (int i = 0; names[i]; i++) {
		double v = channel_of(m->format.image_channel_data_type, m->data + index * m->bytes, i);
		if (is_sRGB(m->format.image_channel_order) && names[i] != 'a') v = linear_of(v);
		if (names[i] == 'i') c.of[0] = c.of[1] = c.of[2] = c.of[3] = v;
		else if (names[i] == 'l') c.of[0] = c.of[1] = c.of[2] = v;
		else if (names[i] != 'x') c.of[strchr("rgba", names[i]) - "rgba"] = v;
	}
	return c;
}

typedef struct { cl_bool normalized; cl_addressing_mode mode; cl_filter_mode filter; } settings;

// unnormalized is u of the specification, in the precision in which it says it.
static float unnormalized(settings s, float c, int size) {
	if (!s.normalized) return c;
	if (s.mode == CL_ADDRESS_REPEAT) c = c - floorf(c);
	if (s.mode == CL_ADDRESS_MIRRORED_REPEAT) c = fabsf(c - 2.0f * rintf(0.5f * c));
	return c * size;
}

static int wrapped(settings s, double i, int size) {
	switch (s.mode) {
	case CL_ADDRESS_CLAMP_TO_EDGE: case CL_ADDRESS_MIRRORED_REPEAT: return clamped(0, i, size - 1);
	case CL_ADDRESS_REPEAT: return i < 0 ? i + size : i > size - 1 ? i - size : i;
	}
	return clamped(-1, i, size);
}

// sampled is the colour that the specification gives.
static colour sampled(const image *m, settings s, const float *f, int floats) {
	int spatial = m->kind->axes - m->kind->layered, at[3][2] = {{0}};
	double weight[3] = {0, 0, 0};
	for (int i = 0; i < spatial; i++) {
		double u = floats ? unnormalized(s, f[i], m->size[i]) : truncf(f[i]);
		int smooth = floats && s.filter == CL_FILTER_LINEAR;
		double t = smooth ? u - 0.5 : u;
		at[i][0] = wrapped(s, floor(t), m->size[i]);
		at[i][1] = smooth ? wrapped(s, floor(t) + 1, m->size[i]) : at[i][0];
		weight[i] = smooth ? t - floor(t) : 0;
	}
	if (m->kind->layered)
		at[spatial][0] = at[spatial][1] = clamped(0, floats ? rint(f[spatial]) : truncf(f[spatial]), m->size[spatial] - 1);
	colour sum = {{0}};
	for (int n = 0; n < 8; n++) {
		int corner[3] = {at[0][n & 1], at[1][n >> 1 & 1], at[2][n >> 2]};
		double w = 1;
		for (int i = 0; i < 3; i++) w *= n >> i & 1 ? weight[i] : 1 - weight[i];
		if (w == 0) continue;
		colour c = texel(m, corner);
		for (int i = 0; i < 4; i++) sum.of[i] += w * c.of[i];
	}
	return sum;
}

// image_with makes an image of random elements; floats are finite.
static image image_with(cl_image_format format, const kind *k, const int *size) {
	image m = {format, k, {size[0], size[1], size[2]}, 0, NULL};
	int count = size[0] * size[1] * size[2];
	m.data = malloc(count * 16);
	for (int i = 0; i < count * 16; i++) m.data[i] = random_u32() >> 24;
	if (format.image_channel_data_type == CL_FLOAT)
		for (int i = 0; i < count * 4; i++) ((float *)m.data)[i] = random_float() * 4 - 2;
	if (format.image_channel_data_type == CL_HALF_FLOAT)
		for (int i = 0; i < count * 8; i++) ((uint16_t *)m.data)[i] &= 0xbfff;
	return m;
}

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
	int step = argc > 1 ? atoi(argv[1]) : 11;
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
