package exec

import (
	"fmt"
	"testing"

	"heddle/compiler"
	"heddle/compiler/amd64"
)

// TestWithoutAnalyses leaves out each analysis of the code generator, and all of them: the results must stay the same.
func TestWithoutAnalyses(t *testing.T) {
	var all []string
	sets := map[string][]string{}
	for _, a := range append(amd64.Analyses(), amd64.Extensions()...) {
		sets[a.Name], all = []string{a.Name}, append(all, a.Name)
	}
	sets["all"] = all
	for name, off := range sets {
		if underRace && name != "all" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			for name, c := range engineComparisons() {
				t.Run(name, func(t *testing.T) { c.runWithout(t, off) })
			}
		})
	}
}

// runWithout is run with some analyses left out, and in the bundles that the kernel then chooses itself too. Two ranges
// must do: the code is the same for all.
func (c *comparison) runWithout(t *testing.T, off []string) {
	judge := compileProgram(t, c.source)
	program := compileWith(t, c.source, func(o *compiler.Options) { o.PassesOff = off })
	for i, k := range program.Kernels {
		for _, r := range c.ranges[:min(2, len(c.ranges))] {
			c.compare(t, judge.Kernels[i], k, r)
			c.compareOwnPlan(t, judge.Kernels[i], k, r)
		}
	}
}

func (c *comparison) compareOwnPlan(t *testing.T, judge, k *compiler.Kernel, r [2][3]uint64) {
	want := c.launch(t, judge, nil, NewDevice(Goroutines(1)), r)
	for _, bits := range []int{512, 256} {
		if !runsVectors(t, bits) {
			continue
		}
		device := NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: bits, Mode: ModeMachine, Report: failing{t}})
		c.same(t, fmt.Sprintf("%s, %d bits, its own plan, %v", k.Name, bits, r), want, c.launch(t, k, k.Machine, device, r))
	}
}
