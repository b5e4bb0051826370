package compiler

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"heddle/compiler/amd64/object"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/mutate"
)

// build compiles and links one text with every pass's result verified.
func build(t testing.TB, text, options string) (*Program, string, bool) {
	t.Helper()
	o, err := ParseOptions(options)
	if err != nil {
		t.Fatal(err)
	}
	o.VerifyPasses = true
	object, log, ok := Compile([]byte(text), nil, o)
	if !ok {
		return nil, log, false
	}
	program, linkLog, ok := Link([]*Object{object}, o)
	return program, log + linkLog, ok
}

func mustBuild(t testing.TB, text, options string) *Program {
	t.Helper()
	program, log, ok := build(t, text, options)
	if !ok {
		t.Fatalf("does not build:\n%s", log)
	}
	return program
}

func testSource(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestProgramsBuild(t *testing.T) {
	for name, kernels := range map[string]string{
		"vectors.cl":      "vectors",
		"control.cl":      "control",
		"local_memory.cl": "transpose scan histogram",
		"aggregates.cl":   "aggregates",
		"printing.cl":     "printing",
		"sha256.cl":       "sha",
		"maths.cl":        "maths",
	} {
		for _, options := range []string{"", "-cl-std=CL3.0 -cl-fast-relaxed-math", "-cl-opt-disable"} {
			t.Run(name+options, func(t *testing.T) {
				program := mustBuild(t, testSource(t, name), options)
				var names []string
				for _, k := range program.Kernels {
					names = append(names, k.Name)
					if err := k.Lane.Complete(); err != nil || len(k.Lane.Code) == 0 {
						t.Errorf("%s has no code: %v", k.Name, err)
					}
				}
				if got := strings.Join(names, " "); got != kernels {
					t.Errorf("kernels %s, want %s", got, kernels)
				}
			})
		}
	}
}

func TestKernelMetadata(t *testing.T) {
	program := mustBuild(t, testSource(t, "local_memory.cl"), "-cl-kernel-arg-info")
	transpose, scan := program.Kernels[0], program.Kernels[1]
	if transpose.ReqdWorkGroupSize != [3]uint64{16, 16, 1} ||
		!strings.Contains(transpose.Attributes, "reqd_work_group_size(16,16,1)") {
		t.Errorf("%v %q", transpose.ReqdWorkGroupSize, transpose.Attributes)
	}
	if transpose.LocalBytes != 16*17*4 || scan.LocalBytes != 0 {
		t.Errorf("local memory of %d and %d bytes", transpose.LocalBytes, scan.LocalBytes)
	}
	in, a := transpose.Args[0], scan.Args[1]
	if in.TypeName != "float*" || in.Address != AddressGlobal || in.Qualifiers != TypeConst || in.Kind != ArgBuffer {
		t.Errorf("%+v", in)
	}
	if a.Kind != ArgLocal || a.PointeeAlign != 4 || a.OffsetBytes != 8 || a.TypeName != "int*" {
		t.Errorf("%+v", a)
	}
}

func TestGlobals(t *testing.T) {
	g := mustBuild(t, testSource(t, "aggregates.cl"), "").Globals
	if g.SizeBytes < 32+6 || !strings.Contains(string(g.Init), "hello") {
		t.Errorf("%+v", g)
	}
}

func TestBuildLogOfAFaultyProgram(t *testing.T) {
	_, log, ok := build(t, testSource(t, "faulty.cl"), "")
	if ok {
		t.Fatal("accepted")
	}
	for _, part := range []string{
		"<source>:3:13: error: ", "undeclared", "    int x = undeclared + 1;\n            ^\n",
		"<source>:4:15: error: expected ';'", "<source>:6:16: error: ",
		"errors generated.",
	} {
		if !strings.Contains(log, part) {
			t.Errorf("no %q in\n%s", part, log)
		}
	}
}

func TestHeadersAndDefines(t *testing.T) {
	o, _ := ParseOptions("-DWIDTH=4 -DNAME=k")
	headers := []Source{{Name: "inc/add.h", Text: []byte("int add(int a, int b) { return a + b; }\n")}}
	object, log, ok := Compile([]byte(
		"#include \"inc/add.h\"\nkernel void NAME(global int *p) { *p = add(WIDTH, 1); }"), headers, o)
	if !ok {
		t.Fatal(log)
	}
	for range 2 { // an object can be linked again
		program, log, ok := Link([]*Object{object}, o)
		if !ok || len(program.Kernels) != 1 || program.Kernels[0].Name != "k" {
			t.Fatal(log)
		}
	}
}

// compileAll makes an object of each text.
func compileAll(t *testing.T, texts ...string) []*Object {
	t.Helper()
	var objects []*Object
	for _, text := range texts {
		object, log, ok := Compile([]byte(text), nil, Options{Version: DefaultVersion})
		if !ok {
			t.Fatal(log)
		}
		objects = append(objects, object)
	}
	return objects
}

func TestLinkAcrossObjects(t *testing.T) {
	caller := `
		extern constant int table[4];
		float4 scale(float4 v, int by);
		static int helper(int x) { return x + 1; }
		kernel void first(global float4 *p) { p[0] = scale(p[0], helper(table[2])); }`
	library := `
		constant int unused = 7;
		constant int table[4] = { 1, 2, 3, 4 };
		static int helper(int x) { return x * 2; }
		float4 scale(float4 v, int by) { return v * helper(by); }
		kernel void second(global int *p) { *p = helper(table[0]); }`
	objects := compileAll(t, caller, library)
	o := Options{VerifyPasses: true}
	for range 2 {
		program, log, ok := Link(objects, o)
		if !ok || len(program.Kernels) != 2 || program.Kernels[0].Name != "first" ||
			program.Kernels[1].Name != "second" {
			t.Fatal(log)
		}
	}
	if _, log, ok := Link(objects[:1], o); ok ||
		!strings.Contains(log, "'scale'") && !strings.Contains(log, "'table'") {
		t.Errorf("a program with holes links: %s", log)
	}
	if _, log, ok := Link(append(objects, objects[1]), o); ok ||
		!strings.Contains(log, "'second' is defined in more than one object") {
		t.Errorf("a kernel is linked twice: %s", log)
	}
	if program, log, ok := Link(objects[:1], Options{CreateLibrary: true}); !ok || len(program.Kernels) != 0 {
		t.Errorf("no library: %s", log)
	}
}

// TestNamesOfSeveralObjects: a name with external linkage that two objects define is an error, a static one is not.
func TestNamesOfSeveralObjects(t *testing.T) {
	const first = "kernel void first(global int *p) { *p = f(1); }"
	const second = "kernel void second(global int *p) { *p = f(2); }"
	for _, c := range []struct{ one, other, message string }{
		{"int f(int x) { return x; }", "int f(int x) { return x; }", "function 'f' is defined in more than one object"},
		{"int f(int x) { return x; }", "static int f(int x) { return x; }", ""},
		{"static int f(int x) { return x; }", "static int f(int x) { return x; }", ""},
		{"inline int f(int x) { return x; }", "inline int f(int x) { return x; }", ""},
		{"int __attribute__((overloadable)) f(int x) { return x; }",
			"int __attribute__((overloadable)) f(int x) { return x; }", "function 'f'"},
		{"int __attribute__((overloadable)) f(int x) { return x; }",
			"int __attribute__((overloadable)) f(float x) { return x; }", ""},
		{"static int f(int x) { return x; }", "int f(int x);", "'f' is called but has no body"},
		{"kernel void inner(global int *p) { local int x; *p = x = 1; } int f(int x) { return x; }",
			"int f(int x); kernel void inner(global int *p); kernel void outer(global int *p) { inner(p); }",
			"a __local variable in a kernel that another unit calls is not supported yet"},
	} {
		_, log, ok := Link(compileAll(t, c.one+first, c.other+second), Options{VerifyPasses: true})
		if ok != (c.message == "") || !strings.Contains(log, c.message) {
			t.Errorf("%s and %s: %v, log %q", c.one, c.other, ok, log)
		}
	}
}

// TestLinesOfSeveralObjects: each instruction knows the line in its own source.
func TestLinesOfSeveralObjects(t *testing.T) {
	objects := compileAll(t, "int f(int x);\nkernel void k(global int *p)\n{\n\t*p = f(1);\n}\n",
		"// one\n// two\n// three\n// four\n// five\n// six\nint f(int x) {\n\tvolatile int y[2];\n"+
			"\ty[x & 1] = x;\n\treturn y[0]; }\n")
	program, log, ok := Link(objects, Options{VerifyPasses: true})
	if !ok {
		t.Fatal(log)
	}
	lines := map[ir.SourceLine]bool{}
	code := program.Kernels[0].Lane
	if err := code.Complete(); err != nil {
		t.Fatal(err)
	}
	for i := range code.Code {
		if code.Code[i].Op == ir.OpStore {
			lines[code.PosLine(code.Code[i].Pos)] = true
		}
	}
	if !lines[ir.SourceLine{Line: 4}] || !lines[ir.SourceLine{Line: 9}] || len(lines) != 2 {
		t.Errorf("stores in lines %v", lines)
	}
}

func TestIncludeFromADirectory(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.h"), []byte("#define N 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	mustBuild(t, "#include <x.h>\nkernel void k(global int *p) { *p = N; }", "-I "+dir)
	_, log, ok := build(t, "#include <y.h>\n", "-I "+dir)
	if ok || !strings.Contains(log, "<source>:1:2: error: 'y.h' file not found") {
		t.Error(log)
	}
	if _, _, ok := build(t, "#include \"/dev/zero\"\n", ""); ok {
		t.Error("a device was read")
	}
}

func TestPredefinedMacros(t *testing.T) {
	text := `
#if __OPENCL_VERSION__ != 310 || CL_VERSION_3_1 != 310 || !defined(__ENDIAN_LITTLE__) || !defined(__IMAGE_SUPPORT__)
#error device
#endif
#if __OPENCL_C_VERSION__ == 300 && (!defined(__opencl_c_fp64) || !defined(__opencl_c_int64))
#error features
#endif
#ifdef __FAST_RELAXED_MATH__
#warning fast
#endif
#if !defined(cl_khr_fp64) || INT_MAX != 2147483647
#error extensions
#endif
kernel void k(global int *p) { if (p != NULL) *p = __LINE__ + __OPENCL_C_VERSION__; }
__kernel_exec(4, float4) void hinted(global float4 *p) { }
`
	if p := mustBuild(t, text, "-cl-std=CL3.0"); p.Kernels[1].WorkGroupSizeHint != [3]uint64{4, 1, 1} {
		t.Errorf("%+v", p.Kernels[1])
	}
	_, log, ok := build(t, text, "-cl-fast-relaxed-math")
	if !ok || !strings.Contains(log, "warning: #warning fast") {
		t.Error(log)
	}
	if _, log, ok := build(t, text, "-cl-fast-relaxed-math -Werror"); ok {
		t.Error(log)
	}
	if _, log, ok := build(t, text, "-cl-fast-relaxed-math -w"); !ok || log != "" {
		t.Error(log)
	}
}

// numbered repeats a text with the numbers from 0.
func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// hostileSources must give an error in bounded time and memory, whichever stage finds it.
func hostileSources() map[string]string {
	deep := func(open, middle, close string, n int) string {
		return strings.Repeat(open, n) + middle + strings.Repeat(close, n)
	}
	body := func(s string) string { return "kernel void k(global int *p) { " + s + " }" }
	return map[string]string{
		"parentheses":      body("*p = " + deep("(", "1", ")", 1000000) + ";"),
		"open parentheses": body("*p = " + strings.Repeat("(", 1000000)),
		"braces":           body(deep("{", "", "}", 1000000)),
		"unary":            body("*p = " + strings.Repeat("- ", 1000000) + "1;"),
		"casts":            body("*p = " + strings.Repeat("(int)", 1000000) + "1;"),
		"if chain":         body(strings.Repeat("if (1) ", 1000000) + ";"),
		"else chain":       body(strings.Repeat("if (*p) ; else ", 1000000) + ";"),
		"declarators":      "int " + deep("(", "x", ")", 1000000) + ";",
		"stars":            "int " + strings.Repeat("*", 1000000) + " x;",
		"arrays":           "int x" + strings.Repeat("[1]", 1000000) + ";",
		"structs":          deep("struct {", "int x;", "} y;", 1000000),
		"initialisers":     "constant int x = " + deep("{", "1", "}", 1000000) + ";",
		"initialised rows": "constant int x[9999][9999] = {[0 ... 9998] = {" + numbered("%d,", 9999) + "}," +
			numbered("[%d][5] = 1,", 9999) + "};",
		"huge range":       body("int x[1 << 28] = {[0 ... (1 << 28) - 1] = 1}; *p = x[*p];"),
		"ranges in ranges": "constant struct { int a, b; } x[30000][30000] = {[0 ... 29999][1 ... 29998].b = 1};",
		"backwards":        "constant int x[100000] = {" + numbered("[99999 - %d] = 1,", 100000) + "}, y;",
		"const at the end": "int * const",
		"recursion":        "int f(int x) { return f(x); } kernel void k(global int *p) { *p = f(1); }",
		"binary":           "\x7fELF\x02\x01\x01" + strings.Repeat("\xff\x00\x80", 100000),
		"huge array":       body("int x[0x7fffffffffff]; x[*p] = 1; *p = x[0];"),
	}
}

func TestHostileSourcesGiveAnError(t *testing.T) {
	for name, text := range hostileSources() {
		t.Run(name, func(t *testing.T) {
			start := cpuTime()
			_, log, ok := build(t, text, "")
			if ok {
				t.Error("accepted")
			}
			if len(log) > 20000 || !strings.Contains(log, "error") {
				t.Errorf("the log has %d bytes", len(log))
			}
			if took := cpuTime() - start; took > 4*time.Second { // below one when the machine is idle
				t.Errorf("took %v", took)
			}
		})
	}
}

// FuzzCompile puts any text through the whole compiler, which must terminate and not panic.
func FuzzCompile(f *testing.F) {
	for _, text := range testSources(f) {
		f.Add(text)
		f.Add(text[:len(text)*2/3])
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<16 {
			t.Skip("longer than what is worth the time")
		}
		start := cpuTime()
		build(t, string(text), "-w")
		if took := cpuTime() - start; took > 10*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// testSources are the files of the tests.
func testSources(tb testing.TB) (texts [][]byte) {
	files, _ := filepath.Glob("testdata/*.cl")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		texts = append(texts, text)
	}
	return texts
}

// TestChangedSources compiles changed sources, some of those that are good to machine code. The random numbers by which
// these are chosen are the number of their letters.
func TestChangedSources(t *testing.T) {
	(&mutate.Loop{Seeds: testSources(t), IsText: true, Usual: 1000, Longest: 4096, Try: func(text []byte) bool {
		program, log, ok := build(t, string(text), "-w")
		if strings.Contains(log, "internal error") {
			panic(log)
		}
		if !ok || len(text)%8 != 0 {
			return ok
		}
		for _, k := range program.Kernels {
			_, _ = k.Machine.Version(256, object.Version{Shape: bundle.Rows, Count: 1, SmallIDs: true})
			_ = k.Lane.Complete()
		}
		return true
	}}).Run(t)
}
