// Command bench measures Heddle, PoCL and the machine's own limits side by side in one run and checks that the two
// drivers computed the same. Each kernel is a file of kernels/: its //: lines say what it works on (see client.go).
//
// Rounds alternate between the drivers, so that a noisy machine disturbs both; of each figure the least is kept.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	rounds := flag.Int("rounds", 2, "how often each kernel is measured with each driver")
	seconds := flag.Float64("seconds", 0.2, "time for one measurement")
	only := flag.String("only", "", "measure only kernels whose name contains this")
	other := flag.String("other", "/etc/OpenCL/vendors/pocl.icd", "the driver to compare with")
	write := flag.Bool("write", false, "write the table into bench/README.md")
	flag.Parse()

	kernels, err := loadKernels("bench/kernels", *only)
	if err != nil {
		log.Fatal(err)
	}
	client, err := compileClient()
	if err != nil {
		log.Fatal(err)
	}
	ours, err := filepath.Abs("build/heddle.icd")
	if err != nil {
		log.Fatal(err)
	}
	b := bench{client: client, seconds: *seconds, rounds: *rounds, drivers: [2]string{ours, *other}}
	table := b.discovery() + "\n" + b.latencies() + "\n" + b.kernels(kernels)
	fmt.Print(table)
	if *write {
		if err := writeReadme(table); err != nil {
			log.Fatal(err)
		}
	}
	if b.failed {
		os.Exit(1)
	}
}

// writeReadme replaces what stands between the table's marks in bench/README.md.
func writeReadme(table string) error {
	const begin, end = "<!-- results -->\n", "<!-- end -->"
	path := "bench/README.md"
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	head, rest, found := strings.Cut(string(old), begin)
	_, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		return fmt.Errorf("%s has no marks for the results", path)
	}
	return os.WriteFile(path, []byte(head+begin+table+end+tail), 0o644)
}
