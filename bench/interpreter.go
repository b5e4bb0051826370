package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
)

// The interpreter against Oclgrind, which also interprets kernels, to find their bugs. Both have one thread. Launches
// are a few work-groups of those of the other tables: a small launch is the harder case for us, since the interpreter
// runs many work-items at a time, and the only one that Oclgrind ends soon.

const (
	oclgrindLibrary = "/usr/lib/oclgrind/liboclgrind-rt-icd.so" // of Debian's package oclgrind
	// work-items of a launch, or one work-group if that has more
	interpretedItems = 512
)

const interpreterIntro = "Time of a launch of some work-items on one thread.\n\n" +
	"| kernel | group | work-items | Heddle's interpreter | Oclgrind | ratio | results |\n" +
	"|---|---|---:|---:|---:|---:|---|\n"

// interpreterTable measures all kernels.
func (b *bench) interpreterTable(kernels []benchKernel) (string, error) {
	if _, err := os.Stat(oclgrindLibrary); err != nil {
		return "", fmt.Errorf("the package oclgrind is missing: %w", err)
	}
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	other := filepath.Join(folder, "oclgrind.icd")
	if err := os.WriteFile(other, []byte(oclgrindLibrary+"\n"), 0o644); err != nil {
		return "", err
	}
	engines := [2]engine{
		{"Heddle", b.drivers[0].icd, []string{"HEDDLE_EXEC=interp", "HEDDLE_MAX_COMPUTE_UNITS=1"}, b.seconds},
		{"Oclgrind", other, []string{"OCLGRIND_NUM_THREADS=1"}, 0},
	}
	var s strings.Builder
	s.WriteString(interpreterIntro)
	least := math.Inf(1)
	for _, k := range kernels {
		row, ratio := b.interpreted(&k, engines, folder)
		s.WriteString(row)
		fmt.Fprint(os.Stderr, row)
		least = min(least, ratio)
	}
	fmt.Fprintf(&s, "\nThe least of the ratios (Oclgrind's time / ours): %.1f.\n", least)
	return s.String(), nil
}

// engine is a driver that interprets, the setting that makes it do so, and the time for which it is measured.
type engine struct {
	title    string
	icd      string
	settings []string
	seconds  float64
}

// interpreted measures one kernel and returns its row and the ratio.
func (b *bench) interpreted(full *benchKernel, engines [2]engine, folder string) (string, float64) {
	k, items := full.shrunk(interpretedItems)
	var least [2]map[string]float64
	var dumps [2]string
	for range b.rounds {
		for i, e := range engines {
			dumps[i] = filepath.Join(folder, fmt.Sprint(i))
			figures, err := ask(b.client, e.icd, k.script(e.seconds, dumps[i]), e.settings...)
			if err != nil {
				b.failed = b.failed || i == 0 // a kernel that Oclgrind cannot run is no failure of ours
				return fmt.Sprintf("| %s | %s | %d | | | | %s: %v |\n", k.name, k.group, items, e.title, err),
					math.Inf(1)
			}
			least[i] = keepLeast(least[i], figures)
		}
	}
	verdict := "equal"
	if err := k.compare(dumps); err != nil {
		b.failed = true
		verdict = err.Error()
	}
	ours, other := least[0]["time"], least[1]["time"]
	return fmt.Sprintf("| %s | %s | %d | %s | %s | %.1f | %s |\n", k.name, k.group, items, duration(ours),
		duration(other), other/ours, verdict), other / ours
}

// shrunk is the kernel with a launch of at most the given number of work-items, but at least one work-group, and their
// number.
func (k *benchKernel) shrunk(most int) (benchKernel, int) {
	small := *k
	var dims int
	var global, local [2]int
	if _, err := fmt.Sscanf(k.launch, "run %d %d %d %d %d", &dims, &global[0], &global[1], &local[0],
		&local[1]); err != nil {
		panic(fmt.Sprintf("BUG: %s: %v", k.launch, err))
	}
	for global[0]*global[1] > most {
		d := 0
		if global[1] > global[0] {
			d = 1
		}
		groups := max(global[d]/max(local[d], 1)/2, 1)
		smaller := groups * max(local[d], 1)
		if smaller == global[d] {
			break
		}
		global[d] = smaller
	}
	small.launch = fmt.Sprintf("run %d %d %d %d %d", dims, global[0], global[1], local[0], local[1])
	return small, global[0] * global[1]
}
