package clapi

import (
	"encoding/binary"
	"strings"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
)

var programInfo = lazyInfo(func() infoTable[*Program] {
	return infoTable[*Program]{
		cl.ProgramReferenceCount: func(p *Program) []byte { return infoUint32(p.ReferenceCount()) },
		cl.ProgramContext:        func(p *Program) []byte { return infoUint64(p.context.Handle()) },
		cl.ProgramNumDevices: func(p *Program) []byte {
			return infoUint32(uint32(len(p.context.devices)))
		},
		cl.ProgramDevices:                 func(p *Program) []byte { return deviceHandles(p.context.devices) },
		cl.ProgramSource:                  func(p *Program) []byte { return infoString(string(p.source)) },
		cl.ProgramIl:                      func(p *Program) []byte { return p.il },
		cl.ProgramBinarySizes:             func(p *Program) []byte { return infoUint64(uint64(len(p.binary()))) },
		cl.ProgramScopeGlobalCtorsPresent: infoConst[*Program](infoBool(false)),
		cl.ProgramScopeGlobalDtorsPresent: infoConst[*Program](infoBool(false)),
	}
})

// executableInfo are the queries that need a program built successfully.
var executableInfo = lazyInfo(func() infoTable[*executable] {
	return infoTable[*executable]{
		cl.ProgramNumKernels:  func(e *executable) []byte { return infoUint64(uint64(len(e.program.Kernels))) },
		cl.ProgramKernelNames: func(e *executable) []byte { return infoString(e.kernelNames()) },
	}
})

// GetInfo is clGetProgramInfo.
func (p *Program) GetInfo(name uint32, out InfoTarget) (uint64, error) {
	if err := p.check(); err != nil {
		return 0, err
	}
	if name == cl.ProgramBinaries {
		return p.writeBinaries(out)
	}
	if _, ok := executableInfo()[name]; ok {
		exec := p.result().exec
		if exec == nil {
			return 0, p.context.fail(cl.InvalidProgramExecutable, "the program has no executable")
		}
		return executableInfo().get(p.context, exec, name, out)
	}
	return programInfo().get(p.context, p, name, out)
}

// writeBinaries is the exceptional query: param_value is a list of pointers, one for each device, to memory of the size
// given by CL_PROGRAM_BINARY_SIZES; a null pointer skips a device.
func (p *Program) writeBinaries(out InfoTarget) (uint64, error) {
	const listBytes = 8
	if out.Address == 0 {
		return listBytes, nil
	}
	if out.SizeBytes < listBytes {
		return 0, p.context.fail(cl.InvalidValue, "param_value_size is %d, but there are %d bytes of pointers",
			out.SizeBytes, listBytes)
	}
	target := uintptr(binary.NativeEndian.Uint64(hostmem.Bytes(out.Address, listBytes)))
	if data := p.binary(); target != 0 && len(data) > 0 {
		copy(hostmem.Bytes(target, uint64(len(data))), data)
	}
	return listBytes, nil
}

// currentCode is the contents of the program's binary: the result of the last build, else the loaded binary. nil:
// nothing.
func (p *Program) currentCode() *programCode {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.build.status == cl.BuildNone {
		return p.loaded
	}
	return p.build.code
}

// binaryType is CL_PROGRAM_BINARY_TYPE.
func (p *Program) binaryType() uint32 {
	code := p.currentCode()
	if code == nil {
		return cl.ProgramBinaryTypeNone
	}
	return code.kind
}

// buildStatus is CL_PROGRAM_BUILD_STATUS.
func (p *Program) buildStatus() int32 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isBuilding {
		return cl.BuildInProgress
	}
	return p.build.status
}

// globalVariableBytes is the size of the program-scope variables in the global address space, 0 before a build.
func (p *Program) globalVariableBytes() uint64 {
	exec := p.result().exec
	if exec == nil {
		return 0
	}
	return exec.program.Globals.GlobalBytes
}

func (e *executable) kernelNames() string {
	names := make([]string, len(e.program.Kernels))
	for i, k := range e.program.Kernels {
		names[i] = k.Name
	}
	return strings.Join(names, ";")
}

var programBuildInfo = lazyInfo(func() infoTable[*Program] {
	return infoTable[*Program]{
		cl.ProgramBuildStatus:                  func(p *Program) []byte { return infoUint32(uint32(p.buildStatus())) },
		cl.ProgramBuildOptions:                 func(p *Program) []byte { return infoString(p.result().options) },
		cl.ProgramBuildLog:                     func(p *Program) []byte { return infoString(p.result().log) },
		cl.ProgramBinaryType:                   func(p *Program) []byte { return infoUint32(p.binaryType()) },
		cl.ProgramBuildGlobalVariableTotalSize: func(p *Program) []byte { return infoUint64(p.globalVariableBytes()) },
	}
})

// GetBuildInfo is clGetProgramBuildInfo.
func (p *Program) GetBuildInfo(device *Device, name uint32, out InfoTarget) (uint64, error) {
	if err := p.check(); err != nil {
		return 0, err
	}
	if device == nil || !p.context.hasDevice(device) {
		return 0, p.context.fail(cl.InvalidDevice, "device is not a device of the program")
	}
	return programBuildInfo().get(p.context, p, name, out)
}
