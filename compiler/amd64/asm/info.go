package asm

// OpInfo is a row of the table of operations.
type OpInfo struct {
	Name      string // Intel's mnemonic
	Feature   Feature
	vexName   string // the mnemonic of the VEX form where it differs
	flags     opFlags
	fixed     fixed
	encodings []encoding
}

// encoding is one way to encode an operation. The digit goes to ModRM.reg if no operand does.
type encoding struct {
	form   form
	spec   spec
	opcode uint8
	digit  uint8
}

// Feature is an extension that a processor must have beyond the base of its ISA.
type Feature uint8

// The features. The base of AVX2 is AVX2, FMA, F16C, BMI1, BMI2, LZCNT, POPCNT; that of AVX512 has F, VL, BW, DQ and CD
// too.
const (
	Base Feature = iota
	VBMI
	VBMI2
	VPOPCNTDQ
	BITALG
	VNNI
)

// opFlags are facts about the operands of an operation.
type opFlags uint16

const (
	pseudo          opFlags = 1 << iota
	dstRead                 // Dst is read as well as written
	bWritten                // B is written as well as read
	memRead                 // memory as the target is read as well
	memKept                 // memory as the target is not written
	maskSelects             // without Zero, lanes outside Mask come from A, not from Dst
	maskCleared             // a gather or scatter: Mask (or A) is read and cleared
	countFirst              // B op A
	comparesFloat           // Imm is a predicate
	comparesInteger         // Imm is a predicate
)

// fixed names the registers that an operation reads and writes besides its operands.
type fixed uint8

const (
	fixedNone fixed = iota
	fixedMul
	fixedDiv
	fixedSign
	fixedShift
	fixedCompare
	fixedReturn
	fixedEntry
	fixedClock
)

// FixedRegs are registers that an operation uses without naming them.
type FixedRegs struct{ Reads, Writes []Reg }

var fixedRegs = [...]FixedRegs{
	fixedNone:    {},
	fixedMul:     {[]Reg{RAX}, []Reg{RAX, RDX}},
	fixedDiv:     {[]Reg{RAX, RDX}, []Reg{RAX, RDX}},
	fixedSign:    {[]Reg{RAX}, []Reg{RDX}},
	fixedShift:   {[]Reg{RCX}, nil},
	fixedCompare: {[]Reg{RAX}, []Reg{RAX}},
	fixedReturn:  {nil, []Reg{RAX}},
	fixedEntry:   {nil, []Reg{RAX, RCX}},
	fixedClock:   {nil, []Reg{RAX, RDX}},
}

// Info is the row of an operation. It must not be changed.
func Info(op Op) *OpInfo { return &table[op] }

// String is the mnemonic.
func (op Op) String() string {
	if op >= OpCount || table[op].Name == "" {
		return "invalid"
	}
	return table[op].Name
}

// Fixed are the registers that the operation reads and writes besides its operands: the count of a shift in RCX, the
// factors and results of Mul and Div in RAX and RDX, the comparand of Cmpxchg in RAX. Suspend changes all.
func (o *OpInfo) Fixed() *FixedRegs { return &fixedRegs[o.fixed] }

// Pseudo reports whether the operation is no machine instruction. Jmp and Jcc count as pseudo-operations, since their
// form depends on the place of the label.
func (o *OpInfo) Pseudo() bool { return o.flags&pseudo != 0 }

// ReadsDst reports whether the operation always reads Dst, as Dst op= B does. A merging write mask reads it too: see
// Inst.Operands.
func (o *OpInfo) ReadsDst() bool { return o.flags&dstRead != 0 }

// VEX reports whether AVX2 machines have a form of the operation. They have all general operations.
func (o *OpInfo) VEX() bool {
	for i := range o.encodings {
		s := o.encodings[i].spec
		if s&avx512 == 0 && (s&vexOK != 0 || s&evexOK == 0) {
			return true
		}
	}
	return o.Pseudo()
}

// MergesDst reports whether this instruction preserves lanes of Dst: it has a write mask and does not zero.
func (i *Inst) MergesDst() bool {
	return i.Mask != NoReg && !i.Zero && Info(i.Op).flags&maskSelects == 0 && !i.DstIsMask()
}

// DstIsMask reports whether the operation's result is a mask register.
func (i *Inst) DstIsMask() bool {
	for _, e := range Info(i.Op).encodings {
		if forms[e.form].register&3 == dstK {
			return true
		}
	}
	return false
}

// Operands yields a pointer to every register of the instruction, read or written: Dst, A, B, C, Mask, Mem.Base and
// Mem.Index. Registers that the operation uses without naming them are in OpInfo.Fixed.
func (i *Inst) Operands(visit func(r *Reg, read, write bool)) {
	info := Info(i.Op)
	if i.Mem.Base != NoReg {
		visit(&i.Mem.Base, true, false)
	}
	if i.Mem.Index != NoReg {
		visit(&i.Mem.Index, true, false)
	}
	if i.A != NoReg {
		visit(&i.A, true, info.flags&maskCleared != 0)
	}
	if i.B != NoReg {
		visit(&i.B, true, info.flags&bWritten != 0)
	}
	if i.C != NoReg {
		visit(&i.C, true, false)
	}
	if i.Mask != NoReg {
		visit(&i.Mask, true, info.flags&maskCleared != 0)
	}
	if i.Dst != NoReg {
		visit(&i.Dst, info.flags&dstRead != 0 || i.MergesDst(), true)
	}
}

// Distinct reports whether the registers of the instruction must differ: those of a gather (Dst, the indices and a
// vector mask).
func (i *Inst) Distinct() bool { return Info(i.Op).flags&(maskCleared|dstRead) == maskCleared|dstRead }

// Memory reports whether the instruction reads and whether it writes the memory of Mem.
func (i *Inst) Memory() (read, write bool) {
	if !i.HasMem || i.Op == Lea || i.Op == Prefetcht0 {
		return false, false
	}
	flags := Info(i.Op).flags
	if i.Dst != NoReg {
		return true, false
	}
	return i.storesNothing() || flags&(memRead|memKept) != 0, !i.storesNothing() && flags&memKept == 0
}

// storesNothing reports whether memory without a Dst is a source: that of comparisons to flags and of the one-operand
// products.
func (i *Inst) storesNothing() bool {
	switch i.Op {
	case MulWide, ImulWide, Div, Idiv, Vptest, Vucomiss, Vucomisd, Vcomiss, Vcomisd:
		return true
	}
	return false
}

// CanLoadB reports whether memory may replace the register B. The memory must hold the same value, at least as many
// bytes as the operation reads from the register's lowest. The memory operand then takes B's place: B = NoReg, HasMem =
// true. For moves between classes the answer depends on the class of Dst and is no, and for shifts by an immediate it
// depends on the ISA.
func (i *Inst) CanLoadB() bool {
	info := Info(i.Op)
	if i.HasMem || i.B == NoReg || i.Rounding != RoundDefault || i.movesBetweenClasses() || info.flags&bWritten != 0 {
		return false
	}
	for _, e := range info.encodings {
		f := &forms[e.form]
		if f.rm == slotB && f.register != never && f.memory != never && (f.register&aK == 0) == (i.A == NoReg) {
			return e.spec&vexNoMem == 0 || i.Len == L512
		}
	}
	return false
}

func (i *Inst) movesBetweenClasses() bool {
	switch i.Op {
	case Kmovb, Kmovw, Kmovd, Kmovq, Vmovd, Vmovq:
		return true
	}
	return false
}
