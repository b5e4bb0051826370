// Kernels over images with integer coordinates, beside the same over buffers.

constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

#define CLAMPED(x, y) (clamp((y), 0, h - 1) * w + clamp((x), 0, w - 1))

float4 from_rgba(uchar4 c) {
	return convert_float4(c) * (1.0f / 255.0f);
}
uchar4 to_rgba(float4 c) {
	return convert_uchar4_sat_rte(c * 255.0f);
}

//: pair sobel_rgba8 gradients of neighbours, RGBA8
//: pixels in rgba u8 1024 1024 1 256
//: pixels out rgba u8 1024 1024 1 0
//: i32 1024
//: i32 1024
//: run 2 1024 1024 0 0
kernel void sobel_rgba8_plain(global const uchar4 *in, global uchar4 *out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	float4 a = from_rgba(in[CLAMPED(x - 1, y - 1)]), b = from_rgba(in[CLAMPED(x, y - 1)]), c = from_rgba(in[CLAMPED(x + 1, y - 1)]);
	float4 d = from_rgba(in[CLAMPED(x - 1, y)]), f = from_rgba(in[CLAMPED(x + 1, y)]);
	float4 g = from_rgba(in[CLAMPED(x - 1, y + 1)]), i = from_rgba(in[CLAMPED(x, y + 1)]), j = from_rgba(in[CLAMPED(x + 1, y + 1)]);
	float4 u = c + 2.0f * f + j - a - 2.0f * d - g, v = g + 2.0f * i + j - a - 2.0f * b - c;
	out[y * w + x] = to_rgba(sqrt(u * u + v * v));
}
kernel void sobel_rgba8_idiom(read_only image2d_t in, write_only image2d_t out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
#define AT(i, j) read_imagef(in, edge, (int2)(x + (i), y + (j)))
	float4 a = AT(-1, -1), b = AT(0, -1), c = AT(1, -1), d = AT(-1, 0), f = AT(1, 0), g = AT(-1, 1), i = AT(0, 1), j = AT(1, 1);
	float4 u = c + 2.0f * f + j - a - 2.0f * d - g, v = g + 2.0f * i + j - a - 2.0f * b - c;
	write_imagef(out, (int2)(x, y), sqrt(u * u + v * v));
}

//: pair sobel_rgba32f gradients of neighbours, RGBA32F
//: pixels in rgba f32 512 512 1 1
//: pixels out rgba f32 512 512 1 0
//: i32 512
//: i32 512
//: run 2 512 512 0 0
kernel void sobel_rgba32f_plain(global const float4 *in, global float4 *out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	float4 a = in[CLAMPED(x - 1, y - 1)], b = in[CLAMPED(x, y - 1)], c = in[CLAMPED(x + 1, y - 1)];
	float4 d = in[CLAMPED(x - 1, y)], f = in[CLAMPED(x + 1, y)];
	float4 g = in[CLAMPED(x - 1, y + 1)], i = in[CLAMPED(x, y + 1)], j = in[CLAMPED(x + 1, y + 1)];
	float4 u = c + 2.0f * f + j - a - 2.0f * d - g, v = g + 2.0f * i + j - a - 2.0f * b - c;
	out[y * w + x] = sqrt(u * u + v * v);
}
kernel void sobel_rgba32f_idiom(read_only image2d_t in, write_only image2d_t out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	float4 a = AT(-1, -1), b = AT(0, -1), c = AT(1, -1), d = AT(-1, 0), f = AT(1, 0), g = AT(-1, 1), i = AT(0, 1), j = AT(1, 1);
	float4 u = c + 2.0f * f + j - a - 2.0f * d - g, v = g + 2.0f * i + j - a - 2.0f * b - c;
	write_imagef(out, (int2)(x, y), sqrt(u * u + v * v));
}

//: pair box_r8 mean of 5 x 5 neighbours, R8
//: pixels in r u8 1024 1024 1 256
//: pixels out r u8 1024 1024 1 0
//: i32 1024
//: i32 1024
//: run 2 1024 1024 0 0
kernel void box_r8_plain(global const uchar *in, global uchar *out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	float sum = 0;
	for (int j = -2; j <= 2; j++)
		for (int i = -2; i <= 2; i++) sum += in[CLAMPED(x + i, y + j)] * (1.0f / 255.0f);
	out[y * w + x] = convert_uchar_sat_rte(sum / 25 * 255.0f);
}
kernel void box_r8_idiom(read_only image2d_t in, write_only image2d_t out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	float sum = 0;
	for (int j = -2; j <= 2; j++)
		for (int i = -2; i <= 2; i++) sum += AT(i, j).x;
	write_imagef(out, (int2)(x, y), sum / 25);
}

//: pair transpose_rgba8 transpose, RGBA8
//: pixels in rgba u8 1024 1024 1 256
//: pixels out rgba u8 1024 1024 1 0
//: i32 1024
//: i32 1024
//: run 2 1024 1024 0 0
kernel void transpose_rgba8_plain(global const uchar4 *in, global uchar4 *out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	out[x * h + y] = in[y * w + x];
}
kernel void transpose_rgba8_idiom(read_only image2d_t in, write_only image2d_t out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	write_imagef(out, (int2)(y, x), read_imagef(in, (int2)(x, y)));
}

//: pair grey_rgba8 colours to luminance, RGBA8 to R8
//: pixels in rgba u8 1024 1024 1 256
//: pixels out r u8 1024 1024 1 0
//: i32 1024
//: i32 1024
//: run 2 1024 1024 0 0
kernel void grey_rgba8_plain(global const uchar4 *in, global uchar *out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	float4 c = from_rgba(in[y * w + x]);
	out[y * w + x] = convert_uchar_sat_rte((0.299f * c.x + 0.587f * c.y + 0.114f * c.z) * 255.0f);
}
kernel void grey_rgba8_idiom(read_only image2d_t in, write_only image2d_t out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	float4 c = read_imagef(in, (int2)(x, y));
	write_imagef(out, (int2)(x, y), 0.299f * c.x + 0.587f * c.y + 0.114f * c.z);
}

//: pair nv12_to_rgba8 a plane of luminance and one of colour to RGBA8
//: pixels in r u8 1024 1024 1 256
//: pixels in rg u8 512 512 1 256
//: pixels out rgba u8 1024 1024 1 0
//: i32 1024
//: i32 1024
//: run 2 1024 1024 0 0
kernel void nv12_to_rgba8_plain(global const uchar *luma, global const uchar2 *chroma, global uchar4 *out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	float l = luma[y * w + x] * (1.0f / 255.0f);
	uchar2 c = chroma[y / 2 * (w / 2) + x / 2];
	float u = c.x * (1.0f / 255.0f) - 0.5f, v = c.y * (1.0f / 255.0f) - 0.5f;
	out[y * w + x] = to_rgba((float4)(l + 1.402f * v, l - 0.344f * u - 0.714f * v, l + 1.772f * u, 1.0f));
}
kernel void nv12_to_rgba8_idiom(read_only image2d_t luma, read_only image2d_t chroma, write_only image2d_t out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	float l = read_imagef(luma, (int2)(x, y)).x;
	float2 c = read_imagef(chroma, (int2)(x / 2, y / 2)).xy;
	float u = c.x - 0.5f, v = c.y - 0.5f;
	write_imagef(out, (int2)(x, y), (float4)(l + 1.402f * v, l - 0.344f * u - 0.714f * v, l + 1.772f * u, 1.0f));
}
