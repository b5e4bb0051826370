package exec

import (
	"bytes"
	"slices"
	"testing"

	"heddle/compiler"
	"heddle/compiler/amd64/object"
)

// compileKernel compiles OpenCL C and returns its first kernel.
func compileKernel(t testing.TB, source string) *compiler.Kernel {
	return compileProgram(t, source).Kernels[0]
}

func compileProgram(t testing.TB, source string) *compiler.Program {
	t.Helper()
	return compileWith(t, source, func(*compiler.Options) {})
}

// compileWith compiles with options that the caller changes.
func compileWith(t testing.TB, source string, change func(*compiler.Options)) *compiler.Program {
	t.Helper()
	options, err := compiler.ParseOptions("")
	if err != nil {
		t.Fatal(err)
	}
	change(&options)
	options.PassesOff = slices.Concat(options.PassesOff, notHere())
	compiled, log, ok := compiler.Compile([]byte(source), nil, options)
	if !ok {
		t.Fatal(log)
	}
	program, log, ok := compiler.Link([]*compiler.Object{compiled}, options)
	if !ok {
		t.Fatal(log)
	}
	return program
}

// kernelLaunch is a launch of a kernel over n items in groups of the given size. It runs as m, or is interpreted if
// that is nil.
func kernelLaunch(k *compiler.Kernel, m object.Kernel, n, group uint64, args ...uint64) *Launch {
	l := oneD(k.Lane, n, group, args...)
	l.Machine, l.Name, l.Local = m, k.Name, k.LocalBytes
	return l
}

func TestSourcePrintf(t *testing.T) {
	p := compileProgram(t, `kernel void f(void) {
	float4 v = (float4)(1, 2, 3, 4);
	printf("%d %v4hlf %s %c|%5.1f\n", (int)get_global_id(0), v, "text", 'x', 2.25f);
}`)
	var out bytes.Buffer
	globals := newBuffer(t, int(p.Globals.SizeBytes+3)/4)
	copy(globals.bytes, p.Globals.Init)
	l := oneD(p.Kernels[0].Lane, 2, 2)
	l.Globals = globals.address
	l.Printf = &out
	mustRun(t, l)
	want := "0 1.000000,2.000000,3.000000,4.000000 text x|  2.2\n1 1.000000,2.000000,3.000000,4.000000 text x|  2.2\n"
	if out.String() != want {
		t.Errorf("%q", out.String())
	}
}
