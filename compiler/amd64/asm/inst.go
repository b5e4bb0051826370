// Package asm is amd64 machine code as data: instructions over machine or virtual registers, one table of operations,
// and the encoder that makes bytes of them. It knows nothing of kernels.
//
// Reading order: inst.go (the data), op.go and table.go (the one table of operations), info.go, spec.go and form.go (what
// a row says), encode.go (bytes of an instruction), then assemble.go (labels, jumps, constants) and print.go.
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

// Inst is one instruction. Which fields mean something is in the table's row of Op. Operands are in the order of
// Intel's manuals: Dst, A, B, C. Where Intel's operand may be a register or memory ("r/m"), it is B for a source (A for
// instructions with a single source stays NoReg), and for stores Dst is NoReg, Mem the target and B the register stored.
//
// Where the vectors of one instruction differ in length, Len is the longest: the result when elements grow (Vpmovzx,
// Vcvtps2pd), the source when they shrink, the longer of data and indices for gathers.
//
// General instructions without B and without memory as source have Imm as source: Add with Dst and Imm, Cmp with A and
// Imm, Mov with HasMem (a store) and Imm. Instructions that only compare (Cmp, Test, Bt, Vptest, Vucomiss, Kortest,
// Ktest) have A and B, no Dst.
type Inst struct {
	Op        Op
	Len       Length // vector instructions
	Size      uint8  // general instructions: operand size in bytes, 1, 2, 4, 8
	HasMem    bool   // Mem stands in the place of the r/m operand
	Broadcast bool   // Mem is one element, spread over the vector (EVEX.b)
	Zero      bool   // lanes that Mask leaves out become zero; otherwise they keep what Dst holds
	Region    Region // of memory that Mem is in
	Remat     bool   // Dst has no other definition, and this one, which changes no flags, may be repeated wherever Dst is read
	Rounding  Rounding
	Cond      Cond // Jcc, SETcc, CMOVcc
	Dst       Reg
	A, B, C   Reg
	Mask      Reg // write mask; also the mask of a gather or scatter (which it clears)
	Mem       Mem
	Imm       int64
	Label     int32  // Label, Jmp, Jcc: number of a label
	Pos       uint32 // source position (ir.Pos), for reports of faults
}

// Region says what memory an instruction may access: that of two different regions is never the same.
type Region uint8

// The regions.
const (
	Anywhere  Region = iota // in any
	Mine                    // what nothing but this code sees or changes while it runs
	Elsewhere               // other memory than Mine
)

// Rounding is the rounding mode embedded in an AVX-512 instruction, which then raises no exceptions. Only scalar
// instructions and those of length L512 without memory operand have it.
type Rounding uint8

// The rounding modes.
const (
	RoundDefault  Rounding = iota // as MXCSR says
	RoundNearest                  // {rn-sae}
	RoundDown                     // {rd-sae}
	RoundUp                       // {ru-sae}
	RoundZero                     // {rz-sae}
	RoundSuppress                 // {sae}: no rounding is done, exceptions are not raised
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
	Core    Core     // on which it is to be fast
	Consts  [][]byte // the constant pool; each 1, 2, 4, 8, 16, 32 or 64 bytes, aligned to its size
	Seldom  []int32  // labels at the tops of loops that run seldom
	Rare    []Stretch
}

// Stretch is the code from one label to another, to which control seldom comes.
type Stretch struct{ From, To int32 }

// RareEnd is the label that ends the rare stretch in which the code behind a label lies, -1 if it is in none; end is that of
// what stands before the label. Of stretches in each other the outermost counts.
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
