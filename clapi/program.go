package clapi

import (
	"slices"
	"sync"

	"heddle/cbridge/hostmem"
	"heddle/clapi/cl"
	"heddle/compiler"
)

// Compiler is the interface of the compiler package. icd wires the real one; tests use a fake. The methods may be
// called from several threads at once; no lock is held.
type Compiler interface {
	// Compile makes an object of one source text; #include finds the headers by name. The log is for the user in
	// either case; ok is false when there is no object.
	Compile(main []byte, headers []compiler.Source, o compiler.Options) (object *compiler.Object, log string, ok bool)
	// Link makes a program of objects.
	Link(objects []*compiler.Object, o compiler.Options) (program *compiler.Program, log string, ok bool)
	// Binary is the binary form of a program, with the machine code that has been loaded.
	Binary(program *compiler.Program) []byte
	// Read makes a program of the binary form. The note says why machine code in it is of no use, empty if it is.
	Read(form []byte, o compiler.Options) (program *compiler.Program, note string, err error)
}

// Program is a program object. It is made from source, from an intermediate language, from a binary or by linking, and
// may then hold a compiled object, a library or an executable for each of its devices.
type Program struct {
	Object
	context *Context  // held
	devices []*Device // immutable; of the context
	source  []byte    // immutable; nil: not made from source
	il      []byte    // immutable; nil: not made from an intermediate language

	specialSizesOnce sync.Once
	specialSizes     map[uint32]uint64 // sizes of the specialisation constants, by number

	mu          sync.Mutex
	special     map[uint32][]byte // guarded by mu; values of specialisation constants
	kernelCount int               // guarded by mu; kernel objects of the executables
	builds      []deviceBuild     // guarded by mu; by device
}

// deviceBuild is what a program has for one of its devices.
type deviceBuild struct {
	loaded      *programCode // contents of the binary it was made from; nil: not made from a binary
	isBuilding  bool         // a call that compiles or links is under way
	isOwn       bool         // the last such call named the device, not only the one whose sub-device it is
	buildResult              // of the last such call; only finishBuild changes it
}

// buildResult is the result of the last build, compilation or linking, as clGetProgramBuildInfo returns it.
type buildResult struct {
	status  int32 // cl.BuildNone, cl.BuildSuccess, cl.BuildError
	options string
	log     string
	code    *programCode // nil: nothing was made
	exec    *executable  // only when code is an executable; each device has its own

	isOutOfMemory bool // nothing is wrong with the program
}

// programCode is the code of a program, however it was made. It is immutable once the build has ended, except for
// binary.
type programCode struct {
	kind        uint32 // cl.ProgramBinaryType*
	units       []unit // none in an executable from a binary
	linkOptions string
	program     *compiler.Program // of an executable
	note        string            // about the binary that it comes from, for the build log

	making sync.Once
	binary []byte // made under making, unless the code comes from this binary
}

// unit is one compiled source with everything needed to compile it again.
type unit struct {
	source  []byte
	headers []compiler.Source
	options string
	object  *compiler.Object // nil: loaded from a binary and not needed so far
}

// executable is a linked program with the memory of its program-scope variables. It stays as long as it has kernels,
// because a program with kernels cannot be built again.
type executable struct {
	program *compiler.Program
	globals uintptr // hostmem block, 0 when the program has no program-scope variables

	index  sync.Once
	byName map[string]*compiler.Kernel // made by index
}

// CreateProgramWithSource is clCreateProgramWithSource. A nil string is a NULL pointer.
func (c *Context) CreateProgramWithSource(strings [][]byte) (*Program, error) {
	if err := c.checkAlive(); err != nil {
		return nil, err
	}
	if len(strings) == 0 {
		return nil, c.fail(cl.InvalidValue, "count is 0 or strings is null")
	}
	source := []byte{}
	for i, s := range strings {
		if s == nil {
			return nil, c.fail(cl.InvalidValue, "strings[%d] is null", i)
		}
		source = append(source, s...)
	}
	return c.newProgram(&Program{source: source}), nil
}

// newProgram starts the life of a program, which is for all devices of the context unless it has some already.
func (c *Context) newProgram(p *Program) *Program {
	c.hold()
	p.context = c
	if p.devices == nil {
		p.devices = c.devices
	}
	if p.builds == nil {
		p.builds = make([]deviceBuild, len(p.devices))
	}
	for i := range p.builds {
		if b := &p.builds[i]; b.status == 0 && b.code == nil {
			b.status = cl.BuildNone
		}
	}
	p.init("program", cl.InvalidProgram, p.destroyProgram)
	return p
}

func (p *Program) destroyProgram() {
	for i := range p.builds {
		p.builds[i].exec.free()
	}
	p.context.drop()
}

// placeOf is the place of a device in the program's lists, negative if it is none of its devices.
func (p *Program) placeOf(d *Device) int { return slices.Index(p.devices, d) }

// Retain is clRetainProgram.
func (p *Program) Retain() error {
	if err := p.check(); err != nil {
		return err
	}
	return p.retain()
}

// Release is clReleaseProgram.
func (p *Program) Release() error {
	if err := p.check(); err != nil {
		return err
	}
	return p.release()
}

// check rejects an invalid program handle.
func (p *Program) check() error {
	if p == nil {
		return fail(cl.InvalidProgram, "program is not a valid program")
	}
	return nil
}

// newExecutable allocates the memory of a linked program's program-scope variables.
func newExecutable(program *compiler.Program) (*executable, error) {
	e := &executable{program: program}
	g := program.Globals
	if g.SizeBytes == 0 {
		return e, nil
	}
	address, err := hostmem.Alloc(g.SizeBytes)
	if err != nil {
		return nil, err
	}
	e.globals = address
	block := hostmem.Bytes(address, g.SizeBytes)
	copy(block, g.Init)
	for _, offset := range g.Relocations {
		addAddress(block[offset:], address)
	}
	return e, nil
}

// free frees the memory of a replaced or destroyed executable. A nil executable is none.
func (e *executable) free() {
	if e != nil && e.globals != 0 {
		hostmem.Free(e.globals)
	}
}

// kernel finds a kernel by name; nil when there is none. A nil executable has none.
func (e *executable) kernel(name string) *compiler.Kernel {
	if e == nil {
		return nil
	}
	e.index.Do(func() {
		e.byName = make(map[string]*compiler.Kernel, len(e.program.Kernels))
		for _, k := range slices.Backward(e.program.Kernels) { // of two of one name the first
			e.byName[k.Name] = k
		}
	})
	return e.byName[name]
}
