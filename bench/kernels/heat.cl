// stencil
//: bytes 8388608
//: in f32 1048576 1
//: out f32 1048576
//: i32 1024
//: i32 1024
//: run 2 1024 1024 0 0
kernel void heat(global const float *in, global float *out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
	if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
		out[i] = in[i];
		return;
	}
	out[i] = in[i] + 0.2f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w] - 4 * in[i]);
}
