// Sub-groups that wait for others of their group, in the opposite order, with barriers of the group. Machine code
// has none that are smaller than its vectors; the interpreter runs those.
//arg y uint[2048] zero
//launch 1/1 64/64 200/100 512/256 8x8x2/8x4x2
//options -cl-std=CL3.0

void turns(global uint *y, local atomic_uint *turn, local uint *log) {
	size_t i = get_global_linear_id();
	uint n = get_num_sub_groups(), id = get_sub_group_id();
	if (get_local_linear_id() == 0)
		atomic_init(turn, 0);
	barrier(CLK_LOCAL_MEM_FENCE);
	while (atomic_load(turn) != n - 1 - id)
		;
	if (get_sub_group_local_id() == 0)
		log[atomic_load(turn)] = id;
	sub_group_barrier(CLK_LOCAL_MEM_FENCE);
	uint seen = id + 1 < n ? log[n - 2 - id] : 0;
	if (get_sub_group_local_id() == 0)
		atomic_fetch_add(turn, 1);
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint k = 0; k < 3; k++) {
		uint now = atomic_load(turn);
		barrier(CLK_LOCAL_MEM_FENCE);
		if (get_sub_group_local_id() == 0)
			atomic_fetch_add(turn, 1);
		// the last sub-group lets the others wait, with work-items that take different numbers of iterations
		for (uint j = 0; atomic_load(turn) < now + n && j < 1000000; j++)
			seen += sub_group_reduce_add(j) * 0;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	y[2 * i] = seen;
	y[2 * i + 1] = atomic_load(turn);
}

void plain(global uint *y, uint size) {
	size_t i = get_global_linear_id();
	uint n = (get_local_size(0) * get_local_size(1) * get_local_size(2) + size - 1) / size;
	uint id = get_local_linear_id() / size;
	y[2 * i] = id + 1 < n ? id + 1 : 0;
	y[2 * i + 1] = 4 * n;
}

//same plain16
kernel __attribute__((intel_reqd_sub_group_size(16))) void k16(global uint *y) {
	local atomic_uint turn;
	local uint log[64];
	turns(y, &turn, log);
}
kernel void plain16(global uint *y) { plain(y, 16); }

//same plain32
kernel __attribute__((intel_reqd_sub_group_size(32))) void k32(global uint *y) {
	local atomic_uint turn;
	local uint log[64];
	turns(y, &turn, log);
}
kernel void plain32(global uint *y) { plain(y, 32); }

//same plain64
kernel __attribute__((intel_reqd_sub_group_size(64))) void k64(global uint *y) {
	local atomic_uint turn;
	local uint log[64];
	turns(y, &turn, log);
}
kernel void plain64(global uint *y) { plain(y, 64); }
