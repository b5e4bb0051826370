package passes

import (
	"slices"
	"testing"

	"heddle/compiler/ir"
)

func TestDumpSeesEachPassThatIsOn(t *testing.T) {
	m := randomModule(1)
	var seen []string
	Optimize(m, Options{Off: []string{"licm"}, Dump: func(pass string, f *ir.Func) { seen = append(seen, pass) }})
	for _, p := range Table() {
		// uncalled leaves no function to show, and no root is taken
		on := p.Name != "licm" && p.Name != "uncalled" && p.Name != "rsqrt"
		if slices.Contains(seen, p.Name) != on && p.Name != "inline" {
			t.Errorf("%s: seen is not %v in %v", p.Name, on, seen)
		}
		if p.Doc == "" {
			t.Errorf("%s has no description", p.Name)
		}
	}
}

func TestInlineBudget(t *testing.T) {
	m := randomModule(3)
	before := len(callees(m.Funcs[1]))
	if before == 0 {
		t.Fatal("seed 3 makes no call: choose another seed")
	}
	Optimize(m, Options{Verify: true, InlineBudget: 1})
	if m.Funcs[0] == nil || len(callees(m.Funcs[1])) == 0 {
		t.Error("calls beyond the budget are gone")
	}
}
