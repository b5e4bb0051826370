// Built-in functions of extensions: fields of bits, dot products of bytes, bfloat16, the clock, copies of boxes.
//arg out uint[5120] 0xeeee
//arg in uint[80] random
//arg room local 4096
//arg far uint[1024] index
//launch 40/20
//checks out
//options -cl-std=CL3.0

#define EQ(a, b) (*out++ = (a) == (b) ? 0 : __LINE__)
#define ALL(a, b) (*out++ = all((a) == (b)) ? 0 : __LINE__)

// A field by definition, bit by bit.
ulong inserted(ulong base, ulong insert, uint offset, uint count) {
	for (uint i = 0; i < count; i++) base = base & ~(1UL << (offset + i)) | (insert >> i & 1) << (offset + i);
	return base;
}
ulong extracted(ulong base, uint offset, uint count) {
	ulong v = 0;
	for (uint i = 0; i < count; i++) v |= (base >> (offset + i) & 1) << i;
	return v;
}
long extended(ulong base, uint offset, uint count) {
	ulong v = extracted(base, offset, count);
	return count && v >> (count - 1) ? (long)(v | (count < 64 ? ~0UL << count : 0)) : (long)v;
}
ulong reversed(ulong x, uint bits) {
	ulong v = 0;
	for (uint i = 0; i < bits; i++) v |= (x >> i & 1) << (bits - 1 - i);
	return v;
}

#define FIELDS(T, S, U, BITS) { \
	T x = (T)l, y = (T)(l >> 7); \
	uint offset = in[id + 40] % BITS, count = in[id] % (BITS - offset + 1); \
	EQ(bitfield_insert(x, y, offset, count), (T)inserted((U)x, (U)y, offset, count)); \
	EQ(bitfield_extract_unsigned(x, offset, count), (U)extracted((U)x, offset, count)); \
	EQ(bitfield_extract_signed(x, offset, count), (S)extended((U)x, offset, count)); \
	EQ(bitfield_insert(x, y, 0, BITS), y), EQ(bitfield_insert(x, y, offset, 0), x); \
	EQ(bitfield_extract_signed(x, 0, BITS), (S)x), EQ(bitfield_extract_unsigned(x, offset, 0), 0); \
	EQ(bit_reverse(x), (T)reversed((U)x, BITS)); \
	EQ(sizeof(bitfield_extract_signed(x, 0, 1)), sizeof(T)); \
	T##4 v = (T##4)(x, y, x + y, x - y); \
	ALL(bit_reverse(v), (T##4)(bit_reverse(v.x), bit_reverse(v.y), bit_reverse(v.z), bit_reverse(v.w))); \
	ALL(bitfield_insert(v, v.wzyx, offset, count).yz, \
		(T##2)(bitfield_insert(v.y, v.z, offset, count), bitfield_insert(v.z, v.y, offset, count))); \
	T##16 w = v.xyzwwzyxxxyyzzww; \
	EQ(bitfield_extract_signed(w, offset, count).se, bitfield_extract_signed(v.w, offset, count)); \
	EQ(bitfield_extract_unsigned(w.hi, offset, count).s3, bitfield_extract_unsigned(v.y, offset, count)); \
	EQ(bit_reverse(w.s012).z, bit_reverse(v.z)); \
	}

kernel void bytes(global uint *out, global uint *in) {
	int id = get_global_id(0);
	ulong l = upsample(in[id], in[79 - id]);
	out += id * 128;
	FIELDS(char, char, uchar, 8)
	FIELDS(uchar, char, uchar, 8)
	FIELDS(short, short, ushort, 16)
	FIELDS(ushort, short, ushort, 16)
	*out = 0xd0e;
}

kernel void words(global uint *out, global uint *in) {
	int id = get_global_id(0);
	ulong l = upsample(in[id], in[79 - id]);
	out += id * 128;
	FIELDS(int, int, uint, 32)
	FIELDS(uint, int, uint, 32)
	FIELDS(long, long, ulong, 64)
	FIELDS(ulong, long, ulong, 64)
	*out = 0xd0e;
}

#define SUM(a, b) ((long)(a).x * (b).x + (long)(a).y * (b).y + (long)(a).z * (b).z + (long)(a).w * (b).w)
#define DOT(A, B, R, WORD, LOW, HIGH) { \
	A##4 a = as_##A##4(x); \
	B##4 b = as_##B##4(y); \
	R c = (R)in[id + 40], d = id & 1 ? (R)(HIGH - (id << 8)) : (R)(LOW + (id << 9)); \
	EQ(dot(a, b), (R)SUM(a, b)), EQ(dot_4x8packed_##WORD(x, y), (R)SUM(a, b)); \
	EQ(dot_acc_sat(a, b, c), (R)clamp((long)c + SUM(a, b), (long)(LOW), (long)(HIGH))); \
	EQ(dot_acc_sat(a, b, d), (R)clamp((long)d + SUM(a, b), (long)(LOW), (long)(HIGH))); \
	EQ(dot_acc_sat_4x8packed_##WORD(x, y, c), dot_acc_sat(a, b, c)); \
	EQ(dot_acc_sat_4x8packed_##WORD(x, y, d), dot_acc_sat(a, b, d)); \
	EQ(sizeof(dot(a, b)), 4), EQ(dot(a, b) - 1 < 0, (R)(SUM(a, b) - 1) < 0); \
	}
#define DOTS \
	DOT(uchar, uchar, uint, uu_uint, 0, UINT_MAX) \
	DOT(char, char, int, ss_int, INT_MIN, INT_MAX) \
	DOT(uchar, char, int, us_int, INT_MIN, INT_MAX) \
	DOT(char, uchar, int, su_int, INT_MIN, INT_MAX)

kernel void dots(global uint *out, global uint *in) {
	int id = get_global_id(0);
	uint x = in[id], y = in[79 - id];
	out += id * 128;
	DOTS
	x = 0x80808080, y = id & 1 ? 0x7f7f7f7f : 0x80808080;
	DOTS
	x = ~0u;
	DOTS
	*out = 0xd0e;
}

// The nearest of the two bfloat16 around a float, of equally near ones the even one.
ushort nearest(float f) {
	uint bits = as_uint(f), low = bits >> 16, rest = bits & 0xffff;
	return rest > 0x8000 || rest == 0x8000 && low & 1 ? low + 1 : low;
}

kernel void bfloats(global uint *out, global uint *in) {
	int id = get_global_id(0);
	out += id * 128;
	float f = as_float(in[id] & 0xbfffffff), ties = as_float(in[id + 1] & 0x3fff0000 | 0x8000);
	EQ(intel_convert_bfloat16_as_ushort(f), nearest(f)), EQ(intel_convert_bfloat16_as_ushort(ties), nearest(ties));
	EQ(intel_convert_bfloat16_as_ushort(0.0f), 0), EQ(intel_convert_bfloat16_as_ushort(-0.0f), 0x8000);
	EQ(intel_convert_bfloat16_as_ushort(1.0f), 0x3f80), EQ(intel_convert_bfloat16_as_ushort(-INFINITY), 0xff80);
	EQ(intel_convert_bfloat16_as_ushort(FLT_MAX), 0x7f80), EQ(intel_convert_bfloat16_as_ushort(as_float(0x18000)), 2);
	EQ(intel_convert_bfloat16_as_ushort(as_float(0x8000)), 0);
	EQ(intel_convert_bfloat16_as_ushort(as_float(0x8001)), 1);
	EQ(intel_convert_bfloat16_as_ushort(as_float(0x7f800001)) & 0x7fff, 0x7fc0);
	EQ(intel_convert_bfloat16_as_ushort(as_float(0xffffffff)) & 0x7fc0, 0x7fc0);
	EQ(as_uint(intel_convert_as_bfloat16_float(0x3f80)), 0x3f800000);
	EQ(as_uint(intel_convert_as_bfloat16_float((ushort)in[id])), in[id] << 16);
	float16 v = (float16)(f, ties, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1e10f, -f, -ties, 0, FLT_MAX);
	ushort16 w = intel_convert_bfloat1616_as_ushort16(v);
	EQ(w.s0, nearest(f)), EQ(w.s1, nearest(ties)), EQ(w.sc, nearest(-f)), EQ(w.sf, 0x7f80), EQ(w.s2, 0x3f80);
	ALL(intel_convert_bfloat168_as_ushort8(v.hi), w.hi), ALL(intel_convert_bfloat164_as_ushort4(v.s0123), w.s0123);
	ALL(intel_convert_bfloat163_as_ushort3(v.s012), w.s012), ALL(intel_convert_bfloat162_as_ushort2(v.s01), w.s01);
	ALL(as_uint16(intel_convert_as_bfloat1616_float16(w)), convert_uint16(w) << 16);
	ALL(as_uint8(intel_convert_as_bfloat168_float8(w.lo)), convert_uint8(w.lo) << 16);
	ALL(as_uint4(intel_convert_as_bfloat164_float4(w.s4567)), convert_uint4(w.s4567) << 16);
	ALL(as_uint3(intel_convert_as_bfloat163_float3(w.s456)), convert_uint3(w.s456) << 16);
	ALL(as_uint2(intel_convert_as_bfloat162_float2(w.s45)), convert_uint2(w.s45) << 16);
	*out = 0xd0e;
}

// The clock goes on, also in code that lanes leave one after the other.
kernel void clocks(global uint *out, global uint *in) {
	int id = get_global_id(0);
	out += id * 128;
	ulong first = clock_read_device(), group = clock_read_work_group(), last = first;
	uint2 whole = clock_read_hilo_device(), part = clock_read_hilo_work_group();
	EQ(group >= first, 1), EQ(as_ulong(whole) >= group, 1), EQ(as_ulong(part) >= as_ulong(whole), 1);
	EQ(part.hi - (uint)(first >> 32) < 2, 1);
	int rounds = 0, steps = 0;
	for (int i = 0; i < (in[id] & 15) + 1; i++) {
		ulong now = clock_read_device();
		steps += now >= last;
		rounds++;
		last = now;
	}
	EQ(steps, rounds), EQ(last > first, 1);
	ulong end = clock_read_device() + 1000;
	while (clock_read_device() < end) rounds++;
	EQ(clock_read_device() - end < 1UL << 40, 1);
	if (id & 1) last = clock_read_work_group();
	EQ(clock_read_work_group() >= last, 1);
	last = clock_read_work_group();
	ulong of_us = clock_read_sub_group();
	EQ(of_us >= last, 1), EQ(as_ulong(clock_read_hilo_sub_group()) >= of_us, 1);
	*out = 0xd0e;
}

// Boxes of 5 x 3 x 2 elements of n bytes: from far, lines of 7 elements and planes of 4 lines, to room, lines of 6 and
// planes of 19 elements, and back to where nobody looks at.
#define BOX(n, dst, dst_offset, src, src_offset, e) \
	async_work_group_copy_3D3D(dst, dst_offset, src, src_offset, n, 5, 3, 2, 7, 28, 6, 19, e)
#define ROWS(n, dst, dst_offset, src, src_offset, e) \
	async_work_group_copy_2D2D(dst, dst_offset, src, src_offset, n, 5, 3, 7, 6, e)

kernel void boxes(global uint *out, global uint *in, local uint *room, global const uint *far) {
	int id = get_local_id(0), size = in[0] - in[0] + 3;
	out += get_global_id(0) * 128;
	local uchar *bytes = (local uchar *)room;
	global const uchar *from = (global const uchar *)far;
	for (int i = id; i < 1024; i += get_local_size(0)) room[i] = ~0u;
	barrier(CLK_LOCAL_MEM_FENCE);
	event_t e = BOX(4, room, 3, far, 10, 0);
	e = BOX(8, room + 100, 1, far + 1, 2, e);
	e = BOX(size, bytes + 1000, 1, from + 1, 2, e);
	async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
	e = ROWS(2, bytes + 1501, 1, (global const short *)far, 2, e);
	e = ROWS(4, room + 500, 0, far, 0, e);
	wait_group_events(1, &e);
	int x = id % 5, y = id / 5 % 3, z = id / 15 % 2, in_far = z * 28 + y * 7 + x, in_room = z * 19 + y * 6 + x;
	EQ(room[3 + in_room], far[10 + in_far]), EQ(room[3 + 5], ~0u), EQ(room[2], ~0u), EQ(room[3 + 17], ~0u);
	EQ(room[102 + 2 * in_room], far[5 + 2 * in_far]), EQ(room[103 + 2 * in_room], far[6 + 2 * in_far]);
	for (int i = 0; i < 3; i++) EQ(bytes[1003 + 3 * in_room + i], from[7 + 3 * in_far + i]);
	in_far = y * 7 + x, in_room = y * 6 + x;
	EQ(bytes[1503 + 2 * in_room], from[4 + 2 * in_far]), EQ(bytes[1504 + 2 * in_room], from[5 + 2 * in_far]);
	EQ(bytes[1502], 0xff), EQ(room[500 + in_room], far[in_far]), EQ(room[505], ~0u);
	*out = 0xd0e;
}

kernel void expectations(global uint *out, global uint *in) {
	uint x = in[get_global_id(0)];
	out += get_global_id(0) * 128;
	EQ(__builtin_expect(x, 0), x), EQ(__builtin_expect((char)x, 1), (char)x), EQ(__builtin_expect(x < 5, 1), x < 5);
	__builtin_assume(x >= 0);
	__builtin_assume(get_global_id(0) < 1000 && x + 1 != 7);
	if (__builtin_expect(x & 1, 0)) EQ(x % 2, 1);
	else EQ(x % 2, 0);
#if __has_builtin(__builtin_expect) && __has_builtin(__builtin_assume) && defined(cl_khr_expect_assume)
	EQ(1, 1);
#endif
	*out = 0xd0e;
}
