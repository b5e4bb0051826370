package clapi

import (
	"math/bits"

	"heddle/clapi/cl"
)

// SVMAlloc is clSVMAlloc. The address is 0 when it fails, or when size is 0, which is no failure.
func (c *Context) SVMAlloc(flags, size uint64, alignment uint32) (uintptr, error) {
	if err := c.checkAlive(); err != nil {
		return 0, err
	}
	const grains = cl.MemSvmFineGrainBuffer | cl.MemSvmAtomics
	if unknown := flags &^ (accessFlags | grains); unknown != 0 {
		return 0, c.fail(cl.InvalidValue, "flags has %#x, which is not allowed here", unknown)
	}
	if bits.OnesCount64(flags&accessFlags) > 1 {
		return 0, c.fail(cl.InvalidValue, "flags %#x has more than one of READ_WRITE, READ_ONLY, WRITE_ONLY", flags)
	}
	if flags&grains == cl.MemSvmAtomics {
		return 0, c.fail(cl.InvalidValue, "flags %#x has SVM_ATOMICS without SVM_FINE_GRAIN_BUFFER", flags)
	}
	if err := c.checkAlignment(cl.InvalidValue, uint64(alignment)); err != nil {
		return 0, err
	}
	kind := uint32(svmCoarse)
	if flags&cl.MemSvmFineGrainBuffer != 0 {
		kind = svmFine
	}
	return c.allocateSVM(&Allocation{kind: kind, sizeBytes: size})
}

// allocateSVM gives an allocation its memory, if it has a size.
func (c *Context) allocateSVM(a *Allocation) (uintptr, error) {
	if a.sizeBytes == 0 {
		return 0, nil
	}
	if limit := c.devices[0].machine.MaxAllocBytes; a.sizeBytes > limit {
		return 0, c.fail(cl.InvalidBufferSize, "size is %d, more than %d", a.sizeBytes, limit)
	}
	return c.allocate(a)
}

// SVMAllocWithProperties is clSVMAllocWithPropertiesKHR. properties has no terminating zero; nil is NULL. find finds
// the device of a handle. The address is 0 when it fails, or when size is 0.
func (c *Context) SVMAllocWithProperties(
	properties []uint64, typeIndex uint32, size uint64, find func(handle uintptr) *Device,
) (uintptr, error) {
	if err := c.checkAlive(); err != nil {
		return 0, err
	}
	a := &Allocation{kind: typeIndex, sizeBytes: size, properties: withEnd(properties)}
	if err := c.setSVMProperties(a, properties, find); err != nil {
		return 0, err
	}
	if int64(typeIndex) >= int64(len(svmTypes)) {
		return 0, c.fail(cl.InvalidValue, "svm_type_index is %d, but there are %d types", typeIndex, len(svmTypes))
	}
	if a.device == nil && svmTypes[typeIndex]&cl.SvmCapabilityDeviceUnassociatedKhr == 0 {
		return 0, c.fail(cl.InvalidProperty, "memory of type %d needs CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR",
			typeIndex)
	}
	return c.allocateSVM(a)
}

// setSVMProperties checks properties of clSVMAllocWithPropertiesKHR and notes what queries ask for.
func (c *Context) setSVMProperties(a *Allocation, list []uint64, find func(handle uintptr) *Device) error {
	const access = cl.SvmAllocAccessHostNoreadKhr | cl.SvmAllocAccessHostNowriteKhr |
		cl.SvmAllocAccessDeviceNoreadKhr | cl.SvmAllocAccessDeviceNowriteKhr
	return c.checkProperties(list, func(name, value uint64) error {
		switch name {
		case cl.SvmAllocAssociatedDeviceHandleKhr:
			if value == 0 {
				return nil
			}
			if a.device = find(uintptr(value)); a.device == nil || !c.hasDevice(a.device) {
				return c.fail(cl.InvalidProperty, "CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR is no device of context")
			}
		case cl.SvmAllocAccessFlagsKhr:
			if value&^uint64(access) != 0 {
				return c.fail(cl.InvalidProperty, "CL_SVM_ALLOC_ACCESS_FLAGS_KHR %#x has unknown bits", value)
			}
			a.flags = value
		case cl.SvmAllocAlignmentKhr:
			return c.checkAlignment(cl.InvalidProperty, value)
		default:
			return c.fail(cl.InvalidProperty, "property %#x is not supported", name)
		}
		return nil
	})
}

// SVMFree is clSVMFree. The error is for the context's callback only: the function has no status.
func (c *Context) SVMFree(pointer uintptr) error {
	if err := c.check(); err != nil {
		return err
	}
	return c.free(pointer, madeBySVM)
}

// free frees an allocation by the pointer that its function returned.
func (c *Context) free(pointer uintptr, by maker) error {
	if pointer == 0 {
		return nil
	}
	a := c.forget(pointer, by)
	if a == nil {
		return c.fail(cl.InvalidValue, "%#x is no allocation of the context that this function frees", pointer)
	}
	a.drop()
	return nil
}

// SVMFreeWithProperties is clSVMFreeWithPropertiesKHR. There are no properties and flags yet.
func (c *Context) SVMFreeWithProperties(properties []uint64, flags uint64, pointer uintptr) error {
	if err := c.check(); err != nil {
		return err
	}
	if len(properties) > 0 {
		return c.fail(cl.InvalidProperty, "property %#x is not supported", properties[0])
	}
	if flags != 0 {
		return c.fail(cl.InvalidValue, "flags has %#x, which is not allowed here", flags)
	}
	return c.free(pointer, madeBySVM)
}
