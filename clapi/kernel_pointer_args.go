package clapi

import (
	"encoding/binary"

	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/exec"
)

// SetArgSVMPointer is clSetKernelArgSVMPointer. Every value is a pointer that can be passed, since kernels are as free
// to have wild pointers as other functions.
func (k *Kernel) SetArgSVMPointer(index uint32, pointer uintptr) error {
	return k.setArgPointer(index, pointer, cl.InvalidArgValue, false)
}

// SetArgMemPointer is clSetKernelArgMemPointerINTEL.
func (k *Kernel) SetArgMemPointer(index uint32, pointer uintptr) error {
	return k.setArgPointer(index, pointer, cl.InvalidArgValue, false)
}

// SetArgDevicePointer is clSetKernelArgDevicePointerEXT.
func (k *Kernel) SetArgDevicePointer(index uint32, pointer uintptr) error {
	return k.setArgPointer(index, pointer, cl.InvalidArgIndex, true)
}

// setArgPointer sets an argument that is declared as a pointer to global memory, or to constant memory if it may. The
// status is that of other arguments.
func (k *Kernel) setArgPointer(index uint32, pointer uintptr, status cl.Status, onlyGlobal bool) error {
	if err := k.check(); err != nil {
		return err
	}
	if err := k.checkArgIndex(index); err != nil {
		return err
	}
	arg := &k.code.Args[index]
	if arg.Kind != compiler.ArgBuffer || onlyGlobal && arg.Address != compiler.AddressGlobal {
		return k.failArg(status, index, "the argument is no pointer to memory of this kind")
	}
	k.setPointer(index, pointer)
	return nil
}

func (k *Kernel) setPointer(index uint32, pointer uintptr) {
	k.mu.Lock()
	defer k.mu.Unlock()
	binary.NativeEndian.PutUint64(k.block[k.code.Args[index].OffsetBytes:], uint64(pointer))
	k.args[index].object, k.args[index].isSet, k.args[index].isPointer = nil, true, pointer != 0
}

// usePointerLocked holds the allocation into which an argument leads, for a launch. A pointer that leads into none is
// one to other memory of the process, of which nothing is known.
func (k *Kernel) usePointerLocked(index uint32, into *launchArgs) {
	pointer := uintptr(binary.NativeEndian.Uint64(k.block[k.code.Args[index].OffsetBytes:]))
	a := k.Context().useAt(pointer)
	if a == nil {
		into.isOnce = true
		return
	}
	into.isOnce = into.isOnce || a.isFine()
	into.allocations = append(into.allocations, a)
	into.memory = append(into.memory, exec.Memory{Address: a.address, SizeBytes: a.sizeBytes})
}
