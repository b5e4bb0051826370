// A histogram in local memory, whose loops over bins and bytes step by the number of work-items.
//arg y uint[512] random
//arg x uint[8192] random
//arg a 12345
//launch 1024/256 1024/64 100/50
//also zen
//also analyses

kernel void k(global uint *y, global uint *x, ulong a) {
	local uint h[256];
	for (int b = get_local_id(0); b < 256; b += get_local_size(0)) h[b] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = get_global_id(0); i < 5000; i += get_global_size(0)) atomic_inc(&h[((global uchar *)x)[i]]);
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int b = get_local_id(0); b < 256; b += get_local_size(0)) atomic_add(&y[b], h[b]);
}
