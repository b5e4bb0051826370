package native

import (
	"slices"
	"sync"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
)

// Compiling in the background: one goroutine compiles one version after another, and ends when there are no more.

// Prepare compiles in the background the version that the first launch of a kernel will probably want. Nothing is known
// yet of the formats of images. A kernel whose code came from a binary is likely to have it there.
func (e *Engine) Prepare(k object.Kernel, name string) {
	if e.hasMachine() && e.Background && !k.IsRead() && k.Images() == nil {
		e.background.add(compileJob{engine: e, kernel: k, name: name, bits: e.VectorBits})
	}
}

// Stock compiles and loads the versions that launches of a kernel will probably want, with all bundles whole and with
// some, unless some version has been loaded. Kernels with images wait for the formats of a launch.
func (e *Engine) Stock(k object.Kernel, name string) {
	if !e.hasMachine() || k.Images() != nil || k.IsLoaded() {
		return
	}
	j := compileJob{engine: e, kernel: k, name: name, bits: e.VectorBits}
	j.run()
	likely := mostLikely(k)
	v := likelyVersion(likely, likely.Plan(e.VectorBits))
	v.FullBundles, v.WholeGroup = false, false
	compileJob{engine: e, kernel: likely, name: name, bits: e.VectorBits, version: v}.run()
}

// mostLikely is the kernel, or one that does the same, that most launches will run.
func mostLikely(k object.Kernel) object.Kernel {
	if noAlias, _ := k.NoAlias(); noAlias != nil {
		k = noAlias
	}
	if interchanged, _ := k.Interchanged(); interchanged != nil {
		k = interchanged
	}
	return k
}

// Forget removes a kernel from the background's list, except for the version that is being compiled.
func (e *Engine) Forget(k object.Kernel) {
	kernels := variants(k)
	e.background.forget(kernels, k)
	for _, of := range kernels {
		e.failed.Delete(of)
	}
}

// variants are the kernel and those that launches may run instead.
func variants(k object.Kernel) []object.Kernel {
	all := []object.Kernel{k}
	if images := k.Images(); images != nil {
		all = images.Kernels()
	}
	for _, of := range all {
		if steps := of.UnitSteps(); steps != nil {
			all = append(all, steps.Kernels()...)
		}
	}
	for _, of := range all {
		if noAlias, _ := of.NoAlias(); noAlias != nil {
			all = append(all, noAlias)
		}
	}
	for _, of := range all {
		if interchanged, _ := of.Interchanged(); interchanged != nil {
			all = append(all, interchanged)
		}
	}
	return all
}

// compileJob is a version to compile. One without a count stands for the likely version.
type compileJob struct {
	engine  *Engine
	kernel  object.Kernel
	copy    object.ImageCopy // not nil: its kernel
	name    string
	bits    int // of vectors
	version object.Version
	isEarly bool // the versions that need no plan: for whole bundles, and for all
}

// run compiles. If it fails, a launch compiles again and reports why.
func (j compileJob) run() {
	defer func() {
		if reason := recover(); reason != nil {
			j.engine.failed.Store(j.kernel, true)
			j.engine.report("compiling in the background: %v", reason)
		}
	}()
	bits, v := j.bits, j.version
	if j.copy != nil {
		j.kernel = j.copy.Kernel()
	}
	switch {
	case j.isEarly:
		j.kernel = mostLikely(j.kernel)
		plan, _ := j.kernel.Planned(bits)
		v = object.Version{Shape: abi.Rows, Count: plan.Rows, SmallIDs: true, FullBundles: true}
		j.make(v)
		v.FullBundles = false
	case v.Count == 0:
		j.kernel = mostLikely(j.kernel)
		v = likelyVersion(j.kernel, j.kernel.Plan(bits))
	}
	j.make(v)
}

// make compiles and loads a version.
func (j *compileJob) make(v object.Version) {
	code, err := j.kernel.Version(j.bits, v)
	if err == nil {
		_, err = j.engine.load(j.name, v, code)
	}
	if err != nil {
		j.engine.failed.Store(j.kernel, true)
	}
}

// likelyVersion is for launches of many work-items in whole bundles.
func likelyVersion(k object.Kernel, plan object.Plan) object.Version {
	v := object.Version{Shape: abi.Rows, Count: plan.Rows,
		SmallIDs: true, FullBundles: true, Guarded: k.Guard() != nil, WholeGroup: plan.HasBarriers}
	if plan.Columns > 0 {
		v.Shape, v.Count = abi.Columns, plan.Columns
	}
	return v
}

// maxBackground is the largest number of versions that wait. Others are compiled when a launch wants them.
const maxBackground = 256

// compileQueue is the list of versions that the background compiles.
type compileQueue struct {
	mu      sync.Mutex
	jobs    []compileJob // guarded by mu; the first may be under way
	running bool         // guarded by mu: the goroutine exists
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

func (q *compileQueue) forget(kernels []object.Kernel, source object.Kernel) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := len(q.jobs) - 1; i > 0; i-- { // the first may be under way
		j := &q.jobs[i]
		if slices.Contains(kernels, j.kernel) || j.copy != nil && j.copy.Source() == source {
			q.jobs = append(q.jobs[:i:i], q.jobs[i+1:]...)
		}
	}
}

// Wait returns when the background has nothing to compile; for tests.
func (e *Engine) Wait() { e.background.wait() }

// wait returns when the list is empty.
func (q *compileQueue) wait() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.idle.L = &q.mu
	for q.running {
		q.idle.Wait()
	}
}
