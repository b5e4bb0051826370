package exec

import (
	"bytes"
	"fmt"
	"io"
	"runtime/debug"

	"heddle/cbridge/hostmem"
)

// Verifying: the launch runs as machine code, its memory is put back, it runs in the interpreter, and what both wrote is
// compared. What the interpreter wrote stays, and its error is the launch's.
//
// Differences need not be faults: where work-items race for memory or atomics decide who comes first, each engine may
// decide otherwise. So they are reported only. Memory that the launch does not name is changed by both.
//
// The memory is copied twice, whatever little of it is written. A launch that may write gigabytes runs as machine code
// alone, and the report says so.

// verifiedBytes is how much memory of a launch is compared.
const verifiedBytes = 256 << 20

// verify runs a launch on both engines.
func (d *Device) verify(l *Launch, machine choice) error {
	if size := totalBytes(l.Memory); size > verifiedBytes {
		d.engine.report("kernel %s: not verified: it may write %d MB, and at most %d are compared", l.Name, size>>20, verifiedBytes>>20)
		return d.runOn(l, machine)
	}
	before, err := snapshot(l.Memory)
	if err != nil {
		d.engine.report("kernel %s: not verified: %v", l.Name, err)
		return d.runOn(l, machine)
	}
	quiet := *l
	if l.Printf != nil {
		quiet.Printf = io.Discard
	}
	machineErr := d.runOn(&quiet, machine)
	written, err := snapshot(l.Memory)
	if err == nil {
		err = restore(l.Memory, before)
	}
	if err != nil {
		d.engine.report("kernel %s: not verified: %v", l.Name, err)
		return machineErr
	}
	err = d.runOn(l, choice{group: l.Group})
	switch {
	case (err == nil) != (machineErr == nil):
		d.engine.report("kernel %s: the engines differ: machine code: %v; interpreter: %v", l.Name, machineErr, err)
	case err == nil:
		d.compare(l, written)
	}
	return err
}

func totalBytes(ranges []Memory) uint64 {
	total := uint64(0)
	for _, m := range ranges {
		total += m.SizeBytes
	}
	return total
}

func snapshot(ranges []Memory) ([][]byte, error) {
	copies := make([][]byte, len(ranges))
	err := touch(ranges, func(i int, memory []byte) { copies[i] = bytes.Clone(memory) })
	return copies, err
}

func restore(ranges []Memory, copies [][]byte) error {
	return touch(ranges, func(i int, memory []byte) { copy(memory, copies[i]) })
}

// touch fails where memory that the application gave is not all there, or not to be written.
func touch(ranges []Memory, use func(i int, memory []byte)) (err error) {
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

// compare reports the first difference of each range.
func (d *Device) compare(l *Launch, machine [][]byte) {
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
		d.engine.report("kernel %s: the engines differ in %d bytes of memory block %d, first at %#x (offset %d): "+
			"machine code % x, interpreter % x", l.Name, count, i, m.Address+uintptr(at), at, machine[i][at:end], now[at:end])
	}
}
