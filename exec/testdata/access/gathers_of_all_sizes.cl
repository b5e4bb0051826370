// Elements of one to eight bytes by indices that memory holds, and strided ones.
//arg y uint[8192] random
//arg x uint[32768] random
//arg a 12345
//launch 1000/64 37/37 1/1 256x4/8x4 100x3x2/50x3 64x64/32x8
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	global uchar *b = (global uchar *)x;
	global ushort *s = (global ushort *)x;
	global ulong *l = (global ulong *)x;
	int g = i;
	y[i] = x[x[g] % 8192] + b[x[g] % 8192] + s[3 * g] + (uint)l[x[g] % 4096] + b[g] + s[g] + x[g * 2];
}
