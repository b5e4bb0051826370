// Quotients and remainders by a number that is the same for all work-items, at the edges of numbers.
//arg y uint[5200] zero
//arg x uint[1300] by dividends
//arg d 0 1 2 3 7 640 65535 65536 65537 0x1000001 0x7ffffffe 0x7fffffff 0x80000000 0x80000001 0xfffffff9 0xfffffffd
//arg d 0xfffffffe 0xffffffff
//launch 1296/48 1024/256

kernel void divide(global uint4 *y, global uint *x, ulong d) {
	size_t i = get_global_id(0);
	uint v = x[i], n = d;
	y[i] = (uint4)(v / n, v % n, (int)v / (int)n, (int)v % (int)n);
}
kernel void with_barriers(global uint4 *y, global uint *x, ulong d) {
	local uint t[256];
	size_t i = get_global_id(0);
	uint l = get_local_id(0), v = x[i], s = 1;
	t[l] = v + (uint)d;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (v & 1) {
		uint n = t[7];
		s = v / n;
		if (v & 2) s += v % (t[9] | 1);
		s += v / n * 3 + (int)v % (int)t[5];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[l] = s;
	barrier(CLK_LOCAL_MEM_FENCE);
	y[i] = s + t[l ^ 1] / t[3];
}
kernel void in_loop(global uint4 *y, global uint *x, ulong d) {
	size_t i = get_global_id(0);
	uint v = x[i], s = 0;
	for (int n = (int)d - 2; n < (int)d + 3; n++) {
		if (v % 7 == 3 && n > 2) break;
		s = s * 31 + v / (uint)n + (int)v % n + 7 * ((int)v / n) + 11 * (v % (uint)n);
	}
	y[i] = s;
}

constant uint edges[18] = {0, 1, 2, 3, 7, 640, 65535, 65536, 65537, 0x1000001, 0x7ffffffe, 0x7fffffff, 0x80000000,
	0x80000001, 0xfffffff9, 0xfffffffd, 0xfffffffe, 0xffffffff};

kernel void dividends(global uint *x) {
	uint j = get_global_id(0), v = edges[j % 18], w = edges[j / 72 % 18];
	switch (j / 18 % 4) {
	case 1: v *= w; break;
	case 2: v = v * w - 1; break;
	case 3: v = j * 2654435761u; break;
	}
	x[j] = v;
}
