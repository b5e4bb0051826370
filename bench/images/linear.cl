// Linear filtering at float coordinates, beside the same by hand over buffers.

constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

float4 rgba8_at(global const uchar4 *in, int x, int y, int w, int h) {
	return convert_float4(in[clamp(y, 0, h - 1) * w + clamp(x, 0, w - 1)]) * (1.0f / 255.0f);
}
float4 rgba8_linear(global const uchar4 *in, float2 p, int w, int h) {
	p -= 0.5f;
	float2 f = floor(p), t = p - f;
	int x = convert_int(f.x), y = convert_int(f.y);
	return mix(mix(rgba8_at(in, x, y, w, h), rgba8_at(in, x + 1, y, w, h), t.x),
		mix(rgba8_at(in, x, y + 1, w, h), rgba8_at(in, x + 1, y + 1, w, h), t.x), t.y);
}
float4 rgba32f_at(global const float4 *in, int x, int y, int w, int h) {
	return in[clamp(y, 0, h - 1) * w + clamp(x, 0, w - 1)];
}
float4 rgba32f_linear(global const float4 *in, float2 p, int w, int h) {
	p -= 0.5f;
	float2 f = floor(p), t = p - f;
	int x = convert_int(f.x), y = convert_int(f.y);
	return mix(mix(rgba32f_at(in, x, y, w, h), rgba32f_at(in, x + 1, y, w, h), t.x),
		mix(rgba32f_at(in, x, y + 1, w, h), rgba32f_at(in, x + 1, y + 1, w, h), t.x), t.y);
}
float2 rotated(int x, int y, int w, int h) {
	float2 p = (float2)(x + 0.5f - 0.5f * w, y + 0.5f - 0.5f * h);
	return (float2)(0.9553365f * p.x - 0.2955202f * p.y + 0.5f * w, 0.2955202f * p.x + 0.9553365f * p.y + 0.5f * h);
}

//: pair resize_rgba8 enlarged by 1.4, RGBA8
//: pixels in rgba u8 732 732 1 256
//: out f32 1048576
//: i32 732
//: i32 732
//: run 2 1024 1024 0 0
kernel void resize_rgba8_plain(global const uchar4 *in, global float *out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	float2 p = (float2)((x + 0.5f) * 0.714f, (y + 0.5f) * 0.714f);
	out[y * get_global_size(0) + x] = dot(rgba8_linear(in, p, w, h), (float4)(0.25f));
}
kernel void resize_rgba8_idiom(read_only image2d_t in, global float *out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	float2 p = (float2)((x + 0.5f) * 0.714f, (y + 0.5f) * 0.714f);
	out[y * get_global_size(0) + x] = dot(read_imagef(in, linear, p), (float4)(0.25f));
}

//: pair rotate_rgba8 rotated by 17 degrees, RGBA8
//: pixels in rgba u8 1024 1024 1 256
//: out f32 1048576
//: i32 1024
//: i32 1024
//: run 2 1024 1024 0 0
kernel void rotate_rgba8_plain(global const uchar4 *in, global float *out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	out[y * w + x] = dot(rgba8_linear(in, rotated(x, y, w, h), w, h), (float4)(0.25f));
}
kernel void rotate_rgba8_idiom(read_only image2d_t in, global float *out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	out[y * w + x] = dot(read_imagef(in, linear, rotated(x, y, w, h)), (float4)(0.25f));
}

//: pair rotate_rgba32f rotated by 17 degrees, RGBA32F
//: pixels in rgba f32 512 512 1 1
//: out f32 262144
//: i32 512
//: i32 512
//: run 2 512 512 0 0
kernel void rotate_rgba32f_plain(global const float4 *in, global float *out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	out[y * w + x] = dot(rgba32f_linear(in, rotated(x, y, w, h), w, h), (float4)(0.25f));
}
kernel void rotate_rgba32f_idiom(read_only image2d_t in, global float *out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	out[y * w + x] = dot(read_imagef(in, linear, rotated(x, y, w, h)), (float4)(0.25f));
}

float r32f_3d_at(global const float *in, int x, int y, int z, int n) {
	return in[(clamp(z, 0, n - 1) * n + clamp(y, 0, n - 1)) * n + clamp(x, 0, n - 1)];
}

//: pair volume_r32f slices across a volume, R32F
//: pixels in r f32 128 128 128 1
//: out f32 1048576
//: i32 128
//: run 2 1024 1024 0 0
kernel void volume_r32f_plain(global const float *in, global float *out, int n) {
	int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
	float4 p = (float4)(x, y, (x + y) * 0.5f, 0.0f) * (n / (float)w) - 0.5f, f = floor(p), t = p - f;
	int i = convert_int(f.x), j = convert_int(f.y), k = convert_int(f.z);
	float near = mix(mix(r32f_3d_at(in, i, j, k, n), r32f_3d_at(in, i + 1, j, k, n), t.x),
		mix(r32f_3d_at(in, i, j + 1, k, n), r32f_3d_at(in, i + 1, j + 1, k, n), t.x), t.y);
	float far = mix(mix(r32f_3d_at(in, i, j, k + 1, n), r32f_3d_at(in, i + 1, j, k + 1, n), t.x),
		mix(r32f_3d_at(in, i, j + 1, k + 1, n), r32f_3d_at(in, i + 1, j + 1, k + 1, n), t.x), t.y);
	out[y * w + x] = mix(near, far, t.z);
}
kernel void volume_r32f_idiom(read_only image3d_t in, global float *out, int n) {
	int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
	float4 p = (float4)(x, y, (x + y) * 0.5f, 0.0f) * (n / (float)w);
	out[y * w + x] = read_imagef(in, linear, p).x;
}
