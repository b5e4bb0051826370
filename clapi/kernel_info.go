package clapi

import (
	"heddle/clapi/cl"
	"heddle/compiler"
)

var kernelInfo = lazyInfo(func() infoTable[*Kernel] {
	return infoTable[*Kernel]{
		cl.KernelFunctionName:   func(k *Kernel) []byte { return infoString(k.code.Name) },
		cl.KernelNumArgs:        func(k *Kernel) []byte { return infoUint32(uint32(len(k.code.Args))) },
		cl.KernelReferenceCount: func(k *Kernel) []byte { return infoUint32(k.ReferenceCount()) },
		cl.KernelContext:        func(k *Kernel) []byte { return infoUint64(k.Context().Handle()) },
		cl.KernelProgram:        func(k *Kernel) []byte { return infoUint64(k.program.Handle()) },
		cl.KernelAttributes:     func(k *Kernel) []byte { return infoString(k.code.Attributes) },
	}
})

// GetInfo is clGetKernelInfo.
func (k *Kernel) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if err := k.check(); err != nil {
		return 0, err
	}
	return kernelInfo().get(k.Context(), k, name, out)
}

// The compiler's qualifiers have the order of the specification's constants.
var kernelArgInfo = lazyInfo(func() infoTable[*compiler.Arg] {
	return infoTable[*compiler.Arg]{
		cl.KernelArgAddressQualifier: func(a *compiler.Arg) []byte {
			return infoUint32(cl.KernelArgAddressGlobal + uint32(a.Address))
		},
		cl.KernelArgAccessQualifier: func(a *compiler.Arg) []byte {
			return infoUint32(cl.KernelArgAccessReadOnly + uint32(a.Access))
		},
		cl.KernelArgTypeName:      func(a *compiler.Arg) []byte { return infoString(a.TypeName) },
		cl.KernelArgTypeQualifier: func(a *compiler.Arg) []byte { return infoUint64(uint64(a.Qualifiers)) },
		cl.KernelArgName:          func(a *compiler.Arg) []byte { return infoString(a.Name) },
	}
})

// GetArgInfo is clGetKernelArgInfo. The information is available also without -cl-kernel-arg-info, but not of programs
// from an intermediate language, which the specification and the conformance suite want, also where they were linked
// or came as binaries.
func (k *Kernel) GetArgInfo(index, name uint32, out InfoTarget) (uint64, error) {
	if err := k.check(); err != nil {
		return 0, err
	}
	if uint64(index) >= uint64(len(k.code.Args)) {
		return 0, k.Context().fail(cl.InvalidArgIndex, "kernel %s has %d arguments, none with index %d",
			k.code.Name, len(k.code.Args), index)
	}
	if k.code.FromIL && kernelArgInfo()[name] != nil {
		return 0, k.Context().fail(cl.KernelArgInfoNotAvailable,
			"kernel %s comes from an intermediate language, which has no information about arguments", k.code.Name)
	}
	return kernelArgInfo().get(k.Context(), &k.code.Args[index], name, out)
}

// kernelOnDevice is what clGetKernelWorkGroupInfo asks about.
type kernelOnDevice struct {
	*Kernel
	form   *kernelForm
	device *Device
}

var kernelWorkGroupInfo = lazyInfo(func() infoTable[kernelOnDevice] {
	return infoTable[kernelOnDevice]{
		cl.KernelWorkGroupSize: infoConst[kernelOnDevice](infoUint64[uint64](maxWorkGroupSize)),
		cl.KernelCompileWorkGroupSize: func(k kernelOnDevice) []byte {
			return infoUint64(k.form.code.ReqdWorkGroupSize[:]...)
		},
		cl.KernelLocalMemSize: func(k kernelOnDevice) []byte { return infoUint64(k.localBytes(k.form.code)) },
		cl.KernelPreferredWorkGroupSizeMultiple: func(k kernelOnDevice) []byte {
			return infoUint64(k.device.machine.Lanes)
		},
		cl.KernelPrivateMemSize: func(k kernelOnDevice) []byte { return infoUint64(k.form.code.PrivateBytes) },
		// Registers are spilled to the frames of workers, which are no memory of the device.
		cl.KernelSpillMemSizeIntel: infoConst[kernelOnDevice](infoUint64[uint64](0)),
	}
})

// GetWorkGroupInfo is clGetKernelWorkGroupInfo. The caller has replaced a NULL device by the kernel's only one.
// CL_KERNEL_GLOBAL_WORK_SIZE is for custom devices and built-in kernels only, so it is unknown here.
func (k *Kernel) GetWorkGroupInfo(device *Device, name uint32, out InfoTarget) (uint64, error) {
	if err := k.check(); err != nil {
		return 0, err
	}
	form, err := k.checkDevice(device)
	if err != nil {
		return 0, err
	}
	return kernelWorkGroupInfo().get(k.Context(), kernelOnDevice{k, form, device}, name, out)
}

// localBytes is the local memory as far as it is known: arguments that are not set count as empty.
func (k *Kernel) localBytes(code *compiler.Kernel) uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.packLocalLocked(code, nil) - code.ScratchBytes
}
