package native

import (
	"bytes"
	"fmt"
	"io"
	"runtime/debug"

	"heddle/cbridge/hostmem"
	"heddle/exec/launch"
)

// Verifying: the launch runs as machine code, its memory is restored, it runs in the interpreter, and the memory that
// both leave is compared. That of the interpreter stays, and its error is the launch's.
//
// Differences need not be faults: where work-items race for memory or atomics decide who comes first, each engine may
// decide otherwise. So they are only reported. Memory that the launch does not name is changed by both.
//
// The memory is copied twice, even if little of it is written. A launch that may write gigabytes runs only as machine
// code, and so does one that may write memory that it does not name, which would be changed twice, or that waits for
// the host, which would not answer twice. The report says so.
//
// Other commands that write memory wait meanwhile (Settings.Memory), or what they write would be undone. Launches that
// share memory finely with the host do not wait, since they may wait for other commands themselves. What the
// application writes to memory that it has mapped, or by its own functions, is not known.

// verifiedBytes is the largest size of a launch's memory that is compared.
const verifiedBytes = 256 << 20

// Verify runs a launch on both engines, which are given as functions.
func (e *Engine) Verify(l *launch.Launch, native, interpreted func(*launch.Launch) error) error {
	if size := launch.TotalBytes(l.Memory); size > verifiedBytes {
		e.report("kernel %s: not verified: it may write %d MB, and at most %d are compared",
			l.Name, size>>20, verifiedBytes>>20)
		return e.Share(l, native)
	}
	if l.Once || l.Enqueues() {
		e.report("kernel %s: not verified: it uses memory that is shared with the host, or that is not known", l.Name)
		return native(l)
	}
	if e.Memory != nil {
		e.Memory.Lock()
		defer e.Memory.Unlock()
	}
	before, err := snapshot(l.Memory)
	if err != nil {
		e.report("kernel %s: not verified: %v", l.Name, err)
		return native(l)
	}
	quiet := *l
	if l.Printf != nil {
		quiet.Printf = io.Discard
	}
	nativeErr := native(&quiet)
	written, err := snapshot(l.Memory)
	if err == nil {
		err = restore(l.Memory, before)
	}
	if err != nil {
		e.report("kernel %s: not verified: %v", l.Name, err)
		return nativeErr
	}
	err = interpreted(l)
	switch {
	case (err == nil) != (nativeErr == nil):
		e.report("kernel %s: the engines differ: machine code: %v; interpreter: %v", l.Name, nativeErr, err)
	case err == nil:
		e.compare(l, written)
	}
	return err
}

// Share runs a launch that is not verified, when no other is.
func (e *Engine) Share(l *launch.Launch, run func(*launch.Launch) error) error {
	if e.Memory != nil && !l.Once && !l.Enqueues() {
		e.Memory.RLock()
		defer e.Memory.RUnlock()
	}
	return run(l)
}

func snapshot(ranges []launch.Memory) ([][]byte, error) {
	copies := make([][]byte, len(ranges))
	err := touch(ranges, func(i int, memory []byte) { copies[i] = bytes.Clone(memory) })
	return copies, err
}

func restore(ranges []launch.Memory, copies [][]byte) error {
	return touch(ranges, func(i int, memory []byte) { copy(memory, copies[i]) })
}

// touch uses each range. It fails if memory of the application is not mapped, or not writable where it is written.
func touch(ranges []launch.Memory, use func(i int, memory []byte)) (err error) {
	at := 0
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			err = fmt.Errorf("memory block %d at %#x is not all there", at, ranges[at].Address)
		}
	}()
	for i, m := range ranges {
		at = i
		use(i, hostmem.Bytes(m.Address, m.SizeBytes))
	}
	return nil
}

// compare reports the first difference of each range from the memory that machine code left.
func (e *Engine) compare(l *launch.Launch, machine [][]byte) {
	for i, m := range l.Memory {
		now := hostmem.Bytes(m.Address, m.SizeBytes)
		if bytes.Equal(now, machine[i]) {
			continue
		}
		at, count := 0, 0
		for k := len(now) - 1; k >= 0; k-- {
			if now[k] != machine[i][k] {
				at = k
				count++
			}
		}
		at &^= 3
		end := min(at+4, len(now))
		e.report("kernel %s: the engines differ in %d bytes of memory block %d, first at %#x (offset %d): "+
			"machine code % x, interpreter % x",
			l.Name, count, i, m.Address+uintptr(at), at, machine[i][at:end], now[at:end])
	}
}
