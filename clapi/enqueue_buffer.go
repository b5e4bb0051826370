package clapi

import (
	"runtime/debug"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
)

// smallTransferBytes is the size up to which a transfer is done inside the enqueue call, a few microseconds.
const smallTransferBytes = 32 << 10

// BufferTransfer is the parameters of clEnqueueReadBuffer and clEnqueueWriteBuffer.
type BufferTransfer struct {
	Buffer       *MemObject
	Blocking     bool
	Offset, Size uint64
	HostPtr      uintptr
}

// EnqueueReadBuffer is clEnqueueReadBuffer.
func (q *CommandQueue) EnqueueReadBuffer(t BufferTransfer, e EventArgs) (*Event, error) {
	if err := q.checkTransfer(&t, e, hostReads); err != nil {
		return nil, err
	}
	c := q.device.takeCopyCommand()
	c.to, c.from, c.size = t.HostPtr, t.Buffer.address+uintptr(t.Offset), t.Size
	return q.enqueueCopy(c, placement{kind: cl.CommandReadBuffer, blocking: t.Blocking}, e, t.Buffer, nil)
}

// EnqueueWriteBuffer is clEnqueueWriteBuffer.
func (q *CommandQueue) EnqueueWriteBuffer(t BufferTransfer, e EventArgs) (*Event, error) {
	if err := q.checkTransfer(&t, e, hostWrites); err != nil {
		return nil, err
	}
	c := q.device.takeCopyCommand()
	c.to, c.from, c.size = t.Buffer.address+uintptr(t.Offset), t.HostPtr, t.Size
	return q.enqueueCopy(c, placement{kind: cl.CommandWriteBuffer, blocking: t.Blocking}, e, t.Buffer, nil)
}

func (q *CommandQueue) checkTransfer(t *BufferTransfer, e EventArgs, access hostAccess) error {
	if err := q.checkOneBuffer(t.Buffer, e); err != nil {
		return err
	}
	if err := q.checkRange("buffer", t.Buffer, t.Offset, t.Size); err != nil {
		return err
	}
	if t.HostPtr == 0 {
		return q.context.fail(cl.InvalidValue, "ptr is NULL")
	}
	return q.checkWaitAndAccess(t.Buffer, e, access)
}

// checkOneBuffer is the beginning of the error lists of calls with one buffer.
func (q *CommandQueue) checkOneBuffer(b *MemObject, e EventArgs) error {
	if err := q.check(); err != nil {
		return err
	}
	if err := q.checkBufferContext("buffer", b); err != nil {
		return err
	}
	if err := q.checkWaitContext(e.Wait); err != nil {
		return err
	}
	return q.checkBuffer("buffer", b)
}

// checkWaitAndAccess is the end of the error lists of transfers between a buffer and the host.
func (q *CommandQueue) checkWaitAndAccess(b *MemObject, e EventArgs, access hostAccess) error {
	if err := q.checkWaitList(e.Wait); err != nil {
		return err
	}
	if err := q.checkSubBuffer("buffer", b); err != nil {
		return err
	}
	return q.checkHostAccess(b, access)
}

// BufferCopy is the parameters of clEnqueueCopyBuffer.
type BufferCopy struct {
	Source, Target             *MemObject
	SourceOffset, TargetOffset uint64
	Size                       uint64
}

// EnqueueCopyBuffer is clEnqueueCopyBuffer.
func (q *CommandQueue) EnqueueCopyBuffer(t BufferCopy, e EventArgs) (*Event, error) {
	if err := q.checkCopy(&t, e); err != nil {
		return nil, err
	}
	c := q.device.takeCopyCommand()
	c.to, c.from = t.Target.address+uintptr(t.TargetOffset), t.Source.address+uintptr(t.SourceOffset)
	c.size = t.Size
	if content := t.Source.contentSize(); content != nil {
		c.held[2], c.begin = content, t.SourceOffset
	}
	return q.enqueueCopy(c, placement{kind: cl.CommandCopyBuffer}, e, t.Source, t.Target)
}

func (q *CommandQueue) checkCopy(t *BufferCopy, e EventArgs) error {
	if err := q.checkTwoBuffers(t.Source, t.Target, e); err != nil {
		return err
	}
	if err := q.checkRange("src_buffer", t.Source, t.SourceOffset, t.Size); err != nil {
		return err
	}
	if err := q.checkRange("dst_buffer", t.Target, t.TargetOffset, t.Size); err != nil {
		return err
	}
	if err := q.checkWaitList(e.Wait); err != nil {
		return err
	}
	from, to := t.Source.address+uintptr(t.SourceOffset), t.Target.address+uintptr(t.TargetOffset)
	if sameMemory(t.Source, t.Target) && from < to+uintptr(t.Size) && to < from+uintptr(t.Size) {
		return q.context.fail(cl.MemCopyOverlap, "%d bytes at %d and at %d of the same memory overlap", t.Size,
			t.SourceOffset, t.TargetOffset)
	}
	return q.checkTarget("dst_buffer", t.Target)
}

// checkTwoBuffers is the beginning of the error lists of copies between buffers.
func (q *CommandQueue) checkTwoBuffers(source, target *MemObject, e EventArgs) error {
	if err := q.check(); err != nil {
		return err
	}
	if err := q.checkBufferContext("src_buffer", source); err != nil {
		return err
	}
	if err := q.checkBufferContext("dst_buffer", target); err != nil {
		return err
	}
	if err := q.checkWaitContext(e.Wait); err != nil {
		return err
	}
	if err := q.checkBuffer("src_buffer", source); err != nil {
		return err
	}
	if err := q.checkBuffer("dst_buffer", target); err != nil {
		return err
	}
	if err := q.checkSubBuffer("src_buffer", source); err != nil {
		return err
	}
	return q.checkSubBuffer("dst_buffer", target)
}

// sameMemory reports whether two objects are, or were made from, the same object.
func sameMemory(a, b *MemObject) bool {
	rootA, _ := a.root()
	rootB, _ := b.root()
	return rootA == rootB
}

// BufferFill is the parameters of clEnqueueFillBuffer. Pattern is nil for NULL; PatternSize is separate so that icd
// need not read a pattern of an impossible size: it passes any non-nil Pattern then.
type BufferFill struct {
	Buffer       *MemObject
	Pattern      []byte // copied before the call returns
	PatternSize  uint64
	Offset, Size uint64
}

// maxPatternBytes is the size of the largest OpenCL type, long16.
const maxPatternBytes = 128

// EnqueueFillBuffer is clEnqueueFillBuffer.
func (q *CommandQueue) EnqueueFillBuffer(f BufferFill, e EventArgs) (*Event, error) {
	if err := q.checkFill(&f, e); err != nil {
		return nil, err
	}
	if err := f.Buffer.take(); err != nil {
		return nil, err
	}
	c := q.device.takeFillCommand()
	c.buffer, c.to, c.size = f.Buffer, f.Buffer.address+uintptr(f.Offset), f.Size
	c.patternSize = copy(c.pattern[:], f.Pattern[:f.PatternSize])
	return q.enqueue(&c.command, c, placement{kind: cl.CommandFillBuffer, small: f.Size <= smallTransferBytes,
		unseen: true, reuse: c}, e)
}

func (q *CommandQueue) checkFill(f *BufferFill, e EventArgs) error {
	if err := q.checkOneBuffer(f.Buffer, e); err != nil {
		return err
	}
	if err := q.checkRange("buffer", f.Buffer, f.Offset, f.Size); err != nil {
		return err
	}
	if f.Pattern == nil {
		return q.context.fail(cl.InvalidValue, "pattern is NULL")
	}
	if n := f.PatternSize; n == 0 || n > maxPatternBytes || n&(n-1) != 0 {
		return q.context.fail(cl.InvalidValue, "pattern_size is %d, not a power of two up to %d", n, maxPatternBytes)
	}
	if f.Offset%f.PatternSize != 0 || f.Size%f.PatternSize != 0 {
		return q.context.fail(cl.InvalidValue, "offset %d and size %d are not multiples of pattern_size %d", f.Offset,
			f.Size, f.PatternSize)
	}
	if err := q.checkWaitList(e.Wait); err != nil {
		return err
	}
	if err := q.checkSubBuffer("buffer", f.Buffer); err != nil {
		return err
	}
	return q.checkTarget("buffer", f.Buffer)
}

// copyCommand copies contiguous bytes.
type copyCommand struct {
	command
	to, from uintptr
	size     uint64
	held     [3]*MemObject // until the command is complete; nil for none; the last tells how much is worth copying
	begin    uint64        // where in the source it begins
}

func (d *Device) takeCopyCommand() *copyCommand {
	if c, ok := d.copyCommands.Get().(*copyCommand); ok {
		return c
	}
	return new(copyCommand)
}

// Reuse keeps the command for a later copy.
func (c *copyCommand) Reuse() {
	d := c.queue.device
	*c = copyCommand{}
	d.copyCommands.Put(c)
}

// enqueueCopy enqueues a copy that uses one or two buffers.
func (q *CommandQueue) enqueueCopy(c *copyCommand, p placement, e EventArgs, first, second *MemObject) (*Event, error) {
	c.held[0], c.held[1] = first, second
	if err := holdAll(c.held[:]); err != nil {
		return nil, err
	}
	p.small, p.unseen, p.reuse = c.size <= smallTransferBytes, true, c
	return q.enqueue(&c.command, c, p, e)
}

func (c *copyCommand) Run() cl.Status {
	c.lockMemory()
	defer c.unlockMemory()
	// an invalid host pointer fails the command, not the process
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	size := c.size
	if content := c.held[2]; content != nil {
		used := *hostmem.At[uint64](uint64(content.address))
		size = min(size, max(used, c.begin)-c.begin)
	}
	hostmem.Copy(c.to, c.from, size)
	return cl.Success
}

func (c *copyCommand) Release() {
	dropAll(c.held[:])
	c.command.Release()
}

// fillCommand repeats a pattern.
type fillCommand struct {
	command
	buffer      *MemObject // held until the command is complete
	to          uintptr
	size        uint64
	pattern     [maxPatternBytes]byte
	patternSize int
}

func (d *Device) takeFillCommand() *fillCommand {
	if c, ok := d.fillCommands.Get().(*fillCommand); ok {
		return c
	}
	return new(fillCommand)
}

// Reuse keeps the command for a later fill.
func (c *fillCommand) Reuse() {
	d := c.queue.device
	*c = fillCommand{}
	d.fillCommands.Put(c)
}

func (c *fillCommand) Run() cl.Status {
	c.lockMemory()
	defer c.unlockMemory()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	fill(c.to, c.size, c.pattern[:c.patternSize])
	return cl.Success
}

// fill fills memory with a pattern.
func fill(to uintptr, bytes uint64, pattern []byte) {
	stream := bytes >= fillStreamBytes
	if stream {
		defer hostmem.StreamEnd()
	}
	repeat(to, bytes, pattern, stream)
}

// fillStreamBytes is the size from which on fills go around the caches. They use less memory than a copy of as much.
const fillStreamBytes = hostmem.StreamBytes / 2 * 3

// fillChunkBytes is how much of a pattern is prepared to be copied; it stays in the cache.
const fillChunkBytes = 16 << 10

// repeat fills memory with a pattern, by copies of a chunk at its beginning. stream: as with hostmem.CopyRows.
func repeat(to uintptr, bytes uint64, pattern []byte, stream bool) {
	if bytes == 0 {
		return
	}
	size := min(fillChunkBytes-fillChunkBytes%uint64(len(pattern)), bytes)
	chunk := hostmem.Bytes(to, size)
	for done := copy(chunk, pattern); done < len(chunk); {
		done += copy(chunk[done:], chunk[:done])
	}
	count := bytes / size
	rest := hostmem.Rows{Address: to + uintptr(size), Pitch: size}
	hostmem.CopyRows(rest, hostmem.Rows{Address: to}, size, count-1, stream)
	copy(hostmem.Bytes(to+uintptr(count*size), bytes-count*size), chunk)
}

func (c *fillCommand) Release() {
	c.buffer.dropLater()
	c.command.Release()
}

// holdAll takes a hold of each of the objects, or of none; nil stands for none.
func holdAll(objects []*MemObject) error {
	for i, m := range objects {
		if m == nil {
			continue
		}
		if err := m.take(); err != nil {
			dropAll(objects[:i])
			return err
		}
	}
	return nil
}

// dropAll gives up the holds. It may run on a worker.
func dropAll(objects []*MemObject) {
	for _, m := range objects {
		if m != nil {
			m.dropLater()
		}
	}
}
