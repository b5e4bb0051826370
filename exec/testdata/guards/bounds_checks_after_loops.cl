// Groups fill local memory in loops that lanes leave at different times, and check their bounds after them: whole
// bundles run a copy without masks. A loop that is most of the kernel is copied instead; a check that only some lanes
// come to is none.
//arg table uchar[4096] random
//arg x uint[4096] random
//arg y uint[8192] random
//arg n 0 7 64 300
//launch 512/64 96x3/32x1 37x3/37
//also off=unmasked-bounds-check
//also zen

kernel void looked_up(global uint *y, global const uint *x, global const uchar *table, uint n) {
	local uchar t[256];
	for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) t[i] = table[i];
	barrier(CLK_LOCAL_MEM_FENCE);
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	if (get_global_id(0) < n) {
		uchar4 v = as_uchar4(x[i]), w = as_uchar4(x[i + 1024]);
		y[i] = as_uint((uchar4)(t[v.x], t[v.y], t[v.z], t[v.w]));
		y[i + 4096] = as_uint((uchar4)(t[w.x], t[w.y], t[w.z], t[w.w])) * 3 + y[i];
	}
}
kernel void two_loops(global uint *y, global const uint *x, global const uchar *table, uint n) {
	local uchar t[256];
	for (uint k = 0; k < n % 3; k++)
		for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) t[i] = table[i + k];
	for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) t[i] = table[i];
	barrier(CLK_LOCAL_MEM_FENCE);
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	if (i < n * 3) {
		uint v = x[i], s = 0;
		s += t[v & 255] * 3 + t[v >> 8 & 255] * 5 + t[v >> 16 & 255] * 7 + t[v >> 24] * 11 + t[v >> 4 & 255] * 13;
		s += t[v >> 12 & 255] * 3 ^ t[v >> 20 & 255] * 5 ^ t[v >> 1 & 255] * 7 ^ t[v >> 2 & 255] * 11;
		y[i] = s ^ y[i + 4096];
	}
}
kernel void some_leave(global uint *y, global const uint *x, global const uchar *table, uint n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), s = 0;
	for (uint k = i % 5; k < 9; k++) {
		s += table[i + k];
		if (x[i] % 7 == k) return;
	}
	if (i < n * 3) {
		y[i] = s + x[i] * 3 + (x[i + 1] ^ y[i]) + (x[i + 2] & y[i]) + (x[i + 3] | y[i + 4096]);
		y[i + 4096] = y[i] * 7 + x[i + 4] * x[i + 5] + (x[i + 6] >> 3) + (x[i + 7] << 5) + table[i + 1] + table[i + 2];
	}
}
