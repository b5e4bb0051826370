// Sums, least and largest numbers of groups of all sizes, against those that loops find.
//arg y long[9216] zero
//arg x uint[1024] random
//launch 1/1 2/2 7/7 8/8 9/9 31/31 64/64 65/65 200/200 256/256 1024/1024 300/100

//same plain
kernel void collective(global long *y, global const uint *x) {
	size_t i = get_global_id(0), n = get_global_size(0);
	long a = x[i];
	y[i] = work_group_reduce_add(a);
	y[i + n] = work_group_reduce_min(a);
	y[i + 2 * n] = work_group_reduce_max(a);
	y[i + 3 * n] = work_group_scan_inclusive_add(a);
	y[i + 4 * n] = work_group_scan_inclusive_min(a);
	y[i + 5 * n] = work_group_scan_inclusive_max(a);
	y[i + 6 * n] = work_group_scan_exclusive_add(a);
	y[i + 7 * n] = work_group_scan_exclusive_min(a);
	y[i + 8 * n] = work_group_scan_exclusive_max(a);
}

kernel void plain(global long *y, global const uint *x) {
	size_t i = get_global_id(0), n = get_global_size(0), first = get_group_id(0) * get_local_size(0);
	long sum = 0, least = LONG_MAX, most = LONG_MIN;
	for (size_t j = first; j < first + get_local_size(0); j++) {
		if (j == i) {
			y[i + 6 * n] = sum;
			y[i + 7 * n] = least;
			y[i + 8 * n] = most;
		}
		sum += x[j];
		least = min(least, (long)x[j]);
		most = max(most, (long)x[j]);
		if (j == i) {
			y[i + 3 * n] = sum;
			y[i + 4 * n] = least;
			y[i + 5 * n] = most;
		}
	}
	y[i] = sum;
	y[i + n] = least;
	y[i + 2 * n] = most;
}
