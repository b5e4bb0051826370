// Reductions, scans and compactions of groups by functions of sub-groups and local memory, where one bundle is all of a
// group: barriers are no code then, and it is known which lanes an if on a sub-group's number is for.
//arg y uint[4096] zero
//arg x uint[1024] random >>16
//launch 256/256 1024/256 512/64 300/100 128/32
//options -cl-std=CL3.0
//bundles barriers,rows=2,wholegroup=32,packed=2 barriers,rows=2,wholegroup=8 own

#define ALL(NAME, ATTRIBUTE) \
kernel ATTRIBUTE void reduce_##NAME(global uint *y, global const uint *x) { \
	local uint t[64]; \
	uint sum = sub_group_reduce_add(x[get_global_id(0)]), id = get_sub_group_id(), lane = get_sub_group_local_id(); \
	if (get_local_id(0) < 64) t[get_local_id(0)] = 0; \
	barrier(CLK_LOCAL_MEM_FENCE); \
	if (lane == 0) t[id] = sum; \
	barrier(CLK_LOCAL_MEM_FENCE); \
	if (id == 0) { \
		uint all = 0; \
		for (uint k = lane; k < get_num_sub_groups(); k += get_max_sub_group_size()) all += t[k]; \
		all = sub_group_reduce_add(all); \
		if (lane == 0) y[get_group_id(0)] = all; \
	} \
	if (lane == 3) y[1024 + get_global_id(0)] = sum; \
	if (lane == 2 || id == 1) y[2048 + get_global_id(0)] = sum + lane; \
} \
kernel ATTRIBUTE void scan_##NAME(global uint *y, global const uint *x) { \
	local uint t[64]; \
	uint sum = sub_group_scan_inclusive_add(x[get_global_id(0)]), id = get_sub_group_id(); \
	if (get_sub_group_local_id() == get_sub_group_size() - 1) t[id] = sum; \
	barrier(CLK_LOCAL_MEM_FENCE); \
	uint before = 0; \
	for (uint k = 0; k < id; k++) before += t[k]; \
	y[get_global_id(0)] = sum + before; \
	if (id == 1) y[1024 + get_global_id(0)] = sub_group_shuffle_xor(sum, 1) + sub_group_scan_exclusive_max(before); \
	else y[2048 + get_global_id(0)] = sub_group_broadcast(sum, 1); \
} \
kernel ATTRIBUTE void compact_##NAME(global uint *y, global const uint *x) { \
	local uint t[64]; \
	uint v = x[get_global_id(0)], is_kept = v % 3 == 0, id = get_sub_group_id(), before = 0; \
	uint4 kept = sub_group_ballot(is_kept); \
	if (sub_group_elect()) t[id] = sub_group_ballot_bit_count(kept); \
	barrier(CLK_LOCAL_MEM_FENCE); \
	for (uint k = 0; k < id; k++) before += t[k]; \
	if (is_kept) y[get_global_id(0) - get_local_id(0) + before + sub_group_ballot_exclusive_scan(kept)] = v; \
	if (id == 0 && sub_group_any(v > 60000)) y[1024 + get_global_id(0)] = sub_group_ballot(v & 1).x; \
}

ALL(default, )
ALL(four, __attribute__((intel_reqd_sub_group_size(4))))
ALL(eight, __attribute__((intel_reqd_sub_group_size(8))))
ALL(sixteen, __attribute__((intel_reqd_sub_group_size(16))))
ALL(of_32, __attribute__((intel_reqd_sub_group_size(32))))
