package clapi

import (
	"slices"

	"heddle/clapi/cl"
	"heddle/exec"
)

// SuggestLocalSize is clGetKernelSuggestedLocalWorkSize: the local size that a launch without one would get.
// hasTarget: the result pointer is not NULL.
func (q *CommandQueue) SuggestLocalSize(k *Kernel, n NDRange, hasTarget bool) ([3]uint64, error) {
	none := [3]uint64{}
	form, err := q.checkKernel(k, EventArgs{})
	if err != nil {
		return none, err
	}
	var args launchArgs
	if err := k.snapshotArgs(&args, form); err != nil {
		return none, err
	}
	args.dropObjects()
	if n.WorkDim < 1 || n.WorkDim > maxWorkItemDimensions {
		return none, q.context.fail(cl.InvalidWorkDimension, "work_dim is %d, not 1, 2 or 3", n.WorkDim)
	}
	if n.Global == nil || slices.Contains(n.Global, 0) {
		return none, q.context.fail(cl.InvalidGlobalWorkSize, "the global size is NULL or zero")
	}
	var launch exec.Launch
	if err := q.setGlobal(&launch, &n); err != nil {
		return none, err
	}
	if !hasTarget {
		return none, q.context.fail(cl.InvalidValue, "suggested_local_work_size is NULL")
	}
	return suggestLocalSize(form.code, q.device, launch.Global), nil
}
