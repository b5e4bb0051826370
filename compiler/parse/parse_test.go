package parse_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/diag"
	"heddle/compiler/parse"
	"heddle/compiler/preproc"
	"heddle/compiler/token"
)

// table is the real table of built-ins as Builtins.
type table struct{}

func (table) Known(name string) bool { return builtin.Known(name) }

func (table) Names() []string { return builtin.Names() }

func (table) Resolve(name string, args []*ast.Type, types *ast.Types) (*parse.Builtin, error) {
	c, err := builtin.Resolve(name, args, types)
	if err != nil {
		return nil, err
	}
	return &parse.Builtin{Params: c.Params, Result: c.Result, Info: c, Converted: c.Converted}, nil
}

// build preprocesses and parses a source. The first line may set options: // OPTIONS: 120 nofp64 ...
func build(name, text string) (*ast.Unit, *diag.List) {
	list := &diag.List{}
	o := parse.Options{Version: 120, FP64: true, Names: token.NewInterner(), Builtins: table{}}
	o.Unit.Contract = true
	first, _, _ := strings.Cut(text, "\n")
	if words, ok := strings.CutPrefix(first, "// OPTIONS:"); ok {
		for word := range strings.FieldsSeq(words) {
			setOption(&o, list, word)
		}
	}
	macro := func(name string) (string, bool) {
		body, ok := builtin.Macros()[name]
		return name + " " + body, ok
	}
	var macros preproc.MacroNames
	o.Macros = func(see func(string, bool)) {
		macros.Each(see)
		for name := range builtin.Macros() {
			see(name, false)
		}
	}
	in := preproc.Input{Name: name, Text: []byte(text), Names: o.Names, Predefined: macro, Macros: &macros}
	tokens := preproc.Run(in, list)
	return parse.File(tokens, o, list), list
}

func setOption(o *parse.Options, list *diag.List, word string) {
	switch word {
	case "nofp64":
		o.FP64 = false
	case "fp16":
		o.FP16 = true
	case "generic":
		o.Generic = true
	case "globals":
		o.ProgramScope = true
	case "single":
		o.Unit.SingleConst = true
	case "werror":
		list.WarningsAreErrors = true
	default:
		o.Version, _ = strconv.Atoi(word)
	}
}

// TestFiles builds each testdata/*.cl: every comment "// ERROR: text" asks for an error on its line whose message holds
// the text, "// WARNING: text" for a warning; nothing else may be reported. With @END after it the text ends the
// message.
func TestFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.cl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".cl"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, section := range sections(string(text)) {
				_, list := build(file, section)
				compareDiagnostics(t, section, list)
			}
		})
	}
}

// sections splits a file at the lines "// SECTION": each part is built on its own, after the text before the first, so
// that a file may have more errors than a build reports. Line numbers stay.
func sections(text string) []string {
	const mark = "// SECTION\n"
	parts := strings.Split(text, mark)
	if len(parts) == 1 {
		return parts
	}
	var all []string
	blank := "\n"
	for _, part := range parts[1:] {
		all = append(all, parts[0]+blank+part)
		blank += strings.Repeat("\n", strings.Count(part, "\n")+1)
	}
	return all
}

type expected struct {
	severity diag.Severity
	text     string
	seen     bool
}

func compareDiagnostics(t *testing.T, text string, list *diag.List) {
	t.Helper()
	want := map[int][]*expected{}
	for i, line := range strings.Split(text, "\n") {
		for _, comment := range strings.Split(line, "// ")[1:] {
			comment = strings.TrimSpace(comment)
			if message, ok := strings.CutPrefix(comment, "ERROR: "); ok {
				want[i+1] = append(want[i+1], &expected{severity: diag.Error, text: message})
			}
			if message, ok := strings.CutPrefix(comment, "WARNING: "); ok {
				want[i+1] = append(want[i+1], &expected{severity: diag.Warning, text: message})
			}
		}
	}
	for _, d := range list.Diagnostics() {
		if d.Severity == diag.Note {
			continue
		}
		line := list.Files.Line(d.Pos)
		if !matches(want[line], d) {
			t.Errorf("line %d: unexpected %s: %s", line, d.Severity, d.Message)
		}
	}
	for line, all := range want {
		for _, e := range all {
			assert.True(t, e.seen, "line %d: no %s %q", line, e.severity, e.text)
		}
	}
}

func matches(all []*expected, d diag.Diagnostic) bool {
	for _, e := range all {
		text, isEnd := strings.CutSuffix(e.text, " @END")
		isMeant := strings.Contains(d.Message, text) && (!isEnd || strings.HasSuffix(d.Message, text))
		if !e.seen && e.severity == d.Severity && isMeant {
			e.seen = true
			return true
		}
	}
	return false
}

func mustBuild(t *testing.T, text string) *ast.Unit {
	t.Helper()
	u, list := build("test.cl", text)
	require.Empty(t, list.Render())
	return u
}

func TestVectorAddIsFullyTyped(t *testing.T) {
	u := mustBuild(t, `
kernel void add(global const float *a, global const float *b, global float *restrict c, uint n) {
	size_t i = get_global_id(0);
	if (i < n) c[i] = a[i] + b[i];
}`)
	require.Len(t, u.Funcs, 1)
	f := u.Funcs[0]
	assert.True(t, f.Kernel)
	assert.True(t, f.Contract)
	assert.Equal(t, "float*", f.Params[0].TypeName)
	assert.Equal(t, ast.Global, f.Params[2].Type.Space)
	assert.Equal(t, ast.Const, f.Params[0].Type.ElemQual)
	assert.Equal(t, ast.Restrict, f.Params[2].Qual)
	branch := f.Body.List[1].(*ast.If)
	assert.Equal(t, "(< (load i) (cast ulong (load n)))", dump(branch.Cond))
	store := branch.Then.(*ast.ExprStmt).X
	assert.Equal(t, "(= (deref (ptradd (load c) (cast long (load i))))"+
		" (+ (load (deref (ptradd (load a) (cast long (load i))))) (load (deref (ptradd (load b) (cast long (load "+
		"i)))))))", dump(store))
}

// TestHostileSources has sources that must end in an error at once instead of in a crash or an endless loop.
func TestHostileSources(t *testing.T) {
	many := 300_000
	for name, text := range map[string]string{
		"parentheses":        "constant int x = " + strings.Repeat("(", 1_000_000),
		"closed parentheses": "constant int x = " + strings.Repeat("(", many) + "1" + strings.Repeat(")", many) + ";",
		"braces":             "void f(void) " + strings.Repeat("{", many),
		"brackets":           "void f(int *a) { a" + strings.Repeat("[a", many),
		"minus":              "constant int x = " + strings.Repeat("- ", many) + "1;",
		"plus chain":         "void f(int a) { a = a" + strings.Repeat("+a", many) + "; }",
		"comma chain":        "void f(int a) { a" + strings.Repeat(",a", many) + "; }",
		"pointers":           "void f(int " + strings.Repeat("*", many) + "a) {}",
		"declarators":        "int " + strings.Repeat("(", many) + "a;",
		"array parts":        "typedef int a" + strings.Repeat("[1]", many) + ";",
		"function parts":     "typedef int a" + strings.Repeat("(int", many) + ";",
		"structs":            strings.Repeat("struct {", many),
		"casts":              "constant int x = " + strings.Repeat("(int)", many) + "1;",
		"conditionals":       "void f(int a) { a = " + strings.Repeat("a?", many) + "1; }",
		"else if":            "void f(int a) { " + strings.Repeat("if (a) ; else ", many) + "; }",
		"labels":             "void f(int a) { switch (a) " + strings.Repeat("default:", many) + "; }",
		"ifs":                "void f(int a) { " + strings.Repeat("if (a) ", many) + "; }",
		"assignments":        "void f(int a) { " + strings.Repeat("a=", many) + "1; }",
		"members":            "struct s {struct s *n;}; void f(struct s *a) { a" + strings.Repeat("->n", many) + "; }",
		"initialisers":       "constant int a[] = " + strings.Repeat("{", many),
		"sizeof":             "constant int a = " + strings.Repeat("sizeof ", many) + "1;",
		"attributes":         "int " + strings.Repeat("__attribute__((", many),
		"blocks":             "void f(void) { " + strings.Repeat("^{", many),
		"calls":              "int f(int a) { return " + strings.Repeat("f(", many),
		"enums":              strings.Repeat("enum {a=", many),
		"typeof":             strings.Repeat("typeof(", many),
		"generic":            "constant int x = " + strings.Repeat("_Generic(1, default: ", many),
		"elvis":              "void f(int a) { a = " + strings.Repeat("a ?: ", many) + "1; }",
		"alignas":            strings.Repeat("_Alignas(", many),
		"choose":             "constant int x = " + strings.Repeat("__builtin_choose_expr(1, ", many),
		"case ranges":        "void f(int a) { switch (a) {" + strings.Repeat("case 1 ... 2: ", many) + "} }",
		"packs":              strings.Repeat("#pragma pack(push, 1)\n", many) + "x",
		"rvalue arrays":      "struct s { int a[1]; }; struct s f(int a) { return f(" + strings.Repeat("f(", many),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			_, list := build("hostile.cl", text)
			assert.True(t, list.HasErrors())
			assert.Less(t, time.Since(start), 20*time.Second)
		})
	}
}

// TestTruncatedSource truncates sources after each of their bytes, large ones after some: the parser must terminate.
func TestTruncatedSource(t *testing.T) {
	for file, step := range map[string]int{"grammar": 1, "gnu": 3, "builtins_c": 3} {
		text, err := os.ReadFile("testdata/" + file + ".cl")
		require.NoError(t, err)
		for _, section := range sections(string(text)) {
			for i := 0; i < len(section); i += step {
				build("cut.cl", section[:i])
			}
		}
	}
}
