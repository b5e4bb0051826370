// stencil
//: items 1048576
//: in f32 1048576 1
//: out f32 1048576
//: i32 1024
//: i32 1024
//: run 2 1024 1024 0 0
constant float w[9] = {1, 2, 1, 2, 4, 2, 1, 2, 1};
kernel void convolve3(global const float *in, global float *out, int width, int height) {
	int x = get_global_id(0), y = get_global_id(1);
	float s = 0;
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
			s += w[(dy + 1) * 3 + dx + 1] * in[clamp(y + dy, 0, height - 1) * width + clamp(x + dx, 0, width - 1)];
	out[y * width + x] = s / 16.0f;
}
