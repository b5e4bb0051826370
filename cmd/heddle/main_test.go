package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// compiled runs the program on a text.
func compiled(t *testing.T, text string, args ...string) (code int, out, problems string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "k.cl")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var o, p strings.Builder
	code = run(append([]string{"compile", file}, args...), &o, &p)
	return code, o.String(), p.String()
}

func TestCompile(t *testing.T) {
	const text = "kernel void one(global int *p) { p[get_global_id(0)] = N; }\n" +
		"kernel void two(global int *p) { p[0] = N; }\n"
	pages := t.TempDir()
	for _, isa := range []string{"avx512", "avx2"} {
		code, out, problems := compiled(t, text, "-o", "-D N=3", "-dump", "asm:one", "-isa", isa, "-html", pages,
			"-verify", "-off", "licm")
		if code != 0 || problems != "" {
			t.Fatal(code, problems)
		}
		for _, part := range []string{"; <source>:1: kernel void one", "; kernel one: " + isa, "; kernel two: " + isa} {
			if !strings.Contains(out, part) {
				t.Errorf("no %q:\n%s", part, out)
			}
		}
		if strings.Contains(out, "=== two") {
			t.Errorf("a kernel that was not asked for:\n%s", out)
		}
		if _, err := os.Stat(filepath.Join(pages, "one.html")); err != nil {
			t.Error(err)
		}
	}
}

// TestCompileModule: a SPIR-V module is compiled as OpenCL C is, and its text is shown as the source.
func TestCompileModule(t *testing.T) {
	text, err := os.ReadFile("../../exec/testdata/spirv/ways_between_blocks.spv")
	if err != nil {
		t.Fatal(err)
	}
	code, out, problems := compiled(t, string(text), "-dump", "asm", "-isa", "avx2", "-verify")
	for _, part := range []string{"; kernel ways: avx2", "; <spir-v>:", "OpShiftLeftLogical"} {
		if code != 0 || problems != "" || !strings.Contains(out, part) {
			t.Fatalf("no %q: %d, %s%s", part, code, problems, out)
		}
	}
}

func TestWrongCalls(t *testing.T) {
	const text = "kernel void one(global int *p) { p[0] = 1; }\n"
	for _, c := range []struct {
		text, args, problem string
		code                int
	}{
		{text, "-dump gvm", `unknown stage "gvm"`, 2},
		{text, "-off gvm", `unknown pass or analysis "gvm"`, 2},
		{text, "-isa sse", `unknown isa "sse"`, 2},
		{text, "-processor sse", `unknown processor "sse"`, 2},
		{text, "-shape round", `unknown shape "round"`, 1},
		{text, "-o -cl-std=CL9", "not supported", 2},
		{text, "other.cl", "more than one file", 2},
		{"kernel void one( {}", "", "error", 1},
		{text, "-count 999", "bundles of 99", 1},
	} {
		code, out, problems := compiled(t, c.text, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(out+problems, c.problem) {
			t.Errorf("%q %s: %d, %s%s", c.text, c.args, code, out, problems)
		}
	}
	if code := run(nil, &strings.Builder{}, &strings.Builder{}); code != 2 {
		t.Error(code)
	}
}

// TestInfo: the report has a line for each fact, and all sources agree on this machine.
func TestInfo(t *testing.T) {
	t.Setenv("HEDDLE_ISA", "avx2")
	var o, p strings.Builder
	if code := run([]string{"info"}, &o, &p); code != 0 || p.String() != "" {
		t.Fatal(code, p.String())
	}
	for _, part := range []string{"Heddle 0.", "processor", "tuned for", "VNNI", "largest data cache", "CPU mask",
		"control group", "HEDDLE_ISA=avx2", "OpenCL 3.1", "cl_khr_icd", "__opencl_c_int64"} {
		if !strings.Contains(o.String(), part) {
			t.Errorf("no %q in:\n%s", part, &o)
		}
	}
	if strings.Contains(o.String(), "differs") {
		t.Errorf("second opinions differ:\n%s", &o)
	}
	if code := run([]string{"info", "more"}, &o, &p); code != 2 {
		t.Error(code)
	}
}

func TestFactsThatDifferAreMarked(t *testing.T) {
	var o strings.Builder
	writeFacts(&o, []fact{{"vectors", "256 bits", "512 bits"}, {"clock", "1 MHz", ""}, {"cache", "1 KiB", "1 KiB"}})
	if text := o.String(); strings.Count(text, "<- differs") != 1 || !strings.Contains(text, "512 bits  <- differs\n") {
		t.Errorf("\n%s", text)
	}
}

func TestSetsOfProcessors(t *testing.T) {
	for want, cpus := range map[string][]int{"": nil, "5": {5}, "0-1": {0, 1}, "0,2-4,9": {0, 2, 3, 4, 9}} {
		if got := ranges(cpus); got != want {
			t.Errorf("%v: %q, want %q", cpus, got, want)
		}
	}
}

// TestOptionsOfTheHeader: a file that names its build options needs none on the command line, which has the last word.
func TestOptionsOfTheHeader(t *testing.T) {
	const text = "// What is special.\n//options -D N=3\n\n//options -D N=4 D\n" +
		"kernel void one(global int *p) { p[0] = N; }\n"
	if code, _, problems := compiled(t, text); code != 0 {
		t.Error(problems)
	}
	if code, _, _ := compiled(t, text, "-o", "-D M=3"); code == 0 {
		t.Error("the header's options count besides those of the command line")
	}
}

// TestFilesOfTests compiles the kernels that other tests run, as someone does who looks for a fault in one.
func TestFilesOfTests(t *testing.T) {
	files, err := filepath.Glob("../../exec/testdata/*/*.cl")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimPrefix(file, "../../exec/testdata/"), func(t *testing.T) {
			t.Parallel()
			var out, problems strings.Builder
			if code := run([]string{"compile", file, "-isa", "avx2"}, &out, &problems); code != 0 {
				t.Errorf("%d: %s", code, problems.String())
			}
		})
	}
}
