package clapi

import (
	"bytes"
	"encoding/binary"
	"testing"

	"heddle/clapi/cl"
	"heddle/clapi/config"
	"heddle/compiler/feature"
)

func TestPlatformErrors(t *testing.T) {
	f := newFixture(t)
	var none *Platform
	checkStatuses(t, []statusCase{
		{"no platform", second(none.GetInfo(cl.PlatformName, InfoTarget{})), cl.InvalidPlatform},
		{"unknown query", second(f.platform.GetInfo(1, InfoTarget{})), cl.InvalidValue},
		{"no platform", second(none.DeviceIDs(cl.DeviceTypeAll)), cl.InvalidPlatform},
		{"no type", second(f.platform.DeviceIDs(0)), cl.InvalidDeviceType},
		{"unknown type", second(f.platform.DeviceIDs(1 << 10)), cl.InvalidDeviceType},
		{"GPU", second(f.platform.DeviceIDs(cl.DeviceTypeGpu)), cl.DeviceNotFound},
		{"custom", second(f.platform.DeviceIDs(cl.DeviceTypeCustom)), cl.DeviceNotFound},
		{"CPU", second(f.platform.DeviceIDs(cl.DeviceTypeCpu)), cl.Success},
		{"default", second(f.platform.DeviceIDs(cl.DeviceTypeDefault)), cl.Success},
		{"all", second(f.platform.DeviceIDs(cl.DeviceTypeAll)), cl.Success},
		{"GPU or CPU", second(f.platform.DeviceIDs(cl.DeviceTypeGpu | cl.DeviceTypeCpu)), cl.Success},
		{"unload", none.UnloadCompiler(), cl.InvalidPlatform},
		{"unload", f.platform.UnloadCompiler(), cl.Success},
	})
}

func TestPlatformInfo(t *testing.T) {
	f := newFixture(t)
	for name := uint32(cl.PlatformProfile); name <= cl.PlatformExtensionsWithVersion; name++ {
		query(t, func(out InfoTarget) (uint64, error) { return f.platform.GetInfo(name, out) })
	}
	got := query(t, func(out InfoTarget) (uint64, error) { return f.platform.GetInfo(cl.PlatformVersion, out) })
	if string(got) != "OpenCL 3.1 Heddle\x00" {
		t.Errorf("%q", got)
	}
}

// Every number between the first and the last query is one, except for those the headers leave out or that belong to
// extensions the device does not have.
func TestDeviceInfoIsComplete(t *testing.T) {
	f := newFixture(t)
	holes := map[uint32]string{
		0x1033: "half precision",
	}
	for name := uint32(0x1000); name <= cl.DeviceLatestConformanceVersionPassed; name++ {
		if holes[name] != "" {
			continue
		}
		query(t, func(out InfoTarget) (uint64, error) { return f.device.GetInfo(name, out) })
	}
	var none *Device
	checkStatuses(t, []statusCase{
		{"no device", second(none.GetInfo(cl.DeviceName, InfoTarget{})), cl.InvalidDevice},
		{"unknown query", second(f.device.GetInfo(1, InfoTarget{})), cl.InvalidValue},
		{"retain", none.Retain(), cl.InvalidDevice},
		{"release", none.Release(), cl.InvalidDevice},
		{"retain", f.device.Retain(), cl.Success},
		{"release", f.device.Release(), cl.Success},
	})
}

// The minima of a full profile, OpenCL 3.0 §4.2.
func TestDeviceInfoMinima(t *testing.T) {
	f := newFixture(t)
	for name, minimum := range map[uint32]uint64{
		cl.DeviceMaxComputeUnits: 8, cl.DeviceMaxWorkGroupSize: 1, cl.DeviceMaxMemAllocSize: 256 << 20,
		cl.DeviceMaxParameterSize: 1024, cl.DeviceMaxConstantBufferSize: 64 << 10, cl.DeviceMaxConstantArgs: 8,
		cl.DeviceLocalMemSize: 32 << 10, cl.DevicePrintfBufferSize: 1 << 20,
	} {
		got := query(t, func(out InfoTarget) (uint64, error) { return f.device.GetInfo(name, out) })
		if value := number(got); value < minimum {
			t.Errorf("query %#x: %d is below %d", name, value, minimum)
		}
	}
	for _, name := range []uint32{cl.DeviceNativeVectorWidthInt, cl.DeviceNativeVectorWidthFloat,
		cl.DevicePreferredVectorWidthInt} {
		if width := number(query(t, func(out InfoTarget) (uint64, error) {
			return f.device.GetInfo(name, out)
		})); width != 1 {
			t.Errorf("query %#x: a work-item is a lane, but %d", name, width)
		}
	}
	versions := query(t, func(out InfoTarget) (uint64, error) {
		return f.device.GetInfo(cl.DeviceOpenclCAllVersions, out)
	})
	list := feature.LanguageVersions()
	last := max(0, len(versions)-68)
	if len(versions) != len(list)*68 || binary.NativeEndian.Uint32(versions[last:]) != 3<<22|1<<12 ||
		!bytes.HasPrefix(versions[4:], []byte("OpenCL C\x00")) {
		t.Errorf("versions %q", versions)
	}
}

func number(value []byte) uint64 {
	if len(value) == 4 {
		return uint64(binary.NativeEndian.Uint32(value))
	}
	return binary.NativeEndian.Uint64(value)
}

func TestComputeUnitsAreLimited(t *testing.T) {
	for limit, want := range map[int]int{0: 8, 3: 3, 100: 8} {
		p := NewPlatform(Setup{Machine: testMachine, Config: config.Config{MaxComputeUnits: limit}})
		if got := p.Device().computeUnits(); got != want {
			t.Errorf("limit %d gives %d units", limit, got)
		}
	}
}

// A query has one row, and a row either a value, or a fact that C finds in a field or as the value of root devices.
func TestPropertiesAreUnique(t *testing.T) {
	for table, rows := range map[string][]Property{"platform": PlatformProperties(), "device": DeviceProperties()} {
		seen := map[uint32]bool{}
		for _, row := range rows {
			isFact, isNamed := row.Fact.value != nil, row.Fact.Field != "" || row.Texts != nil
			if isNamed == (row.Value != nil) || isNamed && !isFact {
				t.Errorf("%s %#x: neither a value nor a fact, or both", table, row.Names)
			}
			for _, name := range row.Names {
				if seen[name] {
					t.Errorf("%s %#x has two rows", table, name)
				}
				seen[name] = true
			}
		}
	}
}
