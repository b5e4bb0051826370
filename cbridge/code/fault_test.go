package code

import (
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"heddle/cbridge/hostmem"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/bundle"
)

var faults = []struct {
	name, code string
	signal     syscall.Signal
	offset     uint64
	address    uint64
}{
	{"null", codeNull, syscall.SIGSEGV, 2, 0},
	{"not canonical", codeWild, syscall.SIGSEGV, 10, 0},
	{"divide", codeDivide, syscall.SIGFPE, 4, 0},
	{"undefined", codeUndefined, syscall.SIGILL, 0, 0},
	{"lost registers", codeLost, syscall.SIGSEGV, 12, 0},
}

func TestFaults(t *testing.T) {
	for _, f := range faults {
		r := newRunner(t, f.code, oneGroup)
		for range 3 {
			r.loop.Next, r.loop.IsLocated, r.loop.IsInside = 0, 0, 0
			mustReturn(t, Run(&r.loop), abi.Faulted)
			if r.get(abi.ContextFaultSignal) != uint64(f.signal) || r.get(abi.ContextFaultAddress) != f.address ||
				r.get(abi.ContextFaultPC) != r.loop.Entry+f.offset {
				t.Errorf("%s: signal %d at %#x, address %#x", f.name, r.get(abi.ContextFaultSignal),
					r.get(abi.ContextFaultPC)-r.loop.Entry, r.get(abi.ContextFaultAddress))
			}
			if f.name != "lost registers" &&
				(r.get(abi.ContextFaultContext) != r.loop.Context || r.get(abi.ContextFaultFrame) != r.loop.Frames) {
				t.Errorf("%s: the registers are not reported", f.name)
			}
		}
	}
}

// Faults, good code, and a garbage collector at work, all on several threads.
func TestFaultsOnManyThreads(t *testing.T) {
	stop := make(chan struct{})
	var collector, all sync.WaitGroup
	collector.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	})
	for k := range 4 {
		all.Go(func() {
			bad := newRunner(t, faults[k].code, oneGroup)
			good := newRunner(t, codeSuspend, geometry{bundle.Rows, 8, 1, [3]uint64{48, 1, 1}, [3]uint64{24, 1, 1},
				[3]uint64{}, true})
			for range 300 {
				bad.loop.Next, bad.loop.IsLocated, bad.loop.IsInside = 0, 0, 0
				if code := Run(&bad.loop); code != abi.Faulted {
					t.Errorf("bad code returned %d", code)
				}
				good.loop.Next, good.loop.IsLocated = 0, 0
				if code := Run(&good.loop); code != abi.Ended || len(good.takeLog()) != 4*18 {
					t.Errorf("good code returned %d", code)
				}
			}
		})
	}
	all.Wait()
	close(stop)
	collector.Wait()
}

// A fault of Go code is still Go's.
func TestFaultsOfGoGoToGo(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	var nothing *int
	*nothing = 1
}

func TestRegistersOfTheCallerAreKept(t *testing.T) {
	r := newRunner(t, codeClobber, oneGroup)
	before := quotient(2, 3)
	mustReturn(t, Run(&r.loop), abi.Ended)
	if after := quotient(2, 3); after != before { // rounded to nearest, up; the code rounds down
		t.Errorf("two thirds are %v, not %v: the rounding mode has changed", after, before)
	}
}

//go:noinline
func quotient(a, b float64) float64 { return a / b }

func TestCancelAndTheGarbageCollector(t *testing.T) {
	r := newRunner(t, codeEndless, oneGroup)
	done := make(chan uint32)
	go func() { done <- Run(&r.loop) }()
	time.Sleep(10 * time.Millisecond) // most likely it runs by then; nothing depends on it
	start := time.Now()
	for range 3 {
		runtime.GC()
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("garbage collection took %v", took)
	}
	hostmem.Bytes(r.memory+atCancel, 4)[0] = 1
	mustReturn(t, <-done, abi.Cancelled)
}
