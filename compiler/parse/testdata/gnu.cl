// OPTIONS: 120
#define NULL ((void *)0)
typedef struct { int n; int a[2]; } holder;
holder made(int n) { holder h = {n, {n, n}}; return h; }
// SECTION
long long a(unsigned long long x) { return x; } // WARNING: 'long long' is reserved
long long b(long long int x) { return 1LL + 2ull + 3LLU; }
// SECTION
long long long c; // WARNING: reserved // ERROR: make no type together // ERROR: must reside in constant
constant int ll = 1lul; // ERROR: invalid number
// SECTION
void elvis(int x, global int *p, int4 v, holder h) {
	int y = x ?: 3;
	global int *q = p ?: 0;
	v = v ?: (int4)1;
	h = h ?: h; // ERROR: scalar
	y = x ? : 3;
	y = x ?: p; // WARNING: pointer/integer // WARNING: incompatible pointer to integer
}
constant int c1 = 0 ?: 7;
_Static_assert(c1 == 7, "the first that is not zero");
_Static_assert((2 ?: 7) == 2, "");
// SECTION
void cases(int x, uint u, char c) {
	switch (x) {
	case 1 ... 5: break;
	case 6 ... 6: break;
	case -3 ... 0: break;
	case 5 ... 7: break; // ERROR: duplicate case value '5'
	case 3: break; // ERROR: duplicate case value '3'
	case -9 ... -4: break;
	case 9 ... 8: break; // WARNING: empty case range
	case 8 ... 9: break;
	case -10 ... -8: break; // ERROR: duplicate case value '-10'
	case 20: case 19 ... 21: break; // ERROR: duplicate case value '19'
	case x ... 30: break; // ERROR: not an integer constant
	case 31 ...: break; // ERROR: expected an expression
	}
	switch (u) {
	case 1 ... -1: break;
	case 0: break;
	}
}
// SECTION
int f1(int x) { return x; }
float f2(float x) { return x; }
void generic(int x, float f, const int c, global int *p) {
	x = _Generic(x, int: f1, float: f2)(x);
	f = _Generic(f, int: f1, default: f2)(f);
	x = _Generic(c, int: 1, const int: "text");
	x = _Generic(p, global int *: 1, local int *: 2, constant int *: 3);
	x = _Generic(x, float: 1, uint: 2); // ERROR: controlling expression type 'int' not compatible
	x = _Generic(x, int: 1, float: 2, int: 3); // ERROR: type 'int' in generic association compatible
	x = _Generic(x, default: 1, default: 2); // ERROR: duplicate default
	x = _Generic(x, unknown: 1); // ERROR: unknown type name 'unknown' // ERROR: not compatible
	x = _Generic(x); // ERROR: not compatible
	x = _Generic x; // ERROR: after '_Generic' 
	_Generic(x, int: x) = 3;
}
// SECTION
constant char *outside = __func__; // WARNING: only valid inside function // ERROR: must reside in constant address space
void names(void) {
	printf("%s %s %s\n", __func__, __FUNCTION__, __PRETTY_FUNCTION__);
	constant char *s = __func__;
	__func__[0] = 'x'; // ERROR: cannot assign
	private char *t = __func__; // ERROR: changes address space
}
// SECTION
void records(int i) {
	int x = made(1).a[i];
	x = (i ? made(1) : made(2)).a[0];
	int *p = made(3).a;
	x = made(1).b[0]; // ERROR: no member named 'b'
	made(1).a = p; // ERROR: not assignable
	made(1).n = 2; // ERROR: not assignable
}
constant int from_call = made(1).a[0]; // ERROR: that is not stored in a variable
// SECTION
int unnamed(int, float f) { return f; } // WARNING: omitting the parameter name
void declared(int, float);
kernel void unnamed_argument(global int *) {} // WARNING: omitting the parameter name
// SECTION
void characters(int x) {
	x = L'a' + u'b' + U'c' + u8'd';
	x = u'\x10000'; // ERROR: invalid character constant
	x = u8'é'; // ERROR: invalid character constant
	x = L'ab'; // ERROR: invalid character constant
	x = 'é'; // ERROR: too large
	x = 'ab'; // WARNING: multi-character
	constant char *s = u8"text" "more" "\u00e9\U0001F600";
	constant int *w = L"wide"; // ERROR: wide string literals // WARNING: incompatible pointer types
	x = '\u0041'; // ERROR: unknown escape sequence // WARNING: multi-character
}
// SECTION
void automatic(int x, float4 v) {
	__auto_type y = x;
	const __auto_type w = v.xy, z = 1;
	w.x = 2; // ERROR: const-qualified
	__auto_type none; // ERROR: requires an initializer
	__auto_type *p = &x; // ERROR: not allowed in the type of a pointer or array
	__auto_type list = {1, (2)}; // ERROR: cannot use '__auto_type' with an initializer list
	x = (__auto_type)v; // ERROR: only allowed for a variable
	__auto_type self = self; // ERROR: undeclared identifier 'self'
}
__auto_type function(void); // ERROR: only allowed for a variable
typedef __auto_type type; // ERROR: only allowed for a variable
constant __auto_type number = 5;
void parameter(__auto_type x); // ERROR: only allowed for a variable
struct with_auto { __auto_type x; }; // ERROR: only allowed for a variable
// SECTION
_Alignas(16) constant int placed = 1;
struct aligned { _Alignas(8) char c; _Alignas(double) int i; };
void alignment(void) {
	_Alignas(64) int x = 1;
	_Alignas(3) int y; // ERROR: power of two
	_Alignas 8 int z; // ERROR: expected '('
}
// SECTION
struct flexible { int n; int a[]; };
struct flexible_inside { int a[]; int n; }; // ERROR: flexible array member 'a' is not at the end
union flexible_union { int n; int a[]; }; // ERROR: flexible array member in a union
constant struct flexible flexible_none = {1}, flexible_empty = {1, {}};
constant struct flexible flexible_list = {1, {2, 3}}; // ERROR: an initialiser of a flexible array member
constant struct flexible flexible_named = {.a = {2}}; // ERROR: an initialiser of a flexible array member
struct flexible_text { int n; char a[]; };
constant struct flexible_text flexible_string = {1, "ab"}; // ERROR: an initialiser of a flexible array member
struct zero { int n; int a[0]; };
struct empty {};
struct asserted { int a; _Static_assert(sizeof(int) == 4, "int"); };
struct asserted_not { int a; _Static_assert(sizeof(int) == 8, "int"); }; // ERROR: static assertion failed
// SECTION
void *label(void) {
	void *p = &&here; // ERROR: address of a label
here:
	goto *p; // ERROR: indirect goto
	return 0;
}
// SECTION
typedef float vec4 __attribute__((ext_vector_type(4)));
typedef __attribute__((vector_size(8))) float vec2;
typedef int float4 __attribute__((ext_vector_type(4)));
void vectors(vec4 v, vec2 w, float4 i) {
	v.xy = w;
	i = v; // ERROR: vectors are never converted
}
// SECTION
__attribute__((unused, always_inline, pure, cold, nonnull(1))) static inline int attributed(int *p __attribute__((unused))) { return 1; }
__attribute__((fancy)) void unknown_attribute(void); // WARNING: unknown attribute 'fancy'
__attribute__((fancy(1, "x", (y)), __unused__)) void unknown_attributes(void); // WARNING: unknown attribute 'fancy'
// SECTION
#pragma pack(1)
struct packed1 { char c; int i; };
_Static_assert(sizeof(struct packed1) == 5, "");
#pragma pack(push)
#pragma pack(2)
struct packed2 { char c; int i; };
_Static_assert(sizeof(struct packed2) == 6, "");
#pragma pack(push, name, 4)
struct packed4 { char c; long i; };
_Static_assert(sizeof(struct packed4) == 12, "");
#pragma pack(pop, name)
struct packed2b { char c; int i; };
_Static_assert(sizeof(struct packed2b) == 6, "");
#pragma pack(pop)
struct packed1b { char c; int i; };
_Static_assert(sizeof(struct packed1b) == 5, "");
#pragma pack()
struct natural { char c; int i; };
_Static_assert(sizeof(struct natural) == 8, "");
#pragma pack(pop) // WARNING: stack empty
#pragma pack(3) // WARNING: expected #pragma pack parameter
#pragma GCC diagnostic ignored "-Wall"
#pragma clang diagnostic push
#pragma once
#pragma whatever
void after(void) {}
// SECTION
// OPTIONS: nothing
void offsets(int i) {
	ulong x = __builtin_offsetof(holder, a[1]) + offsetof(holder, n);
	x = offsetof(holder, b); // ERROR: no member named 'b'
	x = offsetof(holder, a.n); // ERROR: requires a complete struct
	x = offsetof(holder, n[1]); // ERROR: requires an array type
	x = offsetof(holder, a[i]); // ERROR: not an integer constant
	x = offsetof(holder); // ERROR: expected ','
	x = offsetof(int, n); // ERROR: requires a complete struct
}
// SECTION
void formats(int c, constant char *f, global char *g) {
	printf(c ? "%d\n" : "%s\n", c); // WARNING: format specifies '%s'
	printf(c ? "%d\n" : "other %d\n", c);
	printf(f, c);
	printf(f + 1, c);
	constant char *local_format = "%d";
	printf(local_format, 1.5f);
	__builtin_printf("%f\n", c); // WARNING: format specifies '%f'
	char buffer[4] = "%d";
	printf(buffer, c); // ERROR: must lie in constant memory
	printf(g, c); // ERROR: must lie in constant memory
	printf(c); // ERROR: first argument of printf
}
// SECTION
void nulls(global int *p, event_t e, local int *q) {
	wait_group_events(0, NULL);
	wait_group_events(0, 0);
	wait_group_events(1, &e);
	wait_group_events(1, p); // ERROR: no matching function
	wait_group_events(1, 1); // ERROR: no matching function
	e = async_work_group_copy(q, p, 4, 0);
	e = async_work_group_copy(q, p, 4, NULL);
	p = NULL;
	if (p == NULL || p != 0) return;
	e = async_work_group_copy(q, p, 4, (void *)p); // ERROR: changes address space of pointer
}
