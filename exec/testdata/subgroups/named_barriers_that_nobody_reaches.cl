// A sub-group that waits at a named barrier for others that never come ends the launch, and does not hang it: when the
// others have ended, wait at a barrier of the group, or wait at another named barrier.
//arg y uint[1024] zero
//launch 64/64 256/128
//options -cl-std=CL3.0

#define SIZE 16
#define SIXTEEN __attribute__((intel_reqd_sub_group_size(SIZE)))

//deadlock line 15
kernel SIXTEEN void ended(global uint *y) {
	local NamedBarrier_t *two = named_barrier_init(2);
	y[get_global_id(0)] = 1;
	if (get_sub_group_id() == 1)
		work_group_named_barrier(two, CLK_LOCAL_MEM_FENCE);
}

//deadlock line 25
kernel SIXTEEN void at_the_barrier_of_the_group(global uint *y) {
	local NamedBarrier_t *two = named_barrier_init(2);
	for (int k = 0; k < 3; k++) {
		if (get_sub_group_id() < 2)
			work_group_named_barrier(two, CLK_LOCAL_MEM_FENCE);
		if (k == 2 && get_sub_group_id() == 3)
			work_group_named_barrier(two, CLK_LOCAL_MEM_FENCE);
		barrier(CLK_LOCAL_MEM_FENCE);
	}
}

//deadlock
kernel SIXTEEN void at_others(global uint *y) {
	local NamedBarrier_t *one = named_barrier_init(get_num_sub_groups()), *other = named_barrier_init(2);
	if (get_sub_group_id() == 1)
		work_group_named_barrier(other, CLK_LOCAL_MEM_FENCE);
	else
		work_group_named_barrier(one, CLK_LOCAL_MEM_FENCE);
}

// More sub-groups than there are.
//deadlock
kernel SIXTEEN void too_many(global uint *y) {
	local NamedBarrier_t *all = named_barrier_init(get_num_sub_groups() + 1);
	work_group_named_barrier(all, CLK_LOCAL_MEM_FENCE);
}
