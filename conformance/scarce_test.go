package conformance

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mostAllocations ends a loop over allocations that never comes to the last one.
const mostAllocations = 5000

// TestEachAllocationFails: whichever allocation of a tour of the API is refused, a call says that there is no memory,
// all else is as always, and nothing is lost. The loop ends with the first allocation that is made after the tour.
func TestEachAllocationFails(t *testing.T) {
	program := compile(t, "host/process/scarce.c")
	for n := 1; ; n++ {
		require.Less(t, n, mostAllocations)
		ended := finishScarce(t, fmt.Sprint(n), program)
		refused, end := strings.Index(ended.output, "is refused"), strings.Index(ended.output, "calls failed")
		if end >= 0 && (refused < 0 || refused > end) {
			require.Greater(t, n, 100, "the tour is no tour:\n%s", ended.output)
			t.Logf("%d allocations", n-1)
			return
		}
		requireScarceEnd(t, n, ended)
	}
}

// TestAllAllocationsFail: the same where memory never comes again.
func TestAllAllocationsFail(t *testing.T) {
	program := compile(t, "host/process/scarce.c")
	for n := 1; ; n++ {
		require.Less(t, n, mostAllocations)
		ended := finishScarce(t, fmt.Sprint(n, "+"), program, "0")
		requireScarceEnd(t, n, ended)
		if !strings.Contains(ended.output, "is refused") {
			require.Greater(t, n, 100, "the tour is no tour:\n%s", ended.output)
			return
		}
	}
}

// TestAllocationsFailAgainAndAgain: nothing is lost in hundreds of tours of which each call fails now and then.
func TestAllocationsFailAgainAndAgain(t *testing.T) {
	program := compile(t, "host/process/scarce.c")
	for _, every := range []int{11, 23, 101} {
		requireScarceEnd(t, every, finishScarce(t, fmt.Sprint(every, "*"), program, "100"))
	}
}

// noPlatform: the loader found none, which is the only check.
var noPlatform = regexp.MustCompile(`(?m)^1 checks, 0 failed`)

func finishScarce(t *testing.T, plan, program string, args ...string) end {
	t.Helper()
	plan = "HEDDLE_FAIL_ALLOCATION=" + strings.ReplaceAll(plan, " ", "")
	return finish(t, append(vendors(t), plan, "HEDDLE_TRACE=leaks"), program, args...)
}

// requireScarceEnd: without memory for the first handles the loader finds no platform, and the driver is not at work.
func requireScarceEnd(t *testing.T, n int, ended end) {
	t.Helper()
	require.Zero(t, ended.signal, "allocation %d:\n%s", n, ended.output)
	require.Zero(t, ended.code, "allocation %d:\n%s", n, ended.output)
	require.NotContains(t, ended.output, "internal error", "allocation %d", n)
	if !noPlatform.MatchString(ended.output) {
		require.Contains(t, ended.output, "all objects were released", "allocation %d", n)
	}
}
