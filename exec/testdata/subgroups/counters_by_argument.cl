// Loops that the work-items of a sub-group leave in the same iteration or the last two, as their limit is an argument:
// in a copy all of them stay, and there counters and pointers are sums of what they share and what is known of each.
//judge off=counters
//arg y uint[1024] zero
//arg x uint[1024] random
//arg n 0 1 3 4 5 60 63 64 200 4294967291
//launch 64/64 100/100 13/13 8x8x2/8x4x2

#define SIZED(N) __attribute__((intel_reqd_sub_group_size(N)))
#define LANE get_sub_group_local_id()
#define ITEM get_global_linear_id()
#define ROW(NAME, T, SIZE, FIRST, WHILE, STEP) \
	kernel SIZED(SIZE) void NAME(global uint *y, global const uint *x, uint n) { \
		uint sum = 0; \
		for (T b = FIRST; WHILE; b += STEP) sum = sum * 3 + x[b & 1023] + (uint)b; \
		y[ITEM] = sum; \
	}
#define COUNT (n > 1000 ? 0 : n)

ROW(ints, int, 16, LANE / 4, b < (int)n, 4)
ROW(uints, uint, 16, LANE % 8, b < COUNT, 8)
ROW(longs, long, 32, LANE, b < (long)(int)n, 32)
ROW(swapped, int, 8, LANE / 2 + 1, (int)n > b, 4)
ROW(closed, int, 16, LANE / 4, b <= (int)n, 4)
ROW(wider, int, 16, LANE / 2, b < (ulong)COUNT * 2 / 3, 8)
ROW(narrower, ulong, 4, LANE, b < COUNT, 4)
ROW(of_group, int, 16, LANE / 4, b < (int)n + (int)get_group_id(0), 4)
ROW(overlapping, int, 16, LANE, b < (int)n, 3)
ROW(own_limit, int, 16, LANE / 4, b < (int)n + (int)LANE, 4)

// Pointers and another counter step along. Its last value is read.
kernel SIZED(16) void along(global uint *y, global const uint *x, uint n) {
	uint ix = LANE / 4, il = LANE % 4 * 2, sum = 0;
	ulong weight = ix * 5 + n;
	global const uint *at = x + ix * 8 + il;
	for (int b = ix; b < (int)n / 2; b += 4) {
		sum += (at[0] ^ weight) + 3 * at[1];
		at += 4 * 8, weight += 7;
	}
	y[ITEM] = sum * 31 + (uint)weight + (uint)(at - x);
}

// Stores, functions of sub-groups, a condition and a loop in the loop.
kernel SIZED(16) void effects(global uint *y, global const uint *x, uint n) {
	local uint t[1024];
	uint sum = 0, first = ITEM / 16 * 16 % 512;
	for (int b = LANE; b < (int)n; b += 16) {
		t[first + LANE] = x[b];
		uint other = sub_group_non_uniform_reduce_add(x[b] & 0xff);
		if (other & 1)
			for (uint k = 0; k < (other & 7); k++) sum = sum * 5 + k;
		sum += other;
	}
	y[ITEM] = sum + (n > LANE && n < 1000 ? t[first + LANE] : 0);
}

// Another way out: not copied.
kernel SIZED(16) void found(global uint *y, global const uint *x, uint n) {
	int b = LANE / 4;
	for (; b < (int)n; b += 4)
		if (x[b] % 50 == LANE) break;
	y[ITEM] = b;
}

// Blocks of bytes with a head, as weights are stored.
//expect avx2 rows2-small-full access known?distances >= 4
//expect avx2 off=counters rows2-small-full access known?distances == 0
kernel SIZED(16) void blocks(global uint *y, global const uint *x, uint n) {
	float sum = 0;
	global const uint *at = x + LANE / 4 * 32 + LANE % 4 * 8;
	for (int b = LANE / 4; b < (int)n / 8; b += 4) {
		global const char *bytes = (global const char *)x + b * 34;
		for (uint k = 0; k < 8; k++) sum += bytes[2 + LANE % 4 * 8 + k] * (float)(at[k] & 15);
		at += 4 * 32;
	}
	y[ITEM] = as_uint(sum);
}
