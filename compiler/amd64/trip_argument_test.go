package amd64

import (
	"strings"
	"testing"

	"heddle/compiler/amd64/object"
	"heddle/compiler/ir"
)

// tripCountLoop is upSweep with an argument, at 8 bytes, instead of the size of groups.
var tripCountLoop = strings.Replace(upSweep, "  %8 = localsize.0 i64\n  %9 = trunc i32 %8\n",
	"  %args = argblock ptr\n  %eight = const i64 8\n  %at = ptradd ptr %args, %eight\n"+
		"  %9 = load i32 %at in args align 4\n", 1)

func TestTripArgument(t *testing.T) {
	for _, c := range []struct {
		what string
		text string
		want object.Argument
	}{
		{"one", tripCountLoop, object.Argument{Offset: 8, Bytes: 4}},
		{"no barrier", strings.Replace(tripCountLoop, "  barrier.local scope workgroup\n", "", 1), object.Argument{}},
		{"from memory", strings.Replace(tripCountLoop, "in args", "in global", 1), object.Argument{}},
		{"two", strings.Replace(tripCountLoop, "lshr i32 %9, %2\n", "lshr i32 %9, %other\n", 1), object.Argument{}},
		{"a number", strings.Replace(tripCountLoop, "lshr i32 %9, %2", "lshr i32 %2, %1", 1), object.Argument{}},
	} {
		text := c.text
		if c.what == "two" {
			text = strings.Replace(text, "  %10 =", "  %other = load i32 %args in args align 4\n  %10 =", 1)
		}
		m := ir.MustParse(text)
		got, ok := NewKernel(m, m.Funcs[0], Options{}).TripArgument()
		if ok != (c.want.Bytes > 0) || ok && got != c.want {
			t.Errorf("%s: %+v, %v", c.what, got, ok)
		}
	}
}
