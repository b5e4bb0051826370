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

// A function that accesses images is inlined whatever the budget, through functions that do not: each access must tell
// which argument of the kernel its image is.
func TestFunctionsWithImagesAreInlined(t *testing.T) {
	m := ir.MustParse(`func @pick noinline (ptr, i32) -> (f32) {
b0:
  %image = arg ptr #0
  %x = arg i32 #1
  %r = imageread.1d f32 %image, %x in constant
  %b = result f32 #2 %r
  return %b
}
func @outer noinline (ptr, i32) -> (f32) {
b0:
  %image = arg ptr #0
  %x = arg i32 #1
  %r = call f32 #0 %image, %x
  return %r
}
func @k kernel () -> () {
b0:
  %one = const i32 1
  %args = argblock ptr
  %image = load ptr %args in args align 8
  %r = call f32 #1 %image, %one
  imagewrite.1d %image, %one, %r, %r, %r, %r
  return
}`)
	Optimize(m, Options{Verify: true, InlineBudget: 1})
	if k := m.Funcs[2]; len(callees(k)) != 0 || !k.HasImages() {
		t.Errorf("a call is left:\n%s", ir.Print(m))
	}
}
