// integer
//: ops 201326592
//: out u32 524288
//: i32 64
//: run 1 524288 1 0 0
kernel void xorshift(global uint *out, int n) {
	uint i = get_global_id(0), x = i * 2654435761u + 1;
	for (int k = 0; k < n; k++) {
		x ^= x << 13;
		x ^= x >> 17;
		x ^= x << 5;
	}
	out[i] = x;
}
