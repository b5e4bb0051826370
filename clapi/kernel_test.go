package clapi

import (
	"bytes"
	"encoding/binary"
	"testing"

	"heddle/clapi/cl"
	"heddle/compiler/lane"
)

func TestCreateKernelErrors(t *testing.T) {
	f := newFixture(t)
	p := f.program("kernel a kernel b")
	var none *Program
	var noKernel *Kernel
	checkStatuses(t, []statusCase{
		{"not built", second(p.CreateKernel("a", false)), cl.InvalidProgramExecutable},
		{"all, not built", createKernels(p, true, 2), cl.InvalidProgramExecutable},
	})
	f.mustWork(p.Build(BuildRequest{}))
	checkStatuses(t, []statusCase{
		{"no program", second(none.CreateKernel("a", false)), cl.InvalidProgram},
		{"null name", second(p.CreateKernel("", true)), cl.InvalidValue},
		{"unknown name", second(p.CreateKernel("c", false)), cl.InvalidKernelName},
		{"all, no program", createKernels(none, true, 2), cl.InvalidProgram},
		{"all, too few", createKernels(p, true, 1), cl.InvalidValue},
		{"all, number only", createKernels(p, false, 0), cl.Success},
		{"no kernel", noKernel.Retain(), cl.InvalidKernel},
		{"no kernel", noKernel.Release(), cl.InvalidKernel},
		{"no kernel", second(noKernel.Clone()), cl.InvalidKernel},
		{"failed calls leave no kernels", p.Build(BuildRequest{}), cl.Success},
	})
	kernels, available, err := p.CreateKernels(true, 5)
	f.mustWork(err)
	if len(kernels) != 2 || available != 2 || kernels[1].code.Name != "b" {
		t.Errorf("%d kernels of %d", len(kernels), available)
	}
	wantStatus(t, "build under kernels", p.Build(BuildRequest{}), cl.InvalidOperation)
	for _, k := range kernels {
		f.mustWork(k.Release())
	}
	f.mustWork(p.Build(BuildRequest{}))
}

func createKernels(p *Program, hasTarget bool, n uint32) error {
	_, _, err := p.CreateKernels(hasTarget, n)
	return err
}

// finder stands for icd's handle table.
func finder(objects map[uintptr]*MemObject) Finder {
	return Finder{
		MemObject: func(handle uintptr) *MemObject { return objects[handle] },
		IsHandle:  func(address uintptr) bool { return address < 0x100 },
	}
}

func TestSetArgErrors(t *testing.T) {
	f := newFixture(t)
	k := f.kernel("image_kernel")
	find := finder(map[uintptr]*MemObject{1: f.buffer(0, 16), 2: newFixture(t).buffer(0, 16)})
	word := func(n uint64) uintptr { return hostWord(t, n) }
	set := func(index uint32, size uint64, value uintptr) error { return k.SetArg(index, size, value, find) }
	var none *Kernel
	checkStatuses(t, []statusCase{
		{"no kernel", none.SetArg(0, 4, word(1), find), cl.InvalidKernel},
		{"index", set(fakeArgCount, 4, word(1)), cl.InvalidArgIndex},
		{"null value", set(argInt, 4, 0), cl.InvalidArgValue},
		{"short value", set(argInt, 3, word(1)), cl.InvalidArgSize},
		{"long value", set(argInt, 8, word(1)), cl.InvalidArgSize},
		{"value", set(argInt, 4, word(1)), cl.Success},
		{"buffer size", set(argBuffer, 4, word(1)), cl.InvalidArgSize},
		{"handle of no buffer", set(argBuffer, 8, word(77)), cl.InvalidMemObject},
		{"pointer", set(argBuffer, 8, word(0x1234)), cl.Success},
		{"buffer of another context", set(argBuffer, 8, word(2)), cl.InvalidContext},
		{"null buffer", set(argBuffer, 8, word(0)), cl.Success},
		{"null pointer to a buffer", set(argBuffer, 8, 0), cl.Success},
		{"buffer", set(argBuffer, 8, word(1)), cl.Success},
		{"local with a value", set(argLocal, 8, word(1)), cl.InvalidArgValue},
		{"local of size 0", set(argLocal, 0, 0), cl.Success},
		{"too much local", set(argLocal, mostLocalBytes+1, 0), cl.OutOfResources},
		{"local", set(argLocal, 12, 0), cl.Success},
		{"image", set(argImage, 8, word(1)), cl.InvalidMemObject},
	})
}

func TestSnapshotArgs(t *testing.T) {
	f := newFixture(t)
	k := f.kernel("k")
	buffer := f.buffer(0, 16)
	find := finder(map[uintptr]*MemObject{1: buffer})
	var args launchArgs
	for index, step := range []struct {
		size  uint64
		value uintptr
	}{{4, hostWord(t, 42)}, {8, hostWord(t, 1)}, {100, 0}, {8, 0}} {
		wantStatus(t, "unset argument", k.snapshotArgs(&args, k.forms[0]), cl.InvalidKernelArgs)
		if len(args.objects) != 0 {
			t.Fatal("holds left")
		}
		f.mustWork(k.SetArg(uint32(index), step.size, step.value, find))
	}
	f.mustWork(k.snapshotArgs(&args, k.forms[0]))
	want := infoUint64[uint64](42, uint64(buffer.Address()), 128, 256, 0)
	if !bytes.Equal(args.block, want) {
		t.Errorf("block %v, want %v", args.block, want)
	}
	if args.localBytes != 264 || len(args.objects) != 1 || args.globals != 0 {
		t.Errorf("%d bytes of local memory, %d buffers", args.localBytes, len(args.objects))
	}

	clone, err := k.Clone()
	f.mustWork(err)
	f.mustWork(k.SetArg(argInt, 4, hostWord(t, 43), find)) // neither the clone nor the snapshot sees this
	var cloned launchArgs
	f.mustWork(clone.snapshotArgs(&cloned, k.forms[0]))
	if !bytes.Equal(cloned.block, want) || !bytes.Equal(args.block, want) {
		t.Error("clone or snapshot changed")
	}

	f.mustWork(buffer.Release())
	if buffer.holds.Load() != 2 {
		t.Errorf("%d holds", buffer.holds.Load())
	}
	cloned.dropObjects()
	args.dropObjects()
	wantStatus(t, "released buffer", k.snapshotArgs(&args, k.forms[0]), cl.InvalidKernelArgs)
	f.mustWork(k.SetArg(argBuffer, 8, 0, find))
	f.mustWork(k.SetArg(argLocal2, mostLocalBytes, 0, find))
	wantStatus(t, "too much local memory in all", k.snapshotArgs(&args, k.forms[0]), cl.OutOfResources)
}

func TestSnapshotDoesNotAllocate(t *testing.T) {
	f := newFixture(t)
	k := f.kernel("k")
	for index, size := range []uint64{4, 8, 8, 8} {
		value := uintptr(0)
		if index == argInt {
			value = hostWord(t, 1)
		}
		f.mustWork(k.SetArg(uint32(index), size, value, Finder{}))
	}
	var args launchArgs
	if n := testing.AllocsPerRun(100, func() { _ = k.snapshotArgs(&args, k.forms[0]) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestKernelInfo(t *testing.T) {
	f := newFixture(t)
	k := f.kernel("k")
	k.program.SetHandle(0x5000, nil)
	for name, want := range map[uint32][]byte{
		cl.KernelFunctionName: infoString("k"), cl.KernelNumArgs: infoUint32(4), cl.KernelReferenceCount: infoUint32(1),
		cl.KernelContext: infoUint64[uint64](0x3000), cl.KernelProgram: infoUint64[uint64](0x5000),
		cl.KernelAttributes: infoString("some()"),
	} {
		if got := query(t, func(out InfoTarget) (uint64, error) {
			return k.GetInfo(name, out)
		}); !bytes.Equal(got, want) {
			t.Errorf("query %#x: %v", name, got)
		}
	}
	for name, want := range map[uint32][]byte{
		cl.KernelArgAddressQualifier: infoUint32(cl.KernelArgAddressGlobal),
		cl.KernelArgAccessQualifier:  infoUint32(cl.KernelArgAccessNone),
		cl.KernelArgTypeName:         infoString("float*"),
		cl.KernelArgTypeQualifier:    infoUint64[uint64](cl.KernelArgTypeConst | cl.KernelArgTypeRestrict),
		cl.KernelArgName:             infoString("data"),
	} {
		got := query(t, func(out InfoTarget) (uint64, error) { return k.GetArgInfo(argBuffer, name, out) })
		if !bytes.Equal(got, want) {
			t.Errorf("query %#x: %v", name, got)
		}
	}
	f.mustWork(k.SetArg(argLocal, 100, 0, Finder{}))
	for name, want := range map[uint32][]byte{
		cl.KernelWorkGroupSize:                  infoUint64[uint64](maxWorkGroupSize),
		cl.KernelCompileWorkGroupSize:           infoUint64[uint64](0, 0, 0),
		cl.KernelLocalMemSize:                   infoUint64[uint64](256),
		cl.KernelPreferredWorkGroupSizeMultiple: infoUint64[uint64](16),
		cl.KernelPrivateMemSize:                 infoUint64[uint64](8),
		cl.KernelSpillMemSizeIntel:              infoUint64[uint64](0),
	} {
		got := query(t, func(out InfoTarget) (uint64, error) { return k.GetWorkGroupInfo(f.device, name, out) })
		if !bytes.Equal(got, want) {
			t.Errorf("query %#x: %v", name, number(got))
		}
	}
}

func TestKernelInfoErrors(t *testing.T) {
	f := newFixture(t)
	k := f.kernel("k")
	var none *Kernel
	no := InfoTarget{}
	checkStatuses(t, []statusCase{
		{"no kernel", second(none.GetInfo(cl.KernelNumArgs, no)), cl.InvalidKernel},
		{"unknown query", second(k.GetInfo(1, no)), cl.InvalidValue},
		{"no kernel", second(none.GetArgInfo(0, cl.KernelArgName, no)), cl.InvalidKernel},
		{"index", second(k.GetArgInfo(4, cl.KernelArgName, no)), cl.InvalidArgIndex},
		{"unknown query", second(k.GetArgInfo(0, 1, no)), cl.InvalidValue},
		{"no kernel", second(none.GetWorkGroupInfo(f.device, cl.KernelWorkGroupSize, no)), cl.InvalidKernel},
		{"no device", second(k.GetWorkGroupInfo(nil, cl.KernelWorkGroupSize, no)), cl.InvalidDevice},
		{"unknown query", second(k.GetWorkGroupInfo(f.device, 1, no)), cl.InvalidValue},
		{"no custom device", second(k.GetWorkGroupInfo(f.device, cl.KernelGlobalWorkSize, no)), cl.InvalidValue},
	})
}

// A kernel keeps its program and context.
func TestKernelKeepsItsProgram(t *testing.T) {
	f := newFixture(t)
	ended := false
	f.mustWork(f.context.SetDestructorCallback(func() { ended = true }))
	k := f.kernel("k")
	f.mustWork(f.context.Release())
	got := query(t, func(out InfoTarget) (uint64, error) { return k.GetInfo(cl.KernelContext, out) })
	if ended || binary.NativeEndian.Uint64(got) != 0x3000 {
		t.Error("context gone under its kernel")
	}
	f.mustWork(k.Release())
	if !ended {
		t.Error("context outlives its last object")
	}
}

func TestSuggestedLocalSize(t *testing.T) {
	f := newFixture(t)
	k := f.kernel("k")
	for _, test := range []struct{ global, want [3]uint64 }{
		{[3]uint64{1, 1, 1}, [3]uint64{1, 1, 1}},
		{[3]uint64{7, 1, 1}, [3]uint64{7, 1, 1}},
		{[3]uint64{512, 1, 1}, [3]uint64{64, 1, 1}},
		{[3]uint64{1 << 20, 1, 1}, [3]uint64{1024, 1, 1}},
		{[3]uint64{1000003, 1, 1}, [3]uint64{1024, 1, 1}}, // prime
		{[3]uint64{1, 1000003, 1}, [3]uint64{1, 1024, 1}}, // prime, in y
		{[3]uint64{1000, 1000, 1}, [3]uint64{1000, 1, 1}},
		{[3]uint64{64, 64, 64}, [3]uint64{64, 16, 1}},
		{[3]uint64{2, 2, 1 << 20}, [3]uint64{2, 2, 256}},
		{[3]uint64{^uint64(0), ^uint64(0), ^uint64(0)}, [3]uint64{771, 1, 1}},
		{[3]uint64{0, 1, 1}, [3]uint64{1, 1, 1}},
	} {
		if got := suggestLocalSize(k.code, f.device, test.global); got != test.want {
			t.Errorf("global %v: %v, want %v", test.global, got, test.want)
		}
	}
	k.code.ReqdWorkGroupSize = [3]uint64{8, 4, 2}
	if got := suggestLocalSize(k.code, f.device, [3]uint64{64, 64, 64}); got != k.code.ReqdWorkGroupSize {
		t.Errorf("%v", got)
	}
}

// No suggestion is larger than allowed, and none leaves most lanes idle when there is enough work.
func TestSuggestedLocalSizeIsAlwaysUsable(t *testing.T) {
	f := newFixture(t)
	k := f.kernel("k")
	lanes := f.device.machine.Lanes
	for x := uint64(1); x < 3000; x += 13 {
		for _, y := range []uint64{1, 2, 17, 640} {
			local := suggestLocalSize(k.code, f.device, [3]uint64{x, y, 1})
			size := local[0] * local[1] * local[2]
			if size == 0 || size > maxWorkGroupSize || x*y >= 4*lanes && size < lanes/2 {
				t.Fatalf("global (%d, %d): local %v", x, y, local)
			}
		}
	}
}

// Programs that need uniform groups get divisors, whatever the global size.
func TestSuggestedUniformSize(t *testing.T) {
	f := newFixture(t)
	k := f.kernel("k")
	k.code.UniformGroups = true
	for _, test := range []struct{ global, want [3]uint64 }{
		{[3]uint64{1 << 20, 1, 1}, [3]uint64{1024, 1, 1}},
		{[3]uint64{1009, 1, 1}, [3]uint64{1009, 1, 1}},     // prime: larger than wanted
		{[3]uint64{1000003, 1, 1}, [3]uint64{1, 1, 1}},     // prime: nothing else divides it
		{[3]uint64{1000003, 640, 1}, [3]uint64{1, 640, 1}}, // the other dimension helps
		{[3]uint64{17, 1000, 1}, [3]uint64{17, 25, 1}},
		{[3]uint64{0, 1, 1}, [3]uint64{1, 1, 1}},
	} {
		if got := suggestLocalSize(k.code, f.device, test.global); got != test.want {
			t.Errorf("global %v: %v, want %v", test.global, got, test.want)
		}
	}
	k.code.Lane = &lane.Program{}
	if got := suggestLocalSize(k.code, f.device, [3]uint64{1000003, 1, 1}); got != [3]uint64{1024, 1, 1} {
		t.Errorf("a kernel that cannot see its groups: %v", got)
	}
}

// A vector of 3 may be passed with its fourth element, as the specification says, or without.
func TestSetVectorOf3(t *testing.T) {
	f := newFixture(t)
	k := f.kernel("k")
	arg := &k.code.Args[argInt]
	arg.SizeBytes, arg.PackedBytes = 4, 3
	find := finder(nil)
	checkStatuses(t, []statusCase{
		{"no bytes", k.SetArg(argInt, 0, hostWord(t, 0), find), cl.InvalidArgSize},
		{"two elements", k.SetArg(argInt, 2, hostWord(t, 0), find), cl.InvalidArgSize},
		{"four elements", k.SetArg(argInt, 4, hostWord(t, 0x04030201), find), cl.Success},
	})
	at := k.block[arg.OffsetBytes:]
	if got := binary.LittleEndian.Uint32(at); got != 0x04030201 {
		t.Errorf("%#x", got)
	}
	next := at[4]
	f.mustWork(k.SetArg(argInt, 3, hostWord(t, 0x08070605), find))
	if got := binary.LittleEndian.Uint32(at); got != 0x070605 || at[4] != next {
		t.Errorf("%#x", got)
	}
	arg.PackedBytes = 0
	wantStatus(t, "no vector", k.SetArg(argInt, 3, hostWord(t, 0), find), cl.InvalidArgSize)
}
