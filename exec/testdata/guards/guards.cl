// Kernels that begin by asking whether a work-item has anything to do, where none, some and all of a bundle pass.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 0 1 63 64 100 129 767 5000
//launch 256x4/64x2 100x3/50 1000/250
//also zen

kernel void below(global uint *y, global uint *x, ulong a) {
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	if (i < (int)a) y[i] = x[i] * 3 + i;
}
kernel void joined(global uint *y, global uint *x, ulong a) {
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint s = 7;
	if (i >= (int)a) { s = x[i] ^ 5; if (s & 4) s += x[i + 1]; }
	y[i] = s + i;
}
kernel void edges(global uint *y, global uint *x, ulong a) {
	int w = get_global_size(0), h = get_global_size(1), c = get_global_id(0), r = get_global_id(1), i = r * w + c;
	if (c == 0 || r == 0 || c == w - 1 || r == h - 1) { y[i] = x[i]; return; }
	y[i] = x[i] + x[i - 1] * 3 + x[i + 1] * 5 + x[i - w] * 7 + x[i + w] * 11;
}
kernel void sums(global uint *y, global uint *x, ulong a) {
	int c = get_global_id(0), r = get_global_id(1), w = get_global_size(0), n = (int)a % 37;
	if (r < (int)a / w && c < (int)a % w) {
		uint s = 0;
		for (int k = 0; k < n; k++) s = s * 31 + x[r * n + k] * x[k * w + c];
		y[r * w + c] = s;
	}
}
kernel void wide(global ulong *y, global ulong *x, ulong a) {
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	if (i < (int)a) { ulong s = x[i] * 3; global uchar *b = (global uchar *)(y + 2048); y[i] = s; b[i] = (uchar)s; }
}
