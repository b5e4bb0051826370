package exec

import (
	"os"
	"testing"

	"heddle/compiler"
)

// moduleOf reads a module of the programs that use the loader.
func moduleOf(t *testing.T, name string) string {
	t.Helper()
	code, err := os.ReadFile("../conformance/spirv/" + name + ".spv")
	if err != nil {
		t.Fatal(err)
	}
	return string(code)
}

// kernelOf is the runner of a kernel with a name.
func (f *family) kernelOf(t *testing.T, name string, run runner) runner {
	t.Helper()
	for i, k := range f.program.Kernels {
		if k.Name == name {
			kernels := append([]*compiler.Kernel{k}, f.program.Kernels...)
			f.program.Kernels = append(kernels[:i+1:i+1], kernels[i+2:]...)
			return run
		}
	}
	t.Fatalf("the module has no kernel %s", name)
	return nil
}

// Functions of modules that are enqueued see what their argument blocks had, and run over the ranges of modules.
func TestChildrenOfModules(t *testing.T) {
	enqueuing(t, moduleOf(t, "queues"), func(t *testing.T, f *family, run runner) {
		const n = 21
		b := newBuffer(t, 8*n+1)
		if err := f.kernelOf(t, "children", run)(n, 7, uint64(b.address), firstQueue); err != nil {
			t.Fatal(err)
		}
		const value = 3 + 40 + 500 + 4000 + 40000
		for i := range n {
			for j := range 8 {
				want := uint32(0)
				switch {
				case i == 0 && j == 1:
					want = 3 + 300
				case i%3 != 1 && j >= 2 && j < 6:
					want = value
				}
				if got := b.get(8*i + j); got != want {
					t.Errorf("word %d of work-item %d is %d, not %d", j, i, got, want)
				}
			}
		}
		if len(f.program.Kernels) != 5 {
			t.Errorf("%d kernels: functions that are enqueued are among them", len(f.program.Kernels))
		}
	})
}

// Functions that are enqueued get local memory, and enqueue others.
func TestLocalMemoryAndFamiliesOfModules(t *testing.T) {
	enqueuing(t, moduleOf(t, "queues"), func(t *testing.T, f *family, run runner) {
		b := newBuffer(t, 5)
		if err := f.kernelOf(t, "local_memory", run)(5, 5, uint64(b.address), firstQueue); err != nil {
			t.Fatal(err)
		}
		mustGive(t, b, 56, 56, 56, 56, 56)
		b = newBuffer(t, 3)
		if err := f.kernelOf(t, "nested", run)(1, 1, uint64(b.address), firstQueue); err != nil {
			t.Fatal(err)
		}
		mustGive(t, b, 1, 3, 2*(1+2+3))
	})
}

// Events of modules order what runs.
func TestEventsOfModules(t *testing.T) {
	enqueuing(t, moduleOf(t, "queues"), func(t *testing.T, f *family, run runner) {
		b := newBuffer(t, 12*3)
		if err := f.kernelOf(t, "events", run)(3, 1, uint64(b.address), firstQueue); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			for word, want := range [...]uint32{0, 0, 0, 5, 10, 0, 7, 0, 8, 0, 0, 0} {
				if got := b.get(12*i + word); got != want {
					t.Errorf("word %d of work-item %d is %d, not %d", word, i, got, want)
				}
			}
		}
	})
}

// What no compiler writes: ranges and sizes of local memory as values, one function with arguments of two sizes, and
// variables of local memory.
func TestQueuesByHand(t *testing.T) {
	enqueuing(t, moduleOf(t, "queues_by_hand"), func(t *testing.T, f *family, run runner) {
		b := newBuffer(t, 8)
		if err := f.kernelOf(t, "parent", run)(1, 1, uint64(b.address), firstQueue); err != nil {
			t.Fatal(err)
		}
		mustGive(t, b, 10*(7+3), 0, 1)
		if f.ran != 3 {
			t.Errorf("%d launches, not 3", f.ran)
		}
		if err := f.kernelOf(t, "questions", run)(1, 1, uint64(b.address), firstQueue); err != nil {
			t.Fatal(err)
		}
		// the family answers 10 times the number of the question, and the range's first size: sizes are no sizes
		mustGive(t, b, 0, 0, 0, 20+8, 0, 0, 0, 30+8)
	})
}
