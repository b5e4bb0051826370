package lower

import (
	"testing"

	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
	"heddle/compiler/parse"
	"heddle/compiler/preproc"
	"heddle/compiler/token"
)

// compile turns source text into verified IR.
func compile(t *testing.T, source string) *ir.Module {
	t.Helper()
	var list diag.List
	names := token.NewInterner()
	prelude := ""
	for macro, text := range builtin.Macros() {
		prelude += "#define " + macro + " " + text + "\n"
	}
	tokens := preproc.Run(preproc.Input{Name: "k.cl", Text: []byte(source), Prelude: prelude, Names: names}, &list)
	unit := parse.File(tokens, parse.Options{Version: 200, Generic: true, ProgramScope: true, FP64: true, Names: names,
		Unit: ast.UnitOptions{Contract: true}, Builtins: Builtins{}}, &list)
	if list.HasErrors() {
		t.Fatal(list.Render())
	}
	m := Unit(unit, &list)
	if list.HasErrors() {
		t.Fatal(list.Render())
	}
	if err := ir.Verify(m); err != nil {
		t.Fatalf("%v\n%s", err, ir.Print(m))
	}
	return m
}

func TestVectorAdd(t *testing.T) {
	m := compile(t, `kernel void add(global const float *a, global const float *b, global float *c, uint n) {
		size_t i = get_global_id(0);
		if (i < n) c[i] = a[i] + b[i];
	}`)
	t.Log(ir.Print(m))
}
