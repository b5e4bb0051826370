// Code whose bundles follow each other in one call: each work-item must run once.
//arg y uint[27000] random
//arg x uint[9100] random
//arg n 0
//launch 1000/500 256x32/256x8 300x12x2/150x4 128x8x8/64x4x4 1/1 129x32x2/129x8x2
//bundles columns=8

kernel void count(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
	atomic_inc(&y[i]);
	uint k = 0;
	for (uint j = x[i] & 15; j > 0; j--) k += x[i + j];
	y[9000 + i] = k + get_local_id(0) * 3 + get_group_id(0);
	if ((x[i] & 3) == 0) return;
	y[18000 + i] = i;
}
