package clapi

import (
	"heddle/clapi/cl"
	"heddle/events"
)

// RecordArgs are the parameters that all calls share which record a command.
type RecordArgs struct {
	Queue      *CommandQueue // nil for one that is not valid
	HasQueue   bool          // command_queue is not NULL
	Properties []uint64
	WaitCount  uint32   // num_sync_points_in_wait_list
	Wait       []uint32 // sync_point_wait_list; nil for NULL
	WantHandle bool     // mutable_handle is not NULL
}

// recording takes the work that an enqueue call has checked and made, in the place of the queue.
type recording struct {
	work events.Work
	p    placement
}

// take is CommandQueue.enqueue for a recording.
func (r *recording) take(work events.Work, p placement) { r.work, r.p = work, p }

// CopyBuffer is clCommandCopyBufferKHR. The sync-point of a recorded command is its number, from 1 on.
func (b *CommandBuffer) CopyBuffer(t BufferCopy, r RecordArgs) (point uint32, err error) {
	return b.record(&r, func(q *CommandQueue, e EventArgs) (*Event, error) { return q.EnqueueCopyBuffer(t, e) })
}

// CopyBufferRect is clCommandCopyBufferRectKHR.
func (b *CommandBuffer) CopyBufferRect(t RectCopy, r RecordArgs) (point uint32, err error) {
	return b.record(&r, func(q *CommandQueue, e EventArgs) (*Event, error) { return q.EnqueueCopyBufferRect(t, e) })
}

// CopyBufferToImage is clCommandCopyBufferToImageKHR.
func (b *CommandBuffer) CopyBufferToImage(t ImageBufferCopy, r RecordArgs) (point uint32, err error) {
	return b.record(&r, func(q *CommandQueue, e EventArgs) (*Event, error) { return q.EnqueueCopyBufferToImage(t, e) })
}

// CopyImageToBuffer is clCommandCopyImageToBufferKHR.
func (b *CommandBuffer) CopyImageToBuffer(t ImageBufferCopy, r RecordArgs) (point uint32, err error) {
	return b.record(&r, func(q *CommandQueue, e EventArgs) (*Event, error) { return q.EnqueueCopyImageToBuffer(t, e) })
}

// CopyImage is clCommandCopyImageKHR.
func (b *CommandBuffer) CopyImage(t ImageCopy, r RecordArgs) (point uint32, err error) {
	return b.record(&r, func(q *CommandQueue, e EventArgs) (*Event, error) { return q.EnqueueCopyImage(t, e) })
}

// FillBuffer is clCommandFillBufferKHR.
func (b *CommandBuffer) FillBuffer(f BufferFill, r RecordArgs) (point uint32, err error) {
	return b.record(&r, func(q *CommandQueue, e EventArgs) (*Event, error) { return q.EnqueueFillBuffer(f, e) })
}

// FillImage is clCommandFillImageKHR.
func (b *CommandBuffer) FillImage(f ImageFill, r RecordArgs) (point uint32, err error) {
	return b.record(&r, func(q *CommandQueue, e EventArgs) (*Event, error) { return q.EnqueueFillImage(f, e) })
}

// SVMMemcpy is clCommandSVMMemcpyKHR.
func (b *CommandBuffer) SVMMemcpy(t PointerCopy, r RecordArgs) (point uint32, err error) {
	return b.record(&r, func(q *CommandQueue, e EventArgs) (*Event, error) { return q.EnqueueSVMMemcpy(t, e) })
}

// SVMMemFill is clCommandSVMMemFillKHR.
func (b *CommandBuffer) SVMMemFill(f PointerFill, r RecordArgs) (point uint32, err error) {
	return b.record(&r, func(q *CommandQueue, e EventArgs) (*Event, error) { return q.EnqueueSVMMemFill(f, e) })
}

// Barrier is clCommandBarrierWithWaitListKHR. Without a wait list it waits for all that was recorded before.
func (b *CommandBuffer) Barrier(r RecordArgs) (point uint32, err error) {
	if err := b.use(); err != nil {
		return 0, err
	}
	defer b.drop()
	queue, err := b.start(&r)
	if err != nil {
		return 0, err
	}
	if err := b.checkPlain(&r); err != nil {
		return 0, err
	}
	return b.append(&step{kind: cl.CommandBarrier, queue: queue}, &r)
}

// record makes a step of what an enqueue call checks and makes.
func (b *CommandBuffer) record(r *RecordArgs, enqueue func(*CommandQueue, EventArgs) (*Event, error)) (uint32, error) {
	if err := b.use(); err != nil {
		return 0, err
	}
	defer b.drop()
	queue, err := b.start(r)
	if err != nil {
		return 0, err
	}
	if err := b.checkPlain(r); err != nil {
		return 0, err
	}
	var made recording
	if _, err := enqueue(b.queues[queue], EventArgs{into: &made}); err != nil {
		return 0, err
	}
	return b.append(made.step(queue), r)
}

// step is the step that has been recorded.
func (r *recording) step(queue int) *step {
	one := &step{kind: r.p.kind, work: r.work, queue: queue, isSmall: r.p.small}
	one.keep()
	return one
}

// start is the beginning of the error lists of calls that record; it finds the index of the queue. The caller holds the
// buffer.
func (b *CommandBuffer) start(r *RecordArgs) (queue int, err error) {
	if queue, err = b.indexOf(r); err != nil {
		return 0, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return queue, b.checkRecordingLocked()
}

func (b *CommandBuffer) checkRecordingLocked() error {
	if b.isFinal {
		return b.context.fail(cl.InvalidOperation, "the command-buffer is finalised")
	}
	return nil
}

func (b *CommandBuffer) indexOf(r *RecordArgs) (int, error) {
	if !r.HasQueue {
		if len(b.queues) > 1 {
			return 0, b.context.fail(cl.InvalidCommandQueue, "command_queue is NULL, but the command-buffer has %d "+
				"queues", len(b.queues))
		}
		return 0, nil
	}
	if r.Queue == nil {
		return 0, b.context.fail(cl.InvalidCommandQueue, "command_queue is not a valid command-queue")
	}
	if r.Queue.context != b.context {
		return 0, b.context.fail(cl.InvalidContext, "command_queue is of another context than command_buffer")
	}
	for i, q := range b.queues {
		if q == r.Queue {
			return i, nil
		}
	}
	return 0, b.context.fail(cl.InvalidCommandQueue, "command_queue is none of the command-buffer's")
}

// checkPlain is for commands without properties and handles.
func (b *CommandBuffer) checkPlain(r *RecordArgs) error {
	if len(r.Properties) > 0 {
		return b.context.fail(cl.InvalidValue, "property %#x is unknown", r.Properties[0])
	}
	if r.WantHandle {
		return b.context.fail(cl.InvalidValue, "mutable_handle is not NULL")
	}
	return nil
}

// append records a step, or gives up what it holds.
func (b *CommandBuffer) append(one *step, r *RecordArgs) (point uint32, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err = b.checkRecordingLocked(); err == nil {
		err = b.checkPointsLocked(r)
	}
	if err != nil {
		one.users.Store(1)
		one.drop()
		return 0, err
	}
	isBarrier := one.kind == cl.CommandBarrier
	wave := b.present.waveAfter(r.Wait)
	if isBarrier && r.Wait == nil {
		wave = b.order.latest
	}
	one.wave = b.order.add(wave, one.queue, b.queues[one.queue].isInOrder(), isBarrier)
	b.present.append(one)
	return uint32(len(b.present.steps)), nil
}

func (b *CommandBuffer) checkPointsLocked(r *RecordArgs) error {
	if (r.Wait == nil) != (r.WaitCount == 0) {
		return b.context.fail(cl.InvalidSyncPointWaitListKhr, "sync_point_wait_list is NULL and "+
			"num_sync_points_in_wait_list is %d, or the reverse", r.WaitCount)
	}
	for i, point := range r.Wait {
		if point == 0 || uint64(point) > uint64(len(b.present.steps)) {
			return b.context.fail(cl.InvalidSyncPointWaitListKhr, "sync_point_wait_list[%d] is %d, no sync-point of "+
				"the command-buffer", i, point)
		}
	}
	return nil
}

// isInOrder reports whether the queue runs commands in order.
func (q *CommandQueue) isInOrder() bool {
	return q.properties.bits.Load()&cl.QueueOutOfOrderExecModeEnable == 0
}
