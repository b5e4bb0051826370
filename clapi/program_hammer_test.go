package clapi

import (
	"math/rand/v2"
	"sync"
	"testing"

	"heddle/clapi/cl"
)

// Building, making kernels and releasing them from several threads ends with no kernels and a buildable program.
func TestProgramHammer(t *testing.T) {
	f := newFixture(t)
	p := f.program("globals kernel a kernel b")
	f.mustWork(p.Build(BuildRequest{}))
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	var group sync.WaitGroup
	for worker := range uint64(4) {
		random := rand.New(rand.NewPCG(seed, worker))
		group.Go(func() {
			for range 300 {
				hammerProgram(t, p, random.IntN(3))
			}
		})
	}
	group.Wait()
	f.mustWork(p.Build(BuildRequest{}))
	f.mustWork(p.Release())
	if f.context.holds.Load() != 1 {
		t.Errorf("%d holds of the context", f.context.holds.Load())
	}
}

func hammerProgram(t *testing.T, p *Program, action int) {
	var kernels []*Kernel
	var err error
	switch action {
	case 0:
		err = p.Build(BuildRequest{})
	case 1:
		kernels, _, err = p.CreateKernels(true, 2)
	case 2:
		var k, clone *Kernel
		if k, err = p.CreateKernel("a", false); err == nil {
			clone, err = k.Clone()
			kernels = []*Kernel{k, clone}
		}
	}
	if s := StatusOf(err); s != cl.Success && s != cl.InvalidOperation && s != cl.InvalidProgramExecutable {
		t.Errorf("action %d: %v", action, err)
	}
	for _, k := range kernels {
		if err := k.Release(); err != nil {
			t.Error(err)
		}
	}
}

// An application may make more memory objects than there is memory.
func TestFailingAllocation(t *testing.T) {
	machine := testMachine
	machine.MemoryBytes, machine.MaxAllocBytes = 1<<60, 1<<59
	platform := NewPlatform(Setup{Compiler: &fakeCompiler{}, Machine: machine})
	c, err := platform.CreateContext(nil, []*Device{platform.Device()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantStatus(t, "buffer", second(c.CreateBuffer(0, 1<<58, 0)), cl.MemObjectAllocationFailure)
	p, err := c.CreateProgramWithSource([][]byte{[]byte("hugeglobals kernel k")})
	if err != nil {
		t.Fatal(err)
	}
	wantStatus(t, "program-scope variables", p.Build(BuildRequest{}), cl.OutOfHostMemory)
	if c.holds.Load() != 2 { // the API's and the program's
		t.Errorf("%d holds of the context", c.holds.Load())
	}
}
