// Package target names the targets of code generation: an instruction set, and the kind of processor that code is tuned
// for.
package target

// ISA is an instruction set.
type ISA uint8

// The instruction sets, with the extensions that code may use in parentheses.
const (
	AVX512 ISA = iota // F, VL, BW, DQ, CD
	AVX2              // AVX2, FMA, BMI1, BMI2, LZCNT, POPCNT, F16C
)

func (i ISA) String() string { return [...]string{"avx512", "avx2"}[i] }

// Lanes is the number of lanes of a sub-group: the number of 32-bit values in a vector register. A 64-bit value of all
// lanes takes two registers; the first holds the lower lanes.
func (i ISA) Lanes() int { return [...]int{16, 8}[i] }

// VectorBytes is the size of a vector register.
func (i ISA) VectorBytes() int { return [...]int{64, 32}[i] }

// Core is a kind of processor by its name: what instructions cost there. Code of one instruction set runs on all, and
// does the same; only how fast it is differs. Package compiler/amd64/tuning has the kinds.
type Core string

// HasScatter reports whether there is an instruction that stores the lanes of a vector to different places.
func (i ISA) HasScatter() bool { return i == AVX512 }

// HasMaskRegisters reports whether there are registers for masks, by which any instruction writes some lanes only, down
// to bytes. Without them a mask is a vector, and words of 4 bytes are the smallest that are loaded and stored under
// one.
func (i ISA) HasMaskRegisters() bool { return i == AVX512 }

// PermutesTwoSources reports whether one instruction picks words of any place of two vectors.
func (i ISA) PermutesTwoSources() bool { return i == AVX512 }

// Machine is an instruction set and a kind of processor.
type Machine struct {
	ISA    ISA
	Core   Core
	Tuning *Tuning // of that kind with that instruction set
}
