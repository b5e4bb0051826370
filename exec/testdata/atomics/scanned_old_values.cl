// The old values of operations at one place with operands of each work-item's own, in the order of the work-items of a
// group: sums, bits, extremes and exchanges, of 32 and 64 bits, of all lanes and of some.
//arg y uint[6000] random
//arg x uint[2000] random
//launch 1000/50 37/37 640/64 8/8 1/1 2000/100

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

uint words(ulong v) { return (uint)v * 31 + (uint)(v >> 32); }

kernel void k(global uint *y, global uint *x) {
	local uint n[8]; local int m[2]; local ulong w[8]; local float f; local long s; local uint z;
	uint i = get_global_id(0), l = get_local_id(0), v = x[i], r = 1;
	if (l == 0) {
		for (uint j = 0; j < 8; j++) n[j] = x[j] ^ j, w[j] = x[j] * 0x100000001ul * (j + 3);
		m[0] = 0, m[1] = -7, f = 2.5f, s = -3, z = 5;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	r += atomic_add(&n[0], v);
	r = r * 3 + atomic_sub(&n[1], v);
	r = r * 3 + atomic_xor(&n[2], v);
	r = r * 3 + atomic_xchg(&n[3], v);
	r = r * 3 + atomic_min(&m[0], (int)v);
	r = r * 3 + atomic_max(&n[4], v);
	r = r * 3 + words(atom_add(&w[0], v * 0x300000007ul));
	r = r * 3 + words(atom_xchg(&w[1], v * 0x300000007ul));
	r = r * 3 + words(atom_min(&s, (long)(v * 0x300000007ul)));
	y[3 * i] = r;
	r = 1;
	if (v & 3) {
		r = r * 3 + atomic_or(&n[5], v & v >> 7 & v >> 13);
		r = r * 3 + atomic_and(&n[6], v | v >> 5 | v >> 11);
		r = r * 3 + atomic_xchg(&n[7], v);
		r = r * 3 + as_uint(atomic_xchg(&f, as_float((v & 0x7fffff) + 0x40000000)));
		r = r * 3 + words(atom_xchg(&w[2], v * 0x300000007ul));
	} else if (v & 4) {
		r = r * 3 + atomic_max(&m[1], (int)v);
		r = r * 3 + words(atom_sub(&w[3], v * 0x300000007ul));
		r = r * 3 + words(atom_xor(&w[4], v * 0x300000007ul));
	}
	if ((v & 0xf0) == 0) r = r * 3 + atomic_xchg(&z, 77u) + words(atom_max(&w[5], (ulong)v << 20));
	y[3 * i + 1] = r;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (l == 0) {
		r = f;
		for (uint j = 0; j < 8; j++) r = r * 5 + n[j] + words(w[j]);
		y[3 * i + 2] = r + m[0] * 7 + m[1] * 11 + (uint)s + z;
	}
}
