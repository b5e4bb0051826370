// Package abi is the interface between machine code and the engine that runs it: two blocks of memory, the registers
// that point to them, and return codes. cbridge/code has the same as C structs; a test compares the two.
//
// Machine code is entered with R15 = *Context and RBP = *Frame. It may change every other register except RSP, and
// returns with a code in RAX. Of the C stack only the return address belongs to it. A bundle begins with Frame.Resume =
// 0; after Suspended or Service the code must be entered again with the frame unchanged.
//
// One call runs one bundle: Count sub-groups of Width lanes, in lockstep. The bundle's Shape maps lanes to work-items.
//
// Reading order: abi.go (one call), loop.go (the loop over work-groups).
package abi

import "heddle/compiler/bundle"

// Offsets into Context: the current work-group of a worker, and its launch.
const (
	ContextArgs         = 0   // address of the argument block
	ContextGlobals      = 8   // address of the program-scope variables
	ContextLocal        = 16  // address of the work-group's local memory
	ContextCancel       = 32  // address of a 32-bit word: unless it is zero, the next back edge returns Cancelled
	ContextPrivateStep  = 40  // bytes between the private memories of neighbouring lanes
	ContextWorkDim      = 48  // u64
	ContextSpare        = 56  // scratch of machine code
	ContextOrigin       = 64  // u64[3]: global id of the group's first work-item, global offset included
	ContextGroup        = 88  // u64[3]: group id
	ContextSize         = 112 // u64[3]: local size of this group
	ContextEnqueued     = 136 // u64[3]: local size as enqueued
	ContextGroups       = 160 // u64[3]: number of groups
	ContextGlobalSize   = 184 // u64[3]
	ContextGlobalOffset = 208 // u64[3]
	ContextIDs          = 232 // u64[3]: addresses of tables of local ids (u32 by linear local id), for Packed shapes
	ContextFaultPC      = 256 // findings of the signal handler after a fault: the instruction,
	ContextFaultAddress = 264 // the address it wanted, 0 if unknown,
	ContextFaultSignal  = 272 // the signal's number,
	ContextFaultFrame   = 280 // RBP,
	ContextFaultContext = 288 // R15,
	ContextFaultKind    = 296 // its kind, Fault*,
	ContextFaultLanes   = 304 // and the write mask of the instruction: its remaining lanes; 0 if it has none
	ContextBounds       = 312 // u64[3]: addresses by ir.MemoryBound
	ContextStream       = 336 // u64: bits of an address that must be zero for non-temporal stores
	ContextBytes        = 384
)

// LocalSlack is the number of bytes before and after local memory that machine code may read and write, so that it can
// move whole vectors. It preserves the largest alignment.
const LocalSlack = 128

// Bits of ContextFaultKind.
const (
	FaultIsAddressed = 1 // a page fault: ContextFaultAddress is known
	FaultIsWrite     = 2 // a page fault of a write
)

// MaxCount is the largest number of sub-groups of a bundle.
const MaxCount = 128

// Offsets into Frame: the state of one bundle. Frames are aligned to 64 bytes.
const (
	FrameResume  = 0   // u64; 0: start
	FrameFirst   = 8   // u64[3]: local ids of lane 0 of sub-group 0
	FrameLinear  = 32  // u64: linear local id of lane 0, for Packed shapes
	FramePrivate = 40  // u64: address of the private memory of lane 0 of sub-group 0
	FrameMask    = 48  // u16[MaxCount]: active lanes of each sub-group, from bit 0; written before the bundle begins
	FrameSpare   = 304 // 272 bytes for services, see Service*, except for FrameRuns
	FrameRuns    = 312 // u64: for code with a bundle loop, how many bundles to run, from this one along dimension 0
	FrameSpill   = 576 // start of spilled registers; Code.FrameBytes counts from the frame's start
)

// The part of a frame through which code that returns Service passes a request, and gets the result when it is entered
// again.
const (
	ServiceNumber = FrameSpare      // u32: index into Code.Services
	ServiceResult = FrameSpare + 4  // i32, the result of printf; written by the engine
	ServiceMask   = FrameSpare + 16 // u16[MaxCount]: the requesting lanes, by sub-group
)

// Return codes of machine code.
const (
	Ended     = 0
	Suspended = 1 // at a barrier
	Service   = 2 // requests a service of the engine (printf, device queues)
	Cancelled = 3 // with the number of the place from PlaceShift on, 0 for none: object.Code.Exits
	Faulted   = 4 // set by the abort stub
	Yielded   = 5 // lets other sub-groups run
	Waits     = 6 // the same, and nothing that the sub-group waits for has come; ServiceNumber is the source position
	Deadlock  = 7 // of a loop of groups: all sub-groups of a group wait

	PlaceShift = 8
	CodeMask   = 1<<PlaceShift - 1
)

// Shape and its values have the names that the engine uses; see package bundle.
type Shape = bundle.Shape

// See package bundle.
const (
	Rows    = bundle.Rows
	Columns = bundle.Columns
	Packed  = bundle.Packed
)
