package exec

import (
	"testing"

	"heddle/compiler"
)

const over = "#define OVER __attribute__((overloadable))\n"

// TestOverloadsOfBuiltins is about functions of the program with the names of built-in functions.
func TestOverloadsOfBuiltins(t *testing.T) {
	runMeanings(t, map[string]*meaning{
		"besides the built-in": {want: []int32{3, 1003, 1004, 8}, units: []string{over + `
			double OVER abs(double x) { return (x < 0 ? -x : x) + 1000; }
			kernel void k(global int *out, global int *in) {
				out[0] = abs(-in[3]); out[1] = abs(-3.0 * in[1]); out[2] = abs(-4.0f * in[1]); out[3] = abs((char)-in[8]);
			}`}},
		"instead of the built-in": {want: []int32{77, 5, 7}, units: []string{over + `
			int OVER max(int a, int b) { return 77; }
			kernel void k(global int *out, global int *in) {
				out[0] = max(in[1], in[2]); out[1] = max((uint)in[4], (uint)in[5]); out[2] = max(in[6] + 0.0f, in[7] + 0.0f);
			}`}},
		"calls the built-in": {want: []int32{12}, units: []string{over + `
			struct pair { int a, b; };
			int OVER add_sat(struct pair p) { return add_sat(p.a, p.b); }
			kernel void k(global int *out, global int *in) { struct pair p = {in[5], in[7]}; out[0] = add_sat(p); }`}},
		"a hidden built-in": {want: []int32{42, 9}, units: []string{`
			static inline int clamp(int x, int y) { return x * y; }
			float mix(float x) { return x * 3; }
			kernel void k(global int *out, global int *in) { out[0] = clamp(in[6], in[7]); out[1] = mix(in[3]); }`}},
		"declared once more": {options: "-cl-std=CL3.0", want: []int32{5, 6, 3, 9, 15}, units: []string{over + `
			float4 OVER fabs(float4);
			float OVER native_sqrt(float x);
			uint OVER __attribute__((const)) abs(int);
			int OVER work_group_reduce_add(int);
			int mul_hi(int, int);
			float OVER fract(float, private float *);
			kernel void k(global int *out, global int *in) {
				out[0] = fabs((float4)(-in[5])).x; out[1] = native_sqrt(in[36]); out[2] = abs(-in[3]);
				out[3] = work_group_reduce_add(in[9]) + mul_hi(in[1], in[2]);
				float whole; fract(in[15] + 0.5f, &whole); out[4] = whole;
			}`}},
		"declared once more, with a body": {want: []int32{1}, units: []string{over + `
			float OVER fabs(float);
			kernel void k(global int *out, global int *in) { out[0] = fabs(-in[5]); }
			float OVER fabs(float x) { return 1; }`}},
		"declared once more in two programs": {want: []int32{5, 7}, units: []string{over + `
			float OVER fabs(float);
			kernel void k(global int *out, global int *in) { out[0] = fabs((float)-in[5]); out[1] = floor(in[7] + 0.5f); }`,
			over + `float OVER floor(float); float other(float x) { return floor(x); }`}},
		"with a body in another program": {want: []int32{1, 8, 2}, units: []string{over + `
			float OVER fabs(float); float floor(float); double OVER fabs(double);
			kernel void k(global int *out, global int *in) {
				out[0] = fabs((float)-in[5]); out[1] = floor(in[7] + 0.5f); out[2] = fabs(-2.0 * in[1]);
			}`, over + `float OVER fabs(float x) { return 1; }  float floor(float x) { return x + 1; }`}},
		"overloads in another program": {want: []int32{1, 2, 3}, units: []string{over + `
			int OVER f(int); int OVER f(float4); int OVER f(global int *);
			kernel void k(global int *out, global int *in) { out[0] = f(1); out[1] = f((float4)(1)); out[2] = f(out); }`,
			over + `int OVER f(int a) { return 1; } int OVER f(float4 a) { return 2; } int OVER f(global int *a) { return 3; }`}},
	})
}

// TestBodiesThatAreMissing links calls of functions that are built-in in name only.
func TestBodiesThatAreMissing(t *testing.T) {
	for _, source := range []string{
		over + "float OVER abs(int); kernel void k(global float *p) { p[0] = abs(1); }",
		"int sin(int); kernel void k(global float *p) { p[0] = sin(1); }",
		over + "int OVER f(int); kernel void k(global float *p) { p[0] = f(1); }",
	} {
		object, log, ok := compiler.Compile([]byte(source), nil, compiler.Options{Version: 120})
		if !ok {
			t.Fatal(log)
		}
		if _, log, ok = compiler.Link([]*compiler.Object{object}, compiler.Options{Version: 120}); ok || log == "" {
			t.Errorf("linked: %s%s", source, log)
		}
	}
}
