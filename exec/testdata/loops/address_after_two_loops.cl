// Lanes leave a loop in different rounds and then use an address of their last one (two loops), of whose parts
// nothing else is used there.
//arg y uint[8192] random
//arg x uint[16384] random
//arg a 5
//launch 100/100 32x2/32x2 5/1

kernel void k(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global char *b = (global char *)x;
	uint k = 0;
	uint s = 0;
	for (uint n = 0; n < 3 + (i & 1); n++) {
		global uint *q;
		for (;; k++) {
			q = x + n * 200 + k + (i & 7);
			if (*q % 5 == i % 5 || k > 20) break;
		}
		s += q[1] * 3;
	}
	y[i] = s;
}
