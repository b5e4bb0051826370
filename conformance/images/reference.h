// What reading an image gives by the formulas of the specification, in double precision but for coordinates.
#ifndef HEDDLE_IMAGES_REFERENCE_H
#define HEDDLE_IMAGES_REFERENCE_H

#include "../check.h"

// A kind of image: how its type is written, and the types of its coordinates.
typedef struct {
	cl_mem_object_type type;
	const char *name, *whole, *between;
	int axes, layered; // axes count the layer
	int sizes[3][3];
} kind;

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

#endif
