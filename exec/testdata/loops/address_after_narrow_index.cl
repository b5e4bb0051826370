// Lanes leave a loop in different rounds and then use an address of their last one (narrow index), of whose parts
// nothing else is used there.
//arg y uint[8192] random
//arg x uint[16384] random
//arg a 5
//launch 100/100 32x2/32x2 5/1

kernel void k(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global char *b = (global char *)x;
	uint k = 0;
	uchar j = 0;
	for (;; k++) {
		j = x[k + i];
		if (x[j] % 7 == i % 7 || k > 20) break;
	}
	y[i] = x[j + 1] + x[j * 2] + x[j];
}
