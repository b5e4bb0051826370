package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"heddle/clapi/config"
)

// finding is a line of the doctor's report.
type finding struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	IsBad bool   `json:"bad"`
}

// diagnosis is all that the doctor finds. A finding that is bad makes the exit code 1.
type diagnosis struct {
	Findings []finding `json:"findings"`
	Vendors  []vendor  `json:"vendors"`
	Probes   []probe   `json:"probes"`
	IsWell   bool      `json:"well"`
}

func (d *diagnosis) note(name, format string, args ...any) {
	d.Findings = append(d.Findings, finding{name, fmt.Sprintf(format, args...), false})
}

func (d *diagnosis) bad(name, format string, args ...any) {
	d.Findings = append(d.Findings, finding{name, fmt.Sprintf(format, args...), true})
	d.IsWell = false
}

// way is a choice of engine and instruction set, for which a process of its own is asked.
type way struct {
	name     string
	settings []string
	needs    int // bits of vectors that the processor must have
}

var ways = []way{
	{"as set", nil, 0},
	{"AVX-512", []string{"HEDDLE_EXEC=jit", "HEDDLE_ISA=avx512"}, 512},
	{"AVX2", []string{"HEDDLE_EXEC=jit", "HEDDLE_ISA=avx2"}, 256},
	{"interpreter", []string{"HEDDLE_EXEC=interp"}, 0},
}

// probeTime is how long a process may take; the interpreter on a busy machine takes seconds.
const probeTime = 60 * time.Second

// doctor is the command: it looks for what could keep an application from the driver, and tries the driver.
func doctor(args []string, out, problems io.Writer) int {
	asJSON, ok := wantsJSON(args)
	if !ok {
		fmt.Fprint(problems, usage)
		return 2
	}
	d := diagnosis{IsWell: true}
	d.lookAtEnvironment(os.Environ())
	d.lookAtVendors()
	d.tryAll()
	if asJSON {
		writeJSON(out, d)
	} else {
		d.write(out)
	}
	if !d.IsWell {
		return 1
	}
	return 0
}

// wantsJSON reads the arguments of commands that have no other flag.
func wantsJSON(args []string) (asJSON, ok bool) {
	if len(args) == 1 && (args[0] == "-json" || args[0] == "--json") {
		return true, true
	}
	return false, len(args) == 0
}

func writeJSON(out io.Writer, value any) {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.Encode(value) //nolint:errcheck // the output is the terminal's or a file's
}

// lookAtEnvironment names the variables that change what an application sees.
func (d *diagnosis) lookAtEnvironment(environment []string) {
	for _, entry := range environment {
		name, value, _ := strings.Cut(entry, "=")
		for _, known := range loaderVariables {
			if name == known {
				d.note("environment", "%s=%s", name, value)
			}
		}
		if strings.HasPrefix(name, config.Prefix) {
			d.note("environment", "%s=%s", name, value)
		}
	}
	_, problems := config.Parse(environment)
	for _, problem := range problems {
		d.bad("environment", "%s", problem)
	}
}

// lookAtVendors finds the drivers that a loader would find.
func (d *diagnosis) lookAtVendors() {
	found, problems := findVendors(os.Getenv)
	d.Vendors = found
	hasOurs := false
	for _, v := range found {
		hasOurs = hasOurs || v.isOurs()
		d.note("driver", "%s", strings.TrimSpace(v.File+" "+v.Library))
	}
	for _, problem := range problems {
		d.bad("driver", "%s", problem)
	}
	if !hasOurs {
		d.bad("driver", "no .icd file names libheddle.so: install the driver (build.sh install), or set "+
			"OCL_ICD_VENDORS to its .icd file")
	}
}

// tryAll runs kernels in all ways that the processor has.
func (d *diagnosis) tryAll() {
	bits, reason := widestVectors()
	if reason != "" {
		d.bad("probe", "%s", reason)
		return
	}
	if bits == 0 {
		d.note("processor", "it has no AVX2: kernels run on the interpreter, ten to a hundred times as slow")
	}
	for _, w := range ways {
		if w.needs > bits {
			continue
		}
		p, err := askProcess(w)
		if err != nil {
			d.bad(w.name, "%v", err)
			continue
		}
		d.judge(w, p)
	}
}

// judge takes over what a process found.
func (d *diagnosis) judge(w way, p probe) {
	p.Way = w.name
	d.Probes = append(d.Probes, p)
	if p.Error != "" {
		d.bad(w.name, "%s", p.Error)
		return
	}
	if len(w.settings) == 0 {
		d.note("an application sees", "platforms %s", strings.Join(p.Platforms, ", "))
		d.note("an application sees", "%s, driver %s, %s", p.Device, p.Driver, p.Version)
		d.note("an application sees", "%d compute units, %s of memory, buffers up to %s", p.Units,
			bytesText(p.Memory), bytesText(p.MaxAlloc))
	}
	for _, k := range p.Kernels {
		if k.Error != "" {
			d.bad(w.name, "kernel %s: %s", k.Name, k.Error)
			continue
		}
		d.note(w.name, "kernel %-8s right; build %.2f ms, first launch %.2f ms, further ones %.1f us", k.Name,
			k.BuildMS, k.FirstMS, k.LaunchUS)
	}
}

// askProcess runs this program again, as an application with the settings of one way.
func askProcess(w way) (p probe, err error) {
	self, err := os.Executable()
	if err != nil {
		return p, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), probeTime)
	defer cancel()
	child := exec.CommandContext(ctx, self, "doctor-probe")
	child.Env = append(os.Environ(), w.settings...)
	var said strings.Builder
	child.Stderr = &said
	answer, err := child.Output()
	if ctx.Err() != nil {
		return p, fmt.Errorf("the kernels did not end within %v", probeTime)
	}
	if err == nil {
		err = json.Unmarshal(answer, &p)
	}
	if err != nil {
		err = fmt.Errorf("the process that ran kernels ended badly: %w; %s", err, strings.TrimSpace(said.String()))
	}
	return p, err
}

// write writes the report for people.
func (d *diagnosis) write(out io.Writer) {
	for _, f := range d.Findings {
		mark := "  "
		if f.IsBad {
			mark = "! "
		}
		fmt.Fprintf(out, "%s%-20s %s\n", mark, f.Name, f.Text)
	}
	if d.IsWell {
		fmt.Fprintln(out, "all is well")
		return
	}
	fmt.Fprintln(out, "something is wrong: see the lines with !")
}
