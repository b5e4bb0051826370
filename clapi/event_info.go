package clapi

import "heddle/clapi/cl"

// eventInfo answers clGetEventInfo.
var eventInfo = lazyInfo(func() infoTable[*Event] {
	return infoTable[*Event]{
		cl.EventCommandQueue:                (*Event).queueHandle,
		cl.EventContext:                     func(e *Event) []byte { return infoUint64(e.context.Handle()) },
		cl.EventCommandType:                 func(e *Event) []byte { return infoUint32(e.kind) },
		cl.EventCommandExecutionStatus:      func(e *Event) []byte { return infoUint32(uint32(e.executionStatus())) },
		cl.EventCommandTerminationReasonArm: func(e *Event) []byte { return infoUint32(e.terminationReason()) },
		cl.EventReferenceCount:              func(e *Event) []byte { return infoUint32(e.ReferenceCount()) },
	}
})

// queueHandle is 0 where no single queue has the command.
func (e *Event) queueHandle() []byte {
	if e.queue == nil || e.isOfSeveral {
		return infoUint64[uint64](0)
	}
	return infoUint64(e.queue.Handle())
}

// executionStatus is the status for a caller that may poll until it changes.
func (e *Event) executionStatus() int32 {
	status := e.command.Status()
	e.submit()
	return status
}

// terminationReason answers CL_EVENT_COMMAND_TERMINATION_REASON_ARM.
func (e *Event) terminationReason() uint32 {
	status, endedItself := cl.Status(e.command.Status()), e.kernel.endedItself.Load()
	switch {
	case status == cl.CommandTerminatedItselfWithFailureArm:
		return cl.CommandTerminationControlledFailureArm
	case status < 0:
		return cl.CommandTerminationErrorArm
	case endedItself:
		return cl.CommandTerminationControlledSuccessArm
	}
	return cl.CommandTerminationCompletionArm
}

// checkTerminationReason: only kernels that have ended have one.
func (e *Event) checkTerminationReason() error {
	if e.kernel == nil {
		return e.context.fail(cl.InvalidEvent, "the event's command is no kernel")
	}
	if status := e.executionStatus(); status > cl.Complete {
		return e.context.fail(cl.InvalidOperation, "the command's execution status is %d: it has not ended", status)
	}
	return nil
}

// GetInfo is clGetEventInfo.
func (e *Event) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if err := e.check(); err != nil {
		return 0, err
	}
	if name == cl.EventCommandTerminationReasonArm {
		if err := e.checkTerminationReason(); err != nil {
			return 0, err
		}
	}
	return eventInfo().get(e.context, e, name, out)
}

// eventProfilingInfo answers clGetEventProfilingInfo.
var eventProfilingInfo = lazyInfo(func() infoTable[*Event] {
	return infoTable[*Event]{
		cl.ProfilingCommandQueued:   func(e *Event) []byte { return infoUint64(e.command.Times().Queued) },
		cl.ProfilingCommandSubmit:   func(e *Event) []byte { return infoUint64(e.command.Times().Submit) },
		cl.ProfilingCommandStart:    func(e *Event) []byte { return infoUint64(e.command.Times().Start) },
		cl.ProfilingCommandEnd:      func(e *Event) []byte { return infoUint64(e.command.Times().End) },
		cl.ProfilingCommandComplete: func(e *Event) []byte { return infoUint64(e.command.Times().Complete) },
	}
})

// GetProfilingInfo is clGetEventProfilingInfo. A failed command has no times: its status is not CL_COMPLETE.
func (e *Event) GetProfilingInfo(name uint32, out InfoTarget) (uint64, error) {
	if err := e.check(); err != nil {
		return 0, err
	}
	if e.queue == nil {
		return 0, e.context.fail(cl.ProfilingInfoNotAvailable, "event is a user event")
	}
	if e.context.termination.isOver.Load() {
		return 0, e.context.fail(cl.ProfilingInfoNotAvailable, "the context was terminated")
	}
	if !e.command.Profiled() {
		return 0, e.context.fail(cl.ProfilingInfoNotAvailable, "the command-queue has no CL_QUEUE_PROFILING_ENABLE")
	}
	if status := e.executionStatus(); status != cl.Complete {
		return 0, e.context.fail(cl.ProfilingInfoNotAvailable, "the command's execution status is %d, not CL_COMPLETE",
			status)
	}
	return eventProfilingInfo().get(e.context, e, name, out)
}
