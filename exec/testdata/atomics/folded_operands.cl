// Atomic operations on one place with an operand of each lane, at several places for rows of work-items.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 1 2
//launch 1000/64 37/37 64x64/32x8 16x40/16x4 1/1

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void k(global uint *y, global uint *x, ulong a) {
	local uint n, most;
	local int least;
	local long wide;
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i];
	global ulong *w = (global ulong *)(y + 16);
	if (get_local_id(0) == 0 && get_local_id(1) == 0) {
		n = 0;
		most = 0;
		least = 0x7fffffff;
		wide = 0;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_add(&y[0], v);
	if (v & 1) atomic_sub(&y[1], v * 3);
	if (v & 2)
		atomic_max(&y[2], v);
	else
		atomic_min(&y[3], v ^ 77);
	atomic_max((global int *)&y[4], (int)v * 5);
	atomic_min((global int *)&y[5], (int)v >> (v & 3));
	for (uint j = 0; j < (v >> 4 & 7); j++) atomic_xor(&y[6], j * v);
	if ((v & 0xf00) == 0)
		atomic_or(&y[7], v & 0x11111111);
	else
		atomic_and(&y[8], v | 0xffff0f0f);
	if (a == 1) atomic_add(&y[9], (uint)(v == 0x12345678));
	atomic_add(&y[10 + get_global_id(1) % 4], v);
	if (i > 33) atomic_max(&y[14], i);
	atom_add(&w[0], (ulong)v * v);
	if (v & 8) atom_sub(&w[1], (ulong)v << 20);
	atom_max(&w[2], (ulong)v << (v & 31));
	atom_min((global long *)&w[3], (long)(int)v * 1234567);
	atom_xor(&w[4], (ulong)v * 0x100000001);
	if (v & 16) atom_or(&w[5], 1ul << (v & 63));
	atom_and(&w[6], ~(1ul << (v >> 3 & 63)));
	atom_add(&w[8 + get_global_id(1) % 3], (ulong)v << 16);
	atomic_add(&n, v);
	atomic_max(&most, v & 0xffff);
	if (v & 4) atomic_min(&least, (int)v);
	atom_add(&wide, (long)(int)v);
	barrier(CLK_LOCAL_MEM_FENCE);
	y[64 + i] = n ^ most ^ (uint)least ^ (uint)(wide >> 3);
}
