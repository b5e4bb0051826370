// A loop sums up in memory, and need not where buffers do not overlap (asked of the place and counted).
//arg c uint[16384] index *7 %251
//arg a uint[8192] index *7 +31 %251
//arg b uint[8192] index *7 +62 %251
//arg n 0 1 13
//launch 100/100 16x2/16x2
//expect noalias

kernel void k(global uint *c, global uint *a, global uint *b, uint n) {
	uint i = get_global_id(0) + get_global_size(0) * get_global_id(1), k = 0;
	while (c[i] < n * 100) {
		c[i] += a[k] + b[i + k] + 1;
		k++;
	}
	c[8192 + i] = k;
}
