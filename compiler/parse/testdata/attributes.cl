// OPTIONS: 300 generic globals
#define SAME(a, b) _Static_assert((a) == (b), "")
// SECTION
// Vectors.
typedef float f4 __attribute__((ext_vector_type(4)));
typedef __attribute__((__ext_vector_type__(2 + 1))) short s3;
typedef uchar u16 __attribute__((vector_size(16)));
typedef enum { RED } color4 __attribute__((ext_vector_type(4)));
struct holder { float v __attribute__((vector_size(8))); char c; };
SAME(sizeof(f4), 16); SAME(sizeof(s3), 8); SAME(sizeof(u16), 16); SAME(sizeof(struct holder), 16);
SAME(vec_step(s3), 4); SAME(sizeof(color4), 16);
f4 twice(f4 v) { return v.wzyx * 2 + (f4)(1, 2, 3, 4) + convert_float4((int4)(1)); }
kernel void k(f4 a, global u16 *b, global float4 *c) {
	float __attribute__((vector_size(16))) v = a, w;
	float *p, x __attribute__((ext_vector_type(2))), y;
	w = v;
	c[0] = twice(w) + a;
	b[0].s0123 = (uchar4)(1);
	x.x = w.y;
	*p = y = x.y;
	(void)(int __attribute__((vector_size(8))))(int2)(1, 2);
}
// SECTION
typedef float f5 __attribute__((ext_vector_type(5))); // ERROR: a vector of 5 elements does not exist
typedef float f32 __attribute__((vector_size(128))); // ERROR: a vector of 32 elements does not exist
typedef float f1 __attribute__((ext_vector_type(1))); // ERROR: a vector of 1 elements does not exist
typedef float f6 __attribute__((vector_size(24))); // ERROR: a vector of 6 elements does not exist
typedef bool b4 __attribute__((ext_vector_type(4))); // ERROR: invalid vector element type 'bool'
typedef float4 v4 __attribute__((ext_vector_type(4))); // ERROR: invalid vector element type 'float4'
typedef int *p4 __attribute__((ext_vector_type(4))); // a pointer to a vector
typedef struct { int a; } r4 __attribute__((ext_vector_type(4))); // ERROR: invalid vector element type
typedef int odd __attribute__((vector_size(6))); // ERROR: no multiple of the size of its elements, 4
typedef int none __attribute__((vector_size(0))); // ERROR: zero or negative
typedef int less __attribute__((ext_vector_type(-1))); // ERROR: zero or negative
typedef int without __attribute__((vector_size)); // ERROR: takes one argument
typedef int f3 __attribute__((vector_size(12))); // ERROR: use ext_vector_type(3)
// SECTION
// Machine modes.
typedef int i8 __attribute__((mode(QI)));
typedef unsigned u64 __attribute__((__mode__(__DI__)));
typedef float f64 __attribute__((mode(DF)));
typedef unsigned word __attribute__((mode(word)));
SAME(sizeof(i8), 1); SAME(sizeof(u64), 8); SAME(sizeof(f64), 8); SAME(sizeof(word), 8);
SAME((i8)-1 < 0, 1); SAME((u64)-1 > 0, 1); SAME((word)-1 > 0, 1);
typedef int i128 __attribute__((mode(TI))); // ERROR: machine mode 'TI' is not supported
typedef int sf __attribute__((mode(SF))); // ERROR: machine mode 'SF' does not go with the type 'int'
typedef float si __attribute__((mode(SI))); // ERROR: machine mode 'SI' does not go with the type 'float'
typedef int v4 __attribute__((mode(V4SI))); // ERROR: vectors by machine mode
typedef int foo __attribute__((mode(foo))); // ERROR: machine mode 'foo' is not supported
// SECTION
// Address spaces.
kernel void k(__attribute__((opencl_global)) int *p, int __attribute__((opencl_constant)) *q, global int *r) {
	r = p;
	int *__attribute__((opencl_private)) x = p;
	*q = 1; // ERROR: constant address space
	global int __attribute__((opencl_local)) *z; // ERROR: two address spaces
}
// SECTION
// Alignments of typedefs are those of variables and fields; sizes stay.
typedef int wide __attribute__((aligned(16)));
typedef int loose __attribute__((aligned(2)));
typedef struct { char c; } big __attribute__((aligned(64)));
struct one { char c; wide w; }; struct two { char c; loose l[2]; loose *p; };
struct three { char c; big b; }; struct four { char c; wide *w; };
SAME(sizeof(wide), 4); SAME(__alignof__(wide), 16); SAME(sizeof(big), 1); SAME(__alignof__(big), 64);
SAME(sizeof(struct one), 32); SAME(sizeof(struct two), 24); SAME(sizeof(struct three), 128); SAME(sizeof(struct four), 16);
SAME(__builtin_offsetof(struct two, l), 2);
typedef struct { char c; } __attribute__((aligned(64))) huge;
SAME(sizeof(huge), 64);
wide many[4]; // ERROR: the size of the array's elements, 4, is no multiple of their alignment, 16
typedef struct { char c; int i; } late __attribute__((packed)); // WARNING: 'packed' ignored
SAME(sizeof(late), 8);
// SECTION
// What changes nothing that programs see.
void f(void) __attribute__((cold, const, __pure__, unused, used, deprecated("no"), leaf, nothrow, flatten, convergent,,))
	__attribute__((section("x"), weak, visibility("hidden"), annotate("(x)"), no_sanitize("x"), noreturn, target("avx")));
kernel __attribute__((reqd_work_group_size(8, 1, 1), vec_type_hint(float4), work_group_size_hint(1, 1, 1)))
void k(global int *p __attribute__((nosvm, endian(host))), global int *q __attribute__((__unused__, may_alias))) {
	__attribute__((opencl_unroll_hint(2))) for (int i = 0; i < 2; i++) p[i] = 1;
	switch (p[0]) { case 1: p[0] = 2; __attribute__((fallthrough)); case 2: p[1] = 3; }
	enum __attribute__((unused)) color { RED __attribute__((deprecated)) };
	int x __attribute__((aligned(16), unused));
}
// SECTION
void g(void) __attribute__((no_such)); // WARNING: unknown attribute 'no_such' ignored
void h(void) __attribute__((__no_such__(1, (2), "x"), aligned(4), optimize("O3"))); // WARNING: unknown attribute 'no_such' // WARNING: unknown attribute 'optimize'
kernel __attribute__((intel_reqd_sub_group_size(8))) void k(void) {}
kernel __attribute__((qcom_reqd_sub_group_size("half"))) void l(void) {}
void i(void) __attribute__((stdcall)); // WARNING: attribute 'stdcall' ignored
typedef union { int a; } U __attribute__((transparent_union)); // WARNING: attribute 'transparent_union' ignored
// SECTION
kernel __attribute__((intel_reqd_sub_group_size(12))) void k(void) {} // ERROR: sub-groups of 12 work-items are not supported
kernel __attribute__((intel_reqd_sub_group_size)) void l(void) {} // ERROR: attribute 'intel_reqd_sub_group_size' needs a size
kernel __attribute__((qcom_reqd_sub_group_size("full"))) void m(void) {} // ERROR: sub-groups of 128 work-items
kernel __attribute__((qcom_reqd_sub_group_size(64))) void n(void) {} // ERROR: attribute 'qcom_reqd_sub_group_size' needs "half" or "full"
// SECTION
// What changes the meaning.
void a(void) __attribute__((alias("g"))); // ERROR: attribute 'alias' changes what the program means
void b(void) __attribute__((constructor)); // ERROR: attribute 'constructor'
void c(int *); void d(void) { int x __attribute__((__cleanup__(c))); } // ERROR: attribute 'cleanup'
void e(int x) __attribute__((enable_if(x > 0, ""))); // ERROR: attribute 'enable_if'
void f(__attribute__((address_space(1))) int *x); // ERROR: attribute 'address_space'
struct __attribute__((scalar_storage_order("big-endian"))) S { int x; }; // ERROR: attribute 'scalar_storage_order'
enum __attribute__((packed)) E { A }; // ERROR: attribute 'packed' is not supported for an enum
// SECTION
struct __attribute__((vector_size(16))) S { int x; }; // ERROR: attribute 'vector_size' cannot be applied to a structure
void f(int *__attribute__((mode(DI))) p) { // ERROR: attribute 'mode' cannot be applied to a pointer
	__attribute__((vector_size(16))) *p = 1; // ERROR: attribute 'vector_size' cannot be applied to a statement
	enum __attribute__((mode(QI))) { A }; // ERROR: attribute 'mode' cannot be applied to an enum
}
