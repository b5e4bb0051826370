package uniform

import (
	"testing"

	"heddle/compiler/ir"
)

// stepping is a loop whose counter starts at the id and is extended, together with values computed from it, for an
// address.
const stepping = `func @k kernel () -> () {
b0:
  %1 = const i64 2
  %2 = argblock ptr
  %3 = load ptr %2 in args align 8
  %4 = load ptr %3 in global align 8
  %5 = load i32 %4 in global align 4
  %6 = globalid.0 i64
  %7 = trunc i32 %6
  %8 = const i32 64
  jump b1(%7)
b1(%10 i32):
  %11 = icmp.slt i1 %10, %5
  branch %11, b2, b3
b2:
  %13 = sext i64 %10
  %14 = zext i64 %10
  %15 = add i64 %13, %14
  %16 = ptradd ptr %3, %15
  store %16, %10 in global align 4
  %18 = add i32 %10, %8
  jump b1(%18)
b3:
  return
}`

// TestStepsOfThoseKeptTogether: where an engine has checked whether a counter wraps as a signed number, its sign
// extension has a constant stride, its zero extension has not; and the checked branch is not divergent.
func TestStepsOfThoseKeptTogether(t *testing.T) {
	f := ir.MustParse(stepping).Funcs[0]
	known := Analyze(f)
	together := Together{Header: 1, Loop: []ir.BlockID{1, 2}, Counter: 10, Signed: true}
	info := AnalyzeTogether(f, []Together{together}, known, nil)
	elsewhere := together
	elsewhere.Loop = []ir.BlockID{1}
	for _, c := range []struct {
		name     string
		info     *Info
		value    ir.ValueID
		steps    bool
		diverges bool
	}{
		{"alone", known, 13, false, true},
		{"together, by the sign", info, 13, true, false},
		{"together, by zeros", info, 14, false, false},
		{"outside of the loop", AnalyzeTogether(f, []Together{elsewhere}, known, nil), 13, false, false},
	} {
		if _, _, ok := c.info.StrideNeeds(c.value); ok != c.steps || c.info.DivergentBranch(1) != c.diverges {
			t.Errorf("%s: steps %v, diverges %v", c.name, ok, c.info.DivergentBranch(1))
		}
	}
	if info.Guard() != known.Guard() {
		t.Error("it asks for more of a launch")
	}
}
