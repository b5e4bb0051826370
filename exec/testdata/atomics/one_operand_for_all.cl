// Atomic operations on one place with one operand for all lanes, under all kinds of masks.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 1 12345 0xfffffffd
//launch 1000/64 37/37 64x64/32x8

kernel void k(global uint *y, global uint *x, ulong a) {
	local uint n, m;
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i];
	if (get_local_id(0) == 0 && get_local_id(1) == 0) { n = 0; m = ~0u; }
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_inc(&y[0]);
	if (v & 1) atomic_add(&y[1], (uint)a);
	if (v & 2) atomic_sub(&y[2], 7u); else atomic_dec(&y[3]);
	for (uint j = 0; j < (v >> 4 & 7); j++) atomic_add(&y[4], j * 3 + 1);
	if ((v & 0xf00) == 0) atomic_or(&y[5], 0x11u << get_group_id(0) % 8);
	if ((v & 0xf00) == 0x100) atomic_and(&y[6], ~(1u << get_group_id(0) % 32));
	atomic_add(&y[8 + get_group_id(0) % 4], v);
	atomic_xor(&y[12], 5u);
	atomic_inc(&n);
	if (v % 3 == 0) atomic_add((local int *)&n, -2);
	if (v > 1u << 31) atomic_and(&m, 0x0fff0fffu);
	barrier(CLK_LOCAL_MEM_FENCE);
	y[16 + i] = n ^ m;
}
