package clapi

import (
	"slices"

	"heddle/clapi/cl"
	"heddle/events"
)

// This file and its neighbours hold queues, events and all that is enqueued. For the caller (icd), beyond doc.go:
//
//   - Wait lists: nil is (0, NULL). A non-NULL list with a count of 0 is a non-nil empty slice; a NULL list with a
//     count above 0 is []*Event{nil}. A handle that is no event is a nil *Event in the slice. The checker then answers
//     with CL_INVALID_EVENT_WAIT_LIST.
//   - EventArgs.WantEvent says that the caller's event pointer is not NULL. If it is false, the returned event is nil;
//     if it is true and the error is nil, give the event its handle with SetHandle.
//   - Sizes and offsets of three elements are slices; nil is NULL. Origins in images have as many elements as the
//     image's OriginCount says, since some with mip levels have four; a fill colour has FillColourBytes. Those of an
//     NDRange have WorkDim elements; when WorkDim is not 1, 2 or 3 pass nil for all. Slices are not kept.
//   - Pointers of the application are uintptr, 0 for NULL.
//   - A blocking call returns when the command is complete.
//
// The methods:
//
//	(*Context) CreateCommandQueue(device *Device, properties uint64) (*CommandQueue, error)
//	(*Context) CreateCommandQueueWithProperties(device *Device, properties []uint64) (*CommandQueue, error)
//	(*CommandQueue) Retain() error; Release() error
//	(*CommandQueue) GetInfo(name uint32, out InfoTarget) (uint64, error)
//	(*CommandQueue) SetProperty(properties uint64, enable bool) (old uint64, err error)
//	(*CommandQueue) Flush() error; Finish() error
//
//	(*CommandQueue) EnqueueReadBuffer(BufferTransfer, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueWriteBuffer(BufferTransfer, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueReadBufferRect(RectTransfer, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueWriteBufferRect(RectTransfer, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueCopyBuffer(BufferCopy, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueCopyBufferRect(RectCopy, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueFillBuffer(BufferFill, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueMapBuffer(BufferMap, EventArgs) (uintptr, *Event, error)
//	(*CommandQueue) EnqueueReadImage(ImageTransfer, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueWriteImage(ImageTransfer, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueCopyImage(ImageCopy, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueCopyImageToBuffer(ImageBufferCopy, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueCopyBufferToImage(ImageBufferCopy, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueFillImage(ImageFill, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueMapImage(ImageMap, EventArgs) (MappedImage, *Event, error)
//	(*CommandQueue) EnqueueUnmapMemObject(object *MemObject, mapped uintptr, e EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueMigrateMemObjects(objects []*MemObject, flags uint64, e EventArgs) (*Event, error)
//
//	(*CommandQueue) EnqueueSVMMemcpy(PointerCopy, EventArgs) (*Event, error); EnqueueMemcpyINTEL
//	(*CommandQueue) EnqueueSVMMemFill(PointerFill, EventArgs) (*Event, error); EnqueueMemFillINTEL
//	(*CommandQueue) EnqueueSVMMap(PointerMap, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueSVMUnmap(pointer uintptr, e EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueSVMMigrateMem(PointerMigration, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueSVMFree(PointerFree, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueMigrateMemINTEL(PointerHint, EventArgs) (*Event, error); EnqueueMemAdviseINTEL
//
//	(*CommandQueue) EnqueueNDRangeKernel(k *Kernel, n *NDRange, e EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueTask(k *Kernel, e EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueNativeKernel(NativeKernel, EventArgs) (*Event, error)
//
//	(*CommandQueue) EnqueueMarkerWithWaitList(EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueBarrierWithWaitList(EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueMarker(wantEvent bool) (*Event, error) // 1.1; wantEvent false: CL_INVALID_VALUE
//	(*CommandQueue) EnqueueBarrier() error                        // 1.1
//	(*CommandQueue) EnqueueWaitForEvents(list []*Event) error     // 1.1
//
//	(*Context) CreateSemaphore(list []uint64, find func(uintptr) *Device) (*Semaphore, error)
//	(*Semaphore) Retain() error; Release() error; ReImport(hasProperties bool, fd int) error
//	(*Semaphore) GetHandle(device *Device, kind uint32, sizeBytes uint64, wanted bool) (fd int, err error)
//	(*Semaphore) GetInfo(name uint32, out InfoTarget) (uint64, error)
//	(*CommandQueue) EnqueueWaitSemaphores(count uint32, []*Semaphore, EventArgs) (*Event, error)
//	(*CommandQueue) EnqueueSignalSemaphores(count uint32, []*Semaphore, EventArgs) (*Event, error)
//
//	CreateCommandBuffer(count uint32, queues []*CommandQueue, properties []uint64) (*CommandBuffer, error)
//	(*CommandBuffer) Retain() error; Release() error
//	(*CommandBuffer) Finalize() error
//	(*CommandBuffer) GetInfo(name uint32, out InfoTarget) (uint64, error)
//	(*CommandBuffer) CopyBuffer(BufferCopy, RecordArgs) (point uint32, err error); CopyBufferRect, CopyBufferToImage,
//		CopyImage, CopyImageToBuffer, FillBuffer, FillImage, SVMMemcpy, SVMMemFill, Barrier the same
//	(*CommandBuffer) NDRangeKernel(*Kernel, *NDRange, RecordArgs) (point uint32, command *MutableCommand, err error)
//	(*CommandBuffer) Enqueue(count uint32, queues []*CommandQueue, e EventArgs) (*Event, error)
//	(*CommandBuffer) Update(MutableUpdate, Finder) error
//	(*CommandBuffer) Remap(RemapRequest) (*CommandBuffer, []*MutableCommand, error)
//	(*MutableCommand) GetInfo(name uint32, out InfoTarget) (uint64, error)
//
//	(*Context) CreateUserEvent() (*Event, error)
//	(*Event) Retain() error; Release() error
//	(*Event) GetInfo(name uint32, out InfoTarget) (uint64, error)
//	(*Event) GetProfilingInfo(name uint32, out InfoTarget) (uint64, error)
//	(*Event) SetUserStatus(status int32) error
//	(*Event) SetCallback(callbackType int32, callback func(status int32)) error // called on a thread of its own
//	WaitForEvents(list []*Event) error // a handle that is no event is nil in the list; nil is a NULL list

// EventArgs are the last three parameters of every enqueue call.
type EventArgs struct {
	Wait      []*Event
	WantEvent bool

	into *recording // not nil: the command is recorded into a command-buffer instead
}

// command is the base of all commands: a node of the graph with its queue. The types that embed it implement
// events.Work.
type command struct {
	events.Command
	queue *CommandQueue // held until the command is complete
}

// lockMemory lets a command that writes memory wait until no launch is being verified.
func (c *command) lockMemory() {
	if lock := c.queue.device.memory; lock != nil {
		lock.RLock()
	}
}

func (c *command) unlockMemory() {
	if lock := c.queue.device.memory; lock != nil {
		lock.RUnlock()
	}
}

// placement is how a command is put into its queue.
type placement struct {
	kind     uint32 // CL_COMMAND_*
	blocking bool
	small    bool              // takes a few microseconds at most
	unseen   bool              // nothing but its event looks at the command
	afterAll bool              // waits for all earlier commands
	fence    bool              // later commands wait for it
	reuse    events.Reusable   // the owner of the command's memory, where it has no event; may be nil
	after    []*events.Command // what it waits for, beside the wait list
}

// enqueue puts a checked command into the queue, and for a blocking call waits for it. The command already holds all
// objects that its work needs; its Release gives them up also when the call fails here.
func (q *CommandQueue) enqueue(c *command, work events.Work, p placement, e EventArgs) (*Event, error) {
	after := append(commandsOf(e.Wait), p.after...)
	if err := q.checkEnqueue(p, after); err != nil {
		work.Release()
		return nil, err
	}
	c.queue = q
	if e.into != nil {
		e.into.take(work, p)
		return nil, nil
	}
	if p.unseen && (p.small || p.blocking) && !e.WantEvent && len(after) == 0 {
		if status, isDone := q.graph.RunNow(work); isDone {
			return nil, q.endNow(status, p)
		}
	}
	var event *Event
	if e.WantEvent {
		event = newEvent(q.context, q, &c.Command, p.kind)
	}
	if e.WantEvent || p.blocking { // the command is looked at after its end
		p.reuse = nil
	}
	q.graph.Enqueue(&c.Command, events.Request{Work: work, After: after,
		AfterAll: p.afterAll, Fence: p.fence, Inline: p.small || p.blocking, Reuse: p.reuse})
	if !p.blocking || events.Wait(&c.Command) {
		return event, nil
	}
	if event != nil {
		event.drop()
	}
	return nil, q.failBlocking(c.Failed())
}

// endNow is the answer of a call whose command has run within it.
func (q *CommandQueue) endNow(status cl.Status, p placement) error {
	if p.reuse != nil {
		p.reuse.Reuse()
	}
	if p.blocking && status < 0 {
		return q.failBlocking(status)
	}
	return nil
}

func (q *CommandQueue) failBlocking(status cl.Status) error {
	return q.context.fail(status, "the blocking command or a command it waited for failed")
}

// checkEnqueue holds the queue for a command, unless the call would wait for ever.
func (q *CommandQueue) checkEnqueue(p placement, after []*events.Command) error {
	if p.blocking {
		waits := func(inside *events.Command) bool { return inside.HoldsUpNext(q.graph, after) }
		if err := q.context.checkBlocking(waits); err != nil {
			return err
		}
	}
	return q.take()
}

// Release gives up the common holds of all commands, if they were taken. Commands that hold more call it last.
func (c *command) Release() {
	if c.queue != nil {
		c.queue.dropLater()
	}
}

// emptyCommand has no work: markers, barriers, and calls whose effect exists already because device memory is host
// memory.
type emptyCommand struct {
	command
	objects []*MemObject // held until the command is complete
}

func (c *emptyCommand) Run() cl.Status { return cl.Success }

func (c *emptyCommand) Release() {
	dropAll(c.objects)
	c.command.Release()
}

// enqueueEmpty enqueues a command without work that keeps the objects. Where it would be complete at once there is no
// command, only its event.
func (q *CommandQueue) enqueueEmpty(p placement, e EventArgs, objects ...*MemObject) (*Event, error) {
	if err := holdAll(objects); err != nil {
		return nil, err
	}
	if q.passes(p, e) {
		defer dropAll(objects)
		return q.pass(p, e)
	}
	c := &emptyCommand{objects: slices.Clone(objects)}
	p.small = true
	return q.enqueue(&c.command, c, p, e)
}

// passes reports whether a command without work would be complete at once.
func (q *CommandQueue) passes(p placement, e EventArgs) bool {
	if e.into != nil || len(p.after) != 0 {
		return false
	}
	for _, event := range e.Wait {
		if event.command.Status() != cl.Complete {
			return false
		}
	}
	return q.graph.Pass(events.Request{AfterAll: p.afterAll, Fence: p.fence})
}

// pass is enqueueEmpty for such a command.
func (q *CommandQueue) pass(p placement, e EventArgs) (*Event, error) {
	if err := q.take(); err != nil {
		return nil, err
	}
	defer q.dropLater()
	if !e.WantEvent {
		return nil, nil
	}
	return newEvent(q.context, q, q.graph.Passed(), p.kind), nil
}
