package asm

import "math"

// encodeGeneral encodes an instruction with legacy prefixes: lock, operand size, mandatory prefix, REX.
func (e *encoder) encodeGeneral(i *Inst, enc *encoding) error {
	s := enc.spec
	var f fields
	f.set(i, enc)
	if err := checkGeneral(i, s); err != nil {
		return err
	}
	if s&moveImm != 0 {
		return e.putMoveImm(f.rm, i)
	}
	if s&sizeless != 0 {
		f.size = 4
	}
	if s&condition != 0 {
		f.opcode += uint8(i.Cond)
	}
	if s&bytes != 0 && f.size == 1 {
		f.opcode &^= 1
	}
	short := s&immShort != 0 && f.size != 1 && fitsShort(i.Imm, f.size)
	if short {
		f.opcode |= 2
	}
	if s&fence != 0 {
		e.put(0x0f|uint64(f.opcode)<<8|uint64(enc.digit)<<16, 3)
		return nil
	}
	prefix := generalPrefix(i, s, &f)
	if enc.form == formGNone {
		e.put(prefix.bits, prefix.length)
		return nil
	}
	rest, err := e.operandBytes(i, &f, prefix.length, false)
	if err != nil {
		return err
	}
	e.putBoth(prefix, rest)
	switch {
	case s&imm8 != 0 || short:
		e.put(uint64(uint8(i.Imm)), 1)
	case s&(imm32|immShort) != 0:
		e.put(uint64(i.Imm), int(min(f.size, 4)))
	}
	return nil
}

// checkGeneral checks the fields of a general instruction.
func checkGeneral(i *Inst, s spec) error {
	if err := checkPlain(i); err != nil {
		return err
	}
	if s&condition != 0 && i.Cond > CondG {
		return errCondition
	}
	if !sizeFits(i, s) {
		return errSize
	}
	isByte := i.Imm >= math.MinInt8 && i.Imm <= math.MaxUint8
	if s&imm8 != 0 && !isByte || s&(imm32|immShort) != 0 && !immediateFits(i.Imm, i.Size) {
		return errImmediate
	}
	return nil
}

func sizeFits(i *Inst, s spec) bool {
	switch {
	case s&sizeless != 0:
		return true
	case s&doubleRM != 0:
		return i.Size == 8
	case s&(wordRM|moveImm|sized) != 0:
		return i.Size == 4 || i.Size == 8
	case i.Size == 1:
		return s&bytes != 0
	}
	return i.Size == 2 || i.Size == 4 || i.Size == 8
}

// immediateFits reports whether an immediate of the operand's size, sign-extended from 32 bits for 8 bytes, has this
// value.
func immediateFits(imm int64, size uint8) bool {
	switch size {
	case 1:
		return imm >= math.MinInt8 && imm <= math.MaxUint8
	case 2:
		return imm >= math.MinInt16 && imm <= math.MaxUint16
	case 4:
		return imm >= math.MinInt32 && imm <= math.MaxUint32
	}
	return imm >= math.MinInt32 && imm <= math.MaxInt32
}

// fitsShort reports whether sign-extending the low byte to the operand's size gives the immediate.
func fitsShort(imm int64, size uint8) bool {
	extended := int64(int8(imm))
	switch size {
	case 2:
		return uint16(extended) == uint16(imm)
	case 4:
		return uint32(extended) == uint32(imm)
	}
	return extended == imm
}

// generalPrefix is the prefixes and the opcode.
func generalPrefix(i *Inst, s spec, f *fields) (p piece) {
	if s&locked != 0 {
		p.add(0xf0, 1)
	}
	if f.size == 2 || s&opF2 == op66 {
		p.add(0x66, 1)
	}
	switch s & opF2 {
	case opF3:
		p.add(0xf3, 1)
	case opF2:
		p.add(0xf2, 1)
	}
	x, b := indexBits(i, f.rm)
	rex := bit(f.size == 8 || s&wide != 0)<<3 | f.reg>>3<<2 | x<<1 | b
	if rex != 0 || needsREX(i, s, f) {
		p.add(uint64(0x40|rex), 1)
	}
	if s&3 == map0F {
		p.add(0x0f, 1)
	}
	p.add(uint64(f.opcode), 1)
	return p
}

// needsREX reports whether the instruction names one of the byte registers SPL, BPL, SIL, DIL, which without REX would
// mean AH to BH.
func needsREX(i *Inst, s spec, f *fields) bool {
	if s&byteRM != 0 {
		return !i.HasMem && f.rm >= 4
	}
	if s&bytes == 0 || f.size != 1 {
		return false
	}
	return f.named && f.reg >= 4 || !i.HasMem && f.rm >= 4
}

// putMoveImm encodes the shortest move of an immediate to a register.
func (e *encoder) putMoveImm(rm uint, i *Inst) error {
	high, low := uint64(rm>>3), uint64(rm&7)
	switch {
	case i.Size == 4 && !immediateFits(i.Imm, 4):
		return errImmediate
	case i.Size == 4 || uint64(i.Imm) <= math.MaxUint32:
		if high != 0 {
			e.put(0x41, 1)
		}
		e.put(0xb8|low|uint64(uint32(i.Imm))<<8, 5)
	case i.Imm >= math.MinInt32 && i.Imm < 0:
		e.put(0x48|high|0xc7<<8|(0xc0|low)<<16|uint64(uint32(i.Imm))<<24, 7)
	default:
		e.put(0x48|high|(0xb8|low)<<8, 2)
		e.put(uint64(i.Imm), 8)
	}
	return nil
}
