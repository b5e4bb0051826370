package asm

// The tests walk the table: for each encoding of each operation they make instructions of all shapes that the row
// allows.

// generalSets, vectorSets and maskSets are registers for Dst, A, B, C.
var (
	generalSets = [][4]Reg{{RAX, RCX, RDX, RBX}, {RSI, RDI, RBP, RSP}, {R8, R9, R10, R11}, {R15, RBX, R12, RAX},
		{RCX, R14, RSI, R13}}
	vectorSets = [][4]Reg{
		{V0 + 1, V0 + 2, V0 + 3, V0 + 4}, {V0 + 7, V0 + 15, V0 + 8, V0}, {V0 + 9, V0 + 10, V0 + 11, V0 + 12},
		{V31, V0 + 5, V0 + 6, V0 + 7}, {V0 + 1, V0 + 24, V0 + 15, V0}, {V0 + 14, V0 + 3, V0 + 16, V0},
		{V0 + 17, V0 + 26, V0 + 31, V0},
	}
	maskSets = [][4]Reg{{K0 + 1, K0 + 2, K0 + 3, K0}, {K7, K0 + 6, K0 + 5, K0 + 4}, {K0 + 4, K7, K0 + 1, K0}}
)

// addresses are memory operands; displacements that EVEX shortens are added by row.
var addresses = []Mem{
	{Base: RAX}, {Base: RBP}, {Base: R13}, {Base: RSP}, {Base: R12}, {Const: 1},
	{Base: RBX, Index: RCX, Scale: 4}, {Base: R8, Index: R9, Scale: 8, Disp: 0x10}, {Base: RBP, Index: R12, Scale: 1},
	{Base: R13, Index: RAX, Scale: 2, Disp: -1}, {Base: RSP, Index: RBP, Scale: 1, Disp: 0x40}, {Base: RDI, Disp: 0x7f},
	{Base: R15, Disp: 0x80}, {Base: RSI, Disp: -0x80}, {Base: RSI, Disp: 0x12345678},
	{Index: R10, Scale: 8, Disp: 0x100},
	{Index: RDX, Scale: 2}, {Disp: 0x1234},
}

// shapes are the instructions of one encoding.
func shapes(op Op, enc *encoding) []Inst {
	var out []Inst
	f := &forms[enc.form]
	for _, base := range bases(op, enc) {
		if f.register != never {
			out = append(out, registerShapes(base, enc)...)
		}
		if f.memory != never {
			out = append(out, memoryShapes(base, enc)...)
		}
	}
	return out
}

// bases are instructions without operands: sizes, lengths, conditions, immediates.
func bases(op Op, enc *encoding) []Inst {
	var out []Inst
	for _, size := range sizesOf(enc.spec) {
		for _, length := range lengthsOf(enc) {
			for n, imm := range immediatesOf(op, enc.spec, size) {
				if n > 0 && length != L128 && enc.spec&(no128|only512) == 0 {
					continue
				}
				for _, cond := range condsOf(enc.spec) {
					out = append(out, Inst{Op: op, Size: size, Len: length, Imm: imm, Cond: cond})
				}
			}
		}
	}
	return out
}

func sizesOf(s spec) []uint8 {
	switch {
	case s&sized != 0:
		return []uint8{4, 8}
	case s&both != 0, s&sizeless != 0:
		return []uint8{0}
	case s&doubleRM != 0:
		return []uint8{8}
	case s&(wordRM|moveImm|sized) != 0:
		return []uint8{4, 8}
	case s&bytes != 0:
		return []uint8{1, 2, 4, 8}
	}
	return []uint8{2, 4, 8}
}

func lengthsOf(enc *encoding) []Length {
	s := enc.spec
	switch {
	case s&(vexOK|evexOK) == 0, s&scalar != 0, s&avx512 != 0, enc.form == formVNone, s&sized != 0:
		return []Length{L128}
	case s&only512 != 0:
		return []Length{L512}
	case s&evexOK == 0 && s&no128 != 0:
		return []Length{L256}
	case s&evexOK == 0:
		return []Length{L128, L256}
	case s&no128 != 0:
		return []Length{L256, L512}
	}
	return []Length{L128, L256, L512}
}

func immediatesOf(op Op, s spec, size uint8) []int64 {
	switch {
	case table[op].flags&comparesFloat != 0:
		return []int64{0, 1, 17, 31}
	case table[op].flags&comparesInteger != 0:
		return []int64{0, 1, 3, 6}
	case s&imm8 != 0:
		return []int64{7, 0x81}
	case s&moveImm != 0 && size == 8:
		return []int64{0, -1, 0x7fffffff, 0xffffffff, 0x123456789abcdef0, -0x80000000, -0x80000001}
	case s&moveImm != 0:
		return []int64{1, -1, 0xfedcba98}
	case s&(imm32|immShort) != 0 && size == 1:
		return []int64{1, -1, 0x7f}
	case s&(imm32|immShort) != 0 && size == 2:
		return []int64{1, -128, 0x80, 0xffff, -0x8000}
	case s&(imm32|immShort) != 0 && size == 4:
		return []int64{1, -128, 0x80, 0xffffffff, 0x12345678}
	case s&(imm32|immShort) != 0:
		return []int64{1, -128, 0x80, -0x12345678}
	}
	return []int64{0}
}

func condsOf(s spec) []Cond {
	if s&condition == 0 {
		return []Cond{0}
	}
	return []Cond{CondO, CondNE, CondL, CondG}
}

// placeRegisters puts registers of a signature into an instruction: set n of each class.
func placeRegisters(i Inst, s signature, n int) Inst {
	for k, r := range []*Reg{&i.Dst, &i.A, &i.B, &i.C} {
		switch s >> (2 * k) & 3 {
		case dstG:
			*r = generalSets[n%len(generalSets)][k]
		case dstV:
			*r = vectorSets[n%len(vectorSets)][k]
		case dstK:
			*r = maskSets[n%len(maskSets)][k]
		}
	}
	return i
}

// setsOf is the number of register sets to try; the higher ones need EVEX.
func setsOf(enc *encoding) int {
	if enc.spec&both != 0 && enc.spec&evexOK == 0 {
		return 3
	}
	return len(vectorSets)
}

func registerShapes(base Inst, enc *encoding) []Inst {
	var out []Inst
	f := &forms[enc.form]
	for n := range setsOf(enc) {
		i := placeRegisters(base, f.register, n)
		out = append(out, i)
		out = append(out, masked(i, enc, n)...)
		out = append(out, rounded(i, enc)...)
	}
	return out
}

// masked are the instruction with write masks.
func masked(i Inst, enc *encoding, n int) []Inst {
	if enc.spec&evexOK == 0 || enc.spec&maskless != 0 || enc.spec&vsib != 0 {
		return nil
	}
	i.Mask = K0 + 1 + Reg(n%7)
	out := []Inst{i}
	if forms[enc.form].register&3 == dstV && i.Dst != NoReg || forms[enc.form].memory&3 == dstV && i.Dst != NoReg {
		i.Zero = true
		out = append(out, i)
	}
	return out
}

// rounded are the instruction with embedded rounding.
func rounded(i Inst, enc *encoding) []Inst {
	s := enc.spec
	if s&evexOK == 0 || i.Len != L512 && s&scalar == 0 {
		return nil
	}
	var out []Inst
	if s&rounds != 0 || s&rounds64 != 0 && i.Size == 8 {
		for _, r := range []Rounding{RoundNearest, RoundDown, RoundUp, RoundZero} {
			i.Rounding = r
			out = append(out, i)
		}
	}
	if s&suppresses != 0 {
		i.Rounding = RoundSuppress
		out = append(out, i)
	}
	return out
}

func memoryShapes(base Inst, enc *encoding) []Inst {
	var out []Inst
	f := &forms[enc.form]
	base.HasMem = true
	unit := int32(1) << enc.spec.scale(&base)
	all := append([]Mem{}, addresses...)
	for _, steps := range []int32{1, 127, 128, -128, -129} {
		all = append(all, Mem{Base: R9, Disp: steps * unit})
	}
	for n, m := range all {
		i := placeRegisters(base, f.memory, n%setsOf(enc))
		i.Mem = m
		if enc.spec&vsib != 0 {
			out = append(out, indexed(i, enc, n)...)
			continue
		}
		out = append(out, i)
		if n%4 == 0 {
			out = append(out, masked(i, enc, n)...)
		}
		if n%4 == 1 || n >= len(addresses) {
			out = append(out, broadcasts(i, enc, n)...)
		}
	}
	return out
}

// indexed gives a gather or scatter its vector of indices and its mask.
func indexed(i Inst, enc *encoding, n int) []Inst {
	if i.Mem.Const != 0 {
		return nil
	}
	indices := []Reg{V0, V0 + 13, V0 + 4, V0 + 21, V0 + 30}
	i.Mem.Index = indices[n%5]
	if enc.spec&evexOK == 0 {
		i.Mem.Index = indices[n%3]
	} else {
		i.Mask = K0 + 1 + Reg(n%7)
	}
	if i.Mem.Scale == 0 {
		i.Mem.Scale = 4
	}
	return []Inst{i}
}

// broadcasts are the instruction with one element of memory spread over the vector.
func broadcasts(i Inst, enc *encoding, n int) []Inst {
	if !enc.spec.canBroadcast() {
		return nil
	}
	i.Broadcast = true
	if i.Mem.Disp != 0 && n >= len(addresses) {
		i.Mem.Disp = i.Mem.Disp >> 1 &^ 7
	}
	return append(masked(i, enc, n), i)
}
