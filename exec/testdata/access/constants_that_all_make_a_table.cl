// All constants of the program together are a small table, so that nothing need be known of an index: one that wraps
// when it is multiplied, and one from which so much is taken that the sum looks like the place of another variable.
//arg y uint[8192] random
//arg x uint[2048] by thirds
//launch 1000/100 2048/256 37x3/37 1/1
//expect both rows2-small access gather == 0
constant uint first[8] = {3, 1, 4, 1, 5, 9, 2, 6};
constant int second[8] = {-8, 7, -6, 5, -4, 3, -2, 1};

kernel void thirds(global uint *x) {
	uint i = get_global_id(0);
	x[i] = i * 5 % 8 * 0xaaaaaaab;
}
//expect both rows2-small access "permuted table" == 4
kernel void wraps(global uint *y, global uint *x) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), k = x[i];
	uint v = first[k * 3] + second[k * 3] * 10 + first[7 - k * 3] * 100;
	y[i] = v + second[(int)(k * 3 + 8) - 8] * 1000 + first[(long)(k * 3)] * 10000;
}
//expect both rows2-small access "permuted table" == 3
kernel void other_place(global uint *y, global uint *x) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1);
	int k = x[i] * 3;
	volatile int eight = 8;
	k += eight;
	constant int *before = second - 8;
	if (i % 5) y[i] = second[k - 8] + before[k] * 100 + first[k - 8] * 10000;
}
