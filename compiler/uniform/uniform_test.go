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

// TestFiles analyses the functions of testdata and compares with the text after the divider.
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

// describe lists the facts about each value that is no constant, in the order of the blocks.
func describe(f *ir.Func, info *Info) string {
	var w strings.Builder
	for b := range f.Blocks {
		for _, v := range append(f.Blocks[b].Params, f.Blocks[b].Instrs...) {
			if in := f.Instr(v); in.Type != ir.Void && in.Op != ir.OpConst {
				fmt.Fprintf(&w, "; %s: %s\n", ir.PrintInstr(f, v), about(info, v))
			}
		}
		if info.DivergentBranch(ir.BlockID(b)) {
			fmt.Fprintf(&w, "; b%d diverges\n", b)
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

// TestWithoutDimensions wants the coarser analysis to claim nothing that the finer one does not, and no strides.
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

// TestRowSteps asks for strides in the second dimension.
func TestRowSteps(t *testing.T) {
	f := ir.MustParse(`func @k kernel () -> () {
b0:
  %1 = const i64 64
  %2 = const i32 3
  %3 = const i64 0
  %4 = argblock ptr
  %5 = load i32 %4 in args align 8
  %6 = globalid.0 i64
  %7 = globalid.1 i64
  %8 = localid.1 i64
  %9 = mul i64 %8, %1
  %10 = add i64 %9, %6
  %11 = trunc i32 %7
  %12 = mul i32 %11, %2
  %13 = sext i64 %12
  %14 = mul i32 %11, %5
  %15 = trunc i32 %8
  %16 = sext i64 %15
  %17 = mul i64 %8, %6
  jump b1(%16, %3)
b1(%18 i64, %19 i64):
  %20 = add i64 %18, %1
  %21 = add i64 %19, %1
  %22 = icmp.ult i1 %21, %1
  branch %22, b1(%20, %21), b2
b2:
  return
}`).Funcs[0]
	info := AnalyzeRows(f)
	for v, want := range map[ir.ValueID]struct {
		step  int64
		needs Needs
		ok    bool
	}{
		6: {0, 0, true}, 7: {1, 0, true}, 8: {1, 0, true}, 9: {64, 0, true}, 10: {64, 0, true}, 11: {1, 0, true},
		12: {3, 0, true},
		13: {0, 0, false}, 14: {0, 0, false}, 16: {1, 0, true}, 17: {0, 0, false}, 19: {1, 0, true}, 20: {0, 0, true},
	} {
		step, needs, ok := info.RowStep(v)
		if ok != want.ok || ok && (step != want.step || needs != want.needs) {
			t.Errorf("%s: %d, %d, %v", ir.PrintInstr(f, v), step, needs, ok)
		}
		_, _, ok = Analyze(f).RowStep(v)
		if ok {
			t.Errorf("value %d has a step without having been asked", v)
		}
	}
	lanes, rows := info, Analyze(f)
	for v := range f.Instrs {
		a, b, c := lanes.StrideNeeds(ir.ValueID(v))
		d, e, g := rows.StrideNeeds(ir.ValueID(v))
		if a != d || b != e || c != g {
			t.Errorf("value %d has another stride along the row", v)
		}
	}
}
