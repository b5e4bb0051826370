package clapi

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
)

// copyRectSlowly is the specification's formula, byte by byte.
func copyRectSlowly(to, from []byte, toOrigin, fromOrigin, region [3]int, toRow, toSlice, fromRow, fromSlice int) {
	for z := range region[2] {
		for y := range region[1] {
			for x := range region[0] {
				to[(toOrigin[2]+z)*toSlice+(toOrigin[1]+y)*toRow+toOrigin[0]+x] =
					from[(fromOrigin[2]+z)*fromSlice+(fromOrigin[1]+y)*fromRow+fromOrigin[0]+x]
			}
		}
	}
}

func TestRectTransfers(t *testing.T) {
	f := newQueueFixture(t, 0)
	const bytesInAll = 1000
	b := f.filled(counting(bytesInAll))
	host := hostBytes(t, make([]byte, bytesInAll))
	read := RectTransfer{Buffer: b, Blocking: true, BufferOrigin: []uint64{3, 2, 1}, HostOrigin: []uint64{1, 0, 2},
		Region: []uint64{5, 3, 2}, BufferRowPitch: 10, BufferSlicePitch: 80, HostRowPitch: 7, HostSlicePitch: 35,
		HostPtr: host}
	f.mustWork(second(f.queue.EnqueueReadBufferRect(read, EventArgs{})))
	want := make([]byte, bytesInAll)
	copyRectSlowly(want, counting(bytesInAll), [3]int{1, 0, 2}, [3]int{3, 2, 1}, [3]int{5, 3, 2}, 7, 35, 10, 80)
	if !bytes.Equal(hostmem.Bytes(host, bytesInAll), want) {
		t.Error("read: wrong bytes")
	}
	write := read
	write.Buffer = f.filled(make([]byte, bytesInAll))
	f.mustWork(second(f.queue.EnqueueWriteBufferRect(write, EventArgs{})))
	back := make([]byte, bytesInAll)
	copyRectSlowly(back, want, [3]int{3, 2, 1}, [3]int{1, 0, 2}, [3]int{5, 3, 2}, 10, 80, 7, 35)
	wantContents(t, write.Buffer, back)
	target := f.filled(make([]byte, bytesInAll))
	f.mustWork(second(f.queue.EnqueueCopyBufferRect(RectCopy{Source: b, Target: target, SourceOrigin: []uint64{3, 2, 1},
		TargetOrigin: []uint64{1, 0, 2}, Region: []uint64{5, 3, 2}, SourceRowPitch: 10, SourceSlicePitch: 80,
		TargetRowPitch: 7, TargetSlicePitch: 35}, EventArgs{})))
	f.mustWork(f.queue.Finish())
	wantContents(t, target, want)
}

// TestRectPitchesOfZero are the region's own.
func TestRectPitchesOfZero(t *testing.T) {
	f := newQueueFixture(t, 0)
	b, target := f.filled(counting(24)), f.filled(make([]byte, 24))
	zero := []uint64{0, 0, 0}
	f.mustWork(second(f.queue.EnqueueCopyBufferRect(RectCopy{Source: b, Target: target, SourceOrigin: zero,
		TargetOrigin: zero, Region: []uint64{2, 3, 4}}, EventArgs{})))
	f.mustWork(f.queue.Finish())
	wantContents(t, target, counting(24))
}

func TestRectTransferErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	host := hostBytes(t, make([]byte, 4096))
	zero := []uint64{0, 0, 0}
	good := RectTransfer{Buffer: f.buffer(0, 64), BufferOrigin: zero, HostOrigin: zero, Region: []uint64{4, 4, 4},
		HostPtr: host}
	calls := map[string]func(*CommandQueue, RectTransfer, EventArgs) (*Event, error){
		"read": (*CommandQueue).EnqueueReadBufferRect, "write": (*CommandQueue).EnqueueWriteBufferRect}
	forbidden := map[string]uint64{"read": cl.MemHostWriteOnly, "write": cl.MemHostReadOnly}
	for name, call := range calls {
		try := func(change func(*RectTransfer)) error {
			transfer := good
			change(&transfer)
			return second(call(f.queue, transfer, EventArgs{}))
		}
		region := func(values ...uint64) error { return try(func(r *RectTransfer) { r.Region = values }) }
		origin := func(values ...uint64) error { return try(func(r *RectTransfer) { r.BufferOrigin = values }) }
		checkStatuses(t, append(f.badWaits(func(e EventArgs) error {
			return second(call(f.queue, good, e))
		}), []statusCase{
			{"fits", try(func(*RectTransfer) {}), cl.Success},
			{"no queue", second(call(nil, good, EventArgs{})), cl.InvalidCommandQueue},
			{"no buffer", try(func(r *RectTransfer) { r.Buffer = nil }), cl.InvalidMemObject},
			{"foreign buffer", try(func(r *RectTransfer) { r.Buffer = f.other.buffer(0, 64) }), cl.InvalidContext},
			{"buffer origin NULL", try(func(r *RectTransfer) { r.BufferOrigin = nil }), cl.InvalidValue},
			{"host origin NULL", try(func(r *RectTransfer) { r.HostOrigin = nil }), cl.InvalidValue},
			{"region NULL", region(), cl.InvalidValue},
			{"zero width", region(0, 4, 4), cl.InvalidValue},
			{"zero depth", region(4, 4, 0), cl.InvalidValue},
			{"too deep", region(4, 4, 5), cl.InvalidValue},
			{"overflow of rows", region(1<<33, 1<<33, 1), cl.InvalidValue},
			{"overflow of origin", origin(0, 0, math.MaxUint64), cl.InvalidValue},
			{"beyond the end", origin(1, 0, 0), cl.InvalidValue},
			{"row pitch", try(func(r *RectTransfer) { r.BufferRowPitch = 3 }), cl.InvalidValue},
			{"slice pitch", try(func(r *RectTransfer) { r.BufferSlicePitch = 15 }), cl.InvalidValue},
			{"slice pitch no multiple", try(func(r *RectTransfer) {
				r.BufferSlicePitch = 17
				r.Region = []uint64{4, 4, 1}
			}),
				cl.InvalidValue},
			{"host row pitch", try(func(r *RectTransfer) { r.HostRowPitch = 3 }), cl.InvalidValue},
			{"host slice pitch", try(func(r *RectTransfer) { r.HostSlicePitch = 15 }), cl.InvalidValue},
			{"host slice pitch no multiple", try(func(r *RectTransfer) { r.HostSlicePitch = 17 }), cl.InvalidValue},
			{"ptr NULL", try(func(r *RectTransfer) { r.HostPtr = 0 }), cl.InvalidValue},
			{"host may not", try(func(r *RectTransfer) {
				r.Buffer = f.buffer(forbidden[name], 64)
			}), cl.InvalidOperation},
			{"blocking after a failure", second(call(f.queue, RectTransfer{Buffer: good.Buffer, Blocking: true,
				BufferOrigin: zero, HostOrigin: zero, Region: good.Region, HostPtr: host},
				EventArgs{Wait: []*Event{f.failedEvent()}})), cl.ExecStatusErrorForEventsInWaitList},
		}...))
	}
}

func TestCopyRectErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	a, b := f.buffer(0, 64), f.buffer(0, 64)
	zero := []uint64{0, 0, 0}
	good := RectCopy{Source: a, Target: b, SourceOrigin: zero, TargetOrigin: zero, Region: []uint64{4, 4, 4}}
	try := func(change func(*RectCopy)) error {
		c := good
		change(&c)
		return second(f.queue.EnqueueCopyBufferRect(c, EventArgs{}))
	}
	checkStatuses(t, append(f.badWaits(func(e EventArgs) error {
		return second(f.queue.EnqueueCopyBufferRect(good, e))
	}), []statusCase{
		{"fits", try(func(*RectCopy) {}), cl.Success},
		{"no queue", second((*CommandQueue)(nil).EnqueueCopyBufferRect(good, EventArgs{})), cl.InvalidCommandQueue},
		{"no source", try(func(c *RectCopy) { c.Source = nil }), cl.InvalidMemObject},
		{"foreign target", try(func(c *RectCopy) { c.Target = f.other.buffer(0, 64) }), cl.InvalidContext},
		{"origin NULL", try(func(c *RectCopy) { c.SourceOrigin = nil }), cl.InvalidValue},
		{"source too short", try(func(c *RectCopy) { c.SourceOrigin = []uint64{0, 0, 1} }), cl.InvalidValue},
		{"target too short", try(func(c *RectCopy) { c.TargetOrigin = []uint64{0, 1, 0} }), cl.InvalidValue},
		{"target row pitch", try(func(c *RectCopy) { c.TargetRowPitch = 3 }), cl.InvalidValue},
		{"same buffer, other pitch", try(func(c *RectCopy) {
			c.Target, c.Region, c.SourceRowPitch = a, []uint64{1, 2, 1}, 8
		}), cl.InvalidValue},
		{"overlap", try(func(c *RectCopy) { c.Target = a }), cl.MemCopyOverlap},
	}...))
	f.mustWork(f.queue.Finish())
}

// TestRectOverlapAgainstBytes compares the overlap check with marking bytes, for random boxes in one buffer.
func TestRectOverlapAgainstBytes(t *testing.T) {
	const seed = 7
	random := rand.New(rand.NewPCG(seed, seed))
	f := newQueueFixture(t, 0)
	b := f.buffer(0, 4096)
	met := [2]int{}
	for range 3000 {
		region := []uint64{1 + random.Uint64N(4), 1 + random.Uint64N(3), 1 + random.Uint64N(3)}
		row := region[0] + random.Uint64N(4)
		slice := row * (region[1] + random.Uint64N(3))
		origin := func() []uint64 { return []uint64{random.Uint64N(8), random.Uint64N(4), random.Uint64N(3)} }
		c := RectCopy{Source: b, Target: b, SourceOrigin: origin(), TargetOrigin: origin(), Region: region,
			SourceRowPitch: row, TargetRowPitch: row, SourceSlicePitch: slice, TargetSlicePitch: slice}
		want := boxBytesMeet(c)
		err := f.queue.checkRectCopy(&c, EventArgs{}, new(boxCommand))
		if have := StatusOf(err) == cl.MemCopyOverlap; have != want {
			t.Fatalf("seed %d: %+v: overlap %v, want %v (%v)", seed, c, have, want, err)
		}
		met[map[bool]int{true: 1}[want]]++
	}
	if met[0] < 100 || met[1] < 100 {
		t.Errorf("one-sided: %v", met)
	}
}

func boxBytesMeet(c RectCopy) bool {
	used := map[uint64]bool{}
	walk := func(origin []uint64, visit func(uint64)) {
		for z := range c.Region[2] {
			for y := range c.Region[1] {
				for x := range c.Region[0] {
					visit((origin[2]+z)*c.SourceSlicePitch + (origin[1]+y)*c.SourceRowPitch + origin[0] + x)
				}
			}
		}
	}
	walk(c.SourceOrigin, func(at uint64) { used[at] = true })
	meet := false
	walk(c.TargetOrigin, func(at uint64) { meet = meet || used[at] })
	return meet
}
