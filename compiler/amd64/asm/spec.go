package asm

// spec describes an encoding: prefix, map, what the vector extensions allow, and the immediate.
type spec uint64

// The opcode map is in the lowest two bits with the numbers of VEX; the mandatory prefix is in the next two.
const (
	map0F spec = 1
	map38 spec = 2
	map3A spec = 3
	op66  spec = 1 << 2
	opF3  spec = 2 << 2
	opF2  spec = 3 << 2
)

// The element size (its logarithm, from bit elemShift), of broadcasts and of the tuples.
const (
	elemShift      = 4
	elem1     spec = 0 << elemShift
	elem2     spec = 1 << elemShift
	elem4     spec = 2 << elemShift
	elem8     spec = 3 << elemShift
)

// The tuple (from bit tupleShift): the bytes of memory that are read or written, which are the unit of EVEX's 8-bit
// displacement.
const (
	tupleShift           = 6
	tupleMask       spec = 15 << tupleShift
	tupleFull       spec = 1 << tupleShift  // the vector, or one element broadcast
	tupleHalf       spec = 2 << tupleShift  // half a vector, or one element broadcast
	tupleFullMem    spec = 3 << tupleShift  // the vector
	tupleHalfMem    spec = 4 << tupleShift  // half a vector
	tupleQuarterMem spec = 5 << tupleShift  // a quarter
	tupleEighthMem  spec = 6 << tupleShift  // an eighth
	tupleOne        spec = 7 << tupleShift  // one element; with sized, Inst.Size bytes
	tupleOneFixed   spec = 8 << tupleShift  // one element, whatever Inst.Size
	tupleTwo        spec = 9 << tupleShift  // two elements
	tupleFour       spec = 10 << tupleShift // four elements
	tupleEight      spec = 11 << tupleShift // eight elements
	tuple128        spec = 12 << tupleShift // 16 bytes
)

// Single facts, from bit 10.
const (
	vexOK      spec = 1 << (10 + iota) // a VEX form exists
	evexOK                             // an EVEX form exists
	vexW1                              // VEX.W
	evexW1                             // EVEX.W
	vexL1                              // VEX.L of mask operations
	avx512                             // needs AVX-512 although encoded with VEX (mask operations)
	vexNoMem                           // only the EVEX form may have a memory operand
	scalar                             // no vector length
	no128                              // not with L128
	only512                            // with L512 only
	maskless                           // EVEX without write mask
	rounds                             // EVEX register form may have embedded rounding
	rounds64                           // as rounds, with Size 8 only
	suppresses                         // EVEX register form may have RoundSuppress
	rmWhole                            // r/m as a register is the whole vector, although the tuple is one element
	regHalf                            // the operand in ModRM.reg has half the length
	indexHalf                          // the vector of indices has half the length
	vsib                               // Mem.Index is a vector
	sized                              // W is Inst.Size == 8
	imm8                               // an 8-bit immediate
	imm32                              // an immediate of the operand's size, at most 32 bits
	immShort                           // as imm32, or 8 bits by opcode | 2
	moveImm                            // the forms of mov register, immediate
	bytes                              // Size 1 is opcode &^ 1
	byteRM                             // r/m is a byte register or byte in memory
	wordRM                             // r/m is 16 bits
	doubleRM                           // r/m is 32 bits, Dst is 64
	sizeless                           // Inst.Size has no meaning
	wide                               // REX.W whatever Inst.Size
	locked                             // lock prefix
	condition                          // Inst.Cond is added to the opcode
	fence                              // the digit is all of ModRM
)

// Combinations that many rows share: lanes of 8 to 64 bits, integer or double, in map 0F with prefix 66; single
// precision.
const (
	both       = vexOK | evexOK
	lengthless = scalar | avx512 | sized // Inst.Len has no meaning
	lanes8     = op66 | map0F | both | tupleFullMem | elem1
	lanes16    = op66 | map0F | both | tupleFullMem | elem2
	lanes32    = op66 | map0F | both | tupleFull | elem4
	lanes64    = op66 | map0F | both | evexW1 | tupleFull | elem8
	singles    = map0F | both | tupleFull | elem4
	scalarSS   = opF3 | map0F | both | scalar | tupleOne | elem4
	scalarSD   = opF2 | map0F | both | evexW1 | scalar | tupleOne | elem8
)

// elemBytes is the size of an element.
func (s spec) elemBytes() int { return 1 << (s >> elemShift & 3) }

// scale is the logarithm of the size of the memory operand in bytes.
func (s spec) scale(i *Inst) uint {
	elem, length := uint(s>>elemShift&3), uint(i.Len)
	switch s & tupleMask {
	case tupleFull:
		if i.Broadcast {
			return elem
		}
		return 4 + length
	case tupleHalf:
		if i.Broadcast {
			return elem
		}
		return 3 + length
	case tupleFullMem:
		return 4 + length
	case tupleHalfMem:
		return 3 + length
	case tupleQuarterMem:
		return 2 + length
	case tupleEighthMem:
		return 1 + length
	case tupleOne:
		if s&sized != 0 {
			return 2 + uint(i.Size>>3)
		}
		return elem
	case tupleOneFixed:
		return elem
	case tupleTwo:
		return elem + 1
	case tupleFour:
		return elem + 2
	case tupleEight:
		return elem + 3
	case tuple128:
		return 4
	}
	return 0
}

// canBroadcast reports whether the memory operand may be one element spread over the vector.
func (s spec) canBroadcast() bool {
	tuple := s & tupleMask
	return s&evexOK != 0 && (tuple == tupleFull || tuple == tupleHalf)
}
