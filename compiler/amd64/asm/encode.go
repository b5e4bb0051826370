package asm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// An instruction is encoded in three steps. Its signature picks the encoding from the table's row. The encoding's form
// assigns registers to ModRM.reg, to vvvv and to ModRM.rm. The spec and the registers decide between legacy, VEX and
// EVEX prefixes; VEX is shorter and is used wherever it suffices.

// maxBytes is an upper bound of the bytes of an instruction, and of a pseudo-operation except Entry.
const maxBytes = 32

// Errors of instructions that cannot be encoded; Assemble adds which instruction it was.
var (
	errOperands  = errors.New("operands fit no encoding")
	errVirtual   = errors.New("virtual register")
	errISA       = errors.New("needs AVX-512")
	errLength    = errors.New("not with this vector length")
	errMask      = errors.New("write mask not possible")
	errZero      = errors.New("zeroing not possible")
	errBroadcast = errors.New("broadcast not possible")
	errRounding  = errors.New("rounding not possible")
	errSize      = errors.New("operand size not possible")
	errImmediate = errors.New("immediate does not fit")
	errAddress   = errors.New("address not possible")
	errDistinct  = errors.New("registers must differ")
	errConstant  = errors.New("no such constant")
	errCondition = errors.New("no such condition")
)

// encoder appends instructions to buf[:n]; buf always has room for one more.
type encoder struct {
	buf    []byte
	n      int
	isa    ISA
	consts []constUse
	count  int32 // number of constants of the function
}

// constUse is a 32-bit displacement to be filled in: the distance from the instruction's end to a constant.
type constUse struct {
	at, end int32 // offsets without jumps
	jumps   int32 // jumps before it
	index   int32 // constant
}

// room makes room for one more instruction.
func (e *encoder) room() {
	if len(e.buf)-e.n < maxBytes {
		grown := make([]byte, 2*len(e.buf)+16*maxBytes)
		copy(grown, e.buf[:e.n])
		e.buf = grown
	}
}

// put appends the lowest n bytes of bits.
func (e *encoder) put(bits uint64, n int) {
	binary.LittleEndian.PutUint64(e.buf[e.n:], bits)
	e.n += n
}

// number is the machine's number of a register.
func number(r Reg) uint { return uint(registers[r&63].number) }

// encode appends one instruction that is not a pseudo-operation. After an error buf[:n] is as before.
func (e *encoder) encode(i *Inst) error {
	start := e.n
	if i.HasMem && i.Mem.Const != 0 {
		return e.encodeConst(i)
	}
	err := e.tryEncode(i)
	if err != nil {
		e.n = start
	}
	return err
}

// encodeConst is encode for an instruction with a constant: its end is needed for the distance.
func (e *encoder) encodeConst(i *Inst) error {
	start, uses := e.n, len(e.consts)
	if err := e.tryEncode(i); err != nil {
		e.n, e.consts = start, e.consts[:uses]
		return err
	}
	if len(e.consts) > uses {
		e.consts[uses].end = int32(e.n)
	}
	return nil
}

func (e *encoder) tryEncode(i *Inst) error {
	if (i.Dst|i.A|i.B|i.C|i.Mask|i.Mem.Base|i.Mem.Index)&^63 != 0 {
		return errVirtual
	}
	enc := choose(i)
	if enc == nil {
		return errOperands
	}
	if enc.spec&both != 0 {
		return e.encodeVector(i, enc)
	}
	return e.encodeGeneral(i, enc)
}

// choose finds the encoding with the signature of the instruction.
func choose(i *Inst) *encoding {
	if i.Op >= OpCount {
		return nil
	}
	s := signatureOf(i)
	encodings := table[i.Op].encodings
	for k := range encodings {
		f := &forms[encodings[k].form]
		if f.register == s || f.memory == s {
			return &encodings[k]
		}
	}
	return nil
}

// fields are the contents of an instruction's fields: numbers of registers.
type fields struct {
	reg, vvvv, rm uint
	size          uint8 // general operations
	opcode        uint8
	named         bool // reg is a register, not a digit
	scale         uint // logarithm of the unit of an 8-bit displacement
}

func (f *fields) set(i *Inst, enc *encoding) {
	places, numbers := &forms[enc.form], numbersOf(i)
	f.reg = uint(enc.digit) + uint(numbers>>(8*places.reg&63)&255) // one of them is 0
	f.named = places.reg != slotNone
	f.vvvv = uint(numbers >> (8 * places.vvvv & 63) & 255)
	f.rm = uint(numbers >> (8 * places.rm & 63) & 255) // 0 where memory is
	f.opcode, f.size = enc.opcode, i.Size
}

// indexBits are the high bits of the registers in r/m, as in the prefixes REX, VEX and EVEX: x (bit 3 of the index), b
// (bit 3 of base or register).
func indexBits(i *Inst, rm uint) (x, b uint) {
	if i.HasMem {
		return number(i.Mem.Index) >> 3 & 1, number(i.Mem.Base) >> 3
	}
	return 0, rm >> 3 & 1
}

// encodeVector encodes an instruction with a VEX or EVEX prefix.
func (e *encoder) encodeVector(i *Inst, enc *encoding) error {
	s := enc.spec
	var f fields
	f.set(i, enc)
	if err := checkVector(i, s); err != nil {
		return err
	}
	prefix, err := e.vectorPrefix(i, s, &f)
	if err != nil {
		return err
	}
	if enc.form == formVNone {
		e.put(prefix.bits, prefix.length)
		return nil
	}
	rest, err := e.operandBytes(i, &f, prefix.length, s&vsib != 0)
	if err != nil {
		return err
	}
	if enc.form == formVRVMR {
		rest.add(uint64(number(i.C)<<4), 1)
	}
	if s&imm8 != 0 {
		if i.Imm < math.MinInt8 || i.Imm > math.MaxUint8 {
			return errImmediate
		}
		rest.add(uint64(uint8(i.Imm)), 1)
	}
	e.putBoth(prefix, rest)
	return nil
}

// piece is up to 8 bytes of an instruction.
type piece struct {
	bits   uint64
	length int
}

// add appends bytes.
func (p *piece) add(bits uint64, length int) {
	p.bits |= bits << (8 * p.length & 63)
	p.length += length
}

// putBoth appends two pieces.
func (e *encoder) putBoth(first, second piece) {
	to := e.buf[e.n : e.n+16]
	binary.LittleEndian.PutUint64(to, first.bits)
	binary.LittleEndian.PutUint64(to[first.length&7:], second.bits)
	e.n += first.length + second.length
}

// vectorPrefix is the prefix and the opcode: VEX where it suffices, else EVEX.
func (e *encoder) vectorPrefix(i *Inst, s spec, f *fields) (piece, error) {
	if !needsEVEX(i, s, f) {
		if s&avx512 != 0 && e.isa == AVX2 {
			return piece{}, errISA
		}
		return prefixVEX(i, s, f), nil
	}
	if s&evexOK == 0 || e.isa == AVX2 {
		return piece{}, errISA
	}
	if err := checkEVEX(i, s); err != nil {
		return piece{}, err
	}
	if i.HasMem && i.Mem.Disp != 0 {
		f.scale = s.scale(i)
	}
	return prefixEVEX(i, s, f), nil
}

// needsEVEX reports whether VEX cannot express the instruction.
func needsEVEX(i *Inst, s spec, f *fields) bool {
	if s&vexOK == 0 || i.Mask != NoReg || i.Broadcast || i.Rounding != RoundDefault || i.Zero {
		return true
	}
	if s&evexOK == 0 {
		return false
	}
	high := f.reg | f.vvvv | f.rm
	if s&vsib != 0 {
		high |= number(i.Mem.Index)
	}
	return high > 15 || i.Len == L512 && s&scalar == 0 || i.HasMem && s&vexNoMem != 0
}

// checkVector checks the rules that VEX and EVEX have in common.
func checkVector(i *Inst, s spec) error {
	if s&sized != 0 && i.Size != 4 && i.Size != 8 {
		return errSize
	}
	if s&no128 != 0 && i.Len == L128 || s&only512 != 0 && i.Len != L512 || i.Len > L512 {
		return errLength
	}
	if s&(evexOK|vsib) == evexOK {
		return nil
	}
	if s&evexOK != 0 {
		return checkGather(i)
	}
	return checkVEX(i, s)
}

// checkPlain refuses everything that only EVEX expresses.
func checkPlain(i *Inst) error {
	if i.Mask != NoReg || i.Zero {
		return errMask
	}
	if i.Broadcast {
		return errBroadcast
	}
	if i.Rounding != RoundDefault {
		return errRounding
	}
	return nil
}

// isHigh reports whether a register is one of those vector registers that only EVEX can name.
func isHigh(r Reg) bool { return r >= V0+16 && r <= V31 }

// checkVEX checks an operation without an EVEX form, which excludes everything that only EVEX expresses.
func checkVEX(i *Inst, s spec) error {
	if i.Len == L512 && s&lengthless == 0 {
		return errLength
	}
	if err := checkPlain(i); err != nil {
		return err
	}
	if isHigh(i.Dst) || isHigh(i.A) || isHigh(i.B) || isHigh(i.C) {
		return errOperands
	}
	if s&vsib != 0 {
		if i.Mem.Index > V0+15 {
			return errOperands
		}
		return checkGather(i)
	}
	return nil
}

// checkGather checks that the registers of a gather differ; else the processor refuses it.
func checkGather(i *Inst) error {
	if i.Dst != NoReg && (i.Dst == i.Mem.Index || i.Dst == i.A) || i.A != NoReg && i.A == i.Mem.Index {
		return errDistinct
	}
	return nil
}

// checkEVEX checks an instruction that needs EVEX.
func checkEVEX(i *Inst, s spec) error {
	if i.Mask != NoReg && (s&maskless != 0 || i.Mask <= K0 || i.Mask > K7) {
		return errMask
	}
	if s&vsib != 0 && i.Mask == NoReg {
		return errMask
	}
	if i.Zero && (i.Mask == NoReg || i.Dst < V0 || i.Dst > V31 || s&vsib != 0) {
		return errZero
	}
	if i.Broadcast && !(i.HasMem && s.canBroadcast()) {
		return errBroadcast
	}
	return checkRounding(i, s)
}

func checkRounding(i *Inst, s spec) error {
	if i.Rounding == RoundDefault {
		return nil
	}
	if i.HasMem || i.Len != L512 && s&scalar == 0 {
		return errRounding
	}
	possible := s&rounds != 0 || s&rounds64 != 0 && i.Size == 8
	if i.Rounding == RoundSuppress {
		possible = s&suppresses != 0
	}
	if !possible || i.Rounding > RoundSuppress {
		return errRounding
	}
	return nil
}

// prefixVEX is the VEX prefix and the opcode.
func prefixVEX(i *Inst, s spec, f *fields) piece {
	x, b := indexBits(i, f.rm)
	r, w := f.reg>>3, bit(s&vexW1 != 0)
	if s&sized != 0 {
		w = uint(i.Size >> 3)
	}
	length := bit(s&vexL1 != 0 || i.Len == L256 && s&lengthless == 0)
	last := ^f.vvvv&15<<3 | length<<2 | uint(s>>2&3)
	if x|b|w == 0 && s&3 == map0F {
		return piece{uint64(0xc5 | (r^1)<<15 | last<<8 | uint(f.opcode)<<16), 3}
	}
	return piece{uint64(0xc4 | ((r^1)<<7|(x^1)<<6|(b^1)<<5|uint(s&3))<<8 | (w<<7|last)<<16 | uint(f.opcode)<<24), 4}
}

// prefixEVEX is the EVEX prefix and the opcode.
func prefixEVEX(i *Inst, s spec, f *fields) piece {
	x, b := indexBits(i, f.rm)
	high := f.vvvv >> 4 // V': of vvvv, or of a vector of indices
	if s&vsib != 0 {
		high = number(i.Mem.Index) >> 4
	} else if !i.HasMem {
		x = f.rm >> 4
	}
	w := bit(s&evexW1 != 0)
	if s&sized != 0 {
		w = uint(i.Size >> 3)
	}
	length, extra := uint(i.Len), bit(i.Broadcast)
	if s&scalar != 0 {
		length = 0
	}
	if i.Rounding != RoundDefault {
		length, extra = roundingBits(i.Rounding), 1
	}
	first := (f.reg>>3&1^1)<<7 | (x^1)<<6 | (b^1)<<5 | (f.reg>>4^1)<<4 | uint(s&3)
	second := w<<7 | ^f.vvvv&15<<3 | 4 | uint(s>>2&3)
	third := bit(i.Zero)<<7 | length<<5 | extra<<4 | (high^1)<<3 | number(i.Mask)
	return piece{uint64(0x62|first<<8|second<<16|third<<24) | uint64(f.opcode)<<32, 5}
}

// roundingBits stand in the place of the length.
func roundingBits(r Rounding) uint {
	if r == RoundSuppress {
		return 0
	}
	return uint(r - RoundNearest)
}

func bit(b bool) uint {
	if b {
		return 1
	}
	return 0
}

// operandBytes are ModRM, SIB and displacement, after the given number of bytes of prefix and opcode.
func (e *encoder) operandBytes(i *Inst, f *fields, before int, vectorIndex bool) (piece, error) {
	reg := uint64(f.reg&7) << 3
	if !i.HasMem {
		return piece{0xc0 | reg | uint64(f.rm&7), 1}, nil
	}
	m := &i.Mem
	if m.Const != 0 {
		return e.constBytes(m, reg, before, vectorIndex)
	}
	scale, ok := scaleBits(m)
	if !ok || !addressFits(m, vectorIndex) {
		return piece{}, errAddress
	}
	index := uint64(4)
	if m.Index != NoReg {
		index = uint64(number(m.Index) & 7)
	}
	if m.Base == NoReg {
		return piece{4 | reg | (5|index<<3|scale<<6)<<8 | uint64(uint32(m.Disp))<<16, 6}, nil
	}
	base := uint64(number(m.Base) & 7)
	mod, disp, length := displacement(m.Disp, base, f.scale)
	if m.Index == NoReg && base != 4 {
		return piece{mod<<6 | reg | base | disp<<8, 1 + length}, nil
	}
	return piece{mod<<6 | reg | 4 | (base|index<<3|scale<<6)<<8 | disp<<16, 2 + length}, nil
}

// addressFits checks the classes of base and index.
func addressFits(m *Mem, vectorIndex bool) bool {
	index := registers[m.Index&63].class
	if registers[m.Base&63].class > uint8(dstG) {
		return false
	}
	if vectorIndex {
		return index == uint8(dstV)
	}
	return index <= uint8(dstG) && m.Index != RSP
}

// constBytes is the address of a constant relative to RIP; Assemble fills it in.
func (e *encoder) constBytes(m *Mem, reg uint64, before int, vectorIndex bool) (piece, error) {
	if m.Base != NoReg || m.Index != NoReg || m.Const < 0 || vectorIndex {
		return piece{}, errAddress
	}
	if m.Const > e.count {
		return piece{}, errConstant
	}
	e.consts = append(e.consts, constUse{at: int32(e.n + before + 1), index: m.Const - 1})
	return piece{5 | reg | uint64(uint32(m.Disp))<<8, 5}, nil
}

// scaleBits is the field for the factor of the index.
func scaleBits(m *Mem) (uint64, bool) {
	switch m.Scale {
	case 1:
		return 0, true
	case 2:
		return 1, true
	case 4:
		return 2, true
	case 8:
		return 3, true
	}
	return 0, m.Scale == 0 && m.Index == NoReg
}

// displacement chooses ModRM.mod and the bytes of the displacement. Base 5 (RBP, R13) without displacement has another
// meaning.
func displacement(disp int32, base uint64, scale uint) (mod, bits uint64, length int) {
	if disp == 0 && base != 5 {
		return 0, 0, 0
	}
	if short := disp >> scale; short<<scale == disp && short == int32(int8(short)) {
		return 1, uint64(uint8(short)), 1
	}
	return 2, uint64(uint32(disp)), 4
}

// failure names the instruction in an error.
func failure(f *Func, index int, err error) error {
	return fmt.Errorf("asm: instruction %d, %q: %w", index, f.format(&f.Insts[index]), err)
}
