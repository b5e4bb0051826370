// What functions of sub-groups of the size of a vector are in machine code: a shuffle is one permutation, a ballot one
// move of a mask, a reduction four exchanges, and what is the same for a sub-group is no vector.
//arg y uint[1024] zero
//arg x uint[1024] random
//launch 64/64 192/64

//expect avx512 rows1-small-full instruction vpermd == 1
//expect avx512 rows1-small-full access gather*|scatter* == 0
kernel __attribute__((intel_reqd_sub_group_size(16))) void shuffle16(global uint *y, global const uint *x) {
	y[get_global_id(0)] = sub_group_shuffle_xor(x[get_global_id(0)], 5);
}

//expect avx2 rows1-small-full instruction vpermd == 1
kernel __attribute__((intel_reqd_sub_group_size(8))) void shuffle8(global uint *y, global const uint *x) {
	y[get_global_id(0)] = sub_group_shuffle_xor(x[get_global_id(0)], 5);
}

//expect avx512 rows2-small-full instruction vpermi2d == 2
//expect avx2 rows4-small-full instruction vpermd == 16
kernel __attribute__((intel_reqd_sub_group_size(32))) void shuffle32(global uint *y, global const uint *x) {
	y[get_global_id(0)] = sub_group_shuffle(x[get_global_id(0)], x[get_global_id(0) + 3]);
}

//expect avx512 rows1-small-full instruction vpshufd|vpermq|vshufi64x2 == 4
//expect avx512 rows1-small-full instruction vaddps == 4
kernel __attribute__((intel_reqd_sub_group_size(16))) void sum16(global float *y, global const float *x) {
	y[get_global_id(0)] = sub_group_reduce_add(x[get_global_id(0)] < 4 ? 1.0f : 2.0f);
}

//expect avx2 rows1-small-full instruction vpshufd|vpermq == 3
kernel __attribute__((intel_reqd_sub_group_size(8))) void sum8(global float *y, global const float *x) {
	y[get_global_id(0)] = sub_group_reduce_add(x[get_global_id(0)] < 4 ? 1.0f : 2.0f);
}

//expect avx2 rows1-small-full instruction vmovmskps == 1
kernel __attribute__((intel_reqd_sub_group_size(8))) void ballot8(global uint *y, global const uint *x) {
	y[get_global_id(0)] = sub_group_ballot(x[get_global_id(0)] & 1).x;
}

//expect avx512 rows1-small-full access contiguous* >= 1
//expect avx2 rows2-small-full access contiguous* >= 1
//expect avx512 rows1-small-full access gather* == 0
//expect avx2 rows2-small-full access gather* == 0
kernel __attribute__((intel_reqd_sub_group_size(16))) void strided16(global uint *y, global const uint *x) {
	uint sum = 0, first = get_sub_group_id() * 16;
	for (uint i = get_sub_group_local_id(); i < 512; i += get_max_sub_group_size())
		sum += x[i + first];
	y[get_global_id(0)] = sub_group_reduce_max(sum);
}
