package hostcpu

import (
	"os"
	"runtime"
	"strings"
	"testing"
)

// TestAgainstTheSystem compares with what Linux found out about the first processor.
func TestAgainstTheSystem(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("needs Linux on amd64")
	}
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Fatal(err)
	}
	facts := map[string]string{}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(line, ":")
		if key = strings.TrimSpace(key); facts[key] == "" {
			facts[key] = strings.TrimSpace(value)
		}
	}
	if Vendor() != facts["vendor_id"] || Name() != strings.Join(strings.Fields(facts["model name"]), " ") {
		t.Errorf("%q %q; the system says %q %q", Vendor(), Name(), facts["vendor_id"], facts["model name"])
	}
	if c := LargestCache(); c.LineBytes != 64 || c.Bytes < 16<<10 || c.Bytes > 4<<30 {
		t.Errorf("%+v", c)
	}
}

func TestListedCaches(t *testing.T) {
	// A list as Intel's and AMD's manuals describe it: 32 KiB data, 32 KiB instructions, 1 MiB, 16 MiB, end.
	list := []leaf{
		{a: 1 | 1<<5, b: 63 | 7<<22, c: 63}, {a: 2 | 1<<5, b: 63 | 15<<22, c: 31},
		{a: 3 | 2<<5, b: 63 | 15<<22, c: 1023}, {a: 3 | 3<<5, b: 63 | 15<<22, c: 16383}, {},
	}
	if got := listedCaches(func(i uint32) leaf { return list[i] }); got != (Cache{16 << 20, 64}) {
		t.Errorf("%+v", got)
	}
	if got := listedCaches(func(uint32) leaf { return leaf{} }); got != (Cache{}) {
		t.Errorf("%+v of nothing", got)
	}
	if got := listedCaches(func(uint32) leaf { return list[0] }); got.Bytes != 32<<10 {
		t.Errorf("%+v of a list without end", got)
	}
}

func TestCleanName(t *testing.T) {
	if got := CleanName("  Some(R)  CPU @ 2.50GHz \x00\x00rest"); got != "Some(R) CPU @ 2.50GHz" {
		t.Errorf("%q", got)
	}
	if string(words(0x756e6547, 0x49656e69, 0x6c65746e)) != "GenuineIntel" {
		t.Error("the order of a word's letters")
	}
}
