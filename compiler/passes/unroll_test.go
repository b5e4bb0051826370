package passes

import (
	"strings"
	"testing"

	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
)

// nestAndLoop is a loop in a loop, and a third after them; each has four iterations.
const nestAndLoop = `func @f (ptr) -> () {
b0:
  %p = arg ptr #0
  %zero = const i32 0
  %one = const i32 1
  %four = const i32 4
  jump b1(%zero)
b1(%i i32):
  jump b2(%zero)
b2(%j i32):
  store %p, %j in global align 4
  %j2 = add i32 %j, %one
  %c = icmp.slt i1 %j2, %four
  branch %c, b2(%j2), b3
b3:
  %i2 = add i32 %i, %one
  %d = icmp.slt i1 %i2, %four
  branch %d, b1(%i2), b4(%zero)
b4(%k i32):
  store %p, %k in global align 4
  %k2 = add i32 %k, %one
  %e = icmp.slt i1 %k2, %four
  branch %e, b4(%k2), b5
b5:
  return
}
`

// Loops in no other are unrolled when those inside others are: what is cleaned up in between would be long. In the end
// all are, and what was left for later costs nothing twice.
func TestInnerLoopsUnrollFirst(t *testing.T) {
	f := ir.MustParse(nestAndLoop).Funcs[0]
	var s scratch
	s.begin(f)
	growth := s.unrolling.growth
	for run, want := range []struct{ loops, grown int }{{2, 3 * 4}, {0, 0}} {
		unrollLoops(f, &s)
		cleanCFG(f, &s)
		numberValues(f, &s)
		rewrite.RemoveDead(f, &s.Scratch)
		loops, _ := ir.NewCFG(f).Loops()
		if !s.unrolling.isDone || len(loops) != want.loops {
			t.Errorf("run %d leaves %d loops:\n%s", run, len(loops), ir.PrintFunc(f))
		}
		if want.grown > 0 && growth-s.unrolling.growth != want.grown {
			t.Errorf("run %d makes the function %d instructions longer, not %d", run, growth-s.unrolling.growth,
				want.grown)
		}
	}
	if unrollLoops(f, &s); s.unrolling.isDone {
		t.Error("unrolled without a loop")
	}
}

// arrayLoop iterates 200 times and stores to a private array at an offset.
const arrayLoop = `func @f kernel () -> () {
b0:
  %array = alloca ptr #800 align 4
  %zero = const i64 0
  %one = const i64 1
  %size = const i64 4
  %many = const i64 200
  jump b1(%zero)
b1(%i i64):
  %at = mul i64 %i, %size
  %place = ptradd ptr %array, %OFFSET
  %v = trunc i32 %i
  store %place, %v in private align 4
  %i2 = add i64 %i, %one
  %c = icmp.slt i1 %i2, %many
  branch %c, b1(%i2), b2
b2:
  return
}
`

// A long loop becomes straight code where an array hangs on its counter, not where it only has one.
func TestLongLoopsUnrollForArrays(t *testing.T) {
	for offset, want := range map[string]bool{"at": true, "size": false} {
		f := ir.MustParse(strings.Replace(arrayLoop, "OFFSET", offset, 1)).Funcs[0]
		var s scratch
		s.begin(f)
		if unrollLoops(f, &s); s.unrolling.isDone != want {
			t.Errorf("an array at %%%s: unrolled is %v", offset, s.unrolling.isDone)
		}
	}
}
