package clapi

import (
	"slices"

	"heddle/clapi/cl"
)

// dispatch is a recorded kernel that can be changed. It is immutable: an update makes another one.
type dispatch struct {
	kernel     *Kernel // the application's; held
	own        *Kernel // has the arguments of the recorded command; nothing else refers to it
	space      NDRange
	fields     uint64   // CL_MUTABLE_DISPATCH_*_KHR: what can be changed
	properties []uint64 // as given, with the terminating zero; nil for NULL
}

// drop gives up what it holds. It may run on a worker.
func (d *dispatch) drop() {
	d.own.dropLater()
	d.kernel.dropLater()
}

// NDRangeKernel is clCommandNDRangeKernelKHR. The command is nil unless its handle is wanted.
func (b *CommandBuffer) NDRangeKernel(k *Kernel, n *NDRange, r RecordArgs) (uint32, *MutableCommand, error) {
	if err := b.use(); err != nil {
		return 0, nil, err
	}
	defer b.drop()
	queue, err := b.start(&r)
	if err != nil {
		return 0, nil, err
	}
	fields, err := b.checkKernelProperties(r.Properties, n.Local != nil)
	if err != nil {
		return 0, nil, err
	}
	one, err := b.kernelStep(k, n, queue, fields)
	if err != nil {
		return 0, nil, err
	}
	if one.dispatch != nil {
		one.dispatch.properties = withEnd(r.Properties)
	}
	point, err := b.append(one, &r)
	if err != nil || !r.WantHandle {
		return point, nil, err
	}
	return point, b.hand(int(point - 1)), nil
}

// kernelStep makes the step of a kernel. A buffer that can be changed, or hands out the command, keeps a kernel of its
// own for it.
func (b *CommandBuffer) kernelStep(k *Kernel, n *NDRange, queue int, fields uint64) (*step, error) {
	q := b.queues[queue]
	if _, err := q.checkKernel(k, EventArgs{}); err != nil {
		return nil, err
	}
	own, err := k.Clone()
	if err != nil {
		return nil, err
	}
	if err := k.take(); err != nil {
		own.dropLater()
		return nil, err
	}
	d := &dispatch{kernel: k, own: own, space: n.clone(), fields: fields}
	one, err := d.step(q, queue)
	if err != nil {
		d.drop()
	}
	return one, err
}

// step makes the step of a dispatch, which takes it over unless there is an error. It has no work while arguments are
// missing that can still be set.
func (d *dispatch) step(q *CommandQueue, queue int) (*step, error) {
	var made recording
	_, err := q.EnqueueNDRangeKernel(d.own, &d.space, EventArgs{into: &made})
	if err != nil && (StatusOf(err) != cl.InvalidKernelArgs || d.fields&cl.MutableDispatchArgumentsKhr == 0) {
		return nil, err
	}
	one := &step{kind: cl.CommandNdrangeKernel, queue: queue, dispatch: d}
	if err == nil {
		one = made.step(queue)
		one.dispatch = d
	}
	return one, nil
}

// clone copies the sizes.
func (n *NDRange) clone() NDRange {
	return NDRange{n.WorkDim, slices.Clone(n.Offset), slices.Clone(n.Global), slices.Clone(n.Local)}
}

// isUniform reports whether all work-groups have the same size.
func (n *NDRange) isUniform() bool {
	for i, size := range n.Local {
		if size == 0 || i < len(n.Global) && n.Global[i]%size != 0 {
			return false
		}
	}
	return true
}

// canBeGroup reports whether the local size, if there is one, is that of a group which the device can run.
func (n *NDRange) canBeGroup() bool {
	var o overflow
	total := uint64(1)
	for _, size := range n.Local {
		total = o.mul(total, size)
	}
	return !o.happened && total > 0 && total <= maxWorkGroupSize
}

// checkKernelProperties reads the properties of a recorded kernel: what can be changed, all of it by default.
func (b *CommandBuffer) checkKernelProperties(list []uint64, hasLocal bool) (fields uint64, err error) {
	fields, asserts := uint64(0), b.asserts
	if b.flags&cl.CommandBufferMutableKhr != 0 {
		fields = mutableFields
	}
	seen := map[uint64]bool{}
	for i := 0; i+1 < len(list); i += 2 {
		name, value := list[i], list[i+1]
		switch {
		case seen[name]:
			return 0, b.context.fail(cl.InvalidValue, "property %#x is given twice", name)
		case name == cl.MutableDispatchUpdatableFieldsKhr && value&^uint64(mutableFields) == 0:
			fields = value
		case name == cl.MutableDispatchAssertsKhr && value&^uint64(mutableAsserts) == 0:
			asserts |= value
		default:
			return 0, b.context.fail(cl.InvalidValue, "property %#x is unknown, or its value %#x", name, value)
		}
		seen[name] = true
	}
	if asserts != 0 && !hasLocal {
		return 0, b.context.fail(cl.InvalidValue, "CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR is set, "+
			"and local_work_size is NULL")
	}
	return fields, nil
}

// MutableCommand is what the application has as the handle of a recorded kernel. It lives as long as its buffer.
type MutableCommand struct {
	Object
	buffer *CommandBuffer
	index  int // in the buffer's sequence
}

// hand makes the handle of a step.
func (b *CommandBuffer) hand(index int) *MutableCommand {
	m := &MutableCommand{buffer: b, index: index}
	m.init("mutable command", cl.InvalidMutableCommandKhr, nil)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.handed = append(b.handed, m)
	return m
}

// present is the step as it is now.
func (m *MutableCommand) present() *step {
	m.buffer.mu.Lock()
	defer m.buffer.mu.Unlock()
	return m.buffer.present.steps[m.index]
}

// WorkDim is the number of dimensions of the command, which does not change. The receiver may be nil.
func (m *MutableCommand) WorkDim() uint32 {
	if m == nil {
		return 0
	}
	return m.present().dispatch.space.WorkDim
}

// mutableCommandInfo answers clGetMutableCommandInfoKHR.
var mutableCommandInfo = lazyInfo(func() infoTable[*MutableCommand] {
	sizes := func(of func(*NDRange) []uint64) func(*MutableCommand) []byte {
		return func(m *MutableCommand) []byte {
			space := &m.present().dispatch.space
			list := make([]uint64, space.WorkDim)
			copy(list, of(space))
			return infoUint64(list...)
		}
	}
	return infoTable[*MutableCommand]{
		cl.MutableCommandCommandQueueKhr: func(m *MutableCommand) []byte {
			return infoUint64(m.buffer.queues[m.present().queue].Handle())
		},
		cl.MutableCommandCommandBufferKhr: func(m *MutableCommand) []byte { return infoUint64(m.buffer.Handle()) },
		cl.MutableCommandCommandTypeKhr:   func(m *MutableCommand) []byte { return infoUint32(m.present().kind) },
		cl.MutableCommandPropertiesArrayKhr: func(m *MutableCommand) []byte {
			return infoUint64(m.present().dispatch.properties...)
		},
		cl.MutableDispatchKernelKhr: func(m *MutableCommand) []byte {
			return infoUint64(m.present().dispatch.kernel.Handle())
		},
		cl.MutableDispatchDimensionsKhr:       func(m *MutableCommand) []byte { return infoUint32(m.WorkDim()) },
		cl.MutableDispatchGlobalWorkOffsetKhr: sizes(func(n *NDRange) []uint64 { return n.Offset }),
		cl.MutableDispatchGlobalWorkSizeKhr:   sizes(func(n *NDRange) []uint64 { return n.Global }),
		cl.MutableDispatchLocalWorkSizeKhr:    sizes(func(n *NDRange) []uint64 { return n.Local }),
	}
})

// GetInfo is clGetMutableCommandInfoKHR.
func (m *MutableCommand) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if m == nil {
		return 0, fail(cl.InvalidMutableCommandKhr, "command is not a valid mutable command")
	}
	if err := m.buffer.take(); err != nil {
		return 0, err
	}
	defer m.buffer.drop()
	return mutableCommandInfo().get(m.buffer.context, m, name, out)
}
