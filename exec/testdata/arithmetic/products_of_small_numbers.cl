// Products of numbers that were bytes, shorts, or halves of 64 bits: also of what is the same for all lanes and
// changes in a loop, under masks, and in the parts of kernels with barriers.
//arg y uint[512] random
//arg x uint[2048] random
//arg n 77
//launch 256/64 200/100 77/7
//bundles rows=8,barriers

kernel void blend(global uint *y, global uint *x, int n) {
	int i = get_global_id(0);
	global uchar *b = (global uchar *)x;
	int m = b[3 * i + 2];
	y[i] = (b[3 * i] * m + b[3 * i + 1] * (255 - m)) >> 8;
	if (m & 1)
		y[i] += b[i] * -77 + (char)b[i + 1] * 129 + (b[i] - 128) * 32768 + (b[i + 2] - 300) * -32768 + b[i] * 32767;
}
kernel void fir(global uint *y, global uint *x, int n) {
	int i = get_global_id(0);
	global short *s = (global short *)x;
	int sum = 0;
	for (int k = 0; k < n % 23; k++) {
		sum += s[i + k] * s[k] + s[2 * i] * s[2 * i + k];
		if (s[i] & 4 && k > 3) sum ^= s[i + 1] * (short)(s[k] + n) + s[k] * s[k + 1];
	}
	y[i] = sum;
}
kernel void vectors(global uint *y, global uint *x, int n) {
	int i = get_global_id(0);
	global short *s = (global short *)x;
	int4 sum = 0;
	for (int k = 0; k < 5; k++)
		sum += convert_int4(vload4(i, s + k)) * s[k] - convert_int4(vload4(i, s)) * convert_int4(vload4(0, s + i));
	y[i] = sum.x + 3 * sum.y + 5 * sum.z + 7 * sum.w;
}
kernel void wide(global uint *y, global uint *x, int n) {
	int i = get_global_id(0);
	ulong a = (ulong)x[i] * x[i + 1], b = (ulong)((long)(int)x[i + 2] * (int)x[i + 3]),
		  c = a * x[i] + (ulong)x[i] * n + (ulong)x[i] * 0xfffffffful;
	long d = (long)(int)x[i] * -2000000000l + ((long)(int)x[i] << 1) * (int)x[i + 1];
	if (x[i] & 1) c += (a >> 32) * (b & 0xffffffff) + (a >> 31) * (b & 0xffffffff);
	ulong s = a ^ b ^ c ^ d;
	y[i] = (uint)s ^ (uint)(s >> 32);
}
kernel void waiting(global uint *y, global uint *x, int n) {
	local short t[256];
	int i = get_global_id(0), l = get_local_id(0);
	t[l] = x[i];
	barrier(CLK_LOCAL_MEM_FENCE);
	int sum = 0;
	for (int k = 0; k < 4; k++) {
		short w = t[(l + k) & 63], u = t[k];
		if (l & 2) sum += w * u + u * t[k + 1] + w * t[l];
		barrier(CLK_LOCAL_MEM_FENCE);
		t[l] += sum;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	y[i] = sum;
}
