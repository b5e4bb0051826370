// small types
//: items 1048576
//: in u8 1048576 2
//: out u8 1048576
//: i32 1024
//: i32 1024
//: run 2 1024 1024 16 16
kernel void life(global const char *in, global char *out, int w, int h) {
	int x = get_global_id(0), y = get_global_id(1);
	int l = (x + w - 1) % w, r = (x + 1) % w, u = (y + h - 1) % h, d = (y + 1) % h;
	int n = in[u * w + l] + in[u * w + x] + in[u * w + r] + in[y * w + l] + in[y * w + r] + in[d * w + l] + in[d * w + x] + in[d * w + r];
	out[y * w + x] = n == 3 || (n == 2 && in[y * w + x]);
}
