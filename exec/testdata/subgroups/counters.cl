// The work-items of a sub-group share rows: each has a counter of its own, which begins at its place. Loops that all
// leave in the same iteration, and loops that they do not.
//judge off=counters
//arg y uint[1024] zero
//arg x uint[1024] random
//arg n 0 7 64 1000
//launch 64/64 100/100 13/13 8x8x2/8x4x2
//also analyses

#define SIZED(N) __attribute__((intel_reqd_sub_group_size(N)))
#define LANE get_sub_group_local_id()
#define ITEM get_global_linear_id()
#define ROW(NAME, T, SIZE, FIRST, WHILE, STEP) \
	kernel SIZED(SIZE) void NAME(global uint *y, global const uint *x, uint n) { \
		uint sum = 0; \
		for (T b = FIRST; WHILE; b += STEP) sum = sum * 3 + x[b & 1023] + (uint)b; \
		y[ITEM] = sum; \
	}

ROW(same16, int, 16, LANE, b < 1024, 16)
ROW(parts16, int, 16, LANE / 4, b < 128, 4)
ROW(parts8, uint, 8, LANE % 4 + 3, b < 43u, 4)
ROW(longs32, long, 32, LANE, b < 320, 32)
ROW(quick, int, 16, LANE & 1, b < 1, 4)
ROW(never, int, 16, LANE + 20, b < 20, 16)
ROW(closed, int, 16, LANE, b <= 31, 16)
ROW(unlike, int, 16, LANE, b != 64 + LANE, 16)
ROW(uneven16, int, 16, LANE, b < 1000, 16)
ROW(overlapping, int, 16, LANE, b < 1024, 4)
ROW(negative, int, 16, (int)LANE - 16, b < 64, 16)
ROW(wrapping, uchar, 16, LANE * 16, b < 240, 16)
ROW(by_argument, int, 16, LANE / 4, b < (int)n, 4)
ROW(from_argument, uint, 16, n + LANE / 4, b < 1024u, 4)

// A second way out, and the counter after the loop.
kernel SIZED(16) void found(global uint *y, global const uint *x, uint n) {
	int b = LANE / 4;
	for (; b < 128; b += 4)
		if (x[b] % 50 == LANE) break;
	y[ITEM] = b;
}

// A loop within a loop.
kernel SIZED(16) void nested(global uint *y, global const uint *x, uint n) {
	uint sum = 0;
	for (int r = LANE / 8; r < 8; r += 2)
		for (int b = LANE % 8; b < 64; b += 8) sum = sum * 5 + x[r * 64 + b];
	y[ITEM] = sum + sub_group_reduce_add(sum);
}

//expect avx2 rows2-small-full instruction vpcmpgtd|vpand == 0
kernel SIZED(16) void no_masks(global uint *y, global const uint *x, uint n) {
	uint sum = 0;
	for (int b = LANE / 4; b < 128; b += 4) sum += x[b];
	y[ITEM] = sum;
}
