package amd64

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"heddle/compiler/amd64/emit/control"
	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/switches"
)

var update = flag.Bool("update", false, "write what the code generator does to the test files")

const divider = "; gives\n"

// TestAnalyses compiles the kernels of testdata, each named by the analysis it is about, with and without that, and
// compares what became of the kernel with what stands after the divider.
func TestAnalyses(t *testing.T) {
	for _, a := range switches.Analyses() {
		t.Run(a.Name, func(t *testing.T) {
			file := filepath.Join("testdata", a.Name+".ir")
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			before, want, _ := strings.Cut(string(text), divider)
			m := ir.MustParse(before)
			var off []string
			// Copies are looked at wherever there are some.
			for _, copies := range []string{"unit-steps", "group-size", "lone-items"} {
				if a.Name != copies {
					off = append(off, copies)
				}
			}
			var got strings.Builder
			for _, isa := range []ISA{AVX512, AVX2} {
				fmt.Fprintf(&got, "; == %v\n", isa)
				describeKernel(t, &got, NewKernel(m, m.Funcs[0], Options{Off: off}), isa)
				fmt.Fprintf(&got, "; == %v, without %s\n", isa, a.Name)
				describeKernel(t, &got, NewKernel(m, m.Funcs[0], Options{Off: append(off, a.Name)}), isa)
			}
			if *update {
				if err := os.WriteFile(file, []byte(before+divider+got.String()), 0o600); err != nil {
					t.Fatal(err)
				}
			} else if got.String() != want {
				t.Errorf("%s: got\n%s", file, got.String())
			}
		})
	}
}

// describeKernel tells how a kernel is bundled, what became of its loads and stores, and how its code writes under
// masks.
func describeKernel(t *testing.T, w *strings.Builder, k *Kernel, isa ISA) {
	t.Helper()
	if steps := k.UnitSteps(); steps != nil {
		k = steps.Copy(1<<len(steps.Arguments()) - 1).Kernel().(*Kernel)
		fmt.Fprintf(w, "; in launches in which arguments are 1: %v\n", steps.Arguments())
	}
	if groups := k.Groups(); groups != nil {
		k = groups.Copy([3]uint64{16, 16, 1}).Kernel().(*Kernel)
		fmt.Fprintln(w, "; in launches in groups of 16 by 16")
	}
	if lone := k.LoneItems(k.function().LocalBytes); lone != nil {
		k = lone.Kernel().(*Kernel)
		fmt.Fprintln(w, "; in launches with groups of one work-item")
	}
	if noAlias, pairs := k.NoAlias(); noAlias != nil {
		k = noAlias.(*Kernel)
		fmt.Fprintf(w, "; in launches in which what the arguments point to does not overlap: %v\n", pairs)
	}
	if interchanged, dimension := k.Interchanged(); interchanged != nil {
		k = interchanged.(*Kernel)
		fmt.Fprintf(w, "; dimensions 0 and %d are interchanged\n", dimension)
	}
	plan := k.planFor(isa)
	v := Version{Shape: bundle.Rows, Count: plan.Rows, SmallIDs: true, Guarded: k.Guard() != nil, FullBundles: true}
	if plan.Columns > 0 {
		v.Shape, v.Count = bundle.Columns, plan.Columns
	}
	v.WholeGroup = plan.HasBarriers
	l := mustListKernel(t, k, isa, v)
	bundle := fmt.Sprintf("several %v", v.Shape) // how many is tuning
	switch {
	case v.WholeGroup:
		bundle = "a group"
	case v.Count == 1:
		bundle = "one sub-group"
	}
	fmt.Fprintf(w, "; a bundle is %s\n", bundle)
	for _, a := range l.Accesses {
		fmt.Fprintf(w, "; %-18s %s\n", a.How, ir.PrintInstr(l.IR, a.Value))
	}
	if l.Code.HasTails {
		fmt.Fprintf(w, "; %s of a loop go on one after the other\n", lanesLeft(l.Selected))
	}
	if l.Code.CompactsLanes {
		fmt.Fprintf(w, "; before that they move together\n")
	}
	fmt.Fprintf(w, "; %d writes of a sub-group keep lanes\n", keepingWrites(l.Selected)/v.Count)
	if v.WholeGroup {
		fmt.Fprintf(w, "; %.1f accesses of a sub-group are of memory\n",
			float64(movesOfMemory(l.Selected))/float64(v.Count))
	}
}

// movesOfMemory counts the instructions that access vectors in memory.
func movesOfMemory(lines []Line) (n int) {
	for _, l := range lines {
		if strings.Contains(l.Text, " v") && strings.Contains(l.Text, "[g") {
			n++
		}
	}
	return n
}

// lanesLeft says how many lanes a loop lets go on one after the other, by what it costs to send them apart: all, if
// nothing.
func lanesLeft(lines []Line) string {
	for i, l := range lines {
		if !strings.Contains(l.Text, "popcnt") || !strings.Contains(lines[i-1].Text, "add") {
			continue
		}
		switch {
		case strings.HasSuffix(lines[i-1].Text, " 0x0"):
			return "all lanes"
		case strings.HasSuffix(lines[i-1].Text, fmt.Sprintf(" %#x", control.ScaleOfCosts*control.TooMuch)):
			return "no lanes"
		}
	}
	return "the last lanes"
}

// keepingWrites counts the instructions that leave some lanes of a vector register as they are.
func keepingWrites(lines []Line) (n int) {
	for _, l := range lines {
		masked := onlySomeLanes.MatchString(l.Text) && !strings.Contains(l.Text, "gather")
		if masked || strings.Contains(l.Text, "blendv") {
			n++
		}
	}
	return n
}

var onlySomeLanes = regexp.MustCompile(`^\s*v\S+ v\d+\{k\d+\},`)
