package clapi

import (
	"math"
	"math/bits"

	"heddle/clapi/cl"
)

// The types of shared memory of cl_khr_unified_svm, by index.
const (
	svmCoarse = iota
	svmFine
	svmDevice
	svmHost
	svmShared
	svmSystem
)

// svmAny are the capabilities of all types. All memory is memory of the process: it has one address, kernels read and
// write it, also atomically, at the same time as the host, and reach all of it; mapping is always possible, and does
// nothing.
const svmAny = cl.SvmCapabilitySingleAddressSpaceKhr | cl.SvmCapabilityContextAccessKhr |
	cl.SvmCapabilityHostMapKhr | cl.SvmCapabilityDeviceReadKhr | cl.SvmCapabilityDeviceWriteKhr |
	cl.SvmCapabilityDeviceAtomicAccessKhr | cl.SvmCapabilityIndirectAccessKhr

// svmOpen are those of types that the host accesses without mapping.
const svmOpen = svmAny | cl.SvmCapabilityHostReadKhr | cl.SvmCapabilityHostWriteKhr |
	cl.SvmCapabilityConcurrentAccessKhr | cl.SvmCapabilityConcurrentAtomicAccessKhr

// svmTypes are the capabilities of each type. Coarse-grained memory is not said to be open to the host, though it is:
// it would be no type of its own then.
var svmTypes = [...]uint64{
	svmCoarse: svmAny | cl.SvmCapabilityDeviceUnassociatedKhr,
	svmFine:   svmOpen | cl.SvmCapabilityDeviceUnassociatedKhr,
	svmDevice: svmOpen | cl.SvmCapabilityDeviceOwnedKhr,
	svmHost:   svmOpen | cl.SvmCapabilityDeviceUnassociatedKhr | cl.SvmCapabilityHostOwnedKhr,
	svmShared: svmOpen,
	svmSystem: svmOpen | cl.SvmCapabilityDeviceUnassociatedKhr | cl.SvmCapabilitySystemAllocatedKhr,
}

// svmInfo answers clGetSVMPointerInfoKHR, of nil for a pointer into no allocation of the context. The capabilities are
// those of all devices, as there is one.
var svmInfo = lazyInfo(func() infoTable[*Allocation] {
	return infoTable[*Allocation]{
		cl.SvmInfoTypeIndexKhr: func(a *Allocation) []byte {
			if a == nil {
				return infoUint32(math.MaxUint32)
			}
			return infoUint32(a.kind)
		},
		cl.SvmInfoCapabilitiesKhr: func(a *Allocation) []byte {
			if a == nil {
				return infoUint64[uint64](0)
			}
			return infoUint64(svmTypes[a.kind])
		},
		cl.SvmInfoPropertiesKhr: func(a *Allocation) []byte {
			if a == nil {
				return nil
			}
			return infoUint64(a.properties...)
		},
		cl.SvmInfoAccessFlagsKhr: func(a *Allocation) []byte { return infoUint64(orNone(a).flags) },
		cl.SvmInfoBasePtrKhr:     func(a *Allocation) []byte { return infoUint64(orNone(a).address) },
		cl.SvmInfoSizeKhr:        func(a *Allocation) []byte { return infoUint64(orNone(a).sizeBytes) },
		cl.SvmInfoAssociatedDeviceHandleKhr: func(a *Allocation) []byte {
			return infoUint64(orNone(a).deviceHandle())
		},
	}
})

// orNone is an allocation of no bytes in place of nil.
func orNone(a *Allocation) *Allocation {
	if a == nil {
		return &Allocation{}
	}
	return a
}

// allocationOf is the allocation of the context and maker into which a pointer leads, nil if there is none.
func (c *Context) allocationOf(pointer uintptr, by maker) *Allocation {
	if a := c.findAllocation(pointer); a != nil && a.context == c && a.maker == by {
		return a
	}
	return nil
}

// SVMPointerInfo is clGetSVMPointerInfoKHR. isNull: device is NULL.
func (c *Context) SVMPointerInfo(
	device *Device, isNull bool, pointer uintptr, name uint32, out InfoTarget,
) (uint64, error) {
	if err := c.check(); err != nil {
		return 0, err
	}
	if !isNull && (device == nil || !c.hasDevice(device)) {
		return 0, c.fail(cl.InvalidDevice, "device is not a device of context")
	}
	return svmInfo().get(c, c.allocationOf(pointer, madeBySVM), name, out)
}

// SVMSuggestedType is clGetSVMSuggestedTypeIndexKHR: of the types that have what is required, the one that has most of
// what is desired, and of these the one that has least besides. It is math.MaxUint32 if there is none.
func (c *Context) SVMSuggestedType(
	required, desired uint64, properties []uint64, hasTarget bool, find func(handle uintptr) *Device,
) (uint32, error) {
	if err := c.check(); err != nil {
		return 0, err
	}
	if err := c.setSVMProperties(&Allocation{}, properties, find); err != nil {
		return 0, err
	}
	if !hasTarget {
		return 0, c.fail(cl.InvalidValue, "suggested_svm_type_index is NULL")
	}
	best, bestScore := uint32(math.MaxUint32), math.MinInt
	for i, has := range svmTypes {
		if has&required != required {
			continue
		}
		score := 64*bits.OnesCount64(has&desired) - bits.OnesCount64(has&^(required|desired))
		if score > bestScore {
			best, bestScore = uint32(i), score
		}
	}
	return best, nil
}
