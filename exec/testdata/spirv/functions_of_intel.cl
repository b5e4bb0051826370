// Intel's functions of sub-groups: shuffles of vectors and of two values, blocks of memory and of images.
// Made with clang -O1 -cl-no-stdinc -Dcl_intel_subgroups -Dcl_intel_subgroups_short
//module functions_of_intel.spv
//arg y ulong[8192] zero
//arg z uint[8192] random
//arg x uint[8192] random
//arg from image 2d R,UNSIGNED_INT32 64x8 random
//arg to image 2d R,UNSIGNED_INT32 64x8 random
//launch 64/64 128/128
//options -cl-std=CL3.0

#define PUT(V) y[at++ * n] = V;

kernel void functions(global ulong *y, global uint *z, global const uint *x, read_only image2d_t from,
		write_only image2d_t to) {
	size_t i = get_global_id(0), n = get_global_size(0), at = 0;
	uint w = x[i], size = get_max_sub_group_size(), own = get_sub_group_local_id();
	uint first = get_local_linear_id() - own;
	y += i;
	short3 v3 = intel_sub_group_shuffle((short3)(w, w >> 8, w >> 16), w % size);
	PUT((ushort)v3.x) PUT((ushort)v3.y) PUT((ushort)v3.z)
	float2 v2 = intel_sub_group_shuffle_xor((float2)(w, w >> 5), 3u);
	PUT(as_uint(v2.x)) PUT(as_uint(v2.y))
	PUT(intel_sub_group_shuffle_down(w, w + 1, 3u)) PUT(intel_sub_group_shuffle_up(w, w + 1, 3u))
	PUT(intel_sub_group_shuffle_down((ulong)w << 20, (ulong)w << 21, size))
	global const uint *row = x + first;
	PUT(intel_sub_group_block_read(row))
	uint4 r4 = intel_sub_group_block_read4(row + 4);
	PUT(r4.x) PUT(r4.y) PUT(r4.z) PUT(r4.w)
	ushort8 u8 = intel_sub_group_block_read_us8((global const ushort *)row);
	PUT(u8.s0) PUT(u8.s7)
	intel_sub_group_block_write(z + get_group_id(0) * 64 + first, w);
	intel_sub_group_block_write_us4((global ushort *)(z + 1024) + 4 * first, (ushort4)(w, w >> 4, w >> 8, w >> 12));
	int2 c = (int2)(4 * (int)(first & 7), 1);
	uint2 w2 = intel_sub_group_block_read2(from, c);
	PUT(w2.x) PUT(w2.y)
	ushort s = intel_sub_group_block_read_us(from, c);
	PUT(s)
	if (i < size)
		intel_sub_group_block_write2(to, (int2)(0, 3), w2);
}
