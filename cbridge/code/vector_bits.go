package code

/*
#cgo LDFLAGS: -ldl
#include "vector_bits.h"
*/
import "C"

// VectorBits is the length of the vectors that machine code can use here: 512 (AVX-512 F, VL, BW, DQ and CD), 256
// (AVX2, FMA, BMI1, BMI2, LZCNT, POPCNT and F16C), or 0. Feature bits decide, never the processor's model.
func VectorBits() int { return int(C.heddle_vector_bits()) }

// vectorBitsAsked is VectorBits by the processor's own feature bits, for the test.
func vectorBitsAsked() int { return int(C.heddle_vector_bits_asked()) }

// HasVNNI reports whether AVX-512 has sums of products of words (VNNI).
func HasVNNI() bool { return C.heddle_has_vnni() != 0 }
