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

// Core is a kind of processor by the costs of its instructions. Code of one instruction set runs on all, with the same
// results; only its speed differs.
type Core uint8

// The kinds of processor.
const (
	Intel Core = iota // servers since Sapphire Rapids (Golden Cove); also the default for unknown ones
	Zen               // AMD's; the figures are of Zen 5
)

func (c Core) String() string { return [...]string{"intel", "zen"}[c] }

// Machine is an instruction set and a kind of processor.
type Machine struct {
	ISA  ISA
	Core Core
}
