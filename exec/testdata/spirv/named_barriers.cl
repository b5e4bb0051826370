// Named barriers: all sub-groups of a group pass what they have to each other, step by step.
//module named_barriers.spv
//arg y uint[512] zero
//launch 128/64 64/32 256/128 96/48
//options -cl-std=CL3.0

__attribute__((intel_reqd_sub_group_size(16))) // that fill vectors of both lengths
kernel void steps(global uint *y) {
	local uint tile[128];
	local NamedBarrier_t *full = named_barrier_init(get_num_sub_groups());
	local NamedBarrier_t *empty = named_barrier_init(get_num_sub_groups());
	size_t i = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
	uint sum = i;
	for (uint k = 0; k < 5; k++) {
		tile[l] = sum;
		work_group_named_barrier(full, CLK_LOCAL_MEM_FENCE);
		sum = sum * 3 + tile[(l + 17) % n];
		work_group_named_barrier(empty, CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
	}
	y[i] = sum;
}
