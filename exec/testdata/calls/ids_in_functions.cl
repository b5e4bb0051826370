// Functions that are not inlined: ids of work-items. The judge has them inlined.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 12345
//launch 1000/64 37/37 64x64/32x8
//also off=inline

size_t f(uint d) { return get_global_id(0) * 7 + get_global_id(d) + get_group_id(0) + get_local_id(0); }
kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	if (x[i] & 1)
		y[i] = f(x[i] & 1);
	else
		y[i] = f(2);
}
