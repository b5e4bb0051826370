package amd64

import (
	"fmt"
	"testing"

	"heddle/compiler/amd64/tuning"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/prepare"
)

// TestWhatIsAGuard: a branch on which side nearly all bundles go with all their lanes, and after which memory is
// accessed.
func TestWhatIsAGuard(t *testing.T) {
	const access, nothing = "  %30 = load i32 %7 in global align 4\n  %31 = add i32 %30, %1\n" +
		"  store %7, %31 in global align 4\n  jump b3\n", "  jump b3\n"
	const none = -1
	for name, c := range map[string]struct {
		condition, yes, no string
		side               int
	}{
		"below the end":   {"%20 = icmp.slt i1 %10, %12", access, nothing, 0},
		"from the end on": {"%20 = icmp.sge i1 %10, %12", nothing, access, 1},
		"one work-item":   {"%20 = icmp.eq i1 %10, %12", access, nothing, none},
		"all but one":     {"%20 = icmp.ne i1 %10, %12", access, nothing, 0},
		"inside": {"%13 = icmp.eq i1 %10, %1\n  %14 = icmp.eq i1 %10, %12\n  %20 = or i1 %13, %14", nothing,
			access, 1},
		"in two dimensions": {"%13 = icmp.slt i1 %10, %12\n  %14 = icmp.slt i1 %11, %12\n  %20 = and i1 %13, %14",
			access, nothing, 0},
		"every second":     {"%13 = and i32 %10, %1\n  %20 = icmp.ne i1 %13, %1", access, nothing, none},
		"what memory says": {"%20 = icmp.slt i1 %8, %12", access, nothing, none},
		"nothing after it": {"%20 = icmp.slt i1 %10, %12", nothing, nothing, none},
		"the same for all": {"%20 = icmp.slt i1 %1, %12", access, nothing, none},
		"more than accesses": {"%20 = icmp.slt i1 %10, %12",
			"  %40 = atomicrmw.add i32 %7, %8 in global align 4 order relaxed scope device\n" + access, nothing, none},
	} {
		m := ir.MustParse(withOwnWord("i32", "  %10 = trunc i32 %5\n  %9 = globalid.1 i64\n  %11 = trunc i32 %9\n"+
			"  %12 = load i32 %3 in args align 4\n  "+
			c.condition+"\n  branch %20, b1, b2\nb1:\n"+c.yes+"b2:\n"+c.no+"b3:\n  return"))
		for _, core := range []Core{Intel, Zen} {
			fn, _, g := prepare.BoundsChecked(uniform.Of(m.Funcs[0]), tuning.Machine(AVX2, core), oneRow, 0)
			side := none
			if fn != nil {
				side = g.Side
			}
			if side != c.side {
				t.Errorf("%s: side %d", name, side)
			}
		}
	}
}

// TestGuardsAfterLoops: a loop may come before a bounds check if the check is much more of the kernel.
func TestGuardsAfterLoops(t *testing.T) {
	long := ""
	for i := range 60 {
		before := 8
		if i > 0 {
			before = 39 + i
		}
		long += fmt.Sprintf("  %%%d = add i32 %%8, %%%d\n", 40+i, before)
	}
	for name, c := range map[string]struct {
		body   string
		isLate bool
	}{"short": {"", false}, "long": {long, true}} {
		last := "%8"
		if c.isLate {
			last = "%99"
		}
		m := ir.MustParse(withOwnWord("i32", "  %10 = trunc i32 %5\n  jump b1(%10)\nb1(%11 i32):\n"+
			"  %12 = const i32 256\n  %13 = icmp.ult i1 %11, %12\n  branch %13, b2, b3\nb2:\n"+
			"  %14 = add i32 %11, %12\n  jump b1(%14)\nb3:\n  %20 = icmp.slt i1 %10, %1\n  branch %20, b4, b5\nb4:\n"+
			c.body+"  store %7, "+last+" in global align 4\n  jump b5\nb5:\n  return"))
		_, _, g := prepare.BoundsChecked(uniform.Of(m.Funcs[0]), tuning.Machine(AVX2, Zen), oneRow, 0)
		if isCheck := g != nil; isCheck != c.isLate || isCheck && g.Block != 3 {
			t.Errorf("%s: %v", name, g)
		}
	}
}

// TestGuardsOfProcessors: with AVX-512, masks cost something on AMD's processors only.
func TestGuardsOfProcessors(t *testing.T) {
	m := ir.MustParse(withOwnWord("i32", "  %10 = trunc i32 %5\n  %20 = icmp.slt i1 %10, %1\n  branch %20, b1, b2\n"+
		"b1:\n  store %7, %8 in global align 4\n  jump b2\nb2:\n  return"))
	for _, core := range []Core{Intel, Zen} {
		l := mustListKernel(t, NewKernel(m, m.Funcs[0], Options{Core: core}), AVX512, oneRow)
		if plain := selectedWith(l, "vmovups [") - selectedWith(l, "vmovups [", "{k"); (plain > 0) != (core == Zen) {
			t.Errorf("%v: %d stores of all lanes", core, plain)
		}
	}
}

// TestWholeBundlesByColumn: a branch that whole bundles take (ir.FlagWhole) looks at the lanes of all columns, also
// where its comparison is one number for each of them.
func TestWholeBundlesByColumn(t *testing.T) {
	text := withOwnWord("i32", `  %9 = globalid.1 i64
  %11 = trunc i32 %9
  %20 = icmp.sge i1 %11, %1
  branch %20 whole, b1, b2
b1:
  store %7, %11 in global align 4
  return
b2 rare:
  store %7, %1 in global align 4
  return`)
	for _, isa := range []ISA{AVX2, AVX512} {
		l := mustList(t, text, isa, Version{Shape: bundle.Columns, Count: 2, SmallIDs: true})
		if l.ReadsUnwritten() {
			t.Errorf("%v: a register is read that nobody has written", isa)
		}
	}
}
