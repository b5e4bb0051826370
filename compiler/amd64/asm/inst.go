// Package asm is amd64 machine code as data: instructions over machine or virtual registers, one table of operations,
// and the encoder that makes bytes of them. It knows nothing of kernels.
//
// Reading order: inst.go (the data), isa.go (instruction sets and their registers), op.go and table.go (the table of
// operations), info.go, spec.go and form.go (the columns of the table), encode.go and encode_general.go (bytes of an
// instruction), then assemble.go, pseudo.go and pool.go (labels, jumps, constants), print.go (text), broadcast.go
// (operands in memory) and lists.go (memory of instructions).
package asm

// Reg names a register: none, one of the machine's, or a virtual one that register allocation replaces.
type Reg int32

// The machine's registers. Vector registers are named V0 to V31 whatever their length.
const (
	NoReg Reg = iota
	RAX
	RCX
	RDX
	RBX
	RSP
	RBP
	RSI
	RDI
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
	V0
	V31 Reg = V0 + 31
	K0  Reg = V31 + 1
	K7  Reg = K0 + 7

	// FirstVirtual is the first virtual register; those from here on belong to a Func.
	FirstVirtual Reg = 64
)

// Class is the kind of a register.
type Class uint8

// The register classes.
const (
	General Class = iota // 64 bits
	Vector               // 512 bits; 256 on AVX2
	Mask                 // k registers; AVX-512 only
	ClassCount
)

// Length is that of the vectors of an instruction.
type Length uint8

// The lengths. Scalar floating-point instructions have length L128.
const (
	L128 Length = iota
	L256
	L512
)

// Mem is a memory operand: [Base + Index*Scale + Disp], or a constant of the function's pool.
type Mem struct {
	Base, Index Reg
	Scale       uint8 // 1, 2, 4, 8; 0 without an index
	Disp        int32
	Const       int32 // 1 + index into Func.Consts: the address of that constant; Base and Index are NoReg
}

// Inst is one instruction. The table's row of Op says which fields have a meaning. Operands are in the order of Intel's
// manuals: Dst, A, B, C. Intel's operand "r/m", a register or memory, is B as a source (A of instructions with a single
// source stays NoReg). For stores Dst is NoReg, Mem the target and B the stored register.
//
// If the vectors of an instruction differ in length, Len is the longest: the result when elements grow (Vpmovzx,
// Vcvtps2pd), the source when they shrink, the longer of data and indices for gathers.
//
// General instructions with neither B nor memory as source have Imm as source: Add with Dst and Imm, Cmp with A and
// Imm, Mov with HasMem (a store) and Imm. Instructions that only compare (Cmp, Test, Bt, Vptest, Vucomiss, Kortest,
// Ktest) have A and B, no Dst.
type Inst struct {
	Op        Op
	Len       Length // vector instructions
	Size      uint8  // general instructions: operand size in bytes, 1, 2, 4, 8
	HasMem    bool   // Mem is the r/m operand
	Broadcast bool   // Mem is one element, spread over the vector (EVEX.b)
	Zero      bool   // lanes outside Mask become zero; else they keep the value of Dst
	Region    Region // of memory that Mem is in
	// Remat says that Dst has no other definition and that this one may be repeated wherever Dst is read. It changes no
	// flags.
	Remat    bool
	Rounding Rounding
	Cond     Cond // Jcc, SETcc, CMOVcc
	Dst      Reg
	A, B, C  Reg
	Mask     Reg // write mask; also the mask of a gather or scatter (which it clears)
	Mem      Mem
	Imm      int64
	Label    int32  // Label, Jmp, Jcc: number of a label
	Pos      uint32 // source position (ir.Pos), for reports of faults
}

// Region is the memory that an instruction may access. Different regions never overlap.
type Region uint8

// The regions.
const (
	Anywhere  Region = iota // in any
	Mine                    // memory that no other code reads or changes meanwhile
	Elsewhere               // memory outside Mine
)

// Rounding is the rounding mode embedded in an AVX-512 instruction, which then raises no exceptions. Only scalar
// instructions and those of length L512 without memory operand have one.
type Rounding uint8

// The rounding modes.
const (
	RoundDefault  Rounding = iota // the mode of MXCSR
	RoundNearest                  // {rn-sae}
	RoundDown                     // {rd-sae}
	RoundUp                       // {ru-sae}
	RoundZero                     // {rz-sae}
	RoundSuppress                 // {sae}: no rounding, and no exceptions
)

// Cond is a condition code of Jcc, SETcc and CMOVcc, with the machine's numbers.
type Cond uint8

// The conditions.
const (
	CondO Cond = iota
	CondNO
	CondB  // unsigned <
	CondAE // unsigned >=
	CondE
	CondNE
	CondBE
	CondA
	CondS
	CondNS
	CondP
	CondNP
	CondL
	CondGE
	CondLE
	CondG
)

// Func is the code of one function. Insts may hold virtual registers until they are allocated.
type Func struct {
	Insts   []Inst
	Classes []Class  // of the virtual registers, by number minus FirstVirtual
	Labels  int32    // number of labels
	ISA     ISA      // AVX2: no AVX-512 instruction, and MoveV moves 256 bits
	Consts  [][]byte // the constant pool; each 1, 2, 4, 8, 16, 32 or 64 bytes, aligned to its size
	Seldom  []int32  // labels at the tops of loops that seldom run
	Rare    []Stretch
}

// Stretch is the code from one label to another, which seldom runs.
type Stretch struct{ From, To int32 }

// RareEnd is the label that ends the rare stretch of the code after a label, -1 if it is in none; end is that of the
// code before the label. Of nested stretches the outermost counts.
func (f *Func) RareEnd(label, end int32) int32 {
	if label == end {
		end = -1
	}
	for _, s := range f.Rare {
		if end < 0 && s.From == label {
			end = s.To
		}
	}
	return end
}

// NewReg makes a virtual register.
func (f *Func) NewReg(c Class) Reg {
	f.Classes = append(f.Classes, c)
	return FirstVirtual + Reg(len(f.Classes)) - 1
}

// NewLabel makes a label.
func (f *Func) NewLabel() int32 {
	f.Labels++
	return f.Labels - 1
}

// ClassOf is the class of a register, virtual or not.
func (f *Func) ClassOf(r Reg) Class {
	switch {
	case r >= FirstVirtual:
		return f.Classes[r-FirstVirtual]
	case r >= K0:
		return Mask
	case r >= V0:
		return Vector
	}
	return General
}
