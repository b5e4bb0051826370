package native

import (
	"encoding/binary"

	"heddle/compiler/amd64/object"
	"heddle/exec/launch"
)

// Launches in which arguments that say how far apart lanes access memory are 1 run a copy of the kernel that knows it
// (object.UnitSteps).

// unitCopy is the copy of the kernel for a launch; nil if none of its arguments is 1, or if there are too many copies.
func unitCopy(l *launch.Launch) object.Copy {
	steps := l.Machine.UnitSteps()
	if steps == nil {
		return nil
	}
	ones := uint8(0)
	for i, at := range steps.Arguments() {
		if argument(l, at) == 1 {
			ones |= 1 << i
		}
	}
	if ones == 0 {
		return nil
	}
	return steps.Copy(ones)
}

// argument is the value of an integer argument.
func argument(l *launch.Launch, at object.Argument) uint64 {
	var word [8]byte
	if end := uint64(at.Offset) + uint64(at.Bytes); end <= uint64(len(l.Args)) {
		copy(word[:], l.Args[at.Offset:end])
	}
	return binary.LittleEndian.Uint64(word[:])
}

// WithUnitSteps is the launch of the copy of the kernel that is right for it, if there is one.
func WithUnitSteps(l *launch.Launch) launch.Launch {
	found := *l
	if best := unitCopy(l); best != nil {
		found.Machine = best.Kernel()
	}
	return found
}

// chooseUnitSteps is chooseFor for a launch whose steps are 1. Until there is code of the copy, it runs the kernel.
func (e *Engine) chooseUnitSteps(l *launch.Launch, best object.Copy, begun *[3]uint64) (c Choice, isFinal bool) {
	s := *l
	if k := best.Made(); !e.Background || k != nil && e.hasCode(l, k, begun) {
		s.Machine = best.Kernel()
		return e.chooseAliases(&s, begun)
	}
	c, _ = e.chooseAliases(l, begun)
	e.background.add(compileJob{engine: e, copy: best, name: l.Name, bits: e.VectorBits})
	if c.IsNative() {
		c.early = best
	}
	return c, false
}

// hasCode reports whether there is code of a copy of the kernel for a launch.
func (e *Engine) hasCode(l *launch.Launch, k object.Kernel, begun *[3]uint64) bool {
	s := *l
	s.Machine = k
	if s.Takes == launch.TakesAny {
		s.Takes = launch.TakesReady
	}
	c, _ := e.chooseAliases(&s, begun)
	return c.IsNative()
}
