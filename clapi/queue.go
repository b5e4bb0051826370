package clapi

import (
	"io"

	"heddle/clapi/cl"
	"heddle/clapi/stream"
	"heddle/events"
)

// CommandQueue is a command-queue. Order and execution of a host queue are those of its graph; this type checks and
// holds. hostQueueProperties has the properties it may be made with, as the device's information shows them. A queue on
// the device has no graph (device_queue.go).
type CommandQueue struct {
	Object
	context        *Context // held
	device         *Device
	graph          *events.Queue // nil: a queue on the device
	side           *deviceQueue  // nil: a host queue
	propertiesList []uint64      // as given to clCreateCommandQueueWithProperties, with the terminating zero; maybe empty
	runner         Runner        // immutable; runs kernels
	printf         io.Writer     // immutable; takes the output of kernels
	hints          queueHints
	properties     queueProperties
}

// knownQueueProperties are the defined bits, supported or not.
const knownQueueProperties = cl.QueueOutOfOrderExecModeEnable | cl.QueueProfilingEnable | cl.QueueOnDevice |
	cl.QueueOnDeviceDefault

// CreateCommandQueue is clCreateCommandQueue.
func (c *Context) CreateCommandQueue(device *Device, properties uint64) (*CommandQueue, error) {
	if err := c.checkQueueDevice(device); err != nil {
		return nil, err
	}
	const known = cl.QueueOutOfOrderExecModeEnable | cl.QueueProfilingEnable
	if properties&^uint64(known) != 0 {
		return nil, c.fail(cl.InvalidValue, "properties %#x has unknown bits", properties)
	}
	return c.newCommandQueue(device, properties)
}

// CreateCommandQueueWithProperties is clCreateCommandQueueWithProperties.
func (c *Context) CreateCommandQueueWithProperties(device *Device, list []uint64) (*CommandQueue, error) {
	if err := c.checkQueueDevice(device); err != nil {
		return nil, err
	}
	r, err := c.parseQueueProperties(list)
	if err != nil {
		return nil, err
	}
	if r.properties&cl.QueueOnDevice != 0 {
		return c.createDeviceQueue(device, r)
	}
	q, err := c.newCommandQueue(device, r.properties)
	if err != nil {
		return nil, err
	}
	q.hints, q.propertiesList = r.hints, r.list
	return q, nil
}

// queueRequest is what a list of properties asks for.
type queueRequest struct {
	list       []uint64 // with the terminating zero; nil for NULL
	properties uint64   // CL_QUEUE_*
	sizeBytes  uint64   // of a queue on the device
	hints      queueHints
}

func (c *Context) checkQueueDevice(device *Device) error {
	if err := c.checkAlive(); err != nil {
		return err
	}
	if device == nil {
		return c.fail(cl.InvalidDevice, "device is not a valid device")
	}
	for _, one := range c.devices {
		if one == device {
			return nil
		}
	}
	return c.fail(cl.InvalidDevice, "device is not one of the context's")
}

// parseQueueProperties reads a property list: names and values alternately, each name at most once.
func (c *Context) parseQueueProperties(list []uint64) (r queueRequest, err error) {
	r = queueRequest{list: withEnd(list), sizeBytes: preferredDeviceQueueBytes}
	seen := map[uint64]bool{}
	for ; len(list) > 1; list = list[2:] {
		name, value := list[0], list[1]
		if seen[name] {
			return r, c.fail(cl.InvalidValue, "property %#x is given twice", name)
		}
		seen[name] = true
		switch name {
		case cl.QueueProperties:
			r.properties = value
		case cl.QueueSize:
			r.sizeBytes = value
		case cl.QueuePriorityKhr:
			r.hints.priority, err = c.queueHint(name, value)
		case cl.QueueThrottleKhr:
			r.hints.throttle, err = c.queueHint(name, value)
		default:
			err = c.fail(cl.InvalidValue, "property %#x is unknown", name)
		}
		if err != nil {
			return r, err
		}
	}
	if len(list) != 0 {
		return r, c.fail(cl.InvalidValue, "property %#x has no value", list[0])
	}
	if err := c.checkQueueProperties(r.properties, seen[cl.QueueSize]); err != nil {
		return r, err
	}
	if isHinted := seen[cl.QueuePriorityKhr] || seen[cl.QueueThrottleKhr]; isHinted && r.properties&cl.QueueOnDevice != 0 {
		return r, c.fail(cl.InvalidQueueProperties, "a queue on the device takes no hints")
	}
	return r, nil
}

// queueHints are those of cl_khr_priority_hints and cl_khr_throttle_hints: -1 is low, 0 medium and 1 high. Where more
// threads run than there are processors, kernels of lower priority give way; those of a low throttle get half of the
// workers. Other commands take no notice.
type queueHints struct{ priority, throttle int }

// queueHint reads a hint. Those of both extensions have the same numbers.
func (c *Context) queueHint(name, value uint64) (int, error) {
	switch value {
	case cl.QueuePriorityLowKhr:
		return -1, nil
	case cl.QueuePriorityMedKhr:
		return 0, nil
	case cl.QueuePriorityHighKhr:
		return 1, nil
	}
	return 0, c.fail(cl.InvalidValue, "property %#x is %#x, neither high nor medium nor low", name, value)
}

// checkQueueProperties rejects meaningless combinations.
func (c *Context) checkQueueProperties(properties uint64, hasSize bool) error {
	onDevice := properties&cl.QueueOnDevice != 0
	switch {
	case properties&^uint64(knownQueueProperties) != 0:
		return c.fail(cl.InvalidValue, "CL_QUEUE_PROPERTIES %#x has unknown bits", properties)
	case onDevice && properties&cl.QueueOutOfOrderExecModeEnable == 0:
		return c.fail(cl.InvalidValue, "CL_QUEUE_ON_DEVICE needs CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE")
	case !onDevice && properties&cl.QueueOnDeviceDefault != 0:
		return c.fail(cl.InvalidValue, "CL_QUEUE_ON_DEVICE_DEFAULT needs CL_QUEUE_ON_DEVICE")
	case !onDevice && hasSize:
		return c.fail(cl.InvalidValue, "CL_QUEUE_SIZE needs CL_QUEUE_ON_DEVICE")
	}
	return nil
}

func (c *Context) newCommandQueue(device *Device, properties uint64) (*CommandQueue, error) {
	if unsupported := properties &^ uint64(hostQueueProperties); unsupported != 0 {
		return nil, c.fail(cl.InvalidQueueProperties, "the device does not support queue properties %#x", unsupported)
	}
	q := &CommandQueue{context: c, device: device, runner: device.runner, printf: stream.Output}
	q.properties.bits.Store(properties)
	q.graph = events.NewQueue(events.Options{Panicked: q.reportPanic, Runner: device.executor(),
		OutOfOrder: properties&cl.QueueOutOfOrderExecModeEnable != 0,
		Profiling:  properties&cl.QueueProfilingEnable != 0})
	c.hold()
	q.init("command queue", cl.InvalidCommandQueue, q.destroyQueue)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.queues == nil {
		c.queues = map[*CommandQueue]struct{}{}
	}
	c.queues[q] = struct{}{}
	return q, nil
}

func (q *CommandQueue) destroyQueue() {
	q.context.mu.Lock()
	delete(q.context.queues, q)
	q.context.mu.Unlock()
	q.context.dropLater()
}

// Retain is clRetainCommandQueue.
func (q *CommandQueue) Retain() error {
	if err := q.checkHandle(); err != nil {
		return err
	}
	return q.retain()
}

// Release is clReleaseCommandQueue. It flushes; the queue lives until its commands are complete.
func (q *CommandQueue) Release() error {
	if err := q.checkHandle(); err != nil {
		return err
	}
	if q.graph != nil {
		q.graph.Flush()
	}
	return q.release()
}

// Flush is clFlush.
func (q *CommandQueue) Flush() error {
	if err := q.check(); err != nil {
		return err
	}
	q.graph.Flush()
	return nil
}

// Finish is clFinish.
func (q *CommandQueue) Finish() error {
	if err := q.check(); err != nil {
		return err
	}
	if err := q.checkFinish(); err != nil {
		return err
	}
	q.graph.Finish()
	return nil
}

// checkFinish rejects a call of clFinish that would never return.
func (q *CommandQueue) checkFinish() error {
	return q.context.checkBlocking(func(inside *events.Command) bool { return inside.HoldsUpQueue(q.graph) })
}

// checkHandle rejects an invalid command-queue handle.
func (q *CommandQueue) checkHandle() error {
	if q == nil {
		return fail(cl.InvalidCommandQueue, "command_queue is not a valid command-queue")
	}
	return nil
}

// check rejects an invalid handle, and queues in which the host cannot do anything.
func (q *CommandQueue) check() error {
	if err := q.checkHandle(); err != nil {
		return err
	}
	if q.graph == nil {
		return q.context.fail(cl.InvalidCommandQueue, "command_queue is a queue on the device, not of the host")
	}
	return nil
}
