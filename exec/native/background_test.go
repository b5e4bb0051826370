package native

import (
	"errors"
	"testing"

	"heddle/compiler/amd64/object"
	"heddle/compiler/uniform"
	"heddle/exec/launch"
)

// fakeKernel is a kernel without code.
type fakeKernel struct {
	object.Kernel
	guard        *uniform.Guard
	during       func(object.Version) // called by Version
	interchanged object.Kernel        // nil: none
}

func (k *fakeKernel) Plan(int) object.Plan                    { return object.Plan{Rows: 1} }
func (k *fakeKernel) Guard() *uniform.Guard                   { return k.guard }
func (k *fakeKernel) TripArgument() (object.Argument, bool)   { return object.Argument{}, false }
func (k *fakeKernel) Images() object.Images                   { return nil }
func (k *fakeKernel) LoneItems(uint64) object.Copy            { return nil }
func (k *fakeKernel) UnitSteps() object.UnitSteps             { return nil }
func (k *fakeKernel) Groups() object.Groups                   { return nil }
func (k *fakeKernel) NoAlias() (object.Kernel, []object.Pair) { return nil, nil }
func (k *fakeKernel) Interchanged() (object.Kernel, int)      { return k.interchanged, 1 }

func (k *fakeKernel) Version(_ int, v object.Version) (*object.Code, error) {
	if k.during != nil {
		k.during(v)
	}
	return nil, errors.New("no code")
}

func TestBackgroundIsBounded(t *testing.T) {
	e := New(Settings{VectorBits: 256, Background: true}, nil)
	release := make(chan bool)
	k := &fakeKernel{during: func(object.Version) { <-release }}
	for i := range 2 * maxBackground {
		v := object.Version{Count: i + 1}
		e.background.add(compileJob{engine: e, kernel: k, name: "fake", bits: e.VectorBits, version: v})
	}
	e.background.mu.Lock()
	n := len(e.background.jobs)
	e.background.mu.Unlock()
	if n > maxBackground {
		t.Errorf("%d versions wait", n)
	}
	e.Forget(k)
	close(release)
	e.Wait()
}

// TestForgottenKernelsAreNotKept wants the background to remember which kernels have no code, until they and their
// variants are forgotten.
func TestForgottenKernelsAreNotKept(t *testing.T) {
	e := New(Settings{VectorBits: 256, Background: true}, nil)
	k := &fakeKernel{}
	v := object.Version{Count: 1}
	e.background.add(compileJob{engine: e, kernel: k, name: "fake", bits: e.VectorBits, version: v})
	e.Wait()
	if _, isThere := e.failed.Load(k); !isThere {
		t.Error("the failure is not remembered")
	}
	e.Forget(k)
	if _, isThere := e.failed.Load(k); isThere {
		t.Error("the engine keeps a kernel that is gone")
	}
	e.failed.Store(k, true)
	e.Forget(&fakeKernel{interchanged: k})
	if _, isThere := e.failed.Load(k); isThere {
		t.Error("the engine keeps the interchanged copy of a kernel that is gone")
	}
}

// fakeCopy is a copy that is a kernel without code.
type fakeCopy struct {
	object.Copy
	kernel fakeKernel
}

func (c *fakeCopy) Kernel() object.Kernel { return &c.kernel }
func (c *fakeCopy) Made() object.Kernel   { return &c.kernel }

// TestCopiesWithoutCodeAreTriedOnce wants launches to do without a copy that the background could not compile.
func TestCopiesWithoutCodeAreTriedOnce(t *testing.T) {
	e := New(Settings{VectorBits: 256, Background: true}, nil)
	tried := 0
	c := &fakeCopy{}
	c.kernel.during = func(object.Version) { tried++ }
	l := &launch.Launch{Machine: &fakeKernel{}}
	next := func(l *launch.Launch, _ *[3]uint64) (Choice, bool) { return Interpreted(l), l.Machine != &c.kernel }
	for n := range 5 {
		if _, isFinal := e.chooseBetter(l, c, nil, next); isFinal != (n > 0) {
			t.Errorf("launch %d: final is %v", n, isFinal)
		}
		e.Wait()
	}
	if tried != 1 {
		t.Errorf("it was compiled %d times", tried)
	}
}

func TestLongLaunchesWaitForThePlan(t *testing.T) {
	for items, want := range map[uint64]bool{BriefItems: true, BriefItems + 1: false} {
		if got := isBrief(&launch.Launch{Global: [3]uint64{items, 1, 1}}); got != want {
			t.Errorf("%d work-items: brief is %v", items, got)
		}
	}
}
