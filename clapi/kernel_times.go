package clapi

import (
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"heddle/exec"
)

// kernelTimes sums up how long the launches of each kernel took (HEDDLE_TRACE=time), by the kernels' names: a program
// that is built twice is one row.
type kernelTimes struct {
	began time.Time

	mu     sync.Mutex
	byName map[string]*kernelTime // guarded by mu
}

type kernelTime struct {
	name           string
	launches       int
	items          uint64 // work-items
	total, longest time.Duration
}

// timedDevice is the device with a clock around each launch.
type timedDevice struct {
	*exec.Device
	times *kernelTimes
}

// Run runs a launch and adds its time. Launches that fail count too.
func (d timedDevice) Run(l *exec.Launch) error {
	begin := time.Now()
	err := d.Device.Run(l)
	d.times.add(l, time.Since(begin))
	return err
}

func newKernelTimes() *kernelTimes {
	return &kernelTimes{began: time.Now(), byName: map[string]*kernelTime{}}
}

func (t *kernelTimes) add(l *exec.Launch, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	row := t.byName[l.Name]
	if row == nil {
		row = &kernelTime{name: l.Name}
		t.byName[l.Name] = row
	}
	row.launches++
	row.items += l.Items()
	row.total += took
	row.longest = max(row.longest, took)
}

// report prints the kernels, those that took the most time first.
func (t *kernelTimes) report(to io.Writer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	rows, sum := make([]*kernelTime, 0, len(t.byName)), time.Duration(0)
	for _, row := range t.byName {
		rows = append(rows, row)
		sum += row.total
	}
	slices.SortStableFunc(rows, func(a, b *kernelTime) int { return int(b.total - a.total) })
	fmt.Fprintf(to, "heddle: kernels took %.3f ms of the %.3f ms since the library started\n",
		milliseconds(sum), milliseconds(time.Since(t.began)))
	if len(rows) == 0 {
		return
	}
	fmt.Fprintf(to, "heddle: %6s %12s %10s %12s %12s %14s  %s\n",
		"share", "total ms", "launches", "mean µs", "longest µs", "work-items", "kernel")
	for _, row := range rows {
		mean := row.total / time.Duration(row.launches)
		share := 100 * float64(row.total) / float64(max(sum, 1))
		fmt.Fprintf(to, "heddle: %5.1f%% %12.3f %10d %12.1f %12.1f %14d  %s\n", share, milliseconds(row.total),
			row.launches, microseconds(mean), microseconds(row.longest), row.items, row.name)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func microseconds(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }
