package clapi

import (
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/cpuid/v2"
	"golang.org/x/sys/unix"
)

// ReadMachine asks the CPU and the system. What cannot be found out gets a harmless value, never an error.
func ReadMachine() Machine {
	root := os.DirFS("/")
	var info unix.Sysinfo_t
	_ = unix.Sysinfo(&info)
	memory := uint64(info.Totalram) * uint64(max(info.Unit, 1))
	limits := readCgroup(root)
	units := affinityCount()
	if limits.cpus > 0 {
		units = min(units, limits.cpus)
	}
	if limits.memoryBytes > 0 {
		memory = min(memory, limits.memoryBytes)
	}
	return Machine{
		Name:           cpuName(),
		VendorID:       pciVendors[cpuid.CPU.VendorID],
		ComputeUnits:   max(units, 1),
		ClockMHz:       sync.OnceValue(func() uint32 { return clockMHz(root) }),
		MemoryBytes:    max(memory, 64<<20),
		CacheBytes:     uint64(max(cpuid.CPU.Cache.L3, cpuid.CPU.Cache.L2, cpuid.CPU.Cache.L1D, 0)),
		CacheLineBytes: uint32(max(cpuid.CPU.CacheLine, 64)),
		VectorBytes:    vectorBytes(),
	}
}

var pciVendors = map[cpuid.Vendor]uint32{cpuid.Intel: 0x8086, cpuid.AMD: 0x1022, cpuid.Hygon: 0x1d94, cpuid.VIA: 0x1106}

func cpuName() string {
	if name := strings.Join(strings.Fields(cpuid.CPU.BrandName), " "); name != "" {
		return name
	}
	return "CPU"
}

func vectorBytes() uint32 {
	switch {
	case cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512DQ, cpuid.AVX512VL):
		return 64
	case cpuid.CPU.Supports(cpuid.AVX2):
		return 32
	}
	return 16
}

// affinityCount is the number of CPUs the process may run on.
func affinityCount() int {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return 1
	}
	return set.Count()
}

// clockMHz prefers what the system says the CPU can reach; virtual machines often only have the line in cpuinfo.
func clockMHz(root fs.FS) uint32 {
	if khz, ok := readNumber(root, "sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"); ok {
		return uint32(khz / 1000)
	}
	if hz := max(cpuid.CPU.BoostFreq, cpuid.CPU.Hz); hz > 0 {
		return uint32(hz / 1e6)
	}
	text, _ := fs.ReadFile(root, "proc/cpuinfo")
	return cpuinfoMHz(string(text))
}

func cpuinfoMHz(text string) uint32 {
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, ":")
		if strings.TrimSpace(key) == "cpu MHz" {
			mhz, _ := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return uint32(mhz)
		}
	}
	return 0
}

// cgroupLimits are what control groups leave to the process; zeros: no limit.
type cgroupLimits struct {
	cpus        int // the quota, rounded up to whole CPUs
	memoryBytes uint64
}

// readCgroup finds the tightest limit on the way from the process's group to the root, in version 2 of control groups
// and for the usual mount of version 1.
func readCgroup(root fs.FS) cgroupLimits {
	text, _ := fs.ReadFile(root, "proc/self/cgroup")
	var limits cgroupLimits
	for line := range strings.Lines(string(text)) {
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, group, _ := strings.Cut(rest, ":")
		switch {
		case controllers == "":
			limits.walk(root, "sys/fs/cgroup", group, limits.readV2)
		case strings.Contains(","+controllers+",", ",cpu,"):
			limits.walk(root, "sys/fs/cgroup/cpu", group, limits.readV1)
		case controllers == "memory":
			limits.walk(root, "sys/fs/cgroup/memory", group, limits.readV1)
		}
	}
	return limits
}

func (l *cgroupLimits) walk(root fs.FS, mount, group string, read func(root fs.FS, dir string)) {
	for dir := path.Clean("/" + group); ; dir = path.Dir(dir) {
		read(root, mount+strings.TrimSuffix(dir, "/"))
		if dir == "/" {
			return
		}
	}
}

func (l *cgroupLimits) readV2(root fs.FS, dir string) {
	text, _ := fs.ReadFile(root, dir+"/cpu.max")
	if fields := strings.Fields(string(text)); len(fields) == 2 {
		l.addQuota(fields[0], fields[1])
	}
	l.addMemory(root, dir+"/memory.max")
}

func (l *cgroupLimits) readV1(root fs.FS, dir string) {
	quota, _ := fs.ReadFile(root, dir+"/cpu.cfs_quota_us")
	period, _ := fs.ReadFile(root, dir+"/cpu.cfs_period_us")
	l.addQuota(strings.TrimSpace(string(quota)), strings.TrimSpace(string(period)))
	l.addMemory(root, dir+"/memory.limit_in_bytes")
}

// addQuota takes microseconds per period; "max" and -1 mean none.
func (l *cgroupLimits) addQuota(quotaText, periodText string) {
	quota, quotaErr := strconv.Atoi(quotaText)
	period, periodErr := strconv.Atoi(periodText)
	if quotaErr != nil || periodErr != nil || quota <= 0 || period <= 0 {
		return
	}
	cpus := (quota + period - 1) / period
	if l.cpus == 0 || cpus < l.cpus {
		l.cpus = cpus
	}
}

func (l *cgroupLimits) addMemory(root fs.FS, file string) {
	limit, ok := readNumber(root, file)
	if ok && limit > 0 && (l.memoryBytes == 0 || limit < l.memoryBytes) {
		l.memoryBytes = limit
	}
}

func readNumber(root fs.FS, file string) (uint64, bool) {
	text, err := fs.ReadFile(root, file)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}
