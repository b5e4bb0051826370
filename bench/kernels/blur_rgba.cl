// stencil
//: items 262144
//: in u8 1048576 256
//: out u8 1048576
//: in f32 16 0.1
//: i32 512
//: i32 5
//: run 2 512 512 0 0
kernel void blur_rgba(global const uchar4 *in, global uchar4 *out, constant float *k, int w, int r) {
	int x = get_global_id(0), y = get_global_id(1);
	float4 s = 0;
	for (int i = -r; i <= r; i++) s += k[i + r] * convert_float4(in[y * w + clamp(x + i, 0, w - 1)]);
	out[y * w + x] = convert_uchar4_sat(s);
}
