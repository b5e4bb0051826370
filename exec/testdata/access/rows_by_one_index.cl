// Pairs, and rows of four and eight words, at the same indices behind several pointers: the indices are taken out once.
//arg y uint[8192] zero
//arg x uint[16384] random
//arg at uint[512] random &511
//arg pitch 1000
//launch 512/64 200/50 37/37 3/3
//also zen

//expect avx2 zen rows1-small-full instruction "vpextrq" == 2
kernel void pairs(global uint2 *y, global const uint *x, global const int *at, int pitch) {
	int i = get_global_id(0), k = at[i];
	global const uint2 *first = (global const uint2 *)x, *second = (global const uint2 *)(x + 2 * pitch);
	y[i] = first[k] * 3 + second[k] * 5 + first[k + 7] * 7;
}
//expect avx2 zen rows1-small-full instruction "vpextrq" == 4
//expect avx2 zen rows1-small-full instruction "vinsertf128" == 8
kernel void fours(global uint4 *y, global const uint *x, global const int *at, int pitch) {
	int i = get_global_id(0), k = at[i];
	global const uint4 *first = (global const uint4 *)x, *second = (global const uint4 *)(x + 4 * pitch);
	y[i] = first[k] * 3 + second[k].wzyx * 5;
}
//expect avx2 zen rows1-small-full instruction "vpextrq" == 4
kernel void eights(global uint4 *y, global const uint *x, global const int *at, int pitch) {
	int i = get_global_id(0), k = at[i];
	global const uint8 *first = (global const uint8 *)x, *second = (global const uint8 *)(x + 8 * pitch);
	y[i] = first[k].lo * 3 + first[k].hi * 5 + second[k].lo * 7 + second[k].hi * 11;
}
// of four words
kernel void some_words(global uint2 *y, global const uint *x, global const int *at, int pitch) {
	int i = get_global_id(0), k = at[i];
	global const uint4 *first = (global const uint4 *)x, *second = (global const uint4 *)(x + 4 * pitch);
	y[i] = first[k].xw * 3 + second[k].wx + second[k].yz;
}
kernel void some_lanes(global uint4 *y, global const uint *x, global const int *at, int pitch) {
	int i = get_global_id(0), k = at[i];
	global const uint4 *first = (global const uint4 *)x, *second = (global const uint4 *)(x + 4 * pitch);
	if (k % 3) y[i] = first[k] * 3 + second[k] * 5;
}
// what is written between may be what is read next
kernel void written_between(global uint4 *y, global const uint *x, global const int *at, int pitch) {
	int i = get_global_id(0);
	global const uint4 *first = (global const uint4 *)y, *second = (global const uint4 *)y + 512;
	int k = i + at[i] / 512;
	uint4 v = first[k];
	y[512 + i] = v + (uint4)(i, 1, 2, 3);
	y[1024 + i] = v * 3 + second[k] * 5;
}
// the second pointer is known after the first row has been read
kernel void pointer_from_row(global uint4 *y, global const uint *x, global const int *at, int pitch) {
	int i = get_global_id(0), k = at[i];
	global const uint4 *first = (global const uint4 *)x;
	uint4 v = first[k];
	global const uint4 *second = first + (first[at[0]].x & 255);
	y[i] = v * 3 + second[k] * 5;
}
