// A loop with two entries, a switch over 64 bits with cases that meet, values that swap places, weighted branches, two
// shifts by nothing.
//module ways_between_blocks.spv
//arg y uint[512] zero
//arg x uint[512] random >>22
//launch 256/64 7/7

kernel void ways(global uint *y, global uint *x) {
	size_t i = get_global_id(0);
	uint n = x[i], a = 1, b = 2, sum = 0, old;
	if (n & 1)
		goto middle;
top:
	sum += a;
	n -= n > 2 ? 3 : n;
middle:
	old = a;
	a = b;
	b = old + n;
	if (n > 5)
		goto top;
	ulong wide = (ulong)(sum & 7) << 32;
	switch (wide) {
	case 1ul << 32:
	case 2ul << 32: sum += 100; break;
	case 5ul << 32: sum *= 3; break;
	default: sum ^= b;
	}
	y[i] = sum + a;
}
