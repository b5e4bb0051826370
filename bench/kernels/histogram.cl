// local atomics
//: items 1048576
//: in u8 1048576 256
//: inout u32 256 0
//: i32 1048576
//: run 1 16384 1 256 1
kernel void histogram(global const uchar *in, global uint *bins, int n) {
	local uint h[256];
	for (int b = get_local_id(0); b < 256; b += get_local_size(0)) h[b] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&h[in[i]]);
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int b = get_local_id(0); b < 256; b += get_local_size(0)) atomic_add(&bins[b], h[b]);
}
