package clapi

import (
	"bytes"
	"encoding/binary"
	"maps"
	"slices"
	"sync"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/compiler"
)

// CreateProgramWithIL is clCreateProgramWithIL. A nil module is a NULL pointer or a length of 0. The program keeps a
// copy.
func (c *Context) CreateProgramWithIL(il []byte) (*Program, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if len(il) == 0 {
		return nil, c.fail(cl.InvalidValue, "il is null or length is 0")
	}
	if c.platform.compiler == nil {
		return nil, c.fail(cl.InvalidOperation, "the driver was built without a compiler")
	}
	if err := compiler.CheckIL(il); err != nil {
		return nil, c.fail(cl.InvalidValue, "il of %d bytes: %v", len(il), err)
	}
	return c.newProgram(&Program{il: bytes.Clone(il)}), nil
}

// SetSpecializationConstant is clSetProgramSpecializationConstant. A nil value is a NULL pointer.
func (p *Program) SetSpecializationConstant(number uint32, value []byte, sizeBytes uint64) error {
	if err := p.check(); err != nil {
		return err
	}
	if p.il == nil {
		return p.context.fail(cl.InvalidProgram, "the program was not made from an intermediate language")
	}
	p.specialSizesOnce.Do(func() { p.specialSizes = compiler.SpecConstants(p.il) })
	want, ok := p.specialSizes[number]
	switch {
	case !ok:
		return p.context.fail(cl.InvalidSpecId, "the module has no specialization constant %d", number)
	case value == nil:
		return p.context.fail(cl.InvalidValue, "spec_value is null")
	case sizeBytes != want:
		return p.context.fail(cl.InvalidValue, "spec_size is %d, the constant %d has %d bytes", sizeBytes, number, want)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.special == nil {
		p.special = map[uint32][]byte{}
	}
	p.special[number] = bytes.Clone(value)
	return nil
}

// text is what the program is compiled from: its source, or its module with the values of the specialisation constants;
// nil if there is neither.
func (p *Program) text() []byte {
	if p.il == nil {
		return p.source
	}
	p.mu.Lock()
	special := maps.Clone(p.special)
	p.mu.Unlock()
	return compiler.Specialize(p.il, special)
}

// intermediateLanguages are the versions of SPIR-V that are read.
var intermediateLanguages = []extension{{"SPIR-V", 1, 0, 0}, {"SPIR-V", 1, 1, 0}, {"SPIR-V", 1, 2, 0}, {"SPIR-V", 1,
	3, 0},
	{"SPIR-V", 1, 4, 0}, {"SPIR-V", 1, 5, 0}, {"SPIR-V", 1, 6, 0}}

// ilVersions is CL_DEVICE_IL_VERSION.
const ilVersions = "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4 SPIR-V_1.5 SPIR-V_1.6"

// ilProperties: what modules may use (cl_khr_spirv_queries).
func ilProperties() []Property {
	capabilities := slices.Clone(compiler.SPIRVCapabilities())
	return []Property{
		always(infoString(ilVersions), cl.DeviceIlVersion),
		always(infoNameVersions(nameVersions(intermediateLanguages)), cl.DeviceIlsWithVersion),
		texts(compiler.SPIRVInstructionSets(), cl.DeviceSpirvExtendedInstructionSetsKhr),
		texts(compiler.SPIRVExtensions(), cl.DeviceSpirvExtensionsKhr),
		always(infoUint32(capabilities...), cl.DeviceSpirvCapabilitiesKhr),
	}
}

// texts is an answer of pointers to strings, whose memory stays for as long as the process lives.
func texts(list []string, name uint32) Property {
	pointers := sync.OnceValue(func() []byte { return placeTexts(list) })
	return Property{Names: []uint32{name}, Texts: list, Fact: Fact{value: func(*Device) []byte { return pointers() }}}
}

// placeTexts puts strings in memory outside of the Go heap and returns their addresses as bytes; without memory there
// are none.
func placeTexts(list []string) []byte {
	var all, pointers []byte
	for _, s := range list {
		all = append(append(all, s...), 0)
	}
	address, err := hostmem.Alloc(uint64(max(len(all), 1)))
	if err != nil {
		return nil
	}
	copy(hostmem.Bytes(address, uint64(len(all))), all)
	for _, s := range list {
		pointers = binary.NativeEndian.AppendUint64(pointers, uint64(address))
		address += uintptr(len(s)) + 1
	}
	return pointers
}
