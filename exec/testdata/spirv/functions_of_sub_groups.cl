// Functions of sub-groups by OpGroup… and OpGroupNonUniform…, of all types and operations, some in divergent code.
//module functions_of_sub_groups.spv
//arg y ulong[32768] zero
//arg x uint[8192] random
//launch 64/64 192/96
//options -cl-std=CL3.0
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define PUT(V) y[at++ * n] = V;
#define PUT4(V) { uint4 b = V; PUT(b.x) PUT(b.y) PUT(b.z | b.w) }
#define FOLDS(PREFIX, T, OP) \
	PUT((T)PREFIX##_reduce_##OP((T)w)) PUT((T)PREFIX##_scan_inclusive_##OP((T)w)) \
	PUT((T)PREFIX##_scan_exclusive_##OP((T)w))
#define FLOATS(PREFIX, T, OP) \
	PUT(convert_ulong(PREFIX##_reduce_##OP((T)(w & 7)))) PUT(convert_ulong(PREFIX##_scan_inclusive_##OP((T)(w & 7))))

kernel void functions(global ulong *y, global const uint *x) {
	size_t i = get_global_id(0), n = get_global_size(0), at = 0;
	uint w = x[i], size = get_sub_group_size(), lane = get_sub_group_local_id();
	y += i;
	PUT(get_max_sub_group_size()) PUT(get_num_sub_groups()) PUT(get_enqueued_num_sub_groups()) PUT(get_sub_group_id())
	PUT(sub_group_all(w & 1)) PUT(sub_group_any((w & 31) == 3)) PUT(sub_group_broadcast(w, 2)) PUT(size)
	FOLDS(sub_group, uint, add) FOLDS(sub_group, int, min) FOLDS(sub_group, ulong, max) FOLDS(sub_group, uchar, min)
	FOLDS(sub_group, short, max) FLOATS(sub_group, float, add) FLOATS(sub_group, double, min)
	FLOATS(sub_group, half, add)
	if (w & 3) {
		PUT(sub_group_elect()) PUT(sub_group_non_uniform_all(w & 2)) PUT(sub_group_non_uniform_any(w & 4))
		PUT(sub_group_non_uniform_all_equal(w & 3)) PUT(sub_group_non_uniform_all_equal((float)(w & 1)))
		PUT(sub_group_broadcast_first((ushort)w)) PUT4(sub_group_ballot(w & 8))
		PUT(sub_group_non_uniform_broadcast(w, 0))
		FOLDS(sub_group_non_uniform, int, mul) FOLDS(sub_group_non_uniform, char, and)
		FOLDS(sub_group_non_uniform, ushort, or) FOLDS(sub_group_non_uniform, long, xor)
		FOLDS(sub_group_non_uniform, int, logical_and) FOLDS(sub_group_non_uniform, int, logical_or)
		FOLDS(sub_group_non_uniform, int, logical_xor) FLOATS(sub_group_non_uniform, float, mul)
		FLOATS(sub_group_non_uniform, double, max)
	}
	uint4 ballot = sub_group_ballot(w & 16);
	PUT(sub_group_inverse_ballot(ballot)) PUT(sub_group_ballot_bit_extract(ballot, lane ^ 1))
	PUT(sub_group_ballot_bit_count(ballot)) PUT(sub_group_ballot_inclusive_scan(ballot))
	PUT(sub_group_ballot_exclusive_scan(ballot)) ballot.x |= 4;
	PUT(sub_group_ballot_find_lsb(ballot)) PUT(sub_group_ballot_find_msb(ballot))
	PUT4(get_sub_group_eq_mask()) PUT4(get_sub_group_ge_mask()) PUT4(get_sub_group_gt_mask())
	PUT4(get_sub_group_le_mask()) PUT4(get_sub_group_lt_mask())
	PUT(sub_group_shuffle(w, w % size)) PUT((ushort)sub_group_shuffle((short)w, lane ^ 3))
	PUT(as_ulong(sub_group_shuffle_xor((double)w, 1)))
	if (lane + 1 < size)
		PUT(sub_group_shuffle_down((ulong)w << 9, 1))
	if (lane >= 2)
		PUT(sub_group_shuffle_up((uchar)w, 2))
	PUT(sub_group_rotate(w, -3)) PUT(sub_group_clustered_rotate(w, 1, 4))
	PUT(as_ushort(sub_group_rotate((half)(w & 63), 2)))
	PUT(sub_group_clustered_reduce_add(w, 4)) PUT(sub_group_clustered_reduce_max((ulong)w << 9, 2))
	PUT(sub_group_clustered_reduce_logical_or(w & 3, 4)) PUT(sub_group_clustered_reduce_mul((float)(w & 1) + 1, 4))
	PUT(work_group_reduce_add(w)) PUT(work_group_scan_inclusive_max((long)w)) PUT(work_group_broadcast(w, 5))
	sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
	PUT(work_group_all(w & 1)) PUT(work_group_any(w == 7))
}

__attribute__((intel_reqd_sub_group_size(16)))
kernel void sizes(global ulong *y, global const uint *x) {
	size_t i = get_global_id(0), n = get_global_size(0), at = 0;
	uint w = x[i];
	y += i;
	PUT(get_max_sub_group_size()) PUT(get_sub_group_size()) PUT(sub_group_reduce_add(w)) PUT(get_sub_group_local_id())
}
