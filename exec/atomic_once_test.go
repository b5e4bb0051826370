package exec

import "testing"

// countAtOnce does atomic operations to one place with one operand for all lanes, under all kinds of masks.
const countAtOnce = `
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
}`

// foldAtOnce does atomic operations to one place with an operand of each lane, at several places for rows of work-items.
const foldAtOnce = `
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void k(global uint *y, global uint *x, ulong a) {
	local uint n, most; local int least; local long wide;
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i];
	global ulong *w = (global ulong *)(y + 16);
	if (get_local_id(0) == 0 && get_local_id(1) == 0) { n = 0; most = 0; least = 0x7fffffff; wide = 0; }
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_add(&y[0], v);
	if (v & 1) atomic_sub(&y[1], v * 3);
	if (v & 2) atomic_max(&y[2], v); else atomic_min(&y[3], v ^ 77);
	atomic_max((global int *)&y[4], (int)v * 5); atomic_min((global int *)&y[5], (int)v >> (v & 3));
	for (uint j = 0; j < (v >> 4 & 7); j++) atomic_xor(&y[6], j * v);
	if ((v & 0xf00) == 0) atomic_or(&y[7], v & 0x11111111); else atomic_and(&y[8], v | 0xffff0f0f);
	if (a == 1) atomic_add(&y[9], (uint)(v == 0x12345678));
	atomic_add(&y[10 + get_global_id(1) % 4], v);
	if (i > 33) atomic_max(&y[14], i);
	atom_add(&w[0], (ulong)v * v); if (v & 8) atom_sub(&w[1], (ulong)v << 20); atom_max(&w[2], (ulong)v << (v & 31)); atom_min((global long *)&w[3], (long)(int)v * 1234567);
	atom_xor(&w[4], (ulong)v * 0x100000001); if (v & 16) atom_or(&w[5], 1ul << (v & 63)); atom_and(&w[6], ~(1ul << (v >> 3 & 63)));
	atom_add(&w[8 + get_global_id(1) % 3], (ulong)v << 16);
	atomic_add(&n, v); atomic_max(&most, v & 0xffff); if (v & 4) atomic_min(&least, (int)v); atom_add(&wide, (long)(int)v);
	barrier(CLK_LOCAL_MEM_FENCE);
	y[64 + i] = n ^ most ^ (uint)least ^ (uint)(wide >> 3);
}`

func TestAtomicsFolded(t *testing.T) {
	hash := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }
	for _, a := range []uint64{1, 2} {
		(&comparison{source: foldAtOnce, words: []int{8192, 8192}, values: []uint64{a}, fill: hash,
			ranges: [][2][3]uint64{{{1000, 1, 1}, {64, 1, 1}}, {{37, 1, 1}, {37, 1, 1}}, {{64, 64, 1}, {32, 8, 1}}, {{16, 40, 1}, {16, 4, 1}}, {{1, 1, 1}, {1, 1, 1}}}}).run(t)
	}
}

// takePlaces wants the old values of additions to one place, in the order of the work-items of a group.
const takePlaces = `
kernel void k(global uint *y, global uint *x, ulong a) {
	local uint n; local int m;
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i], r = 1;
	global uint *mine = y + 4096 + 8 * (get_group_id(0) + get_num_groups(0) * get_group_id(1));
	if (get_local_id(0) == 0 && get_local_id(1) == 0) { n = 0; m = 0; for (uint j = 0; j < 8; j++) mine[j] = j; }
	barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
	if (get_local_id(1) == 0) r += atomic_inc(&mine[0]);
	if (v & 1 && get_local_id(1) == 0) r += 3 * atomic_add(&mine[1], (uint)a);
	if (get_local_id(1) == 0) { if (v & 2) r ^= 5 * atomic_sub(&mine[2], 7u); else r ^= 9 * atomic_dec(&mine[3]); }
	if ((v & 0xff0) == 0 && get_local_id(1) == 0) r += atomic_add(&mine[4], v & 0);
	if (get_local_id(1) == 0) r += 77 * atomic_inc(&n);
	if (v & 8 && get_local_id(1) == 0) r ^= (uint)atomic_add(&m, -(int)a) << 3;
	if (get_local_id(0) == 3) r += atomic_add(&mine[5 + (get_local_id(1) & 1)], 11u);
	y[i] = r;
}`

func TestAtomicsRanked(t *testing.T) {
	hash := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }
	for _, a := range []uint64{1, 12345, 1<<32 - 3} {
		(&comparison{source: takePlaces, words: []int{4096 + 8*1000, 4096}, values: []uint64{a}, fill: hash,
			ranges: [][2][3]uint64{{{1000, 1, 1}, {64, 1, 1}}, {{37, 1, 1}, {37, 1, 1}}, {{640, 1, 1}, {16, 1, 1}}, {{64, 64, 1}, {64, 1, 1}}, {{1, 1, 1}, {1, 1, 1}}}}).run(t)
	}
}

func TestAtomicsAtOnce(t *testing.T) {
	hash := func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 }
	for _, a := range []uint64{1, 12345, 1<<32 - 3} {
		(&comparison{source: countAtOnce, words: []int{8192, 8192}, values: []uint64{a}, fill: hash,
			ranges: [][2][3]uint64{{{1000, 1, 1}, {64, 1, 1}}, {{37, 1, 1}, {37, 1, 1}}, {{64, 64, 1}, {32, 8, 1}}}}).run(t)
	}
}
