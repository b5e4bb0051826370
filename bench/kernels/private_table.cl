// private arrays
//: items 16384
//: in u8 1048576 256
//: out u32 16384
//: run 1 16384 1 0 0
kernel void private_table(global const uchar *in, global uint *out) {
	int i = get_global_id(0);
	uint count[16];
	for (int k = 0; k < 16; k++) count[k] = 0;
	for (int k = 0; k < 64; k++) count[in[i * 64 + k] & 15] += k;
	uint best = 0;
	for (int k = 1; k < 16; k++) if (count[k] > count[best]) best = k;
	out[i] = best * 10000 + count[best];
}
