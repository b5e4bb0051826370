// Places and sizes of dimensions that a launch does not have: llvm-spirv makes them elements of vectors by an index
// that is beyond the last.
//module places_beyond_dimensions.spv
//arg y uint[512] zero
//arg first 1
//launch 16/8 8x4/4x2

kernel void beyond(global uint *y, uint first) {
	size_t i = get_global_linear_id();
	global uint *row = y + 8 * i;
	uint d = first + 2 * (i % 2 + 1);
	row[0] = get_global_size(d) * 100 + get_local_size(d) * 10 + get_num_groups(d);
	row[1] = get_global_id(d) + get_local_id(d) + get_group_id(d) + get_global_offset(d);
	row[2] = get_enqueued_local_size(d);
	row[3] = get_global_size(first - 1) * 100 + get_local_size(first) * 10 + get_global_id(first);
	row[4] = d;
}
