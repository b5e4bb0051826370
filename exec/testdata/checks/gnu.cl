// What GNU C and C11 have beyond C99, with values.
//arg out uint[5120] 0xeeee
//arg in uint[40] by numbers
//launch 40/20
//checks out

#define EQ(a, b) (*out++ = (a) == (b) ? 0 : __LINE__)

int twice(int x) { return 2 * x; }
float half_of(float x) { return x / 2; }
#define HALF_OR_TWICE(x) _Generic((x), int: twice, float: half_of)(x)
#define KIND(x) _Generic((x), char: 1, int: 2, uint: 3, long: 4, ulong: 5, float: 6, double: 7, float4: 8, \
	global uint *: 9, const int: 10, default: 11)

typedef struct { int n; int a[4]; struct { float f[2]; } inner; } array_holder;
array_holder made(int n) {
	array_holder h = {n, {n, n + 1, n + 2, n + 3}, {{n * 0.5f, n * 0.25f}}};
	return h;
}

int ranges(int x) {
	switch (x) {
	case -5 ... -1: return 1;
	case 0: return 2;
	case 1 ... 1: return 3;
	case 2 ... 100: x++;
	case 200 ... 0x7fffffff: return 4 + x;
	default: return 5;
	}
}

int unsigned_ranges(ulong x) {
	switch (x) {
	case 5 ... 0xffffffffffUL: return 1;
	case 0xfffffffffffffff0UL ... 0xffffffffffffffffUL: return 2;
	case 9 ... 5: return 3; // empty
	}
	return 0;
}

int later_labels(int x) {
	int sum = 0;
	switch (x)
		for (; x < 14; x++) {
		case 3 ... 9: sum += 1;
		case 10 ... 12: sum += 100;
		}
	return sum;
}

struct flexible { int n; short a[]; };
#pragma pack(push, 1)
struct packed { char c; int i; double d; };
#pragma pack(2)
struct packed2 { char c; int i __attribute__((aligned(8))); double d; };
#pragma pack(pop)
struct natural { char c; int i; double d; };
struct aligned { char c; _Alignas(16) int i; _Alignas(double) char d; };

typedef float four_floats __attribute__((ext_vector_type(4)));
typedef __attribute__((ext_vector_type(2))) int two_ints;
typedef uint __attribute__((vector_size(16))) four_uints;
typedef float float3 __attribute__((ext_vector_type(3)));

long long wide_type(unsigned long long int x) { return (long long)x * 2LL; }
int unnamed(int, int y) { return y; }
constant char *text(void) { return __func__; }

int same(constant char *a, constant char *b) {
	while (*a && *a == *b) a++, b++;
	return *a == *b;
}

kernel void gnu(global uint *out, global uint *in) {
	int id = get_global_id(0), x = in[id], zero = x - x, calls = 0;
	out += id * 128;

	EQ(x ?: 5, x == 0 ? 5 : x);
	EQ(zero ?: 5, 5);
	EQ(calls++ ?: 7, 7);
	EQ(calls, 1);
	EQ(++calls ?: 7, 2);
	EQ(calls, 2);
	EQ(0 ?: 3, 3);
	EQ((zero ?: 1) ?: 2, 1);
	EQ(zero ?: zero ?: 9, 9);
	EQ(in ?: (global uint *)0, in);
	int4 v = (int4)(-1, 0, x, -x) ?: (int4)(7);
	EQ(v.x, -1);
	EQ(v.y, 7);
	EQ((zero ?: 2.5f), 2.5f);
	enum { constant_elvis = 0 ?: 4 };
	EQ(constant_elvis, 4);

	EQ(ranges(-6), 5), EQ(ranges(-5), 1), EQ(ranges(-1), 1), EQ(ranges(0), 2), EQ(ranges(1), 3), EQ(ranges(2), 7);
	EQ(ranges(100), 105);
	EQ(ranges(101), 5), EQ(ranges(200), 204), EQ(ranges(0x7ffffff0), (int)0x7ffffff4);
	int r = (int)(in[id] % 400) - 100;
	EQ(ranges(r), r < -5 ? 5 : r < 0 ? 1 : r == 0 ? 2 : r == 1 ? 3 : r <= 100 ? r + 5 : r < 200 ? 5 : r + 4);
	EQ(unsigned_ranges(4), 0), EQ(unsigned_ranges(5), 1), EQ(unsigned_ranges(0xffffffffffUL), 1);
	EQ(unsigned_ranges(0x10000000000UL), 0);
	EQ(unsigned_ranges(-1), 2), EQ(unsigned_ranges(-16), 2), EQ(unsigned_ranges(-17), 0);
	EQ(later_labels(12), 100 + 101), EQ(later_labels(11), 100 + 2 * 101), EQ(later_labels(3), 11 * 101);
	char c = (char)in[id];
	switch (c) {
	case 'a' ... 'z': EQ(c >= 'a' && c <= 'z', 1); break;
	case -128 ... -1: EQ(c < 0, 1); break;
	default: EQ(c >= 0 && (c < 'a' || c > 'z'), 1);
	}

	EQ(HALF_OR_TWICE(x), 2 * x);
	EQ(HALF_OR_TWICE(3.0f), 1.5f);
	EQ(KIND(c), 1), EQ(KIND(x), 2), EQ(KIND(1u), 3), EQ(KIND(1LL), 4), EQ(KIND(sizeof x), 5), EQ(KIND(1.0f), 6);
	EQ(KIND(1.0), 7);
	EQ(KIND((float4)1), 8), EQ(KIND(in), 9), EQ(KIND('a'), 2), EQ(KIND((short)1), 11);
	const int unchanging = 1;
	EQ(KIND(unchanging), 2);
	EQ(_Generic(x, default: 1, int: 2), 2);

	EQ(made(3).a[1], 4), EQ(made(x).a[id & 3], x + (id & 3)), EQ((id & 1 ? made(1) : made(2)).a[0], id & 1 ? 1 : 2);
	EQ(made(8).inner.f[1], 2.0f), EQ(*made(5).a, 5), EQ((made(1), made(2)).a[3], 5);
	array_holder h;
	EQ((h = made(9)).a[2], 11), EQ(h.a[2], 11);
	int sum = 0;
	for (int i = 0; i < 4; i++) sum += made(i).a[i];
	EQ(sum, 12);

	EQ(L'a', 97), EQ(u'\xffff', 0xffff), EQ(U'\U0001F600', 0x1f600u), EQ(L'\xffffffff', -1), EQ(u8'a', 'a');
	EQ(sizeof(u'a'), 2), EQ(L'é', 0xe9);
	EQ(sizeof(u8"é"), 3), EQ("\u20ac"[0], (char)0xe2), EQ(sizeof("\u20ac"), 4);
	EQ(0b101, 5), EQ(0x1.8p1, 3.0), EQ(10ull, 10), EQ(0xffffffffffffffffLLU, ~0UL), EQ(-1LL, -1L);
	EQ(wide_type(x), 2L * x), EQ(sizeof(long long), 8), EQ(sizeof(unsigned long long), 8), EQ(unnamed(1, x), x);

	__auto_type copy = c;
	__auto_type fraction = 0.5f * x;
	EQ(copy, c), EQ(sizeof copy, 1), EQ(fraction, 0.5f * x);
	*out = 0xd0e;
}

kernel void layouts(global uint *out, global uint *in) {
	int id = get_global_id(0), x = in[id];
	out += id * 128;
	EQ(sizeof(struct packed), 13), EQ(__builtin_offsetof(struct packed, i), 1), EQ(_Alignof(struct packed), 1);
	EQ(sizeof(struct packed2), 14), EQ(offsetof(struct packed2, d), 6), EQ(_Alignof(struct packed2), 2);
	EQ(sizeof(struct natural), 16), EQ(sizeof(struct flexible), 4), EQ(sizeof(struct aligned), 32);
	EQ(_Alignof(struct aligned), 16);
	EQ(offsetof(struct aligned, i), 16), EQ(offsetof(struct aligned, d), 24);
	EQ(offsetof(array_holder, a[2]), 12), EQ(offsetof(array_holder, inner.f[1]), 24);
	struct packed p = {1, x, 2.5};
	EQ(p.i, x), EQ(p.d, 2.5), EQ(*(((char *)&p) + 1), (char)x);
	int room[4] = {2, 0x00040003, 5, 6};
	struct flexible *f = (struct flexible *)room;
	EQ(f->a[f->n - 2], 3), EQ(f->a[1], 4), EQ(f->a[x - x + 2], 5);
	four_floats q = (four_floats)(1, 2, 3, x);
	EQ(q.w, (float)x), EQ(sizeof q, 16);
	two_ints t = (two_ints)(x, 5);
	EQ(t.y, 5), EQ(t.x, x), EQ(sizeof(four_uints), 16), EQ(sizeof(float3), 16);
	_Alignas(64) int placed = x;
	EQ((ulong)&placed % 4, 0), EQ(placed, x);

	EQ(same(__func__, "layouts"), 1), EQ(same(text(), "text"), 1), EQ(same(__FUNCTION__, "layouts"), 1);
	EQ(same(__PRETTY_FUNCTION__, "void layouts(global uint *, global uint *)"), 1), EQ(sizeof __func__, 8);
	EQ(as_uint(NAN), 0x7fc00000), EQ(as_uint(nan(0u)), 0x7fc00000), EQ(as_uint(0.0f / 0.0f), 0x7fc00000);
	EQ(as_uint(-NAN), 0xffc00000);
	EQ(as_uint(INFINITY - INFINITY), 0x7fc00000), EQ(as_ulong(0.0 / 0.0), 0x7ff8000000000000UL);
	EQ(as_uint((float)(0.0 * HUGE_VAL)), 0x7fc00000);
	EQ(as_uint(__builtin_nanf("")), 0x7fc00000), EQ(as_uint(__builtin_nanf("5")), 0x7fc00005);
	EQ(as_ulong(__builtin_nan("")), 0x7ff8000000000000UL);
	EQ(__builtin_inff(), INFINITY), EQ(__builtin_huge_val(), HUGE_VAL), EQ(__builtin_inf(), (double)INFINITY);
	constant float not_a_number = NAN;
	EQ(as_uint(not_a_number), 0x7fc00000);
	wait_group_events(0, NULL);
	wait_group_events(0, 0);
	*out = 0xd0e;
}

// What the kernels read: numbers of all sizes.
kernel void numbers(global uint *in) {
	uint j = get_global_id(0);
	in[j] = j * j * j * 2654435 + j * 7;
}
