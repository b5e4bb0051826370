// Integers of 33, 7 and 48 bits: their signs in divisions, shifts, comparisons, conversions and indices; in memory they
// have as many bytes as they need.
//module integers_of_odd_widths.spv
//arg y ulong[4096] zero
//arg b uchar[1536] zero
//arg x uint[256] random
//launch 64/64 160/80

#define CUT(V, BITS) ((ulong)(V) << (64 - BITS) >> (64 - BITS))
#define SIGN(V, BITS) ((long)((ulong)(V) << (64 - BITS)) >> (64 - BITS))

kernel void odd(global ulong *y, global uchar *b, global const uint *x) {
	size_t i = get_global_id(0);
	uint w = x[i];
	y += i * 16;
	long a = (int)w; // of 33 bits
	ulong p = CUT(a * a, 33);
	y[0] = p;
	y[1] = SIGN(p, 33);
	y[2] = CUT(a / 7, 33);
	y[3] = SIGN(CUT(a, 33) + 0x1fffffff0, 33) >> 3;
	y[4] = SIGN(p, 33) < a;
	y[5] = as_uint((float)SIGN(p, 33));
	y[6] = as_uint((float)p);
	ulong s = CUT(w >> 3, 7); // of 7 bits
	y[7] = SIGN(s, 7) + 100;
	y[8] = CUT(s << 2, 7);
	y[9] = CUT(~s, 7);
	ulong m = CUT((ulong)w * w, 48); // of 48 bits
	for (int k = 0; k < 6; k++)
		b[6 * i + k] = m >> (8 * k);
	y[10] = CUT(m + 1, 48);
	switch (p & 3) {
	case 0: y[11] = 5; break;
	case 1: y[11] = 6; break;
	default: y[11] = 7;
	}
	y[12 + SIGN((w & 1) - 1, 7)] = 11;
	y[13] = popcount(s);
}
