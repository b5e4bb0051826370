package clapi

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/bits"
	"slices"
	"strings"
	"time"

	"heddle/clapi/cl"
	"heddle/compiler"
	"heddle/compiler/amd64/object"
	"heddle/compiler/parallel"
	"heddle/compiler/wire"
)

// A program binary has a head of binaryHeadBytes and a body. The head says whose it is, which version's, how long the
// body is, and what its checksum is: numbers of 64 bits, little-endian. The body (programCode.wire) of an executable
// holds the binary form of package compiler, with IR and machine code; that of a compiled object or a library holds
// sources with their headers and options, which are compiled when they are linked.
//
// The checksum detects damage; it is no protection against forgery. What a forged binary can do is said in
// compiler/binary.go.

const (
	binaryMagic     = "HEDDLE PROGRAM 3"
	binaryHeadBytes = len(binaryMagic) + 3*8
)

// binaryVersion changes with the meaning of a body.
func binaryVersion() uint64 {
	const form = 1
	return bits.RotateLeft64(compiler.FormVersion(), 1) + form
}

// castagnoli is the polynomial for which processors have an instruction.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(body []byte) uint64 { return uint64(crc32.Checksum(body, castagnoli)) }

// binary is the program's binary for a device, empty when there is none. It is made when it is first asked for and
// stays the same, so that its size and its contents agree in whichever order they are asked for.
func (p *Program) binary(place int) []byte {
	code := p.currentCode(place)
	if code == nil {
		return nil
	}
	code.making.Do(func() {
		if code.binary == nil {
			code.binary = p.encode(code)
		}
	})
	return code.binary
}

// encode makes the binary of a program's code.
func (p *Program) encode(code *programCode) []byte {
	var form []byte
	if code.program != nil {
		p.stock(code.program)
		form = p.context.platform.compiler.Binary(code.program)
	}
	return code.encode(form)
}

// encode makes the binary of code, an executable's with the form of its program.
func (code *programCode) encode(form []byte) []byte {
	c := wire.Writer()
	code.wire(c, &form)
	head := make([]byte, 0, binaryHeadBytes+len(c.Form()))
	head = append(head, binaryMagic...)
	for _, n := range []uint64{binaryVersion(), uint64(len(c.Form())), checksum(c.Form())} {
		head = binary.LittleEndian.AppendUint64(head, n)
	}
	return append(head, c.Form()...)
}

// wire codes the body of a binary.
func (code *programCode) wire(c *wire.Coder, form *[]byte) {
	wire.Number(c, &code.kind)
	c.Text(&code.linkOptions)
	if code.kind == cl.ProgramBinaryTypeExecutable {
		c.Bytes(form)
		return
	}
	c.Check(code.kind == cl.ProgramBinaryTypeCompiledObject || code.kind == cl.ProgramBinaryTypeLibrary)
	wire.List(c, &code.units, func(c *wire.Coder, u *unit) { u.wire(c) })
	c.Check(len(code.units) > 0)
}

func (u *unit) wire(c *wire.Coder) {
	c.Bytes(&u.source)
	c.Text(&u.options)
	wire.List(c, &u.headers, func(c *wire.Coder, h *compiler.Source) {
		c.Text(&h.Name)
		c.Bytes(&h.Text)
	})
}

// stocker is a Runner that can have machine code in stock.
type stocker interface {
	// Stock compiles code for a kernel without waiting for a launch, unless there is some.
	Stock(kernel object.Kernel, name string)
}

// stockTime is how long a program without machine code is compiled for its binary. Kernels that are not reached are
// compiled when the program is loaded and launches want them.
const stockTime = 3 * time.Second

// stock lets the binary hold machine code of kernels that have not run yet.
func (p *Program) stock(program *compiler.Program) {
	runner, ok := p.context.devices[0].runner.(stocker)
	if !ok {
		return
	}
	end := time.Now().Add(stockTime)
	all := program.All()
	parallel.For(parallel.Workers(len(all)), len(all), func(_, i int) {
		if k := all[i]; k.Machine != nil && time.Now().Before(end) {
			runner.Stock(k.Machine, k.Name)
		}
	})
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
	codes, statuses, err := c.loadBinaries(binaries)
	if err != nil {
		return nil, statuses, err
	}
	p := &Program{}
	for i, d := range devices {
		if p.placeOf(d) < 0 { // one that is listed twice counts once
			p.devices, p.builds = append(p.devices, d), append(p.builds, deviceBuild{loaded: codes[i]})
		}
	}
	return c.newProgram(p), statuses, nil
}

// loadBinaries reads binaries, equal ones once.
func (c *Context) loadBinaries(binaries [][]byte) (codes []*programCode, statuses []cl.Status, err error) {
	for i, data := range binaries {
		same := slices.IndexFunc(binaries[:i], func(b []byte) bool { return bytes.Equal(b, data) })
		if same >= 0 {
			codes, statuses = append(codes, codes[same]), append(statuses, statuses[same])
			continue
		}
		code, status, reason := c.loadBinary(data)
		codes, statuses = append(codes, code), append(statuses, status)
		if status != cl.Success && err == nil {
			err = c.fail(status, "binaries[%d], %d bytes: %s", i, len(data), reason)
		}
	}
	return codes, statuses, err
}

// loadBinary reads a binary; the reason says what is wrong with it.
func (c *Context) loadBinary(data []byte) (code *programCode, status cl.Status, reason string) {
	if len(data) == 0 {
		return nil, cl.InvalidValue, "it is empty or null"
	}
	code, err := decodeBinary(data, c.platform.compiler, c.linking(compiler.Options{}))
	if err != nil {
		return nil, cl.InvalidBinary, err.Error()
	}
	return code, cl.Success, ""
}

// decodeBinary reads a binary, of which it keeps a copy. The error says what is wrong with it.
func decodeBinary(data []byte, with Compiler, o compiler.Options) (code *programCode, err error) {
	if err := checkHead(data); err != nil {
		return nil, err
	}
	data = bytes.Clone(data)
	body := data[binaryHeadBytes:]
	if checksum(body) != binary.LittleEndian.Uint64(data[binaryHeadBytes-8:]) {
		return nil, errors.New("it is damaged: its checksum is wrong")
	}
	code = &programCode{}
	var form []byte
	c := wire.Reader(body)
	if code.wire(c, &form); c.End() != nil {
		return nil, errors.New("its contents mean nothing")
	}
	if code.kind != cl.ProgramBinaryTypeExecutable {
		code.binary = data
		return code, nil
	}
	if with == nil {
		return nil, errors.New("the driver was built without a compiler")
	}
	code.program, code.note, err = with.Read(form, o)
	if err != nil {
		return nil, fmt.Errorf("its program cannot be read: %w", err)
	}
	if code.note == "" { // else the next binary has better machine code
		code.binary = data
	}
	return code, nil
}

// checkHead checks the head of a binary, and its size.
func checkHead(data []byte) error {
	if !bytes.HasPrefix(data, []byte(binaryMagic)) {
		return fmt.Errorf("it is no program binary of this driver, but %s", kindOfFile(data))
	}
	if len(data) < binaryHeadBytes {
		return errors.New("it is cut off in its head")
	}
	if binary.LittleEndian.Uint64(data[len(binaryMagic):]) != binaryVersion() {
		return errors.New("it was made by another version of this driver, which has another form of code; build the " +
			"program from its source again")
	}
	size := binary.LittleEndian.Uint64(data[len(binaryMagic)+8:])
	if there := uint64(len(data) - binaryHeadBytes); size != there {
		return fmt.Errorf("it is cut off or has more behind it: its body should have %d bytes and has %d", size, there)
	}
	return nil
}

// knownFiles are files that programs give instead of our binaries, by how they begin.
var knownFiles = []struct{ start, what string }{
	{"HEDDLE PROGRAM", "one of an older version"},
	{"\x7fELF", "an ELF file, with code for another device"},
	{"\x03\x02\x23\x07", "SPIR-V, which clCreateProgramWithIL takes"},
	{"\x07\x23\x02\x03", "SPIR-V, which clCreateProgramWithIL takes"},
	{"BC\xc0\xde", "LLVM bitcode"},
	{"poclbin", "one of PoCL"},
	{"//", "text, perhaps source code"},
	{"/*", "text, perhaps source code"},
	{"#", "text, perhaps source code"},
	{"__kernel", "text, perhaps source code"},
	{"kernel", "text, perhaps source code"},
}

// kindOfFile says what the beginning of a file looks like.
func kindOfFile(data []byte) string {
	for _, f := range knownFiles {
		if strings.HasPrefix(string(data[:min(len(data), len(f.start))]), f.start) {
			return f.what
		}
	}
	return fmt.Sprintf("begins with % x", data[:min(len(data), 8)])
}
