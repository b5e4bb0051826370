// Intel's functions of sub-groups: shuffles of vectors and of two values, blocks of memory, barriers in
// two halves; and clusters. For all sizes, against local memory.
//arg y ulong[98304] zero
//arg z uint[16384] random
//arg x uint[8192] random
//launch 64/64 128/128 256/256
//options -cl-std=CL3.0

#define PUT(V) y[at++ * n] = V;

void functions(global ulong *y, global uint *z, global const uint *x, local uint *t) {
	size_t i = get_global_id(0), n = get_global_size(0), at = 0;
	uint w = x[i], size = get_max_sub_group_size(), own = get_sub_group_local_id();
	uint first = get_local_linear_id() - own;
	y += i;
	short3 v3 = (short3)(w, w >> 8, w >> 16);
	v3 = intel_sub_group_shuffle(v3, w % size);
	PUT((ushort)v3.x) PUT((ushort)v3.y) PUT((ushort)v3.z)
	float2 v2 = intel_sub_group_shuffle_xor((float2)(w, w >> 5), 3u);
	PUT(as_uint(v2.x)) PUT(as_uint(v2.y))
	PUT(intel_sub_group_shuffle_down(w, w + 1, 3u)) PUT(intel_sub_group_shuffle_up(w, w + 1, 3u))
	PUT(intel_sub_group_shuffle_down((ulong)w << 20, (ulong)w << 21, size))
	PUT((uchar)intel_sub_group_shuffle_up((uchar)w, (uchar)(w >> 8), w % (size + 1) * 0 + 1))
	PUT(sub_group_clustered_reduce_add(w, 4)) PUT(sub_group_clustered_reduce_max((ulong)w << 9, 2))
	PUT(sub_group_clustered_reduce_xor(w, 1)) PUT((uchar)sub_group_clustered_reduce_min((uchar)w, 1 << 2))
	PUT(!!sub_group_clustered_reduce_logical_or(w & 3, 4))
	PUT(as_uint(sub_group_clustered_reduce_mul((float)(w & 1) + 1, 4)))
	for (uint k = 0; k < 4; k++)
		t[4 * first + k * size + own] = x[1000 + 4 * i + k];
	sub_group_barrier(CLK_LOCAL_MEM_FENCE);
	global const uint *row = x + first;
	PUT(intel_sub_group_block_read(row))
	uint4 r4 = intel_sub_group_block_read4(row + 4);
	PUT(r4.x) PUT(r4.y) PUT(r4.z) PUT(r4.w)
	uint2 l2 = intel_sub_group_block_read_ui2((local const uint *)t + 4 * first);
	PUT(l2.x) PUT(l2.y)
	uchar16 c = intel_sub_group_block_read_uc16((global const uchar *)row + 4);
	PUT(c.s0) PUT(c.s7) PUT(c.sf)
	ushort8 u8 = intel_sub_group_block_read_us8((global const ushort *)row);
	PUT(u8.s0) PUT(u8.s7)
	ulong2 d = intel_sub_group_block_read_ul2((global const ulong *)(row + (first & 1)));
	PUT(d.x) PUT(d.y)
	intel_sub_group_block_prefetch_ui4(row);
	intel_sub_group_block_write(z + get_group_id(0) * 64 + first, w);
	intel_sub_group_block_write2((local uint *)t + 4 * first, (uint2)(w, w ^ 5));
	sub_group_barrier(CLK_LOCAL_MEM_FENCE);
	PUT(t[4 * first + 1]) PUT(t[4 * first + size + 2])
	intel_sub_group_block_write_us4((global ushort *)(z + 1024) + 4 * first, (ushort4)(w, w >> 4, w >> 8, w >> 12));
	intel_sub_group_block_write_uc2((global uchar *)(z + 4096) + 2 * first, (uchar2)(w, w >> 8));
	intel_sub_group_block_write_ul((global ulong *)(z + 8192) + first, (ulong)w << 30);
	t[first + own] = w;
	intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
	PUT(w)
	intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);
	PUT(t[get_local_size(0) - 1 - get_local_id(0)])
}

typedef struct { uint w[512]; } shared_t;

#define OF(K) s->w[K]
#define CLUSTER(SIZE, START, OP) { \
	ulong r = START; \
	for (uint k = l / SIZE * SIZE; k < l / SIZE * SIZE + SIZE; k++) OP; \
	PUT(r) \
}

void plain(global ulong *y, global uint *z, global const uint *x, local shared_t *s, uint size) {
	size_t i = get_global_id(0), n = get_global_size(0), at = 0;
	uint w = x[i], l = get_local_id(0), first = l / size * size, own = l - first;
	s->w[l] = w;
	barrier(CLK_LOCAL_MEM_FENCE);
	y += i;
	uint o = OF(first + w % size);
	PUT((ushort)o) PUT((ushort)(o >> 8)) PUT((ushort)(o >> 16))
	PUT(as_uint((float)OF(l ^ 3))) PUT(as_uint((float)(OF(l ^ 3) >> 5)))
	PUT(own + 3 < size ? OF(l + 3) : OF(l + 3 - size) + 1u) PUT(own >= 3 ? OF(l - 3) + 1u : OF(l - 3 + size))
	PUT((ulong)w << 21) PUT(own >= 1 ? (uchar)(OF(l - 1) >> 8) : (uchar)OF(l - 1 + size))
	CLUSTER(4, 0, r = (uint)(r + OF(k))) CLUSTER(2, 0, r = max(r, (ulong)OF(k) << 9)) PUT(w)
	CLUSTER(4, 255, r = min((uchar)r, (uchar)OF(k))) CLUSTER(4, 0, r |= !!(OF(k) & 3))
	{ float r = 1; for (uint k = l & ~3u; k < (l & ~3u) + 4; k++) r *= (OF(k) & 1) + 1; PUT(as_uint(r)) }
	global const uint *row = x + first;
	PUT(row[own])
	for (uint k = 0; k < 4; k++) PUT(row[4 + own + k * size])
	for (uint k = 0; k < 2; k++) PUT(x[1000 + 4 * i + k])
	global const uchar *c = (global const uchar *)row + 4;
	PUT(c[own]) PUT(c[own + 7 * size]) PUT(c[own + 15 * size])
	global const ushort *u = (global const ushort *)row;
	PUT(u[own]) PUT(u[own + 7 * size])
	global const ulong *d = (global const ulong *)(row + (first & 1));
	PUT(d[own]) PUT(d[own + size])
	z[get_group_id(0) * 64 + l] = w;
	PUT(OF(first + 1)) PUT(OF(first + 2) ^ 5u)
	for (uint k = 0; k < 4; k++) ((global ushort *)(z + 1024))[4 * first + k * size + own] = w >> 4 * k;
	for (uint k = 0; k < 2; k++) ((global uchar *)(z + 4096))[2 * first + k * size + own] = w >> 8 * k;
	((global ulong *)(z + 8192))[l] = (ulong)w << 30;
	PUT(w) PUT(OF(get_local_size(0) - 1 - l))
}

//same plain4
kernel __attribute__((intel_reqd_sub_group_size(4))) void k4(global ulong *y, global uint *z, global const uint *x) {
	local uint t[1024];
	functions(y, z, x, t);
}
kernel void plain4(global ulong *y, global uint *z, global const uint *x) {
	local shared_t s;
	plain(y, z, x, &s, 4);
}

//same plain8
kernel __attribute__((intel_reqd_sub_group_size(8))) void k8(global ulong *y, global uint *z, global const uint *x) {
	local uint t[1024];
	functions(y, z, x, t);
}
kernel void plain8(global ulong *y, global uint *z, global const uint *x) {
	local shared_t s;
	plain(y, z, x, &s, 8);
}

//same plain16
kernel __attribute__((intel_reqd_sub_group_size(16))) void k16(global ulong *y, global uint *z, global const uint *x) {
	local uint t[1024];
	functions(y, z, x, t);
}
kernel void plain16(global ulong *y, global uint *z, global const uint *x) {
	local shared_t s;
	plain(y, z, x, &s, 16);
}

//same plain32
kernel __attribute__((intel_reqd_sub_group_size(32))) void k32(global ulong *y, global uint *z, global const uint *x) {
	local uint t[1024];
	functions(y, z, x, t);
}
kernel void plain32(global ulong *y, global uint *z, global const uint *x) {
	local shared_t s;
	plain(y, z, x, &s, 32);
}

//same plain64
kernel __attribute__((intel_reqd_sub_group_size(64))) void k64(global ulong *y, global uint *z, global const uint *x) {
	local uint t[1024];
	functions(y, z, x, t);
}
kernel void plain64(global ulong *y, global uint *z, global const uint *x) {
	local shared_t s;
	plain(y, z, x, &s, 64);
}
