package amd64

import (
	"strings"
	"testing"

	"heddle/compiler/amd64/object"
	"heddle/compiler/ir"
)

// toldRounds is a loop with a barrier whose rounds the second argument tells, and how it steps.
const toldRounds = `func @k kernel () -> () {
b0:
  %1 = const i32 0
  %2 = const i32 1
  %3 = const i64 8
  %4 = argblock ptr
  %5 = ptradd ptr %4, %3
  %6 = load i32 %5 in args align 4
  %7 = lshr i32 %6, %2
  jump b1(%7)
b1(%8 i32):
  %9 = icmp.ugt i1 %8, %1
  branch %9, b2, b3
b2:
  barrier.local scope workgroup
  %10 = lshr i32 %8, %2
  jump b1(%10)
b3:
  return
}
`

func TestRoundsArgument(t *testing.T) {
	for _, c := range []struct {
		what string
		text string
		want object.Argument
	}{
		{"one", toldRounds, object.Argument{Offset: 8, Bytes: 4}},
		{"no barrier", strings.Replace(toldRounds, "  barrier.local scope workgroup\n", "", 1), object.Argument{}},
		{"from memory", strings.Replace(toldRounds, "in args", "in global", 1), object.Argument{}},
		{"two", strings.Replace(toldRounds, "lshr i32 %6, %2\n", "lshr i32 %6, %11\n", 1), object.Argument{}},
		{"a number", strings.Replace(toldRounds, "lshr i32 %6, %2", "lshr i32 %2, %1", 1), object.Argument{}},
	} {
		text := c.text
		if c.what == "two" {
			text = strings.Replace(text, "  %7 =", "  %11 = load i32 %4 in args align 4\n  %7 =", 1)
		}
		m := ir.MustParse(text)
		got, ok := NewKernel(m, m.Funcs[0]).RoundsArgument()
		if ok != (c.want.Bytes > 0) || ok && got != c.want {
			t.Errorf("%s: %+v, %v", c.what, got, ok)
		}
	}
}
