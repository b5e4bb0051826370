package clapi

import (
	"slices"

	"heddle/clapi/cl"
)

// ExecInfo is param_value of clSetKernelExecInfo. The functions read it, once its size is known to be right for them.
type ExecInfo struct {
	SizeBytes uint64
	IsNull    bool
	Flag      func() bool
	Pointers  func() []uintptr
}

// SetExecInfo is clSetKernelExecInfo.
func (k *Kernel) SetExecInfo(name uint32, value ExecInfo) error {
	if err := k.check(); err != nil {
		return err
	}
	set, size := execInfoOf(name)
	if set == nil {
		return k.Context().fail(cl.InvalidValue, "param_name %#x is not known to this call", name)
	}
	if value.IsNull && value.SizeBytes > 0 {
		return k.Context().fail(cl.InvalidValue, "param_value is NULL, but param_value_size is %d", value.SizeBytes)
	}
	if size == flagBytes && value.SizeBytes != size || value.SizeBytes%size != 0 {
		return k.Context().fail(cl.InvalidValue, "param_value_size is %d, where values have %d bytes", value.SizeBytes,
			size)
	}
	var list []uintptr
	isSet := false
	if size == flagBytes {
		isSet = value.Flag()
	} else {
		list = value.Pointers()
		slices.Sort(list)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	changed := reach{}
	if k.reach != nil {
		changed = *k.reach
	}
	set(&changed, list, isSet)
	k.reach = &changed
	return nil
}

// currentReach is what has been told so far.
func (k *Kernel) currentReach() *reach {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.reach
}

const (
	pointerBytes = 8 // sizeof(void *)
	flagBytes    = 4 // sizeof(cl_bool)
)

// execInfoOf is how a param_name of clSetKernelExecInfo changes what is known, and the size of a value. It is nil if
// the name is unknown. The list is sorted. All devices support all of it.
func execInfoOf(name uint32) (set func(r *reach, list []uintptr, flag bool), sizeBytes uint64) {
	switch name {
	case cl.KernelExecInfoSvmPtrs:
		return func(r *reach, list []uintptr, _ bool) { r.svm = list }, pointerBytes
	case cl.KernelExecInfoUsmPtrsIntel:
		return func(r *reach, list []uintptr, _ bool) { r.usm = list }, pointerBytes
	case cl.KernelExecInfoDevicePtrsExt:
		return func(r *reach, list []uintptr, _ bool) { r.device = list }, pointerBytes
	case cl.KernelExecInfoSvmFineGrainSystem: // kernels reach other memory of the process in any case
		return func(*reach, []uintptr, bool) {}, flagBytes
	case cl.KernelExecInfoSvmIndirectAccessKhr:
		return func(r *reach, _ []uintptr, flag bool) { r.allSVM = flag }, flagBytes
	case cl.KernelExecInfoIndirectHostAccessIntel:
		return setKind(cl.MemTypeHostIntel), flagBytes
	case cl.KernelExecInfoIndirectDeviceAccessIntel:
		return setKind(cl.MemTypeDeviceIntel), flagBytes
	case cl.KernelExecInfoIndirectSharedAccessIntel:
		return setKind(cl.MemTypeSharedIntel), flagBytes
	}
	return nil, 0
}

func setKind(kind uint32) func(r *reach, _ []uintptr, flag bool) {
	return func(r *reach, _ []uintptr, flag bool) {
		r.kinds &^= kindBit(kind)
		if flag {
			r.kinds |= kindBit(kind)
		}
	}
}
