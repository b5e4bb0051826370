// What was stored in local memory just before is read some elements off.
//arg y uint[4096] random
//arg x uint[2048] random
//launch 512/256 512/512 192/64 256/128 128/32 75/25 48/16
//bundles rows=8,barriers,wholegroup=64

kernel void scan(global uint *y, global uint *x) {
	local uint t[512];
	uint l = get_local_id(0), n = get_local_size(0), i = get_global_id(0);
	t[l] = x[i];
	for (uint d = 1; d < n; d <<= 1) {
		barrier(CLK_LOCAL_MEM_FENCE);
		uint v = l >= d ? t[l - d] : 7;
		barrier(CLK_LOCAL_MEM_FENCE);
		t[l] += v;
	}
	y[i] = t[l];
}
kernel void wide(global ulong *y, global ulong *x) {
	local ulong t[513];
	uint l = get_local_id(0), n = get_local_size(0), i = get_global_id(0);
	t[l] = x[i];
	if (l == 0) t[n] = 5;
	barrier(CLK_LOCAL_MEM_FENCE);
	ulong a = t[l + 1], b = l > 2 ? t[l - 1] : 3;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (l > 2) t[l] = a * 3 + b;
	barrier(CLK_LOCAL_MEM_FENCE);
	y[i] = t[l] ^ t[n - 1 - l];
}
kernel void sides(global uint *y, global uint *x) {
	local uint a[514], b[514];
	uint l = get_local_id(0), n = get_local_size(0), i = get_global_id(0);
	a[l + 1] = x[i];
	if (l < 1) a[0] = a[n + 1] = b[0] = b[n + 1] = 9;
	for (int k = 0; k < 3; k++) {
		barrier(CLK_LOCAL_MEM_FENCE);
		b[l + 1] = a[l] + 2 * a[l + 1] + a[l + 2];
		barrier(CLK_LOCAL_MEM_FENCE);
		if (x[i] & 1) a[l + 1] = b[l] ^ b[l + 2];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	y[i] = a[l + 1] - b[n - l];
}
kernel void passed(global uint *y, global uint *x) {
	local uint t[512], u[512];
	uint l = get_local_id(0), n = get_local_size(0), i = get_global_id(0);
	local volatile uint *v = t;
	t[l] = u[l] = x[i];
	barrier(CLK_LOCAL_MEM_FENCE);
	local uint *p = x[0] & 1 ? t : u;
	p[n - 1 - l] += 3;
	barrier(CLK_LOCAL_MEM_FENCE);
	uint a = t[l];
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_add(&t[(l * 7) % n], l);
	barrier(CLK_LOCAL_MEM_FENCE);
	v[l] += a;
	barrier(CLK_LOCAL_MEM_FENCE);
	y[i] = v[l] + t[(l + 1) % n] - u[l];
}
