// Package native runs launches as machine code (package amd64 makes it, package object describes it): it chooses the
// code for a launch, has it compiled, and lets it run. It knows the launch (package launch) but neither the device nor
// the interpreter, which it reaches through an interface.
//
// # How it works
//
// A kernel's code comes in versions: for a shape of bundles of sub-groups, for bundles with all lanes or with some, for
// small ids and the like. Choose picks the versions that suit a launch best, may exchange the dimensions of the launch
// or group the work-items in another way where the kernel cannot see it, and finds code: the best if it is there, else
// other code that is right, else the interpreter runs a small launch, and the background compiles the missing versions.
// A run keeps its choice for the next launch of the same kernel and sizes.
//
// A worker fills in the structures of package abi, outside the Go heap: a context, a frame for each bundle that may be
// under way, tables of local ids. Then the C loop of cbridge/code (Machine.Run) runs a chunk of groups, and returns
// when the chunk ends or the code needs Go: for printf, after a fault, or if the launch is cancelled. Between two
// chunks a worker may switch to better code (tierup.go), and launches whose work-items contend for a few places in
// memory run on one worker (contention.go).
//
// The signal handler leaves a fault in the context: the instruction and the address, but not always the lane. The
// interpreter runs the bundle again to find it (replay.go).
//
// # Files
//
// Reading order: native.go (the engine and its settings), choose.go, version.go and groups.go (which code, for which
// groups), interchange.go and noalias.go (other kernels that do the same), stream.go (stores around the caches),
// find.go and background.go (finding and compiling code), code.go (loaded code), perf_map.go (its names for perf); then
// run.go (a launch under way), worker.go and layout.go (the memory that code sees), print.go, tierup.go, contention.go;
// fault.go and replay.go; verify.go (both engines compared).
package native

import (
	"fmt"
	"io"
	"sync"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/lane"
	"heddle/exec/launch"
)

// Settings are the machine that code runs on, and choices of the user. They are immutable.
type Settings struct {
	Machine    Machine    // nil: there is none
	VectorBits int        // of the machine code: 512 for AVX-512, 256 for AVX2; 0: this processor runs none
	CacheBytes uint64     // size of the largest cache; 0: not known
	PerfMap    *PerfMap   // is told of loaded code; may be nil
	Report     io.Writer  // takes a line for each finding; may be nil
	Workers    func() int // the number of workers that a launch may have; the same for each call

	// Background says that launches take code that is there already, if it is right for them, while better code is
	// compiled in the background. Without it they wait for the best.
	Background bool
	// Insists says that launches wait for their code instead of running in the interpreter meanwhile, and that kernels
	// without code are reported.
	Insists bool
	// Memory is locked while a launch is verified; nil: nothing else writes memory meanwhile.
	Memory *sync.RWMutex
}

// Machine runs machine code: cbridge/code.
type Machine interface {
	// Load copies code to where it can run, at the address entry. free is called once no launch runs it any more. Load
	// is called by several goroutines at once and may take some time.
	Load(code []byte) (entry uintptr, free func(), err error)
	// Run runs a loop of groups on the calling thread, without holding up the garbage collector, and returns one of
	// abi's codes. The loop does not move meanwhile.
	Run(loop *abi.GroupLoop) uint32
}

// Interpreter is the other engine. Its methods are called by several workers at once, without locks.
type Interpreter interface {
	// Supports reports whether it runs a program.
	Supports(p *lane.Program) bool
	// Replay runs a part of a launch for a short time, and returns the fault that it comes to, nil if there is none.
	Replay(r Replay) *launch.Fault
}

// Engine chooses, compiles and loads code for the launches of a device. It may be used from several goroutines at once.
type Engine struct {
	Settings
	interpreter Interpreter

	explained sync.Map // object.Kernel to true: those that were reported
	failed    sync.Map // object.Kernel to true: those that the background could not compile

	told sync.Once // that no code can be loaded

	background compileQueue
	loading    sync.Mutex // held while code is loaded, so that no code is loaded twice
}

// New makes an engine.
func New(s Settings, i Interpreter) *Engine { return &Engine{Settings: s, interpreter: i} }

// hasMachine reports whether there is machine code at all.
func (s *Settings) hasMachine() bool { return s.Machine != nil && s.VectorBits != 0 }

// report writes a line for the user.
func (s *Settings) report(format string, args ...any) {
	if s.Report != nil {
		fmt.Fprintf(s.Report, "heddle: "+format+"\n", args...)
	}
}
