// Products and sums of mul24 and mad24 that wrap, of operands of more than 24 bits too, and their extensions: the
// lower half, the same as unsigned arithmetic gives.
//arg y uint[32768] random
//arg x uint[32768] random
//arg a 0x7fffff
//launch 1000/100 32x4/16x2

#define BODY(MUL, UMUL, MAD) \
	int i = get_global_id(0), n = a; \
	size_t at = 8 * (i + get_global_size(0) * get_global_id(1)); \
	int p = MUL(i + 100, n), s = MAD(i, 100, 0x7fffff00), u = MAD(x[i], x[i + 1], i); \
	y[at] = p; \
	y[at + 1] = s; \
	y[at + 2] = u; \
	y[at + 3] = (long)s + i; \
	y[at + 4] = (long)s < (long)p; \
	y[at + 5] = (ulong)UMUL((uint)i, (uint)n); \
	y[at + 6] = (long)MAD(i, 65536 * 64, n) * 3; \
	y[at + 7] = x[s & 1023] + (long)MUL(i, 0x1000000);

//same plain
kernel void builtin(global long *y, global const int *x, ulong a) { BODY(mul24, mul24, mad24) }

#define PLAIN_MUL(x, y) (int)((uint)(x) * (uint)(y))
#define PLAIN_UMUL(x, y) ((x) * (y))
#define PLAIN_MAD(x, y, z) (int)((uint)(x) * (uint)(y) + (uint)(z))
kernel void plain(global long *y, global const int *x, ulong a) { BODY(PLAIN_MUL, PLAIN_UMUL, PLAIN_MAD) }
