package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// bench is one run of the benchmark.
type bench struct {
	client  string
	drivers [2]driver // ours, the other
	folder  string    // of the kernels
	only    string    // words that the names of kernels contain
	seconds float64
	rounds  int
	failed  bool
	figure  string // of the client, by which idioms are compared

	bandwidth float64 // bytes per second of a triad in C on all cores
	peak      float64 // floating operations per second of fused multiply-adds in C on all cores
}

// driver is one to measure: its file for the loader, and a setting of its environment (NAME=VALUE; empty is none).
type driver struct{ icd, setting string }

// latencyRows are the client's figures with their units.
var latencyRows = []struct{ name, title string }{
	{"open", "discovery, context, queue"},
	{"empty_launch_finish", "empty kernel: enqueue + clFinish"},
	{"ten_thousand_launches", "10,000 empty kernels, in order"},
	{"read_4k", "4 KiB read"},
	{"write_4k", "4 KiB write"},
	{"copy_4k", "4 KiB copy"},
	{"fill_4k", "4 KiB fill"},
}

// least runs a script with both drivers, alternately, and keeps the least of each figure.
func (b *bench) least(script string) (least [2]map[string]float64) {
	for range b.rounds {
		for d, driver := range b.drivers {
			figures, err := ask(b.client, driver.icd, script, driver.setting)
			if err != nil {
				b.failed = true
				fmt.Fprintf(os.Stderr, "bench: %s: %v\n", driver.icd, err)
				continue
			}
			least[d] = keepLeast(least[d], figures)
		}
	}
	return least
}

// limits measures the machine's limits.
func (b *bench) limits() string {
	for _, figures := range b.least("limits\n") {
		if t := figures["triad_100MB"]; t > 0 {
			b.bandwidth = max(b.bandwidth, 12*float64(1<<25)/t*1e9)
		}
		b.peak = max(b.peak, figures["fma_gflops"]*1e9)
	}
	return fmt.Sprintf("Limits of the machine in this run: %.1f GB/s (triad), %.0f GFLOP/s (f32 fused "+
		"multiply-add).\n\n", b.bandwidth/1e9, b.peak/1e9)
}

// latencies measures calls.
func (b *bench) latencies() string {
	least := b.least("latencies\n")
	var s strings.Builder
	s.WriteString("| latency | Heddle | PoCL | ratio |\n|---|---:|---:|---:|\n")
	for _, row := range latencyRows {
		ours, other := least[0][row.name], least[1][row.name]
		fmt.Fprintf(&s, "| %s | %s | %s | %.2f |\n", row.title, duration(ours), duration(other), other/ours)
	}
	return s.String()
}

func keepLeast(least, figures map[string]float64) map[string]float64 {
	if least == nil {
		return figures
	}
	for name, v := range figures {
		if old, ok := least[name]; !ok || v < old {
			least[name] = v
		}
	}
	return least
}

// kernels measures and compares all kernels.
func (b *bench) kernels(kernels []benchKernel) string {
	var s strings.Builder
	s.WriteString("| kernel | group | build | build, PoCL | launch | launch, PoCL | ratio | rate | of the limit | " +
		"results |\n")
	s.WriteString("|---|---|---:|---:|---:|---:|---:|---:|---:|---|\n")
	logs, measured := 0.0, 0
	for _, k := range kernels {
		row, ratio := b.kernel(&k)
		s.WriteString(row)
		fmt.Fprint(os.Stderr, row)
		if ratio > 0 {
			logs += math.Log(ratio)
			measured++
		}
	}
	if measured > 0 {
		fmt.Fprintf(&s, "\nGeometric mean of the ratios (PoCL's time / ours) over %d kernels: %.2f.\n", measured,
			math.Exp(logs/float64(measured)))
	}
	return s.String()
}

// kernel measures one kernel and returns its row and the ratio, 0 if there is none.
func (b *bench) kernel(k *benchKernel) (string, float64) {
	var least [2]map[string]float64
	var dumps [2]string
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	for range b.rounds {
		for d, driver := range b.drivers {
			dumps[d] = filepath.Join(folder, fmt.Sprint(d))
			figures, err := ask(b.client, driver.icd, k.script(b.seconds, dumps[d]), driver.setting)
			if err != nil {
				b.failed = true
				return fmt.Sprintf("| %s | %s | driver %d: %v |\n", k.name, k.group, d, err), 0
			}
			least[d] = keepLeast(least[d], figures)
		}
	}
	verdict := "equal"
	if err := k.compare(dumps); err != nil {
		b.failed = true
		verdict = err.Error()
	}
	ours, other := least[0], least[1]
	rate, share := b.rate(k, ours["time"])
	ratio := other["time"] / ours["time"]
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %.2f | %s | %s | %s |\n", k.name, k.group,
		duration(ours["build"]), duration(other["build"]), duration(ours["time"]), duration(other["time"]), ratio, rate,
		share, verdict), ratio
}

// rate is the rate of a launch of the given nanoseconds, and its share of the machine's limit.
func (b *bench) rate(k *benchKernel, ns float64) (rate, share string) {
	perSecond := k.amount / ns * 1e9
	switch k.unit {
	case "bytes":
		return fmt.Sprintf("%.2f GB/s", perSecond/1e9), fmt.Sprintf("%.0f %%", 100*perSecond/b.bandwidth)
	case "ops":
		return fmt.Sprintf("%.2f Gop/s", perSecond/1e9), fmt.Sprintf("%.1f %%", 100*perSecond/b.peak)
	}
	return fmt.Sprintf("%.1f M/s", perSecond/1e6), ""
}

// duration is a time in the unit that suits it.
func duration(ns float64) string {
	switch {
	case ns < 1e4:
		return fmt.Sprintf("%.0f ns", ns)
	case ns < 1e7:
		return fmt.Sprintf("%.1f µs", ns/1e3)
	}
	return fmt.Sprintf("%.1f ms", ns/1e6)
}
