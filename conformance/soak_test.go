package conformance

import (
	"flag"
	"fmt"
	"testing"
	"time"
)

var latencies = flag.Int("latencies", 50, "how many times of each kind TestLatencies takes, at most 10,000")

var soakTime = flag.Duration("soak", 20*time.Second, "how long TestSoak works")

// TestSoak: work of all kinds in eight threads, in which nothing grows. For longer: -run TestSoak -soak 2h -timeout 3h.
// The library lets its heap grow to five times what a collection left, and while many threads allocate on a busy
// machine a collection leaves what came meanwhile: hundreds of megabytes that are no loss. So collections come early.
func TestSoak(t *testing.T) {
	program := compile(t, "host/process/soak.c")
	ended := finishWithin(t, *soakTime+2*time.Minute, append(vendors(t), "GOGC=50"), program,
		fmt.Sprint(int(soakTime.Seconds())))
	t.Log(ended.output)
	requireEnd(t, ended, 0, 0)
}

// TestLatencies: faults and endless kernels end soon, and the next launch takes as long as ever. The limits are those
// of a machine that does much else; the printed times are what counts (-v -latencies 2000).
func TestLatencies(t *testing.T) {
	ended := finish(t, vendors(t), compile(t, "host/process/latency.c"), fmt.Sprint(*latencies))
	t.Log(ended.output)
	requireEnd(t, ended, 0, 0)
}
