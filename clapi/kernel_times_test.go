package clapi

import (
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"heddle/exec"
)

// TestKernelTimes: rows are sums over the launches of a name, ordered by their time.
func TestKernelTimes(t *testing.T) {
	times := newKernelTimes()
	launch := func(name string, took time.Duration) {
		times.add(&exec.Launch{Name: name, Global: [3]uint64{8, 2, 1}}, took)
	}
	launch("short", time.Millisecond)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { launch("long", 5*time.Millisecond) })
	}
	all.Wait()
	launch("long", 9*time.Millisecond)
	var out strings.Builder
	times.report(&out)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 4)
	require.Contains(t, lines[0], "kernels took 30.000 ms of the ")
	require.Regexp(t, regexp.MustCompile(` 96\.7% +29\.000 +5 +5800\.0 +9000\.0 +80  long$`), lines[2])
	require.Regexp(t, regexp.MustCompile(` 3\.3% +1\.000 +1 +1000\.0 +1000\.0 +16  short$`), lines[3])
}

// TestKernelTimesOfNothing: a program that ran no kernel gets one line.
func TestKernelTimesOfNothing(t *testing.T) {
	var out strings.Builder
	newKernelTimes().report(&out)
	require.Equal(t, 1, strings.Count(out.String(), "\n"))
}
