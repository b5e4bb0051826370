package clapi

import (
	"path"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"heddle/cbridge/hostcpu"
)

// ReadMachine tells how to ask the CPU and the system. What cannot be found out gets a harmless value, never an error. How
// long the vectors are, in bits, whoever runs machine code has found out: 0 if that is not possible.
func ReadMachine(vectorBits int) Machine {
	limits := sync.OnceValue(func() cgroupLimits { return readCgroup(readSmallFile) })
	cpuinfo := sync.OnceValue(readProcessor)
	return Machine{
		Name:           func() string { return cpuName(cpuinfo()) },
		VendorID:       func() uint32 { return pciVendors[hostcpu.Vendor()] },
		ComputeUnits:   sync.OnceValue(func() int { return computeUnits(limits()) }),
		ClockMHz:       sync.OnceValue(func() uint32 { return clockMHz(readSmallFile, cpuinfo) }),
		MemoryBytes:    sync.OnceValue(func() uint64 { return memoryBytes(limits()) }),
		CacheBytes:     func() uint64 { return uint64(hostcpu.LargestCache().Bytes) },
		CacheLineBytes: func() uint32 { return uint32(max(hostcpu.LargestCache().LineBytes, 64)) },
		VectorBytes:    func() uint32 { return uint32(max(vectorBits/8, leastVectorBytes)) },
	}
}

// leastVectorBytes are those of the registers that every amd64 processor has.
const leastVectorBytes = 16

var pciVendors = map[string]uint32{
	"GenuineIntel": 0x8086, "AuthenticAMD": 0x1022, "HygonGenuine": 0x1d94, "CentaurHauls": 0x1106,
}

// cpuName asks the system before the processor: in a virtual machine, CPUID takes longer than reading a file.
func cpuName(cpuinfo string) string {
	if name := hostcpu.CleanName(cpuinfoValue(cpuinfo, "model name")); name != "" {
		return name
	}
	if name := hostcpu.Name(); name != "" {
		return name
	}
	return "CPU"
}

func memoryBytes(limits cgroupLimits) uint64 {
	var info unix.Sysinfo_t
	_ = unix.Sysinfo(&info)
	memory := uint64(info.Totalram) * uint64(max(info.Unit, 1))
	if limits.memoryBytes > 0 {
		memory = min(memory, limits.memoryBytes)
	}
	return max(memory, 64<<20)
}

// computeUnits is the number of CPUs the process may run on, by affinity and by quota.
func computeUnits(limits cgroupLimits) int {
	units := runtime.NumCPU()
	if limits.cpus > 0 {
		units = min(units, limits.cpus)
	}
	return max(units, 1)
}

// fileReader is how the system's small files are read; ok is false for a file that is not there.
type fileReader func(path string) (text string, ok bool)

// readSmallFile reads the beginning of a file of /proc or /sys.
func readSmallFile(path string) (text string, ok bool) {
	var buffer [4096]byte
	return readBeginning(path, buffer[:])
}

// readProcessor reads what the system knows of the first processor. A longer read would have it write about others too.
func readProcessor() string {
	var buffer [1024]byte
	text, _ := readBeginning("/proc/cpuinfo", buffer[:])
	return text
}

// readBeginning reads as much of a file as there is room for. The os package would first set up its poller.
func readBeginning(path string, buffer []byte) (text string, ok bool) {
	file, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", false
	}
	defer unix.Close(file)
	n, err := unix.Read(file, buffer)
	if err != nil {
		return "", false
	}
	return string(buffer[:n]), true
}

// clockMHz prefers what the system says the CPU can reach; virtual machines often only have the line in cpuinfo.
func clockMHz(read fileReader, cpuinfo func() string) uint32 {
	if khz, ok := readNumber(read, "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"); ok {
		return uint32(khz / 1000)
	}
	mhz, _ := strconv.ParseFloat(cpuinfoValue(cpuinfo(), "cpu MHz"), 64)
	return uint32(mhz)
}

// cpuinfoValue is what a text in the form of /proc/cpuinfo says of its first processor, empty if it says nothing.
func cpuinfoValue(text, name string) string {
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, ":")
		if strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// cgroupLimits are what control groups leave to the process; zeros: no limit.
type cgroupLimits struct {
	cpus        int // the quota, rounded up to whole CPUs
	memoryBytes uint64
}

// cgroupReader collects the tightest limits.
type cgroupReader struct {
	read fileReader
	cgroupLimits
}

// readCgroup finds the tightest limit on the way from the process's group to the root, in version 2 of control groups
// and for the usual mount of version 1.
func readCgroup(read fileReader) cgroupLimits {
	text, _ := read("/proc/self/cgroup")
	r := cgroupReader{read: read}
	for line := range strings.Lines(text) {
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, group, _ := strings.Cut(rest, ":")
		switch {
		case controllers == "":
			walkGroups("/sys/fs/cgroup", group, r.readV2)
		case strings.Contains(","+controllers+",", ",cpu,"):
			walkGroups("/sys/fs/cgroup/cpu", group, r.readV1CPU)
		case controllers == "memory":
			walkGroups("/sys/fs/cgroup/memory", group, r.readV1Memory)
		}
	}
	return r.cgroupLimits
}

func walkGroups(mount, group string, look func(dir string)) {
	for dir := path.Clean("/" + group); ; dir = path.Dir(dir) {
		look(mount + strings.TrimSuffix(dir, "/"))
		if dir == "/" {
			return
		}
	}
}

func (r *cgroupReader) readV2(dir string) {
	text, _ := r.read(dir + "/cpu.max")
	if fields := strings.Fields(text); len(fields) == 2 {
		r.addQuota(fields[0], fields[1])
	}
	r.addMemory(dir + "/memory.max")
}

func (r *cgroupReader) readV1CPU(dir string) {
	quota, _ := r.read(dir + "/cpu.cfs_quota_us")
	period, _ := r.read(dir + "/cpu.cfs_period_us")
	r.addQuota(strings.TrimSpace(quota), strings.TrimSpace(period))
}

func (r *cgroupReader) readV1Memory(dir string) { r.addMemory(dir + "/memory.limit_in_bytes") }

// addQuota takes microseconds per period; "max" and -1 mean none.
func (r *cgroupReader) addQuota(quotaText, periodText string) {
	quota, quotaErr := strconv.Atoi(quotaText)
	period, periodErr := strconv.Atoi(periodText)
	if quotaErr != nil || periodErr != nil || quota <= 0 || period <= 0 {
		return
	}
	cpus := (quota + period - 1) / period
	if r.cpus == 0 || cpus < r.cpus {
		r.cpus = cpus
	}
}

func (r *cgroupReader) addMemory(file string) {
	limit, ok := readNumber(r.read, file)
	if ok && limit > 0 && (r.memoryBytes == 0 || limit < r.memoryBytes) {
		r.memoryBytes = limit
	}
}

func readNumber(read fileReader, file string) (uint64, bool) {
	text, ok := read(file)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	return n, err == nil
}
