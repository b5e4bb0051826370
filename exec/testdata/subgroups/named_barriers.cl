// Named barriers: producers and consumers that wait for each other again and again while other sub-groups have ended or
// wait at a barrier of the group; barriers of all sub-groups, and of one. Sub-groups have 16 work-items.
//arg y uint[4096] zero
//arg n 1 7
//launch 128/64 64/32 256/128 8x8x4/8x4x2
//options -cl-std=CL3.0

#define SIZE 16

// Half of the sub-groups fill a tile that the other half reads.
//same tiles_plainly
kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void tiles(global uint *y, ulong n) {
	local uint tile[64];
	local NamedBarrier_t *full = named_barrier_init(get_num_sub_groups());
	local NamedBarrier_t *empty = named_barrier_init(get_num_sub_groups());
	uint half_of_them = get_num_sub_groups() / 2, id = get_sub_group_id(), lane = get_sub_group_local_id(), sum = 0;
	size_t i = get_global_linear_id(), items = half_of_them * SIZE;
	for (uint k = 0; k < n; k++) {
		if (id < half_of_them)
			tile[id * SIZE + lane] = (id * SIZE + lane + 1) * (k + 3);
		work_group_named_barrier(full, CLK_LOCAL_MEM_FENCE);
		if (id >= half_of_them)
			for (uint j = 0; j < items; j++) sum += tile[j] ^ (lane & k);
		work_group_named_barrier(empty, CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
	}
	y[i] = sum;
}

kernel void tiles_plainly(global uint *y, ulong n) {
	size_t i = get_global_linear_id();
	uint groups = get_local_size(0) * get_local_size(1) * get_local_size(2) / SIZE;
	uint items = groups / 2 * SIZE, lane = get_local_linear_id() % SIZE, sum = 0;
	for (uint k = 0; k < n && get_local_linear_id() / SIZE >= groups / 2; k++)
		for (uint j = 0; j < items; j++) sum += ((j + 1) * (k + 3)) ^ (lane & k);
	y[i] = sum;
}

void meet(local NamedBarrier_t *where) { work_group_named_barrier(where, CLK_LOCAL_MEM_FENCE); }

// Two sub-groups meet often while the others wait at the barrier of the group, at which they come last; sub-groups that
// return before are not missed by it. A barrier of one sub-group holds no one up.
//same others_plainly
kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void others(global uint *y, ulong n) {
	local uint seen[8], last;
	size_t i = get_global_linear_id();
	uint id = get_sub_group_id(), lane = get_sub_group_local_id();
	local NamedBarrier_t *two = named_barrier_init(2), *alone = named_barrier_init(1);
	if (id < 2) {
		for (uint k = 0; k < 3 * n; k++) {
			if (lane == 0) seen[id + (k & 1) * 2] = k * 2 + id;
			meet(two);
			y[i] += seen[1 - id + (k & 1) * 2];
		}
		if (lane == 3 && id == 1) last = n;
	} else {
		for (uint k = 0; k < n; k++) meet(alone);
		if (id == 3) return;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	if (id >= 2) y[i] = last;
}

kernel void others_plainly(global uint *y, ulong n) {
	size_t i = get_global_linear_id();
	uint id = get_local_linear_id() / SIZE;
	if (id == 3) return;
	y[i] = id >= 2 ? n : 0;
	for (uint k = 0; k < 3 * n && id < 2; k++) y[i] += k * 2 + 1 - id;
}

// A barrier that is made again in each iteration is a new one.
kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void again(global uint *y, ulong n) {
	local uint count;
	if (get_local_linear_id() == 0) count = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint k = 1; k <= get_num_sub_groups(); k++) {
		local NamedBarrier_t *first = named_barrier_init(k);
		if (get_sub_group_id() < k) {
			if (get_sub_group_local_id() == 0) count += k;
			meet(first);
			y[get_global_linear_id()] += count;
			meet(first);
		}
	}
}
