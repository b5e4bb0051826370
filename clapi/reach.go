package clapi

import (
	"slices"
	"sync"

	"heddle/clapi/cl"
)

// Kernels reach more memory than their arguments: through pointers that lie in memory. clSetKernelExecInfo says what.
// Nothing has to be done for that before a launch; only clMemBlockingFreeINTEL has to know which launches may use an
// allocation, so launches of such kernels are counted while they are under way.

// reach is what the application has told about a kernel with clSetKernelExecInfo. It is immutable, so that launches
// refer to it; the zero value and nil are a kernel that reaches nothing but its arguments.
type reach struct {
	svm, usm, device []uintptr // lists of pointers, sorted; each is replaced by the next call
	kinds            uint32    // all memory of some kinds: bits of kindBit
	allSVM           bool      // all that clSVMAlloc made
}

// mayUse reports whether a kernel may use an allocation that is no argument of it.
func (r *reach) mayUse(a *Allocation) bool {
	if a.maker == madeBySVM && r.allSVM || a.maker == madeByUSM && r.kinds&kindBit(a.kind) != 0 {
		return true
	}
	for _, list := range [][]uintptr{r.svm, r.usm, r.device} {
		i, _ := slices.BinarySearch(list, a.address)
		if i < len(list) && uint64(list[i]-a.address) < a.sizeBytes {
			return true
		}
	}
	return false
}

// kindBit is the bit of a CL_MEM_TYPE_*_INTEL.
func kindBit(kind uint32) uint32 { return 1 << (kind - cl.MemTypeUnknownIntel) }

// isNothing reports whether it adds nothing to the arguments.
func (r *reach) isNothing() bool {
	return r == nil || len(r.svm)+len(r.usm)+len(r.device) == 0 && r.kinds == 0 && !r.allSVM
}

// reaches are the launches of a context that reach more than their arguments.
type reaches struct {
	mu      sync.Mutex
	changed sync.Cond         // with mu: a launch ended, or a command gave up an allocation that is awaited
	last    uint64            // guarded by mu: the number of the latest launch
	launch  map[uint64]*reach // guarded by mu: those under way, by number
	waiting int               // guarded by mu: threads in await
}

// begin counts a launch and returns its number, which is not 0.
func (s *reaches) begin(r *reach) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.launch == nil {
		s.launch = map[uint64]*reach{}
	}
	s.last++
	s.launch[s.last] = r
	return s.last
}

// end is called when the launch is complete.
func (s *reaches) end(number uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.launch, number)
	if s.waiting > 0 {
		s.changed.Broadcast()
	}
}

// wake lets the threads in await look again.
func (s *reaches) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting > 0 {
		s.changed.Broadcast()
	}
}

// await returns when no command uses an allocation any more, of those that were enqueued before the call. The caller
// has seen to it that they are submitted, and that new commands do not find the allocation.
func (s *reaches) await(a *Allocation) {
	a.isAwaited.Store(true)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed.L = &s.mu
	s.waiting++
	for last := s.last; a.commands.Load() > 0 || s.mayUseLocked(a, last); {
		s.changed.Wait()
	}
	s.waiting--
}

func (s *reaches) mayUseLocked(a *Allocation, last uint64) bool {
	for number, r := range s.launch {
		if number <= last && r.mayUse(a) {
			return true
		}
	}
	return false
}
