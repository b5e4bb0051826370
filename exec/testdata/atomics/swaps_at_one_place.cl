// Compare-and-swaps of all work-items at one place, in their order: chains in which each finds what the one before it
// left, single successes, none, of 32 and 64 bits, of all lanes and of some, and of old values that nobody reads.
//arg y uint[6000] random
//arg x uint[2000] random
//launch 1000/50 37/37 640/64 8/8 1/1 2000/100

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

uint words(ulong v) { return (uint)v * 31 + (uint)(v >> 32); }

kernel void k(global uint *y, global uint *x) {
	local uint n[8]; local ulong w[4]; local int m;
	uint i = get_global_id(0), l = get_local_id(0), v = x[i], r = 1;
	if (l == 0) {
		for (uint j = 0; j < 8; j++) n[j] = j & 1 ? x[i + get_local_size(0) / 2] & 7 : 0;
		for (uint j = 0; j < 4; j++) w[j] = j * 0x100000001ul;
		m = -1;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	r = r * 3 + atomic_cmpxchg(&n[0], l, l + 1);                 // each finds the one before
	r = r * 3 + atomic_cmpxchg(&n[1], v & 7, v >> 3 & 7);        // some do
	r = r * 3 + atomic_cmpxchg(&n[2], 0, l + 5);                 // the first does
	r = r * 3 + atomic_cmpxchg(&n[3], 0xffffffffu, l);           // none does
	r = r * 3 + atomic_cmpxchg(&n[4], v & 1, ~v & 1);            // swaps of what is there already, and back
	r = r * 3 + words(atom_cmpxchg(&w[0], l * 0x700000001ul, (l + 1) * 0x700000001ul));
	r = r * 3 + words(atom_cmpxchg(&w[1], 0x100000001ul + (v & 1), 0x100000001ul + (v >> 1 & 1)));
	y[3 * i] = r;
	r = 1;
	if (v & 3) {
		r = r * 3 + atomic_cmpxchg(&n[5], v & 4, v >> 5 & 4);
		r = r * 3 + words(atom_cmpxchg(&w[2], 0x200000002ul, (ulong)v << 7));
		atomic_cmpxchg(&n[6], 0, v);
	} else if (v & 4) {
		r = r * 3 + atomic_cmpxchg(&m, -1, (int)v);
		atom_cmpxchg(&w[3], 0x300000003ul, (ulong)v << 9);
	}
	y[3 * i + 1] = r;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (l == 0) {
		r = m;
		for (uint j = 0; j < 8; j++) r = r * 5 + n[j];
		for (uint j = 0; j < 4; j++) r = r * 5 + words(w[j]);
		y[3 * i + 2] = r;
	}
}
