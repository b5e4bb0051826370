// Collective functions and copies of groups, of halves. Sums are combined as floats, and rounded once.
//arg y ushort[16384] zero
//arg x ushort[2048] random
//arg t local 1024
//launch 3/1 14/5 96/32 450/100 512/128
//bundles rows=8,packed=8,barriers,wholegroup=128

//same plain
kernel void k(global half *y, global const half *x, local half *t) {
	size_t i = get_global_id(0), n = get_global_size(0);
	half a = x[i] * 0x1p-8h, m = x[i];
	a = isfinite(a) ? a : 1;
	y[i] = work_group_reduce_add(a);
	y[i + n] = work_group_reduce_min(m);
	y[i + 2 * n] = work_group_reduce_max(m);
	y[i + 3 * n] = work_group_scan_inclusive_add(a);
	y[i + 4 * n] = work_group_scan_inclusive_min(m);
	y[i + 5 * n] = work_group_scan_exclusive_add(a);
	y[i + 6 * n] = work_group_scan_exclusive_max(m);
	y[i + 7 * n] = work_group_broadcast(m, get_local_size(0) - 1);
	size_t first = get_group_id(0) * get_enqueued_local_size(0), length = get_local_size(0);
	event_t e = async_work_group_copy(t, x + first, length, 0);
	wait_group_events(1, &e);
	y[i + 8 * n] = t[length - 1 - get_local_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	e = async_work_group_strided_copy((global half2 *)(y + 10 * n) + first, (local half2 *)t, length / 2, 2, 0);
	prefetch(x + first, length);
	wait_group_events(1, &e);
}

kernel void plain(global ushort *y, global const ushort *x, local ushort *t) {
	size_t i = get_global_id(0), n = get_global_size(0);
	half a = as_half(x[i]) * 0x1p-8h;
	a = isfinite(a) ? a : 1;
	float f = a, m = as_half(x[i]);
	y[i] = as_ushort((half)work_group_reduce_add(f));
	y[i + n] = as_ushort((half)work_group_reduce_min(m));
	y[i + 2 * n] = as_ushort((half)work_group_reduce_max(m));
	y[i + 3 * n] = as_ushort((half)work_group_scan_inclusive_add(f));
	y[i + 4 * n] = as_ushort((half)work_group_scan_inclusive_min(m));
	y[i + 5 * n] = as_ushort((half)work_group_scan_exclusive_add(f));
	y[i + 6 * n] = as_ushort((half)work_group_scan_exclusive_max(m));
	y[i + 7 * n] = work_group_broadcast((int)x[i], get_local_size(0) - 1);
	size_t first = get_group_id(0) * get_enqueued_local_size(0), length = get_local_size(0);
	event_t e = async_work_group_copy(t, x + first, length, 0);
	wait_group_events(1, &e);
	y[i + 8 * n] = t[length - 1 - get_local_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	e = async_work_group_strided_copy((global ushort2 *)(y + 10 * n) + first, (local ushort2 *)t, length / 2, 2, 0);
	wait_group_events(1, &e);
}
