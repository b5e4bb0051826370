package native

import (
	"fmt"
	"io"
	"os"
	"sync"

	"heddle/compiler/amd64/object"
)

// PerfMap tells the profiler perf the names of machine code: a text file with a line for each piece, its address, its
// size and its name, of which perf takes the last that fits. Linux' tools/perf/Documentation/jit-interface.txt
// describes it. Code that is unloaded keeps its line, since samples may be looked up long after.
type PerfMap struct {
	mu  sync.Mutex
	out io.Writer // guarded by mu
}

// NewPerfMap writes a map to out.
func NewPerfMap(out io.Writer) *PerfMap { return &PerfMap{out: out} }

// OpenPerfMap makes the file that perf looks for. It replaces the file of an earlier process with the same number.
func OpenPerfMap() (*PerfMap, error) {
	file, err := os.Create(fmt.Sprintf("/tmp/perf-%d.map", os.Getpid()))
	if err != nil {
		return nil, err
	}
	return NewPerfMap(file), nil
}

// add writes the line of loaded code, a version of a kernel. A nil map is none.
func (p *PerfMap) add(entry uintptr, sizeBytes int, kernel string, version object.Version) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	// a profile without names is no reason to fail a launch
	_, _ = fmt.Fprintf(p.out, "%x %x %s/%v\n", entry, sizeBytes, kernel, version)
}
