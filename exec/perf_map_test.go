package exec

import (
	"bufio"
	"fmt"
	"strings"
	"testing"

	"heddle/compiler/amd64/object"
	"heddle/exec/native"
)

// perfLine is a line of the map.
type perfLine struct {
	start, size uint64
	name        string
}

// parsePerfMap reads a map as perf does: two hexadecimal numbers, and the rest of the line.
func parsePerfMap(t *testing.T, text string) (lines []perfLine) {
	t.Helper()
	for s := bufio.NewScanner(strings.NewReader(text)); s.Scan(); {
		var l perfLine
		if n, err := fmt.Sscanf(s.Text(), "%x %x %s", &l.start, &l.size, &l.name); n != 3 {
			t.Fatalf("%q: %v", s.Text(), err)
		}
		lines = append(lines, l)
	}
	return lines
}

func TestPerfMapNamesLoadedCodeOnce(t *testing.T) {
	var out strings.Builder
	device := NewDeviceWith(Goroutines(1), Engine{Machine: &machine, VectorBits: 256, PerfMap: native.NewPerfMap(&out)})
	k := &handKernel{text: codeCount, packed: codeCountPacked, plan: object.Plan{Rows: 1, Packed: 1}, seesGroups: true}
	b := newBuffer(t, 65)
	for range 3 {
		if err := device.Run(machineLaunch(k, [3]uint64{64, 1, 1}, [3]uint64{64, 1, 1}, b)); err != nil {
			t.Fatal(err)
		}
	}
	lines := parsePerfMap(t, out.String())
	if len(lines) != 1 || lines[0].name != "hand/rows1-small-full" || lines[0].size == 0 || lines[0].start == 0 {
		t.Errorf("%+v", lines)
	}
}
