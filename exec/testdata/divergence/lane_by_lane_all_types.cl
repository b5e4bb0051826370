// Each work-item goes through bytes far from its neighbours', so that lanes run a loop one after the other: all
// types.
//arg y uint[4800] random
//arg x uint[300] random
//arg a 64
//launch 256/64 37/37 1/1 100x2/50x2 8x8/8x4
//bundles rows=8
//expect avx2 rows1-small flag HasScalarLoops

kernel void k(global uchar *y, global const uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), seg = (uint)a;
	global char *p = (global char *)y + i * seg;
	char c = x[i];
	short s = x[i] >> 3;
	long l = x[i];
	ulong m = 5;
	float f = 1;
	double d = i;
	bool b = x[i] & 1;
	uint j = 1, e = 5 + (x[i] & 7);
	do {
		p[j + 1] = c;
		p[j + 2] = s;
		p[j + 3] = j;
		p[j + 20] = c >> 1;
		p[j + 30] = 5;
		p[j + 31] = l;
		c += (char)(b ? s : 3);
		s = (short)(s * 3 + p[j]);
		l = l * 7 - s;
		m ^= (ulong)l >> 3;
		f = f * 0.5f + c;
		d = d * 0.25 + s;
		b = (l & 4) != 0;
		j++;
	} while (j < e);
	p[seg - 1] = c ^ s ^ (char)l ^ (char)(m >> 5) ^ (f > 3 ? 1 : 2) ^ (char)(int)d ^ (b ? 64 : 0) ^ (char)j;
	p[seg - 2] = (char)(int)(f * 8);
}
