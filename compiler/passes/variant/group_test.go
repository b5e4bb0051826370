package variant

import (
	"strings"
	"testing"

	"heddle/compiler/ir"
)

// tiled copies 26 rows of 19 bytes in an order of its own, in groups of 16 by 16, and reads one of its elements.
// What stands in place of the words in capitals changes from test to test.
const tiled = `func @tiled kernel local 512 align 1 () -> () {
b0:
  %zero = const i32 0
  %four = const i64 4
  %w = const i32 19
  %half = const i32 256
  %eight = const i64 8
  %16 = const i64 16
  %256 = const i64 256
  %args = argblock ptr
  %c = load ptr %args in args align 8
  %pa = ptradd ptr %args, %eight
  %a = load ptr %pa in args align 8
  %pn = ptradd ptr %args, %16
  %n = load i32 %pn in args align 4
  %lx64 = localid.0 i64
  %ly64 = localid.1 i64
  %lx = trunc i32 %lx64
  %ly = trunc i32 %ly64
  %fourteen = const i32 4
  %row = shl i32 %ly, %fourteen
  %p = add i32 %row, %lx
  %r = sdiv i32 %p, %w
  %q = srem i32 %p, %w
  %g64 = groupid.0 i64
  %g = trunc i32 %g64
  %x = add i32 %g, %q
  %rn = mul i32 %r, %n
  %at = add i32 %rn, %x
  %inside = icmp.slt i1 %at, %n
  %some = SELECT
  %wide = sext i64 %some
  %from = ptradd ptr %a, %wide
  %v = load i8 %from in global align 1
  %bytes = sext i64 %p
  %tile = localbase ptr
  %to = ptradd ptr %tile, %bytes
  store %to, %v in local align 1
  %p2 = add i32 %p, %half
  %r2 = sdiv i32 %p2, %w
  %q2 = srem i32 %p2, %w
  %x2 = add i32 %g, %q2
  %rn2 = mul i32 %r2, %n
  %at2 = add i32 %rn2, %x2
  %wide2 = sext i64 %at2
  %from2 = ptradd ptr %a, %wide2
  %v2 = load i8 %from2 in global align 1
  %to2 = ptradd ptr %to, %256
  store %to2, %v2 in local align 1
  SEEN
  barrier.local scope workgroup
  %19 = const i64 19
  %place = mul i64 %ly64, %19
  %mine = ptradd ptr %tile, %lx64
  %its = ptradd ptr %mine, %place
  %first = load i8 %its in local align 1
  %out = ptradd ptr %c, %lx64
  store %out, %first in global align 1
  return
}
`

func tiledModule(choice, seen string) *ir.Module {
	return ir.MustParse(strings.NewReplacer("SELECT", choice, "SEEN", seen).Replace(tiled))
}

const (
	isChosen = "select i32 %inside, %at, %zero"
	isSeen   = "%own = load i8 %to in local align 1\n  store %c, %own in global align 1"
)

// TestWithGroup: groups that are inside load without a choice, and rows if nothing tells who has copied what.
func TestWithGroup(t *testing.T) {
	for _, c := range []struct {
		name, choice, seen string
		isSplit, isTile    bool
	}{
		{"tile", isChosen, "", true, true},
		{"seen before the barrier", isChosen, isSeen, true, false},
		{"nothing to choose", "add i32 %at, %zero", isSeen, false, false},
		{"a tile without choices", "add i32 %at, %zero", "", true, true},
	} {
		m := tiledModule(c.choice, c.seen)
		f := m.Funcs[0]
		before := ir.PrintFunc(f)
		copied := WithGroup(m, f, [3]uint64{16, 16, 1})
		if ir.PrintFunc(f) != before {
			t.Fatalf("%s: the kernel has changed", c.name)
		}
		if copied == nil {
			if c.isSplit {
				t.Errorf("%s: no copy", c.name)
			}
			continue
		}
		if err := ir.VerifyFunc(m, copied); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		text := ir.PrintFunc(copied)
		divides, chooses := strings.Count(text, " srem "), strings.Count(text, " select ")
		if !c.isSplit || (divides == 2) != c.isTile || chooses > 1 {
			t.Errorf("%s: %d quotients, %d choices in\n%s", c.name, divides, chooses, text)
		}
	}
}

// TestGroupsOfOtherKinds: kernels that have nothing to gain, and groups that are too large, get no copy.
func TestGroupsOfOtherKinds(t *testing.T) {
	m := tiledModule(isChosen, "")
	if !WantsGroup(m.Funcs[0]) || WithGroup(m, m.Funcs[0], [3]uint64{64, 32, 1}) != nil {
		t.Error("large groups")
	}
	m = ir.MustParse("func @k kernel () -> () {\nb0:\n  %1 = localid.0 i64\n  return\n}\n")
	if WantsGroup(m.Funcs[0]) {
		t.Error("a kernel without barrier")
	}
}
