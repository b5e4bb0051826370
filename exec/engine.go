package exec

import (
	"io"
	"sync"

	"heddle/exec/native"
)

// Engine says what launches run on. The zero value is the interpreter.
type Engine struct {
	Mode       Mode
	Machine    Machine   // nil: there is none
	VectorBits int       // of the machine code: 512 for AVX-512, 256 for AVX2; 0: this processor runs none
	CacheBytes uint64    // size of the largest cache; 0: not known
	PerfMap    *PerfMap  // is told of loaded code; may be nil
	Report     io.Writer // takes a line for each finding of the modes that report; may be nil

	// Background says that launches take code that is there already, if it is right for them, while better code is
	// compiled in the background. Without it they wait for the best.
	Background bool
	// Memory is locked while ModeVerify runs a launch twice, which undoes what others write meanwhile. Commands that
	// write memory, and other launches, hold it for reading. It is nil in other modes.
	Memory *sync.RWMutex
}

// Mode is the choice between the engines.
type Mode uint8

// The modes.
const (
	ModeAuto        Mode = iota // machine code, the interpreter for kernels that have none
	ModeInterpreter             // only the interpreter
	ModeMachine                 // as ModeAuto, and reports kernels that have none
	ModeVerify                  // each launch runs on both, and differences are reported
)

// Machine runs machine code: cbridge/code.
type Machine = native.Machine

// PerfMap tells the profiler perf the names of machine code.
type PerfMap = native.PerfMap

// OpenPerfMap makes the file that perf looks for. It replaces the file of an earlier process with the same number.
func OpenPerfMap() (*PerfMap, error) { return native.OpenPerfMap() }

// settings are those of machine code.
func (e *Engine) settings(w Workers) native.Settings {
	s := native.Settings{
		Machine:    e.Machine,
		VectorBits: e.VectorBits,
		CacheBytes: e.CacheBytes,
		PerfMap:    e.PerfMap,
		Report:     e.Report,
		Workers:    w.Count,
		Background: e.Background,
		Insists:    e.Mode != ModeAuto,
		Memory:     e.Memory,
	}
	if e.Mode == ModeInterpreter {
		s.Machine = nil
	}
	return s
}
