package compiler

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"heddle/compiler/ir"
	"heddle/compiler/lane"
)

// TestSurveysAreRight compares the facts found before the lane code of kernels is made with that code.
func TestSurveysAreRight(t *testing.T) {
	files, err := filepath.Glob("testdata/*.cl")
	if err != nil || len(files) == 0 {
		t.Fatal("no sources", err)
	}
	sources := map[string]string{}
	for _, file := range files {
		if name := filepath.Base(file); name != "faulty.cl" {
			sources[name] = testSource(t, name)
		}
	}
	for name, source := range longKernels {
		sources[name] = source(300)
	}
	sources["calls"] = `
int leaf(int x) { int table[9]; for (int i = 0; i < 9; i++) table[i] = x * i; return table[x % 9] + get_local_id(0); }
kernel void k(global int *p) { p[0] = leaf(p[1]); }`
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		for _, options := range []Options{{Version: DefaultVersion},
			{Version: DefaultVersion, PassesOff: []string{"inline", "unroll"}}} {
			object, log, ok := Compile([]byte(sources[name]), nil, options)
			if !ok {
				t.Fatal(log)
			}
			program, log, ok := Link([]*Object{object}, options)
			if !ok {
				t.Fatal(log)
			}
			for _, k := range program.Kernels {
				checkSurvey(t, name+" "+k.Name, k.Lane)
			}
		}
	}
}

func checkSurvey(t *testing.T, name string, p *lane.Program) {
	if len(p.Code) > 0 {
		t.Errorf("%s has code before anybody wants it", name)
	}
	surveyed := *p
	if err := p.Complete(); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	groups := []lane.Op{ir.OpLocalID, ir.OpGroupID, ir.OpLocalSize, ir.OpEnqueuedLocalSize, ir.OpNumGroups,
		ir.OpLocalBase, ir.OpBarrier}
	hasLoop, seesGroups, end := false, false, uint64(0)
	for i := range p.Code {
		in := &p.Code[i]
		hasLoop = hasLoop || in.Op == lane.OpLoop
		seesGroups = seesGroups || slices.Contains(groups, in.Op)
		if in.Op == ir.OpAlloca {
			end = max(end, in.Imm)
		}
	}
	if surveyed.HasLoop != hasLoop || surveyed.HasBarrier != (len(p.Barriers) > 0) ||
		surveyed.SeesGroups != seesGroups {
		t.Errorf("%s: loops %v, barriers %v, groups %v; the code has %v, %d, %v", name, surveyed.HasLoop,
			surveyed.HasBarrier, surveyed.SeesGroups, hasLoop, len(p.Barriers), seesGroups)
	}
	if end > 0 && end >= surveyed.PrivateBytes {
		t.Errorf("%s: private memory of %d bytes, but something lies at %d", name, surveyed.PrivateBytes, end)
	}
	if n := uint64(len(p.Code)); surveyed.Length > 2*n+10 || n > 2*surveyed.Length+10 {
		t.Errorf("%s: about %d instructions, in fact %d", name, surveyed.Length, n)
	}
}
