package native

import (
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
	"heddle/exec/launch"
)

// Finding code for a launch.
//
// A launch wants code for whole bundles and code for partial ones, as far as it has such bundles. Code for partial
// bundles is right for whole ones too, and there may be versions of other shapes that are right. A launch that does not
// wait for the best (Settings.Background) takes the code that is there and leaves the rest to the background. If there
// is none, a small launch runs in the interpreter, and others compile one version: that for partial bundles, if they
// have any.

// wanted is the best code for a launch.
type wanted struct {
	launch               *launch.Launch
	kernel               object.Kernel
	name                 string
	bits                 int
	version              object.Version // without its FullBundles
	hasWhole, hasPartial bool
}

// ready is the code of a version, nil if it has not been compiled.
func (w *wanted) ready(v object.Version) *object.Code { return w.kernel.Ready(w.bits, v) }

// find finds the code for a launch, and reports whether it is the best. The pair is empty if the interpreter is to run
// the launch.
func (e *Engine) find(w wanted, plan object.Plan, group [3]uint64, lanes uint64) (p codePair, isBest bool, err error) {
	masked, full := w.version, w.version
	masked.FullBundles, full.FullBundles = false, true
	masked.TripCount = 0
	if !e.Background {
		return e.compileBest(&w, masked, full)
	}
	maskedCode, fullCode := w.ready(masked), w.ready(full)
	switch {
	case fullCode != nil && !w.hasPartial: // the best: all bundles are whole
		p, err = e.pair(&w, fullCode, nil)
		return p, true, err
	case maskedCode != nil && fullCode != nil: // the best: each bundle has its own
		p, err = e.pair(&w, maskedCode, fullCode)
		return p, true, err
	case maskedCode != nil: // right for all bundles
		p, err = e.pair(&w, maskedCode, nil)
	default:
		p, err = e.substitute(&w, plan, group, lanes)
	}
	if w.launch.Takes == launch.TakesOnlyReady {
		return p, false, err
	}
	// Nothing is ready: the launch is interpreted, or compiles one version.
	if p.any == nil && err == nil && w.launch.Takes == launch.TakesAny && !e.IsInterpretedSooner(w.launch) {
		p, err = e.compileFirst(&w, masked, full)
		fullCode, maskedCode = w.ready(full), w.ready(masked)
	}
	// The background compiles what is missing.
	isBest = true
	if w.hasWhole && fullCode == nil {
		isBest = false
		e.background.add(compileJob{engine: e, kernel: w.kernel, name: w.name, bits: w.bits, version: full})
	}
	if w.hasPartial && maskedCode == nil {
		isBest = false
		e.background.add(compileJob{engine: e, kernel: w.kernel, name: w.name, bits: w.bits, version: masked})
	}
	return p, isBest && err == nil, err
}

// pair loads code for any bundle and, unless it is nil, code for whole bundles.
func (e *Engine) pair(w *wanted, anyBundle, whole *object.Code) (p codePair, err error) {
	if p.any, err = e.load(w.name, w.versionOf(anyBundle), anyBundle); err == nil && whole != nil {
		p.whole, err = e.load(w.name, w.versionOf(whole), whole)
	}
	return p, err
}

// versionOf is the version of code that was found, for its name.
func (w *wanted) versionOf(c *object.Code) object.Version {
	v := w.version
	v.Shape, v.Count, v.FullBundles, v.WholeGroup = c.Shape, c.Count, true, c.WholeGroup
	if w.ready(v) != c {
		v.TripCount = 0
	}
	if w.ready(v) != c {
		v.FullBundles = false
	}
	return v
}

// compileBest compiles the wanted versions that are missing.
func (e *Engine) compileBest(w *wanted, masked, full object.Version) (p codePair, isBest bool, err error) {
	var maskedCode, fullCode *object.Code
	if w.hasPartial || !w.hasWhole {
		if maskedCode, err = w.kernel.Version(w.bits, masked); err != nil {
			return p, false, err
		}
	}
	if w.hasWhole {
		if fullCode, err = w.kernel.Version(w.bits, full); err != nil {
			return p, false, err
		}
	}
	if maskedCode == nil {
		maskedCode, fullCode = fullCode, nil
	}
	p, err = e.pair(w, maskedCode, fullCode)
	return p, true, err
}

// compileFirst compiles the one version that the launch cannot do without.
func (e *Engine) compileFirst(w *wanted, masked, full object.Version) (p codePair, err error) {
	if !w.hasPartial && w.hasWhole {
		code, err := w.kernel.Version(w.bits, full)
		if err != nil {
			return p, err
		}
		return e.pair(w, code, nil)
	}
	code, err := w.kernel.Version(w.bits, masked)
	if err != nil {
		return p, err
	}
	var whole *object.Code
	if w.hasWhole {
		whole = w.ready(full)
	}
	return e.pair(w, code, whole)
}

// substitute finds code that was made for other launches but is right for this one and not much slower. The pair is
// empty if there is none.
func (e *Engine) substitute(w *wanted, plan object.Plan, group [3]uint64, lanes uint64) (codePair, error) {
	lockstep := lockstepOf(w.launch, lanes)
	for _, shape := range [...]object.Version{
		w.version,
		{Shape: abi.Rows, Count: plan.Rows},
		{Shape: abi.Columns, Count: plan.Columns},
		{Shape: abi.Packed, Count: plan.Packed},
	} {
		// Rows that fill less than half a vector are much slower than the best, and columns without whole rows too.
		isSeveralRows := group[1]*group[2] > 1
		if shape.Count == 0 || lockstep > 0 && shape.Shape != w.version.Shape ||
			shape.Shape == abi.Rows && isSeveralRows && 2*group[0] < lanes ||
			shape.Shape == abi.Columns && (group[0] < lanes || group[1] < uint64(shape.Count)) {
			continue
		}
		for count := shape.Count; uint64(count) >= max(lockstep, 1); count /= 2 {
			if code := w.readyOf(shape.Shape, count, group); code != nil {
				return e.pair(w, code, nil)
			}
		}
	}
	return codePair{}, nil
}

// readyOf finds code of a shape that assumes nothing that is wrong for the launch. It returns nil if there is none.
func (w *wanted) readyOf(shape abi.Shape, count int, group [3]uint64) *object.Code {
	holdsGroup := w.version.WholeGroup && shape == w.version.Shape && count >= w.version.Count
	// From the most special code to the most general.
	for _, knows := range [...]struct{ alone, guarded, small bool }{
		{true, true, true}, {true, false, true}, {true, false, false}, {false, true, true}, {false, false, true}, {},
	} {
		if knows.alone && !holdsGroup || knows.guarded && !w.version.Guarded || knows.small && !w.version.SmallIDs {
			continue
		}
		v := object.Version{Shape: shape, Count: count,
			SmallIDs: knows.small, Guarded: knows.guarded, WholeGroup: knows.alone}
		if code := w.ready(v); code != nil {
			return code
		}
		if v.FullBundles = true; w.allWhole(shape, count, group) {
			if code := w.ready(v); code != nil {
				return code
			}
		}
	}
	return nil
}

// allWhole reports whether bundles of a shape are all whole, given that those of the wanted version are.
func (w *wanted) allWhole(shape abi.Shape, count int, group [3]uint64) bool {
	lanes := uint64(w.bits / 32)
	if w.hasPartial || shape != abi.Rows && shape != w.version.Shape {
		return false
	}
	if shape == abi.Rows {
		return group[0]%(lanes*uint64(count)) == 0
	}
	return count <= w.version.Count && w.version.Count%count == 0
}
