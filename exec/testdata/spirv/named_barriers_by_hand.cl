// Named barriers of sub-groups: two meet again and again, in a kernel that the entry point only calls.
//module named_barriers_by_hand.spv
//arg y uint[1024] zero
//arg n 1 5
//launch 128/32 64/64
//options -cl-std=CL3.0
#define SIZE 16

kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void meet(global uint *y, uint n) {
	local uint t[64];
	uint l = get_local_id(0), sum = 0;
	for (uint k = 0; k < n; k++) {
		barrier(CLK_LOCAL_MEM_FENCE);
		t[l] = l * 3 + k;
		barrier(CLK_LOCAL_MEM_FENCE);
		sum += t[get_local_size(0) - 1 - l];
	}
	y[get_global_id(0)] = sum;
}
