// Lanes walk byte by byte, or by two, along rows of their own, of all lengths.
//arg y uint[8192] random
//arg x uint[8192] random
//arg n 5 16 31 64 101
//launch 1000/100 37x3/37 256x4/64

kernel void bytes(global uint *y, global uint *x, uint n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global char *p = (global char *)x + i * 100 % 8000 + n;
	global uchar *q = (global uchar *)x + i * 77 % 8000;
	global ushort *r = (global ushort *)x + i % 100 * 120;
	int s = 0, m = 0;
	for (int k = 0; k < n; k++) s += p[k] * ((global char *)y)[16384 + k];
	for (int k = 0; k < n; k++) m = m * 31 + q[k];
	for (int k = 0; k < n; k++) m = m * 31 + r[k];
	if (i & 4) for (int k = 0; k < n; k++) s = s * 5 ^ q[k + 3];
	y[i] = s + m;
}
