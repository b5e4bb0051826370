// divergent
//: items 1048576
//: in u32 1048576 1000
//: out u32 1048576
//: run 1 1048576 1 0 0
kernel void branches(global const uint *in, global uint *out) {
	size_t i = get_global_id(0);
	uint v = in[i], r = 0;
	switch (v % 7) {
	case 0: r = v * v; break;
	case 1: r = v + 13;
	case 2: r ^= 0x55; break;
	case 3: for (uint k = 0; k < v % 11; k++) r += k * v; break;
	default: r = v > 500 ? v - 500 : 500 - v;
	}
	out[i] = r;
}
