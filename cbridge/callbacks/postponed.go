package callbacks

import "sync"

// Postponed is what waits for functions of the application to return, by thread: a destructor that releases an object
// whose destructor releases the next would fill the thread's stack, however large it is. So from a depth on, ends of
// objects wait, and follow each other instead.
type Postponed struct {
	mu      sync.Mutex
	threads map[uintptr][]func() // guarded by mu; in the order in which they came
}

func NewPostponed() *Postponed { return &Postponed{threads: map[uintptr][]func(){}} }

func (p *Postponed) add(thread uintptr, run func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.threads[thread] = append(p.threads[thread], run)
}

// next is nil if nothing waits for a thread.
func (p *Postponed) next(thread uintptr) func() {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := p.threads[thread]
	if len(list) == 0 {
		delete(p.threads, thread)
		return nil
	}
	p.threads[thread] = list[1:]
	return list[0]
}

// run does what waits, and what comes to wait meanwhile.
func (p *Postponed) run(thread uintptr) {
	for next := p.next(thread); next != nil; next = p.next(thread) {
		next()
	}
}
