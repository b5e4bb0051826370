package clapi

import (
	"sync"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/compiler/lane"
	"heddle/exec"
)

// usm allocates unified shared memory.
func (f *fixture) usm(kind uint32, size uint64) uintptr {
	f.t.Helper()
	p, err := f.context.USMAlloc(USMRequest{Kind: kind, Device: f.device, Size: size})
	f.mustWork(err)
	return p
}

func execFlag(flag bool) ExecInfo {
	return ExecInfo{SizeBytes: flagBytes, Flag: func() bool { return flag }}
}

func execPointers(list ...uintptr) ExecInfo {
	return ExecInfo{SizeBytes: uint64(len(list)) * pointerBytes, Pointers: func() []uintptr { return list }}
}

// A buffer or a command that uses memory keeps it; it cannot be found or freed again meanwhile.
func TestFreedMemoryStaysWhileItIsUsed(t *testing.T) {
	f := newQueueFixture(t, 0)
	p := f.usm(cl.MemTypeHostIntel, 256)
	a := f.context.findAllocation(p + 255)
	if a == nil || a.address != p {
		t.Fatal("not found by an inner address")
	}
	gate, err := f.context.CreateUserEvent()
	f.mustWork(err)
	host := hostBytes(t, make([]byte, 256))
	_, err = f.queue.EnqueueMemcpyINTEL(PointerCopy{Target: host, Source: p, Size: 256},
		EventArgs{Wait: []*Event{gate}})
	f.mustWork(err)
	hostmem.Bytes(p, 256)[255] = 7
	f.mustWork(f.context.USMFree(p))
	wantStatus(t, "freed twice", f.context.USMFree(p), cl.InvalidValue)
	if f.context.findAllocation(p) != nil || a.holds.Load() != 1 || a.commands.Load() != 1 {
		t.Errorf("%d holds, %d commands", a.holds.Load(), a.commands.Load())
	}
	f.mustWork(gate.SetUserStatus(cl.Complete))
	f.mustWork(f.queue.Finish())
	if hostmem.Bytes(host, 256)[255] != 7 || a.holds.Load() != 0 {
		t.Errorf("%d holds after the copy", a.holds.Load())
	}

	p, err = f.context.SVMAlloc(cl.MemSvmFineGrainBuffer, 64, 0)
	f.mustWork(err)
	a = f.context.findAllocation(p)
	b, err := f.context.CreateBuffer(cl.MemUseHostPtr, 32, p+32)
	f.mustWork(err)
	f.mustWork(f.context.SVMFree(p))
	if a.holds.Load() != 1 || !b.usesSVM() {
		t.Errorf("%d holds with a buffer", a.holds.Load())
	}
	f.mustWork(b.Release())
	if a.holds.Load() != 0 {
		t.Errorf("%d holds without a buffer", a.holds.Load())
	}
}

// A context lives as long as its memory.
func TestMemoryKeepsItsContext(t *testing.T) {
	f := newFixture(t)
	isGone := false
	f.mustWork(f.context.SetDestructorCallback(func() { isGone = true }))
	p := f.usm(cl.MemTypeSharedIntel, 8)
	f.mustWork(f.context.Release())
	if isGone {
		t.Fatal("the context went before its memory")
	}
	done := make(chan struct{})
	f.context.destructors = append(f.context.destructors, func() { close(done) })
	f.mustWork(f.context.USMFree(p))
	<-done
}

// What a launch is told: the memory of its pointers, whether it goes beyond, and nothing of it afterwards.
func TestLaunchesKnowTheMemoryOfPointers(t *testing.T) {
	f := newQueueFixture(t, 0)
	b := f.buffer(0, 64)
	k := f.readyKernel(b)
	p := f.usm(cl.MemTypeDeviceIntel, 4096)
	a := f.context.findAllocation(p)
	var args launchArgs

	f.mustWork(k.SetArgSVMPointer(argBuffer, p+100))
	f.mustWork(k.snapshotArgs(&args, k.forms[0]))
	last := args.memory[len(args.memory)-1]
	if last != (exec.Memory{Address: p, SizeBytes: 4096}) || args.isOnce || a.commands.Load() != 1 {
		t.Errorf("memory %+v, once %v, %d commands", args.memory, args.isOnce, a.commands.Load())
	}
	args.dropObjects()
	if a.commands.Load() != 0 || a.holds.Load() != 1 {
		t.Errorf("%d commands and %d holds are left", a.commands.Load(), a.holds.Load())
	}

	f.mustWork(k.SetArgMemPointer(argBuffer, 0x12345))
	f.mustWork(k.snapshotArgs(&args, k.forms[0]))
	if !args.isOnce || len(args.memory) != 1 {
		t.Errorf("a pointer to unknown memory: %+v", args.memory)
	}
	args.dropObjects()

	none := finder(nil)
	f.mustWork(k.SetArg(argBuffer, 8, hostWord(t, uint64(p)), none))
	f.mustWork(k.SetExecInfo(cl.KernelExecInfoIndirectHostAccessIntel, execFlag(true)))
	f.mustWork(k.snapshotArgs(&args, k.forms[0]))
	if args.isOnce || args.reachNumber == 0 || len(f.context.reaches.launch) != 1 {
		t.Errorf("a kernel that reaches more: %+v", args)
	}
	args.dropObjects()
	if len(f.context.reaches.launch) != 0 {
		t.Error("the launch is still counted")
	}
	f.mustWork(k.SetArg(argBuffer, 8, 0, Finder{}))
	f.mustWork(k.SetExecInfo(cl.KernelExecInfoIndirectHostAccessIntel, execFlag(false)))
	f.mustWork(k.snapshotArgs(&args, k.forms[0]))
	if args.isOnce || args.reachNumber != 0 || len(args.memory) != 1 {
		t.Errorf("a null pointer: %+v", args)
	}
	args.dropObjects()
	f.mustWork(f.context.USMFree(p))
}

func TestReach(t *testing.T) {
	host := &Allocation{maker: madeByUSM, kind: cl.MemTypeHostIntel, address: 0x1000, sizeBytes: 16}
	device := &Allocation{maker: madeByUSM, kind: cl.MemTypeDeviceIntel, address: 0x2000, sizeBytes: 16}
	svm := &Allocation{maker: madeBySVM, kind: svmFine, address: 0x3000, sizeBytes: 16}
	for name, test := range map[string]struct {
		reach             reach
		host, device, svm bool
	}{
		"nothing": {},
		"host":    {reach: reach{kinds: kindBit(cl.MemTypeHostIntel)}, host: true},
		"device":  {reach: reach{kinds: kindBit(cl.MemTypeDeviceIntel)}, device: true},
		"all SVM": {reach: reach{allSVM: true}, svm: true},
		"pointers": {reach: reach{svm: []uintptr{0xfff, 0x300f}, usm: []uintptr{0x2000}}, device: true,
			svm: true},
		"device pointers": {reach: reach{device: []uintptr{0x100f}}, host: true},
	} {
		if r := &test.reach; r.mayUse(host) != test.host || r.mayUse(device) != test.device ||
			r.mayUse(svm) != test.svm || r.isNothing() != (name == "nothing") {
			t.Errorf("%s: %v %v %v", name, r.mayUse(host), r.mayUse(device), r.mayUse(svm))
		}
	}
}

// A clone has what was told about the kernel, and does not change with it.
func TestCloneReaches(t *testing.T) {
	f := newQueueFixture(t, 0)
	k := f.readyKernel(f.buffer(0, 64))
	f.mustWork(k.SetExecInfo(cl.KernelExecInfoSvmPtrs, execPointers(9, 3)))
	clone, err := k.Clone()
	f.mustWork(err)
	f.mustWork(k.SetExecInfo(cl.KernelExecInfoSvmPtrs, execPointers()))
	if len(clone.reach.svm) != 2 || clone.reach.svm[0] != 3 || !k.reach.isNothing() {
		t.Errorf("%+v and %+v", clone.reach, k.reach)
	}
}

// TestBlockingFreeHammer: threads launch kernels with memory, and free it when it is no longer used; while a launch
// runs, the memory is there.
func TestBlockingFreeHammer(t *testing.T) {
	f := newQueueFixture(t, cl.QueueOutOfOrderExecModeEnable)
	var wait sync.WaitGroup
	for worker := range 4 {
		k := f.readyKernel(f.buffer(0, 64))
		k.code.Lane = laneProgram(lane.OpEnter, lane.OpEnd)
		wait.Go(func() {
			for i := range 300 {
				p := f.usm(cl.MemTypeSharedIntel, 64)
				a := f.context.findAllocation(p)
				if i%2 == worker%2 {
					f.mustWork(k.SetArgMemPointer(argBuffer, p+8))
				} else {
					f.mustWork(k.SetExecInfo(cl.KernelExecInfoIndirectSharedAccessIntel, execFlag(true)))
				}
				one := []uint64{1}
				_, err := f.queue.EnqueueNDRangeKernel(k, &NDRange{WorkDim: 1, Global: one}, EventArgs{})
				f.mustWork(err)
				f.mustWork(f.context.USMBlockingFree(p))
				if a.commands.Load() != 0 {
					t.Error("freed in use")
				}
			}
		})
	}
	wait.Wait()
	f.mustWork(f.queue.Finish())
	if n := f.platform.allocations.Len(); n != 0 || len(f.context.reaches.launch) != 0 {
		t.Errorf("%d allocations are left", n)
	}
}

// Memory of all contexts is in one table, but each frees and shows only its own.
func TestMemoryOfOtherContexts(t *testing.T) {
	f := newFixture(t)
	second, err := f.platform.CreateContext(nil, []*Device{f.device}, nil)
	f.mustWork(err)
	p := f.usm(cl.MemTypeHostIntel, 64)
	if second.findAllocation(p) == nil || second.allocationOf(p, madeByUSM) != nil ||
		f.context.allocationOf(p, madeBySVM) != nil {
		t.Error("found in the wrong place, or not at all")
	}
	wantStatus(t, "free", second.USMFree(p), cl.InvalidValue)
	f.mustWork(f.context.USMFree(p))
}

// BenchmarkSVM allocates and frees 4 KiB.
func BenchmarkSVM(b *testing.B) {
	f := newFixture(&testing.T{})
	for b.Loop() {
		p, err := f.context.SVMAlloc(0, 4096, 0)
		if err != nil {
			b.Fatal(err)
		}
		if err := f.context.SVMFree(p); err != nil {
			b.Fatal(err)
		}
	}
}
