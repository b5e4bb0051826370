// Nothing that a kernel asks for tells whether dimensions are exchanged, whatever the sizes.
//arg y uint[16384] zero
//arg n 12345
//launch 64x64/16x16 48x33/8x8 33x48x3/32x16 5x70x4/3x70x2 7x7x7/7x7x7
//launch 20x40x17/20x1x17+100x7x1 16x1x64/4x1x64+0x3x9 100x19x2/32x4x2+1x2x3
//bundles only interchanged=1,own interchanged=2 interchanged=1,rows=2,packed=2,columns=2
//bundles interchanged=2,rows=4,packed=4,barriers interchanged=1,columns=4,barriers interchanged=2,own

kernel void ask(global uint *y, ulong n) {
	size_t i = get_global_id(0) - get_global_offset(0) +
			   get_global_size(0) * (get_global_id(1) - get_global_offset(1) +
										get_global_size(1) * (get_global_id(2) - get_global_offset(2)));
	uint h = get_work_dim() + n;
	for (uint d = 0; d < 3; d++) {
		h = h * 31 + get_global_id(d);
		h = h * 31 + get_local_id(d);
		h = h * 31 + get_group_id(d);
		h = h * 31 + get_global_size(d);
		h = h * 31 + get_local_size(d);
		h = h * 31 + get_num_groups(d);
		h = h * 31 + get_global_offset(d) * 7;
	}
	y[i] = h;
}

kernel void rows(global uint *y, ulong n) {
	size_t x = get_global_id(0) - get_global_offset(0), y0 = get_global_id(1) - get_global_offset(1),
		   z = get_global_id(2) - get_global_offset(2);
	y[(x * get_global_size(1) + y0) * get_global_size(2) + z] = get_global_id(0) * 3 + get_global_id(1) * 1000 + z * 7 +
																n;
}

kernel void tiles(global uint *y, ulong n) {
	local uint t[1024];
	uint items = get_local_size(0) * get_local_size(1) * get_local_size(2);
	uint l = (get_local_id(0) * get_local_size(1) + get_local_id(1)) * get_local_size(2) + get_local_id(2), sum = 0;
	size_t i = get_global_id(0) - get_global_offset(0) +
			   get_global_size(0) * (get_global_id(1) - get_global_offset(1) +
										get_global_size(1) * (get_global_id(2) - get_global_offset(2)));
	t[l] = i * n;
	for (uint step = 1; step < items; step *= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		uint v = t[(l + step) % items];
		barrier(CLK_LOCAL_MEM_FENCE);
		t[l] = v * 3 + get_local_id(1);
	}
	y[i] = t[l] + sum;
}
