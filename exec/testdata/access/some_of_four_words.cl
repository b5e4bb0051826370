// Some of four words in each step are copied, and changed in local memory, where the others must stay. k4_N: bit i of
// N is element i.
//arg y uint[12000] random
//arg x uint[12000] random
//arg n 251
//launch 256/128 256/64 75x3/25
//bundles rows=8,waits

kernel void k4_1(global uint *y, global uint *x, ulong n) {
	local uint t[4 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0;
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1;
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2;
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3;
	if (i < n) {
		v += x[4 * i + 0] * 3;
		y[4 * i + 0] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[4 * l + 0] += t[4 * l + 1] * 5 + l;
	if (l & 1) {
		t[4 * l + 0] += t[4 * l + 1] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7;
}
kernel void k4_2(global uint *y, global uint *x, ulong n) {
	local uint t[4 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0;
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1;
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2;
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3;
	if (i < n) {
		v += x[4 * i + 1] * 5;
		y[4 * i + 1] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[4 * l + 1] += t[4 * l + 2] * 5 + l;
	if (l & 1) {
		t[4 * l + 1] += t[4 * l + 2] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7;
}
kernel void k4_3(global uint *y, global uint *x, ulong n) {
	local uint t[4 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0;
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1;
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2;
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3;
	if (i < n) {
		v += x[4 * i + 0] * 3;
		y[4 * i + 0] = v;
		v += x[4 * i + 1] * 5;
		y[4 * i + 1] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[4 * l + 0] += t[4 * l + 1] * 5 + l;
	t[4 * l + 1] += t[4 * l + 2] * 5 + l;
	if (l & 1) {
		t[4 * l + 0] += t[4 * l + 1] * 5 + l;
		t[4 * l + 1] += t[4 * l + 2] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7;
}
kernel void k4_4(global uint *y, global uint *x, ulong n) {
	local uint t[4 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0;
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1;
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2;
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3;
	if (i < n) {
		v += x[4 * i + 2] * 7;
		y[4 * i + 2] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[4 * l + 2] += t[4 * l + 3] * 5 + l;
	if (l & 1) {
		t[4 * l + 2] += t[4 * l + 3] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7;
}
kernel void k4_5(global uint *y, global uint *x, ulong n) {
	local uint t[4 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0;
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1;
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2;
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3;
	if (i < n) {
		v += x[4 * i + 0] * 3;
		y[4 * i + 0] = v;
		v += x[4 * i + 2] * 7;
		y[4 * i + 2] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[4 * l + 0] += t[4 * l + 1] * 5 + l;
	t[4 * l + 2] += t[4 * l + 3] * 5 + l;
	if (l & 1) {
		t[4 * l + 0] += t[4 * l + 1] * 5 + l;
		t[4 * l + 2] += t[4 * l + 3] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7;
}
kernel void k4_6(global uint *y, global uint *x, ulong n) {
	local uint t[4 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0;
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1;
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2;
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3;
	if (i < n) {
		v += x[4 * i + 1] * 5;
		y[4 * i + 1] = v;
		v += x[4 * i + 2] * 7;
		y[4 * i + 2] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[4 * l + 1] += t[4 * l + 2] * 5 + l;
	t[4 * l + 2] += t[4 * l + 3] * 5 + l;
	if (l & 1) {
		t[4 * l + 1] += t[4 * l + 2] * 5 + l;
		t[4 * l + 2] += t[4 * l + 3] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7;
}
kernel void k4_7(global uint *y, global uint *x, ulong n) {
	local uint t[4 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0;
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1;
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2;
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3;
	if (i < n) {
		v += x[4 * i + 0] * 3;
		y[4 * i + 0] = v;
		v += x[4 * i + 1] * 5;
		y[4 * i + 1] = v;
		v += x[4 * i + 2] * 7;
		y[4 * i + 2] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[4 * l + 0] += t[4 * l + 1] * 5 + l;
	t[4 * l + 1] += t[4 * l + 2] * 5 + l;
	t[4 * l + 2] += t[4 * l + 3] * 5 + l;
	if (l & 1) {
		t[4 * l + 0] += t[4 * l + 1] * 5 + l;
		t[4 * l + 1] += t[4 * l + 2] * 5 + l;
		t[4 * l + 2] += t[4 * l + 3] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7;
}
kernel void k4_8(global uint *y, global uint *x, ulong n) {
	local uint t[4 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0;
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1;
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2;
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3;
	if (i < n) {
		v += x[4 * i + 3] * 9;
		y[4 * i + 3] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	if (l & 1) {
		t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7;
}
kernel void k4_9(global uint *y, global uint *x, ulong n) {
	local uint t[4 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0;
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1;
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2;
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3;
	if (i < n) {
		v += x[4 * i + 0] * 3;
		y[4 * i + 0] = v;
		v += x[4 * i + 3] * 9;
		y[4 * i + 3] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[4 * l + 0] += t[4 * l + 1] * 5 + l;
	t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	if (l & 1) {
		t[4 * l + 0] += t[4 * l + 1] * 5 + l;
		t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7;
}
kernel void k4_10(global uint *y, global uint *x, ulong n) {
	local uint t[4 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0;
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1;
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2;
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3;
	if (i < n) {
		v += x[4 * i + 1] * 5;
		y[4 * i + 1] = v;
		v += x[4 * i + 3] * 9;
		y[4 * i + 3] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[4 * l + 1] += t[4 * l + 2] * 5 + l;
	t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	if (l & 1) {
		t[4 * l + 1] += t[4 * l + 2] * 5 + l;
		t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7;
}
kernel void k4_11(global uint *y, global uint *x, ulong n) {
	local uint t[4 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0;
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1;
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2;
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3;
	if (i < n) {
		v += x[4 * i + 0] * 3;
		y[4 * i + 0] = v;
		v += x[4 * i + 1] * 5;
		y[4 * i + 1] = v;
		v += x[4 * i + 3] * 9;
		y[4 * i + 3] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[4 * l + 0] += t[4 * l + 1] * 5 + l;
	t[4 * l + 1] += t[4 * l + 2] * 5 + l;
	t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	if (l & 1) {
		t[4 * l + 0] += t[4 * l + 1] * 5 + l;
		t[4 * l + 1] += t[4 * l + 2] * 5 + l;
		t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7;
}
kernel void k4_12(global uint *y, global uint *x, ulong n) {
	local uint t[4 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0;
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1;
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2;
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3;
	if (i < n) {
		v += x[4 * i + 2] * 7;
		y[4 * i + 2] = v;
		v += x[4 * i + 3] * 9;
		y[4 * i + 3] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[4 * l + 2] += t[4 * l + 3] * 5 + l;
	t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	if (l & 1) {
		t[4 * l + 2] += t[4 * l + 3] * 5 + l;
		t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7;
}
kernel void k4_13(global uint *y, global uint *x, ulong n) {
	local uint t[4 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0;
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1;
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2;
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3;
	if (i < n) {
		v += x[4 * i + 0] * 3;
		y[4 * i + 0] = v;
		v += x[4 * i + 2] * 7;
		y[4 * i + 2] = v;
		v += x[4 * i + 3] * 9;
		y[4 * i + 3] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[4 * l + 0] += t[4 * l + 1] * 5 + l;
	t[4 * l + 2] += t[4 * l + 3] * 5 + l;
	t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	if (l & 1) {
		t[4 * l + 0] += t[4 * l + 1] * 5 + l;
		t[4 * l + 2] += t[4 * l + 3] * 5 + l;
		t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7;
}
kernel void k4_14(global uint *y, global uint *x, ulong n) {
	local uint t[4 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0;
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1;
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2;
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3;
	if (i < n) {
		v += x[4 * i + 1] * 5;
		y[4 * i + 1] = v;
		v += x[4 * i + 2] * 7;
		y[4 * i + 2] = v;
		v += x[4 * i + 3] * 9;
		y[4 * i + 3] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[4 * l + 1] += t[4 * l + 2] * 5 + l;
	t[4 * l + 2] += t[4 * l + 3] * 5 + l;
	t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	if (l & 1) {
		t[4 * l + 1] += t[4 * l + 2] * 5 + l;
		t[4 * l + 2] += t[4 * l + 3] * 5 + l;
		t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7;
}
kernel void k4_15(global uint *y, global uint *x, ulong n) {
	local uint t[4 * 128];
	int i = get_global_id(0) + get_global_size(0) * get_global_id(1),
		l = get_local_id(0) + get_local_size(0) * get_local_id(1);
	uint v = i;
	t[4 * l + 0] = x[4 * i + 0] * 3 + 0;
	t[4 * l + 1] = x[4 * i + 1] * 3 + 1;
	t[4 * l + 2] = x[4 * i + 2] * 3 + 2;
	t[4 * l + 3] = x[4 * i + 3] * 3 + 3;
	if (i < n) {
		v += x[4 * i + 0] * 3;
		y[4 * i + 0] = v;
		v += x[4 * i + 1] * 5;
		y[4 * i + 1] = v;
		v += x[4 * i + 2] * 7;
		y[4 * i + 2] = v;
		v += x[4 * i + 3] * 9;
		y[4 * i + 3] = v;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[4 * l + 0] += t[4 * l + 1] * 5 + l;
	t[4 * l + 1] += t[4 * l + 2] * 5 + l;
	t[4 * l + 2] += t[4 * l + 3] * 5 + l;
	t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	if (l & 1) {
		t[4 * l + 0] += t[4 * l + 1] * 5 + l;
		t[4 * l + 1] += t[4 * l + 2] * 5 + l;
		t[4 * l + 2] += t[4 * l + 3] * 5 + l;
		t[4 * l + 3] += t[4 * l + 0] * 5 + l;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[4 * 1200 + i] = v + t[4 * l + 0] * 1 + t[4 * l + 1] * 3 + t[4 * l + 2] * 5 + t[4 * l + 3] * 7;
}
