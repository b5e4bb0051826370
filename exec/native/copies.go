package native

import (
	"heddle/compiler/amd64/object"
	"heddle/exec/launch"
)

// Launches run the copy of a kernel that knows more than the kernel does: which arguments are 1 (unit_steps.go), and
// then the size of the groups (object.Groups). Until there is code of the copy, they run the kernel.

// chooser chooses how to run a launch of a kernel; see Engine.chooseFor.
type chooser func(l *launch.Launch, begun *[3]uint64) (c Choice, isFinal bool)

// chooseKernel is chooseFor for a kernel that has code itself.
func (e *Engine) chooseKernel(l *launch.Launch, begun *[3]uint64) (c Choice, isFinal bool) {
	return e.chooseBetter(l, unitCopy(l), begun, e.chooseGroups)
}

// chooseGroups is chooseKernel for a kernel that may have a copy for the size of the launch's groups.
func (e *Engine) chooseGroups(l *launch.Launch, begun *[3]uint64) (c Choice, isFinal bool) {
	best, isWaiting := groupCopy(l, e.Background)
	c, isFinal = e.chooseBetter(l, best, begun, e.chooseAliases)
	return c, isFinal && !isWaiting
}

// groupCopy is the copy of the kernel for a launch; nil if its groups are not all of one size, if there are too many
// sizes, or if it is to wait until there have been more launches.
func groupCopy(l *launch.Launch, waits bool) (best object.Copy, isWaiting bool) {
	groups := l.Machine.Groups()
	if groups == nil {
		return nil, false
	}
	for i, n := range l.Group {
		if n == 0 || l.Global[i]%n != 0 {
			return nil, false
		}
	}
	if waits && !groups.IsWanted() {
		return nil, true
	}
	return groups.Copy(l.Group), false
}

// chooseBetter chooses for a launch of a copy, and for the kernel itself until there is code of the copy, or if there
// is no copy.
func (e *Engine) chooseBetter(l *launch.Launch, best object.Copy, begun *[3]uint64, next chooser,
) (c Choice, isFinal bool) {
	if best == nil {
		return next(l, begun)
	}
	s := *l
	k := best.Made()
	if k != nil {
		if _, isFailed := e.failed.Load(k); isFailed && e.Background {
			return next(l, begun)
		}
	}
	if !e.Background || k != nil && e.hasCode(l, k, begun, next) {
		s.Machine = best.Kernel()
		return next(&s, begun)
	}
	c, _ = next(l, begun)
	e.background.add(compileJob{engine: e, copy: best, name: l.Name, bits: e.VectorBits})
	if c.IsNative() {
		c.early = best
	}
	return c, false
}

// hasCode reports whether there is code of a copy of the kernel for a launch.
func (e *Engine) hasCode(l *launch.Launch, k object.Kernel, begun *[3]uint64, next chooser) bool {
	s := *l
	s.Machine = k
	if s.Takes == launch.TakesAny {
		s.Takes = launch.TakesReady
	}
	c, _ := next(&s, begun)
	return c.IsNative()
}

// WithCopies is the launch of the copies of the kernel that are right for it.
func WithCopies(l *launch.Launch) launch.Launch {
	found := *l
	if best := unitCopy(l); best != nil {
		found.Machine = best.Kernel()
	}
	if best, _ := groupCopy(&found, false); best != nil {
		found.Machine = best.Kernel()
	}
	return found
}
