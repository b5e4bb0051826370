package machine

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"
	"golang.org/x/sys/unix"
)

// A second opinion: another library's data about the same processor.

func TestProcessorAsCpuidSays(t *testing.T) {
	m, c := This(), &cpuid.CPU
	if maker := vendor(); maker != c.VendorString {
		t.Errorf("maker %q, cpuid says %q", maker, c.VendorString)
	}
	if name := strings.Join(strings.Fields(c.BrandName), " "); m.Name != name {
		t.Errorf("name %q, cpuid says %q", m.Name, name)
	}
	ids := map[cpuid.Vendor]uint32{cpuid.Intel: 0x8086, cpuid.AMD: 0x1022, cpuid.Hygon: 0x1d94, cpuid.VIA: 0x1106}
	if id := ids[c.VendorID]; m.VendorID != id {
		t.Errorf("PCI vendor %#x, by cpuid it is %#x", m.VendorID, id)
	}
	if zen := (c.VendorID == cpuid.AMD || c.VendorID == cpuid.Hygon) && c.Family >= 0x17; IsZen() != zen {
		t.Errorf("IsZen is %v; cpuid says %v, family %#x", IsZen(), c.VendorID, c.Family)
	}
}

func TestCachesAsCpuidSays(t *testing.T) {
	m, c := This(), &cpuid.CPU
	largest := max(c.Cache.L1D, c.Cache.L2, c.Cache.L3)
	if largest <= 0 {
		t.Skipf("cpuid knows no caches of %v", c.VendorID)
	}
	if m.CacheBytes != uint64(largest) {
		t.Errorf("largest cache %d bytes, cpuid says %d", m.CacheBytes, largest)
	}
	if int(m.CacheLineBytes) != max(c.CacheLine, 64) {
		t.Errorf("cache lines of %d bytes, cpuid says %d", m.CacheLineBytes, c.CacheLine)
	}
}

// TestCoresAsOthersSay: no more compute units than the process's mask allows, nor than cpuid counts, which knows the
// processors of one package only.
func TestCoresAsOthersSay(t *testing.T) {
	var mask unix.CPUSet
	if err := unix.SchedGetaffinity(0, &mask); err != nil {
		t.Fatal(err)
	}
	units, want := uint64(This().ComputeUnits), uint64(mask.Count())
	if quota := ReadLimits().CPUs; quota > 0 {
		want = min(want, quota)
	}
	if units != want {
		t.Errorf("%d compute units; mask and control groups leave %d", units, want)
	}
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]bool{}
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(line, []byte("physical id")) {
			packages[string(line)] = true
		}
	}
	if all := cpuid.CPU.LogicalCores * len(packages); all > 0 && units > uint64(all) {
		t.Errorf("%d compute units; cpuid knows %d in each of %d packages", units, cpuid.CPU.LogicalCores,
			len(packages))
	}
}
