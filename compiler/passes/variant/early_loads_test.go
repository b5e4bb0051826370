package variant

import (
	"slices"
	"strings"
	"testing"

	"heddle/compiler/ir"
)

// members doubles the first two words of structures of twelve bytes, one by one, from the second argument to the first.
const members = `func @members kernel () -> () {
b0:
  %four = const i64 4
  %8 = const i64 8
  %12 = const i64 12
  %args = argblock ptr
  %out = load ptr %args in args align 8
  %pin = ptradd ptr %args, %8
  %in = load ptr %pin in args align 8
  %id = globalid.0 i64
  %at = mul i64 %id, %12
  %from = ptradd ptr %in, %at
  %to = ptradd ptr %out, %at
  %x = load i32 %from in global align 4
  %xx = add i32 %x, %x
  store %to, %xx in global align 4
  %from4 = ptradd ptr %from, %four
  %y = load i32 %from4 in global align 4
  %yy = add i32 %y, %y
  %to4 = ptradd ptr %to, %four
  store %to4, %yy in global align 4
  return
}
`

// accessed is the order of a kernel's accesses to global memory: l and s.
func accessed(f *ir.Func) string {
	var order strings.Builder
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			switch in := f.Instr(v); {
			case in.Space != ir.SpaceGlobal:
			case in.Op == ir.OpLoad:
				order.WriteByte('l')
			case in.Op == ir.OpStore:
				order.WriteByte('s')
			}
		}
	}
	return order.String()
}

func TestEarlyLoads(t *testing.T) {
	for _, test := range []struct {
		name, from, to string // what is written instead in the kernel
		want           string // "": there is no copy
		pairs          []Pair
	}{
		{"members", "", "", "llss", []Pair{{0, 8}}},
		{"in place", "%from = ptradd ptr %in, %at\n  %to = ptradd ptr %out, %at",
			"%from = ptradd ptr %out, %at\n  %zero = const i64 0\n  %to = ptradd ptr %from, %zero", "llss", nil},
		{"words in a row", "%12 = const i64 12", "%12 = const i64 4", "", nil},
		{"the word that was stored", "%from = ptradd ptr %in, %at\n  %to = ptradd ptr %out, %at",
			"%to = ptradd ptr %out, %at\n  %four2 = const i64 -4\n  %from = ptradd ptr %to, %four2", "", nil},
		{"a volatile load", "%y = load i32 %from4 in global align 4",
			"%y = load i32 %from4 in global align 4 volatile", "", nil},
		{"a volatile store", "store %to, %xx in global align 4", "store %to, %xx in global align 4 volatile", "", nil},
		{"a fence", "%yy = add", "fence.global order seqcst scope device\n  %yy = add", "", nil},
		{"an address that was stored", "%from4 = ptradd ptr %from, %four",
			"%yat = load i64 %to in global align 4\n  %from4 = ptradd ptr %from, %yat", "", nil},
	} {
		if !strings.Contains(members, test.from) {
			t.Fatalf("%s: the kernel has no %q", test.name, test.from)
		}
		m := ir.MustParse(strings.Replace(members, test.from, test.to, 1))
		f := m.Funcs[0]
		before := ir.PrintFunc(f)
		c, pairs := NoAlias(m, f)
		if after := ir.PrintFunc(f); after != before {
			t.Errorf("%s: the kernel has changed:\n%s", test.name, after)
		}
		if c == nil {
			if test.want != "" {
				t.Errorf("%s: there is no copy", test.name)
			}
			continue
		}
		if err := ir.VerifyFunc(m, c); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if got := accessed(c); got != test.want || !slices.Equal(pairs, test.pairs) {
			t.Errorf("%s: accesses are in the order %q, with pairs %v, not %q, %v:\n%s", test.name, got, pairs,
				test.want, test.pairs, ir.PrintFunc(c))
		}
	}
}
