package compiler

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"heddle/compiler/diag"
	"heddle/compiler/ir"
	"heddle/compiler/passes"
	"heddle/compiler/randkernel"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/prepare"
)

// TestBlocksOnEdgesChangeNoUniformity compares the analysis of kernels with that of their form at instruction
// selection: with blocks on edges. The code generator shares one analysis between both.
func TestBlocksOnEdgesChangeNoUniformity(t *testing.T) {
	split := 0
	for _, pattern := range []string{"../bench/kernels/*.cl", "testdata/*.cl", "../exec/testdata/randkernel/*.cl"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if filepath.Base(file) == "faulty.cl" {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			split += mustKeepUniformity(t, file, text)
		}
	}
	for seed := range uint64(150) {
		split += mustKeepUniformity(t, "random kernel", []byte(randkernel.New(seed).Source()))
	}
	if split < 100 {
		t.Errorf("only %d functions have such edges", split)
	}
}

// mustKeepUniformity looks at all functions of a source, and counts those to which blocks were added.
func mustKeepUniformity(t *testing.T, name string, text []byte) (split int) {
	o, err := ParseOptions("-cl-std=CL3.0")
	if err != nil {
		t.Fatal(err)
	}
	object, log, ok := Compile(text, nil, o)
	if !ok {
		t.Fatalf("%s: %s", name, log)
	}
	m := object.unit.(*unit).take(&diag.List{})
	passes.Optimize(m, passes.Options{})
	for _, f := range m.Funcs {
		if f == nil {
			continue
		}
		if c, isSplit := prepare.Function(f); isSplit && len(c.Blocks) > len(f.Blocks) {
			split++
			mustBeKnownAlike(t, name, f, c)
		}
	}
	return split
}

// mustBeKnownAlike compares the analysis of f with that of its copy with blocks on edges.
func mustBeKnownAlike(t *testing.T, name string, f, c *ir.Func) {
	for _, analyze := range []func(*ir.Func) *uniform.Info{uniform.Analyze, uniform.AnalyzeRows} {
		before, after := analyze(f), analyze(c)
		if !reflect.DeepEqual(before.Guard(), after.Guard()) {
			t.Errorf("%s: another guard", name)
		}
		for b := range f.Blocks {
			if before.DivergentBranch(ir.BlockID(b)) != after.DivergentBranch(ir.BlockID(b)) {
				t.Errorf("%s: b%d parts otherwise", name, b)
			}
		}
		for i := range f.Instrs {
			v := ir.ValueID(i)
			if before.Varies(v) != after.Varies(v) || before.Leaves(v) != after.Leaves(v) {
				t.Errorf("%s: value %d varies otherwise", name, v)
			}
			if stepsOf(before, v) != stepsOf(after, v) {
				t.Errorf("%s: value %d steps otherwise: %v, %v", name, v, stepsOf(before, v), stepsOf(after, v))
			}
		}
	}
}

// steps are a value's strides in two dimensions.
type steps struct {
	lane, row           int64
	laneNeeds, rowNeeds uniform.Needs
	isLane, isRow       bool
}

func stepsOf(info *uniform.Info, v ir.ValueID) (s steps) {
	s.lane, s.laneNeeds, s.isLane = info.StrideNeeds(v)
	s.row, s.rowNeeds, s.isRow = info.RowStep(v)
	return s
}
