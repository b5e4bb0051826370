// Functions that are not inlined: pointers to private memory, vectors by value. The judge has them inlined.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 12345
//launch 1000/64 37/37 64x64/32x8
//also off=inline

void f(uint *t, uint n, global uint *x) {
	uint w[4];
	for (uint j = 0; j < n; j++) {
		w[j & 3] = t[j] * 2;
		t[j] += x[j] + w[(j + 3) & 3 & j];
	}
}
void swap(float4 *a, float4 *b) {
	float4 t = *a;
	*a = *b;
	*b = t;
}
float4 h(float4 a, double d, long l, char c) { return a.yzwx * (float)d + (float)l + c; }
kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	uint t[8];
	for (uint j = 0; j < 8; j++) t[j] = x[i] >> j;
	f(t, x[i] & 7, x + i);
	float4 p = (float4)(t[0], t[1], 3, 4) / 1e9f, q = p.wzyx;
	if (x[i] & 1) swap(&p, &q);
	q = h(p, 0.5, x[i], t[1]);
	f(t, 3, x);
	y[i] = t[0] + t[7] * t[x[i] & 7] + (uint)q.x + (uint)q.w;
}
