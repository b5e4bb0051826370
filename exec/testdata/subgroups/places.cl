// Where work-items are in sub-groups, for all sizes, against what follows from their linear local ids.
//arg y uint[16384] zero
//launch 1/1 7/7 8/8 9/9 31/31 64/64 65/65 200/200 1024/1024 300/100 24x8/12x4 6x5x4/3x5x2 16x4/16x2 64x2/64x2 250/100
//options -cl-std=CL3.0
//bundles rows=8,packed=8,barriers,wholegroup=128

void places(global uint *y) {
	size_t i = get_global_linear_id();
	y[8 * i] = get_sub_group_size();
	y[8 * i + 1] = get_max_sub_group_size();
	y[8 * i + 2] = get_num_sub_groups();
	y[8 * i + 3] = get_enqueued_num_sub_groups();
	y[8 * i + 4] = get_sub_group_id();
	y[8 * i + 5] = get_sub_group_local_id();
	y[8 * i + 6] = sub_group_reduce_add((uint)i);
	y[8 * i + 7] = sub_group_broadcast((uint)i, 0);
}

void plain(global uint *y, uint size) {
	size_t i = get_global_linear_id(), l = get_local_linear_id();
	uint n = get_local_size(0) * get_local_size(1) * get_local_size(2), first = l / size * size, sum = 0;
	y[8 * i] = min(size, n - first);
	y[8 * i + 1] = size;
	y[8 * i + 2] = (n + size - 1) / size;
	uint whole = get_enqueued_local_size(0) * get_enqueued_local_size(1) * get_enqueued_local_size(2);
	y[8 * i + 3] = (whole + size - 1) / size;
	y[8 * i + 4] = l / size;
	y[8 * i + 5] = l % size;
	for (uint k = first; k < min(first + size, n); k++) {
		size_t a = k % get_local_size(0), b = k / get_local_size(0) % get_local_size(1);
		size_t c = k / get_local_size(0) / get_local_size(1);
		a += get_group_id(0) * get_enqueued_local_size(0);
		b += get_group_id(1) * get_enqueued_local_size(1);
		c += get_group_id(2) * get_enqueued_local_size(2);
		uint other = (c * get_global_size(1) + b) * get_global_size(0) + a;
		sum += other;
		if (k == first)
			y[8 * i + 7] = other;
	}
	y[8 * i + 6] = sum;
}

//same plain4
kernel __attribute__((intel_reqd_sub_group_size(4))) void k4(global uint *y) { places(y); }
kernel void plain4(global uint *y) { plain(y, 4); }

//same plain8
kernel __attribute__((intel_reqd_sub_group_size(8))) void k8(global uint *y) { places(y); }
kernel void plain8(global uint *y) { plain(y, 8); }

//same plain16
kernel __attribute__((intel_reqd_sub_group_size(16))) void k16(global uint *y) { places(y); }
kernel void plain16(global uint *y) { plain(y, 16); }

//same plain32
kernel __attribute__((intel_reqd_sub_group_size(32))) void k32(global uint *y) { places(y); }
kernel void plain32(global uint *y) { plain(y, 32); }

//same plain64
kernel __attribute__((intel_reqd_sub_group_size(64))) void k64(global uint *y) { places(y); }
kernel void plain64(global uint *y) { plain(y, 64); }
