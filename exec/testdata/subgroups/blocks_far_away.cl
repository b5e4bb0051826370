// Global ids near 2^31, of which the code does not know that they are small: numbers of lanes in sums of 32 bits are
// rows that may wrap.
//arg out uint[256] zero
//arg words uint[1024] random
//launch 145/16+2147483503 128/32+2147483600 40/16+4294967290
//options -cl-std=CL3.0

__attribute__((intel_reqd_sub_group_size(16))) kernel void four(global uint *out, global const uint *words) {
	size_t i = get_global_size(0) - 1 - (get_global_id(0) - get_global_offset(0));
	uint4 v = intel_sub_group_block_read4(words + 476);
	out[i] = v.s0 * 31 + v.s1 * 37 + v.s2 * 41 + v.s3;
}
