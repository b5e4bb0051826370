package ir

// Op is an operation.
type Op uint16

// The operations. What each takes and gives is in the op table (ops).
const (
	OpInvalid Op = iota

	OpConst // Imm: the bits, zero-extended
	OpUndef
	OpParam      // block parameter
	OpArg        // Imm: index of the function's parameter
	OpArgBlock   // Ptr to the kernel's argument block (SpaceArgs)
	OpGlobalBase // Ptr to the module's globals
	OpLocalBase  // Ptr to the work-group's local memory

	// Integers of i8 to i64 (And, Or, Xor also i1). Shift counts are taken modulo the width.
	OpAdd
	OpSub
	OpMul
	OpSDiv // x/0 gives 0 and MIN/-1 gives MIN: kernels never trap
	OpUDiv
	OpSRem
	OpURem
	OpAnd
	OpOr
	OpXor
	OpShl
	OpLShr
	OpAShr
	OpRotl
	OpMulHiS
	OpMulHiU
	OpSMin
	OpSMax
	OpUMin
	OpUMax
	OpAddSatS
	OpAddSatU
	OpSubSatS
	OpSubSatU
	OpClz
	OpCtz
	OpPopCount
	OpBSwap  // the bytes in the opposite order
	OpPacked // on each of the four bytes or two halves of an i32; Kind: PackedKind

	// Floats of f32 and f64. f16 is storage only: converted on load and before store.
	OpFAdd
	OpFSub
	OpFMul
	OpFDiv
	OpFRem // C's fmod
	OpFNeg
	OpFAbs
	OpFSqrt
	OpFMA  // fused
	OpFMin // OpenCL's fmin: the other operand if one is NaN
	OpFMax
	OpFCopySign
	OpFFloor
	OpFCeil
	OpFTrunc
	OpFRint    // to nearest even
	OpFGetExp  // unbiased exponent as a float, AVX-512 VGETEXP
	OpFGetMant // mantissa in [1,2) with the sign, AVX-512 VGETMANT
	OpFScale   // x * 2^floor(y), AVX-512 VSCALEF
	OpFRcp     // estimate, error below 2^-14
	OpFRsqrt   // estimate, error below 2^-14

	OpICmp   // Kind: ICmpPred; gives i1; also on Ptr
	OpFCmp   // Kind: FCmpPred; gives i1
	OpSelect // condition (i1), then, else

	// Conversions; result type in Type.
	OpTrunc
	OpZExt // also from i1
	OpSExt // also from i1: all ones
	OpFToF // f16, f32, f64 in any direction; Kind: Rounding
	// rounds by Kind (default: toward zero); out of range or NaN gives the smallest signed value of Type (i32 or i64)
	OpFToS
	OpFToU    // rounds by Kind; out of range or NaN gives all ones (i32 or i64)
	OpSToF    // Kind: Rounding
	OpUToF    // Kind: Rounding
	OpBitcast // same width: i16/f16, i32/f32, i64/f64/Ptr

	// Memory.
	// Imm: size in bytes, Align; private memory of the work-item, live for the whole function; entry block only
	OpAlloca
	OpLoad   // pointer
	OpStore  // pointer, value
	OpPtrAdd // pointer, i64 byte offset
	// destination, source; Imm: size in bytes; Align; Space: of the destination, Kind: Space of the source
	OpMemCopy
	OpAtomicRMW     // pointer, value; Kind: AtomicKind; gives the old value
	OpAtomicCmpXchg // pointer, expected, desired; gives the old value
	OpAtomicLoad    // pointer
	OpAtomicStore   // pointer, value
	OpFence         // Order, Scope; Kind: MemFlags
	OpPrefetch      // pointer

	// The work-item's place. Kind: dimension 0..2. All give i64.
	OpGlobalID
	OpLocalID
	OpGroupID
	OpGlobalSize
	OpLocalSize         // of this group (smaller in a remainder group)
	OpEnqueuedLocalSize // as enqueued
	OpNumGroups
	OpGlobalOffset
	OpWorkDim // i32

	OpMemoryBound // Kind: MemoryBound; gives i64, an address that is valid within one work-group

	// suspension point. Kind: MemFlags. ScopeWorkGroup: all work-items of the group must reach it before any goes on.
	// ScopeSubGroup: lets other sub-groups run, and waits for none
	OpBarrier
	OpCall   // Imm: FuncID; operands: the arguments; gives the first result
	OpResult // the Imm-th (from 1) further result of the call or image read that is its operand
	OpPrintf // Imm: format; operands: the arguments, vectors as consecutive values; gives i32
	OpExpect // value known only to a debugger or hint; gives its operand

	// Terminators.
	OpJump
	OpBranch // condition (i1)
	OpSwitch // integer; see Block.Cases
	OpReturn
	OpUnreachable

	OpFold // pointer to scratch memory, count, neutral element; Kind: AtomicKind, Imm: FoldMode; see fold.go

	// Images; Kind: ImageKind. Operands and results are described in image.go.
	OpImageRead  // image, sampler, place; gives the first of four channels
	OpImageWrite // image, place, four channels

	OpClock // i64: ticks of the processor's clock

	// Sub-groups, all of which have i32 results but OpSubGroupFold; see subgroup.go.
	OpSubGroupSize    // work-items of a sub-group that is not at the end of its group: a constant of the kernel
	OpSubGroupID      // number of the work-item's sub-group in its group
	OpSubGroupLane    // number of the work-item in its sub-group
	OpSubGroupBallot  // i1; bit i of word Imm: work-item 32*Imm+i executes it too, and its operand is true
	OpSubGroupShuffle // i32, i32; the first operand of the work-item that the second names
	OpSubGroupFold    // value, neutral element; Kind: AtomicKind, Imm: SubGroupMode and the size of clusters

	OpQueue // what a kernel does with device queues and events; Kind: QueueFunction, see queue.go

	opCount
)

// ICmpPred is the predicate of an OpICmp.
type ICmpPred uint8

// The integer predicates.
const (
	EQ ICmpPred = iota
	NE
	SLT
	SLE
	SGT
	SGE
	ULT
	ULE
	UGT
	UGE
)

// FCmpPred is the predicate of an OpFCmp: O means ordered (false on NaN), U unordered (true on NaN).
type FCmpPred uint8

// The floating predicates.
const (
	OEQ FCmpPred = iota
	ONE
	OLT
	OLE
	OGT
	OGE
	ORD
	UNO
	UEQ
	UNE
)

// Rounding is a rounding mode.
type Rounding uint8

// The rounding modes; RoundDefault is the operation's own (to nearest even; toward zero for float to integer).
const (
	RoundDefault Rounding = iota
	RoundNearest
	RoundZero
	RoundUp
	RoundDown
)

// AtomicKind is what an OpAtomicRMW does.
type AtomicKind uint8

// The atomic read-modify-writes.
const (
	AtomicXchg AtomicKind = iota
	AtomicAdd
	AtomicSub
	AtomicAnd
	AtomicOr
	AtomicXor
	AtomicSMin
	AtomicSMax
	AtomicUMin
	AtomicUMax
	AtomicInc // wraps as C11 add 1
	AtomicDec
	AtomicFAdd
	AtomicFMin
	AtomicFMax
	AtomicMul // only of folds, as the next
	AtomicFMul
)

// MemoryBound is one end of a memory that generic pointers are compared with, or another address that the engine knows.
// Local memory begins at OpLocalBase.
type MemoryBound uint8

// The bounds. Private memory is that of all work-items of a group, and may be larger than they need.
const (
	LocalEnd MemoryBound = iota
	PrivateBegin
	PrivateEnd
	StopWord // of 32 bits: unless it is 0, all work-items of the launch end as soon as they can
)

// What a kernel that ends itself makes of the stop word, which 1 means that something else ends it.
const (
	StopWithSuccess = 2
	StopWithFailure = 3
)

// MemFlags is the set of memories a fence or barrier orders: CLK_LOCAL_MEM_FENCE and so on.
type MemFlags uint8

// The memories.
const (
	MemLocal MemFlags = 1 << iota
	MemGlobal
	MemImage
)

// UnreachableAddress is where a store is made by code that its author has said is never reached. It faults, as all of
// the first page does, and the report of the fault knows the address.
const UnreachableAddress = 0xfe8

// NoFunctionAddress is where a store is made for a call by a pointer that leads to none of the functions it can reach.
const NoFunctionAddress = 0xfe0
