package asm

import "errors"

var (
	errLabel    = errors.New("label defined twice or not made by NewLabel")
	errMove     = errors.New("move between classes")
	errPseudo   = errors.New("unknown pseudo-operation")
	errTwoEntry = errors.New("second Entry")
)

// lastPseudo is the last of the pseudo-operations, which stand at the beginning of the table.
const lastPseudo = MaskOnes

// longChain is the least number of suspensions for which Entry uses a jump table instead of a chain of comparisons.
// Chosen by hand.
const longChain = 8

// encodePseudo appends the bytes of a pseudo-operation.
func (a *assembler) encodePseudo(i *Inst) error {
	switch i.Op {
	case Label:
		return a.define(i.Label)
	case Jmp:
		return a.jumpTo(i.Label, jumpAlways)
	case Jcc:
		if i.Cond > CondG {
			return errCondition
		}
		return a.jumpTo(i.Label, i.Cond)
	case MoveG, MoveV, MoveK:
		return a.encodeMove(i)
	case Undef, Use:
		return nil
	case VecZero:
		return a.encodeZero(i.Dst)
	case MaskZero:
		return a.encode(&Inst{Op: Kxorw, Dst: i.Dst, A: i.Dst, B: i.Dst})
	case MaskOnes:
		return a.encode(&Inst{Op: Kxnorw, Dst: i.Dst, A: i.Dst, B: i.Dst})
	case Suspend:
		return a.encodeSuspend(i)
	case Call:
		return a.encodeCall(i)
	case Return:
		return a.encodeReturn(i.Imm)
	case Entry:
		return a.encodeEntry()
	}
	return errPseudo
}

// encodeZero clears a whole vector register.
func (a *assembler) encodeZero(r Reg) error {
	op := Vpxor
	if r >= V0+16 {
		op = Vpxord
	}
	return a.encode(&Inst{Op: op, Len: L128, Dst: r, A: r, B: r})
}

func (a *assembler) define(label int32) error {
	if label < 0 || int(label) >= len(a.labels) || a.labels[label].at != noPlace {
		return errLabel
	}
	a.labels[label] = a.here()
	return nil
}

func (a *assembler) jumpTo(label int32, cond Cond) error {
	if label < 0 || int(label) >= len(a.labels) {
		return errLabel
	}
	a.jumps = append(a.jumps, jump{at: int32(a.n), label: label, cond: cond})
	return nil
}

// moveOps are the machine's moves of whole registers; a vector's depends on the ISA.
var moveOps = [...]Inst{MoveG: {Op: Mov, Size: 8}, MoveV: {Op: Vmovdqa64, Len: L512}, MoveK: {Op: Kmovq}}

// encodeMove encodes a move of a whole register; one to itself has no bytes.
func (a *assembler) encodeMove(i *Inst) error {
	if (i.Dst|i.B)&^63 != 0 {
		return errVirtual
	}
	class := [...]Class{MoveG: General, MoveV: Vector, MoveK: Mask}[i.Op]
	if i.Dst == NoReg || i.B == NoReg || a.f.ClassOf(i.Dst) != class || a.f.ClassOf(i.B) != class {
		return errMove
	}
	if i.Dst == i.B {
		return nil
	}
	move := moveOps[i.Op]
	move.Dst, move.B = i.Dst, i.B
	if i.Op == MoveV && a.isa == AVX2 {
		move.Len = L256
	}
	return a.encode(&move)
}

// encodeSuspend stores the number of the suspension, returns, and defines the label at which execution resumes.
func (a *assembler) encodeSuspend(i *Inst) error {
	a.suspensions++
	store := Inst{Op: Mov, Size: 8, HasMem: true, Mem: resumeField, Imm: int64(a.suspensions)}
	if err := a.encode(&store); err != nil {
		return err
	}
	if err := a.encodeReturn(i.Imm); err != nil {
		return err
	}
	a.resumes = append(a.resumes, i.Label)
	return a.define(i.Label)
}

// encodeCall moves the frame up, calls, and moves it back.
func (a *assembler) encodeCall(i *Inst) error {
	if err := a.encode(&Inst{Op: Add, Size: 8, Dst: RBP, Imm: i.Imm}); err != nil {
		return err
	}
	if err := a.jumpTo(i.Label, jumpCall); err != nil {
		return err
	}
	a.room()
	return a.encode(&Inst{Op: Sub, Size: 8, Dst: RBP, Imm: i.Imm})
}

// encodeReturn returns with a code in RAX.
func (a *assembler) encodeReturn(code int64) error {
	load := Inst{Op: Mov, Size: 4, Dst: RAX, Imm: code}
	if code == 0 {
		load = Inst{Op: Xor, Size: 4, Dst: RAX, B: RAX}
	}
	if err := a.encode(&load); err != nil {
		return err
	}
	a.put(0xc3, 1)
	return nil
}

// encodeEntry jumps to the label of the suspension whose number is in the frame; 0 falls through.
func (a *assembler) encodeEntry() error {
	if a.entered {
		return errTwoEntry
	}
	a.entered = true
	var labels []int32
	for k := range a.f.Insts {
		if a.f.Insts[k].Op == Suspend {
			labels = append(labels, a.f.Insts[k].Label)
		}
	}
	if len(labels) == 0 {
		return nil
	}
	load := Inst{Op: Mov, Size: 4, Dst: RAX, HasMem: true, Mem: resumeField}
	if err := a.encode(&load); err != nil {
		return err
	}
	if len(labels) >= longChain {
		return a.encodeEntryTable(labels)
	}
	for k, label := range labels {
		a.room()
		compare := Inst{Op: Cmp, Size: 4, A: RAX, Imm: int64(k + 1)}
		if err := a.encode(&compare); err != nil {
			return err
		}
		if err := a.jumpTo(label, CondE); err != nil {
			return err
		}
	}
	return nil
}

// encodeEntryTable jumps by a table of distances from the table itself.
func (a *assembler) encodeEntryTable(labels []int32) error {
	a.room()
	a.put(0x0d8d48, 3) // lea rcx, [rip+table]
	a.table = jumpTable{use: a.here(), used: true}
	a.put(0, 4)
	load := Inst{Op: Movsxd, Size: 8, Dst: RAX, HasMem: true, Mem: Mem{Base: RCX, Index: RAX, Scale: 4}}
	if err := a.encode(&load); err != nil {
		return err
	}
	add := Inst{Op: Add, Size: 8, Dst: RAX, B: RCX}
	if err := a.encode(&add); err != nil {
		return err
	}
	a.put(0xe0ff, 2) // jmp rax
	start := int32(len(a.labels))
	a.labels = append(a.labels, a.here())
	a.table.labels = append([]int32{start}, labels...)
	return nil
}
