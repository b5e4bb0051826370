// The size of clusters is an argument, as clang leaves it where it joins calls with several sizes.
//module clusters_of_any_size.spv
//arg y uint[512] zero
//arg x uint[256] random >>9
//arg n 1 2 4 8
//launch 64/64 160/80

kernel void clusters(global uint *y, global const uint *x, uint n) {
	size_t i = get_global_id(0);
	uint w = x[i];
	uint one = sub_group_clustered_reduce_add(w, 1u), two = sub_group_clustered_reduce_add(w, 2u);
	uint four = sub_group_clustered_reduce_add(w, 4u), eight = sub_group_clustered_reduce_add(w, 8u);
	y[2 * i] = n == 1 ? one : n == 2 ? two : n == 4 ? four : eight;
	one = sub_group_clustered_reduce_max(w, 1u), two = sub_group_clustered_reduce_max(w, 2u);
	four = sub_group_clustered_reduce_max(w, 4u), eight = sub_group_clustered_reduce_max(w, 8u);
	y[2 * i + 1] = n == 1 ? one : n == 2 ? two : n == 4 ? four : eight;
}
