package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"heddle/clapi/config"
	"heddle/compiler/feature"
)

// fact is a row of the report: Heddle's value, and that of another library, or of the system. Where there are both they
// should agree.
type fact struct{ name, ours, others string }

// report is what --json prints.
type report struct {
	Driver      string       `json:"driver"`
	Facts       []reportFact `json:"facts"`
	Features    []string     `json:"cpuFeatures"`
	Environment []string     `json:"environment"`
}

type reportFact struct {
	Name   string `json:"name"`
	Heddle string `json:"heddle,omitempty"`
	Others string `json:"others,omitempty"`
}

func (f fact) differs() bool { return f.ours != "" && f.others != "" && f.ours != f.others }

// info is the command: the facts about the machine that a bug report should contain.
func info(args []string, out, problems io.Writer) int {
	asJSON, ok := wantsJSON(args)
	if !ok {
		fmt.Fprint(problems, usage)
		return 2
	}
	head, facts, features := machineFacts()
	if facts == nil {
		fmt.Fprintln(problems, "heddle info: "+head)
		return 1
	}
	settings := variables(os.Environ())
	if asJSON {
		r := report{Driver: head, Features: features, Environment: settings}
		for _, f := range facts {
			r.Facts = append(r.Facts, reportFact{f.name, f.ours, f.others})
		}
		writeJSON(out, r)
		return 0
	}
	if len(settings) == 0 {
		settings = []string{"nothing set"}
	}
	fmt.Fprintln(out, head)
	writeFacts(out, facts)
	writeWrapped(out, "cpuid's features:", features)
	writeWrapped(out, "environment:", settings)
	for _, line := range feature.Lines() {
		writeWrapped(out, line[0], line[1:])
	}
	return 0
}

// writeFacts aligns the rows and marks those in which the two differ.
func writeFacts(out io.Writer, facts []fact) {
	fmt.Fprintf(out, "%-24s  %-34s  %s\n", "", "Heddle", "cpuid, Linux")
	for _, f := range facts {
		line := fmt.Sprintf("%-24s  %-34s  %s", f.name, f.ours, f.others)
		if f.differs() {
			line += "  <- differs"
		}
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
}

// writeWrapped writes words under a title in lines of at most 100 letters.
func writeWrapped(out io.Writer, title string, words []string) {
	line := title
	for _, word := range words {
		if len(line)+1+len(word) > 100 {
			fmt.Fprintln(out, line)
			line = " "
		}
		line += " " + word
	}
	fmt.Fprintln(out, line)
}

// variables returns the settings of Heddle in an environment.
func variables(environment []string) []string {
	var ours []string
	for _, setting := range environment {
		if strings.HasPrefix(setting, config.Prefix) || strings.HasPrefix(setting, "OCL_ICD_VENDORS=") {
			ours = append(ours, setting)
		}
	}
	slices.Sort(ours)
	return ours
}

// ranges writes sorted numbers as Linux writes sets of processors: 0-3,8.
func ranges(numbers []int) string {
	var text strings.Builder
	for i := 0; i < len(numbers); {
		end := i
		for end+1 < len(numbers) && numbers[end+1] == numbers[end]+1 {
			end++
		}
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprint(&text, numbers[i])
		if end > i {
			fmt.Fprintf(&text, "-%d", numbers[end])
		}
		i = end + 1
	}
	return text.String()
}

// bytesText writes a size in the largest unit of which it is at least one.
func bytesText(size uint64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	value, unit := float64(size), 0
	for ; unit+1 < len(units) && value >= 1024; unit++ {
		value /= 1024
	}
	return fmt.Sprintf("%.4g %s", value, units[unit])
}

// limitText writes a limit as write does, and 0, or a limit above the total, as none.
func limitText(limit, all uint64, write func(uint64) string) string {
	if limit == 0 || limit > all {
		return "no limit"
	}
	return write(limit)
}
