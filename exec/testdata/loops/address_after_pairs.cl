// Lanes leave a loop in different rounds and then use an address of their last one (pairs), of whose parts nothing
// else is used there.
//arg y uint[8192] random
//arg x uint[16384] random
//arg a 5
//launch 100/100 32x2/32x2 5/1

kernel void k(global uint *y, global uint *x, ulong a) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global char *b = (global char *)x;
	uint k = 0;
	global uint2 *q;
	for (;; k++) {
		q = (global uint2 *)x + k + i;
		if (q->x % 5 == i % 5 || k > 20) break;
	}
	y[i] = q[0].y + q[1].x;
}
