package uniform

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/compiler/ir"
)

var update = flag.Bool("update", false, "write what the analysis says to the test files")

const divider = "; gives\n"

// TestFiles analyses the functions of testdata and compares with what stands behind the divider.
func TestFiles(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.ir")
	if len(files) == 0 {
		t.Fatal("no test files")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before, want, _ := strings.Cut(string(text), divider)
		f := ir.MustParse(before).Funcs[0]
		got := describe(f, Analyze(f))
		if *update {
			if err := os.WriteFile(file, []byte(before+divider+got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got != want {
			t.Errorf("%s: got\n%s", file, got)
		}
	}
}

// describe lists what is known of each value that is no constant, in the order of the blocks.
func describe(f *ir.Func, info *Info) string {
	var w strings.Builder
	for b := range f.Blocks {
		for _, v := range append(f.Blocks[b].Params, f.Blocks[b].Instrs...) {
			if in := f.Instr(v); in.Type != ir.Void && in.Op != ir.OpConst {
				fmt.Fprintf(&w, "; %s: %s\n", ir.PrintInstr(f, v), about(info, v))
			}
		}
		if info.DivergentBranch(ir.BlockID(b)) {
			fmt.Fprintf(&w, "; b%d parts\n", b)
		}
	}
	return w.String()
}

func about(info *Info, v ir.ValueID) string {
	if info.Varies(v) == 0 {
		return "same for all"
	}
	words := []string{"varies with"}
	for i, name := range []string{"group", "id0", "id1", "id2", "anything", "memory"} {
		if info.Varies(v)>>i&1 != 0 {
			words = append(words, name)
		}
	}
	if info.Uniform(v) {
		words = append(words, "only")
	}
	if step, needs, ok := info.StrideNeeds(v); ok && !info.Uniform(v) {
		words = append(words, fmt.Sprintf("stride %d", step))
		if needs&NeedsGuard != 0 {
			words = append(words, "in guarded launches")
		} else if needs&NeedsSmallIDs != 0 {
			words = append(words, "in small launches")
		}
	}
	return strings.Join(words, " ")
}

// TestWithoutDimensions wants the coarser answer to know nothing that the finer one does not, and no steps.
func TestWithoutDimensions(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.ir")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		f := ir.MustParse(string(text)).Funcs[0]
		fine := Analyze(f)
		coarse := fine.WithoutDimensions()
		for v := range f.Instrs {
			v := ir.ValueID(v)
			if coarse.Varies(v)|fine.Varies(v) != coarse.Varies(v) || coarse.Uniform(v) != fine.Uniform(v) {
				t.Errorf("%s: %%%d varies with %b, not %b", file, v, coarse.Varies(v), fine.Varies(v))
			}
			if step, _, ok := coarse.StrideNeeds(v); ok && (step != 0 || coarse.Varies(v)&withLane != 0) {
				t.Errorf("%s: %%%d has a step", file, v)
			}
		}
	}
}
