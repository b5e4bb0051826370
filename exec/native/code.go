package native

import (
	"runtime"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
	"heddle/compiler/ceil"
	"heddle/exec/launch"
)

// loadedCode is code that is ready to run.
type loadedCode struct {
	code       *object.Code
	entry      uintptr
	contention contention
}

// codePair is the code of a launch: one for any bundle, and possibly one for bundles that are whole, which means that
// all their lanes are work-items. Both have the same shape. The pair is empty for the interpreter.
type codePair struct {
	any   *loadedCode
	whole *loadedCode // nil: any runs all bundles. It may be code for whole bundles if there are no others
}

// suspends reports whether one of them needs a frame for each bundle.
func (p codePair) suspends() bool {
	return p.any.code.Suspends || p.whole != nil && p.whole.code.Suspends
}

// largest is the larger number of both.
func (p codePair) largest(of func(*object.Code) uint64) uint64 {
	n := of(p.any.code)
	if p.whole != nil {
		n = max(n, of(p.whole.code))
	}
	return n
}

// privateStep is the distance of the private memories of neighbouring lanes.
func (p codePair) privateStep() uint64 {
	return launch.PrivateStep(p.largest(privateBytes), p.largest(privateAlign))
}

func frameBytes(c *object.Code) uint64   { return uint64(c.FrameBytes) }
func privateBytes(c *object.Code) uint64 { return c.PrivateBytes }
func privateAlign(c *object.Code) uint64 { return c.PrivateAlign }

// load makes code ready to run, if it is not already. It stays loaded as long as the code is in use. The kernel's name
// and version are its name for profilers.
func (e *Engine) load(name string, version object.Version, code *object.Code) (*loadedCode, error) {
	if ready, ok := code.Loaded.Load().(*loadedCode); ok {
		return ready, nil
	}
	e.loading.Lock()
	defer e.loading.Unlock()
	if ready, ok := code.Loaded.Load().(*loadedCode); ok {
		return ready, nil
	}
	entry, free, err := e.Machine.Load(code.Bytes)
	if err != nil {
		e.tellOnce(err)
		return nil, err
	}
	e.PerfMap.add(entry, len(code.Bytes), name, version)
	ready := &loadedCode{code: code, entry: entry}
	runtime.AddCleanup(ready, func(free func()) { free() }, free)
	code.Loaded.Store(ready)
	return ready, nil
}

// tellOnce says that no code can be loaded, which costs the user most of the speed.
func (e *Engine) tellOnce(err error) {
	if !e.Insists { // else explain tells of each kernel
		e.told.Do(func() { e.report("kernels run on the interpreter, which is slower: %v", err) })
	}
}

// ChunkItems is the number of work-items that a worker takes at a time, about: some microseconds of work.
const ChunkItems = 1 << 14

// smallWork is the number of bytes of code, each run for one bundle, that take less time than to wake a thread (5 µs).
const smallWork = 64 << 10

// isSmall reports whether a number of work-items takes less time than to share them between workers.
func (m *loadedCode) isSmall(items uint64) bool {
	bundles := items/uint64(m.code.Width*m.code.Count) + 1
	return !m.code.HasLoops && bundles < smallWork && bundles*uint64(len(m.code.Bytes)) < smallWork
}

// bundles is the number of bundles of a group.
func (m *loadedCode) bundles(group [3]uint64) uint64 {
	width, count := uint64(m.code.Width), uint64(m.code.Count)
	switch m.code.Shape {
	case abi.Rows:
		return ceil.Div(group[0], width*count) * group[1] * group[2]
	case abi.Columns:
		return ceil.Div(group[0], width) * ceil.Div(group[1], count) * group[2]
	}
	return ceil.Div(group[0]*group[1]*group[2], width*count)
}
