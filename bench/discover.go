package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// discoverRuns is the number of fresh processes measured with each driver.
const discoverRuns = 50

// startSteps are the client's steps, with the names of its figures.
var startSteps = []struct{ figure, title string }{
	{"load", "load the file"},
	{"discover", "platform, device and their properties"},
	{"context", "first context (starts the runtime)"},
}

// discovery measures how long fresh processes take to load a driver, to find its device, and to begin to use it.
func (b *bench) discovery() string {
	client, err := compile("build/bench-discover", "bench/client/discover.c", "-ldl")
	if err != nil {
		b.failed = true
		return fmt.Sprintf("discovery was not measured: %v\n", err)
	}
	times := map[string]*[2][]float64{}
	for _, step := range startSteps {
		times[step.figure] = new([2][]float64)
	}
	for range discoverRuns {
		for d, driver := range b.drivers {
			figures, err := askDiscovery(client, driver.icd)
			if err != nil {
				b.failed = true
				fmt.Fprintf(os.Stderr, "bench: discovery with %s: %v\n", driver.icd, err)
				return ""
			}
			for figure, list := range times {
				list[d] = append(list[d], figures[figure])
			}
		}
	}
	var s strings.Builder
	fmt.Fprintf(&s, "| start, %d fresh processes | Heddle: least, median | PoCL: least, median | ratio of the "+
		"medians |\n|---|---:|---:|---:|\n", discoverRuns)
	for _, step := range startSteps {
		writeStartRow(&s, step.title, *times[step.figure])
	}
	return s.String()
}

func writeStartRow(s *strings.Builder, title string, times [2][]float64) {
	for d := range times {
		slices.Sort(times[d])
	}
	ours, other := times[0], times[1]
	fmt.Fprintf(s, "| %s | %s, %s | %s, %s | %.2f |\n", title, duration(ours[0]), duration(median(ours)),
		duration(other[0]), duration(median(other)), median(other)/median(ours))
}

func median(sorted []float64) float64 { return sorted[len(sorted)/2] }

// askDiscovery runs the client on the library that an .icd file names.
func askDiscovery(client, icd string) (map[string]float64, error) {
	text, err := os.ReadFile(icd)
	if err != nil {
		return nil, err
	}
	out, err := exec.Command(client, strings.TrimSpace(string(text))).Output()
	figures, problem := parseFigures(string(out))
	if problem != nil {
		return nil, problem
	}
	return figures, err
}
