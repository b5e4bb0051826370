// OPTIONS: 120
struct s { int i; float f[3]; };
void accepted(int x, uint u, long l, float f, double d, float4 v, int4 i, global int *p, constant int *c, struct s *r) {
	x = __builtin_popcount(x) + __builtin_popcount(1.5f) + __builtin_clzll(l) + __builtin_ffs(x) + __builtin_parity(u);
	l = __builtin_bswap64(l) + __builtin_expect(x, 1) + __builtin_expect_with_probability(x, 1, 0.5);
	f = __builtin_fabsf(d) + __builtin_sqrt(f) + __builtin_nanf("") + __builtin_nan("0x12") + __builtin_inff();
	x = __builtin_add_overflow(x, l, &u) + __builtin_sadd_overflow(x, x, &x) + __builtin_mul_overflow(u, x, p);
	x = __builtin_constant_p(x) + __builtin_types_compatible_p(int, float) + __builtin_choose_expr(0, v, x);
	v = __builtin_convertvector(i, float4);
	i = __builtin_shufflevector(i, i, 0, 7, -1, 1) + __builtin_astype(v, int4);
	__builtin_memcpy(r, p, sizeof *r);
	__builtin_memset(p, 0, 4);
	__builtin_assume(x > 3);
	__builtin_unreachable();
	__builtin_trap();
	p = __builtin_assume_aligned(p, 16);
	x = __builtin_offsetof(struct s, f[2]);
	__builtin_prefetch(c, 0, 0);
	v = __builtin_elementwise_max(v, v);
}
_Static_assert(__builtin_types_compatible_p(int, const int) && !__builtin_types_compatible_p(int *, uint *), "");
_Static_assert(__builtin_choose_expr(1, 2, "text") == 2 && __builtin_constant_p(2), "");
constant float infinite = -__builtin_inff();
// SECTION
void rejected(int x, float f, float4 v, int4 i, global int *p, constant int *c) {
	x = __builtin_popcount(); // ERROR: wrong number of arguments
	x = __builtin_popcount(v); // ERROR: no matching function
	x = __builtin_popcounts(x); // ERROR: use of undeclared function '__builtin_popcounts'
	f = __builtin_nanf(x); // ERROR: number of a NaN
	f = __builtin_nanf("x"); // ERROR: number of a NaN
	f = __builtin_inff(1); // ERROR: wrong number of arguments
	x = __builtin_add_overflow(x, x, x); // ERROR: no matching function
	x = __builtin_add_overflow(x, f, &x); // ERROR: no matching function
	x = __builtin_add_overflow(x, x, c); // ERROR: no matching function
	x = __builtin_add_overflow(x, x); // ERROR: expected 3, have 2
	x = __builtin_uadd_overflow(x, x, &f); // ERROR: no matching function
	__builtin_memcpy(c, p, 4); // ERROR: no matching function
	__builtin_memset(p, p, 4); // ERROR: no matching function
}
// SECTION
void rejected_too(int x, float f, float4 v, int4 i, global int *p) {
	i = __builtin_shufflevector(i, v, 0, 1, 2, 3); // ERROR: must be vectors of one type
	i = __builtin_shufflevector(i, i, 0, 1, 2, 8); // ERROR: index 8
	i = __builtin_shufflevector(i, i, 0, 1, 2, x); // ERROR: not an integer constant
	i = __builtin_shufflevector(i, i, 0); // ERROR: cannot give a vector of 1 elements
	i = __builtin_convertvector(x, int4); // ERROR: no matching function
	i = __builtin_convertvector(i, global int *); // ERROR: needs a type of numbers
	i = __builtin_astype(f, int4); // ERROR: sizes
	i = __builtin_astype(f, nothing); // ERROR: unknown type name 'nothing'
	x = __builtin_choose_expr(x, 1, 2); // ERROR: not an integer constant
	x = __builtin_types_compatible_p(int); // ERROR: expected ','
	__builtin_assume(v); // ERROR: scalar type
	__builtin_trap(1); // ERROR: wrong number of arguments
	p = __builtin_assume_aligned(x, 4); // ERROR: no matching function
	x = __builtin_constant_p; // ERROR: use of undeclared identifier
}
