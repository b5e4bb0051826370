// Some of three words in each step are copied, and changed in local memory, where the others must stay. k3_N: bit i
// of N is element i.
//arg y uint[12000] random
//arg x uint[12000] random
//arg n 251
//launch 256/128 256/64 75x3/25
//bundles rows=8,waits

kernel void k3_1(global uint *y, global uint *x, ulong n) {
	local uint t[3 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[3 * l + 0] = x[3 * i + 0] * 3 + 0;
	t[3 * l + 1] = x[3 * i + 1] * 3 + 1;
	t[3 * l + 2] = x[3 * i + 2] * 3 + 2;
	if (i < n) {
		v += x[3 * i + 0] * 3;
		y[3 * i + 0] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[3 * l + 0] += t[3 * l + 1] * 5 + l;
	if (l & 1) {
		t[3 * l + 0] += t[3 * l + 1] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[3 * 1200 + i] = v + t[3 * l + 0] * 1 + t[3 * l + 1] * 3 + t[3 * l + 2] * 5;
}
kernel void k3_2(global uint *y, global uint *x, ulong n) {
	local uint t[3 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[3 * l + 0] = x[3 * i + 0] * 3 + 0;
	t[3 * l + 1] = x[3 * i + 1] * 3 + 1;
	t[3 * l + 2] = x[3 * i + 2] * 3 + 2;
	if (i < n) {
		v += x[3 * i + 1] * 5;
		y[3 * i + 1] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[3 * l + 1] += t[3 * l + 2] * 5 + l;
	if (l & 1) {
		t[3 * l + 1] += t[3 * l + 2] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[3 * 1200 + i] = v + t[3 * l + 0] * 1 + t[3 * l + 1] * 3 + t[3 * l + 2] * 5;
}
kernel void k3_3(global uint *y, global uint *x, ulong n) {
	local uint t[3 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[3 * l + 0] = x[3 * i + 0] * 3 + 0;
	t[3 * l + 1] = x[3 * i + 1] * 3 + 1;
	t[3 * l + 2] = x[3 * i + 2] * 3 + 2;
	if (i < n) {
		v += x[3 * i + 0] * 3;
		y[3 * i + 0] = v;
		v += x[3 * i + 1] * 5;
		y[3 * i + 1] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[3 * l + 0] += t[3 * l + 1] * 5 + l;
	t[3 * l + 1] += t[3 * l + 2] * 5 + l;
	if (l & 1) {
		t[3 * l + 0] += t[3 * l + 1] * 5 + l;
		t[3 * l + 1] += t[3 * l + 2] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[3 * 1200 + i] = v + t[3 * l + 0] * 1 + t[3 * l + 1] * 3 + t[3 * l + 2] * 5;
}
kernel void k3_4(global uint *y, global uint *x, ulong n) {
	local uint t[3 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[3 * l + 0] = x[3 * i + 0] * 3 + 0;
	t[3 * l + 1] = x[3 * i + 1] * 3 + 1;
	t[3 * l + 2] = x[3 * i + 2] * 3 + 2;
	if (i < n) {
		v += x[3 * i + 2] * 7;
		y[3 * i + 2] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[3 * l + 2] += t[3 * l + 0] * 5 + l;
	if (l & 1) {
		t[3 * l + 2] += t[3 * l + 0] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[3 * 1200 + i] = v + t[3 * l + 0] * 1 + t[3 * l + 1] * 3 + t[3 * l + 2] * 5;
}
kernel void k3_5(global uint *y, global uint *x, ulong n) {
	local uint t[3 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[3 * l + 0] = x[3 * i + 0] * 3 + 0;
	t[3 * l + 1] = x[3 * i + 1] * 3 + 1;
	t[3 * l + 2] = x[3 * i + 2] * 3 + 2;
	if (i < n) {
		v += x[3 * i + 0] * 3;
		y[3 * i + 0] = v;
		v += x[3 * i + 2] * 7;
		y[3 * i + 2] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[3 * l + 0] += t[3 * l + 1] * 5 + l;
	t[3 * l + 2] += t[3 * l + 0] * 5 + l;
	if (l & 1) {
		t[3 * l + 0] += t[3 * l + 1] * 5 + l;
		t[3 * l + 2] += t[3 * l + 0] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[3 * 1200 + i] = v + t[3 * l + 0] * 1 + t[3 * l + 1] * 3 + t[3 * l + 2] * 5;
}
kernel void k3_6(global uint *y, global uint *x, ulong n) {
	local uint t[3 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[3 * l + 0] = x[3 * i + 0] * 3 + 0;
	t[3 * l + 1] = x[3 * i + 1] * 3 + 1;
	t[3 * l + 2] = x[3 * i + 2] * 3 + 2;
	if (i < n) {
		v += x[3 * i + 1] * 5;
		y[3 * i + 1] = v;
		v += x[3 * i + 2] * 7;
		y[3 * i + 2] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[3 * l + 1] += t[3 * l + 2] * 5 + l;
	t[3 * l + 2] += t[3 * l + 0] * 5 + l;
	if (l & 1) {
		t[3 * l + 1] += t[3 * l + 2] * 5 + l;
		t[3 * l + 2] += t[3 * l + 0] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[3 * 1200 + i] = v + t[3 * l + 0] * 1 + t[3 * l + 1] * 3 + t[3 * l + 2] * 5;
}
kernel void k3_7(global uint *y, global uint *x, ulong n) {
	local uint t[3 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[3 * l + 0] = x[3 * i + 0] * 3 + 0;
	t[3 * l + 1] = x[3 * i + 1] * 3 + 1;
	t[3 * l + 2] = x[3 * i + 2] * 3 + 2;
	if (i < n) {
		v += x[3 * i + 0] * 3;
		y[3 * i + 0] = v;
		v += x[3 * i + 1] * 5;
		y[3 * i + 1] = v;
		v += x[3 * i + 2] * 7;
		y[3 * i + 2] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[3 * l + 0] += t[3 * l + 1] * 5 + l;
	t[3 * l + 1] += t[3 * l + 2] * 5 + l;
	t[3 * l + 2] += t[3 * l + 0] * 5 + l;
	if (l & 1) {
		t[3 * l + 0] += t[3 * l + 1] * 5 + l;
		t[3 * l + 1] += t[3 * l + 2] * 5 + l;
		t[3 * l + 2] += t[3 * l + 0] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[3 * 1200 + i] = v + t[3 * l + 0] * 1 + t[3 * l + 1] * 3 + t[3 * l + 2] * 5;
}
