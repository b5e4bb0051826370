// Package compiler turns OpenCL C into machine code, and into lane programs for the interpreter. It knows nothing of
// the OpenCL API, of devices' memory or of how either is executed.
//
// Reading order: program.go (what a caller gets), options.go (build options), compile.go (the stages in order),
// binary.go (the binary form of programs).
package compiler

import (
	"slices"

	"heddle/compiler/amd64"
	"heddle/compiler/ir"
	"heddle/compiler/lane"
)

// Program is linked and ready to run.
type Program struct {
	Kernels []*Kernel // in source order
	// Children are the blocks that kernels enqueue, as kernels without names of their own, by the number that
	// launch.ChildRequest has. Their arguments are the captured values, then pointers to local memory.
	Children []*Kernel
	Globals  Globals

	code     amd64.Options
	module   *ir.Module // which it was linked to; nil: a program that was read
	portable []byte     // of a program that was read: the portable part of its form

	zeroPrivate bool // as Options.ZeroPrivate
}

// All are the kernels, and after them the children.
func (p *Program) All() []*Kernel { return slices.Concat(p.Kernels, p.Children) }

// Globals is the memory of program-scope variables: the owner allocates SizeBytes (aligned to 128), copies Init to
// its start, zeroes the rest, and adds the address of the block to each 64-bit word named by Relocations.
type Globals struct {
	SizeBytes   uint64
	Init        []byte
	Relocations []uint64 // offsets of words that hold an offset into the block and must become addresses
	GlobalBytes uint64   // how many bytes the variables of the global address space take
}

// Kernel is one entry point with all facts that the API can be asked for.
type Kernel struct {
	Name              string
	Attributes        string // in the form of CL_KERNEL_ATTRIBUTES: blank-separated, without __attribute__
	Args              []Arg
	ArgBlockBytes     uint64    // size of the argument block; see Arg.OffsetBytes
	ReqdWorkGroupSize [3]uint64 // zeros: none
	WorkGroupSizeHint [3]uint64 // zeros: none
	ReqdSubGroupSize  uint64    // 0: none
	ReqdSubGroups     uint64    // in a work-group; 0: any number
	SubGroupSize      uint64    // work-items of its sub-groups
	LocalBytes        uint64    // local memory of the kernel itself; __local arguments are additional
	// of LocalBytes: before the variables, for collective functions; the API does not count it
	ScratchBytes  uint64
	PrivateBytes  uint64        // private memory of one work-item
	UniformGroups bool          // the local size must divide the global size
	FromIL        bool          // it comes from a module of an intermediate language
	Lane          *lane.Program // for the interpreter
	Machine       *amd64.Kernel // for processors that have what it needs

	zeroPrivate bool // as Options.ZeroPrivate
}

// ArgKind is the kind of value that clSetKernelArg takes.
type ArgKind uint8

// The kinds of kernel arguments.
const (
	ArgValue   ArgKind = iota // SizeBytes bytes by value
	ArgBuffer                 // a __global or __constant pointer: a buffer or null; the block holds its address
	ArgLocal                  // a __local pointer: only a size; the block holds an offset from the local memory's base
	ArgImage                  // an image
	ArgSampler                // a sampler
	ArgPipe                   // a pipe
	ArgQueue                  // a device queue
)

// AddressQualifier is the address space in which an argument's pointee lies.
type AddressQualifier uint8

// The address qualifiers in the order of CL_KERNEL_ARG_ADDRESS_*.
const (
	AddressGlobal AddressQualifier = iota
	AddressLocal
	AddressConstant
	AddressPrivate
)

// AccessQualifier is the declared access of an image or pipe argument.
type AccessQualifier uint8

// The access qualifiers in the order of CL_KERNEL_ARG_ACCESS_*.
const (
	AccessReadOnly AccessQualifier = iota
	AccessWriteOnly
	AccessReadWrite
	AccessNone
)

// TypeQualifier is a set with the values of CL_KERNEL_ARG_TYPE_*.
type TypeQualifier uint8

// The type qualifiers of a pointer argument's pointee.
const (
	TypeConst TypeQualifier = 1 << iota
	TypeRestrict
	TypeVolatile
	TypePipe
)

// Arg is one argument. All arguments of a launch lie in one block of bytes; the kernel reads them from there.
type Arg struct {
	Name       string
	TypeName   string // in the form of CL_KERNEL_ARG_TYPE_NAME: no qualifiers, "float4*", typedef names kept
	Kind       ArgKind
	Address    AddressQualifier
	Access     AccessQualifier
	Qualifiers TypeQualifier
	SizeBytes  uint64 // the required arg_size of clSetKernelArg (8 for pointers); any size > 0 for ArgLocal
	// of a vector of 3 by value: its size without the fourth element, which callers also pass; else 0
	PackedBytes  uint64
	OffsetBytes  uint64 // where it lies in the block
	PointeeAlign uint64 // for ArgLocal: alignment of the pointee
	PacketBytes  uint64 // for ArgPipe
	AtLeast      bool   // SizeBytes is what the kernel uses of a type that may be larger
	ImageType    string // for ArgImage: "image2d_t" and so on, also where TypeName is a typedef's
}

// Source is a named text: a header given to clCompileProgram, or the program itself.
type Source struct {
	Name string
	Text []byte
}

// Object is a compiled, not yet linked unit: what clCompileProgram leaves in a program.
type Object struct {
	// Filled by compile.go.
	unit any
}
