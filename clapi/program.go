package clapi

import (
	"sync"

	"heddle/clapi/cl"
	"heddle/compiler"
)

// Compiler is what clapi needs of the compiler package. icd wires the real one; tests use a fake. All methods may be
// called from several threads at once, with no lock that other calls wait for.
type Compiler interface {
	// CheckOptions says what is wrong with an option string, or nil.
	CheckOptions(options string, stage Stage) error
	// Compile makes an object of one source text; #include finds the headers by name. The log is for the user in
	// either case; ok is false when there is no object.
	Compile(main []byte, headers []compiler.Source, options string) (object *compiler.Object, log string, ok bool)
	// Link makes a program of objects.
	Link(objects []*compiler.Object, options string) (program *compiler.Program, log string, ok bool)
}

// Stage says which call an option string was given to.
type Stage uint8

// The stages of building.
const (
	StageBuild   Stage = iota // clBuildProgram: compiler and linker options
	StageCompile              // clCompileProgram: compiler options
	StageLink                 // clLinkProgram: linker options
)

// Program is a program object: a source, a compiled object, a library or an executable.
type Program struct {
	Object
	context *Context // held
	device  *Device

	mu    sync.Mutex
	state programState // guarded by mu
}

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

// check answers for a handle that was no program.
func (p *Program) check() error {
	if p == nil {
		return fail(cl.InvalidProgram, "program is not a valid program")
	}
	return nil
}

// executable is a linked program with the memory of its program-scope variables. Kernels keep the one they were made
// from, also when the program is built again.
type executable struct {
	program *compiler.Program
	globals uintptr // hostmem block, 0 when the program has no program-scope variables
}
