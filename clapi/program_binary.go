package clapi

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"

	"heddle/clapi/cl"
	"heddle/compiler"
)

// A program binary is a container of everything from which the program was made:
//
//	magic, checksum of the rest
//	kind, link options, number of units
//	per unit: source, options, number of headers, per header: name, text
//
// Numbers are 64-bit little-endian, strings are their length and their bytes. The checksum detects damage; it is no
// protection against forgery, and needs to be none, since the contents are checked like any other source.

const (
	binaryMagic    = "HEDDLE PROGRAM 2"
	maxBinaryUnits = 1 << 16 // of units and of headers; so a forged count cannot exhaust memory
)

// encode makes the binary of a program's code.
func (code *programCode) encode() []byte {
	body := appendNumber(nil, uint64(code.kind))
	body = appendBytes(body, []byte(code.linkOptions))
	body = appendNumber(body, uint64(len(code.units)))
	for _, u := range code.units {
		body = appendBytes(body, u.source)
		body = appendBytes(body, []byte(u.options))
		body = appendNumber(body, uint64(len(u.headers)))
		for _, h := range u.headers {
			body = appendBytes(body, []byte(h.Name))
			body = appendBytes(body, h.Text)
		}
	}
	return append(appendNumber([]byte(binaryMagic), checksum(body)), body...)
}

func checksum(body []byte) uint64 {
	sum := fnv.New64a()
	_, _ = sum.Write(body)
	return sum.Sum64()
}

func appendNumber(out []byte, n uint64) []byte { return binary.LittleEndian.AppendUint64(out, n) }

func appendBytes(out, text []byte) []byte {
	return append(appendNumber(out, uint64(len(text))), text...)
}

// decodeBinary reads a binary; ok is false for one that is damaged or not ours. It copies the parts that it keeps.
func decodeBinary(data []byte) (code *programCode, ok bool) {
	const head = len(binaryMagic) + 8
	if len(data) < head || string(data[:len(binaryMagic)]) != binaryMagic {
		return nil, false
	}
	body := bytes.Clone(data[head:])
	if checksum(body) != binary.LittleEndian.Uint64(data[len(binaryMagic):]) {
		return nil, false
	}
	r := &binaryReader{rest: body}
	code = &programCode{kind: uint32(r.number()), linkOptions: string(r.bytes())}
	for range r.count() {
		code.units = append(code.units, r.unit())
	}
	isKind := code.kind >= cl.ProgramBinaryTypeCompiledObject && code.kind <= cl.ProgramBinaryTypeExecutable
	return code, isKind && len(code.units) > 0 && !r.isBroken && len(r.rest) == 0
}

// binaryReader reads a container. After the first error it returns zeros.
type binaryReader struct {
	rest     []byte
	isBroken bool
}

func (r *binaryReader) number() uint64 {
	if len(r.rest) < 8 {
		r.isBroken, r.rest = true, nil
		return 0
	}
	n := binary.LittleEndian.Uint64(r.rest)
	r.rest = r.rest[8:]
	return n
}

func (r *binaryReader) count() uint64 {
	n := r.number()
	if n > maxBinaryUnits {
		r.isBroken = true
		return 0
	}
	return n
}

func (r *binaryReader) bytes() []byte {
	n := r.number()
	if n > uint64(len(r.rest)) {
		r.isBroken, r.rest = true, nil
		return nil
	}
	text := r.rest[:n:n]
	r.rest = r.rest[n:]
	return text
}

func (r *binaryReader) unit() unit {
	u := unit{source: r.bytes(), options: string(r.bytes())}
	for range r.count() {
		u.headers = append(u.headers, compiler.Source{Name: string(r.bytes()), Text: r.bytes()})
	}
	return u
}

// CreateProgramWithBinary is clCreateProgramWithBinary with one binary for each device; a nil or empty binary is a NULL
// pointer or a zero length, a nil list of binaries a NULL list. The statuses are for binary_status, one for each
// device; they are also valid together with an error about a binary.
func (c *Context) CreateProgramWithBinary(devices []*Device, binaries [][]byte) (*Program, []cl.Status, error) {
	if err := c.checkAlive(); err != nil {
		return nil, nil, err
	}
	if len(devices) == 0 {
		return nil, nil, c.fail(cl.InvalidValue, "num_devices is 0 or device_list is null")
	}
	if len(binaries) != len(devices) {
		return nil, nil, c.fail(cl.InvalidValue, "lengths or binaries is null")
	}
	if err := c.checkDevices(devices); err != nil {
		return nil, nil, err
	}
	p, statuses := &Program{}, make([]cl.Status, len(devices))
	var err error
	for i, data := range binaries {
		code, status := loadBinary(data)
		statuses[i] = status
		if status != cl.Success && err == nil {
			err = c.fail(status, "binaries[%d] of %d bytes is empty, damaged or not of this driver", i, len(data))
		}
		p.loaded = code
	}
	if err != nil {
		return nil, statuses, err
	}
	return c.newProgram(p), statuses, nil
}

func loadBinary(data []byte) (*programCode, cl.Status) {
	if len(data) == 0 {
		return nil, cl.InvalidValue
	}
	code, ok := decodeBinary(data)
	if !ok {
		return nil, cl.InvalidBinary
	}
	return code, cl.Success
}
