// Functions that are not inlined: barriers in the function. The judge has them inlined.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 12345
//launch 1000/64 37/37 64x64/32x8
//also off=inline

uint total(local uint *t, uint l, uint v) {
	t[l] = v;
	barrier(CLK_LOCAL_MEM_FENCE);
	uint s = t[0] + t[l / 2];
	barrier(CLK_LOCAL_MEM_FENCE);
	return s;
}
uint twice(local uint *t, uint l, uint v) { return total(t, l, v) + total(t, l, v * 3); }
kernel void k(global uint *y, global uint *x, ulong a) {
	local uint t[1024];
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	y[i] = twice(t, get_local_id(0) + get_local_size(0) * get_local_id(1), x[i]);
}
