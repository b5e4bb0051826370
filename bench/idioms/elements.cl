// Small structures and vectors of a work-item, stored and loaded as a whole.

struct three { float x, y, z; };
struct two { float x, y; };

//: pair struct3 structures of three floats, beside their numbers one by one
//: in f32 3145728 1
//: out f32 3145728
//: run 1 1048576 1 0 0
kernel void struct3_plain(global const float *in, global float *out) {
	int i = get_global_id(0);
	out[3 * i] = in[3 * i + 1] * 2.0f;
	out[3 * i + 1] = in[3 * i + 2] * 3.0f;
	out[3 * i + 2] = in[3 * i] * 4.0f;
}
kernel void struct3_idiom(global const struct three *in, global struct three *out) {
	int i = get_global_id(0);
	struct three a = in[i], b = {a.y * 2.0f, a.z * 3.0f, a.x * 4.0f};
	out[i] = b;
}

//: pair vload3 vload3 and vstore3, beside their numbers one by one
//: in f32 3145728 1
//: out f32 3145728
//: run 1 1048576 1 0 0
kernel void vload3_plain(global const float *in, global float *out) {
	int i = get_global_id(0);
	out[3 * i] = in[3 * i + 1] * 2.0f;
	out[3 * i + 1] = in[3 * i + 2] * 3.0f;
	out[3 * i + 2] = in[3 * i] * 4.0f;
}
kernel void vload3_idiom(global const float *in, global float *out) {
	int i = get_global_id(0);
	vstore3(vload3(i, in).yzx * (float3)(2, 3, 4), i, out);
}

//: pair struct3_members structures of three floats, member by member
//: in f32 3145728 1
//: out f32 3145728
//: run 1 1048576 1 0 0
kernel void struct3_members_plain(global const float *in, global float *out) {
	int i = get_global_id(0);
	out[3 * i] = in[3 * i] * 2.0f;
	out[3 * i + 1] = in[3 * i + 1] * 3.0f;
	out[3 * i + 2] = in[3 * i + 2] * 4.0f;
}
kernel void struct3_members_idiom(global const struct three *in, global struct three *out) {
	size_t i = get_global_id(0);
	out[i].x = in[i].x * 2.0f;
	out[i].y = in[i].y * 3.0f;
	out[i].z = in[i].z * 4.0f;
}

//: pair strided_float2 stores of a float2 64 elements apart
//: in f32 65536 1
//: out f32 8388608
//: i32 64
//: run 1 65536 1 0 0
kernel void strided_float2_plain(global const float *in, global ulong *out, int stride) {
	int i = get_global_id(0);
	out[i * stride] = as_uint(in[i] + 1.0f) | (ulong)as_uint(in[i] * 2.0f) << 32;
}
kernel void strided_float2_idiom(global const float *in, global float2 *out, int stride) {
	int i = get_global_id(0);
	out[i * stride] = (float2)(in[i] + 1.0f, in[i] * 2.0f);
}

//: pair strided_complex a complex number in a structure, loaded and stored 16 elements apart
//: in f32 2097152 1
//: out f32 2097152
//: i32 16
//: run 1 65536 1 0 0
kernel void strided_complex_plain(global const ulong *in, global ulong *out, int stride) {
	int i = get_global_id(0);
	ulong v = in[i * stride];
	float x = as_float((uint)v), y = as_float((uint)(v >> 32));
	out[i * stride] = as_uint(x * x - y * y) | (ulong)as_uint(2.0f * x * y) << 32;
}
kernel void strided_complex_idiom(global const struct two *in, global struct two *out, int stride) {
	int i = get_global_id(0);
	struct two v = in[i * stride];
	struct two r = {v.x * v.x - v.y * v.y, 2.0f * v.x * v.y};
	out[i * stride] = r;
}

//: pair indexed_float2 a float2 at an index that is computed, loaded and stored elsewhere
//: in f32 2097152 1
//: out f32 2097152
//: i32 16
//: run 1 65536 1 0 0
kernel void indexed_float2_plain(global const ulong *in, global ulong *out, int n) {
	int i = get_global_id(0);
	ulong v = in[i * 389 & 0xfffff];
	out[i * 5387 & 0xfffff] = as_uint(as_float((uint)v) + 1.0f) | (ulong)as_uint(as_float((uint)(v >> 32)) * 2.0f) << 32;
}
kernel void indexed_float2_idiom(global const float2 *in, global float2 *out, int n) {
	int i = get_global_id(0);
	float2 v = in[i * 389 & 0xfffff];
	out[i * 5387 & 0xfffff] = (float2)(v.x + 1.0f, v.y * 2.0f);
}
