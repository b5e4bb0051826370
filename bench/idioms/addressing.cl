// Addresses as programs compute them: with mad24, and in bytes from a pointer to bytes. The plain forms are of indices.
// Images are of 1024 times 1024 elements, the last arguments are the step of a row, in bytes, and an offset.

//: pair mad24_index an index of mad24
//: in f32 1048576 10
//: out f32 1048576
//: i32 1024
//: run 2 1024 1024 0 0
kernel void mad24_index_plain(global const float *in, global float *out, int width) {
	int i = get_global_id(1) * width + get_global_id(0);
	out[i] = in[i] * 2.0f;
}
kernel void mad24_index_idiom(global const float *in, global float *out, int width) {
	int i = mad24((int)get_global_id(1), width, (int)get_global_id(0));
	out[i] = in[i] * 2.0f;
}

//: pair umad24_index an index of mad24 of unsigned numbers
//: in f32 1048576 10
//: out f32 1048576
//: i32 1024
//: run 2 1024 1024 0 0
kernel void umad24_index_plain(global const float *in, global float *out, uint width) {
	uint i = get_global_id(1) * width + get_global_id(0);
	out[i] = in[i] * 2.0f;
}
kernel void umad24_index_idiom(global const float *in, global float *out, uint width) {
	uint i = mad24((uint)get_global_id(1), width, (uint)get_global_id(0));
	out[i] = in[i] * 2.0f;
}

//: pair bytes_of_floats a float at an offset in bytes, of int
//: in f32 1048576 10
//: out f32 1048576
//: i32 4096
//: i32 0
//: run 2 1024 1024 0 0
kernel void bytes_of_floats_plain(global const float *in, global float *out, int step, int offset) {
	int i = get_global_id(1) * (step / 4) + get_global_id(0) + offset / 4;
	out[i] = in[i] * 2.0f;
}
kernel void bytes_of_floats_idiom(global const uchar *in, global uchar *out, int step, int offset) {
	int x = get_global_id(0), y = get_global_id(1);
	int i = y * step + x * (int)sizeof(float) + offset;
	*(global float *)(out + i) = *(global const float *)(in + i) * 2.0f;
}

//: pair mad24_of_floats a float at an offset in bytes, of mad24
//: in f32 1048576 10
//: out f32 1048576
//: i32 4096
//: i32 0
//: run 2 1024 1024 0 0
kernel void mad24_of_floats_plain(global const float *in, global float *out, int step, int offset) {
	int i = get_global_id(1) * (step / 4) + get_global_id(0) + offset / 4;
	out[i] = in[i] * 2.0f;
}
kernel void mad24_of_floats_idiom(global const uchar *in, global uchar *out, int step, int offset) {
	int x = get_global_id(0), y = get_global_id(1);
	int i = mad24(y, step, mad24(x, (int)sizeof(float), offset));
	*(global float *)(out + i) = *(global const float *)(in + i) * 2.0f;
}

//: pair umad24_of_floats a float at an offset in bytes, of mad24 of unsigned numbers
//: in f32 1048576 10
//: out f32 1048576
//: i32 4096
//: i32 0
//: run 2 1024 1024 0 0
kernel void umad24_of_floats_plain(global const float *in, global float *out, uint step, uint offset) {
	uint i = get_global_id(1) * (step / 4) + get_global_id(0) + offset / 4;
	out[i] = in[i] * 2.0f;
}
kernel void umad24_of_floats_idiom(global const uchar *in, global uchar *out, uint step, uint offset) {
	uint x = get_global_id(0), y = get_global_id(1);
	uint i = mad24(y, step, mad24(x, (uint)sizeof(float), offset));
	*(global float *)(out + i) = *(global const float *)(in + i) * 2.0f;
}

//: pair mad24_of_bytes a byte at an offset of mad24
//: in u8 1048576 255
//: out u8 1048576
//: i32 1024
//: i32 0
//: run 2 1024 1024 0 0
kernel void mad24_of_bytes_plain(global const uchar *in, global uchar *out, int step, int offset) {
	int i = get_global_id(1) * step + get_global_id(0) + offset;
	out[i] = in[i] + 7;
}
kernel void mad24_of_bytes_idiom(global const uchar *in, global uchar *out, int step, int offset) {
	int i = mad24((int)get_global_id(1), step, (int)get_global_id(0) + offset);
	out[i] = in[i] + 7;
}

//: pair mad24_of_shorts a word of 16 bits at an offset in bytes, of mad24
//: in i16 1048576 10000
//: out i16 1048576
//: i32 2048
//: i32 0
//: run 2 1024 1024 0 0
kernel void mad24_of_shorts_plain(global const short *in, global short *out, int step, int offset) {
	int i = get_global_id(1) * (step / 2) + get_global_id(0) + offset / 2;
	out[i] = in[i] + 7;
}
kernel void mad24_of_shorts_idiom(global const uchar *in, global uchar *out, int step, int offset) {
	int i = mad24((int)get_global_id(1), step, mad24((int)get_global_id(0), (int)sizeof(short), offset));
	*(global short *)(out + i) = *(global const short *)(in + i) + 7;
}

//: pair bytes_of_uchar4 four bytes at an offset in bytes, as a vector
//: in u8 4194304 255
//: out u8 4194304
//: i32 4096
//: run 2 1024 1024 0 0
kernel void bytes_of_uchar4_plain(global const uchar4 *in, global uchar4 *out, int step) {
	int i = get_global_id(1) * (step / 4) + get_global_id(0);
	out[i] = in[i] + (uchar4)(7);
}
kernel void bytes_of_uchar4_idiom(global const uchar *in, global uchar *out, int step) {
	int i = mad24((int)get_global_id(1), step, 4 * (int)get_global_id(0));
	*(global uchar4 *)(out + i) = *(global const uchar4 *)(in + i) + (uchar4)(7);
}

//: pair vload_of_uchar4 four bytes by vload4 from a pointer to bytes
//: in u8 4194304 255
//: out u8 4194304
//: i32 4096
//: run 2 1024 1024 0 0
kernel void vload_of_uchar4_plain(global const uchar4 *in, global uchar4 *out, int step) {
	int i = get_global_id(1) * (step / 4) + get_global_id(0);
	out[i] = in[i] + (uchar4)(7);
}
kernel void vload_of_uchar4_idiom(global const uchar *in, global uchar *out, int step) {
	int i = mad24((int)get_global_id(1), step, 4 * (int)get_global_id(0));
	vstore4(vload4(0, in + i) + (uchar4)(7), 0, out + i);
}

//: pair bytes_of_float4 a float4 at an offset in bytes, of mad24
//: in f32 1048576 10
//: out f32 1048576
//: i32 4096
//: run 2 256 1024 0 0
kernel void bytes_of_float4_plain(global const float4 *in, global float4 *out, int step) {
	int i = get_global_id(1) * (step / 16) + get_global_id(0);
	out[i] = in[i] * 2.0f;
}
kernel void bytes_of_float4_idiom(global const uchar *in, global uchar *out, int step) {
	int i = mad24((int)get_global_id(1), step, 16 * (int)get_global_id(0));
	*(global float4 *)(out + i) = *(global const float4 *)(in + i) * 2.0f;
}

//: pair mad24_stencil neighbours to the left and right, at offsets of mad24
//: in f32 1048576 10
//: out f32 1048576
//: i32 4096
//: i32 1024
//: run 2 1024 1024 0 0
kernel void mad24_stencil_plain(global const float *in, global float *out, int step, int cols) {
	int x = get_global_id(0), y = get_global_id(1);
	if (x > 0 && x < cols - 1) {
		int i = y * (step / 4) + x;
		out[i] = in[i - 1] + in[i] + in[i + 1];
	}
}
kernel void mad24_stencil_idiom(global const uchar *in, global uchar *out, int step, int cols) {
	int x = get_global_id(0), y = get_global_id(1);
	if (x > 0 && x < cols - 1) {
		int i = mad24(y, step, x * (int)sizeof(float));
		global const float *p = (global const float *)(in + i);
		*(global float *)(out + i) = p[-1] + p[0] + *(global const float *)(in + mad24(y, step, mad24(x + 1, 4, 0)));
	}
}

//: pair mad24_rows several rows of a work-item, in a loop over offsets
//: in f32 1048576 10
//: out f32 1048576
//: i32 4096
//: i32 4096
//: i32 1024
//: i32 1024
//: run 2 1024 256 0 0
kernel void mad24_rows_plain(global const float *in, global float *out, int in_step, int out_step, int rows, int cols) {
	int x = get_global_id(0), y0 = get_global_id(1) * 4;
	if (x < cols) {
		for (int y = y0, end = min(rows, y0 + 4); y < end; ++y)
			out[y * (out_step / 4) + x] = in[y * (in_step / 4) + x] * 2.0f;
	}
}
kernel void mad24_rows_idiom(global const uchar *in, global uchar *out, int in_step, int out_step, int rows, int cols) {
	int x = get_global_id(0), y0 = get_global_id(1) * 4;
	if (x < cols) {
		int in_index = mad24(y0, in_step, mad24(x, (int)sizeof(float), 0));
		int out_index = mad24(y0, out_step, mad24(x, (int)sizeof(float), 0));
		for (int y = y0, end = min(rows, y0 + 4); y < end; ++y, in_index += in_step, out_index += out_step)
			*(global float *)(out + out_index) = *(global const float *)(in + in_index) * 2.0f;
	}
}
