// Lanes of a sub-group read at distances that are known for each lane, from a pointer that they share: parts of blocks
// of 18 and 34 bytes, words in other orders, up to the last byte. Where lanes are far apart, or not all are active, or
// the memory may change in between, it is a gather.
//judge off=counters
//arg y uint[1024] zero
//arg x uchar[4352] random
//launch 64/64 192/64 100/100 16/16 8x8x2/8x4x2
//also off=counters
//also analyses

typedef struct { ushort scale; uchar nibbles[16]; } block4;
typedef struct { ushort scale; char weights[32]; } block8;
#define SIZED(N) __attribute__((intel_reqd_sub_group_size(N)))
#define LANE get_sub_group_local_id()
#define ITEM get_global_linear_id()

//expect avx2 rows2-small-full access known?distances == 3
//expect avx2 rows2-small-full access gather* == 0
//expect avx512 rows1-small-full access known?distances == 3
//expect avx512 rows1-small-full instruction vpgather* == 0
//expect avx2 off=known-distances rows2-small-full access known?distances == 0
//expect avx2 off=counters rows2-small-full access known?distances == 0
kernel SIZED(16) void fours(global uint *y, global const uchar *x) {
	uint sum = 0, first = LANE % 4 * 4;
	global const block4 *w = (global const block4 *)x;
	for (int b = LANE / 4; b < 240; b += 4) {
		global const ushort *q = (global const ushort *)w[b].nibbles + first / 2;
		sum = sum * 3 + w[b].scale + (q[0] & 15) + (q[0] >> 4) * 7 + q[1] * 31;
	}
	y[ITEM] = sum;
}

//expect avx2 rows2-small-full access known?distances == 9
//expect avx512 rows1-small-full access known?distances == 9
kernel SIZED(16) void eights(global uint *y, global const uchar *x) {
	uint sum = 0, first = LANE % 4 * 8;
	global const block8 *w = (global const block8 *)x;
	for (uint b = LANE / 4; b < 128u; b += 4) {
		sum = sum * 3 + w[b].scale;
		for (int i = 0; i < 8; i++) sum += w[b].weights[first + i] * (i + 1);
	}
	y[ITEM] = sum;
}

// Halves are packed for the conversion.
kernel SIZED(32) void halves(global uint *y, global const uchar *x) {
	float sum = 0;
	for (long b = LANE / 4; b < 120; b += 8)
		sum += vload_half(0, (global const half *)(x + b * 34 + LANE % 4 * 6)) > 1 ? 2 : 1;
	y[ITEM] = sum;
}

//expect avx2 rows1-small-full access known?distances >= 1
kernel SIZED(4) void backward4(global uint *y, global const uchar *x) {
	uint sum = 0;
	global const uint *w = (global const uint *)(x + 64);
	for (int b = 0; b < 1000; b += 5) sum = sum * 5 + w[b + ((3 - (int)LANE) * (int)(LANE & 1) - (int)LANE / 2)];
	y[ITEM] = sum;
}

kernel SIZED(8) void orders8(global uint *y, global const uchar *x) {
	uint sum = 0;
	global const uint *w = (global const uint *)x;
	for (int b = 0; b < 1000; b += 5) sum = sum * 5 + w[b + LANE * 3 % 8] + w[b + LANE * LANE % 5] * 3;
	y[ITEM] = sum;
}

// Each sub-group has a pointer of its own.
kernel SIZED(64) void orders64(global uint *y, global const uchar *x) {
	uint sum = 0;
	global const ushort *w = (global const ushort *)x + get_sub_group_id() * 16;
	for (int b = 0; b < 1000; b += 5) sum = sum * 5 + w[b + (LANE ^ LANE / 2) % 21] - w[b + LANE / 3];
	y[ITEM] = sum;
}

// What is read changes in between.
//launch 64/64 192/64 16/16
//expect avx2 rows2-small-full access known?distances == 2
kernel SIZED(16) void changed(global uint *y, global const uchar *x) {
	global uint *mine = y + (get_group_id(0) * get_local_size(0) + get_sub_group_id() * 16);
	y[ITEM] = x[ITEM];
	sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
	uint before = mine[LANE * 3 % 8 + LANE / 8 * 8];
	sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
	y[ITEM] = before + 1;
	sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
	uint after = mine[LANE * 3 % 8 + LANE / 8 * 8];
	sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
	y[ITEM] = before * 3 + after;
}

// 300 bytes and more apart.
//expect avx2 rows2-small-full access known?distances == 0
kernel SIZED(16) void far(global uint *y, global const uchar *x) {
	uint sum = 0;
	for (int b = 0; b < 40; b++) sum = sum * 3 + *(global const uint *)(x + b * 4 + LANE * LANE * 16);
	y[ITEM] = sum;
}

// Lanes part.
//expect avx2 rows2-small-full access known?distances == 0
kernel SIZED(16) void parted(global uint *y, global const uchar *x) {
	uint sum = 0;
	if (x[ITEM] & 1)
		for (int b = 0; b < 40; b++) sum = sum * 3 + x[b * 18 + LANE / 4 * 18 + LANE % 4];
	y[ITEM] = sum;
}
