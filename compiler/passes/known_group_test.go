package passes

import (
	"strings"
	"testing"

	"heddle/compiler/ir"
)

const groupKernels = `
func @linear noinline () -> (i64) {
b0:
  %1 = localid.1 i64
  %2 = localsize.0 i64
  %3 = mul i64 %1, %2
  return %3
}
func @fixed kernel group 64 1 1 () -> () {
b0:
  %1 = argblock ptr
  %2 = load ptr %1 in args align 8
  %3 = groupid.0 i64
  %4 = localsize.0 i64
  %5 = urem i64 %3, %4
  %6 = call i64 #0
  %7 = add i64 %5, %6
  %8 = enqueuedlocalsize.1 i64
  %9 = add i64 %7, %8
  store %2, %9 in global align 8
  return
}
func @any kernel () -> () {
b0:
  %1 = argblock ptr
  %2 = load ptr %1 in args align 8
  %3 = groupid.0 i64
  %4 = localsize.0 i64
  %5 = urem i64 %3, %4
  store %2, %5 in global align 8
  return
}
`

// What a kernel that fixes the size of its groups asks about them, itself or by a function that is inlined, is
// constant; a function that stays may be called by others.
func TestFixedGroupsAreConstants(t *testing.T) {
	for _, inlines := range []bool{false, true} {
		text := groupKernels
		if inlines {
			text = strings.Replace(text, "noinline ", "", 1)
		}
		m := ir.MustParse(text)
		if printed := ir.Print(m); !strings.Contains(printed, "@fixed kernel group 64 1 1 (") {
			t.Fatalf("the size of groups is not printed:\n%s", printed)
		}
		Optimize(m, Options{Verify: true})
		for _, f := range m.Funcs {
			if f == nil {
				continue
			}
			for _, b := range f.Blocks {
				for _, v := range b.Instrs {
					switch in := f.Instr(v); {
					case in.Op == ir.OpURem && f.Name == "fixed":
						t.Errorf("inlines %v: %s still divides", inlines, f.Name)
					case in.Op == ir.OpLocalSize && f.Name == "fixed", in.Op == ir.OpLocalID && f.Name == "fixed":
						t.Errorf("inlines %v: %s still asks for its groups", inlines, f.Name)
					case in.Op == ir.OpConst && in.Imm == 64 && f.Name != "fixed":
						t.Errorf("inlines %v: %s knows the group of another", inlines, f.Name)
					}
				}
			}
		}
	}
}
