package passes

import (
	"fmt"
	"slices"
	"strings"
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

// A function that is too large to be inlined into other functions is inlined into a kernel, through them.
func TestKernelsHoldLargeFunctions(t *testing.T) {
	var long strings.Builder
	for i := range defaultInlineBudget {
		fmt.Fprintf(&long, "  %%v%d = rotl i32 %%v%d, %%x\n", i+1, i)
	}
	m := ir.MustParse(`func @long noinline (i32, i32) -> (i32) {
b0:
  %v0 = arg i32 #0
  %x = arg i32 #1
` + long.String() + fmt.Sprintf("  return %%v%d\n}\n", defaultInlineBudget) + `func @between noinline (i32, i32) -> (i32) {
b0:
  %x = arg i32 #0
  %y = arg i32 #1
  %r = call i32 #0 %x, %y
  %s = call i32 #0 %r, %x
  return %s
}
func @k kernel () -> () {
b0:
  %args = argblock ptr
  %p = load ptr %args in args align 8
  %x = load i32 %p in global align 4
  %r = call i32 #1 %x, %x
  store %p, %r in global align 4
  return
}`)
	Optimize(m, Options{Verify: true})
	if calls := len(callees(m.Funcs[2])); calls != 0 {
		t.Errorf("the kernel has %d calls", calls)
	}
	if got := placed(m.Funcs[2]); got < 2*defaultInlineBudget {
		t.Errorf("the kernel has %d values", got)
	}
}
