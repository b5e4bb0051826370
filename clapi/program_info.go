package clapi

import (
	"encoding/binary"
	"strings"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
)

var programInfo = lazyInfo(func() infoTable[*Program] {
	return infoTable[*Program]{
		cl.ProgramReferenceCount:          func(p *Program) []byte { return infoUint32(p.ReferenceCount()) },
		cl.ProgramContext:                 func(p *Program) []byte { return infoUint64(p.context.Handle()) },
		cl.ProgramNumDevices:              func(p *Program) []byte { return infoUint32(uint32(len(p.devices))) },
		cl.ProgramDevices:                 func(p *Program) []byte { return deviceHandles(p.devices) },
		cl.ProgramSource:                  func(p *Program) []byte { return infoString(string(p.source)) },
		cl.ProgramIl:                      func(p *Program) []byte { return p.il },
		cl.ProgramBinarySizes:             (*Program).binarySizes,
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
		for place := range p.devices {
			if exec := p.buildOf(place).exec; exec != nil {
				return executableInfo().get(p.context, exec, name, out)
			}
		}
		return 0, p.context.fail(cl.InvalidProgramExecutable, "the program has no executable")
	}
	return programInfo().get(p.context, p, name, out)
}

// writeBinaries is the exceptional query: param_value is a list of pointers, one for each device, to memory of the size
// given by CL_PROGRAM_BINARY_SIZES; a null pointer skips a device.
func (p *Program) writeBinaries(out InfoTarget) (uint64, error) {
	listBytes := 8 * uint64(len(p.devices))
	if out.Address == 0 {
		return listBytes, nil
	}
	if out.SizeBytes < listBytes {
		return 0, p.context.fail(cl.InvalidValue, "param_value_size is %d, but there are %d bytes of pointers",
			out.SizeBytes, listBytes)
	}
	list := hostmem.Bytes(out.Address, listBytes)
	for place := range p.devices {
		target := uintptr(binary.NativeEndian.Uint64(list[8*place:]))
		if data := p.binary(place); target != 0 && len(data) > 0 {
			copy(hostmem.Bytes(target, uint64(len(data))), data)
		}
	}
	return listBytes, nil
}

func (p *Program) binarySizes() []byte {
	sizes := make([]uint64, len(p.devices))
	for place := range p.devices {
		sizes[place] = uint64(len(p.binary(place)))
	}
	return infoUint64(sizes...)
}

// currentCode is the contents of the program's binary for a device. nil: nothing.
func (p *Program) currentCode(place int) *programCode {
	b := p.buildOf(place)
	return b.current()
}

// current is the result of the last build, else the loaded binary.
func (b *deviceBuild) current() *programCode {
	if b.status == cl.BuildNone {
		return b.loaded
	}
	return b.code
}

// binaryType is CL_PROGRAM_BINARY_TYPE.
func (b *deviceBuild) binaryType() uint32 {
	code := b.current()
	if code == nil {
		return cl.ProgramBinaryTypeNone
	}
	return code.kind
}

// buildStatus is CL_PROGRAM_BUILD_STATUS.
func (b *deviceBuild) buildStatus() int32 {
	if b.isBuilding {
		return cl.BuildInProgress
	}
	return b.status
}

// globalVariableBytes is the size of the program-scope variables in the global address space, 0 before a build.
func (b *deviceBuild) globalVariableBytes() uint64 {
	if b.exec == nil {
		return 0
	}
	return b.exec.program.Globals.GlobalBytes
}

func (e *executable) kernelNames() string {
	names := make([]string, len(e.program.Kernels))
	for i, k := range e.program.Kernels {
		names[i] = k.Name
	}
	return strings.Join(names, ";")
}

var programBuildInfo = lazyInfo(func() infoTable[*deviceBuild] {
	return infoTable[*deviceBuild]{
		cl.ProgramBuildStatus:  func(b *deviceBuild) []byte { return infoUint32(uint32(b.buildStatus())) },
		cl.ProgramBuildOptions: func(b *deviceBuild) []byte { return infoString(b.options) },
		cl.ProgramBuildLog:     func(b *deviceBuild) []byte { return infoString(b.log) },
		cl.ProgramBinaryType:   func(b *deviceBuild) []byte { return infoUint32(b.binaryType()) },
		cl.ProgramBuildGlobalVariableTotalSize: func(b *deviceBuild) []byte {
			return infoUint64(b.globalVariableBytes())
		},
	}
})

// GetBuildInfo is clGetProgramBuildInfo.
func (p *Program) GetBuildInfo(device *Device, name uint32, out InfoTarget) (uint64, error) {
	if err := p.check(); err != nil {
		return 0, err
	}
	place := p.placeOf(device)
	if device == nil || place < 0 {
		return 0, p.context.fail(cl.InvalidDevice, "device is not a device of the program")
	}
	b := p.buildOf(place)
	return programBuildInfo().get(p.context, &b, name, out)
}
