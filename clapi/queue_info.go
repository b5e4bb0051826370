package clapi

import (
	"sync/atomic"

	"heddle/clapi/cl"
)

// queueProperties are the CL_QUEUE_* bits of a queue; only SetProperty changes them.
type queueProperties struct{ bits atomic.Uint64 }

// commandQueueInfo answers clGetCommandQueueInfo.
var commandQueueInfo = lazyInfo(func() infoTable[*CommandQueue] {
	return infoTable[*CommandQueue]{
		cl.QueueContext:         func(q *CommandQueue) []byte { return infoUint64(q.context.Handle()) },
		cl.QueueDevice:          func(q *CommandQueue) []byte { return infoUint64(q.device.Handle()) },
		cl.QueueReferenceCount:  func(q *CommandQueue) []byte { return infoUint32(q.ReferenceCount()) },
		cl.QueueProperties:      func(q *CommandQueue) []byte { return infoUint64(q.properties.bits.Load()) },
		cl.QueuePropertiesArray: func(q *CommandQueue) []byte { return infoUint64(q.propertiesList...) },
		cl.QueueSize:            func(q *CommandQueue) []byte { return infoUint32(uint32(q.side.sizeBytes)) },
		cl.QueueDeviceDefault: func(q *CommandQueue) []byte {
			return infoUint64(q.context.defaultDeviceQueue(q.device))
		},
	}
})

// GetInfo is clGetCommandQueueInfo.
func (q *CommandQueue) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if err := q.checkHandle(); err != nil {
		return 0, err
	}
	if name == cl.QueueSize && q.side == nil {
		return 0, q.context.fail(cl.InvalidCommandQueue, "CL_QUEUE_SIZE: command_queue is not on the device")
	}
	return commandQueueInfo().get(q.context, q, name, out)
}

// SetProperty is clSetCommandQueueProperty of OpenCL 1.0. It returns the previous properties. A change of the order
// waits until all commands enqueued before are complete.
func (q *CommandQueue) SetProperty(properties uint64, enable bool) (old uint64, err error) {
	if err := q.check(); err != nil {
		return 0, err
	}
	const known = cl.QueueOutOfOrderExecModeEnable | cl.QueueProfilingEnable
	if properties&^uint64(known) != 0 {
		return 0, q.context.fail(cl.InvalidValue, "properties %#x has unknown bits", properties)
	}
	if unsupported := properties &^ uint64(hostQueueProperties); enable && unsupported != 0 {
		return 0, q.context.fail(cl.InvalidQueueProperties, "the device does not support queue properties %#x",
			unsupported)
	}
	if properties&cl.QueueOutOfOrderExecModeEnable != 0 {
		if err := q.checkFinish(); err != nil {
			return 0, err
		}
	}
	if enable {
		old = q.properties.bits.Or(properties)
	} else {
		old = q.properties.bits.And(^properties)
	}
	if properties&cl.QueueProfilingEnable != 0 {
		q.graph.SetProfiling(enable)
	}
	if properties&cl.QueueOutOfOrderExecModeEnable != 0 {
		q.graph.Finish()
		q.graph.SetOutOfOrder(enable)
	}
	return old, nil
}
