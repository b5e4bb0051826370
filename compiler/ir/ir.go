// Package ir is the compiler's intermediate representation: static single assignment with block parameters over an
// arbitrary control-flow graph, reducible or not. It knows scalars only: an OpenCL vector is one value per element, an
// aggregate is memory.
//
// Reading order: ir.go (the data), op.go (the one table of operations), builder.go, print.go, parse.go, verify.go.
//
// Values are named by ValueID and are instructions of Func.Instrs: block parameters are instructions too (OpParam).
// A pointer is a flat 64-bit host address whatever its address space; the space of an access is a note on it.
package ir

// Type is the type of a value.
type Type uint8

// The value types. An i1 is a truth value: a mask bit per lane.
const (
	Void Type = iota
	I1
	I8
	I16
	I32
	I64
	F16
	F32
	F64
	Ptr
)

// Space is the address space an access goes to, for analyses, atomics and checks.
type Space uint8

// The address spaces.
const (
	SpaceGeneric Space = iota
	SpacePrivate
	SpaceLocal
	SpaceGlobal
	SpaceConstant
	SpaceArgs // the kernel's argument block: read only, the same for all work-items
)

// ValueID names a value of one function; 0 is none.
type ValueID int32

// BlockID names a block of one function; the entry is block 0.
type BlockID int32

// FuncID names a function of a module.
type FuncID int32

// Pos is a source position as the front end numbers them (diag.Pos); 0 is unknown.
type Pos uint32

// Instr is one instruction and the value it makes. Which fields mean something is in the op table.
type Instr struct {
	Op    Op
	Type  Type  // of the result; Void if there is none
	Space Space // memory operations
	Align uint8 // loads and stores: known alignment in bytes, a power of two; allocas too
	Kind  uint8 // predicate, atomic operation, rounding, dimension, scope and order: depends on Op
	Order Order // atomics and fences
	Scope Scope // atomics and fences, barriers
	Flags Flags
	Pos   Pos
	Block BlockID   // the block it stands in
	Args  []ValueID // operands
	Imm   uint64    // constant bits, sizes, ids, offsets: depends on Op
}

// Flags are facts about one instruction and permissions for it.
type Flags uint8

// The flags.
const (
	FlagNoWrap   Flags = 1 << iota // signed integer arithmetic that may be assumed not to wrap
	FlagContract                   // floating operation that may be fused (FP_CONTRACT ON)
	FlagFast                       // floating operation under -cl-fast-relaxed-math or native_
	FlagVolatile                   // access that must stay
	// root of a float that may be off by 3 ulp, as OpenCL lets it; operation of sub-groups for which it does not matter
	// which work-items are together
	FlagLoose
	// signed integer arithmetic that may be assumed not to wrap where an address is computed from it
	FlagAddress
	// branch whose second side is right for all work-items: a bundle takes the first if the condition holds for all
	// of its lanes, else the second
	FlagWhole
	// barrier of ScopeSubGroup that suspends because another sub-group has not yet done what this one waits for, in
	// local memory: if all sub-groups of a group wait, none ever goes on
	FlagWaits
)

// Order is a memory order.
type Order uint8

// The memory orders.
const (
	Relaxed Order = iota
	Acquire
	Release
	AcqRel
	SeqCst
)

// Scope is a memory scope.
type Scope uint8

// The memory scopes.
const (
	ScopeWorkItem Scope = iota
	ScopeSubGroup
	ScopeWorkGroup
	ScopeDevice
	ScopeAllDevices
)

// Edge is a successor of a block, with the values for its target's parameters.
type Edge struct {
	To   BlockID
	Args []ValueID
}

// Block is a list of instructions that ends with its terminator.
type Block struct {
	Params []ValueID
	Instrs []ValueID // without the parameters; the terminator last
	Succs  []Edge    // Jump: 1. Branch: then, else. Switch: default first, then one per case. Return: none.
	Cases  []uint64  // Switch: the case values, Cases[i] goes to Succs[i+1]
	Unroll int32     // hint for the loop whose header this is: 0 none, 1 not at all, UnrollFull, else the factor
	Rare   bool      // hint: the block, and what only it leads to, is seldom executed
}

// UnrollFull asks to unroll a loop completely.
const UnrollFull = -1

// Func is one function. Non-kernel functions take and give scalars only.
type Func struct {
	Name       string
	ID         FuncID
	Kernel     bool
	Params     []Type  // non-kernel functions: the types of OpArg 0..n-1; a kernel has none and reads OpArgBlock
	Results    []Type  // several scalars are a vector; OpReturn has as many operands
	Instrs     []Instr // by ValueID; index 0 unused
	Blocks     []Block
	LocalBytes uint64 // kernels: local memory of __local variables, including those of called functions
	LocalAlign uint64
	Group      [3]uint64 // kernels: the size of all their work-groups; zeros: any
	SubGroup   uint64    // kernels: work-items of their sub-groups, a power of two
	NoInline   bool
	// AccessesImage says that the function is one image operation for kernels that call it (package imageops): it has
	// no loops and no memory of its own, and calls nothing. SameParams has a bit for each parameter that is a constant
	// wherever it is called.
	AccessesImage bool
	SameParams    uint32
	Pos           Pos
}

// Module is one linked unit.
type Module struct {
	Funcs       []*Func // by FuncID; nil: removed
	Globals     []Global
	GlobalBytes uint64                                 // size of the block all globals lie in
	Formats     []string                               // printf formats, by OpPrintf's Imm; see also FormatInMemory
	PosName     func(Pos) (file string, line, col int) // may be nil
}

// Global is a variable of program scope at a fixed offset from OpGlobalBase.
type Global struct {
	Name        string
	OffsetBytes uint64
	SizeBytes   uint64
	Init        []byte   // nil: zeros
	Relocations []uint64 // offsets within Init of 64-bit words that hold an offset from OpGlobalBase
	Constant    bool     // lies in the constant address space
}

// FormatInMemory stands in a module's list of formats for a format that is known only at run time: the first operand of
// the printf points to it. No format contains a zero byte.
const FormatInMemory = "\x00"
