// All collective functions for ulong, one after the other and in a loop, in groups of less than a vector, of a bundle
// and of several.
//arg y uint[40960] random
//arg x uint[2048] random
//launch 3/1 14/5 24/8 40/16 96/32 128/64 450/100 300/128 512/256 1024/512 1500/1000 2048/1024 37x19/16x16 64x16/32x8
//launch 16x16/8x8 10x7x6/5x7x3
//bundles rows=8,packed=8,barriers,wholegroup=128 rows=32,packed=2,barriers rows=4,columns=8,barriers

#define ITEM (get_global_id(0) + get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2)))
kernel void k(global ulong *y, global const uint *x) {
	size_t i = ITEM, n = get_global_size(0) * get_global_size(1) * get_global_size(2);
	uint w = x[i];
	ulong a = (ulong)w * w, m = (ulong)w * w << 9;
	y[i] = work_group_reduce_add(a);
	y[i + n] = work_group_reduce_min(m);
	y[i + 2 * n] = work_group_reduce_max(m);
	y[i + 3 * n] = work_group_scan_inclusive_add(a);
	y[i + 4 * n] = work_group_scan_inclusive_min(m);
	y[i + 5 * n] = work_group_scan_inclusive_max(m);
	y[i + 6 * n] = work_group_scan_exclusive_add(a);
	y[i + 7 * n] = work_group_scan_exclusive_min(m);
	y[i + 8 * n] = work_group_scan_exclusive_max(m);
	ulong s = 0;
	for (uint j = 0; j < (x[get_group_id(0)] & 3) + 2; j++) {
		ulong b = work_group_broadcast(a, j % get_local_size(0), get_local_size(1) - 1, get_local_size(2) - 1);
		s += work_group_scan_exclusive_add(a * (ulong)(j + 1)) + b;
		s += work_group_reduce_max(a) * (ulong)work_group_any(w % 64 == j) - (ulong)work_group_all(w % 64 != j);
	}
	y[i + 9 * n] = s;
}
