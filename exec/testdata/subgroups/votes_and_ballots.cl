// Votes, ballots and what is made of ballots, where all work-items and where only some come to them, for all sizes,
// against loops over local memory.
//arg y uint[30720] zero
//arg x uint[512] random
//launch 1/1 13/13 64/64 200/100 512/256 8x6x4/4x3x2
//options -cl-std=CL3.0

#define ROWS 56
#define PUT(V) y[at++ * n] = V;
#define PUT4(V) { uint4 u = V; PUT(u.x) PUT(u.y) PUT(u.z | u.w) }

void functions(global uint *y, global const uint *x) {
	size_t i = get_global_linear_id(), n = get_global_size(0) * get_global_size(1) * get_global_size(2), at = 0;
	uint w = x[i % 512];
	y += i;
	PUT(!!sub_group_all(w & 31)) PUT(!!sub_group_any(w & 31)) PUT(!!sub_group_any((w & 127) == 3))
	PUT4(sub_group_ballot(w & 2))
	PUT4(get_sub_group_eq_mask()) PUT4(get_sub_group_ge_mask()) PUT4(get_sub_group_gt_mask())
	PUT4(get_sub_group_le_mask()) PUT4(get_sub_group_lt_mask())
	at = 21;
	if (w & 4) {
		PUT(!!sub_group_elect()) PUT(!!sub_group_non_uniform_all(w & 24))
		PUT(!!sub_group_non_uniform_any((w & 24) == 8))
		PUT(!!sub_group_non_uniform_all_equal(w >> 6 & 1)) PUT(!!sub_group_non_uniform_all_equal((float)(w & 4)))
		PUT(!!sub_group_non_uniform_all_equal((ulong)(w & 4) << 40)) PUT(!!sub_group_non_uniform_all_equal((char)w))
		uint4 b = sub_group_ballot(w & 32);
		PUT4(b)
		PUT(!!sub_group_inverse_ballot(b)) PUT(!!sub_group_ballot_bit_extract(b, w % get_max_sub_group_size()))
		PUT(sub_group_ballot_bit_count(b)) PUT(sub_group_ballot_inclusive_scan(b))
		PUT(sub_group_ballot_exclusive_scan(b))
		uint4 c = sub_group_ballot(1);
		PUT(sub_group_ballot_find_lsb(c)) PUT(sub_group_ballot_find_msb(c))
		PUT(sub_group_broadcast_first(w)) PUT(sub_group_broadcast_first((uchar)w))
		PUT(as_uint(sub_group_broadcast_first((float)w))) PUT((uint)(sub_group_broadcast_first((ulong)w << 33) >> 33))
	}
	// in a loop that work-items leave one by one
	at = 42;
	uint sum = 0;
	for (uint j = 0; j < (w & 7); j++)
		sum += sub_group_ballot_bit_count(sub_group_ballot(1)) + sub_group_non_uniform_any(w >> 8 & 1);
	PUT(sum)
	switch (w >> 3 & 3) {
	case 0: PUT(sub_group_ballot_bit_count(sub_group_ballot(1))) break;
	case 2: PUT(sub_group_ballot_bit_count(sub_group_ballot(w & 1))) break;
	}
}

typedef struct { uint w[512]; } shared_t;

#define EACH for (uint k = first; k < end; k++)
#define BIT(K) (1ul << ((K) - first))

void plain(global uint *y, global const uint *x, local shared_t *s, uint size) {
	size_t i = get_global_linear_id(), n = get_global_size(0) * get_global_size(1) * get_global_size(2), at = 0;
	uint w = x[i % 512], l = get_local_linear_id(), first = l / size * size;
	uint items = get_local_size(0) * get_local_size(1) * get_local_size(2), end = min(first + size, items);
	s->w[l] = w;
	barrier(CLK_LOCAL_MEM_FENCE);
	y += i;
	uint all = 1, any = 0, three = 0;
	ulong ballot = 0, whole = size == 64 ? ULONG_MAX : (1ul << size) - 1, own = BIT(l);
	EACH {
		all &= !!(s->w[k] & 31);
		any |= !!(s->w[k] & 31);
		three |= (s->w[k] & 127) == 3;
		if (s->w[k] & 2) ballot |= BIT(k);
	}
	PUT(all) PUT(any) PUT(three)
#define PUT64(V) { ulong u = V; PUT((uint)u) PUT((uint)(u >> 32)) PUT(0) }
	PUT64(ballot) PUT64(own) PUT64(whole & ~(own - 1))
	PUT64(whole & ~(own - 1) & ~own) PUT64(own - 1 | own) PUT64(own - 1)
	at = 21;
	if (w & 4) {
		uint lowest = UINT_MAX, highest = 0;
		ulong b = 0;
		all = 1, any = 0;
		EACH if (s->w[k] & 4) {
			lowest = min(lowest, k);
			highest = k;
			if (s->w[k] & 32) b |= BIT(k);
			all &= !!(s->w[k] & 24);
			any |= (s->w[k] & 24) == 8;
		}
		uint equal = 1, bytes = 1;
		EACH if (s->w[k] & 4) {
			equal &= (s->w[k] >> 6 & 1) == (s->w[lowest] >> 6 & 1);
			bytes &= (uchar)s->w[k] == (uchar)s->w[lowest];
		}
		PUT(lowest == l) PUT(all) PUT(any) PUT(equal) PUT(1) PUT(1) PUT(bytes) PUT64(b)
		PUT(b >> l - first & 1) PUT(b >> w % size & 1) PUT(popcount(b)) PUT(popcount(b & (own - 1 | own)))
		PUT(popcount(b & own - 1)) PUT(lowest - first) PUT(highest - first)
		uint v = s->w[lowest];
		PUT(v) PUT((uchar)v) PUT(as_uint((float)v)) PUT((uint)(((ulong)v << 33) >> 33))
	}
	at = 42;
	uint sum = 0, count = 0, ones = 0;
	for (uint j = 0; j < (w & 7); j++) {
		uint some = 0;
		EACH if (j < (s->w[k] & 7)) {
			sum++;
			some |= s->w[k] >> 8 & 1;
		}
		sum += some;
	}
	PUT(sum)
	EACH if ((s->w[k] >> 3 & 3) == (w >> 3 & 3)) {
		count++;
		ones += s->w[k] & 1;
	}
	switch (w >> 3 & 3) {
	case 0: PUT(count) break;
	case 2: PUT(ones) break;
	}
}

//same plain4
kernel __attribute__((intel_reqd_sub_group_size(4))) void k4(global uint *y, global const uint *x) {
	functions(y, x);
}
kernel void plain4(global uint *y, global const uint *x) {
	local shared_t s;
	plain(y, x, &s, 4);
}

//same plain8
kernel __attribute__((intel_reqd_sub_group_size(8))) void k8(global uint *y, global const uint *x) {
	functions(y, x);
}
kernel void plain8(global uint *y, global const uint *x) {
	local shared_t s;
	plain(y, x, &s, 8);
}

//same plain16
kernel __attribute__((intel_reqd_sub_group_size(16))) void k16(global uint *y, global const uint *x) {
	functions(y, x);
}
kernel void plain16(global uint *y, global const uint *x) {
	local shared_t s;
	plain(y, x, &s, 16);
}

//same plain32
kernel __attribute__((intel_reqd_sub_group_size(32))) void k32(global uint *y, global const uint *x) {
	functions(y, x);
}
kernel void plain32(global uint *y, global const uint *x) {
	local shared_t s;
	plain(y, x, &s, 32);
}

//same plain64
kernel __attribute__((intel_reqd_sub_group_size(64))) void k64(global uint *y, global const uint *x) {
	functions(y, x);
}
kernel void plain64(global uint *y, global const uint *x) {
	local shared_t s;
	plain(y, x, &s, 64);
}
