package clapi

import (
	"slices"

	"heddle/clapi/cl"
)

// PointerFree is the parameters of clEnqueueSVMFree.
type PointerFree struct {
	Pointers []uintptr // nil for NULL; copied before the call returns
	Count    uint32
	Call     func(pointers []uintptr) // calls pfn_free_func, on the executor's thread with no lock held; nil for NULL
}

// EnqueueSVMFree is clEnqueueSVMFree.
func (q *CommandQueue) EnqueueSVMFree(f PointerFree, e EventArgs) (*Event, error) {
	if err := q.checkStart(e); err != nil {
		return nil, err
	}
	if (f.Count == 0) != (f.Pointers == nil) {
		return nil, q.context.fail(cl.InvalidValue, "num_svm_pointers is 0, or svm_pointers is NULL, but not both")
	}
	if err := q.checkWaitList(e.Wait); err != nil {
		return nil, err
	}
	c := &svmFreeCommand{pointers: slices.Clone(f.Pointers), call: f.Call}
	// The application may hold a lock that its function needs: it is not called within this call.
	return q.enqueue(&c.command, c, placement{kind: cl.CommandSvmFree, small: f.Call == nil}, e)
}

// svmFreeCommand frees shared memory, or lets the application free any.
type svmFreeCommand struct {
	command
	pointers []uintptr
	call     func(pointers []uintptr)
}

func (c *svmFreeCommand) Run() cl.Status {
	if c.call != nil {
		c.queue.context.platform.userCode.call(&c.Command, func() { c.call(c.pointers) })
		return cl.Success
	}
	status := cl.Success
	for _, pointer := range c.pointers {
		if err := c.queue.context.free(pointer, madeBySVM); err != nil {
			c.queue.report("clEnqueueSVMFree: " + err.Error())
			status = cl.InvalidValue
		}
	}
	return status
}
