// Package object is the interface between the code generator and the engine that runs its code: machine code and its
// properties. With it neither depends on the other.
package object

import (
	"sync/atomic"

	"heddle/compiler/bundle"
	"heddle/compiler/imageops"
	"heddle/compiler/ir"
	"heddle/compiler/passes/variant"
	"heddle/compiler/uniform"
)

// Version, Plan and Argument are those of package bundle.
type (
	Version = bundle.Version
	Plan    = bundle.Plan

	Argument = bundle.Argument
)

// Pair is two pointer arguments, by their places in the block of arguments.
type Pair = variant.Pair

// ImageArgument is an image or sampler that a kernel uses, and ImageTrait what code is specialised by of one.
type (
	ImageArgument = imageops.Argument
	ImageTrait    = imageops.Trait
)

// Kernel makes code of a kernel. Several goroutines may use it at once.
type Kernel interface {
	// SeesGroups reports whether the kernel can find out how its work-items are grouped. If not, the engine may choose
	// other work-groups than the application asked for.
	SeesGroups() bool
	// Guard is the condition of versions that are Guarded, nil if a guard would bring nothing. It is asked at each
	// launch and must be fast.
	Guard() *uniform.Guard
	// TripArgument is the argument that alone decides the trip count of loops with barriers, if there is one.
	// Versions may rely on its value. It is asked at each launch and must be fast.
	TripArgument() (Argument, bool)
	// Images is nil if the kernel accesses no images. Else it has code only for certain formats. It is asked at each
	// launch and must be fast.
	Images() Images
	// UnitSteps is nil unless arguments say how far apart neighbouring lanes access memory. It is asked at each launch
	// and must be fast.
	UnitSteps() UnitSteps
	// Groups is nil unless the kernel may gain by knowing the size of its groups. It is asked at each launch and must
	// be fast.
	Groups() Groups
	// LoneItems is the same kernel for launches with groups of one work-item, which does not see groups; nil if there
	// is none, or if the local memory of the launch's groups is more than that of the kernel's variables. It is asked
	// at each launch with such groups and must be fast.
	LoneItems(local uint64) Copy
	// NoAlias is the same kernel for launches in which the arguments of no pair point to overlapping memory, nil if
	// that would bring nothing. It is asked at each launch and must be fast.
	NoAlias() (Kernel, []Pair)
	// Interchanged is the same kernel for launches all of whose sizes have dimension 0 and the returned one
	// interchanged, nil if that would bring nothing. It is asked at each launch and must be fast.
	Interchanged() (Kernel, int)
	// Plan chooses the bundles for vectors of the given number of bits. It is asked at each launch and must be fast.
	Plan(vectorBits int) Plan
	// Planned returns Plan's choice and true if the choice has been made; else a valid choice that may not be the best.
	// It is fast.
	Planned(vectorBits int) (Plan, bool)
	// Version is the code of a version for vectors of the given number of bits. The first call compiles it, and others
	// wait for that. The error names what the code generator lacks.
	Version(vectorBits int, v Version) (*Code, error)
	// Ready is the code of a version if it has been compiled, else nil. It is fast.
	Ready(vectorBits int, v Version) *Code
	// IsLoaded reports whether a version of the kernel, or of one that does the same, has been loaded to run.
	IsLoaded() bool
	// IsRead reports whether code of the kernel came with it from a binary. It is fast.
	IsRead() bool
}

// UnitSteps makes kernels for launches in which some of the arguments that say how far apart neighbouring lanes access
// memory are 1. Several goroutines may use it at once.
type UnitSteps interface {
	// Arguments are those arguments, eight or fewer.
	Arguments() []Argument
	// Copy is the same kernel for launches in which the arguments of a set are 1, by bit; nil if there are too many
	// sets. It is fast.
	Copy(ones uint8) Copy
	// Kernels are those that have been made.
	Kernels() []Kernel
}

// Groups makes kernels for launches all of whose groups have one size. Several goroutines may use it at once.
type Groups interface {
	// Copy is the same kernel for launches with groups of a size; nil if there are too many sizes. Its kernel is the
	// one that it is a copy of if nothing is gained. It is fast.
	Copy(size [3]uint64) Copy
	// IsWanted counts a launch, and reports whether there have been enough for a copy. It is fast.
	IsWanted() bool
	// Kernels are those that have been made.
	Kernels() []Kernel
}

// Images makes kernels for images and samplers of certain traits. Several goroutines may use it at once.
type Images interface {
	// Arguments are the images and samplers that the kernel accesses. The error says why it can have no code.
	Arguments() ([]ImageArgument, error)
	// Kernel is the same kernel for launches with images and samplers of certain traits, in the order of Arguments. It
	// is asked at each launch and must be fast. With new traits it takes about as long as the passes of the compiler.
	Kernel(traits []ImageTrait) Kernel
	// Copy is what Kernel returns, which may not have been made. It is fast.
	Copy(traits []ImageTrait) Copy
	// Substitutes are kernels that have been made for other traits and are right for these, the most special first.
	// Substitute is the traits of the one that is compiled fastest.
	Substitutes(traits []ImageTrait) []Kernel
	Substitute(traits []ImageTrait) []ImageTrait
	// Calling is the kernel that calls functions for its image operations, for launches with certain traits, nil if it
	// cannot. Its code is slower, but is there sooner if isSoon: if functions are called at several places, or are
	// being compiled. CallingKernels are those that are kept. PrepareCalling compiles what is the same for all traits
	// of a version.
	Calling(traits []ImageTrait) (k Kernel, isSoon bool)
	CallingKernels() []Kernel
	PrepareCalling(vectorBits int, v Version)
	// Kernels are those that Kernel has returned, as far as they are kept.
	Kernels() []Kernel
}

// Copy is a kernel that may have to be made: for images and samplers of certain traits, for steps of 1, or for groups
// of a size. Copies for the same are equal.
type Copy interface {
	// Kernel makes it if it has not been made.
	Kernel() Kernel
	// Made is the kernel, nil if it has not been made. It is fast.
	Made() Kernel
	// Source is the kernel that it is a copy of.
	Source() Kernel
	// Planned is that of the kernel, if it has been made.
	Planned(vectorBits int) (plan Plan, isPlanned bool)
}

// Code is the machine code of one version of a kernel. It is position-independent, is entered at its first byte as
// package abi says, and is immutable except for Loaded.
type Code struct {
	Bytes      []byte
	FrameBytes int // of a bundle's frame, from its start
	Width      int // lanes of a sub-group
	Count      int // sub-groups of a bundle
	Shape      bundle.Shape
	Band       int        // columns of groups that are run at a time, as abi.GroupLoop.Band
	Positions  []Position // by rising offset; see AllPositions
	Services   []Service  // by index in abi.ServiceNumber
	Exits      []ir.Pos   // where a stopped launch stood, by the number with abi.Cancelled less one
	Resumes    []ir.Pos   // where a bundle is suspended, by Frame.resume less one

	PrivateBytes uint64 // of one work-item; a bundle gets Width*Count times that, rounded up to PrivateAlign
	PrivateAlign uint64

	Suspends            bool    // has barriers: each bundle of a group needs a frame
	HasBundleLoop       bool    // runs the number of bundles that the frame says
	NonTemporalBytes    uint64  // bytes that each work-item writes by stores that may be non-temporal
	HasLoops            bool    // has loops, so that its length says nothing about its time
	HasDivergentLoops   bool    // has loops with divergent exits: lanes leave in different iterations
	HasScalarLoops      bool    // has scalarised loops: one lane after the other
	HasTails            bool    // has divergence tails: the last lanes of a loop continue one after the other
	CompactsLanes       bool    // has tails that compact the remaining lanes into one vector first
	IsLatencyBound      bool    // a bundle of half the size would stall on latency in a loop with a tail
	HasContendedAtomics bool    // has atomic operations on memory that other work-groups may change at the same time
	Cycles              float64 // estimate for a bundle of full lanes that leave loops together; 0: not known
	SmallIDs            bool    // valid only if all global ids and sizes are below 2^31
	WholeGroup          bool    // valid only for groups of one bundle

	unread *unreadPositions // of code from a binary: instead of Positions

	// Loaded is state of the engine that runs the code. It lives as long as the code.
	Loaded atomic.Value
}

// Position is the source position of the code from Offset to the next entry's.
type Position struct {
	Offset uint32
	Pos    ir.Pos
}

// Service is one call of the engine in the source: a printf, or a use of device queues. The code asks for it by
// returning abi.Service with a request in the frame (abi.Service*). When it is entered again it reads the result: of a
// printf from abi.ServiceResult, the same for all lanes, else lane by lane from where Result says.
type Service struct {
	Pos      ir.Pos
	Op       ir.Op            // OpPrintf or OpQueue
	Queue    ir.QueueFunction // OpQueue: which
	Format   string           // OpPrintf
	Operands []LaneOperand
	Result   LaneOperand // OpQueue
}

// LaneOperand is the place in the frame of an operand or result: for lane l of sub-group u it is Offset +
// u*SubGroupStep + l*LaneStep. It has 8 bytes if the type has 64 bits, else 4, whose low bits belong to the value.
type LaneOperand struct {
	Type         ir.Type
	Offset       uint32
	LaneStep     uint32
	SubGroupStep uint32
}

// AllPositions are the positions of the code, also of code that was read from a binary.
func (c *Code) AllPositions() []Position {
	if c.unread != nil {
		return c.unread.read()
	}
	return c.Positions
}

// PosAt is the source position of the instruction at an offset, 0 if it is unknown.
func (c *Code) PosAt(offset uint32) ir.Pos {
	found := ir.Pos(0)
	for _, p := range c.AllPositions() {
		if p.Offset > offset {
			break
		}
		found = p.Pos
	}
	return found
}
