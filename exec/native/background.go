package native

import (
	"slices"
	"sync"
	"time"

	"heddle/cbridge/alarm"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/object"
)

// Compiling in the background: one goroutine compiles one version after another, and ends when there are no more.

// Prepare compiles in the background the version that the first launch of a kernel will probably want. Nothing is known
// yet of the formats of images: only what is the same for all is compiled then. A kernel whose code came from a binary
// is likely to have it there.
func (e *Engine) Prepare(k object.Kernel, name string) {
	if !e.hasMachine() || !e.Background || k.IsRead() {
		return
	}
	e.background.add(compileJob{engine: e, kernel: k, name: name, bits: e.VectorBits, isFrame: k.Images() != nil})
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
	e.background.forget(kernels)
	for _, of := range kernels {
		e.failed.Delete(of)
	}
}

// variants are the kernel and those that launches may run instead.
func variants(k object.Kernel) []object.Kernel {
	all := []object.Kernel{k}
	if images := k.Images(); images != nil {
		all = slices.Concat(all, images.Kernels(), images.CallingKernels())
	}
	for _, of := range all {
		if steps := of.UnitSteps(); steps != nil {
			all = append(all, steps.Kernels()...)
		}
	}
	if copied := k.LoneItems(0); copied != nil && copied.Made() != nil {
		all = append(all, copied.Made())
	}
	for _, of := range all {
		if groups := of.Groups(); groups != nil {
			all = append(all, groups.Kernels()...)
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
	engine    *Engine
	kernel    object.Kernel
	copy      object.Copy // not nil: its kernel
	name      string
	bits      int // of vectors
	version   object.Version
	isEarly   bool // the versions that need no plan: for whole bundles, and for all
	isFrame   bool // of a kernel with images, what is the same for all formats
	rank      rank
	notBefore time.Time // when it may begin
}

// rank says which jobs come first.
type rank uint8

const (
	wantedSoon    rank = iota // by a launch, or probably by the next
	expectedCalls             // of images that may be used: functions, which are short
	expected                  // and whole kernels
)

// run compiles. If it fails, a launch compiles again and reports why.
func (j compileJob) run() {
	defer func() {
		if reason := recover(); reason != nil {
			j.fail()
			j.engine.report("compiling in the background: %v", reason)
		}
	}()
	bits, v := j.bits, j.version
	if j.isFrame {
		j.kernel.Images().PrepareCalling(bits, callingWhole)
		j.kernel.Images().PrepareCalling(bits, callingAny)
		return
	}
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
		j.fail()
	}
}

// fail notes that the kernel has versions that cannot be compiled. Launches do without a copy that has.
func (j *compileJob) fail() {
	j.engine.failed.Store(j.kernel, true)
	if j.copy != nil && j.copy.Made() != nil {
		j.engine.failed.Store(j.copy.Made(), true)
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

// patience is how long jobs wait that a launch has no use for while it runs: a launch with images of a new format is to
// have all processors, and most are over by then.
const patience = 2 * time.Millisecond

// compileQueue is the list of versions that the background compiles.
type compileQueue struct {
	mu      sync.Mutex
	jobs    []compileJob  // guarded by mu: by rank, those that wait
	current compileJob    // guarded by mu: under way
	running bool          // guarded by mu: the goroutine exists
	changed chan struct{} // guarded by mu: closed when there is another job; nil: none is waited for
	idle    sync.Cond     // with mu: running became false; for tests
}

// addLater adds a job that waits for a while.
func (q *compileQueue) addLater(j compileJob) {
	j.notBefore = time.Now().Add(patience)
	q.add(j)
}

// isSame reports whether two jobs differ at most in when they are done.
func (j compileJob) isSame(other compileJob) bool {
	other.rank, other.notBefore = j.rank, j.notBefore
	return j == other
}

// add puts a job behind those of its rank, unless it is there already.
func (q *compileQueue) add(j compileJob) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.running && q.current.isSame(j) {
		return
	}
	if i := slices.IndexFunc(q.jobs, j.isSame); i >= 0 {
		old := q.jobs[i]
		if old.rank <= j.rank && !old.notBefore.After(j.notBefore) {
			return
		}
		if old.notBefore.Before(j.notBefore) {
			j.notBefore = old.notBefore
		}
		j.rank = min(j.rank, old.rank)
		q.jobs = slices.Delete(q.jobs, i, i+1)
	}
	if len(q.jobs) == maxBackground {
		return
	}
	at := len(q.jobs)
	for at > 0 && q.jobs[at-1].rank > j.rank {
		at--
	}
	q.jobs = slices.Insert(q.jobs, at, j)
	switch {
	case !q.running:
		q.running = true
		go q.work()
	case q.changed != nil:
		close(q.changed)
		q.changed = nil
	}
}

// work compiles until there are no more jobs.
func (q *compileQueue) work() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs) > 0 {
		now := time.Now()
		i := slices.IndexFunc(q.jobs, func(j compileJob) bool { return !j.notBefore.After(now) })
		if i < 0 {
			q.sleepLocked(now)
			continue
		}
		q.current = q.jobs[i]
		q.jobs = slices.Delete(q.jobs, i, i+1)
		q.mu.Unlock()
		q.current.run()
		q.mu.Lock()
		q.current = compileJob{}
	}
	q.jobs, q.running = nil, false
	if q.idle.L != nil {
		q.idle.Broadcast()
	}
}

// sleepLocked waits until the next job may begin or another is added. It unlocks meanwhile.
func (q *compileQueue) sleepLocked(now time.Time) {
	next := slices.MinFunc(q.jobs, func(a, b compileJob) int { return a.notBefore.Compare(b.notBefore) })
	changed := make(chan struct{})
	q.changed = changed
	a := alarm.After(next.notBefore.Sub(now), func() { q.wake(changed) })
	q.mu.Unlock()
	<-changed
	a.Stop()
	q.mu.Lock()
}

// wake ends a sleep, if it has not ended.
func (q *compileQueue) wake(asleep chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.changed == asleep {
		close(asleep)
		q.changed = nil
	}
}

func (q *compileQueue) forget(kernels []object.Kernel) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.jobs = slices.DeleteFunc(q.jobs, func(j compileJob) bool {
		return slices.Contains(kernels, j.kernel) || j.copy != nil && slices.Contains(kernels, j.copy.Source())
	})
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
