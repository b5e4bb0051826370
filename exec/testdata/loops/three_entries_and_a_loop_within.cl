// A loop with three entries, and a loop in it.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 3
//launch 1000/64 37/37 100x3x2/50x3

kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint v = x[i], n = 0, s = 1;
	switch (v % 3) {
	case 0: goto first;
	case 1: goto second;
	default: goto third;
	}
first:
	v += 3;
	for (uint j = 0; j < (v & 7); j++) s = s * 5 + j;
	if (v & 64) goto third;
second:
	v = v * 5 + s;
	if (n > 200) return;
third:
	v ^= v << 3;
	n++;
	s += n;
	if (v & 8) goto second;
	if (n < 50) goto first;
	y[i] = v + n + s;
}
