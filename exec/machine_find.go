package exec

import (
	"slices"
	"sync"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
)

// Finding code for a launch, and compiling in the background.
//
// A launch wants code for whole bundles and code for partial ones, as far as it has such bundles. Code for partial bundles
// is right for whole ones too, and there may be versions of other shapes that are right. Where launches do not wait for the
// best (Engine.Background), one takes what is there and leaves the rest to the background. If nothing is there, a small
// one runs in the interpreter, and others compile one version: that for partial bundles unless they have none.
//
// In the background one goroutine compiles, one version after the other, and goes away when there are no more.

// wanted is the best code for a launch.
type wanted struct {
	launch               *Launch
	kernel               object.Kernel
	name                 string
	bits                 int
	version              object.Version // but for Full
	hasWhole, hasPartial bool
}

// ready is the code of a version if it is there.
func (w *wanted) ready(v object.Version) *object.Code { return w.kernel.Ready(w.bits, v) }

// find finds the code for a launch, and says whether it is the best. The pair is empty if the interpreter is to run this
// launch.
func (d *Device) find(w wanted, plan object.Plan, group [3]uint64, lanes uint64) (p machinePair, isBest bool, err error) {
	masked, full := w.version, w.version
	masked.Full, full.Full = false, true
	masked.Rounds = 0
	if !d.engine.Background {
		return d.compileBest(&w, masked, full)
	}
	maskedCode, fullCode := w.ready(masked), w.ready(full)
	switch {
	case fullCode != nil && !w.hasPartial:
		p, err = d.pair(&w, fullCode, nil)
		return p, true, err
	case maskedCode != nil && fullCode != nil:
		p, err = d.pair(&w, maskedCode, fullCode)
		return p, true, err
	case maskedCode != nil:
		p, err = d.pair(&w, maskedCode, nil)
	default:
		p, err = d.substitute(&w, plan, group, lanes)
	}
	if p.any == nil && err == nil && !d.isInterpretedSooner(w.launch) {
		p, err = d.compileFirst(&w, masked, full)
		fullCode, maskedCode = w.ready(full), w.ready(masked)
	}
	isBest = true
	if w.hasWhole && fullCode == nil {
		isBest = false
		d.background.add(compileJob{d, w.kernel, w.name, w.bits, full})
	}
	if w.hasPartial && maskedCode == nil {
		isBest = false
		d.background.add(compileJob{d, w.kernel, w.name, w.bits, masked})
	}
	return p, isBest && err == nil, err
}

// pair loads codes, each of the wanted version as far as that concerns a profiler.
func (d *Device) pair(w *wanted, anyBundle, whole *object.Code) (p machinePair, err error) {
	if p.any, err = d.load(w.name, w.versionOf(anyBundle), anyBundle); err == nil && whole != nil {
		p.whole, err = d.load(w.name, w.versionOf(whole), whole)
	}
	return p, err
}

// versionOf is the version of code.
func (w *wanted) versionOf(c *object.Code) object.Version {
	v := w.version
	v.Shape, v.Count, v.Full, v.Alone = c.Shape, c.Count, true, c.Alone
	if w.ready(v) != c {
		v.Rounds = 0
	}
	if w.ready(v) != c {
		v.Full = false
	}
	return v
}

// compileBest compiles what is missing.
func (d *Device) compileBest(w *wanted, masked, full object.Version) (p machinePair, isBest bool, err error) {
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
	p, err = d.pair(w, maskedCode, fullCode)
	return p, true, err
}

// compileFirst compiles the one version that the launch cannot do without.
func (d *Device) compileFirst(w *wanted, masked, full object.Version) (p machinePair, err error) {
	if !w.hasPartial && w.hasWhole {
		code, err := w.kernel.Version(w.bits, full)
		if err != nil {
			return p, err
		}
		return d.pair(w, code, nil)
	}
	code, err := w.kernel.Version(w.bits, masked)
	if err != nil {
		return p, err
	}
	var whole *object.Code
	if w.hasWhole {
		whole = w.ready(full)
	}
	return d.pair(w, code, whole)
}

// substitute finds code that was not made for such a launch but is right for it and not much slower. The pair is empty
// if there is none.
func (d *Device) substitute(w *wanted, plan object.Plan, group [3]uint64, lanes uint64) (machinePair, error) {
	for _, shape := range [...]object.Version{
		w.version, {Shape: abi.Rows, Count: plan.Rows}, {Shape: abi.Columns, Count: plan.Columns}, {Shape: abi.Packed, Count: plan.Packed},
	} {
		if shape.Count == 0 || shape.Shape == abi.Rows && group[0]*group[1]*group[2] > group[0] && 2*group[0] < lanes ||
			shape.Shape == abi.Columns && (group[0] < lanes || group[1] < uint64(shape.Count)) {
			continue
		}
		for count := shape.Count; count > 0; count /= 2 {
			if code := w.readyOf(shape.Shape, count, group); code != nil {
				return d.pair(w, code, nil)
			}
		}
	}
	return machinePair{}, nil
}

// readyOf finds code of a shape that knows no more than is true.
func (w *wanted) readyOf(shape abi.Shape, count int, group [3]uint64) *object.Code {
	isAlone := w.version.Alone && shape == w.version.Shape && count >= w.version.Count
	for _, knows := range [...]struct{ alone, guarded, small bool }{
		{true, true, true}, {true, false, true}, {true, false, false}, {false, true, true}, {false, false, true}, {},
	} {
		if knows.alone && !isAlone || knows.guarded && !w.version.Guarded || knows.small && !w.version.SmallIDs {
			continue
		}
		v := object.Version{Shape: shape, Count: count, SmallIDs: knows.small, Guarded: knows.guarded, Alone: knows.alone}
		if code := w.ready(v); code != nil {
			return code
		}
		if v.Full = true; w.allWhole(shape, count, group) {
			if code := w.ready(v); code != nil {
				return code
			}
		}
	}
	return nil
}

// allWhole says whether bundles of a shape are all whole, given that those of the wanted version are.
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

// Prepare compiles in the background what the first launch of a kernel will probably want.
func (d *Device) Prepare(k object.Kernel, name string) {
	if d.engine.hasMachine() && d.engine.Background {
		d.background.add(compileJob{device: d, kernel: k, name: name, bits: d.engine.VectorBits})
	}
}

// Forget takes a kernel's versions that nobody has begun to compile out of the background's list.
func (d *Device) Forget(k object.Kernel) {
	kernels := variants(k)
	d.background.forget(kernels)
	for _, of := range kernels {
		d.failed.Delete(of)
	}
}

// variants are the kernel and what launches may run instead.
func variants(k object.Kernel) []object.Kernel {
	all := []object.Kernel{k}
	if separated, _ := k.Separated(); separated != nil {
		all = append(all, separated)
	}
	for _, of := range all {
		if turned, _ := of.Turned(); turned != nil {
			all = append(all, turned)
		}
	}
	return all
}

// compileJob is a version to compile; one without a count stands for the likely one.
type compileJob struct {
	device  *Device
	kernel  object.Kernel
	name    string
	bits    int // of vectors
	version object.Version
}

// run compiles. What it cannot compile a launch reports.
func (j compileJob) run() {
	defer func() {
		if reason := recover(); reason != nil {
			j.device.failed.Store(j.kernel, true)
			j.device.engine.report("compiling in the background: %v", reason)
		}
	}()
	bits, v := j.bits, j.version
	if v.Count == 0 {
		if separated, _ := j.kernel.Separated(); separated != nil {
			j.kernel = separated
		}
		if turned, _ := j.kernel.Turned(); turned != nil {
			j.kernel = turned
		}
		v = likelyVersion(j.kernel, j.kernel.Plan(bits))
	}
	code, err := j.kernel.Version(bits, v)
	if err == nil {
		_, err = j.device.load(j.name, v, code)
	}
	if err != nil {
		j.device.failed.Store(j.kernel, true)
	}
}

// likelyVersion is for launches of many work-items in whole bundles.
func likelyVersion(k object.Kernel, plan object.Plan) object.Version {
	v := object.Version{Shape: abi.Rows, Count: plan.Rows, SmallIDs: true, Full: true, Guarded: k.Guard() != nil, Alone: plan.Waits}
	if plan.Columns > 0 {
		v.Shape, v.Count = abi.Columns, plan.Columns
	}
	return v
}

// maxBackground bounds the versions that wait. What is left out is compiled when a launch wants it.
const maxBackground = 256

// compileQueue is what the background has to do.
type compileQueue struct {
	mu      sync.Mutex
	jobs    []compileJob // guarded by mu; the first may be under way
	running bool         // guarded by mu: there is a goroutine
	idle    sync.Cond    // with mu: running became false; for tests
}

// add appends a job unless it is there already.
func (q *compileQueue) add(j compileJob) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, other := range q.jobs {
		if other == j {
			return
		}
	}
	if len(q.jobs) == maxBackground {
		return
	}
	q.jobs = append(q.jobs, j)
	if !q.running {
		q.running = true
		go q.work()
	}
}

// work compiles until there are no more jobs.
func (q *compileQueue) work() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs) > 0 {
		j := q.jobs[0]
		q.mu.Unlock()
		j.run()
		q.mu.Lock()
		q.jobs = q.jobs[1:]
	}
	q.jobs, q.running = nil, false
	if q.idle.L != nil {
		q.idle.Broadcast()
	}
}

func (q *compileQueue) forget(kernels []object.Kernel) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := len(q.jobs) - 1; i > 0; i-- { // the first may be under way
		if slices.Contains(kernels, q.jobs[i].kernel) {
			q.jobs = append(q.jobs[:i:i], q.jobs[i+1:]...)
		}
	}
}

// wait returns when nothing is to do any more.
func (q *compileQueue) wait() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.idle.L = &q.mu
	for q.running {
		q.idle.Wait()
	}
}
