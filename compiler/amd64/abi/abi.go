// Package abi is what machine code and those who run it agree on: two blocks of memory, the registers that point to
// them, and the codes that come back. cbridge/code has the same as C structs; a test compares.
//
// Machine code is entered with R15 = *Context and RBP = *Frame, may change every other register except RSP, and returns
// with a code in RAX. Nothing of the C stack but the return address is its. It is entered with Frame.Resume = 0 to
// begin; when it returns Suspended or Service it must be entered again with the frame unchanged to go on.
//
// One call runs one bundle: Count sub-groups of Width lanes, in lockstep. How the lanes of a bundle map to work-items
// is its Shape.
package abi

import "heddle/compiler/bundle"

// Offsets into Context: what a worker's current work-group and launch are.
const (
	ContextArgs         = 0   // address of the argument block
	ContextGlobals      = 8   // address of the program-scope variables
	ContextLocal        = 16  // address of the work-group's local memory
	ContextStack        = 24  // RSP at entry, for the abort stub; written by the trampoline
	ContextCancel       = 32  // address of a 32-bit word; not zero: return Cancelled at the next back-edge
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
	ContextIDs          = 232 // u64[3]: addresses of the tables of local ids (u32 by linear local id), for Packed shapes
	ContextFaultPC      = 256 // what the signal handler found when the code faulted: the instruction,
	ContextFaultAddress = 264 // the address it wanted, 0 if unknown,
	ContextFaultSignal  = 272 // the signal's number,
	ContextFaultFrame   = 280 // RBP,
	ContextFaultContext = 288 // R15,
	ContextFaultKind    = 296 // what is known of it, Fault*,
	ContextFaultLanes   = 304 // and the write mask of the instruction: lanes it still had to do; 0 if it had none
	ContextBounds       = 312 // u64[3]: addresses by ir.MemoryBound
	ContextStream       = 336 // u64: bits of an address that must be zero for stores that go around the caches
	ContextBytes        = 384
)

// LocalSlack is how many bytes before and behind local memory machine code may read and write, so that it need not cut
// what it moves. It keeps the largest alignment.
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
	FrameMask    = 48  // u16[MaxCount]: active lanes of each sub-group, from bit 0; written by who starts the bundle
	FrameSpare   = 304 // 272 bytes for services, see Service*, but for FrameRuns
	FrameRuns    = 312 // u64: how many bundles to run, from this one on along dimension 0, by code that repeats itself
	FrameSpill   = 576 // here spilled registers begin; Code.FrameBytes counts from the frame's start
)

// What code that returns Service leaves in its frame, and finds there when it is entered again.
const (
	ServiceNumber = FrameSpare      // u32: which Code.Prints
	ServiceResult = FrameSpare + 4  // i32, written by who does it: what printf returns
	ServiceMask   = FrameSpare + 16 // u16[MaxCount]: the lanes that want it, by sub-group
)

// The codes that machine code returns.
const (
	Ended     = 0
	Suspended = 1 // at a barrier
	Service   = 2 // wants something done that Go does (printf)
	Cancelled = 3
	Faulted   = 4 // set by the abort stub
)

// The shapes of bundles by the names that the engine uses, see package bundle.
type Shape = bundle.Shape

// See package bundle.
const (
	Rows    = bundle.Rows
	Columns = bundle.Columns
	Packed  = bundle.Packed
)
