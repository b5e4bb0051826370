package clapi

import (
	"sync"

	"heddle/clapi/cl"
)

// CommandBuffer is a command-buffer (cl_khr_command_buffer with _mutable_dispatch and _multi_device): commands that are
// checked when they are recorded, and run together as one command of a queue, as often as the application likes.
//
// Its files: command_buffer.go (the object), command_buffer_record.go (recording), command_sequence.go (what is
// recorded, and its order), command_buffer_enqueue.go (running it), mutable_command.go and mutable_update.go (changes
// of recorded kernels), command_buffer_remap.go (a copy for other queues).
type CommandBuffer struct {
	Object
	context    *Context        // that of the queues, which hold it
	queues     []*CommandQueue // held; immutable
	flags      uint64          // CL_COMMAND_BUFFER_*_KHR
	asserts    uint64          // CL_MUTABLE_DISPATCH_ASSERT_*_KHR
	properties []uint64        // as given, with the terminating zero; nil for NULL

	mu      sync.Mutex
	isFinal bool              // guarded by mu: nothing can be recorded any more
	order   order             // guarded by mu: what the next command has to wait for
	present *sequence         // guarded by mu: what is recorded; not shared while recording
	handed  []*MutableCommand // guarded by mu: those that the application has handles of
}

const (
	commandBufferFlags = cl.CommandBufferSimultaneousUseKhr | cl.CommandBufferMutableKhr |
		cl.CommandBufferDeviceSideSyncKhr
	commandBufferCapabilities = cl.CommandBufferCapabilityKernelPrintfKhr |
		cl.CommandBufferCapabilityDeviceSideEnqueueKhr |
		cl.CommandBufferCapabilitySimultaneousUseKhr | cl.CommandBufferCapabilityMultipleQueueKhr
	commandBufferPlatform = cl.CommandBufferPlatformUniversalSyncKhr | cl.CommandBufferPlatformRemapQueuesKhr
	mutableFields         = cl.MutableDispatchGlobalOffsetKhr | cl.MutableDispatchGlobalSizeKhr |
		cl.MutableDispatchLocalSizeKhr | cl.MutableDispatchArgumentsKhr | cl.MutableDispatchExecInfoKhr
	mutableAsserts = cl.MutableDispatchAssertNoAdditionalWorkGroupsKhr
)

// CreateCommandBuffer is clCreateCommandBufferKHR. queues is nil for NULL; its elements are as doc.go says of lists.
func CreateCommandBuffer(count uint32, queues []*CommandQueue, properties []uint64) (*CommandBuffer, error) {
	if count == 0 || queues == nil {
		return nil, fail(cl.InvalidValue, "num_queues is %d, and queues is NULL or not", count)
	}
	if err := checkQueuesOfOneContext(queues); err != nil {
		return nil, err
	}
	if err := queues[0].context.checkAlive(); err != nil {
		return nil, err
	}
	b := &CommandBuffer{context: queues[0].context, queues: queues, properties: withEnd(properties)}
	if err := b.setProperties(properties); err != nil {
		return nil, err
	}
	if b.flags&cl.CommandBufferDeviceSideSyncKhr != 0 && len(queues) > 1 {
		return nil, b.context.fail(cl.IncompatibleCommandQueueKhr, "several queues are synchronised on the host, "+
			"and CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR is set")
	}
	return b.begin(&sequence{})
}

// begin makes the buffer an object that lives.
func (b *CommandBuffer) begin(present *sequence) (*CommandBuffer, error) {
	for i, q := range b.queues {
		if err := q.take(); err != nil {
			dropEach(b.queues[:i])
			return nil, err
		}
	}
	present.users.Store(1)
	b.present = present
	b.init("command-buffer", cl.InvalidCommandBufferKhr, b.destroyBuffer)
	return b, nil
}

func checkQueuesOfOneContext(queues []*CommandQueue) error {
	for i, q := range queues {
		if q == nil || q.graph == nil {
			return fail(cl.InvalidCommandQueue, "queues[%d] is not a valid command-queue of the host", i)
		}
		if q.context != queues[0].context {
			return q.context.fail(cl.InvalidContext, "queues[%d] is of another context than queues[0]", i)
		}
	}
	return nil
}

func (b *CommandBuffer) setProperties(list []uint64) error {
	seen := map[uint64]bool{}
	for i := 0; i+1 < len(list); i += 2 {
		name, value := list[i], list[i+1]
		if seen[name] {
			return b.context.fail(cl.InvalidValue, "property %#x is given twice", name)
		}
		seen[name] = true
		switch {
		case name == cl.CommandBufferFlagsKhr && value&^uint64(commandBufferFlags) == 0:
			b.flags = value
		case name == cl.CommandBufferMutableDispatchAssertsKhr && value&^uint64(mutableAsserts) == 0:
			b.asserts = value
		default:
			return b.context.fail(cl.InvalidValue, "property %#x is unknown, or its value %#x", name, value)
		}
	}
	return nil
}

func (b *CommandBuffer) destroyBuffer() {
	for _, m := range b.handed {
		m.drop()
	}
	b.present.drop()
	dropEach(b.queues)
}

// Retain is clRetainCommandBufferKHR.
func (b *CommandBuffer) Retain() error {
	if err := b.check(); err != nil {
		return err
	}
	return b.retain()
}

// Release is clReleaseCommandBufferKHR.
func (b *CommandBuffer) Release() error {
	if err := b.check(); err != nil {
		return err
	}
	return b.release()
}

// Finalize is clFinalizeCommandBufferKHR.
func (b *CommandBuffer) Finalize() error {
	if err := b.use(); err != nil {
		return err
	}
	defer b.drop()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.isFinal {
		return b.context.fail(cl.InvalidOperation, "the command-buffer is finalised already")
	}
	b.isFinal = true
	b.present.finish()
	return nil
}

// check answers for a handle that was no command-buffer.
func (b *CommandBuffer) check() error {
	if b == nil {
		return fail(cl.InvalidCommandBufferKhr, "command_buffer is not a valid command-buffer")
	}
	return nil
}

// use is check, and a hold for the time of the call: another thread may release the buffer meanwhile.
func (b *CommandBuffer) use() error {
	if err := b.check(); err != nil {
		return err
	}
	return b.take()
}

// commandBufferInfo answers clGetCommandBufferInfoKHR.
var commandBufferInfo = lazyInfo(func() infoTable[*CommandBuffer] {
	return infoTable[*CommandBuffer]{
		cl.CommandBufferNumQueuesKhr:       func(b *CommandBuffer) []byte { return infoUint32(uint32(len(b.queues))) },
		cl.CommandBufferQueuesKhr:          (*CommandBuffer).queueHandles,
		cl.CommandBufferReferenceCountKhr:  func(b *CommandBuffer) []byte { return infoUint32(b.ReferenceCount()) },
		cl.CommandBufferStateKhr:           func(b *CommandBuffer) []byte { return infoUint32(b.state()) },
		cl.CommandBufferPropertiesArrayKhr: func(b *CommandBuffer) []byte { return infoUint64(b.properties...) },
		cl.CommandBufferContextKhr:         func(b *CommandBuffer) []byte { return infoUint64(b.context.Handle()) },
	}
})

// GetInfo is clGetCommandBufferInfoKHR.
func (b *CommandBuffer) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if err := b.use(); err != nil {
		return 0, err
	}
	defer b.drop()
	return commandBufferInfo().get(b.context, b, name, out)
}

func (b *CommandBuffer) queueHandles() []byte {
	var out []byte
	for _, q := range b.queues {
		out = append(out, infoUint64(q.Handle())...)
	}
	return out
}

func (b *CommandBuffer) state() uint32 {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case !b.isFinal:
		return cl.CommandBufferStateRecordingKhr
	case b.present.isReady:
		return cl.CommandBufferStateExecutableKhr
	}
	return cl.CommandBufferStateFinalizedKhr
}
