// Variables of local memory that functions use on behalf of kernels, barriers, collective functions and copies.
//module local_memory_of_several_kernels.spv
//arg y int[1024] zero
//arg x int[1024] random >>20
//arg part local 256
//launch 128/32 96/16
//options -cl-std=CL3.0

int turned(local int *p, int v) {
	size_t l = get_local_id(0);
	p[l] = v;
	barrier(CLK_LOCAL_MEM_FENCE);
	int r = p[get_local_size(0) - 1 - l];
	barrier(CLK_LOCAL_MEM_FENCE);
	return r;
}
kernel void turn(global int *y, global int *x) {
	local int a[64], b[64];
	size_t i = get_global_id(0);
	y[i] = turned(a, x[i]) * 3 + turned(b, (int)i);
}
kernel void halve(global int *y, global int *x, local int *part) {
	size_t l = get_local_id(0);
	part[l] = x[get_global_id(0)];
	for (size_t n = get_local_size(0) / 2; n > 0; n /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (l < n)
			part[l] += part[l + n];
	}
	if (l == 0)
		y[get_group_id(0)] = part[0];
}
kernel void collect(global int *y, global int *x) {
	size_t i = get_global_id(0);
	y[i] = work_group_reduce_add(x[i]) + work_group_scan_inclusive_max(x[i]) * 5 + work_group_scan_exclusive_add(x[i]) +
		work_group_broadcast(x[i], 3) + work_group_all(x[i] > 5) + 2 * work_group_any(x[i] > 4000);
}
kernel void copied(global int *y, global int *x) {
	local int a[64];
	size_t first = get_group_id(0) * get_local_size(0);
	event_t e = async_work_group_copy(a, x + first, get_local_size(0), 0);
	wait_group_events(1, &e);
	y[get_global_id(0)] = a[get_local_size(0) - 1 - get_local_id(0)];
}
