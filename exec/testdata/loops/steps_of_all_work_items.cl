// Each work-item starts at its id and steps by the number of all, with counters of all types and in all directions,
// where some bundles end before others, within a round, at once or never begin, and where the counter wraps.
//arg y uint[16384] random >>7
//arg x uint[16384] random >>7
//arg n 0 1 5 64 1000 1003 2047
//launch 256/128 128/64 100/20 37/37 3/1
//bundles rows=16 rows=8

kernel void by_int(global int *y, global int *x, int n) {
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = x[i] * 3 + x[i + 1];
}
kernel void by_uint(global int *y, global int *x, uint n) {
	for (uint i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = x[i] * 3 + x[i + 1];
}
kernel void by_size(global int *y, global int *x, int n) {
	for (size_t i = get_global_id(0); i < (size_t)max(n, 0); i += get_global_size(0)) y[i] = x[i] * 3 + x[i + 1];
}
kernel void by_group(global int *y, global int *x, int n) {
	int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
	while (i < n) {
		y[i] = x[i] * 3;
		i += get_num_groups(0) * get_local_size(0);
	}
}
kernel void int_below_unsigned(global int *y, global int *x, uint n) {
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = x[i];
}
kernel void int_below_size(global int *y, global int *x, int n) {
	for (int i = (int)get_global_id(0) - 5; i < (long)n; i += get_global_size(0)) y[i + 5] = x[i + 5];
}
kernel void downwards(global int *y, global int *x, int n) {
	for (int i = n - 1 - (int)get_global_id(0); i >= 0; i -= (int)get_global_size(0)) y[i] = x[i];
}
kernel void until_it_wraps(global int *y, global int *x, uint n) {
	for (uint i = n - 1 - get_global_id(0); i < n; i -= get_global_size(0)) y[i] = x[i] + 1;
}
kernel void wraps_to_the_start(global int *y, global int *x, int n) {
	int rounds = 0;
	for (uint i = get_global_id(0) - 100u; i >= 0xffffff00u || i < (uint)n; i += get_global_size(0))
		if (rounds++ > 20)
			break;
		else
			y[i + 100u] = x[i + 100u];
}
kernel void near_the_end(global int *y, global int *x, int n) {
	uint below = 0xffffff80u, id = get_global_id(0);
	for (uint i = below + id; i >= below && i - below < (uint)n; i += get_global_size(0)) y[i - below] += x[i - below];
	for (int i = 0x7fffff00 + (int)id; i < 0x7fffffff - (int)get_global_size(0); i += get_global_size(0))
		y[i - 0x7fffff00 + 1000] += x[i - 0x7fffff00];
}
kernel void wraps_within_a_bundle(global int *y, global int *x, int n) {
	uint id = get_global_id(0), all = get_global_size(0);
	for (uint i = 0xfffffff0u + id; i >= 0xfffffff0u; i += all) y[(ulong)i - 0xfffffff0u] += x[(ulong)i - 0xfffffff0u];
	for (uint i = id - 3; i < (uint)n; i += all) y[((ulong)i & 4095) + 64] += x[i];
	for (int i = (int)(0x7ffffff8u + id); i < 0x60000000; i = (int)((uint)i + 0x30000000u))
		y[((long)i & 4095) + (i < 0 ? 64 : 0)] ^= 5;
}
kernel void sums(global float *y, global float *x, int n) {
	float s = 0, t = 1;
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
		s += x[i];
		t = x[i + 3] - t;
	}
	y[get_global_id(0)] = s + t;
}
kernel void kept_behind(global uint *y, global uint *x, int n) {
	uint s = 7, rounds = 0;
	int i = get_global_id(0);
	for (; i < n; i += get_global_size(0)) {
		s = s * 31 + x[i];
		rounds++;
	}
	y[get_global_id(0)] = s ^ (uint)i * 5 ^ rounds << 20;
}
kernel void leaving(global int *y, global int *x, int n) {
	int i = get_global_id(0);
	for (; i < n; i += get_global_size(0)) {
		if ((x[i] & 7) == 3) continue;
		if ((x[i] & 31) == 1) break;
		y[i] = x[i];
	}
	y[4096 + get_global_id(0)] = i;
}
kernel void under_conditions(global int *y, global int *x, int n) {
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
		int v = x[i];
		if (v & 1)
			y[i] = v;
		else if (v & 2)
			y[i] += x[v & 1023];
		for (int k = 0; k < (v & 3); k++) y[i] ^= k;
	}
}
kernel void behind_a_condition(global int *y, global int *x, int n) {
	if (x[get_global_id(0)] & 1)
		for (int i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = x[i] * 3;
	else
		y[4096 + get_global_id(0)] = 1;
}
kernel void one_by_one(global int *y, global int *x, int n) {
	int s = 0;
	for (int i = get_global_id(0); i < n; i++) s = s * 3 + x[i];
	y[get_global_id(0)] = s;
}
kernel void elements(global uchar *y, global uchar *x, int n) {
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
		y[i] = x[i] + x[i + 1];
		((global short *)y)[4096 + i] = ((global short *)x)[i];
		((global long *)y)[2048 + i] = ((global long *)x)[i];
		((global float4 *)y)[2048 + i] = ((global float4 *)x)[i];
	}
}
kernel void unrolled(global int *y, global int *x, int n) {
#pragma unroll 4
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = x[i] * 3;
}
kernel void at_the_end(global int *y, global int *x, int n) {
	int i = get_global_id(0), s = 0;
	if (i < n) do {
			y[i] = y[i] * 3 + x[i];
			s += i;
			i += get_global_size(0);
		} while (i < n);
	y[4096 + get_global_id(0)] = s ^ i;
}
kernel void several(global int *y, global int *x, int n) {
	uint all = get_global_size(0), id = get_global_id(0);
	for (uint i = id; i < (uint)max(n, 0); i += all) y[i] = x[i];
	for (uint i = id; i < (uint)max(n, 0) / 2; i += all) y[4096 + 2 * i] += x[i];
	for (int j = 0; j < 3; j++)
		for (uint i = id; i < (uint)max(n, 0); i += all) y[i] ^= x[i] << j;
}
kernel void added_to_places(global int *y, global int *x, int n) {
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_add(&y[x[i] & 63], 1);
}
kernel void in_the_group(global int *y, global int *x, int n) {
	local int sums[64];
	int l = get_local_id(0), s = 0;
	for (int i = l; i < 64; i += get_local_size(0)) sums[i] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) s += x[i];
	atomic_add(&sums[l & 63], s);
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = l; i < 64; i += get_local_size(0)) y[get_group_id(0) * 64 + i] = sums[i];
}
