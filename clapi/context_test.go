package clapi

import (
	"encoding/binary"
	"slices"
	"testing"

	"heddle/clapi/cl"
)

func TestContextErrors(t *testing.T) {
	f := newFixture(t)
	one := []*Device{f.device}
	create := func(properties []uintptr, devices []*Device) error {
		return second(f.platform.CreateContext(properties, devices, nil))
	}
	fromType := func(properties []uintptr, deviceType uint64) error {
		return second(f.platform.CreateContextFromType(properties, deviceType, nil))
	}
	var none *Context
	checkStatuses(t, []statusCase{
		{"good", create([]uintptr{cl.ContextPlatform, 0x1000, cl.ContextInteropUserSync, cl.True}, one), cl.Success},
		{"empty properties", create([]uintptr{}, one), cl.Success},
		{"wrong platform", create([]uintptr{cl.ContextPlatform, 5}, one), cl.InvalidPlatform},
		{"unknown property", create([]uintptr{5, 5}, one), cl.InvalidProperty},
		{"bad value", create([]uintptr{cl.ContextInteropUserSync, 5}, one), cl.InvalidProperty},
		{"twice", create([]uintptr{cl.ContextPlatform, 0x1000, cl.ContextPlatform, 0x1000}, one), cl.InvalidProperty},
		{"half a property", create([]uintptr{cl.ContextPlatform}, one), cl.InvalidProperty},
		{"no devices", create(nil, nil), cl.InvalidValue},
		{"bad device", create(nil, []*Device{f.device, nil}), cl.InvalidDevice},
		{"good type", fromType(nil, cl.DeviceTypeCpu), cl.Success},
		{"bad type", fromType(nil, 0), cl.InvalidDeviceType},
		{"absent type", fromType(nil, cl.DeviceTypeGpu), cl.DeviceNotFound},
		{"type, wrong platform", fromType([]uintptr{cl.ContextPlatform, 5}, cl.DeviceTypeAll), cl.InvalidPlatform},
		{"type, unknown property", fromType([]uintptr{5, 5}, cl.DeviceTypeAll), cl.InvalidProperty},
		{"no context", none.Retain(), cl.InvalidContext},
		{"no context", none.Release(), cl.InvalidContext},
		{"no context", second(none.GetInfo(cl.ContextDevices, InfoTarget{})), cl.InvalidContext},
		{"unknown query", second(f.context.GetInfo(1, InfoTarget{})), cl.InvalidValue},
		{"no context", none.SetDestructorCallback(func() {}), cl.InvalidContext},
		{"no callback", f.context.SetDestructorCallback(nil), cl.InvalidValue},
		{"formats, no context", formatsError(none, 0, cl.MemObjectImage2d, 0, false), cl.InvalidContext},
		{"formats, bad type", formatsError(f.context, 0, cl.MemObjectBuffer, 0, false), cl.InvalidValue},
		{"formats, bad flags", formatsError(f.context, 1<<40, cl.MemObjectImage2d, 0, false), cl.InvalidValue},
		{"formats, no entries", formatsError(f.context, 0, cl.MemObjectImage2d, 0, true), cl.InvalidValue},
		{"formats", formatsError(f.context, cl.MemKernelReadAndWrite, cl.MemObjectImage2d, 0, false), cl.Success},
	})
}

func TestContextInfo(t *testing.T) {
	f := newFixture(t)
	c, err := f.platform.CreateContext([]uintptr{cl.ContextPlatform, 0x1000}, []*Device{f.device, f.device}, nil)
	f.mustWork(err)
	for name, want := range map[uint32][]byte{
		cl.ContextReferenceCount: infoUint32(1),
		cl.ContextNumDevices:     infoUint32(1), // the same device twice is one
		cl.ContextDevices:        infoUint64[uint64](0x2000),
		cl.ContextProperties:     infoUint64[uint64](cl.ContextPlatform, 0x1000, 0),
	} {
		got := query(t, func(out InfoTarget) (uint64, error) { return c.GetInfo(name, out) })
		if !slices.Equal(got, want) {
			t.Errorf("query %#x: %v, want %v", name, got, want)
		}
	}
	if got := query(t, func(out InfoTarget) (uint64, error) {
		return f.context.GetInfo(cl.ContextProperties, out)
	}); len(got) != 0 {
		t.Errorf("properties of a context without: %v", got)
	}
}

func TestContextLivesAsLongAsItsObjects(t *testing.T) {
	f := newFixture(t)
	var order []int
	f.mustWork(f.context.SetDestructorCallback(func() { order = append(order, 1) }))
	f.mustWork(f.context.SetDestructorCallback(func() { order = append(order, 2) }))
	m := f.buffer(0, 16)
	f.mustWork(f.context.Release())
	if order != nil {
		t.Fatal("destroyed under its buffer")
	}
	got := query(t, func(out InfoTarget) (uint64, error) { return m.GetInfo(cl.MemContext, out) })
	if binary.NativeEndian.Uint64(got) != 0x3000 {
		t.Errorf("context %v", got)
	}
	f.mustWork(m.Release())
	if !slices.Equal(order, []int{2, 1}) {
		t.Errorf("destructors in order %v", order)
	}
}

func formatsError(c *Context, flags uint64, imageType, numEntries uint32, hasTarget bool) error {
	_, err := c.SupportedImageFormats(flags, imageType, numEntries, hasTarget)
	return err
}
