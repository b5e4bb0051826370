// Lanes keep what a loop left them with, also where it is the same for all lanes that are still in the loop, as the
// quotient of an id and a counter.
//launch 8x16/8x16 16x32/8x16
//arg out uint[512] zero
//arg in uint[512] random
//arg n 0 1 5 8 20
__kernel __attribute__((reqd_work_group_size(8, 16, 1))) void k(global uint *out, global const uint *in, uint n) {
	uint x = get_local_id(0), y = get_local_id(1), v = 0, w = 0;
	for (uint c = 0; c < n; c++) {
		w = in[c * 16 + y];
		v = (x + 8 * c) >> 3;
		if (c >= x)
			break;
	}
	out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = v * 3 + w;
	barrier(CLK_LOCAL_MEM_FENCE);
}
