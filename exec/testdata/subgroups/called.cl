// Functions of sub-groups in functions that are not to be inlined, and in those that several kernels call.
//arg y uint[1024] zero
//arg x uint[256] random
//launch 64/64 200/100
//options -cl-std=CL3.0

__attribute__((noinline)) uint sum(uint v) { return sub_group_reduce_add(v) + get_max_sub_group_size(); }

kernel __attribute__((intel_reqd_sub_group_size(16))) void k16(global uint *y, global const uint *x) {
	y[get_global_id(0)] = sum(x[get_global_id(0)] & 7);
}

kernel __attribute__((intel_reqd_sub_group_size(32))) void k32(global uint *y, global const uint *x) {
	uint v = 0;
	for (uint i = 0; i < (x[get_global_id(0)] & 3); i++)
		v += sum(i);
	y[get_global_id(0)] = v;
}
