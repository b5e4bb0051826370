// Bytes and halves are read by indices of all kinds from bases that are not aligned, pieces of small vectors, and by
// indices that step by one until they wrap.
//arg y uint[16392] random
//arg x uint[32768] random
//arg a 0 1 2 3
//launch 1000/64 37/37 256x4/8x4 64x32/32x8

typedef struct {
	uchar a, b;
	ushort c;
	uchar d[3];
	uchar e;
} Mixed;
kernel void byIndex(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global uchar *b = (global uchar *)x + 4096 + (a & 3);
	global ushort *s = (global ushort *)x + 2048 + (a & 1);
	int near = (int)(x[i] % 4000) - 2000;
	uint far = x[i] % 9000;
	ulong wide = x[i + 1] % 9000;
	uchar little = x[i];
	uint r = b[near] + 3 * b[far] + 5 * b[wide] + 7 * b[near * 2] + 11 * b[far * 4 + 1] + 13 * b[little] +
			 17 * b[5 * i] + 19 * b[far * 8];
	r = r * 31 + s[near / 2] + 3 * s[far] + 5 * s[wide] + 7 * s[3 * i] + 11 * s[little] + (char)b[far] +
		(short)s[far * 2];
	y[i] = r;
}
kernel void pieces(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global uchar4 *v = (global uchar4 *)x;
	global uchar8 *w = (global uchar8 *)x;
	global Mixed *m = (global Mixed *)x;
	uint g = x[i] % 3000;
	uchar4 p = v[g];
	uchar8 q = w[(int)(x[i + 1] % 1500)];
	int c = clamp((int)i - 3, 0, 900);
	uchar3 n = vload3(g, (global uchar *)x);
	Mixed t = m[g / 2];
	uint r = p.x + 3 * p.y + 5 * p.z + 7 * p.w + 11 * q.s0 + 13 * q.s3 + 17 * q.s5 + 19 * q.s7 + v[c].y * v[c].w + n.x +
			 n.z;
	y[i] = r * 31 + t.a + 3 * t.b + 5 * t.c + 7 * t.d[1] + 11 * t.e;
}
kernel void rows(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global uchar *b = (global uchar *)x;
	uint n = x[7] % 5, r = 0;
	if (i >= n) r = x[i - n] + b[i - n];
	int k = i - n;
	if (k >= 0) r += x[k] * 3 + b[k];
	for (uint j = 0; j < x[9] % 7; j++) r += x[j * n + i] + b[j * n + i] + b[(i - j) & 1023];
	y[i] = r;
	if (i > 4000) y[i - n - 100] = 0; // never
	uint to = x[8] & 0 | i + n;
	if (i + n < 6000) y[(to & 8191) + 8192] = r;
}
