// Words are taken apart in all the ways that shifts and masks of whole bytes do.
//arg y uint[4096] random
//arg x uint[8192] random
//arg n 3
//launch 1024/64 37x3/37

kernel void bytes(global uint *y, global uint *x, ulong n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), v = x[i], w = x[i + 1];
	uint a = v & 255, b = v >> 8 & 255, c = v >> 16 & 255, d = v >> 24;
	int e = (int)w >> 8 & 255, f = (int)w >> 16 & 255, g = (int)w >> 24;
	uint h = w >> 8, k = h & 255, l = w >> 16 & 511, m = w >> 12 & 255;
	y[i] = a * 3 + b * 5 + c * 7 + d * 11 + e * 13 + f * 17 + g * 19 + h + k * 23 + l * 29 + m * 31;
	if (v & 1) y[i] ^= (w >> 16 & 255) * b;
}
kernel void pixels(global uint *y, global uint *x, ulong n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	float4 s = 0;
	for (int k = 0; k < 5; k++) s += (k + 0.5f) * convert_float4(((global uchar4 *)x)[i + k]);
	y[i] = (int)s.x + (int)s.y * 3 + (int)s.z * 5 + (int)s.w * 7;
}
