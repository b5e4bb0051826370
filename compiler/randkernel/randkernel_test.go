package randkernel

import (
	"strings"
	"testing"
)

func TestSameSeedSameKernel(t *testing.T) {
	for seed := range uint64(50) {
		if first, second := New(seed).Source(), New(seed).Source(); first != second {
			t.Fatalf("seed %d", seed)
		}
	}
}

func TestSameSeedSameKernelOfGroups(t *testing.T) {
	has := map[string]int{}
	for seed := range uint64(200) {
		k := NewGroup(seed)
		if k.Source() != NewGroup(seed).Source() {
			t.Fatalf("seed %d", seed)
		}
		for _, word := range []string{"if (lid < 256)", "local S L", "float2", "uchar4", "scratch",
			"reqd_work_group", "clamp(", "async_work", "_sat(", "return;", "atomic_", "1][", "E r[4]", "size_t lid"} {
			if strings.Contains(k.Source(), word) {
				has[word]++
			}
		}
		for _, g := range k.Geometries {
			if n := g.Global[0] * g.Global[1] * g.Global[2]; n == 0 || n > GroupItems {
				t.Errorf("seed %d: %d work-items", seed, n)
			}
		}
	}
	if len(has) != 14 {
		t.Errorf("kernels have only %v", has)
	}
}

// A kernel that fails as long as it contains some word loses nearly all else.
func TestReduce(t *testing.T) {
	reduced := 0
	for seed := range uint64(40) {
		k := New(seed)
		fails := func(k *Kernel) bool { return strings.Contains(k.Source(), "mad_sat(") }
		if !fails(k) {
			continue
		}
		before := len(k.Source())
		Reduce(k, fails)
		if after := len(k.Source()); !fails(k) || after > 250 {
			t.Errorf("seed %d: %d bytes of %d are left:\n%s", seed, after, before, k.Source())
		}
		least := [3]uint64{1, 1, 1}
		if k.requiresGroups {
			least = k.Geometries[0].Group
		}
		if len(k.Geometries) != 1 || k.Geometries[0].Global != least {
			t.Errorf("seed %d: %v", seed, k.Geometries)
		}
		reduced++
	}
	if reduced == 0 {
		t.Error("no kernel of the seeds has the word")
	}
}
