// The same is done with all elements of small vectors, or nearly.
//arg y uint[8192] random
//arg x uint[8192] random
//arg a 301
//launch 256x4/64x2 100x3/50 777/259
//also zen

#define I (get_global_id(0) + get_global_size(0) * get_global_id(1))
kernel void pairs(global uint2 *y, global uint2 *x, ulong a) { y[I] = x[I] * (uint)a + y[I]; }
kernel void threes(global uint *y, global uint *x, ulong a) { vstore3(vload3(I, x) * 3u + (uint)a, I, y); }
kernel void fours(global float4 *y, global uint4 *x, ulong a) {
	y[I] = convert_float4(x[I] >> 9) * 3.0f - (float)(a & 255);
}
kernel void longs(global ulong2 *y, global ulong2 *x, ulong a) {
	if (I < a) y[I] = (x[I] ^ a) - y[I];
}
kernel void doubles(global double4 *y, global uint4 *x, ulong a) {
	y[I / 2] = convert_double4(x[I / 2]) * 0.5 + (double)(uint)a;
}
kernel void copied(global uint4 *y, global uint4 *x, ulong a) { y[I] = x[I]; }
kernel void exchanged(global uint4 *y, global uint4 *x, ulong a) { y[I] = x[I].yxwz + 1; }
kernel void constants(global uint4 *y, global uint4 *x, ulong a) { y[I] = x[I] * (uint4)(1, 3, 5, 7); }
kernel void weighed(global uint4 *y, global uint4 *x, ulong a) { y[I] = x[I] * ((global uint *)x)[I]; }
kernel void also_summed(global uint4 *y, global uint4 *x, ulong a) {
	uint4 v = x[I] + (uint)a;
	y[I] = v;
	((global uint *)y)[7000 + I % 1000] = v.x + v.y;
}
kernel void chosen(global uint4 *y, global uint4 *x, ulong a) {
	uint4 v = x[I];
	y[I] = v > (uint)a ? v : v * 7u;
}
kernel void rounds(global uint4 *y, global uint4 *x, ulong a) {
	for (int k = 0; k < 3; k++) y[I] = (x[I] | (uint)k) * (uint)(a + k) + (y[I] >> 3);
}
