package preproc

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"heddle/compiler/diag"
	"heddle/compiler/mutate"
	"heddle/compiler/token"
)

var update = flag.Bool("update", false, "rewrite the expected results in testdata")

// testHeaders are what the cases of testdata can include.
var testHeaders = map[string][]byte{
	"given.h": []byte("#define GIVEN given\n__FILE__ __LINE__\n"),
}

// testFiles are the files below the include directory inc.
var testFiles = map[string]string{
	"inc/sys.h":        "#pragma once\nsys\n",
	"inc/level.h":      "__INCLUDE_LEVEL__ __FILE_NAME__ __BASE_FILE__\n#include_next <level.h>\n",
	"inc2/level.h":     "level 2 __INCLUDE_LEVEL__\n#if __has_include_next(<level.h>)\nno\n#endif\n",
	"inc/sub/deep.h":   "deep\n#include \"beside.h\"\n",
	"inc/sub/beside.h": "beside __FILE__\n",
}

func readTestFile(name string) ([]byte, error) {
	text, ok := testFiles[name]
	if !ok {
		return nil, errors.New("no such file")
	}
	return []byte(text), nil
}

func isThere(operand string) int {
	if operand == "there" {
		return 1
	}
	return 0
}

func run(text string) ([]token.Token, *diag.List) {
	list := &diag.List{}
	tokens := Run(Input{
		Name: "test.cl", Text: []byte(text), Headers: testHeaders, IncludeDirs: []string{"inc", "inc2"},
		ReadFile: readTestFile, Queries: map[string]func(string) int{"__has_builtin": isThere,
			"__has_attribute": isThere},
	}, list)
	return tokens, list
}

// spell writes tokens, one line per line of the result; invisible kinds stand in brackets.
func spell(tokens []token.Token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 {
			b.WriteByte(" \n"[t.Flags&token.LineStart/token.LineStart])
		}
		switch t.Kind {
		case token.Pragma:
			fmt.Fprintf(&b, "[pragma %s]", t.Text)
		case token.EOF:
		default:
			b.WriteString(t.Text)
		}
	}
	return strings.TrimSpace(b.String()) + "\n"
}

func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.cl")
	if len(files) == 0 {
		t.Fatal("no cases")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			tokens, list := run(string(text))
			got := spell(tokens) + "--------\n" + list.Render()
			golden := strings.TrimSuffix(file, ".cl") + ".want"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestPositionsOfExpansions(t *testing.T) {
	tokens, list := run("#define ADD(a, b) a + b\n  ADD(one,\n  two);\nlast\\\nword x")
	want := []string{"one 2:7", "+ 2:3", "two 3:3", "; 3:7", "lastword 4:1", "x 5:6"}
	for i, w := range want {
		p := list.Files.Position(tokens[i].Pos)
		if got := fmt.Sprintf("%s %d:%d", tokens[i].Text, p.Line, p.Column); got != w {
			t.Errorf("got %s, want %s", got, w)
		}
	}
}

func TestDefines(t *testing.T) {
	list := &diag.List{}
	tokens := Run(Input{
		Name: "k.cl", Text: []byte("A B C D(3) E F G H"),
		Defines: []Define{
			{Name: "A"}, {Name: "B", Body: "2", HasBody: true}, {Name: "C", HasBody: true},
			{Name: "D(x)", Body: "x+x", HasBody: true}, {Name: "E", Body: "5\n#error not seen", HasBody: true},
			{Name: "F"}, {Name: "F", Undef: true}, {Name: "G", Undef: true}, {Name: "H", Undef: true}, {Name: "H"},
		},
	}, list)
	if got := spell(tokens); got != "1 2 3 + 3 5 F G 1\n" || list.HasErrors() {
		t.Errorf("got %s%s", got, list.Render())
	}
}

// Predefined macros are asked for once each, are macros like others, and can be redefined and undefined.
func TestPredefined(t *testing.T) {
	asked := map[string]int{}
	macros := map[string]string{"VERSION": "VERSION 300", "PAIR": "PAIR(x) x VERSION x", "GONE": "GONE 1",
		"OTHER": "OTHER 1", "AGAIN": "AGAIN 5", "SPLIT": "SPLIT 1 \\\n + 2", "BAD": "BAD(x, x) x"}
	run := func(text string, defines ...Define) string {
		list := &diag.List{}
		tokens := Run(Input{Name: "k.cl", Text: []byte(text), Defines: defines,
			Predefined: func(name string) (string, bool) {
				asked[name]++
				text, ok := macros[name]
				return text, ok
			}}, list)
		return spell(tokens) + list.Render()
	}
	got := run("VERSION PAIR(7) SPLIT\n#undef GONE\nGONE\n#ifdef VERSION\nyes\n#endif\n"+
		"#if defined(PAIR) && VERSION > 200 && !defined NONE\nyes\n#endif\n"+
		"#define AGAIN 5\nAGAIN OTHER VERSION", Define{Name: "OTHER", Body: "2", HasBody: true})
	if !strings.HasPrefix(got, "300 7 300 7 1 + 2\nGONE\nyes\nyes\n5 2 300\n") || strings.Count(got, "warning:") != 1 ||
		!strings.Contains(got, "'OTHER' macro redefined") {
		t.Error(got)
	}
	for _, name := range []string{"VERSION", "GONE", "NONE"} {
		if asked[name] != 1 {
			t.Errorf("%s is asked for %d times", name, asked[name])
		}
	}
	if got := run("BAD(1)"); !strings.Contains(got, "<built-in>:1:4: error: duplicate macro parameter name 'x'") {
		t.Error(got)
	}
}

func TestBadDefineNamesTheOptions(t *testing.T) {
	list := &diag.List{}
	Run(Input{Name: "k.cl", Defines: []Define{{Name: "1x"}}}, list)
	if !strings.Contains(list.Render(), "<options>:1:9: error: macro name must be an identifier") {
		t.Error(list.Render())
	}
}

// TestDefinesDoNotReachEachOther has definitions that are not closed, in the middle of others.
func TestDefinesDoNotReachEachOther(t *testing.T) {
	value := func(name, body string) Define { return Define{Name: name, Body: body, HasBody: true} }
	list := &diag.List{}
	tokens := Run(Input{Name: "k.cl", Text: []byte("A B C D E F G H I J K"), Defines: []Define{
		value("A", "1"), value("B", "2 /* open"), value("C", "3"), value("D", "4 \\"), value("E", "5"),
		value("F", "6\n#define G 0"), value("G", "7"), value("H", "8\r"), {Name: "I"}, value("J", "10"),
		{Name: "J\n#define K 0", Undef: true}, value("G", "G"),
	}}, list)
	const want = "1 2 3 4 5 6 G 8 1 J K"
	if got := strings.TrimSpace(spell(tokens)); got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if messages := list.Render(); strings.Count(messages, "warning: 'G' macro redefined") != 1 {
		t.Error(messages)
	}
}

// TestManyDefinesAreOneText: each text costs half a kilobyte and more.
func TestManyDefinesAreOneText(t *testing.T) {
	list := &diag.List{}
	var defines []Define
	for i := range 1000 {
		defines = append(defines, Define{Name: fmt.Sprint("M", i)})
	}
	Run(Input{Name: "k.cl", Defines: append(defines, Define{Name: "1x"})}, list)
	if !strings.Contains(list.Render(), "<options>:1001:9: error: macro name must be an identifier") {
		t.Error(list.Render())
	}
}

// hostile are sources that would take unbounded time or memory without limits.
func hostile() map[string]string {
	var doubling, strings2, pastes, chain strings.Builder
	doubling.WriteString("#define A0 x x\n")
	strings2.WriteString("#define S(x) R(x)\n#define R(x) #x #x\n#define S0 \"\"\n")
	pastes.WriteString("#define C(a,b) a##b\n#define D(a,b) C(a,b)\n#define P0 pp\n")
	for i := range 60 {
		fmt.Fprintf(&doubling, "#define A%d A%d A%d\n", i+1, i, i)
		fmt.Fprintf(&strings2, "#define S%d S(S%d)\n", i+1, i)
		fmt.Fprintf(&pastes, "#define P%d D(P%d,P%d)\n", i+1, i, i)
	}
	for i := range 50000 {
		fmt.Fprintf(&chain, "#define L%d L%d\n", i, i+1)
	}
	return map[string]string{
		"doubling macros":      doubling.String() + "A60",
		"doubling in #if":      doubling.String() + "#if A60\n#endif",
		"doubling strings":     strings2.String() + "S60",
		"doubling names":       pastes.String() + "P60",
		"long chain":           chain.String() + "L0",
		"nested calls":         "#define f(x) x\n" + strings.Repeat("f(", 100000) + strings.Repeat(")", 100000),
		"open calls":           "#define f(x) x\n" + strings.Repeat("f(", 1000000),
		"self including":       "#include \"self.h\"",
		"twice self including": "#include \"twice.h\"",
		"parentheses in #if":   "#if " + strings.Repeat("(", 1000000),
		"minuses in #if":       "#if " + strings.Repeat("-", 1000000) + "1\n#endif",
		"ternaries in #if":     "#if " + strings.Repeat("1?", 1000000) + "1\n#endif",
		"open comment":         "x /* " + strings.Repeat("* /", 1000000),
		"open string":          "\"" + strings.Repeat("\\", 1000000),
		"open conditionals":    strings.Repeat("#if 1\n", 200000),
		"include at the end":   "#include <",
		"include of nothing":   "#include",
		"binary":               "\x7fELF\x02\x01\x01" + strings.Repeat("\xff\xfe\x01\x80", 250000),
	}
}

// processorTime is the processor time of the process, which does not depend on other load.
func processorTime(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func TestHostileSourcesEndWithAnError(t *testing.T) {
	for name, text := range hostile() {
		t.Run(name, func(t *testing.T) {
			start := processorTime(t)
			list := &diag.List{}
			Run(Input{Name: "k.cl", Text: []byte(text), Headers: map[string][]byte{
				"self.h":  []byte("#include \"self.h\"\n"),
				"twice.h": []byte("#if __COUNTER__ < 1000000\n#include \"once.h\"\n#include \"twice.h\"\n#endif\n"),
				"once.h":  []byte("int x;\n"),
			}}, list)
			if !list.HasErrors() {
				t.Error("accepted")
			}
			if took := processorTime(t) - start; took > 8*time.Second { // takes well below one
				t.Errorf("took %v", took)
			}
			if len(list.Render()) > 20000 {
				t.Errorf("the log has %d bytes", len(list.Render()))
			}
		})
	}
}

// TestErrorsEndTheRunSoon makes sure that preprocessing a source with errors in every line stops before its end.
func TestErrorsEndTheRunSoon(t *testing.T) {
	_, list := run(strings.Repeat("#frob\n", 100000))
	if list.ErrorCount() != diag.MaxErrors+1 {
		t.Errorf("%d errors", list.ErrorCount())
	}
}

// longSource is a unit of about n lines like those of programs.
func longSource(n int) string {
	var b strings.Builder
	b.WriteString("#define ROT(x, n) (((x) << (n)) | ((x) >> (32 - (n))))\n" +
		"#define STEP(a, b, c) a += ROT(b, 5) ^ c; c = ROT(c, 30)\n")
	for i := 0; i < n; i += 5 {
		fmt.Fprintf(&b, "__kernel void k%d(__global float *out, const uint n) // a comment\n{\n"+
			"\tuint a = n, b = 0x%x, c = 2;\n"+
			"\tSTEP(a, b, c); out[get_global_id(0)] = a * 1.5f + (float)(b + %d);\n}\n", i, i, i)
	}
	return b.String()
}

func BenchmarkRun5000Lines(b *testing.B) {
	text := []byte(longSource(5000))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Run(Input{Name: "k.cl", Text: text}, &diag.List{})
	}
}

func FuzzPreproc(f *testing.F) {
	for _, text := range sources(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		start := processorTime(t)
		tokens, list := run(string(text))
		if n := len(tokens); n == 0 || tokens[n-1].Kind != token.EOF {
			t.Fatal("the list does not end with EOF")
		}
		list.Render()
		if took := processorTime(t) - start; took > 10*time.Second {
			t.Fatalf("took %v", took)
		}
	})
}

// sources are the files of the tests.
func sources(tb testing.TB) (texts [][]byte) {
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

// TestChangedSources preprocesses changed sources. Most are short, so that there are many.
func TestChangedSources(t *testing.T) {
	(&mutate.Loop{Seeds: sources(t), IsText: true, Usual: 20_000, Longest: 4096, Try: func(text []byte) bool {
		tokens, list := run(string(text))
		if n := len(tokens); n == 0 || tokens[n-1].Kind != token.EOF {
			panic("the list does not end with EOF")
		}
		list.Render()
		return !list.HasErrors()
	}}).Run(t)
}
