// The old values of operations at an index of each work-item's own, which is one for all lanes of many sub-groups, and
// different in others: words of bits, counters of sorted runs, places far apart, of all lanes and of some.
//arg y uint[6000] random
//arg x uint[2000] random
//launch 1000/50 37/37 640/64 8/8 1/1 2000/100

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

uint words(ulong v) { return (uint)v * 31 + (uint)(v >> 32); }

kernel void k(global uint *y, global uint *x) {
	local uint bits[16], cleared[16], sums[128], last[16], greatest[2];
	local ulong wide[16], swapped[16];
	local int least[16];
	uint i = get_global_id(0), l = get_local_id(0), v = x[i], r = 1, at = (v >> 9 & 7) == 7 ? 1 : 0;
	for (uint j = l; j < 128; j += get_local_size(0)) sums[j] = j;
	if (l < 16 || get_local_size(0) < 16)
		for (uint j = l % 16; j < 16; j += min((uint)get_local_size(0), 16u))
			bits[j] = 0, cleared[j] = ~0u, last[j] = j, wide[j] = j * 0x100000001ul, swapped[j] = j, least[j] = 5;
	if (l < 2 || get_local_size(0) < 2) greatest[0] = greatest[1] = 3;
	barrier(CLK_LOCAL_MEM_FENCE);
	r = r * 3 + atomic_or(&bits[l / 32], 1u << l % 32);
	r = r * 3 + atomic_and(&cleared[l / 64], ~(1u << l % 32));
	r = r * 3 + atomic_add(&sums[l], v);                    // never one
	r = r * 3 + atomic_xchg(&last[l / 10], v);              // seldom one
	r = r * 3 + atomic_max(&greatest[at], v);               // one at times
	r = r * 3 + words(atom_add(&wide[l / 16], v * 0x300000007ul));
	r = r * 3 + words(atom_xchg(&swapped[l / 40], v * 0x300000007ul));
	y[3 * i] = r;
	r = 1;
	if ((v & 7) > 2) r = r * 3 + atomic_min(&least[l / 16], (int)v);
	y[3 * i + 1] = r;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (l == 0) {
		r = greatest[0] + greatest[1];
		for (uint j = 0; j < 16; j++)
			r = r * 5 + bits[j] + cleared[j] * 3 + last[j] + words(wide[j]) + words(swapped[j]) + least[j];
		for (uint j = 0; j < 128; j++) r = r * 5 + sums[j];
		y[3 * i + 2] = r;
	}
}
