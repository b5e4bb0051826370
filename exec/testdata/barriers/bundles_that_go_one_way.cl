// Branches on which work-items part and whole bundles do not: quotients of ids are compared, or an id with a number
// that no bundle lies around.
//arg c uint[4096] index *5
//arg a uint[4096] random >>8
//arg n 0 1 2 40
//launch 64/64 256/32 128/64+64 100/20 37/37 48/16+3 96/32+16 40/8 64x3/32x1 32x6/8x3+8x1 64x8/16x8 60x2/12x2 8x16/8x16
//also off=alike-branches
//also off=gvn,licm

kernel void by_local_id(global uint *c, global const uint *a, uint n) {
	local uint t[1024];
	uint i = get_local_id(0) % 64, j = get_local_id(1) * 64 + get_local_id(0), x = a[i + n];
	t[j] = x + get_local_id(1);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (get_local_id(0) / 16 != n) {
		x += t[j & ~1u] % 7 + a[i * 3 + x % 16];
		if ((get_local_id(0) & ~7u) == n * 8)
			x *= a[x % 100];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	t[j] = x;
	barrier(CLK_LOCAL_MEM_FENCE);
	int k = get_local_id(0);
	if (k < 32)
		x = x * 3 + t[j & ~1u] % 5;
	if (k >= 8 && k < 24)
		x += a[k * 2 + 1];
	if (get_local_id(0) == 40 || (k > 15 && x % 3 == 1))
		x -= a[k];
	c[(get_global_id(1) * get_global_size(0) + get_global_id(0)) & 4095] = x;
}

// Lanes have left, or have been in another way, when their bundle goes one way.
kernel void after_others(global uint *c, global const uint *a, uint n) {
	uint i = get_local_id(0), x = i, y = get_local_id(1), last = 0;
	if (a[i + y * 32] % 5 == 3) {
		c[(get_global_id(1) * get_global_size(0) + get_global_id(0)) & 4095] = 77;
		return;
	}
	for (uint k = 0; k < n + a[i] % 3; k++) {
		if ((i + 8 * k) / 16 > n / 2)
			x += a[(i + 8 * k) & 1023] + (last = (i + 64 * k) / 32);
		else if (i / 8 == k)
			continue;
		if (a[k * 8 + y] % 7 == i)
			break;
		last += i / 32;
	}
	if (last / 2 > n || i / 4 % 2 == n % 2 || (i & 24) == 8)
		x += a[last & 1023] + last;
	c[(get_global_id(1) * get_global_size(0) + get_global_id(0)) & 4095] = x;
}

kernel void numbers_at_borders(global uint *c, global const uint *a, uint n) {
	uint i = get_local_id(0), down = i - 8u, x = 1;
	int s = (int)i - 16;
	uchar b = (uchar)(i * 16);
	if (down > 0x80000000u) x += a[i];
	if (s < 0) x = x * 3 + a[i + 1];
	if (s >= 8 || s == -16) x = x * 5 + a[i + 2];
	if ((s >> 3) < -1) x = x * 7 + a[i + 3];
	if (b < 128) x = x * 11 + a[i + 4];
	if ((b >> 7) == (n & 1)) x = x * 13 + a[i + 5];
	if ((i ^ 24) < 16) x = x * 17 + a[i + 6];
	if ((i | 8) > 15) x = x * 19 + a[i + 7];
	if (i * 4 < 64) x = x * 23 + a[i + 8];
	if (i * 4 <= 64) x = x * 29 + a[i + 9];
	if (i * 0x10000000u < 0x80000000u) x = x * 31 + a[i + 10];
	if ((i >= 16) != (n > 1)) x = x * 37 + a[i + 11];
	c[(get_global_id(1) * get_global_size(0) + get_global_id(0)) & 4095] = x;
}

//launch 256/32 64/32+32 64/32+8 64/32+1 64x3/32x1
//expect both rows2-small-full-guarded instruction "kortestw|vmovmskps" == 0
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void by_global_id(global uint *c, global const uint *a, uint n) {
	local uint t[32];
	uint i = get_global_id(0), x = a[i & 1023], l = get_local_id(0);
	t[l] = x;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (i / 128 * 16 < n)
		x += t[l ^ 1] + a[(i / 128 + n) & 255];
	if (get_global_id(0) - n * 32 < 64)
		x *= 3;
	if (((i - i % 64) | 32) == n + 95 || i - i % 32 == n * 32)
		x ^= a[i - i % 64 + 1];
	c[(get_global_id(1) * get_global_size(0) + get_global_id(0)) & 4095] = x;
}

//launch 8x16/8x16 16x32/8x16 16x32/8x16+8x1 16x32/8x16+4x1
kernel __attribute__((reqd_work_group_size(8, 16, 1))) void columns(global uint *c, global const uint *a, uint n) {
	uint i = get_global_id(0), y = get_local_id(1), x = a[y * 8 + get_local_id(0)], last = 0;
	if (i / 8 <= n % 2) {
		x += a[(i & ~7u) + y];
		if (y / 4 == n)
			x *= 5;
	}
	barrier(CLK_GLOBAL_MEM_FENCE);
	for (uint k = 0; k < n; k++) {
		last = (get_local_id(0) + 8 * k) >> 3;
		if (last * 8 == i - 8 || last > y || last > get_local_id(0))
			break;
	}
	if (last / 2 == 0)
		x += 1000;
	c[(get_global_id(1) * get_global_size(0) + i) & 4095] = x + last;
}
