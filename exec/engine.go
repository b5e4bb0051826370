package exec

import (
	"fmt"
	"io"
	"sync/atomic"

	"heddle/compiler/amd64/abi"
)

// Engine says what launches run on. The zero value is the interpreter.
type Engine struct {
	Mode       Mode
	Machine    Machine   // nil: there is none
	VectorBits int       // of the machine code: 512 for AVX-512, 256 for AVX2; 0: this processor runs none
	CacheBytes uint64    // of the largest cache; 0: not known
	PerfMap    *PerfMap  // is told of loaded code; nil: nobody is
	Report     io.Writer // takes a line for each finding of the modes that report; nil: nobody does

	// Background says that launches take code that is there already, if it is right for them, while better code is
	// compiled in the background. Without it they wait for the best.
	Background bool
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
type Machine interface {
	// Load copies code to where it can run, at the address entry. free is called once nobody runs it any more. It is
	// called by several goroutines at once and may take some time.
	Load(code []byte) (entry uintptr, free func(), err error)
	// Run runs a loop of groups on the calling thread, without holding up the garbage collector, and returns one of abi's
	// codes. The loop does not move meanwhile.
	Run(loop *abi.GroupLoop) uint32
}

func (e *Engine) hasMachine() bool {
	return e.Machine != nil && e.VectorBits != 0 && e.Mode != ModeInterpreter
}

// report writes a line for people.
func (e *Engine) report(format string, args ...any) {
	if e.Report != nil {
		fmt.Fprintf(e.Report, "heddle: "+format+"\n", args...)
	}
}

// once is true for one caller.
type once struct{ isDone atomic.Bool }

func (o *once) first() bool { return !o.isDone.Swap(true) }
