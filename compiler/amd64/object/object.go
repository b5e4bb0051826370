// Package object is what the code generator makes and what those who run it take: code with what must be known of it.
// It lies between the two so that neither needs the other.
package object

import (
	"sync/atomic"

	"heddle/compiler/bundle"
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

// Pair are two arguments that are pointers, by where they lie in the block of arguments.
type Pair = variant.Pair

// Kernel makes code of a kernel. It may be used from several goroutines at once.
type Kernel interface {
	// SeesGroups says whether the kernel can find out how its work-items are grouped. If not, whoever runs it may
	// group them otherwise than the application asked for.
	SeesGroups() bool
	// Guard is the condition of versions that are Guarded; nil if there is nothing to gain by one. It must be fast too.
	Guard() *uniform.Guard
	// RoundsArgument is the argument that decides how often loops with barriers go round, if it is only one. Versions may
	// rely on its value. It must be fast too.
	RoundsArgument() (Argument, bool)
	// Separated is the same kernel for launches in which what the arguments of each pair point to does not overlap; nil if
	// there is nothing to gain by that. It is asked at launches and must be fast.
	Separated() (Kernel, []Pair)
	// Turned is the same kernel for launches all of whose sizes have dimension 0 and the one it gives exchanged; nil if
	// there is nothing to gain by that. It is asked at launches and must be fast.
	Turned() (Kernel, int)
	// Plan chooses how to bundle, for vectors of so many bits. It is asked at each launch and must be fast.
	Plan(vectorBits int) Plan
	// Planned is Plan's choice and true if it has been made; else a choice that is right, if not the best. It is fast.
	Planned(vectorBits int) (Plan, bool)
	// Version is the code of a version, for vectors of so many bits. The first call compiles it, others wait for that.
	// The error says what the code generator lacks.
	Version(vectorBits int, v Version) (*Code, error)
	// Ready is the code of a version if it has been compiled, else nil. It is fast.
	Ready(vectorBits int, v Version) *Code
}

// Code is machine code of one version of a kernel, position-independent, entered at its first byte as package abi says.
// It is immutable but for Loaded.
type Code struct {
	Bytes      []byte
	FrameBytes int // of a bundle's frame, from its start
	Width      int // lanes of a sub-group
	Count      int // sub-groups of a bundle
	Shape      bundle.Shape
	Positions  []Position // by rising offset
	Prints     []Print    // by number of the service

	PrivateBytes uint64 // private memory of one work-item; a bundle gets Width*Count times that, rounded up to PrivateAlign
	PrivateAlign uint64

	Suspends bool    // has barriers: the bundles of a group need a frame each
	Repeats  bool    // runs as many bundles as the frame says
	Streams  uint64  // bytes that each work-item writes by stores that may go around the caches
	Loops    bool    // has loops, so that its length says nothing of its time
	Parts    bool    // has loops that lanes leave in different rounds
	Apart    bool    // has loops that lanes run one after the other
	Left     bool    // has loops that the last lanes go on with one after the other
	Joins    bool    // has such loops in which these move together into one vector first
	Idles    bool    // in one of these half as many sub-groups would wait for what they compute
	Contends bool    // changes memory by atomic operations that other work-groups may want to change at the same time
	Cycles   float64 // about what a bundle takes, 0: not known; where all lanes are work-items and leave loops together
	SmallIDs bool    // right only if all global ids, and sizes, are below 2^31
	Alone    bool    // right only for groups of one bundle

	// Loaded is where the engine that runs the code keeps what it needs, so that it lives as long as the code.
	Loaded atomic.Value
}

// Position says that the code from Offset on, to the next one's, is of a place in the source.
type Position struct {
	Offset uint32
	Pos    ir.Pos
}

// Print is one printf of the source. The code asks for it by returning abi.Service, with what abi.Service* say in the
// frame, and reads the result, the same for all lanes, when it is entered again.
type Print struct {
	Pos      ir.Pos
	Format   string
	Operands []PrintOperand
}

// PrintOperand is an argument of a printf, in the frame: that of lane l of sub-group u is at
// Offset + u*SubGroupStep + l*LaneStep. It has 8 bytes if the type has 64 bits, else 4, of which the type's bits count.
type PrintOperand struct {
	Type         ir.Type
	Offset       uint32
	LaneStep     uint32 // 0: the same for all lanes
	SubGroupStep uint32
}

// PosAt is the position of the instruction at an offset, 0 if it is unknown.
func (c *Code) PosAt(offset uint32) ir.Pos {
	found := ir.Pos(0)
	for _, p := range c.Positions {
		if p.Offset > offset {
			break
		}
		found = p.Pos
	}
	return found
}
