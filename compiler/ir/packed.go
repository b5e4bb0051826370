package ir

import "fmt"

// PackedKind is what an OpPacked does with the elements of its two words: the four bytes of each, or the two halves.
// Most make a pair of elements an element of the result.
type PackedKind uint8

// Element is one row of the table of packed operations: the operation on each pair of elements.
type Element struct {
	Op   Op       // the operation; OpInvalid: the mean, rounded up, of unsigned numbers, or a shuffle
	Pred ICmpPred // OpICmp: gives all ones where it is true, else zero
	Bits uint     // of an element; 0: a shuffle
}

// PackedShuffle permutes the bytes of the first word: the two lowest bits of each byte of the second select the source
// byte; a set highest bit makes the result byte zero.
const PackedShuffle PackedKind = 0

// elementOps are available on bytes and on halves. The comparisons are those that machines have.
var elementOps = [...]struct {
	name string
	op   Op
	pred ICmpPred
}{
	{"add", OpAdd, 0}, {"sub", OpSub, 0}, {"mul", OpMul, 0}, {"shl", OpShl, 0}, {"lshr", OpLShr, 0},
	{"ashr", OpAShr, 0},
	{"rotl", OpRotl, 0}, {"mulhis", OpMulHiS, 0}, {"mulhiu", OpMulHiU, 0}, {"smin", OpSMin, 0}, {"smax", OpSMax, 0},
	{"umin", OpUMin, 0}, {"umax", OpUMax, 0}, {"addsats", OpAddSatS, 0}, {"addsatu", OpAddSatU, 0},
	{"subsats", OpSubSatS, 0}, {"subsatu", OpSubSatU, 0}, {"eq", OpICmp, EQ}, {"sgt", OpICmp, SGT},
	{"mean", OpInvalid, 0},
}

// The dot products of the four bytes of two words: the sum of the products, in 32 bits. Their operands' bytes are
// signed or not; where they differ, the first operand's are unsigned.
const (
	PackedDotUU = PackedKind(1+2*len(elementOps)) + iota
	PackedDotSS
	PackedDotUS
	packedKinds
)

// PackedKinds is the number of kinds.
const PackedKinds = int(packedKinds)

// Dot reports whether the kind is a dot product, and of which operands the bytes are signed.
func (k PackedKind) Dot() (isSigned [2]bool, ok bool) {
	return [2]bool{k == PackedDotSS, k != PackedDotUU}, k >= PackedDotUU && k < packedKinds
}

// Element is the operation on one pair of elements. Dot products have none.
func (k PackedKind) Element() Element {
	if k == PackedShuffle || k >= PackedDotUU {
		return Element{}
	}
	row := elementOps[(k-1)/2]
	return Element{row.op, row.pred, 8 << ((k - 1) % 2)}
}

// PackedOf is the kind that applies an operation to each element; false if there is none.
func PackedOf(e Element) (PackedKind, bool) {
	if e.Bits != 8 && e.Bits != 16 {
		return 0, false
	}
	for i, row := range elementOps {
		if row.op == e.Op && row.pred == e.Pred {
			return PackedKind(1 + 2*i + int(e.Bits/16)), true
		}
	}
	return 0, false
}

// packedNames are the kinds' names in the text form.
func packedNames() []string {
	names := []string{"shuffle"}
	for _, row := range elementOps {
		names = append(names, fmt.Sprint(row.name, 8), fmt.Sprint(row.name, 16))
	}
	return append(names, "dotuu", "dotss", "dotus")
}
