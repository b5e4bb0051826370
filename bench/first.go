package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// firstRuns is how many fresh processes build and launch each kernel.
const firstRuns = 30

// firstSteps are the figures of client/first.c, in the order of the columns.
var firstSteps = []string{"build", "create", "launch", "first"}

// firstTable measures, with our driver alone, how long fresh processes take from a kernel's source to the end of a
// small first launch.
func (b *bench) firstTable(folder string, kernels []benchKernel) (string, error) {
	client, err := compile("build/bench-first", "bench/client/first.c", "-l:libOpenCL.so.1")
	if err != nil {
		return "", err
	}
	var s strings.Builder
	fmt.Fprintf(&s, "Medians of %d fresh processes.\n\n| kernel | build | kernel and arguments | first launch | in "+
		"all |\n|---|---:|---:|---:|---:|\n", firstRuns)
	for _, k := range kernels {
		row, err := firstRow(client, b.drivers[0].icd, filepath.Join(folder, k.name+".cl"))
		if err != nil {
			b.failed = true
			row = fmt.Sprintf(" %v |\n", err)
		}
		fmt.Fprintf(&s, "| %s |%s", k.name, row)
		fmt.Fprintf(os.Stderr, "| %s |%s", k.name, row)
	}
	return s.String(), nil
}

// firstRow measures one kernel.
func firstRow(client, icd, path string) (string, error) {
	times := map[string][]float64{}
	for range firstRuns {
		cmd := exec.Command(client, path)
		cmd.Env = append(os.Environ(), "OCL_ICD_VENDORS="+icd)
		out, err := cmd.Output()
		figures, problem := parseFigures(string(out))
		if problem != nil {
			return "", problem
		}
		if err != nil {
			return "", err
		}
		for _, step := range firstSteps {
			times[step] = append(times[step], figures[step])
		}
	}
	row := ""
	for _, step := range firstSteps {
		slices.Sort(times[step])
		row += " " + duration(median(times[step])) + " |"
	}
	return row + "\n", nil
}
