// Two barriers in a loop that doubles the distance to the neighbour that is read.
//arg y uint[8192] random
//arg x uint[32768] random
//arg a 12345
//launch 64x64/32x8 128/128 100x2/50x2
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	local uint t[1024];
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint n = get_local_size(0) * get_local_size(1);
	t[l] = x[i];
	uint acc = 0;
	for (uint j = 1; j < n; j *= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		uint o = t[(l + j) % n];
		acc = acc * 31 + o;
		barrier(CLK_LOCAL_MEM_FENCE);
		t[l] += o;
	}
	y[i] = acc;
}
