package exec

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"heddle/compiler"
	"heddle/compiler/amd64/object"
	"heddle/exec/native"
)

// withheld is a kernel with a plan whose machine code is not compiled before the test allows it.
type withheld struct {
	object.Kernel
	release chan bool
	err     error // returned instead of code; may be nil
}

func (w *withheld) Version(bits int, v object.Version) (*object.Code, error) {
	<-w.release
	if w.err != nil {
		return nil, w.err
	}
	return w.Kernel.Version(bits, v)
}

func (w *withheld) Planned(bits int) (object.Plan, bool) { return w.Plan(bits), true }

// withhold compiles a kernel that has a plan but no code.
func withhold(t *testing.T, source string) (*compiler.Kernel, *withheld) {
	t.Helper()
	if vectorBits() < 256 {
		t.Skip("this processor runs no machine code")
	}
	k := compileProgram(t, source).Kernels[0]
	return k, &withheld{Kernel: &planned{k.Machine, object.Plan{Rows: 1, Packed: 1, HasBarriers: k.Lane.HasBarrier}},
		release: make(chan bool)}
}

// meanwhileKernels print, wait at barriers, and have a loop with an argument as its trip count.
var meanwhileKernels = map[string]string{
	"straight": "out[i] = i * 3 + 1;",
	"rounds":   "uint v = 1; for (uint r = 0; r < (uint)n; r++) v = v * 5 + i; out[i] = v;",
	"waiting":  "t[l] = i * 7; barrier(CLK_LOCAL_MEM_FENCE); out[i] = t[n - 1 - l];",
	"printing": `out[i] = i; if (i == 77) printf("item %d of %d\n", i, (int)get_global_size(0));`,
}

func meanwhileSource(body string) string {
	return "kernel void k(global uint *out, ulong n) {\n" +
		"local uint t[64]; uint i = get_global_id(0), l = get_local_id(0);\n" + body + "\n}"
}

// TestSmallLaunchesRunWhileCodeIsMade wants small launches to run in the interpreter until there is code, then as
// machine code, with the same results.
func TestSmallLaunchesRunWhileCodeIsMade(t *testing.T) {
	for name, body := range meanwhileKernels {
		t.Run(name, func(t *testing.T) {
			k, w := withhold(t, meanwhileSource(body))
			device, b := backgroundDevice(2, 256), newBuffer(t, 1001)
			var printed bytes.Buffer
			l := kernelLaunch(k, w, 1000, 50, uint64(b.address), 50)
			l.Printf = &printed
			var want []byte
			for round := range 6 {
				if round == 3 {
					close(w.release)
					device.native.Wait()
				}
				c, _ := device.native.Choose(l)
				if isMachine := c.IsNative(); isMachine != (round >= 3) {
					t.Fatalf("round %d: machine code: %v", round, isMachine)
				}
				clear(b.bytes)
				printed.Reset()
				if err := device.Run(l); err != nil {
					t.Fatal(err)
				}
				if round == 0 {
					want = bytes.Clone(b.bytes)
				}
				if !bytes.Equal(b.bytes, want) {
					t.Fatalf("round %d: other results", round)
				}
				if got := printed.String(); name == "printing" && got != "item 77 of 1000\n" {
					t.Fatalf("round %d: printed %q", round, got)
				}
			}
		})
	}
}

// TestLaunchesWhileCodeIsMadeFail wants faults and cancelling to work in the interpreter too, and the next launch to
// succeed.
func TestLaunchesWhileCodeIsMadeFail(t *testing.T) {
	k, w := withhold(t, `kernel void k(global uint *out, ulong n) {
		for (uint r = 0; r < 3; r++) {
			uint i = get_global_id(0); if (i == n) out[1ul << 60] = 1; out[i] += 1; } }`)
	device, b := backgroundDevice(2, 256), newBuffer(t, 1001)
	l := kernelLaunch(k, w, 1000, 50, uint64(b.address), 130)
	var fault *Fault
	if err := device.Run(l); !errors.As(err, &fault) || fault.GlobalID != [3]uint64{130, 0, 0} ||
		!strings.Contains(fault.Reason, "write") {
		t.Errorf("the report is %v", err)
	}
	l.Cancel = new(Cancel)
	l.Cancel.Set()
	if err := device.Run(l); !errors.Is(err, ErrCancelled) {
		t.Errorf("the cancelled launch ends with %v", err)
	}
	clear(b.bytes)
	l.Cancel, l.Args = nil, arguments(uint64(b.address), 5000)
	if err := device.Run(l); err != nil || b.get(999) != 3 {
		t.Errorf("the next launch: %v, %d", err, b.get(999))
	}
	close(w.release)
	device.native.Wait()
}

// TestWhichLaunchesRunWhileCodeIsMade wants only small launches to run in the interpreter, and none if the user wants
// machine code or both engines.
func TestWhichLaunchesRunWhileCodeIsMade(t *testing.T) {
	k, w := withhold(t, meanwhileSource(meanwhileKernels["rounds"]))
	l := func(items, n uint64) *Launch {
		return kernelLaunch(k, w, items, 1, 0, n)
	}
	device := backgroundDevice(2, 256)
	for _, test := range []struct {
		items, rounds uint64
		want          bool
	}{
		{1000, 10, true}, {1, 1000, true}, {1000, 1 << 20, false}, {0, 10, false},
		{native.InterpretedItems, 10, true}, {native.InterpretedItems + 1, 10, false},
		{1, 1 << 40, true}, {1, 1<<40 - 1, false}, // the argument is read as 32 bits
	} {
		if got := device.native.IsInterpretedSooner(l(test.items, test.rounds)); got != test.want {
			t.Errorf("%d items, %d rounds: %v", test.items, test.rounds, got)
		}
	}
	for _, mode := range []Mode{ModeMachine, ModeVerify} {
		other := NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: 256, Mode: mode, Background: true})
		if other.native.IsInterpretedSooner(l(10, 10)) {
			t.Errorf("mode %d: in the interpreter", mode)
		}
	}
	close(w.release)
}

// TestKernelsWithoutCodeAreAskedOnce wants a kernel without machine code to be compiled once, not for each launch.
func TestKernelsWithoutCodeAreAskedOnce(t *testing.T) {
	k, w := withhold(t, meanwhileSource(meanwhileKernels["straight"]))
	w.err = errors.New("on purpose")
	device, b := backgroundDevice(2, 256), newBuffer(t, 1001)
	l := kernelLaunch(k, w, 1000, 50, uint64(b.address), 50)
	if _, isFinal := device.native.Choose(l); isFinal {
		t.Error("the interpreter is taken for good before the background has tried")
	}
	close(w.release)
	device.native.Wait()
	if c, isFinal := device.native.Choose(l); !isFinal || c.IsNative() {
		t.Error("the interpreter is not taken for good")
	}
	if err := device.Run(l); err != nil || b.get(999) != 999*3+1 {
		t.Errorf("%v, %d", err, b.get(999))
	}
}
