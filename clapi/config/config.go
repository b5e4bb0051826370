// Package config reads the environment variables of Heddle. It is the only reader: everything else gets the struct. (C
// only looks whether there are any, since without them discovery need not start Go.) Unknown variables and words are
// reported instead of ignored, because a misspelt switch that silently does nothing costs hours.
package config

import (
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"heddle/compiler"
	"heddle/compiler/inspect"
)

// Config is the settings from the environment. The zero value is the default.
type Config struct {
	MaxComputeUnits int           // upper limit of the device's compute units; 0: no limit
	TraceErrors     bool          // print failed API calls with their reasons to standard error
	TraceCalls      bool          // print all API calls
	TraceTimes      bool          // print at exit how long the launches of each kernel took
	Exec            Exec          // engine that runs kernels
	ISA             ISA           // instruction set of machine code
	Processor       Processor     // the kind that machine code is tuned for
	Timeout         time.Duration // of each launch of a kernel; 0: none
	MemLimit        uint64        // bytes of memory of the device; 0: what the machine has
	Guard           bool          // memory that cannot be accessed follows each buffer and image
	FailAllocation  string        // which allocations fail; C acts on it (cbridge/host/scarce.c)
	TraceLeaks      bool          // list objects that were never released when the process ends

	Dump         []string // stages of kernels to print to standard error (inspect.StageNames)
	DumpKernel   string   // only those of this kernel; empty: of all
	HTML         string   // folder for a page of each kernel; empty: none
	PerfMap      bool     // tell perf the names of machine code
	VerifyPasses bool     // check the IR after each pass
	PassesOff    []string // names of passes and analyses that are left out
}

// Exec is the choice of HEDDLE_EXEC.
type Exec uint8

// The choices of engines.
const (
	ExecAuto   Exec = iota // machine code, the interpreter where there is none
	ExecInterp             // the interpreter
	ExecJIT                // as ExecAuto, and tells on standard error which kernels have no machine code
	ExecVerify             // both, one after the other, and tells on standard error where they differ
)

// ISA is the choice of HEDDLE_ISA.
type ISA uint8

// The choices of instruction sets. One that the processor lacks is reported where the processor is known.
const (
	ISABest ISA = iota // the most that the processor has
	ISAAVX512
	ISAAVX2
)

// Processor is the choice of HEDDLE_PROCESSOR.
type Processor uint8

// The choices of the kind of processor that machine code is tuned for. It runs on all.
const (
	ProcessorFound Processor = iota // this one
	ProcessorIntel
	ProcessorZen
)

// Prefix is the beginning of the names of all our variables. Parse needs no others.
const Prefix = "HEDDLE_"

// variable is one HEDDLE_* variable: its meaning for people and the function that reads its value.
type variable struct {
	help string
	set  func(c *Config, value string) error
}

// variables are all variables by name. The table is made when a variable has to be looked up, which is rare.
var variables = sync.OnceValue(func() map[string]variable {
	return map[string]variable{
		"HEDDLE_MAX_COMPUTE_UNITS": {"use at most this many cores", setMaxComputeUnits},
		"HEDDLE_TRACE": {"errors: print failed API calls and commands with their reasons; api: print all API calls " +
			"with their arguments and results, those that failed with their reasons; leaks: list objects that were " +
			"never released when the process ends; time: print then how long the launches of each kernel took",
			setTrace},
		"HEDDLE_EXEC": {"interp: run kernels on the interpreter; jit: tell which have no machine code; verify: run " +
			"each launch on both and tell where they differ", setExec},
		"HEDDLE_ISA": {"avx512 or avx2: what machine code may use", setISA},
		"HEDDLE_PROCESSOR": {"intel or zen: the kind of processor on which machine code is to be fast, instead of " +
			"this one", setProcessor},
		"HEDDLE_TIMEOUT": {"seconds: a launch of a kernel that takes longer is stopped and fails", setTimeout},
		"HEDDLE_MEM_LIMIT": {"a number of bytes, or with K, M or G: memory objects and shared memory may take so much",
			setMemLimit},
		"HEDDLE_GUARD": {"1: put memory that cannot be accessed before and behind each buffer and image, so that " +
			"kernels that overrun one fail, with a report", setGuard},
		"HEDDLE_FAIL_ALLOCATION": {"N: the N-th allocation outside the Go heap fails; N+: it and all after it; " +
			"N*: each N-th (for tests)", setFailAllocation},
		"HEDDLE_DUMP": {"STAGE[,STAGE…][:KERNEL]: print kernels after passes, and their machine code; all is " +
			"every stage; known are " + strings.Join(inspect.StageNames(), ", "), setDump},
		"HEDDLE_HTML": {"a folder: write an HTML page of each kernel, with all stages side by side, into it",
			setHTML},
		"HEDDLE_PERF_MAP": {"1: write /tmp/perf-PID.map, in which perf finds the names of machine code", setPerfMap},
		"HEDDLE_VERIFY":   {"passes: check the compiler's work after each pass; a fault fails the build", setVerify},
		"HEDDLE_PASSES_OFF": {"PASS[,PASS…]: leave passes of the compiler out, to find which of them a fault " +
			"comes from and what it is worth; known are " + strings.Join(compiler.PassNames(), ", "), setPassesOff},
	}
})

// Parse reads an environment as os.Environ gives it. Each problem is one line for the user; the variable with the
// problem then has no effect.
func Parse(environment []string) (c Config, problems []string) {
	for _, entry := range environment {
		name, value, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, Prefix) {
			continue
		}
		if err := c.apply(name, value); err != nil {
			problems = append(problems, fmt.Sprintf("heddle: %s: %v", name, err))
		}
	}
	return c, problems
}

func (c *Config) apply(name, value string) error {
	known, ok := variables()[name]
	if !ok {
		return fmt.Errorf("unknown variable; known are %s", strings.Join(Names(), ", "))
	}
	if value == "" {
		return nil // shells unset a variable by an empty value
	}
	return known.set(c, value)
}

// Names lists the variables in alphabetical order.
func Names() []string {
	names := make([]string, 0, len(variables()))
	for name := range variables() {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Help is the meaning of a variable of Names, in words.
func Help(name string) string { return variables()[name].help }

func setMaxComputeUnits(c *Config, value string) error {
	units, err := strconv.Atoi(value)
	if err != nil || units < 1 {
		return fmt.Errorf("%q is not a number of at least 1", value)
	}
	c.MaxComputeUnits = units
	return nil
}

func setFailAllocation(c *Config, value string) error {
	if n, err := strconv.ParseUint(strings.TrimRight(value, "+*"), 10, 64); err != nil || n == 0 ||
		len(strings.TrimRight(value, "+*"))+1 < len(value) {
		return fmt.Errorf("%q is not a number of at least 1, with + or * behind it or not", value)
	}
	c.FailAllocation = value
	return nil
}

// maxTimeout bounds what is multiplied.
const maxTimeout = 1e9

func setTimeout(c *Config, value string) error {
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil || !(seconds >= 0.001 && seconds <= maxTimeout) {
		return fmt.Errorf("%q is not a number of seconds of at least 0.001", value)
	}
	c.Timeout = time.Duration(seconds * float64(time.Second))
	return nil
}

// units are the letters after a number of bytes.
var units = map[byte]uint64{'K': 1 << 10, 'M': 1 << 20, 'G': 1 << 30}

// leastMemory is what the specification wants of a device's memory at least, for the full profile with images.
const leastMemory = 1 << 20

func setMemLimit(c *Config, value string) error {
	number, unit := value, uint64(1)
	if factor, ok := units[value[len(value)-1]]; ok {
		number, unit = value[:len(value)-1], factor
	}
	bytes, err := strconv.ParseUint(number, 10, 64)
	if err != nil || bytes > math.MaxUint64/unit || bytes*unit < leastMemory {
		return fmt.Errorf("%q is not a number of bytes of at least 1M", value)
	}
	c.MemLimit = bytes * unit
	return nil
}

func setTrace(c *Config, value string) error {
	for _, word := range strings.Split(value, ",") {
		switch word {
		case "errors":
			c.TraceErrors = true
		case "api":
			c.TraceCalls = true
		case "leaks":
			c.TraceLeaks = true
		case "time":
			c.TraceTimes = true
		default:
			return fmt.Errorf("unknown word %q; known are errors, api, leaks, time", word)
		}
	}
	return nil
}

func setExec(c *Config, value string) error {
	return choose(&c.Exec, value, word[Exec]{"interp", ExecInterp}, word[Exec]{"jit", ExecJIT},
		word[Exec]{"verify", ExecVerify})
}

func setISA(c *Config, value string) error {
	return choose(&c.ISA, value, word[ISA]{"avx512", ISAAVX512}, word[ISA]{"avx2", ISAAVX2})
}

func setProcessor(c *Config, value string) error {
	return choose(&c.Processor, value, word[Processor]{"intel", ProcessorIntel}, word[Processor]{"zen", ProcessorZen})
}

// word is a permitted value of a variable, and its meaning.
type word[T any] struct {
	name   string
	choice T
}

// choose sets what a word stands for.
func choose[T any](to *T, value string, words ...word[T]) error {
	known := make([]string, len(words))
	for i, w := range words {
		if w.name == value {
			*to = w.choice
			return nil
		}
		known[i] = w.name
	}
	return fmt.Errorf("unknown word %q; known are %s", value, strings.Join(known, ", "))
}

func setDump(c *Config, value string) error {
	stages, kernel, err := inspect.ParseStages(value)
	if err == nil {
		c.Dump, c.DumpKernel = stages, kernel
	}
	return err
}

func setHTML(c *Config, value string) error {
	c.HTML = value
	return nil
}

func setPerfMap(c *Config, value string) error { return setSwitch(&c.PerfMap, value) }

func setGuard(c *Config, value string) error { return setSwitch(&c.Guard, value) }

func setSwitch(to *bool, value string) error {
	if value != "0" && value != "1" {
		return fmt.Errorf("unknown word %q; known are 0, 1", value)
	}
	*to = value == "1"
	return nil
}

func setVerify(c *Config, value string) error {
	if value != "passes" {
		return fmt.Errorf("unknown word %q; known is passes", value)
	}
	c.VerifyPasses = true
	return nil
}

func setPassesOff(c *Config, value string) error {
	names, err := compiler.ParsePassesOff(value)
	c.PassesOff = names
	return err
}
