package machine

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// machines is the number of machines with files of random words that are tried.
const machines = 100

// Words that the files hold, and parts of them.
var words = []string{"model name", "\t: ", "Intel(R)   X ", " ", "\n", "cpu MHz", "\t\t: 2450.123", "0::", "/a/b",
	"/..", "//", "1:cpu,cpuacct:", "/x", "3:memory:", ":", "cpu", "memory", "max 100000", "-1", "150000 100000",
	"99999999999999999999999999", "0", "m", "model", "model nam", "cpu MH", "model name:", "\x00", "::::",
	",,,,cpu,,memory,:/"}

// randomText is up to a number of words; files are longer than what is read of them.
func randomText(r *rand.Rand, most int) string {
	var text strings.Builder
	for range r.IntN(most) {
		text.WriteString(words[r.IntN(len(words))])
	}
	return text.String()
}

// Whatever the files contain, the C code stays within its arrays, and the machine can be used.
func TestSanitizedOnHostileFiles(t *testing.T) {
	program := filepath.Join(t.TempDir(), "sanitized")
	sources, err := filepath.Glob("*.c")
	require.NoError(t, err)
	arguments := append([]string{"-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-o",
		program, "testdata/sanitized.c", "../code/vector_bits.c", "../buildid/buildid.c", "-ldl",
		"-lpthread"}, sources...)
	out, err := exec.Command("gcc", arguments...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	r := rand.New(rand.NewPCG(1, 2))
	folders := []string{folderOf(t, map[string]string{"/proc/cpuinfo": strings.Repeat("x\n", 1000)})}
	for range machines {
		files := map[string]string{}
		for _, path := range []string{"/proc/cpuinfo", "/proc/self/cgroup", "/sys/fs/cgroup/cpu.max",
			"/sys/fs/cgroup/a/b/cpu.max", "/sys/fs/cgroup/a/memory.max", "/sys/fs/cgroup/cpu/x/cpu.cfs_quota_us",
			"/sys/fs/cgroup/cpu/cpu.cfs_period_us", "/sys/fs/cgroup/memory/memory.limit_in_bytes", "/etc/machine-id",
			"/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"} {
			files[path] = randomText(r, []int{12, 12, 1000}[r.IntN(3)])
		}
		folders = append(folders, folderOf(t, files))
	}
	out, err = exec.Command(program, folders...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Equal(t, fmt.Sprintln(machines+2), string(out))
}
