package amd64

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
)

// TestBundlesWithAVX2: eight sub-groups hide the latencies of a loop that all lanes leave at once, if registers
// suffice. Where lanes leave it in different iterations all would wait for the last.
func TestBundlesWithAVX2(t *testing.T) {
	text, err := os.ReadFile("testdata/interleave.ir")
	if err != nil {
		t.Fatal(err)
	}
	together, _, _ := strings.Cut(string(text), divider)
	together = strings.Replace(together, "fma f32 %19, %21, %5 contract", "fadd f32 %21, %21", 1)
	parting := strings.Replace(together, "  %23 = icmp.sgt i1 %14, %22",
		"  %90 = ftos i32 %19\n  %23 = icmp.sgt i1 %90, %22", 1)
	for _, diverges := range []bool{false, true} {
		text, want := together, 8
		if diverges {
			text = parting
		}
		m := ir.MustParse(text)
		k := NewKernel(m, m.Funcs[0], Options{})
		if diverges {
			want = k.limits(AVX2).MaxDiverging
		}
		if n := k.planFor(AVX2).Rows; n != want {
			t.Errorf("bundles of %d sub-groups, not %d, of\n%s", n, want, text)
		}
		v := Version{Shape: bundle.Rows, Count: 1, SmallIDs: true, FullBundles: true}
		if code, err := k.Version(256, v); err != nil ||
			code.HasDivergentLoops != diverges {
			t.Errorf("parts: %v, error %v, of\n%s", code.HasDivergentLoops, err, text)
		}
	}
}

// TestProductsOfEightRowsStayInRegisters: a bundle of eight columns of a matrix product has sums enough for two
// multipliers that take four cycles, and no more registers than there are.
func TestProductsOfEightRowsStayInRegisters(t *testing.T) {
	text, err := os.ReadFile("testdata/unroll-and-jam.ir")
	if err != nil {
		t.Fatal(err)
	}
	product, _, _ := strings.Cut(string(text), divider)
	m := ir.MustParse(product)
	k := NewKernel(m, m.Funcs[0], Options{})
	if n := k.planFor(AVX2).Columns; n != 8 {
		t.Errorf("bundles of %d columns", n)
	}
	l := mustListKernel(t, k, AVX2, Version{Shape: bundle.Columns, Count: 8, SmallIDs: true, Guarded: k.Guard() != nil,
		FullBundles: true})
	if n := l.Registers.Spilled[asm.Vector]; n > 0 {
		t.Errorf("%d vectors are kept in the frame", n)
	}
}

// straightKernel loads some numbers per work-item, and multiplies: each by each, so often, or in one chain through
// all of them. It stores what comes of it.
func straightKernel(numbers, iterations int, isChain bool) string {
	var w strings.Builder
	w.WriteString("func @k kernel () -> () {\nb0:\n  %1 = argblock ptr\n  %2 = const i64 8\n  %3 = const i64 6\n" +
		"  %4 = load ptr %1 in args align 8\n" +
		"  %5 = globalid.0 i64\n  %6 = const i64 2\n  %7 = shl i64 %5, %6 nowrap\n  %8 = ptradd ptr %4, %7\n")
	last, v := make([]int, numbers), 100
	for i := range last {
		fmt.Fprintf(&w, "  %%%d = const i64 %d\n  %%%d = ptradd ptr %%8, %%%d\n"+
			"  %%%d = load f32 %%%d in global align 4\n", v, i<<20, v+1, v, v+2, v+1)
		last[i], v = v+2, v+3
	}
	sum := last[0]
	for r := range iterations {
		for i := range last {
			if !isChain {
				fmt.Fprintf(&w, "  %%%d = fmul f32 %%%d, %%%d\n", v, last[i], last[(i+1+r)%numbers])
				last[i], v = v, v+1
				continue
			}
			fmt.Fprintf(&w, "  %%%d = fmul f32 %%%d, %%%d\n", v, sum, last[i])
			sum, v = v, v+1
		}
	}
	for i := range last {
		fmt.Fprintf(&w, "  %%%d = fadd f32 %%%d, %%%d\n", v, sum, last[i])
		sum, v = v, v+1
	}
	fmt.Fprintf(&w, "  store %%8, %%%d in global align 4\n  return\n}\n", sum)
	return w.String()
}

// TestBundlesOfStraightCode: where each operation waits for the one before, other sub-groups fill the time, though
// numbers are spilled for them. Where there is enough to do they do not.
func TestBundlesOfStraightCode(t *testing.T) {
	for _, test := range []struct {
		isChain bool
		want    int
	}{{true, 4}, {false, 2}} {
		m := ir.MustParse(straightKernel(7, 12, test.isChain))
		k := NewKernel(m, m.Funcs[0], Options{})
		if n := k.planFor(AVX2).Rows; n != test.want {
			t.Errorf("bundles of %d sub-groups, not %d, where a chain is %v", n, test.want, test.isChain)
		}
		if n := k.firstFitting(AVX2, bundle.Rows, 4, 2); n == 4 {
			t.Errorf("registers suffice for %d sub-groups where a chain is %v", n, test.isChain)
		}
	}
}

// TestBundlesForZen: its latencies want eight sub-groups in loops where registers suffice, and more than one in long
// code too.
func TestBundlesForZen(t *testing.T) {
	text, err := os.ReadFile("testdata/interleave.ir")
	if err != nil {
		t.Fatal(err)
	}
	loop, _, _ := strings.Cut(string(text), divider)
	for _, test := range []struct {
		text, name string
		intel, zen int
	}{
		{loop, "a loop", 4, 8},
		{straightKernel(7, 200, true), "a long chain", 1, 4},
		{straightKernel(7, 12, false), "straight code with enough to do", 4, 4},
	} {
		for core, want := range map[Core]int{Intel: test.intel, Zen: test.zen} {
			m := ir.MustParse(test.text)
			k := NewKernel(m, m.Funcs[0], Options{Core: core})
			if n := k.planFor(AVX512).Rows; n != want {
				t.Errorf("%v: bundles of %d sub-groups, not %d, of %s", core, n, want, test.name)
			}
		}
	}
}

// TestInterchangedGroups: a kernel that requires its groups requires interchanged ones when its dimensions are.
func TestInterchangedGroups(t *testing.T) {
	m := ir.MustParse("func @k kernel group 4 16 1 () -> () {\nb0:\n  %1 = globalid.0 i64\n  return\n}\n")
	k := NewKernel(m, m.Funcs[0], Options{})
	if got := k.InterchangedWith(1).function().Group; got != [3]uint64{16, 4, 1} || m.Funcs[0].Group[0] != 4 {
		t.Errorf("groups of %v", got)
	}
}
