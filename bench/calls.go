package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
)

// callRows are the figures of client/calls.c, each of its own or divided by another's.
var callRows = []struct{ figure, by, title, aim string }{
	{figure: "read_4k", title: "4 KiB read", aim: "500 ns"},
	{figure: "write_4k", title: "4 KiB write", aim: "500 ns"},
	{figure: "copy_4k", title: "4 KiB copy", aim: "500 ns"},
	{figure: "fill_4k", title: "4 KiB fill", aim: "500 ns"},
	{figure: "map_4k", title: "4 KiB map and unmap", aim: "500 ns each"},
	{figure: "map_256m", by: "map_4k", title: "the same of 256 MiB, times as long", aim: "1"},
	{figure: "finish", title: "clFinish of an idle queue"},
	{figure: "launch", title: "empty kernel and clFinish"},
	{figure: "svm_4k", title: "SVM allocation of 4 KiB and its release", aim: "500 ns each"},
	{figure: "usm_4k", title: "the same with USM", aim: "500 ns each"},
	{figure: "svm_4k_live", by: "svm_4k", title: "beside 100,000 allocations: SVM, times as long", aim: "1"},
	{figure: "launch_live", by: "launch", title: "beside 100,000 allocations: empty kernel, times as long", aim: "1"},
	{figure: "event_pair", title: "two events, one after the other, and their release", aim: "1000 ns"},
	{figure: "spin_two", by: "spin_one", title: "two kernels of one group in one queue, times one", aim: "1"},
	{figure: "short_beside_long", title: "a short kernel while a long one runs in the queue"},
	{figure: "from_binary", title: "30 kernels from a binary to the end of a launch", aim: "300 µs"},
}

// callObjects are objects; the client makes and releases a million of each.
var callObjects = []string{"buffer", "image", "sampler", "event", "kernel", "program", "queue", "context"}

// callTable measures calls that move no data, with our driver alone.
func (b *bench) callTable() (string, error) {
	client, err := compile("build/bench-calls", "bench/client/calls.c", "-l:libOpenCL.so.1")
	if err != nil {
		return "", err
	}
	var least map[string]float64
	for range b.rounds {
		figures, err := ask(client, b.drivers[0].icd, "", b.drivers[0].setting)
		if err != nil {
			return "", err
		}
		least = keepLeast(least, figures)
	}
	return printCalls(least), nil
}

func printCalls(least map[string]float64) string {
	var s strings.Builder
	s.WriteString("The least of many short batches.\n\n| what | measured | aimed at |\n|---|---:|---:|\n")
	for _, row := range callRows {
		text := duration(least[row.figure])
		if row.by != "" {
			text = fmt.Sprintf("%.2f", least[row.figure]/least[row.by])
		}
		fmt.Fprintf(&s, "| %s | %s | %s |\n", row.title, text, row.aim)
	}
	fmt.Fprintf(&s, "| bytes of the binary, for each of 30 kernels of 22 lines | %.0f | 50 KB |\n",
		least["binary_bytes"])
	s.WriteString("\n| object | made and released | resident memory after a million |\n|---|---:|---:|\n")
	for _, name := range callObjects {
		fmt.Fprintf(&s, "| %s | %s | %+.1f MB |\n", name, duration(least[name]), least[name+"_growth"]/1e6)
	}
	return s.String()
}

// formatTable measures, with our driver alone, how much longer the first launch of a kernel takes with a format that it
// has not had.
func (b *bench) formatTable() (string, error) {
	client, err := compile("build/bench-formats", "bench/client/formats.c", "-l:libOpenCL.so.1")
	if err != nil {
		return "", err
	}
	source, err := os.ReadFile("bench/formats/filters.cl")
	if err != nil {
		return "", err
	}
	var least map[string]float64
	for range b.rounds {
		figures, err := ask(client, b.drivers[0].icd, string(source), b.drivers[0].setting)
		if err != nil {
			return "", err
		}
		least = keepLeast(least, figures)
	}
	return printFormats(least), nil
}

func printFormats(least map[string]float64) string {
	type row struct {
		name          string
		first, second float64
	}
	var rows []row
	for name, first := range least {
		if short, ok := strings.CutSuffix(name, "_first"); ok {
			rows = append(rows, row{short, first, least[short+"_second"]})
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.name, b.name) })
	var s strings.Builder
	s.WriteString("Launches over 512 x 512 pixels, at once after an image of the format was made and filled.\n\n" +
		"| kernel and format | first launch | second | difference |\n|---|---:|---:|---:|\n")
	for _, r := range rows {
		fmt.Fprintf(&s, "| %s | %s | %s | %s |\n", r.name, duration(r.first), duration(r.second),
			duration(max(r.first-r.second, 0)))
	}
	return s.String()
}
