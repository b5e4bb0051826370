// Built-in functions of C compilers.
//arg out uint[5120] 0xeeee
//arg in uint[40] by numbers
//arg shared local 1024
//launch 40/20
//checks out

#define EQ(a, b) (*out++ = (a) == (b) ? 0 : __LINE__)

kernel void bits(global uint *out, global uint *in) {
	int id = get_global_id(0);
	uint x = in[id];
	ulong l = upsample(x, in[id] * 77 + 1);
	out += id * 128;
	EQ(__builtin_popcount(x), popcount(x)), EQ(__builtin_popcountl(l), popcount(l)), EQ(__builtin_popcountll(-1LL), 64);
	EQ(__builtin_clz(x | 1), clz(x | 1)), EQ(__builtin_clzl(l), clz(l)), EQ(__builtin_clzll(1), 63);
	EQ(__builtin_clzs(1), 15);
	EQ(__builtin_ctz(x | 256), ctz(x | 256)), EQ(__builtin_ctzl(l), ctz(l)), EQ(__builtin_ctzll(8), 3);
	EQ(__builtin_ctzs(16), 4);
	EQ(__builtin_ffs(0), 0), EQ(__builtin_ffs(x), x == 0 ? 0 : ctz(x) + 1), EQ(__builtin_ffsl(1L << 40), 41);
	EQ(__builtin_ffsll(l - l), 0);
	EQ(__builtin_parity(x), popcount(x) & 1), EQ(__builtin_parityl(7), 1), EQ(__builtin_parityll(l), popcount(l) & 1);
	EQ(__builtin_clrsb(0), 31), EQ(__builtin_clrsb(-1), 31), EQ(__builtin_clrsb(1), 30), EQ(__builtin_clrsbl(-2), 62);
	EQ(__builtin_clrsb(0x80000000), 0);
	EQ(__builtin_bswap16(0x1234), 0x3412), EQ(__builtin_bswap32(0x12345678), 0x78563412);
	EQ(__builtin_bswap64(0x0123456789abcdefUL), 0xefcdab8967452301UL);
	EQ(__builtin_bswap32(x), as_uint(as_uchar4(x).wzyx)), EQ(__builtin_bswap64(l), as_ulong(as_uchar8(l).s76543210));
	EQ(__builtin_bswap16(x), as_ushort(as_uchar2((ushort)x).yx));
	EQ(__builtin_bitreverse8(1), 128), EQ(__builtin_bitreverse16(1), 0x8000);
	EQ(__builtin_bitreverse32(x), bit_reverse(x)), EQ(__builtin_bitreverse64(l), bit_reverse(l));
	EQ(__builtin_rotateleft8(0x81, 1), 3), EQ(__builtin_rotateleft16(0x8001, 1), 3);
	EQ(__builtin_rotateleft32(x, id), rotate(x, (uint)id));
	EQ(__builtin_rotateleft64(l, 3), rotate(l, 3UL)), EQ(__builtin_rotateright8(3, 1), 0x81);
	EQ(__builtin_rotateright32(x, id & 31), rotate(x, 32 - (uint)(id & 31)));
	EQ(__builtin_rotateright64(l, 0), l), EQ(__builtin_rotateright16(1, 1), 0x8000);
	EQ(__builtin_abs((int)x), (int)abs((int)x)), EQ(__builtin_labs(-5L), 5), EQ(__builtin_llabs(-(1L << 50)), 1L << 50);
	EQ(sizeof(__builtin_popcountl(l)), 4), EQ(sizeof(__builtin_bswap16(1)), 2);
	*out = 0xd0e;
}

// Of constants they are constants.
constant int three = __builtin_popcount(7);
constant uint swapped = __builtin_bswap32(0x01020304);
constant float two = __builtin_fabsf(-2.0f), half_one = __builtin_sqrtf(0.25f);
constant short low = (short)__builtin_bswap16(0x00ff);
struct sized { char c[__builtin_clz(0x08000000)]; };

kernel void constants(global uint *out, global uint *in) {
	out += get_global_id(0) * 128;
	EQ(three, 3), EQ(swapped, 0x04030201), EQ(two, 2.0f), EQ(half_one, 0.5f), EQ(low, -256);
	EQ(sizeof(struct sized), 4);
	switch (in[0] - in[0] + 3) {
	case __builtin_ctz(8): EQ(1, 1); break;
	default: EQ(0, 1);
	}
	EQ(__builtin_constant_p(__builtin_ffs(4)), 1), EQ(__builtin_constant_p(__builtin_ffs(in[0])), 0);
	enum { negative = __builtin_clrsb(-1) - 40, of_long = __builtin_parityl(1UL << 40),
		not_a_number = __builtin_isnan(__builtin_nanf("")) };
	EQ(negative, -9), EQ(of_long, 1), EQ(not_a_number, 1), EQ(as_uint(__builtin_sqrtf(-1.0f)) << 1, 0xff800000);
	*out = 0xd0e;
}

struct S { char c; float f[4]; struct { int i, j; } in; };

kernel void others(global uint *out, global uint *in) {
	int id = get_global_id(0), r;
	uint x = in[id], u;
	long l;
	ulong w;
	out += id * 128;
	EQ(__builtin_expect(x == 5, 0), x == 5), EQ(__builtin_expect_with_probability(x, 1, 0.95), (long)x);
	if (__builtin_expect_with_probability(x & 1, 0, 0.99)) EQ(x & 1, 1); else EQ(x & 1, 0);
	EQ(__builtin_constant_p(3), 1), EQ(__builtin_constant_p(x), 0), EQ(__builtin_constant_p("text"), 1);
	EQ(__builtin_constant_p(1.5f * 2), 1);
	EQ(__builtin_types_compatible_p(int, const int), 1), EQ(__builtin_types_compatible_p(int, uint), 0);
	EQ(__builtin_types_compatible_p(typeof(x), uint), 1);
	EQ(__builtin_choose_expr(1, x, "text"), x), EQ(sizeof(__builtin_choose_expr(0, x, (char)1)), 1);
	EQ(__builtin_offsetof(struct S, f[2]), 12), EQ(__builtin_offsetof(struct S, in.j), 24);
	__builtin_assume(x++ > 5);
	EQ(x, in[id]);
	global uint *same = __builtin_assume_aligned(in, 4);
	EQ(same, in);
	__builtin_prefetch(in), __builtin_prefetch(in + 1, 0, 3);
	if (x == x + 1) __builtin_unreachable();
	if (x == x + 1) __builtin_trap();

	EQ(__builtin_add_overflow(0x7fffffff, 1, &r), 1), EQ(r, (int)0x80000000), EQ(__builtin_sadd_overflow(1, 2, &r), 0);
	EQ(r, 3);
	EQ(__builtin_usub_overflow(1u, 2u, &u), 1), EQ(u, ~0u), EQ(__builtin_umul_overflow(x, 2, &u), x > 0x7fffffff);
	EQ(u, 2 * x);
	EQ(__builtin_smull_overflow(1L << 32, 1L << 31, &l), 1);
	EQ(__builtin_smulll_overflow(1L << 31, -(1L << 32), &l), 0), EQ(l, 1L << 63);
	EQ(__builtin_uaddll_overflow(~0UL, x, &w), x > 0), EQ(w, (ulong)x - 1);

	float f = x * 0.01f;
	EQ(__builtin_fabsf(-f), f), EQ(__builtin_sqrtf(f), sqrt(f)), EQ(__builtin_floorf(f), floor(f));
	EQ(__builtin_ceil(f + 0.5), ceil(f + 0.5));
	EQ(__builtin_fmaxf(f, 3), fmax(f, 3.0f)), EQ(__builtin_fmin(f, 3), fmin((double)f, 3.0));
	EQ(__builtin_fmaf(f, f, f), fma(f, f, f));
	EQ(__builtin_sinf(f), sin(f)), EQ(__builtin_pow(1.5, f), pow(1.5, (double)f));
	EQ(__builtin_powif(f, 3), pown(f, 3)), EQ(__builtin_rintf(2.5f), 2.0f);
	EQ(__builtin_copysignf(f, -1), -f), EQ(__builtin_ldexp(1.5, 3), 12.0), EQ(__builtin_roundeven(3.5), 4.0);
	EQ(sizeof(__builtin_floor(f)), 8);
	EQ(__builtin_isnan(f), 0), EQ(__builtin_isnan(NAN), 1), EQ(__builtin_isinf(f / 0), x > 0);
	EQ(__builtin_isfinite(1.0), 1), EQ(__builtin_signbit(-f), 1);
	EQ(__builtin_isgreater(f, 1), f > 1), EQ(__builtin_isunordered(NAN, f), 1), EQ(__builtin_isless(1.0, NAN), 0);

	int4 v = (int4)(x, 2, 3, 4), v2 = -v;
	int4 s = __builtin_shufflevector(v, v2, 0, 5, 2, 7);
	EQ(s.x, (int)x), EQ(s.y, -2), EQ(s.z, 3), EQ(s.w, -4);
	EQ(__builtin_shufflevector(v, v, 3, 2).x, 4), EQ(__builtin_shufflevector(v, v2, 7, -1, 1).s0, -4);
	EQ(__builtin_shufflevector(v.xyz, v2.xyz, 5, 1).x, -3);
	float4 q = __builtin_convertvector(v, float4);
	EQ(q.x, (float)(int)x), EQ(q.w, 4.0f), EQ(__builtin_convertvector((float2)(1.7f, -1.7f), char2).y, -1);
	EQ(__builtin_astype(1.0f, uint), 0x3f800000), EQ(__builtin_astype(v, uint4).w, 4);
	EQ(__builtin_astype(x, uchar4).x, (uchar)x);
	EQ(__builtin_elementwise_max(v, v2).y, 2), EQ(__builtin_elementwise_min((int)x, 3), min((int)x, 3));
	EQ(__builtin_elementwise_abs(-f), f);
	*out = 0xd0e;
}

kernel void memory(global uint *out, global uint *in, local uint *shared) {
	int id = get_global_id(0), lid = get_local_id(0);
	uint n = in[id] % 30, bytes[8], words[8], copy[8];
	out += id * 128;
	__builtin_memset(bytes, 0, sizeof bytes);
	EQ(bytes[0] | bytes[7], 0);
	__builtin_memset(bytes, 0x1ab, sizeof bytes);
	EQ(bytes[3], 0xabababab);
	__builtin_memset(bytes, 0, n);
	for (uint i = 0; i < 32; i++) EQ(((uchar *)bytes)[i], i < n ? 0 : 0xab);
	__builtin_memset((char *)bytes + 1, 7, 3);
	EQ(bytes[0] >> 8, 0x070707);
	for (int i = 0; i < 8; i++) words[i] = in[id] + i;
	EQ(__builtin_memcpy(copy, words, sizeof words) == copy, 1);
	EQ(copy[0], in[id]), EQ(copy[7], in[id] + 7);
	__builtin_memcpy(copy, in + id, 4);
	EQ(copy[0], in[id]);
	__builtin_memset(copy, 0, sizeof copy);
	__builtin_memcpy(copy, words, n);
	int same = 1;
	for (uint i = 0; i < 32; i++) same &= ((uchar *)copy)[i] == (i < n ? ((uchar *)words)[i] : 0);
	EQ(same, 1);
	__builtin_memmove(words + 1, words, 4 * (n % 8));
	same = 1;
	for (uint i = 0; i < 8; i++) same &= words[i] == in[id] + (i > 0 && i <= n % 8 ? i - 1 : i);
	EQ(same, 1);
	__builtin_memmove(words, words + 1, 28);
	EQ(words[6], in[id] + (7 <= n % 8 ? 6 : 7));
	__builtin_memcpy(shared + lid, &n, sizeof n);
	EQ(shared[lid], n);
	__builtin_memcpy(&bytes[2], shared + lid, 4);
	EQ(bytes[2], n);
	*out = 0xd0e;
}

// What the kernels read: numbers of all sizes.
kernel void numbers(global uint *in) {
	uint j = get_global_id(0);
	in[j] = j * j * j * 2654435 + j * 7;
}
