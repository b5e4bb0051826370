// gather
//: items 65536
//: in u32 262144 4294967295
//: in u32 44 4294967295
//: in u32 256 4294967295
//: out u32 262144
//: run 1 65536 1 64 1
#define B(x, n) (((x) >> (8 * (n))) & 255)
kernel void aes_tables(global const uint4 *in, constant uint *rk, constant uint *T, global uint4 *out) {
	int i = get_global_id(0);
	uint4 s = in[i] ^ (uint4)(rk[0], rk[1], rk[2], rk[3]);
	for (int r = 1; r < 10; r++) {
		uint4 t;
		t.x = T[B(s.x, 0)] ^ rotate(T[B(s.y, 1)], 8u) ^ rotate(T[B(s.z, 2)], 16u) ^ rotate(T[B(s.w, 3)], 24u) ^ rk[r * 4];
		t.y = T[B(s.y, 0)] ^ rotate(T[B(s.z, 1)], 8u) ^ rotate(T[B(s.w, 2)], 16u) ^ rotate(T[B(s.x, 3)], 24u) ^ rk[r * 4 + 1];
		t.z = T[B(s.z, 0)] ^ rotate(T[B(s.w, 1)], 8u) ^ rotate(T[B(s.x, 2)], 16u) ^ rotate(T[B(s.y, 3)], 24u) ^ rk[r * 4 + 2];
		t.w = T[B(s.w, 0)] ^ rotate(T[B(s.x, 1)], 8u) ^ rotate(T[B(s.y, 2)], 16u) ^ rotate(T[B(s.z, 3)], 24u) ^ rk[r * 4 + 3];
		s = t;
	}
	out[i] = s;
}
