// strided
//: items 262144
//: in u8 262144 256
//: out u32 262144
//: i32 512
//: run 1 512 1 0 0
kernel void integral_rows(global const uchar *in, global uint *out, int w) {
	int y = get_global_id(0);
	uint s = 0;
	for (int x = 0; x < w; x++) { s += in[y * w + x]; out[y * w + x] = s; }
}
