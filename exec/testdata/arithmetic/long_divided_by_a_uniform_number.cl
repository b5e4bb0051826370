// Quotients and remainders of 64 bits by a number that is the same for all work-items, of numbers of which the code
// knows that they are small, and by constants.
//arg y uint[5600] zero
//arg x ulong[700] by dividends
//arg d 0 1 2 3 7 640 65535 65537 0x7fffffff 0x80000000 0xffffffff 0x100000000 0x100000001 0x10000000003
//arg d 0x4000000000000001 0x7fffffffffffffff 0x8000000000000000 0x8000000000000001 0xfffffffffffffff9
//arg d 0xfffffffffffffffe 0xffffffffffffffff
//launch 672/48 512/256

kernel void divide(global ulong4 *y, global ulong *x, ulong d) {
	size_t i = get_global_id(0);
	y[i] = (ulong4)(x[i] / d, x[i] % d, (long)x[i] / (long)d, (long)x[i] % (long)d);
}
kernel void small(global ulong4 *y, global uint *x, ulong d) {
	size_t i = get_global_id(0);
	ulong v = x[i], w = x[i] >> 1, u = x[i] & 0xffff;
	long n = (int)x[i];
	y[i] = (ulong4)(v / d * 3 + v % d, w / d * 5 + w % d, n / (long)d * 7 + n % (long)d,
		u / d * 5 + u % d + (long)w / (int)d + (long)u % (long)(d & 0xffff));
}
kernel void places(global ulong4 *y, global uint *x, ulong d) {
	size_t i = get_global_id(0), n = get_global_size(0);
	y[i] = (ulong4)(i / d, i % d, i % n + i / (d & 0xffffffff), (i * n) / d + (i * n) % d);
}
kernel void constants(global ulong4 *y, global uint *x, ulong d) {
	size_t i = get_global_id(0);
	uint b = x[i] & 255, w = x[i] & 0xffff;
	int s = (int)(x[i] & 255) + (int)(x[i] >> 24) * 255;
	ulong v = x[i], u = (ulong)x[i] * 3;
	y[i] = (ulong4)(i / 10 + i % 10 * 100, b / 7 + b % 7 + w / 255 + w % 255 + w / 7 + w % 7 + b % 300 + b / 256,
		s / 255 + s % 9 + (s - 77) / 9 + (s - 77) % 9,
		v / 1000 + v % 1000 + u / 1000 + u % 1000 + v / 5000000000 + v % 5000000000);
}
kernel void in_loop(global ulong4 *y, global ulong *x, ulong d) {
	size_t i = get_global_id(0);
	ulong v = x[i], s = 0;
	for (ulong n = d - 2; n != d + 3; n++) {
		if (v % 7 == 3 && n > 2) break;
		s = s * 31 + v / n + 7 * ((long)v / (long)n) + 11 * (v % n) + i % n + (uint)v / n;
	}
	y[i] = s;
}
kernel void with_barriers(global ulong4 *y, global ulong *x, ulong d) {
	local ulong t[256];
	size_t i = get_global_id(0), l = get_local_id(0);
	ulong v = x[i], s = 1;
	t[l] = v + d;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (v & 1) {
		ulong n = t[7];
		s = v / n;
		if (v & 2) s += v % (t[9] | 1) + l / t[3];
		s += v / n * 3 + (long)v % (long)t[5];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[l] = s;
	barrier(CLK_LOCAL_MEM_FENCE);
	y[i] = s + t[l ^ 1] / t[3];
}

constant ulong edges[21] = {0, 1, 2, 3, 7, 640, 65535, 65537, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000,
	0x100000001, 0x10000000003, 0x4000000000000001, 0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001,
	0xfffffffffffffff9, 0xfffffffffffffffe, 0xffffffffffffffff};

kernel void dividends(global ulong *x) {
	uint j = get_global_id(0);
	ulong v = edges[j % 21], w = edges[j / 84 % 21];
	switch (j / 21 % 4) {
	case 1: v *= w; break;
	case 2: v = v * w - 1; break;
	case 3: v = j * 0x9e3779b97f4a7c15ul; break;
	}
	x[j] = v;
}
