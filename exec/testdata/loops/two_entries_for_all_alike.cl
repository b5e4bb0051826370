// A loop with two entries, of which all lanes take the same.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 3
//launch 1000/64 37/37 100x3x2/50x3

kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint v = x[i], n = 0;
	if (a & 1) goto middle;
top:
	v = v * 3 + 1;
	n++;
middle:
	v ^= v >> 7;
	n += 5;
	if (n < 100) goto top;
	y[i] = v + n;
}
