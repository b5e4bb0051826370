package clapi

import (
	"errors"
	"sync/atomic"

	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/compiler/ceil"
	"heddle/compiler/lane"
	"heddle/exec"
)

// NDRange is the parameters of clEnqueueNDRangeKernel. The slices have WorkDim elements, nil for NULL.
type NDRange struct {
	WorkDim               uint32
	Offset, Global, Local []uint64
}

// EnqueueNDRangeKernel is clEnqueueNDRangeKernel. Unless the program needs uniform work-groups, the last ones of a
// dimension are smaller when the global size is no multiple of the local size.
func (q *CommandQueue) EnqueueNDRangeKernel(k *Kernel, n *NDRange, e EventArgs) (*Event, error) {
	return q.enqueueKernel(k, n, cl.CommandNdrangeKernel, e)
}

// EnqueueTask is clEnqueueTask: one work-item.
func (q *CommandQueue) EnqueueTask(k *Kernel, e EventArgs) (*Event, error) {
	one := []uint64{1}
	return q.enqueueKernel(k, &NDRange{WorkDim: 1, Global: one, Local: one}, cl.CommandTask, e)
}

func (q *CommandQueue) enqueueKernel(k *Kernel, n *NDRange, kind uint32, e EventArgs) (*Event, error) {
	form, err := q.checkKernel(k, e)
	if err != nil {
		return nil, err
	}
	c := q.device.takeKernelCommand()
	if err := k.snapshotArgs(&c.args, form); err != nil {
		c.Reuse()
		return nil, err
	}
	if err := q.prepareLaunch(c, form, n, e); err != nil {
		c.args.dropObjects()
		c.Reuse()
		return nil, err
	}
	c.kernel = k
	c.program = form.exec.program
	p := placement{kind: kind, small: !c.launch.Enqueues() && form.isSmallLaunch(&c.launch, q.device)}
	if p.small && !e.WantEvent && len(e.Wait) == 0 && e.into == nil {
		c.queue, c.isNow = q, true
		if _, isDone := q.graph.RunNow(c); isDone {
			c.Reuse()
			return nil, nil
		}
		c.queue, c.isNow = nil, false
	}
	if err := k.take(); err != nil {
		c.args.dropObjects()
		c.Reuse()
		return nil, err
	}
	c.Reset()
	p.reuse = c
	event, err := q.enqueue(&c.command, c, p, e)
	if event != nil {
		event.kernel = c
	}
	return event, err
}

// checkKernel is the part of the error list before the kernel's arguments. A kernel is always one of a successfully
// built program.
func (q *CommandQueue) checkKernel(k *Kernel, e EventArgs) (*kernelForm, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	if k == nil {
		return nil, q.context.fail(cl.InvalidKernel, "kernel is not a valid kernel")
	}
	if k.Context() != q.context {
		return nil, q.context.fail(cl.InvalidContext, "kernel is of another context than command_queue")
	}
	form := k.on(q.device)
	if form == nil {
		return nil, q.context.fail(cl.InvalidProgramExecutable, "the program of kernel %s was not built for the "+
			"device of command_queue", k.code.Name)
	}
	return form, q.checkWaitContext(e.Wait)
}

// prepareLaunch is the part of the error list after the kernel's arguments; it fills in the launch.
func (q *CommandQueue) prepareLaunch(c *kernelCommand, k *kernelForm, n *NDRange, e EventArgs) error {
	l := &c.launch
	l.Program, l.Args, l.Globals, l.Local = k.code.Lane, c.args.block, c.args.globals, c.args.localBytes
	l.WorkDim, l.Printf, l.Name = n.WorkDim, q.printf, k.code.Name
	if q.context.print != nil {
		c.printed = q.context.printed()
		l.Printf = c.printed
	}
	l.Offset, l.Priority, l.Throttle = [3]uint64{}, q.hints.priority, q.hints.throttle
	l.Zeroes = q.context.zeroes
	l.Cancel, l.Timeout = q.context.launchCancel(), q.device.timeout
	l.Machine, l.Memory, l.Once = nil, c.args.memory, c.args.isOnce || c.args.reachNumber != 0
	l.Once = l.Once || k.code.Lane != nil && (k.code.Lane.ReadsClock || k.code.Lane.Enqueues)
	if k.code.Machine != nil {
		l.Machine = k.code.Machine
	}
	if n.WorkDim < 1 || n.WorkDim > maxWorkItemDimensions {
		return q.context.fail(cl.InvalidWorkDimension, "work_dim is %d, not 1, 2 or 3", n.WorkDim)
	}
	if err := q.setGlobal(&c.launch, n); err != nil {
		return err
	}
	if n.Local == nil {
		c.launch.Group = suggestLocalSize(k.code, q.device, c.launch.Global)
	} else if err := q.setLocal(&c.launch, k.code, n.Local); err != nil {
		return err
	}
	if err := q.checkSubGroups(&c.launch, k.code); err != nil {
		return err
	}
	if err := q.checkUniform(&c.launch, k.code, n.Local != nil); err != nil {
		return err
	}
	for _, b := range c.args.objects {
		if err := q.checkSubBuffer("a kernel argument", b); err != nil {
			return err
		}
	}
	if c.args.refused != nil {
		return c.args.refused
	}
	if err := q.checkPrivate(&c.launch); err != nil {
		return err
	}
	return q.checkWaitList(e.Wait)
}

// checkPrivate checks that the private memory of all work-items that run at a time fits into the machine.
func (q *CommandQueue) checkPrivate(l *exec.Launch) error {
	if l.Program == nil || l.Program.PrivateBytes == 0 {
		return nil
	}
	perWorker := l.PrivateBytes()
	limit := min(q.device.machine.MemoryBytes/uint64(q.device.computeUnits()), exec.MaxPrivateBytes)
	if perWorker > limit || l.Program.PrivateBytes > limit {
		return q.context.fail(cl.OutOfResources,
			"kernel %s needs %d bytes of private memory for each compute unit (%d for each work-item), "+
				"but there are %d",
			l.Name, perWorker, l.Program.PrivateBytes, limit)
	}
	return nil
}

// setGlobal checks and sets global size and offset. No global size means a size of zero, which runs nothing.
func (q *CommandQueue) setGlobal(l *exec.Launch, n *NDRange) error {
	l.Global = [3]uint64{1, 1, 1}
	var o, items overflow
	total := uint64(1)
	for i := range int(n.WorkDim) {
		l.Global[i] = 0
		if n.Global != nil {
			l.Global[i] = n.Global[i]
		}
		if n.Offset != nil {
			l.Offset[i] = n.Offset[i]
		}
		o.add(l.Global[i], l.Offset[i])
		total = items.mul(total, l.Global[i])
	}
	if o.happened {
		return q.context.fail(cl.InvalidGlobalOffset, "global size %v plus offset %v does not fit in size_t", l.Global,
			l.Offset)
	}
	if items.happened || total > 1<<62 {
		return q.context.fail(cl.InvalidGlobalWorkSize, "global size %v has more work-items than can be counted",
			l.Global)
	}
	return nil
}

// setLocal checks and sets a local size chosen by the application.
func (q *CommandQueue) setLocal(l *exec.Launch, k *compiler.Kernel, local []uint64) error {
	l.Group = [3]uint64{1, 1, 1}
	var o overflow
	total := uint64(1)
	for i := range int(l.WorkDim) {
		l.Group[i] = local[i]
		total = o.mul(total, local[i])
	}
	if total == 0 && !o.happened {
		return q.context.fail(cl.InvalidWorkGroupSize, "local size %v has a zero", l.Group)
	}
	if o.happened || total > maxWorkGroupSize {
		return q.context.fail(cl.InvalidWorkGroupSize, "local size %v has more than %d work-items", l.Group,
			maxWorkGroupSize)
	}
	if want := k.ReqdWorkGroupSize; want[0] != 0 && l.Group != want {
		return q.context.fail(cl.InvalidWorkGroupSize, "local size is %v, but kernel %s requires %v", l.Group, l.Name,
			want)
	}
	return nil // and no extent is above the device's limits, CL_INVALID_WORK_ITEM_SIZE, which equal the limit of all
}

// checkSubGroups checks that work-groups have as many sub-groups as the kernel requires.
func (q *CommandQueue) checkSubGroups(l *exec.Launch, k *compiler.Kernel) error {
	want := k.ReqdSubGroups
	if want == 0 {
		return nil
	}
	items := l.Group[0] * l.Group[1] * l.Group[2]
	if count := ceil.Div(items, k.SubGroupSize); count != want || items > maxWorkGroupSize {
		return q.context.fail(cl.InvalidWorkGroupSize,
			"local size %v makes %d sub-groups of %d work-items, but kernel %s requires %d, and groups have at most "+
				"%d work-items", l.Group, count, k.SubGroupSize, l.Name, want, maxWorkGroupSize)
	}
	return nil
}

// checkUniform checks that the local size divides the global size where the program asks for that. A local size that we
// chose ourselves may only fail it when the kernel requires that size or cannot see the difference.
func (q *CommandQueue) checkUniform(l *exec.Launch, k *compiler.Kernel, isChosen bool) error {
	if !k.UniformGroups || !isChosen && k.ReqdWorkGroupSize[0] == 0 && k.ReqdSubGroups == 0 {
		return nil
	}
	for i := range l.Global {
		// the usual case needs no division
		if global, group := l.Global[i], l.Group[i]; group != 1 && global != group && global%group != 0 {
			return q.context.fail(cl.InvalidWorkGroupSize,
				"local size %v does not divide global size %v, and the program of kernel %s needs uniform work-groups",
				l.Group, l.Global, l.Name)
		}
	}
	return nil
}

// smallLaunch is the number of instructions, each for one vector of work-items, below which a launch is not worth a
// hand-over to workers: some microseconds.
const smallLaunch = 8 << 10

// isSmallLaunch reports whether a launch is short, by an estimate. A kernel with a loop may take any time.
func (k *kernelForm) isSmallLaunch(l *exec.Launch, d *Device) bool {
	items := l.Global[0] * l.Global[1] * l.Global[2]
	if items == 0 {
		return true
	}
	lanes := uint64(1)
	if l.Machine != nil {
		lanes = d.machineLanes
	}
	k.findLength.Do(func() { k.length = straightLength(l.Program) })
	vectors := uint64(1)
	if items > lanes {
		vectors = ceil.Div(items, lanes)
	}
	return vectors < smallLaunch && vectors*k.length < smallLaunch
}

// straightLength is the number of instructions of a program without loops, else more than any that is small.
func straightLength(p *lane.Program) uint64 {
	if p.HasLoop {
		return smallLaunch
	}
	return p.Length
}

// kernelCommand runs a kernel. Those without an event are reused.
type kernelCommand struct {
	command
	device *Device    // whose memory it is
	isNow  bool       // runs within the call, so that the application's own references keep kernel and queue alive
	kernel *Kernel    // held until the command is complete; keeps code and program-scope variables
	args   launchArgs // holds its memory objects until the command is complete
	launch exec.Launch

	program *compiler.Program // whose blocks the kernel may enqueue
	family  *family           // of a kernel that enqueues others; made when it runs

	endedItself atomic.Bool  // by arm_terminate_kernel
	printed     *printBuffer // if the context takes the output
}

func (d *Device) takeKernelCommand() *kernelCommand {
	if c, ok := d.kernelCommands.Get().(*kernelCommand); ok {
		return c
	}
	return &kernelCommand{device: d}
}

// Reuse keeps the command for a later launch.
func (c *kernelCommand) Reuse() {
	c.kernel, c.queue, c.isNow, c.printed, c.program, c.family = nil, nil, false, nil, nil, nil
	c.endedItself.Store(false)
	c.device.kernelCommands.Put(c)
}

// Run implements events.Work.
func (c *kernelCommand) Run() cl.Status {
	if c.launch.Enqueues() && c.launch.Items() > 0 {
		c.family = newFamily(c, c.queue)
		return c.family.runRoot()
	}
	return c.runSimply(c.queue.runner)
}

// runSimply runs a kernel that enqueues no other.
func (c *kernelCommand) runSimply(r Runner) cl.Status {
	if c.launch.Items() == 0 {
		return cl.Success
	}
	err := r.Run(&c.launch)
	c.print()
	if err != nil {
		return c.statusOf(err)
	}
	return cl.Success
}

// print gives the output of kernels to the context if that takes it.
func (c *kernelCommand) print() {
	if c.printed != nil && len(c.printed.text) > 0 {
		c.queue.context.print(c.printed.text)
	}
}

// HasLeft reports whether the kernel may have enqueued others; it implements events.Parent.
func (c *kernelCommand) HasLeft() bool { return c.family != nil }

// Settle implements events.Parent.
func (c *kernelCommand) Settle(status cl.Status, finish func(cl.Status)) (isDone bool, outcome cl.Status) {
	return c.family.settle(status, finish)
}

// runFor runs a recorded kernel to the end of all that it enqueues, for a queue that may be another one than that for
// which it was recorded. It may run several times at once.
func (c *kernelCommand) runFor(q *CommandQueue) cl.Status {
	if c.launch.Enqueues() && c.launch.Items() > 0 {
		f := newFamily(c, q)
		return f.settleAll(f.runRoot())
	}
	return c.runSimply(q.runner)
}

// statusOf is the status of a launch that did not run to its end, which it reports.
func (c *kernelCommand) statusOf(err error) cl.Status {
	var itself *exec.EndedItself
	switch {
	case errors.As(err, &itself):
		c.endedItself.Store(true)
		if itself.IsFailure {
			return cl.CommandTerminatedItselfWithFailureArm
		}
		return cl.Success
	case errors.Is(err, exec.ErrCancelled):
		return cl.ContextTerminatedKhr
	}
	c.queue.report(c.explain(err))
	return cl.OutOfResources
}

func (c *kernelCommand) Release() {
	c.args.dropObjects()
	if c.isNow {
		return
	}
	c.kernel.dropLater()
	c.command.Release()
}
