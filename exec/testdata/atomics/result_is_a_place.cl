// The result of an atomic is a place, and nothing else, in groups that lie one after the other.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 12345
//launch 1000/64 37/37 1/1 256x4/8x4 100x3x2/50x3 64x64/32x8
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	local uint t, u;
	if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0) t = u = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint p = atomic_inc(&t);
	y[p] = 7;
	if (x[i % 8192] & 1) {
		y[4096 + atomic_add(&u, 1) % 2048] = 9;
	}
}
