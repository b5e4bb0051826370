// Collective functions whose forms clang does not make: of truth values and vectors, quads, those of the older
// extensions, operations of uniform work-groups on small integers, barriers in two halves.
//module collective_functions_by_hand.spv
//arg y uint[4096] zero
//arg x uint[256] random >>9
//launch 64/64 160/80

kernel void collective(global uint *y, global const uint *x) {
	local uint t[128];
	size_t i = get_global_id(0);
	uint w = x[i], lane = get_sub_group_local_id(), size = get_max_sub_group_size();
	y += i * 16;
	bool odd = w & 1;
	y[0] = sub_group_shuffle_xor(odd, 1) ? 7 : 9;
	uint3 v = (uint3)(w, w ^ 5, lane);
	uint3 from = (uint3)(sub_group_shuffle(v.x, 1), sub_group_shuffle(v.y, 1), sub_group_shuffle(v.z, 1));
	y[1] = from.x + from.y * 3 + from.z * 5;
	y[2] = sub_group_non_uniform_all_equal(lane >> 8) && sub_group_non_uniform_all_equal(w & 15);
	y[3] = sub_group_shuffle(w, lane & ~3u | 2);
	y[4] = sub_group_shuffle_xor(w, 1) + sub_group_shuffle_xor(w, 2) * 3 + sub_group_shuffle_xor(w, 3) * 7;
	uint4 ballot = sub_group_ballot(odd);
	y[5] = ballot.x ^ ballot.y;
	y[6] = sub_group_broadcast_first(w) + sub_group_broadcast(w, 3);
	y[7] = sub_group_non_uniform_all(odd) + 2 * sub_group_non_uniform_any(odd) + 4 * sub_group_non_uniform_all_equal(w);
	y[8] = (uchar)work_group_reduce_add((uint)(uchar)w) + (uint)(char)work_group_reduce_min((int)(char)w);
	uint all = 1, some = 0, differ = 0, both = 0xffffffff, product = 1;
	t[get_local_id(0)] = w;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (size_t k = 0; k < get_local_size(0); k++) {
		uint other = t[k];
		all &= other != 0, some |= other & 1, differ ^= other & 1, both &= other, product *= other;
	}
	y[9] = all + 2 * some + 4 * differ;
	y[10] = both ^ product;
	y[11] = get_enqueued_num_sub_groups();
	y[12] = work_group_broadcast(w, 4) + work_group_broadcast(w ^ 5, 4);
	y[13] = t[get_local_size(0) - 1 - get_local_id(0)];
}
