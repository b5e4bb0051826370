package launch

import (
	"math"
	"sync"
	"sync/atomic"

	"heddle/cbridge/hostmem"
	"heddle/compiler/ceil"
	"heddle/compiler/ir"
)

// Run is a launch under way: the state that its workers share, whichever engine they run. A device keeps it for later
// launches, so that a launch allocates nothing.
//
// A launch goes through Launch (the field), Divide, Start and End. Divide may be left out if the last launch was
// divided in the same way.
type Run struct {
	Launch *Launch // as the engine runs it: dimensions may be interchanged
	Division
	Divisions uint64 // how often Divide was called: engines keep state for one division

	watchdog *watchdog // nil: the launch may take any time

	next atomic.Uint64 // the first group that no worker has taken
	stop uintptr       // a 32-bit word outside the Go heap; not zero: all workers end as soon as they can

	mu    sync.Mutex
	fault error // guarded by mu: the first
}

// Division says how the NDRange of a launch is divided into groups, and these into chunks that workers take.
type Division struct {
	Group       [3]uint64 // size of a group; those at the far edges may be smaller
	Groups      [3]uint64 // number of groups by dimension
	Total       uint64    // number of groups
	Chunk       uint64    // groups that a worker takes at a time
	Workers     int       // how many workers there is work for
	IsBrief     bool      // it takes less time than to wake another worker
	PrivateStep uint64    // bytes between the private memories of neighbouring lanes
}

// Demand is the wish of an engine for the division of a launch.
type Demand struct {
	PrivateStep uint64 // becomes Division.PrivateStep
	ChunkItems  uint64 // work-items of a chunk, about: some microseconds of work
	IsSmall     bool   // the launch takes less time than it takes to wake another worker
}

// Span is a number of work-items of a group with consecutive linear local ids.
type Span struct {
	First, Count uint64
}

// NewRun makes a run without a launch.
func NewRun() (*Run, error) {
	stop, err := hostmem.AllocOwn(hostmem.Alignment)
	if err != nil {
		return nil, err
	}
	return &Run{stop: stop}, nil
}

// ChunksPerWorker is the least number of chunks for each worker in a launch of many groups. It lets all workers end at
// about the same time.
const ChunksPerWorker = 8

// Divide divides the launch into groups of a size, for at most the given number of workers.
func (r *Run) Divide(group [3]uint64, d Demand, workers int) {
	r.Divisions++
	r.Group, r.PrivateStep, r.Total = group, d.PrivateStep, 1
	for i := range 3 {
		r.Groups[i] = ceil.Div(r.Launch.Global[i], group[i])
		r.Total *= r.Groups[i]
	}
	items := group[0] * group[1] * group[2]
	r.Chunk = max(1, min(r.Total/(ChunksPerWorker*uint64(workers)), 1+d.ChunkItems/items))
	r.Workers, r.IsBrief = 1, d.IsSmall
	if r.Total > 0 && !d.IsSmall {
		r.Workers = int(min(uint64(workers), ceil.Div(r.Total, r.Chunk)))
	}
}

// Start makes the divided launch ready for its workers. From now on it may be cancelled.
func (r *Run) Start() {
	r.fault = nil
	if r.IsCancelled() {
		r.setStop(0)
	}
	if !r.IsOneChunk() {
		r.next.Store(0)
	}
	if c := r.Launch.Cancel; c != nil {
		c.attach(r)
	}
	if r.Launch.Timeout > 0 {
		r.watchdog = newWatchdog(r)
	}
}

// End ends the launch after all workers have ended, and returns its error.
func (r *Run) End() error {
	if r.watchdog != nil {
		r.watchdog.end()
		r.watchdog = nil
	}
	c := r.Launch.Cancel
	if c != nil {
		c.detach(r)
	}
	switch value := atomic.LoadUint32(hostmem.At[uint32](uint64(r.stop))); {
	case value >= ir.StopWithSuccess:
		return &EndedItself{Kernel: r.Launch.Name, IsFailure: value != ir.StopWithSuccess}
	case r.fault == nil && c != nil && c.IsSet():
		return ErrCancelled
	}
	return r.fault
}

// IsOneChunk reports whether one worker takes all groups at once.
func (r *Run) IsOneChunk() bool { return r.Total <= r.Chunk }

// NextChunk takes the next chunk for the calling worker: the groups from first to before end. There is none if all
// groups are taken or the launch is to end.
func (r *Run) NextChunk() (first, end uint64, ok bool) {
	first = r.next.Add(r.Chunk) - r.Chunk
	if first >= r.Total || r.IsCancelled() {
		return 0, 0, false
	}
	return first, min(first+r.Chunk, r.Total), true
}

// IsCancelled reports whether the workers are to end. It is asked at every back-edge.
func (r *Run) IsCancelled() bool { return atomic.LoadUint32(hostmem.At[uint32](uint64(r.stop))) != 0 }

// Stop makes all workers end as soon as they can.
func (r *Run) Stop() { atomic.CompareAndSwapUint32(hostmem.At[uint32](uint64(r.stop)), 0, 1) }

// StopWord is the address of a 32-bit word that is not zero if the workers are to end.
func (r *Run) StopWord() uintptr { return r.stop }

func (r *Run) setStop(value uint32) { atomic.StoreUint32(hostmem.At[uint32](uint64(r.stop)), value) }

// Fail ends the launch with an error. Only the first call counts.
func (r *Run) Fail(err error) {
	r.mu.Lock()
	if r.fault == nil {
		r.fault = err
	}
	r.mu.Unlock()
	r.Stop()
}

// HasFailed reports whether the launch has an error.
func (r *Run) HasFailed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fault != nil
}

// Print writes text where the output of printf goes, and returns the result of the printf: 0, or -1 if there was no
// output.
func (r *Run) Print(text []byte) uint32 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Launch.Printf == nil {
		return math.MaxUint32
	}
	if _, err := r.Launch.Printf.Write(text); err != nil {
		return math.MaxUint32
	}
	return 0
}

// Place is the position of a group in the NDRange, by the group's number.
func (r *Run) Place(group uint64) [3]uint64 {
	row := group / r.Groups[0]
	return [3]uint64{group % r.Groups[0], row % r.Groups[1], row / r.Groups[1]}
}

// Number is the number of the group at a position.
func (r *Run) Number(place [3]uint64) uint64 {
	return (place[2]*r.Groups[1]+place[1])*r.Groups[0] + place[0]
}

// Line is the source line of a position.
func (r *Run) Line(pos ir.Pos) ir.SourceLine {
	if p := r.Launch.Program; p != nil && p.PosLine != nil {
		return p.PosLine(pos)
	}
	return ir.SourceLine{}
}

// PrivateStep is the distance of the private memories of neighbouring lanes, by the size and alignment of one.
func PrivateStep(size, align uint64) uint64 {
	if size == 0 {
		return 0
	}
	return ceil.Multiple(size, max(align, 16))
}
