// Named barriers of all sub-groups, and of two, in a module.
//module named_barriers.spv
//arg y uint[1024] zero
//launch 128/128 512/128

kernel void turns(global uint *y) {
	local uint t[128];
	uint l = get_local_id(0);
	t[l] = l * 7;
	barrier(CLK_LOCAL_MEM_FENCE);
	y[get_global_id(0)] = t[(128 - l - 7) % 128];
}
