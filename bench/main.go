// Command bench measures Heddle, PoCL and the machine's own limits side by side in one run and checks that the two
// drivers computed the same. Each kernel is a file of kernels/: its //: lines describe its arguments and launch (see
// client.go).
//
// Measurements alternate between the drivers, so that a noisy machine disturbs both; of each figure the least is kept.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	rounds := flag.Int("rounds", 2, "how often each kernel is measured with each driver")
	seconds := flag.Float64("seconds", 0.2, "time for one measurement")
	folder := flag.String("kernels", "bench/kernels",
		"the folder of the kernels, to measure others than the benchmark's")
	only := flag.String("only", "", "measure only kernels whose name contains this, or one of several, separated "+
		"by commas")
	table := flag.String("table", "results", "what to measure: results (both drivers), avx2 (both held to AVX2), "+
		"strategies (what each switch of the code generator is worth), scaling, first (from the source to the end of "+
		"a first launch), commands (on images), calls (that move no data), formats (first launches with other "+
		"formats of images), idioms (each beside its plain form), modern (sub-groups and half beside plain "+
		"forms); interpreter (against "+
		"Oclgrind); modules (from SPIR-V); loops (machine code against clang's, runs nothing)")
	other := flag.String("other", "/etc/OpenCL/vendors/pocl.icd", "the driver to compare with")
	write := flag.Bool("write", false, "write the table into bench/README.md")
	flag.Parse()

	if *table == "loops" {
		text, err := loopTable(*only)
		show(*table, text, err, *write)
		return
	}
	var kernels []benchKernel
	if !slices.Contains([]string{"idioms", "images", "modern", "commands", "calls", "formats"}, *table) {
		var err error
		if kernels, err = loadKernels(*folder, *only); err != nil {
			log.Fatal(err)
		}
	}
	b := bench{seconds: *seconds, rounds: *rounds, only: *only, figure: "time"}
	b.folder = *folder
	text, err := b.table(*table, *other, kernels)
	show(*table, text, err, *write)
	if b.failed {
		os.Exit(1)
	}
}

// show prints a table, and writes it into bench/README.md if that is wanted.
func show(name, text string, err error, write bool) {
	if err == nil {
		fmt.Print(text)
		if write {
			err = writeReadme(name, text)
		}
	}
	if err != nil {
		log.Fatal(err)
	}
}

// table measures a table by its name, our driver beside another.
func (b *bench) table(name, other string, kernels []benchKernel) (string, error) {
	ours, err := filepath.Abs("build/heddle.icd")
	if err != nil {
		return "", err
	}
	b.drivers = [2]driver{{icd: ours}, {icd: other}}
	processor := "native"
	if name == "avx2" {
		processor = "haswell"
		b.drivers[0].setting = "HEDDLE_ISA=avx2"
		if b.drivers[1].setting, err = narrow(other); err != nil {
			return "", err
		}
	}
	if b.client, err = compileClient(processor); err != nil {
		return "", err
	}
	switch name {
	case "results":
		return b.discovery() + "\n" + b.limits() + b.latencies() + "\n" + b.kernels(kernels), nil
	case "avx2":
		return b.limits() + b.kernels(kernels), nil
	case "first":
		return b.firstTable(b.folder, kernels)
	case "commands":
		return b.commandTable()
	case "calls":
		return b.callTable()
	case "formats":
		return b.formatTable()
	case "interpreter":
		return b.interpreterTable(kernels)
	case "idioms":
		return b.idiomTable("bench/idioms", "Time of a launch of a plain form and of an idiom that computes the same, "+
			"and how many times as fast as the plain form the idiom is; then the idiom on PoCL, and how many times "+
			"as long that takes.", b.only)
	case "modern":
		b.figure = "processor"
		b.drivers[0].setting, b.drivers[1].setting = "HEDDLE_MAX_COMPUTE_UNITS=1", "POCL_MAX_PTHREAD_COUNT=1"
		return b.modernTable("bench/modern")
	case "images":
		b.figure = "processor"
		b.drivers[0].setting, b.drivers[1].setting = "HEDDLE_MAX_COMPUTE_UNITS=1", "POCL_MAX_PTHREAD_COUNT=1"
		return b.idiomTable("bench/images", "Processor time of a launch, on one worker, of a kernel over buffers "+
			"(plain) and of one that computes the same over images (idiom), and how many times as fast the latter is; "+
			"then the latter on PoCL, and how many times as long that takes.", b.only)
	case "modules":
		return b.moduleTable(kernels), nil
	case "strategies":
		return b.switchTable(kernels)
	}
	c, ok := comparisons[name]
	if !ok {
		return "", fmt.Errorf("no table %q", name)
	}
	return b.variantTable(c, kernels), nil
}

// narrow is the setting that lets PoCL see a processor with AVX2 and no more.
func narrow(icd string) (string, error) {
	preload, err := compile("build/bench-haswell.so", "bench/client/haswell.c", "-shared", "-fPIC", "-ldl")
	if err != nil {
		return "", err
	}
	setting := "LD_PRELOAD=" + preload
	clinfo := exec.Command("clinfo", "-l")
	clinfo.Env = append(os.Environ(), "OCL_ICD_VENDORS="+icd, setting)
	devices, err := clinfo.Output()
	if err == nil && !strings.Contains(string(devices), "haswell") {
		err = fmt.Errorf("%s does not take the processor for a Haswell: %s", icd, devices)
	}
	return setting, err
}

// writeReadme replaces the text between a table's marks in bench/README.md.
func writeReadme(name, table string) error {
	begin, end := "<!-- "+name+" -->\n", "<!-- end -->"
	path := "bench/README.md"
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	head, rest, found := strings.Cut(string(old), begin)
	_, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		return fmt.Errorf("%s has no marks for the table %s", path, name)
	}
	return os.WriteFile(path, []byte(head+begin+table+end+tail), 0o644)
}
