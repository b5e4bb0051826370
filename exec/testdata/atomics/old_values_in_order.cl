// The old values of additions to one place, in the order of the work-items of a group.
//arg y uint[12096] random
//arg x uint[4096] random
//arg a 1 12345 0xfffffffd
//launch 1000/64 37/37 640/16 64x64/64 1/1

kernel void k(global uint *y, global uint *x, ulong a) {
	local uint n; local int m;
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i], r = 1;
	global uint *mine = y + 4096 + 8 * (get_group_id(0) + get_num_groups(0) * get_group_id(1));
	if (get_local_id(0) == 0 && get_local_id(1) == 0) { n = 0; m = 0; for (uint j = 0; j < 8; j++) mine[j] = j; }
	barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
	if (get_local_id(1) == 0) r += atomic_inc(&mine[0]);
	if (v & 1 && get_local_id(1) == 0) r += 3 * atomic_add(&mine[1], (uint)a);
	if (get_local_id(1) == 0) { if (v & 2) r ^= 5 * atomic_sub(&mine[2], 7u); else r ^= 9 * atomic_dec(&mine[3]); }
	if ((v & 0xff0) == 0 && get_local_id(1) == 0) r += atomic_add(&mine[4], v & 0);
	if (get_local_id(1) == 0) r += 77 * atomic_inc(&n);
	if (v & 8 && get_local_id(1) == 0) r ^= (uint)atomic_add(&m, -(int)a) << 3;
	if (get_local_id(0) == 3) r += atomic_add(&mine[5 + (get_local_id(1) & 1)], 11u);
	y[i] = r;
}
