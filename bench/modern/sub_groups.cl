// Functions of sub-groups, beside the same by local memory. Sub-groups have 16 work-items, rows and tiles accordingly.

#define WAIT barrier(CLK_LOCAL_MEM_FENCE)
#ifdef cl_khr_subgroups
#define SIXTEEN __attribute__((intel_reqd_sub_group_size(16)))
#endif

//: pair reduce sums of groups of 256 floats
//: bytes 16777216
//: in f32 4194304 10
//: out f32 16384
//: local 1024
//: options -cl-std=CL3.0
//: run 1 4194304 1 256 1
kernel void reduce_plain(global const float *in, global float *out, local float *t) {
	uint l = get_local_id(0);
	t[l] = in[get_global_id(0)];
	WAIT;
	for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
		if (l < s) t[l] += t[l + s];
		WAIT;
	}
	if (l == 0) out[get_group_id(0)] = t[0];
}
#ifdef cl_khr_subgroups
SIXTEEN kernel void reduce_idiom(global const float *in, global float *out, local float *t) {
	float sum = sub_group_reduce_add(in[get_global_id(0)]);
	if (get_sub_group_local_id() == 0) t[get_sub_group_id()] = sum;
	WAIT;
	if (get_sub_group_id() == 0) {
		sum = sub_group_reduce_add(t[get_sub_group_local_id()]);
		if (get_sub_group_local_id() == 0) out[get_group_id(0)] = sum;
	}
}
#endif

//: pair scan scans of groups of 256 uints
//: bytes 33554432
//: in u32 4194304 1000
//: out u32 4194304
//: local 1024
//: options -cl-std=CL3.0
//: run 1 4194304 1 256 1
kernel void scan_plain(global const uint *in, global uint *out, local uint *t) {
	uint l = get_local_id(0), n = get_local_size(0), i = get_global_id(0);
	t[l] = in[i];
	for (uint d = 1; d < n; d <<= 1) {
		WAIT;
		uint v = l >= d ? t[l - d] : 0;
		WAIT;
		t[l] += v;
	}
	out[i] = t[l];
}
#ifdef cl_khr_subgroups
SIXTEEN kernel void scan_idiom(global const uint *in, global uint *out, local uint *t) {
	uint sum = sub_group_scan_inclusive_add(in[get_global_id(0)]);
	if (get_sub_group_local_id() == 15) t[get_sub_group_id()] = sum;
	WAIT;
	uint before = sub_group_scan_exclusive_add(t[get_sub_group_local_id()]);
	out[get_global_id(0)] = sum + sub_group_broadcast(before, get_sub_group_id());
}
#endif

//: pair compact places of the elements that are kept, in groups of 256
//: bytes 33554432
//: in u32 4194304 1000
//: out u32 4194304
//: local 1024
//: options -cl-std=CL3.0
//: run 1 4194304 1 256 1
kernel void compact_plain(global const uint *in, global uint *out, local uint *t) {
	uint l = get_local_id(0), n = get_local_size(0), x = in[get_global_id(0)], is_kept = x % 3 == 0;
	t[l] = is_kept;
	for (uint d = 1; d < n; d <<= 1) {
		WAIT;
		uint v = l >= d ? t[l - d] : 0;
		WAIT;
		t[l] += v;
	}
	if (is_kept) out[get_global_id(0) - l + t[l] - 1] = x;
}
#ifdef cl_khr_subgroups
SIXTEEN kernel void compact_idiom(global const uint *in, global uint *out, local uint *t) {
	uint x = in[get_global_id(0)], is_kept = x % 3 == 0;
	uint4 kept = sub_group_ballot(is_kept);
	if (get_sub_group_local_id() == 0) t[get_sub_group_id()] = sub_group_ballot_bit_count(kept);
	WAIT;
	uint before = sub_group_scan_exclusive_add(t[get_sub_group_local_id()]);
	uint place = sub_group_broadcast(before, get_sub_group_id()) + sub_group_ballot_exclusive_scan(kept);
	if (is_kept) out[get_global_id(0) - get_local_id(0) + place] = x;
}
#endif

//: pair transpose 2048 x 2048 floats in tiles of 16 x 16
//: bytes 33554432
//: in f32 4194304 1
//: out f32 4194304
//: options -cl-std=CL3.0
//: run 2 2048 2048 16 16
//: run_idiom 2 2048 128 16 1
kernel void transpose_plain(global const float *in, global float *out) {
	local float tile[16][17];
	uint x = get_local_id(0), y = get_local_id(1);
	tile[y][x] = in[get_global_id(1) * 2048 + get_global_id(0)];
	WAIT;
	out[(get_group_id(0) * 16 + y) * 2048 + get_group_id(1) * 16 + x] = tile[x][y];
}
#ifdef cl_khr_subgroups
// Each work-item has a column of the tile; four rounds exchange halves between lanes whose numbers differ by one bit.
SIXTEEN kernel void transpose_idiom(global const float *in, global float *out) {
	uint lane = get_sub_group_local_id();
	float c[16];
	for (uint k = 0; k < 16; k++) c[k] = in[(get_group_id(1) * 16 + k) * 2048 + get_global_id(0)];
	#pragma unroll
	for (uint bit = 8; bit > 0; bit >>= 1) {
		bool upper = lane & bit;
		#pragma unroll
		for (uint k = 0; k < 16; k++) {
			if (k & bit) continue;
			float got = sub_group_shuffle_xor(upper ? c[k] : c[k | bit], bit);
			if (upper) c[k] = got; else c[k | bit] = got;
		}
	}
	for (uint k = 0; k < 16; k++) out[(get_group_id(0) * 16 + k) * 2048 + get_group_id(1) * 16 + lane] = c[k];
}
#endif

//: pair sort bitonic sorts of 64 uints, a group for each
//: items 1048576
//: in u32 1048576 1000000
//: out u32 1048576
//: local 256
//: options -cl-std=CL3.0
//: run 1 1048576 1 64 1
//: run_idiom 1 1048576 1 64 1
kernel void sort_plain(global const uint *in, global uint *out, local uint *t) {
	uint l = get_local_id(0);
	t[l] = in[get_global_id(0)];
	for (uint k = 2; k <= 64; k <<= 1)
		for (uint j = k >> 1; j > 0; j >>= 1) {
			WAIT;
			uint mine = t[l], other = t[l ^ j];
			bool keep_less = ((l & k) == 0) == ((l & j) == 0);
			WAIT;
			t[l] = keep_less ? min(mine, other) : max(mine, other);
		}
	out[get_global_id(0)] = t[l];
}
#ifdef cl_khr_subgroups
__attribute__((intel_reqd_sub_group_size(64))) kernel void sort_idiom(global const uint *in, global uint *out,
	local uint *t) {
	uint l = get_sub_group_local_id(), mine = in[get_global_id(0)];
	#pragma unroll
	for (uint k = 2; k <= 64; k <<= 1)
		#pragma unroll
		for (uint j = k >> 1; j > 0; j >>= 1) {
			uint other = sub_group_shuffle_xor(mine, j);
			bool keep_less = ((l & k) == 0) == ((l & j) == 0);
			mine = keep_less ? min(mine, other) : max(mine, other);
		}
	out[get_global_id(0)] = mine;
}
#endif

//: pair softmax softmax of 4096 rows of 512 floats
//: bytes 16777216
//: in f32 2097152 8
//: out f32 2097152
//: local 1024
//: options -cl-std=CL3.0
//: run 1 1048576 1 256 1
//: run_idiom 1 65536 1 16 1
kernel void softmax_plain(global const float *in, global float *out, local float *t) {
	uint l = get_local_id(0), row = get_group_id(0);
	float a = in[row * 512 + l], b = in[row * 512 + l + 256];
	t[l] = fmax(a, b);
	WAIT;
	for (uint s = 128; s > 0; s >>= 1) {
		if (l < s) t[l] = fmax(t[l], t[l + s]);
		WAIT;
	}
	float most = t[0];
	WAIT;
	a = exp(a - most), b = exp(b - most);
	t[l] = a + b;
	WAIT;
	for (uint s = 128; s > 0; s >>= 1) {
		if (l < s) t[l] += t[l + s];
		WAIT;
	}
	float scale = 1 / t[0];
	out[row * 512 + l] = a * scale, out[row * 512 + l + 256] = b * scale;
}
#ifdef cl_khr_subgroups
SIXTEEN kernel void softmax_idiom(global const float *in, global float *out, local float *t) {
	uint lane = get_sub_group_local_id();
	in += get_group_id(0) * 512, out += get_group_id(0) * 512;
	float most = -INFINITY, sum = 0, e[32];
	for (uint k = 0; k < 32; k++) most = fmax(most, e[k] = in[k * 16 + lane]);
	most = sub_group_reduce_max(most);
	for (uint k = 0; k < 32; k++) sum += e[k] = exp(e[k] - most);
	float scale = 1 / sub_group_reduce_add(sum);
	for (uint k = 0; k < 32; k++) out[k * 16 + lane] = e[k] * scale;
}
#endif
