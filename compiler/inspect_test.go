package compiler

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/bundle"
	"heddle/compiler/inspect"
	"heddle/compiler/ir"
)

// inspectText is a kernel with each kind of access.
const inspectText = `struct point { float x, y, z; };
float twice(float v) { return v + v; }
kernel void shapes(global float *out, global const float *in, global const int *index,
                   global const struct point *points, global uchar *small, int n)
{
    int i = get_global_id(0);
    float row = in[i];
    float same = in[n];
    float far = in[index[i]];
    struct point p = points[i];
    out[i] = twice(row) + same * far + p.x * p.y + p.z;
    out[index[i] + n] = row;
    small[3 * i] = (uchar)n;
}
kernel void other(global int *out) { out[0] = 1; }
`

// inspected compiles a text, asks for a version of each kernel, and returns what was written.
func inspected(t *testing.T, o inspect.Options, isa int) (text string, program *Program) {
	t.Helper()
	var out strings.Builder
	o.Text = &out
	options := Options{Version: 200, Inspector: inspect.New(o), VerifyPasses: true}
	object, log, ok := Compile([]byte(inspectText), nil, options)
	if !ok {
		t.Fatal(log)
	}
	program, log, ok = Link([]*Object{object}, options)
	if !ok {
		t.Fatal(log)
	}
	for _, k := range program.Kernels {
		for range 2 { // shown once
			if _, err := k.Machine.Version(isa,
				amd64.Version{Shape: bundle.Rows, Count: 1, SmallIDs: true, FullBundles: true}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out.String(), program
}

func TestEveryStageIsShown(t *testing.T) {
	text, _ := inspected(t, inspect.Options{Stages: []string{inspect.StageAll}}, 512)
	for _, title := range []string{
		"twice: step 0, IR after source", "shapes: step 0, IR after source", "shapes: step 3, IR after mem2reg",
		"IR after inline", "shapes: lane program", "shapes: avx512, version rows1-small-full: forms",
		"version rows1-small-full: before register allocation", "version rows1-small-full: after register allocation",
		"bytes of code, frame of", "other: lane program",
	} {
		if !strings.Contains(text, title) {
			t.Errorf("no stage %q", title)
		}
	}
	if n := strings.Count(text, "; === shapes: lane program\n"); n != 1 {
		t.Errorf("the lane program is shown %d times", n)
	}
	if n := strings.Count(text, "; === shapes: avx512, version rows1-small-full: forms\n"); n != 1 {
		t.Errorf("the version is shown %d times", n)
	}
}

func TestOneStageOfOneKernel(t *testing.T) {
	text, _ := inspected(t, inspect.Options{Stages: []string{"lcssa"}, Kernel: "shapes"}, 512)
	if n := strings.Count(text, "==="); n != 1 {
		t.Fatalf("%d stages:\n%s", n, text)
	}
	if !strings.Contains(text, " ; line 11\n") {
		t.Errorf("no line numbers:\n%s", text)
	}
	if _, err := ir.Parse(text); err != nil {
		t.Errorf("what was shown is no IR: %v\n%s", err, text)
	}
}

func TestDisassemblyHasSourceAndBytes(t *testing.T) {
	text, program := inspected(t, inspect.Options{Stages: []string{inspect.StageAsm}, Kernel: "shapes"}, 512)
	if !strings.Contains(text, "; <source>:7: float row = in[i];\n") {
		t.Errorf("no source line:\n%s", text)
	}
	code, err := program.Kernels[0].Machine.Version(512,
		amd64.Version{Shape: bundle.Rows, Count: 1, SmallIDs: true, FullBundles: true})
	if err != nil {
		t.Fatal(err)
	}
	shown := ""
	for _, m := range regexp.MustCompile(`(?m)\| +[0-9a-f]+  ([0-9a-f]+)(…?) `).FindAllStringSubmatch(text, -1) {
		if m[2] != "" {
			t.Fatal("an instruction is cut off")
		}
		shown += m[1]
	}
	if want := hexText(code.Bytes); shown == "" || !strings.HasPrefix(want, shown) {
		t.Errorf("shown %s\ncode  %s", shown, want)
	}
}

func hexText(b []byte) string {
	const digits = "0123456789abcdef"
	var out strings.Builder
	for _, c := range b {
		out.WriteByte(digits[c>>4])
		out.WriteByte(digits[c&15])
	}
	return out.String()
}

func TestFormsOfAccesses(t *testing.T) {
	for isa, want := range map[int][]string{
		512: {"7 contiguous", "8 uniform, broadcast", "9 gather", "10 interleaved", "11 contiguous", "12 scatter",
			"13 interleaved"},
		256: {"7 contiguous", "8 uniform, broadcast", "9 gather", "10 interleaved", "11 contiguous",
			"12 lane by lane", "13 lane by lane"},
	} {
		text, _ := inspected(t, inspect.Options{Stages: []string{inspect.StageForms}, Kernel: "shapes"}, isa)
		words := strings.Join(strings.Fields(text), " ")
		for _, w := range want {
			if !strings.Contains(words, "line "+w) {
				t.Errorf("%d bits: no %q:\n%s", isa, w, text)
			}
		}
	}
}

func TestPageOfAKernel(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pages")
	inspected(t, inspect.Options{Pages: dir, Kernel: "shapes"}, 512)
	if _, err := os.Stat(filepath.Join(dir, "other.html")); err == nil {
		t.Error("a page of a kernel that was not asked for")
	}
	data, err := os.ReadFile(filepath.Join(dir, "shapes.html"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for _, part := range []string{"<h1>shapes</h1>", "avx512 rows1-small-full asm", "mem2reg</option>",
		`class="interleaved"`, `data-p="`, "twice(row) + same * far", "global const float *in", "</html>"} {
		if !strings.Contains(page, part) {
			t.Errorf("no %q in the page", part)
		}
	}
	for _, part := range []string{"http:", "https:", "src=", "<link"} {
		if strings.Contains(page, part) {
			t.Errorf("the page needs something else: %q", part)
		}
	}
	for _, tag := range []string{"div", "pre", "section", "select", "i", "b"} {
		if opened, closed := len(regexp.MustCompile("<"+tag+"[ >]").FindAllString(page, -1)),
			strings.Count(page, "</"+tag+">"); opened != closed {
			t.Errorf("%d <%s>, %d closed", opened, tag, closed)
		}
	}
}

func TestStagesThatAreNone(t *testing.T) {
	for _, text := range []string{"", "gvm", "gvn,", "gvn dce", ":k"} {
		if _, _, err := inspect.ParseStages(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
	stages, kernel, err := inspect.ParseStages("gvn,asm:k")
	if err != nil || len(stages) != 2 || kernel != "k" {
		t.Error(stages, kernel, err)
	}
}
