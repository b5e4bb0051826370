package exec

import (
	"errors"
	"strings"
	"testing"
)

func TestFaultNamesTheWorkItem(t *testing.T) {
	for name, bad := range map[string]string{"unmapped": "64000", "null": "0", "not canonical": "0x8000000000000000"} {
		p := build(t, head+`
  %c77 = const i32 77
  %bad = const ptr `+bad+`
  %is = icmp.eq i1 %id, %c77
  %q = select ptr %is, %bad, %p
  store %q, %id in global align 4 !42
  return
}`)
		b := newBuffer(t, 200)
		device := NewDevice(Goroutines(2))
		err := device.Run(oneD(p, 200, 50, uint64(b.address)))
		var fault *Fault
		if !errors.As(err, &fault) {
			t.Fatalf("%s: the error is %v", name, err)
		}
		if fault.GlobalID != [3]uint64{77, 0, 0} || fault.Line != 42 || fault.Kernel != "k" ||
			!strings.Contains(fault.Reason, "write") {
			t.Errorf("%s: the report is %v", name, err)
		}
		good := build(t, head+"  store %p, %id in global align 4\n  return\n}")
		if err := device.Run(oneD(good, 200, 50, uint64(b.address))); err != nil || b.get(199) != 199 {
			t.Errorf("%s: the next launch: %v", name, err)
		}
	}
}

func TestEndlessLoopCanBeCancelled(t *testing.T) {
	p := build(t, "func @k kernel () -> () {\nb0:\n  jump b1\nb1:\n  jump b1\n}")
	mustEndCancelled(t, NewDevice(Goroutines(2)), oneD(p, 1000, 64), func() {})
}

func TestPrivateMemoryTooLarge(t *testing.T) {
	p := build(t, head+"  %a = alloca ptr #1073741824 align 4\n  store %a, %id in private align 4\n  return\n}")
	err := NewDevice(Goroutines(1)).Run(oneD(p, 64, 64, 0))
	if err == nil || !strings.Contains(err.Error(), "private memory") {
		t.Fatalf("the error is %v", err)
	}
}

func TestLaunchDoesNotAllocate(t *testing.T) {
	p := build(t, head+"  store %p, %id in global align 4\n  return\n}")
	b := newBuffer(t, 64)
	l := oneD(p, 64, 64, uint64(b.address))
	device := NewDevice(Goroutines(2))
	if n := testing.AllocsPerRun(100, func() {
		if err := device.Run(l); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations per launch", n)
	}
}

// TestFaultNamesTheWorkItemBehindTheLastWord accesses the first word that is not mapped: the report must not name the
// work-item of the word before, whose address is less than a word's size below the fault's.
func TestFaultNamesTheWorkItemBehindTheLastWord(t *testing.T) {
	end := endOfMemory(t)
	for op, text := range map[string]string{
		"byte":  "  %q = ptradd ptr %buf, %gid\n  %v = load i8 %q in global align 1 !42\n  return\n}",
		"word":  "  %v = load i32 %p in global align 4 !42\n  store %p, %v in global align 4\n  return\n}",
		"store": "  store %p, %id in global align 4 !42\n  return\n}",
	} {
		const last = 77
		size := uint64(4)
		if op == "byte" {
			size = 1
		}
		err := NewDevice(Goroutines(1)).Run(oneD(build(t, head+text), 96, 96, end-last*size))
		var fault *Fault
		if !errors.As(err, &fault) || fault.GlobalID != [3]uint64{last, 0, 0} {
			t.Errorf("%s: the error is %v", op, err)
		}
	}
}

// TestFaultThatCannotBeFoundAgain has kernels that change what they read before they fault, so that running them again
// does not fault. The report says that the work-item is uncertain, and names one so close that the real one is among
// the others.
func TestFaultThatCannotBeFoundAgain(t *testing.T) {
	for name, body := range map[string]string{
		"write":   "if (t == 0 && i >= 300) *(global uint *)(size_t)(i - 300) = i;",
		"read":    "if (t == 0) p[i] = *(i >= 300 ? (global uint *)(size_t)(i - 300) : p + i);",
		"atomic":  "if (t == 0 && i >= 300) atomic_inc((global uint *)(size_t)(4 * (i - 300)));",
		"scatter": "if (t == 0) *(i % 64 == 63 ? (global uchar *)8 : (global uchar *)p + 4 * (i ^ 3)) = 1;",
	} {
		k := compileKernel(t, "kernel void k(global uint *p)\n{\n"+
			"\tuint i = get_global_id(0), t = atomic_inc(p + i);\n\t"+body+"\n}")
		for _, bits := range []int{512, 256} {
			if !runsVectors(t, bits) {
				continue
			}
			b := newBuffer(t, 1000)
			d := strictDevice(t, 1, bits)
			err := d.Run(kernelLaunch(k, k.Machine, 1000, 1000, uint64(b.address)))
			var fault *Fault
			if !errors.As(err, &fault) {
				t.Fatalf("%s: the error is %v", name, err)
			}
			culprit := uint64(300)
			if name == "scatter" {
				culprit = 63
			}
			if id := fault.GlobalID[0]; fault.Line != 4 || fault.Others == 0 || id+uint64(fault.Others) < culprit ||
				id > culprit+uint64(fault.Others) || !strings.Contains(err.Error(), " beside it, line 4: ") {
				t.Errorf("%s, %d bits: the report is %v", name, bits, err)
			}
		}
	}
}
