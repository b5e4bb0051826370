package workers

import (
	"os"
	"strings"
	"sync/atomic"
	"testing"
)

// allowed is the list of processors of the calling thread.
func allowed(t *testing.T) string {
	t.Helper()
	status, err := os.ReadFile("/proc/thread-self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "Cpus_allowed_list:")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}

// firstAllowed is the first processor that the process may use, and its name in a list.
func firstAllowed(t *testing.T) (number int, name string) {
	name = strings.FieldsFunc(allowed(t), func(r rune) bool { return r == ',' || r == '-' })[0]
	for _, digit := range name {
		number = number*10 + int(digit-'0')
	}
	return number, name
}

func TestBoundWorkersRunOnTheirProcessors(t *testing.T) {
	number, name := firstAllowed(t)
	before := allowed(t)
	pool := NewBound([]int{number, number}) // two workers on one processor, to see a thread of the pool
	defer pool.Close()
	var others atomic.Int32
	for range 1000 {
		pool.On(func() {
			pool.Run(2, 0, func(worker int) bool {
				if got := allowed(t); got != name {
					t.Errorf("worker %d runs on %s, not %s", worker, got, name)
				}
				others.Add(int32(worker))
				return true
			})
		})
		if others.Load() > 0 {
			break
		}
	}
	if others.Load() == 0 {
		t.Error("the thread of the pool never came")
	}
	if got := allowed(t); got != before {
		t.Errorf("afterwards the caller runs on %s, not %s", got, before)
	}
}

func TestForbiddenProcessorsAreIgnored(t *testing.T) {
	pool := NewBound([]int{8191})
	defer pool.Close()
	ran := false
	pool.On(func() { ran = true })
	if !ran {
		t.Error("On did not run the function")
	}
}
