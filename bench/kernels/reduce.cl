// barriers
//: bytes 4194304
//: in u32 1048576 1000
//: out u32 4096
//: local 1024
//: run 1 1048576 1 256 1
kernel void reduce(global const uint *in, global uint *out, local uint *t) {
	uint l = get_local_id(0);
	t[l] = in[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
		if (l < s) t[l] += t[l + s];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (l == 0) out[get_group_id(0)] = t[0];
}
