package parse_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// halfUses are uses of halves without cl_khr_fp16: the text of the first error, "" where there is none. clang 14
// accepts and rejects the same, unless a row says otherwise.
var halfUses = []struct{ source, want string }{
	// Halves in memory.
	{"kernel void k() { half *p; global half *q; local half *l; constant half *c; }", ""},
	{"typedef half h; kernel void k(global h *p) { vstore_half(1.0f, 0, p); }", ""},
	// clang has no half4
	{"kernel void k() { int n = sizeof(half) + sizeof(half4) + vec_step(half) + vec_step(half3); }", ""},
	{"kernel void k(global half *p) { int n = sizeof(*p) + sizeof(p[1]) + __alignof__(*p); }", ""},
	{"kernel void k(global half *p, int i) { p++; p += 2; int n = p - (p + 1); global half *q = i ? p : p + 1; }", ""},
	{"kernel void k(global half *p) { *(global ushort *)p = 1; }", ""},
	{"kernel void k(global short *p) { float f = vload_half(0, (global half *)p); }", ""},
	{"kernel void k(global half *p) { vstore_half4_rtz(vload_half4(0, p), 1, p); vstorea_half3(vloada_half3(0, p), " +
		"1, p); }", ""},
	{"kernel void k(global half *p) { vstore_half(1.0, 0, &p[3]); vstore_half((float)*(global ushort *)p, 0, p + 1); }",
		""},
	// clang has no half2
	{"kernel void k(global half2 *p) { global half *q = (global half *)(p + 1); float2 f = vload_half2(0, q); }", ""},
	{"kernel void k(global half *p) { global half *const *a; half (*b)[4]; }", ""},
	{"void f(half *p); void g(half p[4]); void h(global half p[]);", ""},
	{"struct S { half h; int x; half a[3]; };", ""},
	{"struct S { half2 h; };", ""}, // clang has no half2
	{"struct S { half h; }; kernel void k(global struct S *s) { float f = vload_half(0, &s->h); vstore_half(f, 0, " +
		"&s[1].h); }", ""},
	{"struct S { half h[4]; }; kernel void k(global struct S *s) { float f = vload_half(1, s->h); }", ""},
	{"struct S { half h; }; kernel void k(global struct S *s) { s[1] = s[0]; struct S t = *s; s[2] = t; }", ""},
	{"struct S { half h; }; struct S f(struct S s) { return s; }", ""},
	{"struct S { half h; int x; }; kernel void k(int i) { struct S t = {0}, u = {.x = 1}, v = {i, 2}; }", ""},
	{"struct S { half h; int x; }; kernel void k() { local struct S t[4]; struct S u[2] = {{1.5f, 1}, {2, 2}}; }", ""},
	{"union U { half h; ushort u; }; kernel void k(global ushort *o) { union U x; x.u = *o; *o = x.u; }", ""},
	{"union U { half h; ushort u; }; kernel void k(global ushort *o) { *o = ((union U){.u = 1}).u; }", ""},

	// Declarations.
	{"kernel void k() { half h; }", "declaring a variable of type 'half' requires cl_khr_fp16"},
	{"kernel void k() { half h = 1.0f; h = h + 1; float f = h; }",
		"declaring a variable of type 'half' requires cl_khr_fp16"},
	{"kernel void k() { half4 v; v.x = 1; v = v + v; }", "declaring a variable of type 'half4' requires"},
	{"kernel void k(global half *p) { half h = *p; half a[2] = {1, 2}, b[] = {*p}; }",
		"declaring a variable of type 'half' requires"},
	{"kernel void k() { half h[4]; h[0] = 1; }", "declaring a variable of type 'half[4]' requires"},
	{"kernel void k() { half2 h[4][2]; }", "declaring a variable of type"},
	{"kernel void k() { local half h[4]; }", "declaring a variable of type 'half[4]' requires"},
	{"constant half c = 1;", "declaring a variable of type 'half'"},
	{"constant half c[2] = {1, 2};", "declaring a variable of type 'half[2]'"},
	{"typedef half h; kernel void k() { h x; }", "declaring a variable of type 'half'"},
	{"kernel void k(global half *p) { typeof(*p) x; }", "declaring a variable of type 'half'"},
	{"void f(half x);", "declaring a parameter of type 'half'"},
	{"float f(half4 x) { return x.x + x.y; }", "declaring a parameter of type 'half4'"},
	{"kernel void k(half h) { float f = h; }", "declaring a parameter of type 'half'"},
	{"kernel void k(half3 h) {}", "declaring a parameter of type 'half3'"},
	{"struct S { half h; }; kernel void k(struct S s) { }", "cannot be used as the type of a kernel parameter"},
	{"half f(void); kernel void k() { float x = f() + 1; }", "a function that returns 'half' requires"},
	{"half4 f(float x) { return x; }", "a function that returns 'half4' requires"},

	// Loads and stores.
	{"kernel void k(global half *p) { float f = *p; }", "a half cannot be loaded or stored"},
	{"kernel void k(global half *p) { *p = 1; }", "a half cannot be loaded or stored"},
	{"kernel void k(global half *p, global half *q) { *p = *q; }", "a half cannot be loaded or stored"},
	{"kernel void k(global half *p) { p[0] += 1; }", "a half cannot be loaded or stored"},
	{"kernel void k(global half *p) { p[0]++; }", "a half cannot be loaded or stored"}, // clang accepts it
	{"kernel void k(global half *p) { if (*p) ; }", "a half cannot be loaded or stored"},
	{"kernel void k(global half *p) { if (p[0] > p[1]) ; }", "a half cannot be loaded or stored"},
	{`kernel void k(global half *p) { printf("%f", *p); }`, "a half cannot be loaded or stored"},
	{"kernel void k(global half *p) { float f = fabs(*p); }", "a half cannot be loaded or stored"},
	{"kernel void k(global half *p) { ushort u = as_ushort(*p); }", "a half cannot be loaded or stored"},
	{"kernel void k(global half2 *p) { p[1] = p[0]; }", "a half2 cannot be loaded or stored"},
	{"kernel void k(global half4 *p) { float f = p->x; }", "a half cannot be loaded or stored"},
	{"kernel void k(global half4 *p) { p->xy = p->zw; }", "a half2 cannot be loaded or stored"},
	{"kernel void k(global half4 *p) { p->s3 = 1; }", "a half cannot be loaded or stored"},
	{"kernel void k(global half4 *p, int i) { float f = (*p)[i]; }", "a half cannot be loaded or stored"},
	{"struct S { half h; }; kernel void k(global struct S *s) { float f = s->h; }",
		"a half cannot be loaded or stored"},
	{"struct S { half h; }; kernel void k(global struct S *s) { s->h = 1.0f; }", "a half cannot be loaded or stored"},
	{"struct S { half h[2]; }; kernel void k(global struct S *s, int i) { float f = s->h[i]; }",
		"a half cannot be loaded or stored"},
	// clang accepts it
	{"struct S { half h; }; struct S g(void); kernel void k() { float f = g().h; }",
		"a half cannot be loaded or stored"},
	{"union U { half h; ushort u; }; kernel void k(global ushort *o) { union U x; x.h = 1; *o = x.u; }",
		"a half cannot be loaded or stored"},
	{"union U { ushort u; half h; }; kernel void k(global float *o) { *o = ((union U){1}).h; }",
		"a half cannot be loaded or stored"},

	// Values made of others.
	{"kernel void k() { float f = 1.0h; }", "half precision constant requires"},
	{"kernel void k() { float f = (half)1; }", "casting to type 'half' requires"},
	{"kernel void k() { float f = (float)(half)2.0; }", "casting to type 'half' requires"},
	{"kernel void k() { float f = ((half2)(1, 2)).x; }", "a vector of type 'half2' requires"},
	{"kernel void k() { float f = ((half2)(1)).x; }", "casting to type 'half2' requires"},
	// clang accepts it
	{"kernel void k() { half *p = &(half){1}; }", "a compound literal of type 'half' requires"},
	{"kernel void k() { half *p = (half[2]){1, 2}; }", "a compound literal of type 'half[2]' requires"},
	{"kernel void k() { float f = convert_half(1.0f); }", "'convert_half' on values of type 'half' requires"},
	{"kernel void k() { float f = convert_half4_rtz((float4)(1)).x; }",
		"'convert_half4_rtz' on values of type 'half' requires"},
	{"kernel void k() { float f = as_half((short)1); }", "'as_half' on values of type 'half' requires"},
	{"kernel void k() { int i = as_int(as_half2(1)); }", "'as_half2' on values of type 'half' requires"},
	{"kernel void k(global half *p) { vload2(0, p); }", "'vload2' on values of type 'half' requires"},
	{"kernel void k(global half *p) { vstore2(1.0f, 0, p); }", "'vstore2' on values of type 'half' requires"},
	{"kernel void k(global half *p) { local half *q; async_work_group_copy(q, p, 4, 0); }",
		""},
	{"kernel void k(global half *p) { prefetch(p, 4); }", ""},
}

func TestHalvesWithoutTheExtension(t *testing.T) {
	for _, use := range halfUses {
		_, list := build("half.cl", "// OPTIONS: 300 generic globals\n"+use.source)
		if use.want == "" {
			assert.Empty(t, list.Render(), use.source)
			continue
		}
		require.NotEmpty(t, list.Diagnostics(), use.source)
		assert.Contains(t, list.Diagnostics()[0].Message, use.want, use.source)
	}
}
