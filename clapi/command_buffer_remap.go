package clapi

import "heddle/clapi/cl"

// Remap is clRemapCommandBufferKHR: a copy of the command-buffer for other queues, and of some of its commands.
// handles is nil for NULL; an invalid handle is a nil element.
func (b *CommandBuffer) Remap(r RemapRequest) (*CommandBuffer, []*MutableCommand, error) {
	if err := b.use(); err != nil {
		return nil, nil, err
	}
	defer b.drop()
	if err := b.checkRemap(&r); err != nil {
		return nil, nil, err
	}
	other := &CommandBuffer{context: b.context, queues: r.Queues, flags: b.flags, asserts: b.asserts,
		properties: b.properties}
	b.mu.Lock()
	defer b.mu.Unlock()
	other.isFinal = b.isFinal
	other.order = order{last: append([]int(nil), b.order.last...), fence: b.order.fence, latest: b.order.latest}
	moved, err := b.moveLocked(r.Queues)
	if err != nil {
		return nil, nil, err
	}
	present := b.present.clone(moved)
	for _, one := range moved {
		one.drop() // the hold of this call
	}
	if other.isFinal {
		present.finish()
	}
	other, err = other.begin(present)
	if err != nil {
		present.drop()
		return nil, nil, err
	}
	var handles []*MutableCommand
	for _, m := range r.Handles {
		handles = append(handles, other.hand(m.index))
	}
	return other, handles, nil
}

// moveLocked makes the steps of kernels that come to another device, by index.
func (b *CommandBuffer) moveLocked(queues []*CommandQueue) (moved map[int]*step, err error) {
	moved = map[int]*step{}
	for i, one := range b.present.steps {
		if one.dispatch == nil || queues[one.queue].device == b.queues[one.queue].device {
			continue
		}
		if moved[i], err = one.moved(queues[one.queue]); err != nil {
			delete(moved, i)
			for _, made := range moved {
				made.drop()
			}
			return nil, err
		}
	}
	return moved, nil
}

// moved makes the step of a kernel anew, for a queue of another device. It has one hold.
func (s *step) moved(to *CommandQueue) (*step, error) {
	next, err := s.dispatch.changed(&DispatchConfig{}, Finder{})
	if err != nil {
		return nil, err
	}
	one, err := next.step(to, s.queue)
	if err != nil {
		next.drop()
		return nil, err
	}
	one.wave = s.wave
	one.users.Store(1)
	return one, nil
}

// RemapRequest is the parameters of clRemapCommandBufferKHR.
type RemapRequest struct {
	Automatic   bool
	QueueCount  uint32
	Queues      []*CommandQueue
	HandleCount uint32
	Handles     []*MutableCommand
	HasTarget   bool // handles_ret is not NULL
}

func (b *CommandBuffer) checkRemap(r *RemapRequest) error {
	if r.QueueCount == 0 || r.Queues == nil {
		return b.context.fail(cl.InvalidValue, "num_queues is 0 or queues is NULL")
	}
	if r.Automatic {
		return b.context.fail(cl.InvalidOperation, "the platform has no automatic remapping "+
			"(CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR)")
	}
	if int(r.QueueCount) != len(b.queues) {
		return b.context.fail(cl.InvalidValue, "num_queues is %d, but the command-buffer has %d", r.QueueCount,
			len(b.queues))
	}
	if (r.Handles != nil) != (r.HandleCount > 0) || r.HasTarget != (r.HandleCount > 0) {
		return b.context.fail(cl.InvalidValue, "handles or handles_ret is NULL and num_handles is %d, or the reverse",
			r.HandleCount)
	}
	for i, m := range r.Handles {
		if m == nil || m.buffer != b {
			return b.context.fail(cl.InvalidValue, "handles[%d] is no command of the command-buffer", i)
		}
	}
	if err := checkQueuesOfOneContext(r.Queues); err != nil {
		return err
	}
	if r.Queues[0].context != b.context {
		return b.context.fail(cl.InvalidContext, "queues are of another context than the command-buffer")
	}
	return nil
}
