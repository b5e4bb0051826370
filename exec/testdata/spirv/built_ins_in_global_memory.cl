// Built-in variables of the storage class of global memory, as translators of LLVM may leave them: loaded whole, and by
// pointers to their elements and generic pointers, of which some may point elsewhere.
//module built_ins_in_global_memory.spv
//arg y uint[256] zero
//launch 200/50 48/16

kernel void sizes(global uint *y) {
	size_t i = get_global_id(0);
	y[i] = (uint)(get_local_size(0) + get_local_size(1) + i + 100 * get_num_groups(0));
	if (i & 1)
		y[i] = (uint)get_local_size(0);
}
