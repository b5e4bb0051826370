// Numbers that step with the counter of a loop of sub-groups, but may wrap, keep what they are when extended.
//judge off=counters
//arg y uint[1024] zero
//arg x uint[1024] random
//arg n 0 3 60 200
//arg m 2147483640 4294967200 2147483000 0
//launch 64/64 100/100

#define SG __attribute__((intel_reqd_sub_group_size(16)))
#define LANE get_sub_group_local_id()
#define ITEM get_global_linear_id()
kernel SG void wraps(global uint *y, global const uint *x, uint n, uint m) {
	uint sum = 0, h = LANE / 4 + m;
	for (int b = LANE / 4; b < (int)n; b += 4) {
		if ((int)h < 0 && (int)h < -2147483000) sum = sum * 3 + x[(long)(int)h + 2147483648L];
		h += 4;
	}
	y[ITEM] = sum + h;
}
kernel SG void wraps2(global uint *y, global const uint *x, uint n, uint m) {
	uint sum = 0, h = LANE / 4 + m;
	global const uint *z = x + 512;
	for (int b = LANE / 4; b < (int)n; b += 4) {
		if ((int)h < 400 && (int)h > -500) sum = sum * 3 + z[(int)h];
		if (h + 3 > 100u + LANE) sum ^= x[b];
		sum += (ulong)h >> 3;
		h += 4;
	}
	y[ITEM] = sum + h;
}
