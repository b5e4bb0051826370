package clapi

import (
	"bytes"
	"math"
	"testing"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/image"
)

// counting is n bytes 0, 1, 2 …
func counting(n int) []byte {
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(i)
	}
	return data
}

// filled is a buffer with the given contents.
func (f *queueFixture) filled(data []byte) *MemObject {
	f.t.Helper()
	b := f.buffer(0, uint64(len(data)))
	copy(hostmem.Bytes(b.address, b.sizeBytes), data)
	return b
}

// wantContents compares a buffer's contents.
func wantContents(t *testing.T, b *MemObject, want []byte) {
	t.Helper()
	if have := hostmem.Bytes(b.address, b.sizeBytes); !bytes.Equal(have, want) {
		t.Errorf("the buffer holds\n%v, want\n%v", have, want)
	}
}

func (f *queueFixture) subBuffer(b *MemObject, origin, size uint64) *MemObject {
	f.t.Helper()
	sub, err := b.CreateSubBuffer(0, cl.BufferCreateTypeRegion, &cl.BufferRegion{Origin: origin, Size: size})
	f.mustWork(err)
	return sub
}

func TestReadAndWriteBuffer(t *testing.T) {
	for _, size := range []int{64, smallTransferBytes + 64} { // inside the call, and not
		for _, blocking := range []bool{true, false} {
			f := newQueueFixture(t, 0)
			b := f.buffer(0, uint64(size))
			host := hostBytes(t, counting(size))
			back := hostBytes(t, make([]byte, size))
			_, err := f.queue.EnqueueWriteBuffer(BufferTransfer{Buffer: b, Blocking: blocking, Offset: 8,
				Size: uint64(size) - 8, HostPtr: host}, EventArgs{})
			f.mustWork(err)
			e := f.event(f.queue.EnqueueReadBuffer(BufferTransfer{Buffer: b, Blocking: blocking, Offset: 4,
				Size: uint64(size) - 4, HostPtr: back}, wantEvent))
			if blocking && !e.command.IsComplete() {
				t.Error("a blocking read came back early")
			}
			f.mustWork(f.queue.Finish())
			want := append(make([]byte, 4), counting(size)[:size-8]...)
			if !bytes.Equal(hostmem.Bytes(back, uint64(size))[:size-4], want) {
				t.Errorf("size %d, blocking %v: wrong bytes", size, blocking)
			}
		}
	}
}

func TestTransferErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	host := hostBytes(t, make([]byte, 64))
	b := f.buffer(0, 64)
	calls := map[string]func(*CommandQueue, BufferTransfer, EventArgs) (*Event, error){
		"read": (*CommandQueue).EnqueueReadBuffer, "write": (*CommandQueue).EnqueueWriteBuffer}
	forbidden := map[string]uint64{"read": cl.MemHostWriteOnly, "write": cl.MemHostReadOnly}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			good := BufferTransfer{Buffer: b, Size: 64, HostPtr: host}
			try := func(change func(*BufferTransfer)) error {
				transfer := good
				change(&transfer)
				return second(call(f.queue, transfer, EventArgs{}))
			}
			checkStatuses(t, append(f.badWaits(func(e EventArgs) error {
				return second(call(f.queue, good, e))
			}), []statusCase{
				{"no queue", second(call(nil, good, EventArgs{})), cl.InvalidCommandQueue},
				{"no buffer", try(func(b *BufferTransfer) { b.Buffer = nil }), cl.InvalidMemObject},
				{"foreign buffer", try(func(b *BufferTransfer) {
					b.Buffer = f.other.buffer(0, 64)
				}), cl.InvalidContext},
				{"beyond the end", try(func(b *BufferTransfer) { b.Offset = 1 }), cl.InvalidValue},
				{"far beyond the end", try(func(b *BufferTransfer) { b.Offset = 65; b.Size = 0 }), cl.InvalidValue},
				{"overflow", try(func(b *BufferTransfer) { b.Offset = math.MaxUint64; b.Size = 2 }), cl.InvalidValue},
				{"NULL", try(func(b *BufferTransfer) { b.HostPtr = 0 }), cl.InvalidValue},
				{"host may not", try(func(b *BufferTransfer) {
					b.Buffer = f.buffer(forbidden[name], 64)
				}), cl.InvalidOperation},
				{"no host access", try(func(b *BufferTransfer) { b.Buffer = f.buffer(cl.MemHostNoAccess, 64) }),
					cl.InvalidOperation},
				{"at the end", try(func(b *BufferTransfer) { b.Offset = 60; b.Size = 4 }), cl.Success},
			}...))
			blocking := good
			blocking.Blocking = true
			wantStatus(t, "blocking after a failure", second(call(f.queue, blocking,
				EventArgs{Wait: []*Event{f.failedEvent()}, WantEvent: true})), cl.ExecStatusErrorForEventsInWaitList)
		})
	}
}

// TestErrorOrder breaks several rules at once: the first of the specification's list decides.
func TestErrorOrder(t *testing.T) {
	f := newQueueFixture(t, 0)
	bad := EventArgs{Wait: []*Event{nil}}
	foreign := EventArgs{Wait: []*Event{f.foreignEvent(), nil}}
	noAccess := f.buffer(cl.MemHostNoAccess, 8)
	checkStatuses(t, []statusCase{
		{"context before buffer", second(f.queue.EnqueueReadBuffer(BufferTransfer{}, foreign)), cl.InvalidContext},
		{"buffer before value", second(f.queue.EnqueueReadBuffer(BufferTransfer{Size: 99}, bad)), cl.InvalidMemObject},
		{"value before wait list", second(f.queue.EnqueueReadBuffer(BufferTransfer{Buffer: noAccess}, bad)),
			cl.InvalidValue},
		{"wait list before access", second(f.queue.EnqueueReadBuffer(BufferTransfer{Buffer: noAccess, HostPtr: 1},
			bad)), cl.InvalidEventWaitList},
	})
}

func TestCopyBuffer(t *testing.T) {
	f := newQueueFixture(t, 0)
	source, target := f.filled(counting(16)), f.filled(make([]byte, 8))
	_, err := f.queue.EnqueueCopyBuffer(BufferCopy{Source: source, Target: target, SourceOffset: 3, TargetOffset: 2,
		Size: 5}, EventArgs{})
	f.mustWork(err)
	f.mustWork(f.queue.Finish())
	wantContents(t, target, []byte{0, 0, 3, 4, 5, 6, 7, 0})
}

// TestCopyLargeBuffers copies amounts around those from which copies go around the caches.
func TestCopyLargeBuffers(t *testing.T) {
	const most = hostmem.StreamBytes + 1
	f := newQueueFixture(t, 0)
	content := make([]byte, most)
	for i := range content {
		content[i] = byte(i * 7 >> 4)
	}
	from := f.filled(content)
	for _, size := range []uint64{1<<20 - 1, 1 << 20, 5<<20 + 3, most - 2, most - 1} {
		to := f.buffer(0, most)
		f.mustWork(second(f.queue.EnqueueCopyBuffer(BufferCopy{Source: from, Target: to, SourceOffset: 1,
			Size: size}, EventArgs{})))
		f.mustWork(f.queue.Finish())
		wantContents(t, to, append(content[1:1+size:1+size], make([]byte, most-size)...))
		f.mustWork(to.Release())
	}
}

func TestCopyBufferErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	a, b := f.buffer(0, 64), f.buffer(0, 512)
	left, right := f.subBuffer(b, 0, 256), f.subBuffer(b, 128, 256)
	foreign := f.other.buffer(0, 64)
	try := func(c BufferCopy) error { return second(f.queue.EnqueueCopyBuffer(c, EventArgs{})) }
	good := BufferCopy{Source: a, Target: b, Size: 64}
	checkStatuses(t, append(f.badWaits(func(e EventArgs) error {
		return second(f.queue.EnqueueCopyBuffer(good, e))
	}), []statusCase{
		{"no queue", second((*CommandQueue)(nil).EnqueueCopyBuffer(good, EventArgs{})), cl.InvalidCommandQueue},
		{"foreign source", try(BufferCopy{Source: foreign, Target: b, Size: 1}), cl.InvalidContext},
		{"foreign target", try(BufferCopy{Source: a, Target: foreign, Size: 1}), cl.InvalidContext},
		{"no source", try(BufferCopy{Target: b, Size: 1}), cl.InvalidMemObject},
		{"no target", try(BufferCopy{Source: a, Size: 1}), cl.InvalidMemObject},
		{"source too short", try(BufferCopy{Source: a, Target: b, SourceOffset: 1, Size: 64}), cl.InvalidValue},
		{"target too short", try(BufferCopy{Source: b, Target: a, TargetOffset: 1, Size: 64}), cl.InvalidValue},
		{"overflow", try(BufferCopy{Source: a, Target: b, SourceOffset: 8, Size: math.MaxUint64 - 4}), cl.InvalidValue},
		{"overlap", try(BufferCopy{Source: a, Target: a, TargetOffset: 7, Size: 8}), cl.MemCopyOverlap},
		{"no overlap", try(BufferCopy{Source: a, Target: a, TargetOffset: 8, Size: 8}), cl.Success},
		{"sub-buffers overlap", try(BufferCopy{Source: left, Target: right, SourceOffset: 128, Size: 16}),
			cl.MemCopyOverlap},
		{"sub-buffer and parent overlap", try(BufferCopy{Source: b, Target: right, SourceOffset: 130, Size: 16}),
			cl.MemCopyOverlap},
		{"sub-buffers apart", try(BufferCopy{Source: left, Target: right, Size: 128}), cl.Success},
	}...))
	f.mustWork(f.queue.Finish())
}

func TestFillBuffer(t *testing.T) {
	for size := 1; size <= maxPatternBytes; size *= 2 {
		f := newQueueFixture(t, 0)
		b := f.buffer(0, 70<<10)
		pattern := counting(size)
		_, err := f.queue.EnqueueFillBuffer(BufferFill{Buffer: b, Pattern: pattern, PatternSize: uint64(size),
			Offset: 128, Size: 66 << 10}, EventArgs{})
		f.mustWork(err)
		pattern[0] = 99 // the call has its own copy
		f.mustWork(f.queue.Finish())
		want := make([]byte, 70<<10)
		for i := range 66 << 10 {
			want[128+i] = byte(i % size)
		}
		wantContents(t, b, want)
	}
}

// TestFillLargeBuffer is a fill around the caches, whose end is part of a chunk, and one of no bytes.
func TestFillLargeBuffer(t *testing.T) {
	f := newQueueFixture(t, 0)
	const size, begin, end = fillStreamBytes + 1<<20, 7 * 4, fillStreamBytes + 1<<20 - 5*4
	b := f.buffer(0, size)
	pattern := counting(4)
	for _, bytes := range []uint64{end - begin, 0} {
		f.mustWork(second(f.queue.EnqueueFillBuffer(BufferFill{Buffer: b, Pattern: pattern, PatternSize: 4,
			Offset: begin, Size: bytes}, EventArgs{})))
	}
	f.mustWork(f.queue.Finish())
	want := make([]byte, size)
	for i := begin; i < end; i++ {
		want[i] = byte(i % 4)
	}
	wantContents(t, b, want)
}

func TestFillBufferErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	b := f.buffer(0, 64)
	good := BufferFill{Buffer: b, Pattern: counting(128), PatternSize: 4, Offset: 8, Size: 16}
	try := func(change func(*BufferFill)) error {
		fill := good
		change(&fill)
		return second(f.queue.EnqueueFillBuffer(fill, EventArgs{}))
	}
	checkStatuses(t, append(f.badWaits(func(e EventArgs) error {
		return second(f.queue.EnqueueFillBuffer(good, e))
	}), []statusCase{
		{"no queue", second((*CommandQueue)(nil).EnqueueFillBuffer(good, EventArgs{})), cl.InvalidCommandQueue},
		{"no buffer", try(func(b *BufferFill) { b.Buffer = nil }), cl.InvalidMemObject},
		{"foreign buffer", try(func(b *BufferFill) { b.Buffer = f.other.buffer(0, 64) }), cl.InvalidContext},
		{"beyond the end", try(func(b *BufferFill) { b.Size = 60 }), cl.InvalidValue},
		{"no pattern", try(func(b *BufferFill) { b.Pattern = nil }), cl.InvalidValue},
		{"empty pattern", try(func(b *BufferFill) { b.PatternSize = 0 }), cl.InvalidValue},
		{"three bytes", try(func(b *BufferFill) { b.PatternSize = 3; b.Offset = 0; b.Size = 3 }), cl.InvalidValue},
		{"256 bytes", try(func(b *BufferFill) { b.PatternSize = 256; b.Offset = 0; b.Size = 0 }), cl.InvalidValue},
		{"crooked offset", try(func(b *BufferFill) { b.Offset = 2 }), cl.InvalidValue},
		{"crooked size", try(func(b *BufferFill) { b.Size = 6 }), cl.InvalidValue},
	}...))
}

func TestMapAndUnmap(t *testing.T) {
	f := newQueueFixture(t, 0)
	b := f.buffer(0, 64)
	ptr, e, err := f.queue.EnqueueMapBuffer(BufferMap{Buffer: b, Blocking: true, Flags: cl.MapWrite, Offset: 16,
		Size: 8}, wantEvent)
	f.mustWork(err)
	if ptr != b.address+16 || !e.command.IsComplete() {
		t.Errorf("mapped at %#x of %#x", ptr, b.address)
	}
	if b.countMaps() != 1 {
		t.Errorf("map count %d", b.countMaps())
	}
	f.mustWork(second(f.queue.EnqueueUnmapMemObject(b, ptr, EventArgs{})))
	wantStatus(t, "unmapped twice", second(f.queue.EnqueueUnmapMemObject(b, ptr, EventArgs{})), cl.InvalidValue)
	_, _, err = f.queue.EnqueueMapBuffer(BufferMap{Buffer: b, Blocking: true, Flags: cl.MapRead, Size: 8},
		EventArgs{Wait: []*Event{f.failedEvent()}})
	wantStatus(t, "blocking map after a failure", err, cl.ExecStatusErrorForEventsInWaitList)
	if b.countMaps() != 0 {
		t.Errorf("map count %d", b.countMaps())
	}
}

func TestOverlappingMaps(t *testing.T) {
	f := newQueueFixture(t, 0)
	b := f.buffer(0, 64)
	enqueue := func(flags, offset, size uint64) error {
		_, _, err := f.queue.EnqueueMapBuffer(BufferMap{Buffer: b, Flags: flags, Offset: offset, Size: size},
			EventArgs{})
		return err
	}
	unmap := func(offset uintptr) error {
		return second(f.queue.EnqueueUnmapMemObject(b, b.address+offset, EventArgs{}))
	}
	checkStatuses(t, []statusCase{
		{"writing", enqueue(cl.MapWrite, 16, 16), cl.Success},
		{"the last byte again", enqueue(cl.MapWrite, 31, 8), cl.InvalidOperation},
		{"around it", enqueue(cl.MapWriteInvalidateRegion, 0, 64), cl.InvalidOperation},
		{"after it", enqueue(cl.MapWrite, 32, 8), cl.Success},
		{"before it", enqueue(cl.MapRead|cl.MapWrite, 8, 8), cl.Success},
		{"reading the same", enqueue(cl.MapRead, 16, 8), cl.Success},
		{"reading it twice", enqueue(cl.MapRead, 16, 8), cl.Success},
		{"unmap a reading", unmap(16), cl.Success},
		{"unmap a reading", unmap(16), cl.Success},
		{"unmap the writing", unmap(16), cl.Success},
		{"unmap once too often", unmap(16), cl.InvalidValue},
		{"writing again", enqueue(cl.MapWrite, 16, 16), cl.Success},
	})
	if n := b.countMaps(); n != 3 {
		t.Errorf("%d mappings, not 3", n)
	}
}

func TestMapErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	b := f.buffer(0, 64)
	good := BufferMap{Buffer: b, Flags: cl.MapRead, Size: 64}
	call := func(q *CommandQueue, m BufferMap, e EventArgs) error {
		_, _, err := q.EnqueueMapBuffer(m, e)
		return err
	}
	try := func(change func(*BufferMap)) error {
		m := good
		change(&m)
		return call(f.queue, m, EventArgs{})
	}
	flagged := func(memFlags, mapFlags uint64) error {
		return try(func(m *BufferMap) { m.Buffer = f.buffer(memFlags, 64); m.Flags = mapFlags })
	}
	checkStatuses(t, append(f.badWaits(func(e EventArgs) error { return call(f.queue, good, e) }), []statusCase{
		{"no queue", call(nil, good, EventArgs{}), cl.InvalidCommandQueue},
		{"no buffer", try(func(m *BufferMap) { m.Buffer = nil }), cl.InvalidMemObject},
		{"foreign buffer", try(func(m *BufferMap) { m.Buffer = f.other.buffer(0, 64) }), cl.InvalidContext},
		{"beyond the end", try(func(m *BufferMap) { m.Offset = 1 }), cl.InvalidValue},
		{"nothing", try(func(m *BufferMap) { m.Size = 0 }), cl.InvalidValue},
		{"unknown flags", try(func(m *BufferMap) { m.Flags = 8 }), cl.InvalidValue},
		{"exclusive flags", try(func(m *BufferMap) {
			m.Flags = cl.MapRead | cl.MapWriteInvalidateRegion
		}), cl.InvalidValue},
		{"read a write-only", flagged(cl.MemHostWriteOnly, cl.MapRead), cl.InvalidOperation},
		{"write a read-only", flagged(cl.MemHostReadOnly, cl.MapWrite), cl.InvalidOperation},
		{"invalidate a read-only", flagged(cl.MemHostReadOnly, cl.MapWriteInvalidateRegion), cl.InvalidOperation},
		{"no access", flagged(cl.MemHostNoAccess, cl.MapRead), cl.InvalidOperation},
	}...))
}

func TestUnmapAndMigrateErrors(t *testing.T) {
	f := newQueueFixture(t, 0)
	b := f.buffer(0, 64)
	ptr, _, err := f.queue.EnqueueMapBuffer(BufferMap{Buffer: b, Flags: cl.MapRead, Size: 64}, EventArgs{})
	f.mustWork(err)
	var none *CommandQueue
	foreign := f.other.buffer(0, 64)
	foreign.addMap(mapping{place: placeAt(foreign.address, image.Place{})})
	foreignPtr := foreign.address
	migrate := func(flags uint64, objects ...*MemObject) error {
		return second(f.queue.EnqueueMigrateMemObjects(objects, flags, EventArgs{}))
	}
	checkStatuses(t, append(f.badWaits(func(e EventArgs) error {
		return second(f.queue.EnqueueUnmapMemObject(b, ptr, e))
	}), []statusCase{
		{"no queue", second(none.EnqueueUnmapMemObject(b, ptr, EventArgs{})), cl.InvalidCommandQueue},
		{"no object", second(f.queue.EnqueueUnmapMemObject(nil, ptr, EventArgs{})), cl.InvalidMemObject},
		{"not mapped there", second(f.queue.EnqueueUnmapMemObject(b, ptr-1, EventArgs{})), cl.InvalidValue},
		{"inside the mapping", second(f.queue.EnqueueUnmapMemObject(b, ptr+4, EventArgs{})), cl.InvalidValue},
		{"foreign object", second(f.queue.EnqueueUnmapMemObject(foreign, foreignPtr, EventArgs{})), cl.InvalidContext},
		{"migrate: no queue", second(none.EnqueueMigrateMemObjects([]*MemObject{b}, 0, EventArgs{})),
			cl.InvalidCommandQueue},
		{"migrate: foreign", migrate(0, b, foreign), cl.InvalidContext},
		{"migrate: no object", migrate(0, b, nil), cl.InvalidMemObject},
		{"migrate: none", migrate(0), cl.InvalidValue},
		{"migrate: unknown flags", migrate(1<<9, b), cl.InvalidValue},
		{"migrate", migrate(cl.MigrateMemObjectHost|cl.MigrateMemObjectContentUndefined, b), cl.Success},
	}...))
	checkStatuses(t, f.badWaits(func(e EventArgs) error {
		return second(f.queue.EnqueueMigrateMemObjects([]*MemObject{b}, 0, e))
	}))
}

// TestCommandsHoldBuffers releases a buffer while a command that uses it waits.
func TestCommandsHoldBuffers(t *testing.T) {
	f := newQueueFixture(t, 0)
	b := f.buffer(0, 64)
	gone := make(chan bool, 1)
	f.mustWork(b.SetDestructorCallback(func() { gone <- true }))
	user := f.userEvent()
	_, err := f.queue.EnqueueFillBuffer(BufferFill{Buffer: b, Pattern: []byte{1}, PatternSize: 1, Size: 64},
		EventArgs{Wait: []*Event{user}})
	f.mustWork(err)
	f.mustWork(b.Release())
	if len(gone) != 0 {
		t.Error("the buffer went although a command needs it")
	}
	f.mustWork(user.SetUserStatus(cl.Complete))
	f.mustWork(f.queue.Finish())
	<-gone
}
