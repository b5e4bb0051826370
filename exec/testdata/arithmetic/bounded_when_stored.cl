// Small numbers are extended by their sign when they are loaded, and bounded when they are stored, to what the stored
// type holds, to one more and one less, and in the wrong order.
//arg y uint[40000] random
//arg x uint[8192] random
//arg n 0
//launch 1000/500 37x3/37 256x4/64x4

kernel void bounds0(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	int v = a[i] * 3 + (b[i] << 9), w = (int)x[i] >> (x[i] & 31);
	((global short *)y)[i] = clamp(v, -32768, 32767);
	((global uchar *)y)[20000 + i] = clamp(w, -32768, 32767);
	((global ushort *)y)[20000 + i] = max(min(w, (int2)(-32768, 32767).y), (int2)(-32768, 32767).x);
	((global char *)y)[60000 + i] = clamp(w, -32768, 32767) + b[i];
	if (v & 4) ((global ushort *)y)[40000 + i] = min((uint)w, 65535u) + 0 * v;
	if (w & 8) ((global uchar *)y)[100000 + i] = min((uint)w, 255u);
}
kernel void bounds1(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	int v = a[i] * 3 + (b[i] << 9), w = (int)x[i] >> (x[i] & 31);
	((global short *)y)[i] = clamp(v, -32767, 32767);
	((global uchar *)y)[20000 + i] = clamp(w, -32767, 32767);
	((global ushort *)y)[20000 + i] = max(min(w, (int2)(-32767, 32767).y), (int2)(-32767, 32767).x);
	((global char *)y)[60000 + i] = clamp(w, -32767, 32767) + b[i];
	if (v & 4) ((global ushort *)y)[40000 + i] = min((uint)w, 65535u) + 0 * v;
	if (w & 8) ((global uchar *)y)[100000 + i] = min((uint)w, 255u);
}
kernel void bounds2(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	int v = a[i] * 3 + (b[i] << 9), w = (int)x[i] >> (x[i] & 31);
	((global short *)y)[i] = clamp(v, -32768, 32766);
	((global uchar *)y)[20000 + i] = clamp(w, -32768, 32766);
	((global ushort *)y)[20000 + i] = max(min(w, (int2)(-32768, 32766).y), (int2)(-32768, 32766).x);
	((global char *)y)[60000 + i] = clamp(w, -32768, 32766) + b[i];
	if (v & 4) ((global ushort *)y)[40000 + i] = min((uint)w, 65535u) + 0 * v;
	if (w & 8) ((global uchar *)y)[100000 + i] = min((uint)w, 255u);
}
kernel void bounds3(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	int v = a[i] * 3 + (b[i] << 9), w = (int)x[i] >> (x[i] & 31);
	((global short *)y)[i] = clamp(v, -32768, 32768);
	((global uchar *)y)[20000 + i] = clamp(w, -32768, 32768);
	((global ushort *)y)[20000 + i] = max(min(w, (int2)(-32768, 32768).y), (int2)(-32768, 32768).x);
	((global char *)y)[60000 + i] = clamp(w, -32768, 32768) + b[i];
	if (v & 4) ((global ushort *)y)[40000 + i] = min((uint)w, 65535u) + 0 * v;
	if (w & 8) ((global uchar *)y)[100000 + i] = min((uint)w, 255u);
}
kernel void bounds4(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	int v = a[i] * 3 + (b[i] << 9), w = (int)x[i] >> (x[i] & 31);
	((global short *)y)[i] = clamp(v, 0, 65535);
	((global uchar *)y)[20000 + i] = clamp(w, 0, 65535);
	((global ushort *)y)[20000 + i] = max(min(w, (int2)(0, 65535).y), (int2)(0, 65535).x);
	((global char *)y)[60000 + i] = clamp(w, 0, 65535) + b[i];
	if (v & 4) ((global ushort *)y)[40000 + i] = min((uint)w, 65535u) + 0 * v;
	if (w & 8) ((global uchar *)y)[100000 + i] = min((uint)w, 255u);
}
kernel void bounds5(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	int v = a[i] * 3 + (b[i] << 9), w = (int)x[i] >> (x[i] & 31);
	((global short *)y)[i] = clamp(v, 0, 65536);
	((global uchar *)y)[20000 + i] = clamp(w, 0, 65536);
	((global ushort *)y)[20000 + i] = max(min(w, (int2)(0, 65536).y), (int2)(0, 65536).x);
	((global char *)y)[60000 + i] = clamp(w, 0, 65536) + b[i];
	if (v & 4) ((global ushort *)y)[40000 + i] = min((uint)w, 65535u) + 0 * v;
	if (w & 8) ((global uchar *)y)[100000 + i] = min((uint)w, 255u);
}
kernel void bounds6(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	int v = a[i] * 3 + (b[i] << 9), w = (int)x[i] >> (x[i] & 31);
	((global short *)y)[i] = clamp(v, -1, 65535);
	((global uchar *)y)[20000 + i] = clamp(w, -1, 65535);
	((global ushort *)y)[20000 + i] = max(min(w, (int2)(-1, 65535).y), (int2)(-1, 65535).x);
	((global char *)y)[60000 + i] = clamp(w, -1, 65535) + b[i];
	if (v & 4) ((global ushort *)y)[40000 + i] = min((uint)w, 65535u) + 0 * v;
	if (w & 8) ((global uchar *)y)[100000 + i] = min((uint)w, 255u);
}
kernel void bounds7(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	int v = a[i] * 3 + (b[i] << 9), w = (int)x[i] >> (x[i] & 31);
	((global short *)y)[i] = clamp(v, 5, 65535);
	((global uchar *)y)[20000 + i] = clamp(w, 5, 65535);
	((global ushort *)y)[20000 + i] = max(min(w, (int2)(5, 65535).y), (int2)(5, 65535).x);
	((global char *)y)[60000 + i] = clamp(w, 5, 65535) + b[i];
	if (v & 4) ((global ushort *)y)[40000 + i] = min((uint)w, 65535u) + 0 * v;
	if (w & 8) ((global uchar *)y)[100000 + i] = min((uint)w, 255u);
}
kernel void bounds8(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	int v = a[i] * 3 + (b[i] << 9), w = (int)x[i] >> (x[i] & 31);
	((global short *)y)[i] = clamp(v, -128, 127);
	((global uchar *)y)[20000 + i] = clamp(w, -128, 127);
	((global ushort *)y)[20000 + i] = max(min(w, (int2)(-128, 127).y), (int2)(-128, 127).x);
	((global char *)y)[60000 + i] = clamp(w, -128, 127) + b[i];
	if (v & 4) ((global ushort *)y)[40000 + i] = min((uint)w, 65535u) + 0 * v;
	if (w & 8) ((global uchar *)y)[100000 + i] = min((uint)w, 255u);
}
kernel void bounds9(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	int v = a[i] * 3 + (b[i] << 9), w = (int)x[i] >> (x[i] & 31);
	((global short *)y)[i] = clamp(v, 0, 255);
	((global uchar *)y)[20000 + i] = clamp(w, 0, 255);
	((global ushort *)y)[20000 + i] = max(min(w, (int2)(0, 255).y), (int2)(0, 255).x);
	((global char *)y)[60000 + i] = clamp(w, 0, 255) + b[i];
	if (v & 4) ((global ushort *)y)[40000 + i] = min((uint)w, 65535u) + 0 * v;
	if (w & 8) ((global uchar *)y)[100000 + i] = min((uint)w, 255u);
}
kernel void bounds10(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	int v = a[i] * 3 + (b[i] << 9), w = (int)x[i] >> (x[i] & 31);
	((global short *)y)[i] = clamp(v, 0, 256);
	((global uchar *)y)[20000 + i] = clamp(w, 0, 256);
	((global ushort *)y)[20000 + i] = max(min(w, (int2)(0, 256).y), (int2)(0, 256).x);
	((global char *)y)[60000 + i] = clamp(w, 0, 256) + b[i];
	if (v & 4) ((global ushort *)y)[40000 + i] = min((uint)w, 65535u) + 0 * v;
	if (w & 8) ((global uchar *)y)[100000 + i] = min((uint)w, 255u);
}
kernel void bounds11(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	int v = a[i] * 3 + (b[i] << 9), w = (int)x[i] >> (x[i] & 31);
	((global short *)y)[i] = clamp(v, -129, 127);
	((global uchar *)y)[20000 + i] = clamp(w, -129, 127);
	((global ushort *)y)[20000 + i] = max(min(w, (int2)(-129, 127).y), (int2)(-129, 127).x);
	((global char *)y)[60000 + i] = clamp(w, -129, 127) + b[i];
	if (v & 4) ((global ushort *)y)[40000 + i] = min((uint)w, 65535u) + 0 * v;
	if (w & 8) ((global uchar *)y)[100000 + i] = min((uint)w, 255u);
}
kernel void bounds12(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	int v = a[i] * 3 + (b[i] << 9), w = (int)x[i] >> (x[i] & 31);
	((global short *)y)[i] = clamp(v, 3, 250);
	((global uchar *)y)[20000 + i] = clamp(w, 3, 250);
	((global ushort *)y)[20000 + i] = max(min(w, (int2)(3, 250).y), (int2)(3, 250).x);
	((global char *)y)[60000 + i] = clamp(w, 3, 250) + b[i];
	if (v & 4) ((global ushort *)y)[40000 + i] = min((uint)w, 65535u) + 0 * v;
	if (w & 8) ((global uchar *)y)[100000 + i] = min((uint)w, 255u);
}
kernel void extended(global uint *y, global uint *x, ulong n) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global short *a = (global short *)x;
	global char *b = (global char *)x;
	short p = a[i];
	char q = b[i], r = b[i + 1];
	y[i] = p * q + (uchar)r * (r < 3 ? r : 1);
	if (p > 5) y[i] += a[i + 1] * 3;
	((global uchar *)y)[60000 + i] = (x[i] & 0x1ff) >> 1;
	((global ushort *)y)[40000 + i] = x[i] & 0x7fff;
}
