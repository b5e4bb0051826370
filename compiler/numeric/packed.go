package numeric

import "heddle/compiler/ir"

// packed computes an OpPacked on the bytes or halves of two words.
func packed(kind ir.PackedKind, x, y uint64) uint64 {
	if isSigned, ok := kind.Dot(); ok {
		return dot(isSigned, x, y)
	}
	e := kind.Element()
	if e.Bits == 0 {
		return shuffle(x, y)
	}
	result, mask := uint64(0), uint64(1)<<e.Bits-1
	for at := uint(0); at < 32; at += e.Bits {
		result |= element(e, x>>at&mask, y>>at&mask) & mask << at
	}
	return result
}

// element is the result for one pair of elements; the caller truncates it.
func element(e ir.Element, x, y uint64) uint64 {
	switch e.Op {
	case ir.OpInvalid:
		return (x + y + 1) >> 1
	case ir.OpICmp:
		return -truth(CompareInt(e.Pred, e.Bits, x, y))
	}
	return intBinary[e.Op](e.Bits, x, y)
}

// shuffle moves the bytes of x as those of y say.
func shuffle(x, y uint64) uint64 {
	result := uint64(0)
	for at := 0; at < 32; at += 8 {
		if from := y >> at; from&0x80 == 0 {
			result |= x >> (8 * (from & 3)) & 0xff << at
		}
	}
	return result
}

// dot is the sum of the products of bytes.
func dot(isSigned [2]bool, x, y uint64) uint64 {
	byteAt := func(word uint64, at uint, isSigned bool) int64 {
		if isSigned {
			return int64(int8(word >> at))
		}
		return int64(uint8(word >> at))
	}
	sum := int64(0)
	for at := uint(0); at < 32; at += 8 {
		sum += byteAt(x, at, isSigned[0]) * byteAt(y, at, isSigned[1])
	}
	return uint64(uint32(sum))
}
