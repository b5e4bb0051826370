package exec

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"heddle/cbridge/code"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
	"heddle/compiler/ir"
)

var _ Machine = (*code.Machine)(nil)

// TestMain installs the handler of faults. Tests of hand-written code need not ask for vectors: the code uses only
// general registers, unless its test asks.
func TestMain(m *testing.M) {
	code.CatchFaults()
	os.Exit(m.Run())
}

var machine code.Machine

func machineDevice(workers, vectorBits int) *Device {
	return NewDeviceWith(Goroutines(workers), Engine{Machine: &machine, VectorBits: vectorBits})
}

// machineLaunch is a launch of hand-written code on one buffer.
func machineLaunch(k *handKernel, global, group [3]uint64, b *buffer) *Launch {
	return &Launch{Machine: k, Args: arguments(uint64(b.address)), WorkDim: 3, Global: global, Group: group,
		Name: "hand"}
}

// checkCounts wants a one in each word but the last.
func checkCounts(t *testing.T, b *buffer, about string) {
	t.Helper()
	n := len(b.bytes)/4 - 1
	for i := range n {
		if b.get(i) != 1 {
			t.Fatalf("%s: work-item %d ran %d times", about, i, b.get(i))
		}
	}
	if b.get(n) != 0 {
		t.Fatalf("%s: wrote behind the range", about)
	}
	clear(b.bytes)
}

func TestMachineRunsEveryWorkItemOnce(t *testing.T) {
	plans := []object.Plan{{Rows: 1, Packed: 1}, {Rows: 3, Packed: 2}, {Rows: 2, Columns: 4, Packed: 16}}
	ranges := [][3]uint64{{1, 1, 1}, {1000, 1, 1}, {40001, 1, 1}, {3, 700, 1}, {48, 33, 3}, {129, 65, 5}}
	groups := [][3]uint64{{1, 1, 1}, {64, 1, 1}, {16, 8, 1}, {5, 3, 2}, {100, 4, 1}, {256, 16, 1}}
	for _, bits := range []int{256, 512} {
		device := machineDevice(2, bits)
		for _, plan := range plans {
			for _, sees := range []bool{true, false} {
				k := &handKernel{text: codeCount, packed: codeCountPacked, plan: plan, seesGroups: sees}
				for _, global := range ranges {
					b := newBuffer(t, int(global[0]*global[1]*global[2])+1)
					for _, group := range groups {
						l := machineLaunch(k, global, group, b)
						l.Offset = [3]uint64{7, 0, 1 << 33}
						if err := device.Run(l); err != nil {
							t.Fatal(err)
						}
						checkCounts(t, b, fmt.Sprint(bits, plan, sees, global, group))
					}
				}
			}
		}
	}
}

func TestKernelWithoutCodeRunsInTheInterpreter(t *testing.T) {
	p := build(t, head+"  store %p, %id in global align 4\n  return\n}")
	for _, mode := range []Mode{ModeAuto, ModeMachine} {
		var report bytes.Buffer
		device := NewDeviceWith(Goroutines(2), Engine{Mode: mode, Machine: &machine, VectorBits: 256, Report: &report})
		b := newBuffer(t, 100)
		l := oneD(p, 100, 10, uint64(b.address))
		l.Machine = &handKernel{err: errors.New("no frobnicate"), plan: object.Plan{Rows: 1, Packed: 1}}
		for range 2 {
			if err := device.Run(l); err != nil || b.get(99) != 99 {
				t.Fatal(err, b.get(99))
			}
		}
		want := map[Mode]string{ModeMachine: "heddle: kernel k runs on the interpreter: no frobnicate\n"}[mode]
		if report.String() != want {
			t.Errorf("reported %q", report.String())
		}
	}
}

// forbidden is a machine on which the system forbids machine code.
type forbidden struct{ Machine }

func (forbidden) Load([]byte) (uintptr, func(), error) { return 0, nil, errors.New("forbidden") }

// TestForbiddenCodeIsReportedOnce: the interpreter takes over, and the user knows why all is slow.
func TestForbiddenCodeIsReportedOnce(t *testing.T) {
	p := build(t, head+"  store %p, %id in global align 4\n  return\n}")
	var report bytes.Buffer
	device := NewDeviceWith(Goroutines(2), Engine{Machine: forbidden{&machine}, VectorBits: 256, Report: &report})
	b := newBuffer(t, 100)
	for range 3 {
		l := oneD(p, 100, 10, uint64(b.address))
		l.Machine = &handKernel{text: codeCount, packed: codeCountPacked, plan: object.Plan{Rows: 1, Packed: 1}}
		if err := device.Run(l); err != nil || b.get(99) != 99 {
			t.Fatal(err, b.get(99))
		}
	}
	if want := "heddle: kernels run on the interpreter, which is slower: forbidden\n"; report.String() != want {
		t.Errorf("reported %q", report.String())
	}
}

// TestMachineFaults wants reports of accesses to bad addresses and of other faults of the processor, whichever
// work-item comes first.
func TestMachineFaults(t *testing.T) {
	for _, test := range []struct {
		text, reason string
		address      uintptr
	}{
		{"31c0 xor eax, eax\n 8900 mov [rax], eax", "write to a null pointer", 0},
		{"b800fa0000 mov eax, 64000\n 8b00 mov eax, [rax]", "read from an address that is not mapped", 64000},
		{"48b80000000000000080 mov rax, 1<<63\n 8900 mov [rax], eax", "access to an address that is not mapped", 0},
		{"31c9 xor ecx, ecx\n f7f1 div ecx", "divide error", 0},
		{"0f0b ud2", "illegal instruction", 0},
	} {
		k := &handKernel{text: test.text, plan: object.Plan{Rows: 1, Packed: 1}, seesGroups: true}
		k.change = func(c *object.Code) {
			c.Positions = []object.Position{{Offset: 0, Pos: 42}, {Offset: uint32(len(c.Bytes)), Pos: 43}}
		}
		p := build(t, head+"  return\n}")
		device := machineDevice(2, 256)
		b := newBuffer(t, 101)
		l := machineLaunch(k, [3]uint64{100, 1, 1}, [3]uint64{10, 1, 1}, b)
		l.Program, l.Offset = p, [3]uint64{500, 0, 0}
		var fault *Fault
		for range 10 {
			if err := device.Run(l); !errors.As(err, &fault) {
				t.Fatalf("%s: the error is %v", test.reason, err)
			}
			if fault.Reason != test.reason || fault.Line != 42 || fault.Address != test.address ||
				fault.GlobalID[0] < 500 || fault.GlobalID[0]%10 != 0 {
				t.Errorf("the report is %v, wanted is %s at %#x", fault, test.reason, test.address)
			}
		}
		good := &handKernel{text: codeCount, plan: object.Plan{Rows: 1, Packed: 1}}
		if err := device.Run(machineLaunch(good, [3]uint64{100, 1, 1}, [3]uint64{10, 1, 1}, b)); err != nil {
			t.Error(err)
		}
		checkCounts(t, b, "after the fault")
	}
}

func TestMachineFaultNamesTheLane(t *testing.T) {
	for _, test := range []struct {
		text string
		bits int
		lane uint64
	}{{codeScatter, 512, 5}, {codeMaskMove, 256, 2}} {
		if vectorBits() < test.bits {
			t.Skipf("this processor has no vectors of %d bits", test.bits)
		}
		k := &handKernel{text: test.text, plan: object.Plan{Rows: 1, Packed: 1}, seesGroups: true}
		l := machineLaunch(k, [3]uint64{64, 4, 1}, [3]uint64{64, 2, 1}, newBuffer(t, 1))
		l.Offset = [3]uint64{100, 7, 0}
		var fault *Fault
		if err := machineDevice(1, test.bits).Run(l); !errors.As(err, &fault) {
			t.Fatalf("the error is %v", err)
		}
		if fault.GlobalID != [3]uint64{100 + test.lane, 7, 0} {
			t.Errorf("the report is %v", fault)
		}
	}
}

func TestMachineCancel(t *testing.T) {
	endless := `
		498b7f20   mov rdi, [r15+32]
		833f00     1: cmp dword ptr [rdi], 0
		74fb       je 1b
		b803000000 mov eax, 3
		c3         ret`
	k := &handKernel{text: endless, plan: object.Plan{Rows: 1, Packed: 1},
		change: func(c *object.Code) { c.HasLoops = true }}
	l := machineLaunch(k, [3]uint64{100000, 1, 1}, [3]uint64{64, 1, 1}, newBuffer(t, 1))
	device := machineDevice(2, 256)
	mustEndCancelled(t, device, l, runtime.GC) // the collector must not wait for the kernel
	if err := device.Run(l); !errors.Is(err, ErrCancelled) {
		t.Fatalf("a later launch: %v", err)
	}
}

func TestMachinePrints(t *testing.T) {
	k := &handKernel{text: codePrint, plan: object.Plan{Rows: 1, Packed: 1}, seesGroups: true,
		change: func(c *object.Code) {
			c.Services = []object.Service{{Op: ir.OpPrintf, Format: "%d of %x;", Operands: []object.LaneOperand{
				{Type: ir.I64, Offset: abi.FrameSpill}, {Type: ir.I16, Offset: abi.FrameMask, SubGroupStep: 2}}}}
		}}
	b := newBuffer(t, 1)
	b.set(0, 99)
	var printed strings.Builder
	l := machineLaunch(k, [3]uint64{11, 1, 1}, [3]uint64{11, 1, 1}, b)
	l.Printf = &printed
	if err := machineDevice(1, 256).Run(l); err != nil {
		t.Fatal(err)
	}
	if want := strings.Repeat("0 of ff;", 8) + strings.Repeat("8 of 7;", 3); printed.String() != want {
		t.Errorf("printed %q", printed.String())
	}
	if b.get(0) != 0 {
		t.Errorf("printf returned %d", int32(b.get(0)))
	}
	l.Printf = nil
	if err := machineDevice(1, 256).Run(l); err != nil || int32(b.get(0)) != -1 {
		t.Errorf("printf to nobody: %v, returned %d", err, int32(b.get(0)))
	}
}

func TestVerifyReportsDifferences(t *testing.T) {
	p := build(t, head+"  store %p, %one in global align 4\n  return\n}")
	wrong := build(t, head+"  store %p, %id in global align 4\n  return\n}")
	for _, test := range []struct {
		name string
		l    *Launch
		want string
	}{
		{"the same", oneD(p, 100, 10, 0), ""},
		{"different", oneD(wrong, 100, 10, 0), "the engines differ in 99 bytes of memory block 0, first at 0x"},
	} {
		var report bytes.Buffer
		b := newBuffer(t, 100)
		test.l.Args = arguments(uint64(b.address))
		test.l.Machine = &handKernel{text: codeCount, plan: object.Plan{Rows: 1, Packed: 1}}
		test.l.Memory = []Memory{{Address: b.address, SizeBytes: 400}}
		device := NewDeviceWith(Goroutines(2),
			Engine{Mode: ModeVerify, Machine: &machine, VectorBits: 256, Report: &report})
		if err := device.Run(test.l); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(report.String(), test.want) || test.want == "" && report.Len() > 0 {
			t.Errorf("%s: reported %q", test.name, report.String())
		}
		if test.name == "different" && b.get(7) != 7 {
			t.Error("what the interpreter wrote did not stay")
		}
	}
}

// TestVerifyLeavesMemoryAlone wants launches to run as machine code alone if their memory cannot be copied, or would
// take too long.
func TestVerifyLeavesMemoryAlone(t *testing.T) {
	const nowhere = 0x2000
	for _, untouched := range []Memory{{Address: nowhere, SizeBytes: 400}, {Address: nowhere, SizeBytes: 1 << 40}} {
		var report bytes.Buffer
		b := newBuffer(t, 100)
		l := oneD(build(t, head+"  store %p, %id in global align 4\n  return\n}"), 100, 10, 0)
		l.Args, l.Machine = arguments(uint64(b.address)),
			&handKernel{text: codeCount, plan: object.Plan{Rows: 1, Packed: 1}}
		l.Memory = []Memory{{Address: b.address, SizeBytes: 400}, untouched}
		device := NewDeviceWith(Goroutines(2),
			Engine{Mode: ModeVerify, Machine: &machine, VectorBits: 256, Report: &report})
		if err := device.Run(l); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(report.String(), "not verified") || strings.Contains(report.String(), "differ") {
			t.Errorf("reported %q", report.String())
		}
		if b.get(7) != 1 {
			t.Errorf("work-item 7 wrote %d, so the machine code did not run", b.get(7))
		}
	}
}

func TestMachineLaunchDoesNotAllocate(t *testing.T) {
	k := &handKernel{text: codeCount, packed: codeCountPacked, plan: object.Plan{Rows: 1, Packed: 1}, seesGroups: true}
	device := machineDevice(2, 256)
	for _, group := range [][3]uint64{{64, 1, 1}, {4, 4, 1}} {
		l := machineLaunch(k, [3]uint64{64, 4, 1}, group, newBuffer(t, 256))
		l.Cancel = new(Cancel)
		if n := testing.AllocsPerRun(100, func() {
			if err := device.Run(l); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("groups of %v: %v allocations per launch", group, n)
		}
	}
}

// TestMachineFromSeveralGoroutines launches from several goroutines, with and without faults, while the garbage
// collector runs.
func TestMachineFromSeveralGoroutines(t *testing.T) {
	device := machineDevice(2, 256)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			good := &handKernel{text: codeCount, plan: object.Plan{Rows: 1, Packed: 1}, seesGroups: true}
			bad := &handKernel{text: "0f0b ud2", plan: object.Plan{Rows: 1, Packed: 1}}
			b := newBuffer(t, 5001)
			for range 30 {
				if err := device.Run(machineLaunch(bad, [3]uint64{5000, 1, 1}, [3]uint64{64, 1, 1}, b)); err == nil {
					t.Error("no fault")
				}
				if err := device.Run(machineLaunch(good, [3]uint64{5000, 1, 1}, [3]uint64{50, 1, 1}, b)); err != nil {
					t.Error(err)
				}
				checkCounts(t, b, "several goroutines")
				runtime.GC()
			}
		})
	}
	all.Wait()
}

// TestCodeIsFreed wants the memory of code back when no kernel holds the code any more.
func TestCodeIsFreed(t *testing.T) {
	counted := &countingMachine{Machine: &machine}
	device := NewDeviceWith(Goroutines(1), Engine{Machine: counted, VectorBits: 256})
	b := newBuffer(t, 1)
	const n = 200
	for range n {
		k := &handKernel{text: "31c0 xor eax, eax\n c3 ret", plan: object.Plan{Rows: 1, Packed: 1}}
		if err := device.Run(machineLaunch(k, [3]uint64{1, 1, 1}, [3]uint64{1, 1, 1}, b)); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 {
		runtime.GC()
		if counted.live() <= 1 { // the last launch's code may be kept for the next
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d of %d blocks are left", counted.live(), n)
}

// countingMachine counts the code that is loaded.
type countingMachine struct {
	Machine
	mu    sync.Mutex
	count int
}

func (c *countingMachine) live() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count
}

func (c *countingMachine) add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count += n
}

func (c *countingMachine) Load(bytes []byte) (uintptr, func(), error) {
	entry, free, err := c.Machine.Load(bytes)
	c.add(1)
	return entry, func() { free(); c.add(-1) }, err
}

func BenchmarkEmptyMachineLaunch(b *testing.B) {
	k := &handKernel{text: "31c0 xor eax, eax\n c3 ret", plan: object.Plan{Rows: 1, Packed: 1}, seesGroups: true}
	l := machineLaunch(k, [3]uint64{1, 1, 1}, [3]uint64{1, 1, 1}, newBuffer(b, 1))
	device := machineDevice(2, 256)
	for b.Loop() {
		if err := device.Run(l); err != nil {
			b.Fatal(err)
		}
	}
}
