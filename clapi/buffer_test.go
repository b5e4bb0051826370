package clapi

import (
	"bytes"
	"slices"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/image"
)

func TestBufferErrors(t *testing.T) {
	f := newFixture(t)
	host := hostBytes(t, make([]byte, 64))
	create := func(flags, size uint64, hostPtr uintptr) error {
		return second(f.context.CreateBuffer(flags, size, hostPtr))
	}
	var none *Context
	var noMem *MemObject
	m := f.buffer(0, 16)
	checkStatuses(t, []statusCase{
		{"no context", second(none.CreateBuffer(0, 4, 0)), cl.InvalidContext},
		{"property", second(f.context.CreateBufferWithProperties([]uint64{1, 2}, 0, 4, 0, nil)), cl.InvalidProperty},
		{"unknown flag", create(1<<40, 4, 0), cl.InvalidValue},
		{"image flag", create(cl.MemKernelReadAndWrite, 4, 0), cl.InvalidValue},
		{"two accesses", create(cl.MemReadOnly|cl.MemWriteOnly, 4, 0), cl.InvalidValue},
		{"two accesses", create(cl.MemReadWrite|cl.MemWriteOnly, 4, 0), cl.InvalidValue},
		{"two host accesses", create(cl.MemHostReadOnly|cl.MemHostNoAccess, 4, 0), cl.InvalidValue},
		{"use and alloc", create(cl.MemUseHostPtr|cl.MemAllocHostPtr, 4, host), cl.InvalidValue},
		{"use and copy", create(cl.MemUseHostPtr|cl.MemCopyHostPtr, 4, host), cl.InvalidValue},
		{"size 0", create(0, 0, 0), cl.InvalidBufferSize},
		{"too large", create(0, 1<<29+1, 0), cl.InvalidBufferSize},
		{"overflow", create(0, ^uint64(0), 0), cl.InvalidBufferSize},
		{"use null", create(cl.MemUseHostPtr, 4, 0), cl.InvalidHostPtr},
		{"copy null", create(cl.MemCopyHostPtr, 4, 0), cl.InvalidHostPtr},
		{"unused pointer", create(cl.MemReadWrite, 4, host), cl.InvalidHostPtr},
		{"alloc and copy", create(cl.MemAllocHostPtr|cl.MemCopyHostPtr, 4, host), cl.Success},
		{"no object", noMem.Retain(), cl.InvalidMemObject},
		{"no object", noMem.Release(), cl.InvalidMemObject},
		{"no object", second(noMem.GetInfo(cl.MemSize, InfoTarget{})), cl.InvalidMemObject},
		{"unknown query", second(m.GetInfo(1, InfoTarget{})), cl.InvalidValue},
		{"no object", noMem.SetDestructorCallback(func() {}), cl.InvalidMemObject},
		{"no callback", m.SetDestructorCallback(nil), cl.InvalidValue},
	})
}

func TestSubBufferErrors(t *testing.T) {
	f := newFixture(t)
	region := func(m *MemObject, flags, origin, size uint64) error {
		return second(m.CreateSubBuffer(flags, cl.BufferCreateTypeRegion, &cl.BufferRegion{Origin: origin, Size: size}))
	}
	m := f.buffer(cl.MemReadWrite, 512)
	sub, err := m.CreateSubBuffer(0, cl.BufferCreateTypeRegion, &cl.BufferRegion{Size: 8})
	f.mustWork(err)
	var none *MemObject
	checkStatuses(t, []statusCase{
		{"no object", region(none, 0, 0, 8), cl.InvalidMemObject},
		{"of a sub-buffer", region(sub, 0, 0, 8), cl.InvalidMemObject},
		{"use", region(m, cl.MemUseHostPtr, 0, 8), cl.InvalidValue},
		{"alloc", region(m, cl.MemAllocHostPtr, 0, 8), cl.InvalidValue},
		{"copy", region(m, cl.MemCopyHostPtr, 0, 8), cl.InvalidValue},
		{"two accesses", region(m, cl.MemReadOnly|cl.MemWriteOnly, 0, 8), cl.InvalidValue},
		{"read of write-only", region(f.buffer(cl.MemWriteOnly, 512), cl.MemReadOnly, 0, 8), cl.InvalidValue},
		{"both of write-only", region(f.buffer(cl.MemWriteOnly, 512), cl.MemReadWrite, 0, 8), cl.InvalidValue},
		{"write of read-only", region(f.buffer(cl.MemReadOnly, 512), cl.MemWriteOnly, 0, 8), cl.InvalidValue},
		{"host read of host write-only", region(f.buffer(cl.MemHostWriteOnly, 512), cl.MemHostReadOnly, 0, 8),
			cl.InvalidValue},
		{"host write of host read-only", region(f.buffer(cl.MemHostReadOnly, 512), cl.MemHostWriteOnly, 0, 8),
			cl.InvalidValue},
		{"host read of no access", region(f.buffer(cl.MemHostNoAccess, 512), cl.MemHostReadOnly, 0, 8),
			cl.InvalidValue},
		{"less access", region(m, cl.MemReadOnly|cl.MemHostNoAccess, 0, 8), cl.Success},
		{"type", second(m.CreateSubBuffer(0, 1, &cl.BufferRegion{Size: 8})), cl.InvalidValue},
		{"null region", second(m.CreateSubBuffer(0, cl.BufferCreateTypeRegion, nil)), cl.InvalidValue},
		{"size 0", region(m, 0, 0, 0), cl.InvalidBufferSize},
		{"past the end", region(m, 0, 256, 257), cl.InvalidValue},
		{"overflow", region(m, 0, 256, ^uint64(0)), cl.InvalidValue},
		{"origin past the end", region(m, 0, 1024, 1), cl.InvalidValue},
		{"misaligned", region(m, 0, 64, 8), cl.MisalignedSubBufferOffset},
		{"to the end", region(m, 0, 256, 256), cl.Success},
	})
}

func TestHostPointers(t *testing.T) {
	f := newFixture(t)
	host := hostBytes(t, []byte("contents"))
	used, err := f.context.CreateBuffer(cl.MemUseHostPtr, 8, host)
	f.mustWork(err)
	copied, err := f.context.CreateBuffer(cl.MemCopyHostPtr, 8, host)
	f.mustWork(err)
	if used.Address() != host {
		t.Error("USE_HOST_PTR is not in place")
	}
	if copied.Address() == host || !bytes.Equal(hostmem.Bytes(copied.Address(), 8), []byte("contents")) {
		t.Error("COPY_HOST_PTR did not copy")
	}
	if copied.Address()%alignmentBytes != 0 {
		t.Errorf("address %#x is not aligned", copied.Address())
	}
}

func TestMemObjectInfo(t *testing.T) {
	f := newFixture(t)
	host := hostBytes(t, make([]byte, 512))
	m, err := f.context.CreateBufferWithProperties([]uint64{}, cl.MemUseHostPtr|cl.MemReadOnly, 512, host, nil)
	f.mustWork(err)
	m.SetHandle(0x4000, nil)
	sub, err := m.CreateSubBuffer(cl.MemHostNoAccess, cl.BufferCreateTypeRegion,
		&cl.BufferRegion{Origin: 128, Size: 64})
	f.mustWork(err)
	m.addMap(mapping{place: placeAt(m.address, image.Place{})})
	type values map[uint32][]byte
	for object, want := range map[*MemObject]values{
		m: {
			cl.MemType:  infoUint32(cl.MemObjectBuffer),
			cl.MemFlags: infoUint64[uint64](cl.MemUseHostPtr | cl.MemReadOnly),
			cl.MemSize:  infoUint64[uint64](512), cl.MemHostPtr: infoUint64(host), cl.MemMapCount: infoUint32(1),
			cl.MemReferenceCount: infoUint32(1), cl.MemContext: infoUint64[uint64](0x3000),
			cl.MemAssociatedMemobject: infoUint64[uint64](0), cl.MemOffset: infoUint64[uint64](0),
			cl.MemUsesSvmPointer: infoUint32(0), cl.MemProperties: infoUint64[uint64](0),
		},
		sub: {
			cl.MemFlags: infoUint64[uint64](cl.MemUseHostPtr | cl.MemReadOnly | cl.MemHostNoAccess),
			cl.MemSize:  infoUint64[uint64](64), cl.MemHostPtr: infoUint64(host + 128), cl.MemMapCount: infoUint32(0),
			cl.MemAssociatedMemobject: infoUint64[uint64](0x4000), cl.MemOffset: infoUint64[uint64](128),
			cl.MemProperties: nil,
		},
	} {
		for name, value := range want {
			got := query(t, func(out InfoTarget) (uint64, error) { return object.GetInfo(name, out) })
			if !bytes.Equal(got, value) {
				t.Errorf("query %#x: %v, want %v", name, got, value)
			}
		}
	}
	_, first := m.removeMap(m.address)
	if _, second := m.removeMap(m.address); !first || second {
		t.Error("map count")
	}
}

func TestBufferDestruction(t *testing.T) {
	f := newFixture(t)
	var order []string
	m := f.buffer(0, 512)
	m.SetHandle(0x4000, func(uintptr) { order = append(order, "retired") })
	for _, name := range []string{"first", "second"} {
		f.mustWork(m.SetDestructorCallback(func() { order = append(order, name) }))
	}
	sub, err := m.CreateSubBuffer(0, cl.BufferCreateTypeRegion, &cl.BufferRegion{Size: 8})
	f.mustWork(err)
	f.mustWork(m.Release())
	if order != nil {
		t.Fatal("destroyed under its sub-buffer")
	}
	if root, origin := sub.root(); root != m || origin != 0 {
		t.Error("root of the sub-buffer")
	}
	f.mustWork(sub.Release())
	if !slices.Equal(order, []string{"second", "first", "retired"}) {
		t.Errorf("order %v", order)
	}
}
