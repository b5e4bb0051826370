package variant

import (
	"slices"
	"testing"

	"heddle/compiler/ir"
)

// summing adds n elements of the second argument, and of the third, to an element of the first in memory.
const summing = `func @summing kernel () -> () {
b0:
  %zero = const i32 0
  %one = const i32 1
  %two = const i64 2
  %8 = const i64 8
  %16 = const i64 16
  %24 = const i64 24
  %args = argblock ptr
  %c = load ptr %args in args align 8
  %pa = ptradd ptr %args, %8
  %a = load ptr %pa in args align 8
  %pb = ptradd ptr %args, %16
  %b = load ptr %pb in args align 8
  %pn = ptradd ptr %args, %24
  %n = load i32 %pn in args align 8
  %id = globalid.0 i64
  %at = shl i64 %id, %two
  %place = ptradd ptr %c, %at
  jump b1(%zero)
b1(%k i32):
  %more = icmp.ult i1 %k, %n
  branch %more, b2, b3
b2:
  %kl = zext i64 %k
  %kb = shl i64 %kl, %two
  %ak = ptradd ptr %a, %kb
  %x = load i32 %ak in global align 4
  %bk = ptradd ptr %b, %kb
  %y = load i32 %bk in global align 4
  %s = load i32 %place in global align 4
  %t = add i32 %s, %x
  %u = add i32 %t, %y
  store %place, %u in global align 4
  %next = add i32 %k, %one
  jump b1(%next)
b3:
  return
}
`

func TestNoAlias(t *testing.T) {
	m := ir.MustParse(summing)
	f := m.Funcs[0]
	before := ir.PrintFunc(f)
	c, pairs := NoAlias(m, f)
	if c == nil {
		t.Fatal("there is no copy")
	}
	if err := ir.VerifyFunc(m, c); err != nil {
		t.Fatal(err)
	}
	if want := []Pair{{0, 8}, {0, 16}}; !slices.Equal(pairs, want) {
		t.Errorf("the pairs are %v, not %v", pairs, want)
	}
	if after := ir.PrintFunc(f); after != before {
		t.Errorf("the kernel has changed:\n%s", after)
	}
	loops, innermost := ir.NewCFG(c).Loops()
	stores := 0
	for b := range c.Blocks {
		for _, v := range c.Blocks[b].Instrs {
			switch in := c.Instr(v); {
			case in.Op == ir.OpAlloca:
				t.Error("the variable is still in memory")
			case in.Op == ir.OpStore:
				stores++
				if innermost[b] >= 0 {
					t.Error("the loop stores")
				}
			case in.Op == ir.OpLoad && in.Space == ir.SpaceGlobal && innermost[b] >= 0 &&
				c.Instr(in.Args[0]).Block == loops[0].Header:
				t.Error("the loop loads the sum")
			}
		}
	}
	if len(loops) != 1 || stores != 1 {
		t.Errorf("there are %d loops and %d stores:\n%s", len(loops), stores, ir.PrintFunc(c))
	}
	if again, _ := NoAlias(m, c); again != nil {
		t.Error("the copy has a copy")
	}
}
