package clapi

import (
	"bytes"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"sync"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/compiler/feature"
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

// ilProperties: what modules may use (cl_khr_spirv_queries).
func ilProperties() []Property {
	capabilities := slices.Clone(compiler.SPIRVCapabilities())
	var words []string
	for _, version := range feature.SPIRVVersions() {
		words = append(words, "SPIR-V_"+version.Short())
	}
	return []Property{
		always(infoString(strings.Join(words, " ")), cl.DeviceIlVersion),
		alwaysNames(versionsOf("SPIR-V", feature.SPIRVVersions()), cl.DeviceIlsWithVersion),
		texts(compiler.SPIRVInstructionSets(), cl.DeviceSpirvExtendedInstructionSets),
		texts(compiler.SPIRVExtensions(), cl.DeviceSpirvExtensions),
		always(infoUint32(capabilities...), cl.DeviceSpirvCapabilities),
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
	address, err := hostmem.AllocOwn(uint64(max(len(all), 1)))
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
