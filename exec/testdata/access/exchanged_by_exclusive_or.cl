// Memory is accessed at exclusive ors of ids with numbers that are the same for all lanes: ids from 0 and from
// elsewhere, elements of all sizes, to the ends of buffers, under masks that leave whole sub-groups without a lane.
//arg y uint[32768] random
//arg x uint[24576] random
//arg a 0 1 2 7 8 24 64 511
//launch 1024/256 2048x2/1024 37x3/37 256x4/8x4 1000/100 64x32/32x8
//expect avx512 rows2-small access butterfly

//expect avx512 rows2-small access gather|scatter == 0
kernel void sort(global uint *y, global uint *x, ulong a) {
	local uint t[1024];
	uint l = get_local_id(0), n = get_local_size(0), i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	t[l] = x[i];
	for (uint k = 2; k <= n; k *= 2)
		for (uint j = k / 2; j > 0; j /= 2) {
			barrier(CLK_LOCAL_MEM_FENCE);
			uint o = l ^ j;
			if (o > l && o < n) {
				uint p = t[l], q = t[o];
				if (((l & k) == 0) == (p > q)) {
					t[l] = q;
					t[o] = p;
				}
			}
		}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[i] = t[l];
}
kernel void step(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), o = i ^ (uint)a;
	global uchar *b = (global uchar *)(y + 8192);
	global ushort *s = (global ushort *)(y + 16384);
	global ulong *w = (global ulong *)(x + 16384);
	if (o < 4096 && x[o] % 3) {
		y[o] = x[o] + x[i ^ 5 ^ (uint)a];
		if (x[i] & 1) b[o] = x[o];
		if (x[i ^ 17] & 1) s[o] = x[i] + (uint)w[o];
	}
}
kernel void wide(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0), g = get_global_id(1) * get_global_size(0);
	global uchar *b = (global uchar *)x;
	y[g + (i ^ 1)] = x[g + i];
	y[8192 + (i + 3 ^ a)] = x[i ^ a] + b[i + 5 ^ 9];
	int n = (int)i - 100;
	global uint *z = y + 16384 + 4096;
	if (n < 300) z[n ^ (int)a] = x[i ^ 3];
}
