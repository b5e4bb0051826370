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
				t.Run(name, func(t *testing.T) { c.runWith(t, func(o *compiler.Options) { o.PassesOff = off }) })
			}
		})
	}
}

// TestForOtherProcessors runs code that is to be fast on another kind of processor than this may be.
func TestForOtherProcessors(t *testing.T) {
	for name, c := range engineComparisons() {
		t.Run(name, func(t *testing.T) { c.runWith(t, func(o *compiler.Options) { o.Core = amd64.Zen }) })
	}
}

// runWith is run with options of its own, and in the bundles that the kernel then chooses itself too. Two ranges must do: the
// code is the same for all.
func (c *comparison) runWith(t *testing.T, change func(*compiler.Options)) {
	judge := compileProgram(t, c.source)
	program := compileWith(t, c.source, change)
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
