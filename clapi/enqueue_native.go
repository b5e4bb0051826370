package clapi

import (
	"encoding/binary"
	"slices"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
)

// NativeKernel is the parameters of clEnqueueNativeKernel.
type NativeKernel struct {
	// Call calls user_func with the address of the arguments; nil for a NULL user_func. It runs on the executor's
	// thread, with no lock held.
	Call        func(args uintptr)
	Args        []byte       // copied before the call returns; nil for NULL; with an ArgsBytes of 0 any non-nil slice
	ArgsBytes   uint64       // cb_args
	Objects     []*MemObject // mem_list; nil for NULL
	Places      []uint64     // args_mem_loc as offsets from args; nil for NULL; as long as Objects
	ObjectCount uint32       // num_mem_objects
}

// EnqueueNativeKernel is clEnqueueNativeKernel.
func (q *CommandQueue) EnqueueNativeKernel(n NativeKernel, e EventArgs) (*Event, error) {
	if err := q.checkNative(&n, e); err != nil {
		return nil, err
	}
	if err := holdAll(n.Objects); err != nil {
		return nil, err
	}
	c := &nativeCommand{call: n.Call, held: slices.Clone(n.Objects)}
	if err := c.copyArgs(q.context, &n); err != nil {
		c.Release()
		return nil, err
	}
	return q.enqueue(&c.command, c, placement{kind: cl.CommandNativeKernel}, e)
}

func (q *CommandQueue) checkNative(n *NativeKernel, e EventArgs) error {
	if err := q.check(); err != nil {
		return err
	}
	if err := q.checkWaitContext(e.Wait); err != nil {
		return err
	}
	if err := q.checkNativeValues(n); err != nil {
		return err
	}
	if !q.device.runsNativeKernels() {
		return q.context.fail(cl.InvalidOperation, "the device does not execute native kernels")
	}
	for i, object := range n.Objects {
		if object != nil && (object.kind != cl.MemObjectBuffer || object.context != q.context) {
			return q.context.fail(cl.InvalidMemObject, "mem_list[%d] is not a valid buffer", i)
		}
	}
	return q.checkWaitList(e.Wait)
}

func (q *CommandQueue) checkNativeValues(n *NativeKernel) error {
	invalid := func(reason string) error { return q.context.fail(cl.InvalidValue, "%s", reason) }
	switch {
	case n.Call == nil:
		return invalid("user_func is NULL")
	case n.Args == nil && (n.ArgsBytes > 0 || n.ObjectCount > 0):
		return invalid("args is NULL, but cb_args or num_mem_objects is not 0")
	case n.Args != nil && n.ArgsBytes == 0:
		return invalid("args is not NULL, but cb_args is 0")
	case n.ObjectCount > 0 && (n.Objects == nil || n.Places == nil):
		return invalid("num_mem_objects is not 0, but mem_list or args_mem_loc is NULL")
	case n.ObjectCount == 0 && (n.Objects != nil || n.Places != nil):
		return invalid("num_mem_objects is 0, but mem_list or args_mem_loc is not NULL")
	}
	for _, place := range n.Places {
		if place > n.ArgsBytes || n.ArgsBytes-place < 8 {
			return invalid("args_mem_loc leads outside of args")
		}
	}
	return nil
}

// runsNativeKernels reports whether CL_DEVICE_EXECUTION_CAPABILITIES has native kernels, so that the call and the query
// cannot contradict each other.
func (d *Device) runsNativeKernels() bool {
	capabilities := binary.NativeEndian.Uint64(deviceProperties.of(d, cl.DeviceExecutionCapabilities))
	return capabilities&cl.ExecNativeKernel != 0
}

// nativeCommand calls a function of the application.
type nativeCommand struct {
	command
	call func(args uintptr)
	args uintptr      // a hostmem block, 0 for none
	held []*MemObject // nil for places without one
}

// copyArgs copies the arguments and stores the addresses of buffers where the application wants them.
func (c *nativeCommand) copyArgs(context *Context, n *NativeKernel) error {
	if n.ArgsBytes == 0 {
		return nil
	}
	address, err := hostmem.Alloc(n.ArgsBytes)
	if err != nil {
		return context.fail(cl.OutOfHostMemory, "no memory for %d bytes of arguments: %v", n.ArgsBytes, err)
	}
	c.args = address
	block := hostmem.Bytes(address, n.ArgsBytes)
	copy(block, n.Args)
	for i, place := range n.Places {
		var target uint64
		if n.Objects[i] != nil {
			target = uint64(n.Objects[i].address)
		}
		binary.NativeEndian.PutUint64(block[place:], target)
	}
	return nil
}

func (c *nativeCommand) Run() cl.Status {
	c.queue.context.platform.userCode.call(&c.Command, func() { c.call(c.args) })
	return cl.Success
}

func (c *nativeCommand) Release() {
	if c.args != 0 {
		hostmem.Free(c.args)
	}
	dropAll(c.held)
	c.command.Release()
}
