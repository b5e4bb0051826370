package machine

import (
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folderOf makes a folder with these files.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for path, text := range files {
		path = filepath.Join(folder, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestLimitsOfControlGroups(t *testing.T) {
	for _, test := range []struct {
		name string
		tree map[string]string
		want Limits
	}{
		{"none", map[string]string{}, Limits{}},
		{"version 2, nested", map[string]string{
			"/proc/self/cgroup":           "0::/a/b\n",
			"/sys/fs/cgroup/a/b/cpu.max":  "max 100000\n",
			"/sys/fs/cgroup/a/cpu.max":    "150000 100000\n",
			"/sys/fs/cgroup/a/memory.max": "1000\n",
			"/sys/fs/cgroup/memory.max":   "max\n",
		}, Limits{2, 1000}},
		{"version 1", map[string]string{
			"/proc/self/cgroup":                              "4:memory:/\n3:cpu,cpuacct:/x\n",
			"/sys/fs/cgroup/cpu/x/cpu.cfs_quota_us":          "-1\n",
			"/sys/fs/cgroup/cpu/x/cpu.cfs_period_us":         "100000\n",
			"/sys/fs/cgroup/cpu/cpu.cfs_quota_us":            "300000\n",
			"/sys/fs/cgroup/cpu/cpu.cfs_period_us":           "100000\n",
			"/sys/fs/cgroup/memory/memory.limit_in_bytes":    "4096\n",
			"/sys/fs/cgroup/memory/ignored/cpu.cfs_quota_us": "1\n",
		}, Limits{3, 4096}},
		{"a group that cannot be seen", map[string]string{
			"/proc/self/cgroup":         "0::/../other\n",
			"/sys/fs/cgroup/memory.max": "5000",
			"/sys/fs/memory.max":        "1",
		}, Limits{0, 5000}},
		{"names that only look like controllers", map[string]string{
			"/proc/self/cgroup":                           "2:cpuset,memoryx:/\n1:name=cpu:/\n",
			"/sys/fs/cgroup/memory/memory.limit_in_bytes": "4096\n",
			"/sys/fs/cgroup/cpu/cpu.cfs_quota_us":         "100000\n",
			"/sys/fs/cgroup/cpu/cpu.cfs_period_us":        "100000\n",
		}, Limits{}},
		{"nonsense", map[string]string{
			"/proc/self/cgroup":         "\n:\n0:\n0::" + strings.Repeat("/deep", 1000) + "\n",
			"/sys/fs/cgroup/cpu.max":    "99999999999999999999999 0\n",
			"/sys/fs/cgroup/memory.max": "99999999999999999999999\n",
		}, Limits{0, ^uint64(0) / 10}},
	} {
		if got := limitsIn(folderOf(t, test.tree)); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

func TestProcessorOfTheSystem(t *testing.T) {
	cpuinfo := "processor : 0\nmodel\t: 1\nmodel name\t:  Some  CPU (R) \ncpu MHz\t\t: 2450.1\n\nprocessor : 1\n" +
		"model name : Other\n"
	got := factsIn(folderOf(t, map[string]string{"/proc/cpuinfo": cpuinfo, "/etc/machine-id": "0123\n"}))
	if got.Name != "Some CPU (R)" || got.ClockMHz != 2450 {
		t.Errorf("%q with %d MHz", got.Name, got.ClockMHz)
	}
	hash := fnv.New128a()
	hash.Write([]byte("heddle device Some CPU (R) 0123\n"))
	id := [16]byte(hash.Sum(nil))
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80
	if got.UUID != id {
		t.Errorf("UUID %x, want %x", got.UUID, id)
	}
	faster := factsIn(folderOf(t, map[string]string{
		"/proc/cpuinfo": cpuinfo, "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq": "5000000\n",
	}))
	if faster.ClockMHz != 5000 {
		t.Errorf("%d MHz", faster.ClockMHz)
	}
	if faster.UUID == got.UUID {
		t.Error("another machine, the same UUID")
	}
}

// A machine without information still has all answers, from the processor or harmless defaults.
func TestSilentMachine(t *testing.T) {
	got := factsIn(t.TempDir())
	if got.Name == "" || strings.TrimSpace(got.Name) != got.Name || got.ComputeUnits < 1 || got.MemoryBytes < 64<<20 ||
		got.CacheLineBytes < 64 || got.Lanes < 4 {
		t.Errorf("%+v", got)
	}
}

func TestLimitsCount(t *testing.T) {
	got := factsIn(folderOf(t, map[string]string{
		"/proc/self/cgroup":         "0::/\n",
		"/sys/fs/cgroup/cpu.max":    "50000 100000\n",
		"/sys/fs/cgroup/memory.max": "1073741824\n",
	}))
	if got.ComputeUnits != 1 || got.MemoryBytes != 1<<30 || got.MaxAllocBytes != 1<<29 ||
		got.MaxConstantBytes != 256<<20 {
		t.Errorf("%+v", got)
	}
	small := factsIn(folderOf(t, map[string]string{"/proc/self/cgroup": "0::/\n",
		"/sys/fs/cgroup/memory.max": "4096\n"}))
	if small.MemoryBytes != 64<<20 || small.MaxAllocBytes != 128<<20 || small.MaxConstantBytes != 128<<20 {
		t.Errorf("%+v", small)
	}
}

// TestAgainstTheSystem compares the processor's data with Linux's.
func TestAgainstTheSystem(t *testing.T) {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(line, ":")
		if key = strings.TrimSpace(key); known[key] == "" {
			known[key] = strings.Join(strings.Fields(value), " ")
		}
	}
	if got := strings.Join(strings.Fields(brand()), " "); vendor() != known["vendor_id"] || got != known["model name"] {
		t.Errorf("%q %q; the system says %q %q", vendor(), got, known["vendor_id"], known["model name"])
	}
	m := factsIn("")
	if m.Name != known["model name"] || m.CacheLineBytes != 64 || m.CacheBytes < 16<<10 || m.CacheBytes > 4<<30 {
		t.Errorf("%+v", m)
	}
}

func TestZenIsKnownBySignature(t *testing.T) {
	for _, test := range []struct {
		maker     string
		signature uint32
		want      bool
	}{
		{"AuthenticAMD", 0x00b00f21, true},  // Zen 5, family 26
		{"AuthenticAMD", 0x00a10f11, true},  // Zen 4, family 25
		{"AuthenticAMD", 0x00800f12, true},  // Zen, family 23
		{"HygonGenuine", 0x00900f02, true},  // the same made by Hygon
		{"AuthenticAMD", 0x00600f20, false}, // Piledriver, family 21
		{"GenuineIntel", 0x000806f8, false}, // Sapphire Rapids, family 6
		{"GenuineIntel", 0x00b00f21, false},
		{"", 0, false},
	} {
		if got := isZen(test.maker, test.signature); got != test.want {
			t.Errorf("%s %#x: %v", test.maker, test.signature, got)
		}
	}
	if IsZen() && vendor() != "AuthenticAMD" && vendor() != "HygonGenuine" {
		t.Errorf("%s made a Zen", vendor())
	}
}

func TestListedCaches(t *testing.T) {
	// A list as Intel's and AMD's manuals describe it: 32 KiB data, 32 KiB instructions, 1 MiB, 16 MiB, end.
	list := []leaf{
		{a: 1 | 1<<5, b: 63 | 7<<22, c: 63}, {a: 2 | 1<<5, b: 63 | 15<<22, c: 31},
		{a: 3 | 2<<5, b: 63 | 15<<22, c: 1023}, {a: 3 | 3<<5, b: 63 | 15<<22, c: 16383},
	}
	if bytes, line := listedCaches(list); bytes != 16<<20 || line != 64 {
		t.Errorf("%d bytes, lines of %d", bytes, line)
	}
	if bytes, line := listedCaches(nil); bytes != 0 || line != 0 {
		t.Errorf("%d bytes, lines of %d of nothing", bytes, line)
	}
	endless := make([]leaf, 16)
	for i := range endless {
		endless[i] = list[0]
	}
	if bytes, _ := listedCaches(endless); bytes != 32<<10 {
		t.Errorf("%d bytes of a list without end", bytes)
	}
}
