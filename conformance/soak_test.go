package conformance

import (
	"flag"
	"fmt"
	"testing"
	"time"
)

var soakTime = flag.Duration("soak", 20*time.Second, "how long TestSoak works")

// TestSoak: work of all kinds in eight threads, in which nothing grows. For longer: -run TestSoak -soak 2h -timeout 3h.
func TestSoak(t *testing.T) {
	program := compile(t, "host/process/soak.c")
	ended := finishWithin(t, *soakTime+2*time.Minute, vendors(t), program, fmt.Sprint(int(soakTime.Seconds())))
	t.Log(ended.output)
	requireEnd(t, ended, 0, 0)
}
