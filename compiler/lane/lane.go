// Package lane turns a kernel of the IR into its lane program: one work-item per lane, linear code, control flow as
// masks, values in numbered registers. The interpreter runs lane programs; machine code is made from the IR.
//
// How control flow runs. Blocks are laid out so that every forward edge leads down and the blocks of a loop are
// contiguous. Each block has a pending mask, empty at first; that of the entry holds all lanes. A branch adds the lanes
// that take an edge to the pending mask of its target and never jumps itself. OpEnter, at the top of a block, takes the
// pending mask as the current one, and skips the block if it is empty. OpLoop, after the last block of a loop, jumps to
// the loop's top while lanes are pending there. Lanes that have returned are in no mask. Graphs need not be reducible:
// a loop with several entries has several OpLoop at its end.
//
// Only the interpreter runs the code, and making it takes a third of a build. So Survey only finds the facts of a
// kernel when it is built, and Complete makes the code when it is first needed.
//
// Reading order: lane.go (the data), survey.go (facts that need no code), graph.go (nodes, split edges), order.go
// (layout), liveness.go, registers.go (register allocation), emit.go, moves.go, calls.go, print.go.
package lane

import (
	"sync/atomic"

	"heddle/compiler/deferred"
	"heddle/compiler/ir"
)

// Op is an operation of a lane program: one of the IR's value operations, or one of those below.
type Op = ir.Op

// The operations that only lane programs have. The IR's OpBranch, OpSwitch and OpJump stand for their masked forms.
const (
	OpEnter Op = Op(ir.OpCount) + iota // Slot: the block's pending mask; Target: where to continue if it is empty
	// Slot: pending mask of a loop's header; Target: the loop's top, the next instruction if lanes are pending
	OpLoop
	OpMove // copies A to Dst in active lanes
	OpEnd  // end of the program
	opLast
)

// OpCount is the number of operations of lane programs, for tables by Op.
const OpCount = int(opLast)

// Class is the kind of a register.
type Class uint8

// The register classes.
const (
	NoReg   Class = iota
	Uniform       // one scalar of 64 bits, the same for all active lanes
	Lane32        // 32 bits per lane: i1 (0 or 1), and i8, i16, i32, f16, f32 zero-extended
	Lane64        // 64 bits per lane
	classCount
)

// Reg names a register; the zero Reg is none.
type Reg struct {
	Class Class
	Index int32
}

// Inst is one instruction. The meaning of its fields depends on Op, as in the IR's op table.
type Inst struct {
	Op     Op
	Type   ir.Type // of the result; of the stored value for stores; of the condition or selector for OpSwitch
	From   ir.Type // of the first operand; for OpSelect of the second
	Space  ir.Space
	Align  uint8
	Kind   uint8
	Order  ir.Order
	Scope  ir.Scope
	Flags  ir.Flags
	Masked bool // inactive lanes of Dst hold values still needed
	Dst    Reg
	Args   [3]Reg // 0: also the condition of OpBranch
	Imm    uint64 // OpAlloca: offset into private memory; OpMemCopy: bytes
	// pending mask of OpEnter, OpLoop, OpJump, OpCall; OpBranch: of the lanes for which the condition holds
	Slot   int32
	Else   int32 // OpBranch: pending mask of the others
	Target int32 // OpEnter, OpLoop, OpCall: index of an instruction
	// OpSwitch: index into Switches; OpPrintf: into Prints; OpQueue: into Queues; OpBarrier: into Barriers;
	// OpImageRead, OpImageWrite: into Images; OpCall, OpReturn: place for the caller
	Side int32
	Pos  ir.Pos
}

// Switch is the side table of an OpSwitch.
type Switch struct {
	Cases   []uint64
	Slots   []int32 // pending mask per case
	Default int32
}

// Print is the side table of an OpPrintf.
type Print struct {
	Format string
	Args   []Reg
	Types  []ir.Type
}

// Queue is the side table of an OpQueue.
type Queue struct {
	Function ir.QueueFunction
	Args     []Reg
}

// Barrier is the side table of an OpBarrier. A sub-group suspended there resumes at the instruction after it.
type Barrier struct {
	Live []Reg // registers whose contents are needed after the barrier
}

// Image is the side table of an OpImageRead or OpImageWrite, whose Dst and Args are not used. A result may lie in the
// register of an operand, so that all operands of a lane are read before its results are written. A result is in a
// uniform register only if all operands are; a lane's register may hold what is the same in all lanes.
type Image struct {
	Kind    ir.ImageKind
	Args    []Reg     // the IR's operands in their order
	Types   []ir.Type // of Args
	Results [4]Reg    // of a read: its channels; none: not needed
	// by result: inactive lanes hold values still needed
	Masked [4]bool
}

// Const is a register that holds a constant throughout.
type Const struct {
	Reg  Reg
	Bits uint64
}

// Program is a compiled kernel. It is immutable except for Prepared. The fields before code are known before the code
// is made (survey.go).
type Program struct {
	Name         string
	PrivateBytes uint64 // private memory of one work-item
	PrivateAlign uint64
	Length       uint64 // estimated number of instructions
	HasLoop      bool
	HasBarrier   bool // sub-groups suspend in it
	ImageOps     int  // how many instructions access images
	SeesGroups   bool // results may depend on how work-items are grouped
	// the size of sub-groups, and whether results may depend on how work-items are in sub-groups
	SubGroup     uint64
	HasSubGroups bool
	Yields       bool // sub-groups suspend to let others run, so that each is to be run by itself
	ReadsClock   bool // results differ from run to run
	Enqueues     bool // it uses device queues or their events, or asks about child kernels
	PosLine      func(ir.Pos) ir.SourceLine

	source *deferred.Kernel // what it is made of; nil: it was written by hand

	Code      []Inst
	Registers [classCount]int32 // number of registers per class
	Consts    []Const           // uniform registers to be filled before the program starts
	Slots     int32             // number of pending masks
	Start     int32             // index of the kernel's first instruction; functions stand before it
	StartSlot int32             // pending mask of the kernel's entry
	Functions int32             // number of functions, the kernel included: each has a place for its caller
	Switches  []Switch
	Prints    []Print
	Queues    []Queue
	Barriers  []Barrier
	Images    []Image

	code *codeMaker // nil: the code is made

	// Prepared is an engine's own translation, which lives as long as the program.
	Prepared atomic.Value
}
