package clapi

import (
	"sync"

	"heddle/clapi/cl"
)

// Queues on the device: kernels enqueue children in them, the host enqueues nothing. A queue counts the bytes of the
// children in it; where they are and when they run is the business of their family (family.go).

// The limits of device queues.
const (
	deviceQueueProperties     = cl.QueueOutOfOrderExecModeEnable | cl.QueueProfilingEnable
	preferredDeviceQueueBytes = 16 << 20 // some 40,000 children
	maxDeviceQueueBytes       = 256 << 20
	maxDeviceQueues           = 256     // of a device in a context; more are not refused
	maxDeviceEvents           = 1 << 20 // in a context

	deviceEnqueueCapabilities = cl.DeviceQueueSupported | cl.DeviceQueueReplaceableDefault
)

// deviceQueue is what a queue on the device has instead of a command graph.
type deviceQueue struct {
	number    uint64 // by which kernels know it
	sizeBytes uint64
	usedBytes uint64 // guarded by deviceSide.mu: of the children that have not begun
}

// deviceSide is what the kernels of a context know of queues and events.
type deviceSide struct {
	mu       sync.Mutex
	queues   map[uint64]*CommandQueue  // guarded by mu; not held; by number
	defaults map[*Device]*CommandQueue // guarded by mu; not held
	latest   uint64                    // guarded by mu: the number of the latest queue
	events   deviceEvents              // guarded by mu
	stalled  map[*family]struct{}      // guarded by mu: families that wait for an event
}

// createDeviceQueue makes a queue on the device, or finds the default one if that is wanted and there already.
func (c *Context) createDeviceQueue(device *Device, r queueRequest) (*CommandQueue, error) {
	if r.sizeBytes == 0 {
		return nil, c.fail(cl.InvalidValue, "CL_QUEUE_SIZE is 0")
	}
	if r.sizeBytes > maxDeviceQueueBytes {
		return nil, c.fail(cl.InvalidQueueProperties, "CL_QUEUE_SIZE is %d, more than %d", r.sizeBytes,
			maxDeviceQueueBytes)
	}
	isDefault := r.properties&cl.QueueOnDeviceDefault != 0
	q := &CommandQueue{context: c, device: device, propertiesList: r.list, side: &deviceQueue{sizeBytes: r.sizeBytes}}
	q.properties.bits.Store(r.properties)
	s := &c.deviceSide
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.defaults[device]; isDefault && old != nil && old.retain() == nil {
		return old, nil
	}
	c.hold()
	q.init("command queue", cl.InvalidCommandQueue, q.destroyDeviceQueue)
	s.addLocked(q, isDefault)
	return q, nil
}

func (s *deviceSide) addLocked(q *CommandQueue, isDefault bool) {
	if s.queues == nil {
		s.queues, s.defaults = map[uint64]*CommandQueue{}, map[*Device]*CommandQueue{}
	}
	s.latest++
	q.side.number = s.latest
	s.queues[q.side.number] = q
	if isDefault {
		s.defaults[q.device] = q
	}
}

func (q *CommandQueue) destroyDeviceQueue() {
	s := &q.context.deviceSide
	s.mu.Lock()
	delete(s.queues, q.side.number)
	if s.defaults[q.device] == q {
		delete(s.defaults, q.device)
	}
	s.mu.Unlock()
	q.context.dropLater()
}

// SetDefaultDeviceQueue is clSetDefaultDeviceCommandQueue.
func (c *Context) SetDefaultDeviceQueue(device *Device, q *CommandQueue) error {
	if err := c.checkQueueDevice(device); err != nil {
		return err
	}
	if q == nil || q.side == nil || q.context != c || q.device != device {
		return c.fail(cl.InvalidCommandQueue, "command_queue is not a queue on the device")
	}
	s := &c.deviceSide
	s.mu.Lock()
	defer s.mu.Unlock()
	s.defaults[device] = q
	return nil
}

// defaultDeviceQueue is the handle of the device's default queue, 0 if there is none.
func (c *Context) defaultDeviceQueue(device *Device) uintptr {
	s := &c.deviceSide
	s.mu.Lock()
	defer s.mu.Unlock()
	if q := s.defaults[device]; q != nil {
		return q.Handle()
	}
	return 0
}

// setQueueArg sets an argument of type queue_t.
func (k *Kernel) setQueueArg(index uint32, size uint64, value uintptr, find func(uintptr) *CommandQueue) error {
	if value == 0 {
		return k.failArg(cl.InvalidArgValue, index, "arg_value is null")
	}
	if size != handleBytes {
		return k.failArgSize(index, size, handleBytes)
	}
	q := find(readHandle(value))
	if q == nil || q.side == nil {
		return k.failArg(cl.InvalidDeviceQueue, index, "arg_value is no device queue")
	}
	if q.context != k.Context() {
		return k.failArg(cl.InvalidContext, index, "arg_value is a device queue of another context")
	}
	k.setWord(index, q.side.number, nil)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.args[index].queue = q
	return nil
}
