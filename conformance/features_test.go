package conformance

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The rows of docs/features.md: what is there, what is not, and the versions of OpenCL C.
var (
	featureRow = regexp.MustCompile("(?m)^\\| `(\\w+)` \\| ([0-9.]+) \\| ([a-z, ]+) \\|")
	missingRow = regexp.MustCompile("(?m)^\\| `(\\w+)` \\| [^|]+ \\|$")
	languages  = regexp.MustCompile(`(?m)^\| OpenCL C \| (.*) \|$`)
)

const inNoList = "no list" // what is there, and a program does not find by its name

// TestFeaturesAreDocumented: a program finds what docs/features.md lists, and no more.
func TestFeaturesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/features.md")
	require.NoError(t, err)
	var want, asked []string
	for _, row := range featureRow.FindAllStringSubmatch(string(page), -1) {
		asked = append(asked, row[1])
		if row[3] != inNoList {
			want = append(want, row[1]+" "+row[2]+" "+strings.ReplaceAll(row[3], ",", ""))
		}
	}
	require.Greater(t, len(want), 50, "rows of docs/features.md")
	for _, row := range missingRow.FindAllStringSubmatch(string(page), -1) {
		asked = append(asked, row[1])
	}
	require.Greater(t, len(asked)-len(want), 10, "rows of what is not there")
	versions := languages.FindStringSubmatch(string(page))
	require.NotNil(t, versions)
	for version := range strings.SplitSeq(versions[1], ", ") {
		want = append(want, "OpenCL C "+version)
	}

	out := run(t, driver(t), compile(t, "device/features.c"), asked...)
	var got []string
	for line := range strings.Lines(out) {
		if line = strings.TrimSpace(line); !strings.HasSuffix(line, " failed") {
			got = append(got, line)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	assert.Equal(t, want, got)
}

// TestIdentifiersAreStable: device and driver have the same identifiers in each process, whatever it may use of the
// machine.
func TestIdentifiersAreStable(t *testing.T) {
	program := compile(t, "device/extensions.c")
	uuids := func() []string {
		return regexp.MustCompile(`(?m)^UUID [0-9a-f]{32}$`).FindAllString(run(t, driver(t), program), -1)
	}
	first := uuids()
	require.Len(t, first, 2)
	assert.Equal(t, first, uuids())
	t.Setenv("HEDDLE_ISA", "avx2")
	t.Setenv("HEDDLE_MAX_COMPUTE_UNITS", "1")
	assert.Equal(t, first, uuids())
}
