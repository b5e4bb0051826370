// Shuffles by indices that are known when the code is made: permutations by constants, one for each vector that gives a
// part, and selections by conditions on the number of the lane.
//arg y uint[1024] zero
//arg x uint[1024] random
//arg d 1 2 4 9 32 63
//launch 256/64 512/128
//options -cl-std=CL3.0

#define SIZE(n) __attribute__((intel_reqd_sub_group_size(n)))

uint sorted(uint mine, uint size) {
	uint l = get_sub_group_local_id();
	for (uint k = 2; k <= size; k <<= 1)
		for (uint j = k >> 1; j > 0; j >>= 1) {
			uint other = sub_group_shuffle_xor(mine, j);
			bool keep_less = ((l & k) == 0) == ((l & j) == 0);
			mine = keep_less ? min(mine, other) : max(mine, other);
		}
	return mine;
}

void plain(global uint *y, global const uint *x, uint size) {
	uint i = get_global_id(0), first = i / size * size, place = 0;
	for (uint k = first; k < first + size; k++)
		place += x[k] < x[i] || x[k] == x[i] && k < i;
	y[first + place] = x[i];
}

// The last exchanges are of vectors: they need no instruction.
//same plain64
//expect avx2 rows8-small-full instruction vpermd == 0
//expect avx2 rows8-small-full instruction vpshufd == 88
//expect avx2 rows8-small-full instruction vperm2i128 == 32
//expect avx2 rows8-small-full instruction vpminud <= 144
//expect avx2 rows8-small-full instruction vblendvps|vpand|vpcmpeqd == 0
//expect avx512 rows4-small-full instruction vpermi2d|vpcmp* == 0
//expect avx512 rows4-small-full instruction vpermd == 28
kernel SIZE(64) void sort64(global uint *y, global const uint *x) {
	y[get_global_id(0)] = sorted(x[get_global_id(0)], 64);
}
kernel void plain64(global uint *y, global const uint *x) { plain(y, x, 64); }

//same plain16
kernel SIZE(16) void sort16(global uint *y, global const uint *x) {
	y[get_global_id(0)] = sorted(x[get_global_id(0)], 16);
}
kernel void plain16(global uint *y, global const uint *x) { plain(y, x, 16); }

//same plain4
kernel SIZE(4) void sort4(global uint *y, global const uint *x) {
	y[get_global_id(0)] = sorted(x[get_global_id(0)], 4);
}
kernel void plain4(global uint *y, global const uint *x) { plain(y, x, 4); }

// Every index has its own giver, from several vectors, in groups that are all in one bundle and in others, before and
// after a barrier.
#define GIVERS(lane) \
	(63 - (lane)), ((lane) * 5 + 3 & 63), ((lane) + 9 & 63), ((lane) >> 1), ((lane) & 8 ? (lane) ^ 32 : (lane) ^ 7), \
	((lane) / 4 * 4), 17, 0, ((lane) ^ 16), ((lane) - 1 & 63)
//same plain_givers
kernel SIZE(64) void givers(global uint *y, global const uint *x) {
	uint i = get_global_id(0), lane = get_sub_group_local_id(), mine = x[i], sum = 0;
	uint from[] = {GIVERS(lane)};
	#pragma unroll
	for (uint k = 0; k < 10; k++) sum = sum * 3 + sub_group_shuffle(mine, from[k]);
	local uint t[128];
	t[get_local_id(0)] = sum;
	barrier(CLK_LOCAL_MEM_FENCE);
	mine = t[get_local_id(0) ^ 1];
	#pragma unroll
	for (uint k = 0; k < 10; k++) sum = sum * 3 + sub_group_shuffle(mine, from[k]);
	y[i] = lane > 20 ? sum : mine;
}
kernel void plain_givers(global uint *y, global const uint *x) {
	uint i = get_global_id(0), lane = i % 64, first = i - lane, sum = 0;
	uint from[] = {GIVERS(lane)};
	local uint t[128];
	for (uint k = 0; k < 10; k++) sum = sum * 3 + x[first + from[k]];
	t[get_local_id(0)] = sum;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint k = 0; k < 10; k++) sum = sum * 3 + t[get_local_id(0) - lane + from[k] ^ 1];
	y[i] = lane > 20 ? sum : t[get_local_id(0) ^ 1];
}

// In divergent code: lanes 0 to 31 take part, and a condition that is known decides for each lane what is stored.
//same plain_divergent
kernel SIZE(64) void divergent(global uint *y, global const uint *x) {
	uint i = get_global_id(0), lane = get_sub_group_local_id(), mine = x[i];
	if (lane < 32) {
		mine += sub_group_shuffle_xor(mine, 16);
		if (x[i] & 1) y[i] = lane & 4 ? mine : ~mine;
	}
}
kernel void plain_divergent(global uint *y, global const uint *x) {
	uint i = get_global_id(0);
	if (i % 64 < 32 && x[i] & 1) {
		uint mine = x[i] + x[i ^ 16];
		y[i] = i & 4 ? mine : ~mine;
	}
}

// A distance that all lanes share but only the launch knows.
//same plain_distance
kernel SIZE(64) void distance(global uint *y, global const uint *x, uint d) {
	y[get_global_id(0)] = sub_group_shuffle_xor(x[get_global_id(0)], d);
}
kernel void plain_distance(global uint *y, global const uint *x, uint d) {
	y[get_global_id(0)] = x[get_global_id(0) ^ d];
}

// Indices out of range are taken modulo the size, known or not, on all engines.
//same plain_out_of_range
kernel SIZE(16) void out_of_range(global uint *y, global const uint *x) {
	uint i = get_global_id(0), lane = get_sub_group_local_id(), mine = x[i];
	y[i] = sub_group_shuffle(mine, lane * 5 + 19) + 3 * sub_group_shuffle(mine, mine) +
		5 * sub_group_shuffle_up(mine, 3) + 7 * sub_group_shuffle_xor(mine, 35) + 9 * sub_group_broadcast(mine, 20);
}
kernel void plain_out_of_range(global uint *y, global const uint *x) {
	uint i = get_global_id(0), first = i & ~15u, lane = i & 15;
	y[i] = x[first + (lane * 5 + 19 & 15)] + 3 * x[first + (x[i] & 15)] + 5 * x[first + (lane - 3 & 15)] +
		7 * x[first + ((lane ^ 35) & 15)] + 9 * x[first + 4];
}

// A barrier of a sub-group that only some of its work-items come to orders memory for them.
//same plain_some
kernel SIZE(16) void some(global uint *y, global const uint *x) {
	local uint t[128];
	uint i = get_global_id(0), l = get_local_id(0), sum = 0;
	if (x[i & ~1u] & 1) {
		t[l] = x[i];
		sub_group_barrier(CLK_LOCAL_MEM_FENCE);
		sum = t[l ^ 1];
	}
	y[i] = sum;
}
kernel void plain_some(global uint *y, global const uint *x) {
	uint i = get_global_id(0);
	y[i] = x[i & ~1u] & 1 ? x[i ^ 1] : 0;
}
