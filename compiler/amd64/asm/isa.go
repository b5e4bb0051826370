package asm

import "heddle/compiler/target"

// The instruction sets, and machines that have one, by their names of package target.
type (
	ISA    = target.ISA
	Target = target.Machine
)

// See package target.
const (
	AVX512 = target.AVX512
	AVX2   = target.AVX2
)

// Whole is the length of whole vector registers.
func Whole(i ISA) Length { return [...]Length{L512, L256}[i] }

// RegisterLimits is the number of registers of each class that code may use at once.
func RegisterLimits(i ISA) [ClassCount]int {
	if i == AVX2 {
		return [ClassCount]int{General: 13, Vector: 16}
	}
	return [ClassCount]int{General: 13, Vector: 32, Mask: 7}
}
