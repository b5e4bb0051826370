// A switch with cases that fall through, return and gather.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 12345
//launch 1000/64 37/37 1/1
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint v = x[i];
	switch (v % 7) {
	case 0: v += 1;
	case 1: v *= 5; break;
	case 3: return;
	case 5: v = x[v % 8192]; break;
	default: v = ~v;
	}
	y[i] = v;
}
