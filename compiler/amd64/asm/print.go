package asm

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// String is the function as text in Intel's syntax as objdump writes it, one instruction a line. Virtual registers are
// g64, v65, k66 by class and number; vectors of the machine are named by the length of the operand.
func (f *Func) String() string {
	var out strings.Builder
	for k := range f.Insts {
		i := &f.Insts[k]
		if i.Op != Label {
			out.WriteByte('\t')
		}
		out.WriteString(f.format(i))
		out.WriteByte('\n')
	}
	return out.String()
}

// Format is one instruction of the function as text.
func (f *Func) Format(i *Inst) string { return f.format(i) }

func (f *Func) format(i *Inst) string {
	if i.Op >= OpCount || table[i.Op].Name == "" {
		return "invalid"
	}
	if table[i.Op].flags&pseudo != 0 {
		return f.formatPseudo(i)
	}
	p := printer{f: f, i: i, info: &table[i.Op], enc: f.chosen(i)}
	if p.enc == nil {
		p.enc = &p.info.encodings[0]
	}
	p.findPrefix()
	operands := p.operands()
	if len(operands) == 0 {
		return p.name()
	}
	return p.name() + " " + strings.Join(operands, ", ")
}

// chosen is the encoding of an instruction that may have virtual registers.
func (f *Func) chosen(i *Inst) *encoding {
	machine := *i
	machine.Operands(func(r *Reg, _, _ bool) {
		if *r >= FirstVirtual {
			*r = [...]Reg{RAX, V0, K0 + 1}[f.ClassOf(*r)]
		}
	})
	return choose(&machine)
}

// condNames are the conditions as parts of mnemonics.
var condNames = [...]string{"o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"}

// String is the condition as part of a mnemonic.
func (c Cond) String() string { return condNames[c&15] }

func (f *Func) formatPseudo(i *Inst) string {
	target := "L" + strconv.Itoa(int(i.Label))
	switch i.Op {
	case Label:
		return target + ":"
	case Jmp:
		return "jmp " + target
	case Jcc:
		return "j" + i.Cond.String() + " " + target
	case Call:
		return fmt.Sprintf("call %s, %#x", target, i.Imm)
	case Suspend:
		return fmt.Sprintf("suspend %d, %s", i.Imm, target)
	case Return:
		return fmt.Sprintf("return %d", i.Imm)
	}
	var operands []string
	for _, r := range []Reg{i.Dst, i.A, i.B, i.C} {
		if r != NoReg {
			operands = append(operands, f.registerName(r, 64))
		}
	}
	return strings.TrimSuffix(table[i.Op].Name+" "+strings.Join(operands, ", "), " ")
}

// printer writes one machine instruction.
type printer struct {
	f    *Func
	i    *Inst
	info *OpInfo
	enc  *encoding
	evex bool // or it would be EVEX if VEX had the row's name
}

// findPrefix decides on the name of the instruction.
func (p *printer) findPrefix() {
	for _, r := range []Reg{p.i.Dst, p.i.A, p.i.B, p.i.Mem.Index} {
		if r >= FirstVirtual {
			p.evex = true
			return
		}
	}
	var f fields
	f.set(p.i, p.enc)
	p.evex = p.enc.spec&both != 0 && needsEVEX(p.i, p.enc.spec, &f)
}

// The predicates of comparisons: of floating point by Imm, of integers by the lowest three bits.
var (
	floatPredicates = [...]string{"eq", "lt", "le", "unord", "neq", "nlt", "nle", "ord", "eq_uq", "nge", "ngt", "false",
		"neq_oq", "ge", "gt", "true", "eq_os", "lt_oq", "le_oq", "unord_s", "neq_us", "nlt_uq", "nle_uq", "ord_s",
		"eq_us", "nge_uq", "ngt_uq", "false_os", "neq_os", "ge_oq", "gt_oq", "true_us"}
	integerPredicates = [...]string{"eq", "lt", "le", "", "neq", "nlt", "nle", ""}
)

// predicate is the name of the comparison, empty if it is printed as a number.
func (p *printer) predicate() string {
	switch {
	case p.info.flags&comparesFloat != 0 && uint64(p.i.Imm) < 32:
		return floatPredicates[p.i.Imm]
	case p.info.flags&comparesInteger != 0 && uint64(p.i.Imm) < 8:
		return integerPredicates[p.i.Imm]
	}
	return ""
}

func (p *printer) name() string {
	name := p.info.Name
	if p.info.vexName != "" && !p.evex {
		name = p.info.vexName
	}
	if p.enc.spec&condition != 0 {
		return name + p.i.Cond.String()
	}
	if predicate := p.predicate(); predicate != "" {
		stem := len("vcmp")
		if p.info.flags&comparesInteger != 0 {
			stem = len("vpcmp")
		}
		return name[:stem] + predicate + name[stem:]
	}
	if p.enc.spec&moveImm != 0 && (p.i.Imm > math.MaxUint32 || p.i.Imm < math.MinInt32) {
		return "movabs"
	}
	return name
}

// operands are the operands in Intel's order: the target, A, B or memory, C, the rounding mode, the immediate.
func (p *printer) operands() []string {
	i, f := p.i, &forms[p.enc.form]
	var out []string
	memoryFirst := i.HasMem && i.Dst == NoReg && f.rm != slotB
	if memoryFirst {
		out = append(out, p.memory()+p.mask())
	}
	if i.Dst != NoReg {
		out = append(out, p.register(i.Dst, slotDst)+p.mask())
	}
	var first, second []string
	if i.A != NoReg {
		first = []string{p.register(i.A, slotA)}
	}
	if i.HasMem && !memoryFirst {
		second = append(second, p.memory())
	}
	if i.B != NoReg {
		second = append(second, p.register(i.B, slotB))
	}
	if p.info.flags&countFirst != 0 || p.enc.form == formVGatherV {
		first, second = second, first
	}
	out = append(append(out, first...), second...)
	if i.C != NoReg {
		out = append(out, p.register(i.C, slotC))
	}
	if p.info.fixed == fixedShift {
		out = append(out, "cl")
	}
	if i.Rounding != RoundDefault {
		out[len(out)-1] += ([...]string{"{rn-sae}", "{rd-sae}", "{ru-sae}", "{rz-sae}", "{sae}"}[i.Rounding-1])
	}
	if p.enc.spec&(imm8|imm32|immShort|moveImm) != 0 && p.predicate() == "" {
		out = append(out, fmt.Sprintf("%#x", p.immediate()))
	}
	return out
}

// immediate is the immediate in the operand's size.
func (p *printer) immediate() uint64 {
	size := p.i.Size
	if p.enc.spec&imm8 != 0 {
		size = 1
	}
	if size == 0 || size >= 8 {
		return uint64(p.i.Imm)
	}
	return uint64(p.i.Imm) & (1<<(8*size) - 1)
}

func (p *printer) mask() string {
	if p.i.Mask == NoReg {
		return ""
	}
	text := "{" + p.f.registerName(p.i.Mask, 8) + "}"
	if p.i.Zero {
		text += "{z}"
	}
	return text
}

// register is the name of the register in a slot.
func (p *printer) register(r Reg, s slot) string {
	if p.f.ClassOf(r) == Vector {
		return p.f.registerName(r, p.vectorBytes(s))
	}
	return p.f.registerName(r, p.generalBytes(s))
}

// vectorBytes is the length of the vector in a slot.
func (p *printer) vectorBytes(s slot) int {
	spec, f := p.enc.spec, &forms[p.enc.form]
	length := 16 << p.i.Len
	if spec&scalar != 0 {
		length = 16
	}
	switch {
	case s == f.rm && spec&tupleMask != 0 && spec&rmWhole == 0:
		whole := *p.i
		whole.Broadcast = false
		length = 1 << spec.scale(&whole)
	case s == f.reg && spec&regHalf != 0, p.enc.form == formVGatherV && spec&regHalf != 0:
		length /= 2
	}
	return max(length, 16)
}

// generalBytes is the size of the general register in a slot.
func (p *printer) generalBytes(s slot) int {
	spec := p.enc.spec
	rm := s == forms[p.enc.form].rm
	switch {
	case rm && spec&byteRM != 0:
		return 1
	case rm && spec&wordRM != 0:
		return 2
	case rm && spec&doubleRM != 0:
		return 4
	case spec&moveImm != 0 && uint64(p.i.Imm) <= math.MaxUint32:
		return 4
	case spec&both == 0, spec&sized != 0:
		return int(p.i.Size)
	case spec&(vexW1|evexW1) != 0:
		return 8
	}
	return 4
}

// memory is the memory operand: with its size for general instructions and broadcasts.
func (p *printer) memory() string {
	spec, prefix := p.enc.spec, ""
	switch {
	case p.i.Broadcast:
		prefix = sizeNames[spec.elemBytes()] + " bcst "
	case spec&both == 0 && p.i.Op != Lea && p.i.Op != Prefetcht0:
		size := p.generalBytes(forms[p.enc.form].rm)
		if p.enc.form == formGM && spec&byteRM != 0 {
			size = 1
		}
		prefix = sizeNames[size] + " ptr "
	}
	return prefix + p.address() + p.spread()
}

// spread is the suffix with the number of copies of a broadcast element, if no register of the instruction has the
// length Len.
func (p *printer) spread() string {
	unseen := p.enc.form == formKKMV || p.enc.spec&regHalf != 0 && p.i.Len != L512
	if !p.i.Broadcast || !unseen {
		return ""
	}
	return fmt.Sprintf("{1to%d}", 16<<p.i.Len/p.enc.spec.elemBytes())
}

var sizeNames = map[int]string{1: "byte", 2: "word", 4: "dword", 8: "qword"}

func (p *printer) address() string {
	m := &p.i.Mem
	var parts []string
	if m.Const != 0 {
		parts = append(parts, "rip", "const"+strconv.Itoa(int(m.Const-1)))
	}
	if m.Base != NoReg {
		parts = append(parts, p.f.registerName(m.Base, 8))
	}
	if m.Index != NoReg {
		length := 16 << p.i.Len
		if p.enc.spec&indexHalf != 0 {
			length = max(length/2, 16)
		}
		if p.f.ClassOf(m.Index) == General {
			length = 8
		}
		parts = append(parts, p.f.registerName(m.Index, length)+"*"+strconv.Itoa(int(m.Scale)))
	}
	text := strings.Join(parts, "+")
	switch {
	case text == "":
		return fmt.Sprintf("[%#x]", uint64(int64(m.Disp)))
	case m.Disp < 0:
		text += fmt.Sprintf("-%#x", -int64(m.Disp))
	case m.Disp > 0:
		text += fmt.Sprintf("+%#x", m.Disp)
	}
	return "[" + text + "]"
}

// The general registers by number, for 8 bytes and for 1.
var (
	quadNames = [...]string{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi"}
	byteNames = [...]string{"al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil"}
)

// registerName is the name of a register, of the given number of bytes.
func (f *Func) registerName(r Reg, size int) string {
	class := f.ClassOf(r)
	switch {
	case r >= FirstVirtual:
		return "gvk"[class:class+1] + strconv.Itoa(int(r))
	case class == Mask:
		return "k" + strconv.Itoa(int(r-K0))
	case class == Vector:
		return map[int]string{16: "xmm", 32: "ymm", 64: "zmm"}[size] + strconv.Itoa(int(r-V0))
	case r >= R8:
		return "r" + strconv.Itoa(int(r-R8)+8) + map[int]string{1: "b", 2: "w", 4: "d"}[size]
	}
	name := quadNames[(r-RAX)&7]
	switch size {
	case 1:
		return byteNames[(r-RAX)&7]
	case 2:
		return name[1:]
	case 4:
		return "e" + name[1:]
	}
	return name
}
