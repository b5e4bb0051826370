package main

import (
	"heddle/cbridge/code"
	"heddle/clapi/config"
	"heddle/clapi/stream"
	"heddle/exec"
)

var _ exec.Machine = (*code.Machine)(nil)

// newEngine is what kernels run on, with vectors of so many bits or less. The problem is a line for the user, empty if
// there is none.
func newEngine(c config.Config, vectorBits int) (e exec.Engine, problem string) {
	e = exec.Engine{Mode: modes[c.Exec], Machine: new(code.Machine), VectorBits: vectorBits, Report: stream.Errors,
		Background: true}
	if isLooking := len(c.Dump) > 0 || c.HTML != ""; isLooking && e.Mode == exec.ModeAuto {
		// else the interpreter may run the first launches, and no machine code be there to see
		e.Mode = exec.ModeMachine
	}
	if c.PerfMap {
		var err error
		if e.PerfMap, err = exec.OpenPerfMap(); err != nil {
			problem = "heddle: HEDDLE_PERF_MAP: " + err.Error()
		}
	}
	switch {
	case c.ISA == config.ISAAVX512 && e.VectorBits < 512:
		problem = "heddle: HEDDLE_ISA: this processor has no AVX-512"
	case c.ISA == config.ISAAVX2 && e.VectorBits < 256:
		problem = "heddle: HEDDLE_ISA: this processor has no AVX2"
	case c.ISA == config.ISAAVX2:
		e.VectorBits = 256
	}
	return e, problem
}

// modes are exec's names for the configuration's.
var modes = map[config.Exec]exec.Mode{
	config.ExecAuto: exec.ModeAuto, config.ExecInterp: exec.ModeInterpreter, config.ExecJIT: exec.ModeMachine,
	config.ExecVerify: exec.ModeVerify,
}
