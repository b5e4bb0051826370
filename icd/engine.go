package main

import (
	"sync"

	"heddle/cbridge/code"
	"heddle/clapi/config"
	"heddle/clapi/stream"
	"heddle/exec"
)

var _ exec.Machine = (*code.Machine)(nil)

// newEngine is the engine that runs kernels, with vectors of at most the given bits. The problem is a line for the
// user, empty if there is none.
func newEngine(c config.Config, vectorBits int) (e exec.Engine, problem string) {
	e = exec.Engine{Mode: modes[c.Exec], Machine: new(code.Machine), VectorBits: vectorBits, Report: stream.Errors,
		Background: true}
	if isLooking := len(c.Dump) > 0 || c.HTML != ""; isLooking && e.Mode == exec.ModeAuto {
		// otherwise the interpreter may run the first launches, and there would be no machine code to show
		e.Mode = exec.ModeMachine
	}
	if e.Mode == exec.ModeVerify {
		e.Memory = new(sync.RWMutex)
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
