package exec

import (
	"fmt"
	"strings"
	"testing"

	"heddle/compiler"
)

const over = "#define OVER __attribute__((overloadable))\n"

// TestOverloadsInSeveralPrograms links programs that declare or define functions with the names of built-in functions.
func TestOverloadsInSeveralPrograms(t *testing.T) {
	for name, test := range map[string]struct{ want, kernel, other string }{
		"declared once more": {"5 7", `
float OVER fabs(float);
kernel void k(global int *out, global int *in) {
	out[0] = fabs((float)-in[5]);
	out[1] = floor(in[7] + 0.5f);
}`, "float OVER floor(float); float other(float x) { return floor(x); }"},
		"with a body elsewhere": {"1 8 2", `
float OVER fabs(float);
float floor(float);
double OVER fabs(double);
kernel void k(global int *out, global int *in) {
	out[0] = fabs((float)-in[5]);
	out[1] = floor(in[7] + 0.5f);
	out[2] = fabs(-2.0 * in[1]);
}`, "float OVER fabs(float x) { return 1; }  float floor(float x) { return x + 1; }"},
		"overloads elsewhere": {"1 2 3", `
int OVER f(int);
int OVER f(float4);
int OVER f(global int *);
kernel void k(global int *out, global int *in) {
	out[0] = f(1);
	out[1] = f((float4)(1));
	out[2] = f(out);
}`, "int OVER f(int a) { return 1; } int OVER f(float4 a) { return 2; } int OVER f(global int *a) { return 3; }"},
	} {
		t.Run(name, func(t *testing.T) {
			header := "// Linked.\n//arg in int[64] index\n//launch 1/1\n//want out " + test.want +
				fmt.Sprintf("\n//arg out int[%d] -1\n\n", len(strings.Fields(test.want)))
			f, err := parseKernelFile(name, header+over+test.kernel)
			if err != nil {
				t.Fatal(err)
			}
			f.more = []string{over + test.other}
			f.run(t)
		})
	}
}

// TestBodiesThatAreMissing links calls of functions that have the name of a built-in function but no body.
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
