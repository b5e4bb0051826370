// Counters of a group in local memory, added to global ones after a barrier.
//arg y uint[8192] random
//arg x uint[32768] random
//arg a 12345
//launch 64x64/32x8 128/128
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	local uint t[16];
	uint l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	if (l < 16) t[l] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	atomic_add(&t[x[i] & 15], x[i]);
	atomic_max(&y[30], x[i]);
	atomic_xor(&y[x[i] % 5], x[i]);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (l < 16) atomic_add(&y[100 + l], t[l]);
}
