// Functions of sub-groups of halves: those that move keep all bits, also of NaNs; sums and extremes are exact here.
//arg y ushort[1024] zero
//arg a ushort[128] random
//launch 64/64 128/128
//options -cl-std=CL3.0

half small(ushort bits) { return convert_half(bits % 64); }

//same plain
kernel __attribute__((intel_reqd_sub_group_size(8))) void k(global ushort *y, global const half *a) {
	size_t i = get_global_id(0);
	half v = a[i];
	half2 two = sub_group_shuffle_xor((half2)(v, a[i ^ 1]), 2);
	half s = small(as_ushort(v));
	y += 8 * i;
	y[0] = as_ushort(sub_group_broadcast(v, 3));
	y[1] = as_ushort(sub_group_rotate(v, 1));
	y[2] = as_ushort(two.x);
	y[3] = as_ushort(two.y);
	y[4] = as_ushort(sub_group_reduce_add(s));
	y[5] = as_ushort(sub_group_reduce_max(s));
	y[6] = as_ushort(sub_group_scan_inclusive_add(s));
	y[7] = as_ushort(sub_group_scan_exclusive_min(s));
}

kernel void plain(global ushort *y, global const half *a) {
	global const ushort *b = (global const ushort *)a;
	size_t i = get_global_id(0), first = i / 8 * 8;
	half sum = 0, most = -HALF_MAX, before = 0, least = INFINITY;
	for (size_t k = first; k < first + 8; k++) {
		half s = small(b[k]);
		sum += s;
		most = fmax(most, s);
		if (k <= i) before += s;
		if (k < i) least = fmin(least, s);
	}
	y += 8 * i;
	y[0] = b[first + 3];
	y[1] = b[first + (i + 1) % 8];
	y[2] = b[i ^ 2];
	y[3] = b[i ^ 3];
	y[4] = as_ushort(sum);
	y[5] = as_ushort(most);
	y[6] = as_ushort(before);
	y[7] = as_ushort(least);
}
