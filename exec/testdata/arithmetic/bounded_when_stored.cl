// Small numbers are extended by their sign when they are loaded, and bounded when they are stored, to what the stored
// type holds, to one more and one less, and in the wrong order.
//arg y uint[40000] random
//arg x uint[8192] random
//arg n 0
//launch 1000/500 37x3/37 256x4/64x4

#define KERNEL(name, least, largest) \
kernel void name(global uint *y, global uint *x, ulong n) { \
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1); \
	global short *a = (global short *)x; \
	global char *b = (global char *)x; \
	int v = a[i] * 3 + (b[i] << 9), w = (int)x[i] >> (x[i] & 31); \
	((global short *)y)[i] = clamp(v, least, largest); \
	((global uchar *)y)[20000 + i] = clamp(w, least, largest); \
	((global ushort *)y)[20000 + i] = max(min(w, largest), least); \
	((global char *)y)[60000 + i] = clamp(w, least, largest) + b[i]; \
	if (v & 4) ((global ushort *)y)[40000 + i] = min((uint)w, 65535u) + 0 * v; \
	if (w & 8) ((global uchar *)y)[100000 + i] = min((uint)w, 255u); \
}

KERNEL(bounds_of_short, -32768, 32767)
KERNEL(bounds_of_above_least_short, -32767, 32767)
KERNEL(bounds_of_below_largest_short, -32768, 32766)
KERNEL(bounds_of_beyond_largest_short, -32768, 32768)
KERNEL(bounds_of_ushort, 0, 65535)
KERNEL(bounds_of_beyond_largest_ushort, 0, 65536)
KERNEL(bounds_of_beyond_least_ushort, -1, 65535)
KERNEL(bounds_of_some_ushort, 5, 65535)
KERNEL(bounds_of_char, -128, 127)
KERNEL(bounds_of_uchar, 0, 255)
KERNEL(bounds_of_beyond_largest_uchar, 0, 256)
KERNEL(bounds_of_beyond_least_char, -129, 127)
KERNEL(bounds_of_some_uchar, 3, 250)

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
