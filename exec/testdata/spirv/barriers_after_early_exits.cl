// Barriers as Julia has them: after an early exit of some work-items, in a loop whose bound is an argument, in
// groups that are smaller at the edge; and a generic pointer to one of two memories.
//module barriers_after_early_exits.spv
//arg y uint[512] zero
//arg x uint[512] random >>16
//arg n 3 0
//launch 200/64 256/32
//options -cl-std=CL3.0

kernel void early(global uint *y, global uint *x, uint n) {
	local uint a[64];
	size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
	uint v = x[i];
	a[l] = v;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (l == 5) {
		y[i] = 5;
		return;
	}
	for (uint r = 0; r < n; r++) {
		v += a[(l + r) % size];
		barrier(CLK_LOCAL_MEM_FENCE);
		*(v & 1 ? (uint *)&a[l] : (uint *)&y[i]) = v;
		barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
	}
	y[i] += v;
}
