// Some of two words in each step are copied, and changed in local memory, where the others must stay. k2_N: bit i of
// N is element i.
//arg y uint[12000] random
//arg x uint[12000] random
//arg n 251
//launch 256/128 256/64 75x3/25
//bundles rows=8,waits

kernel void k2_1(global uint *y, global uint *x, ulong n) {
	local uint t[2 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[2 * l + 0] = x[2 * i + 0] * 3 + 0;
	t[2 * l + 1] = x[2 * i + 1] * 3 + 1;
	if (i < n) {
		v += x[2 * i + 0] * 3;
		y[2 * i + 0] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[2 * l + 0] += t[2 * l + 1] * 5 + l;
	if (l & 1) {
		t[2 * l + 0] += t[2 * l + 1] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[2 * 1200 + i] = v + t[2 * l + 0] * 1 + t[2 * l + 1] * 3;
}
kernel void k2_2(global uint *y, global uint *x, ulong n) {
	local uint t[2 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[2 * l + 0] = x[2 * i + 0] * 3 + 0;
	t[2 * l + 1] = x[2 * i + 1] * 3 + 1;
	if (i < n) {
		v += x[2 * i + 1] * 5;
		y[2 * i + 1] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[2 * l + 1] += t[2 * l + 0] * 5 + l;
	if (l & 1) {
		t[2 * l + 1] += t[2 * l + 0] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[2 * 1200 + i] = v + t[2 * l + 0] * 1 + t[2 * l + 1] * 3;
}
kernel void k2_3(global uint *y, global uint *x, ulong n) {
	local uint t[2 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[2 * l + 0] = x[2 * i + 0] * 3 + 0;
	t[2 * l + 1] = x[2 * i + 1] * 3 + 1;
	if (i < n) {
		v += x[2 * i + 0] * 3;
		y[2 * i + 0] = v;
		v += x[2 * i + 1] * 5;
		y[2 * i + 1] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[2 * l + 0] += t[2 * l + 1] * 5 + l;
	t[2 * l + 1] += t[2 * l + 0] * 5 + l;
	if (l & 1) {
		t[2 * l + 0] += t[2 * l + 1] * 5 + l;
		t[2 * l + 1] += t[2 * l + 0] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[2 * 1200 + i] = v + t[2 * l + 0] * 1 + t[2 * l + 1] * 3;
}
