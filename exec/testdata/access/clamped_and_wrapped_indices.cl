// Indices that are clamped to an image or wrap within it.
//arg y uint[8192] random
//arg x uint[16384] random
//arg a 12345
//launch 1000/64 37/37 1/1 256x4/8x4 100x3x2/50x3 64x64/32x8
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	int i = get_global_id(0), j = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
	global uchar *b = (global uchar *)x;
	global ulong *l = (global ulong *)x;
	uint s = 0;
	for (int d = -2; d <= 2; d++) {
		int at = clamp(j + d, 0, h - 1) * w + clamp(i + d, 0, w - 1), wrapped = (i + d + w) % w;
		s = s * 5 + x[at] + b[at] + (uint)l[at % 2048] + x[wrapped] + (uint)l[wrapped];
	}
	if (i % 5) s += x[clamp(i - 3, 0, w - 2)];
	y[j * w + i] = s;
}
