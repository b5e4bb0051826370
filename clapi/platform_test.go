package clapi

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"heddle/clapi/cl"
	"heddle/clapi/config"
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
	if string(got) != "OpenCL 3.0 Heddle\x00" {
		t.Errorf("%q", got)
	}
}

// Every number between the first and the last query is one, but for those the headers leave out or that belong to
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
	for _, name := range []uint32{cl.DeviceNativeVectorWidthInt, cl.DeviceNativeVectorWidthFloat, cl.DevicePreferredVectorWidthInt} {
		if width := number(query(t, func(out InfoTarget) (uint64, error) { return f.device.GetInfo(name, out) })); width != 1 {
			t.Errorf("query %#x: a work-item is a lane, but %d", name, width)
		}
	}
	versions := query(t, func(out InfoTarget) (uint64, error) {
		return f.device.GetInfo(cl.DeviceOpenclCAllVersions, out)
	})
	if len(versions) != 4*68 || binary.NativeEndian.Uint32(versions[3*68:]) != 3<<22 ||
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

func TestReadMachine(t *testing.T) {
	m := ReadMachine(256)
	if m.Name() == "" || m.ComputeUnits() < 1 || m.MemoryBytes() < 64<<20 || m.CacheLineBytes() < 16 || m.VectorBytes() != 32 {
		t.Errorf("%q, %d units, %d bytes, lines of %d, vectors of %d", m.Name(), m.ComputeUnits(), m.MemoryBytes(),
			m.CacheLineBytes(), m.VectorBytes())
	}
	if got := ReadMachine(0).VectorBytes(); got != leastVectorBytes {
		t.Errorf("vectors of %d bytes without machine code", got)
	}
	if first := m.ClockMHz(); m.ClockMHz() != first {
		t.Errorf("the clock changed from %d MHz", first)
	}
}

func TestCgroupLimits(t *testing.T) {
	for _, test := range []struct {
		name string
		tree map[string]string
		want cgroupLimits
	}{
		{"none", map[string]string{}, cgroupLimits{}},
		{"version 2, nested", map[string]string{
			"/proc/self/cgroup":           "0::/a/b\n",
			"/sys/fs/cgroup/a/b/cpu.max":  "max 100000\n",
			"/sys/fs/cgroup/a/cpu.max":    "150000 100000\n",
			"/sys/fs/cgroup/a/memory.max": "1000\n",
			"/sys/fs/cgroup/memory.max":   "max\n",
		}, cgroupLimits{cpus: 2, memoryBytes: 1000}},
		{"version 1", map[string]string{
			"/proc/self/cgroup":                              "4:memory:/\n3:cpu,cpuacct:/x\n",
			"/sys/fs/cgroup/cpu/x/cpu.cfs_quota_us":          "-1\n",
			"/sys/fs/cgroup/cpu/x/cpu.cfs_period_us":         "100000\n",
			"/sys/fs/cgroup/cpu/cpu.cfs_quota_us":            "300000\n",
			"/sys/fs/cgroup/cpu/cpu.cfs_period_us":           "100000\n",
			"/sys/fs/cgroup/memory/memory.limit_in_bytes":    "4096\n",
			"/sys/fs/cgroup/memory/ignored/cpu.cfs_quota_us": "1\n",
		}, cgroupLimits{cpus: 3, memoryBytes: 4096}},
	} {
		if got := readCgroup(func(path string) (string, bool) { text, ok := test.tree[path]; return text, ok }); got != test.want {
			t.Errorf("%s: %+v", test.name, got)
		}
	}
}

func TestProcessorOfTheSystem(t *testing.T) {
	cpuinfo := "processor : 0\nmodel name\t: Some  CPU (R)\ncpu MHz\t\t: 2450.1\n\nprocessor : 1\nmodel name : Other\n"
	none := func(string) (string, bool) { return "", false }
	if got := clockMHz(none, func() string { return cpuinfo }); got != 2450 {
		t.Errorf("%d MHz", got)
	}
	if got := cpuName(cpuinfo); got != "Some CPU (R)" {
		t.Errorf("%q", got)
	}
	if got := cpuName("processor : 0\n"); got == "" {
		t.Error("no name")
	}
	faster := func(path string) (string, bool) { return "5000000\n", strings.HasSuffix(path, "/cpuinfo_max_freq") }
	if got := clockMHz(faster, func() string { return cpuinfo }); got != 5000 {
		t.Errorf("%d MHz", got)
	}
}
