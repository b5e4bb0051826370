package parse_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"heddle/compiler/ast"
)

// TestConversions checks the tree of one expression: its conversions, loads and constants.
func TestConversions(t *testing.T) {
	const head = "void f(char c, uchar uc, short s, int i, uint u, long l, ulong ul, float x, double d, float4 v," +
		" int4 iv, uchar4 b, float3 v3, global int *g, int *p) { int a[3]; "
	for source, want := range map[string]string{
		"i = c + s":               "(= i (+ (cast int (load c)) (cast int (load s))))",
		"u = i + u":               "(= u (+ (cast uint (load i)) (load u)))",
		"l = u + l":               "(= l (+ (cast long (load u)) (load l)))",
		"ul = l + ul":             "(= ul (+ (cast ulong (load l)) (load ul)))",
		"x = i + x":               "(= x (+ (cast float (load i)) (load x)))",
		"x = x + 1.0":             "(= x (cast float (+ (cast double (load x)) 1)))",
		"d = x":                   "(= d (cast double (load x)))",
		"v = v * 2":               "(= v (* (load v) (cast float4 2)))",
		"v = x":                   "(= v (cast float4 (load x)))",
		"iv = v < 1.0f":           "(= iv (< (load v) (cast float4 1)))",
		"i = x < 1":               "(= i (< (load x) 1))",
		"c += 1":                  "(+= int c 1)",
		"c <<= l":                 "(<<= int c (load l))",
		"b = b << 1":              "(= b (<< (load b) (cast uchar4 1)))",
		"b = b + uc":              "(= b (+ (load b) (cast uchar4 (load uc))))",
		"b = b + c":               "(= b (+ (load b) (cast uchar4 (load c))))",
		"v.hi = v3.hi":            "(= (swizzle[2 3] v) (load (swizzle[2 255] v3)))",
		"i = u >> c":              "(= i (cast int (>> (load u) (cast int (load c)))))",
		"v = iv ? v : x":          "(= v (select (load iv) (load v) (cast float4 (load x))))",
		"x = i ? x : 1":           "(= x (cond (load i) (load x) 1))",
		"v.zyx = v.xyz":           "(= (swizzle[2 1 0] v) (load (swizzle[0 1 2] v)))",
		"v.xyz.y = 1":             "(= (swizzle[1] v) 1)",
		"v = v.xxxx":              "(= v (swizzle[0 0 0 0] (load v)))",
		"v[i] = v[2]":             "(= (index v (cast long (load i))) (load (swizzle[2] v)))",
		"v.hi = v3.lo":            "(= (swizzle[2 3] v) (load (swizzle[0 1] v3)))",
		"i = g[1]":                "(= i (load (deref (ptradd (load g) 1))))",
		"i = a[i]":                "(= i (load (deref (ptradd (addr a) (cast long (load i))))))",
		"i = *a":                  "(= i (load (deref (addr a))))",
		"p = &a[1]":               "(= p (ptradd (addr a) 1))",
		"p = &i":                  "(= p (addr i))",
		"i = *&i":                 "(= i (load i))",
		"l = &a[2] - p":           "(= l (ptrdiff (ptradd (addr a) 2) (load p)))",
		"g = 0":                   "(= g (cast pointer 0))",
		"i = 2 * 3 + (4 << 1)":    "(= i 14)",
		"u = -1":                  "(= u 4294967295)",
		"uc = 'a' + 256":          "(= uc 97)",
		"x = 1 / 3.0f":            "(= x 0.3333333432674408)",
		"l = 2147483648":          "(= l 2147483648)",
		"u = 0xffffffff":          "(= u 4294967295)",
		"x = 0x1.8p1f":            "(= x 3)",
		"i = !x":                  "(= i (! (load x)))",
		"iv = !v":                 "(= iv (! (load v)))",
		"v = (float4)(x)":         "(= v (cast float4 (load x)))",
		"v = (float4)(v.xy,1,i)":  "(= v (vector (load (swizzle[0 1] v)) 1 (cast float (load i))))",
		"x = (float4)(1,2,3,4).y": "(= x (swizzle[1] (vector 1 2 3 4)))",
		"v = fmax(v, x)":          "(= v (builtin fmax (load v) (load x)))",
		"x = sqrt(4.0f)":          "(= x (builtin sqrt 4))",
		"i = sizeof(v3)":          "(= i 16)",
	} {
		u := mustBuild(t, head+source+"; }")
		list := u.Funcs[0].Body.List
		require.NotEmpty(t, list)
		assert.Equal(t, want, dump(list[len(list)-1].(*ast.ExprStmt).X), source)
	}
}

// TestInitialiserPlaces checks offsets and values of initialiser lists.
func TestInitialiserPlaces(t *testing.T) {
	u := mustBuild(t, `
struct s { char c; int a[2]; float2 v; };
constant struct s one = { 1, { 2, 3 }, { 4, 5 } };
constant struct s flat[] = { 1, 2, 3, 4, 5, [2] = { .v = (float2)(6), .a[1] = 7 } };
constant struct s many[1000] = { [2 ... 5] = { 1, .v = 2 }, [3].a[0 ... 1] = 8, [4].c = 9 };
constant char word[8] = "ab";
`)
	type at struct {
		offset uint64
		value  string
		count  uint64
		stride uint64
	}
	places := func(i int) (all []at) {
		for _, p := range u.Globals[i].Init.Places {
			all = append(all, at{p.Offset, dump(p.Expr), p.Count, p.Stride})
		}
		return all
	}
	one := []at{{0, "1", 0, 0}, {4, "2", 0, 0}, {8, "3", 0, 0}}
	assert.Equal(t, append(one[:3:3], at{16, "(vector 4 5)", 0, 0}), places(0))
	assert.Equal(t, append(one[:3:3], []at{{16, "(vector 4 4)", 0, 0}, {24, "5", 0, 0}, {56, "7", 0, 0},
		{64, "(vector 6 6)", 0, 0}}...), places(1))
	assert.Equal(t, int64(3), u.Globals[1].Type.Len)
	assert.Equal(t, []at{
		{48, "1", 0, 0}, {64, "(vector 2 2)", 0, 0},
		{72, "1", 0, 0}, {76, "8", 2, 4}, {88, "(vector 2 2)", 0, 0},
		{96, "9", 0, 0}, {112, "(vector 2 2)", 0, 0},
		{120, "1", 0, 0}, {136, "(vector 2 2)", 0, 0},
	}, places(2))
	assert.Equal(t, []at{{0, "97", 0, 0}, {1, "98", 0, 0}}, places(3))
}

func TestRecordLayout(t *testing.T) {
	u := mustBuild(t, `
struct plain { char c; double d; short s; };
struct __attribute__((packed)) tight { char c; double d; short s; };
struct wide { char c; } __attribute__((aligned(64)));
struct vec { char c; float3 v; union { int i; char b[5]; }; };
constant ulong sizes[] = { sizeof(struct plain), sizeof(struct tight), sizeof(struct wide), sizeof(struct vec),
	__alignof__(struct vec), __builtin_offsetof(struct vec, b) };
`)
	var got []string
	for _, p := range u.Globals[0].Init.Places {
		got = append(got, dump(p.Expr))
	}
	assert.Equal(t, []string{"24", "11", "64", "48", "16", "32"}, got)
}

func TestKernelAttributes(t *testing.T) {
	u := mustBuild(t, `
typedef struct pair { int a; } pair_t;
__attribute__((reqd_work_group_size(8, 4, 1), vec_type_hint(float4)))
kernel void k(global unsigned int *a, const pair_t b, local struct pair *c, constant uchar4 *restrict d, unsigned long e) {}`)
	f := u.Funcs[0]
	assert.Equal(t, []string{"reqd_work_group_size(8,4,1)", "vec_type_hint(float4)"}, f.Attrs.Text)
	assert.Equal(t, [3]uint64{8, 4, 1}, f.Attrs.ReqdWorkGroupSize)
	var names []string
	for _, v := range f.Params {
		names = append(names, v.TypeName)
	}
	assert.Equal(t, []string{"uint*", "pair_t", "struct pair*", "uchar4*", "ulong"}, names)
}
