// Work-items without a round neither load nor store in a loop that sums up in memory, for the place may not exist.
//arg c uint[100] zero
//arg a uint[100] 0 5 10
//arg n 0
//launch 100/100
//expect noalias

kernel void k(global uint *c, global uint *a, uint n) {
	uint i = get_global_id(0);
	global uint *p = c + (i % 3 ? (ulong)i : 1ul << 45);
	for (uint k = 0; k < a[i]; k++) *p += a[k];
}
