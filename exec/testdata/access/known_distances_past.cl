// known distances that are all negative.
//arg out uint[64] zero
//arg x uchar[4096] random
//arg n 4115
//launch 64/64

#define SIZED(N) __attribute__((intel_reqd_sub_group_size(N)))
kernel SIZED(8) void past(global uint *out, global const uchar *x, int n) {
	long l = get_sub_group_local_id();
	long p = l * 3 / 2 - 30;
	uint s = 0;
	for (int k = 0; k < n; k += 16) s = s * 3 + x[n - k % 1024 + p];
	out[get_global_id(0)] = s;
}
