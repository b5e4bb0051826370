package vec

import (
	"math"

	"heddle/compiler/amd64/asm"
)

// Numbers of 8 and 16 bits, in lanes of 32 bits.
//
//   - A load with zero extension, followed by sign extension, is a load with sign extension.
//   - Stores of the lower bits of lanes do not need the upper ones cleared.
//   - A store with saturation (AVX-512) needs no bounds that are those of the stored bits.
//   - A product of words does not depend on the upper halves of one factor if those of the other are zero.

// smallNumbers tries the rules of an instruction.
func (f *fuser) smallNumbers(in *asm.Inst) {
	switch in.Op {
	case asm.Vpsrad:
		f.loadSigned(in)
	case asm.Vpmovdb, asm.Vpmovdw:
		f.storeLower(in)
	case asm.Vpmaddwd:
		f.multiplyLower(in)
	case asm.Vpand, asm.Vpandd:
		f.cutLower(in)
	}
}

// multiplyLower removes operations that only change the upper halves of a factor.
func (f *fuser) multiplyLower(in *asm.Inst) {
	if in.HasMem || in.Mask != asm.NoReg {
		return
	}
	for _, pair := range [...][2]*asm.Reg{{&in.A, &in.B}, {&in.B, &in.A}} {
		if f.vec.isWord(*pair[1]) {
			for f.skipUpper(pair[0]) {
			}
		}
	}
}

// cutLower removes operations that only change upper halves which are truncated.
func (f *fuser) cutLower(in *asm.Inst) {
	if in.HasMem || in.Mask != asm.NoReg {
		return
	}
	for _, pair := range [...][2]*asm.Reg{{&in.A, &in.B}, {&in.B, &in.A}} {
		if c, ok := f.vec.dwordIn(*pair[1]); ok && c <= math.MaxUint16 {
			for f.skipUpper(pair[0]) {
			}
		}
	}
}

// skipUpper replaces a register by one with the same lower halves, if this is the register's only reader.
func (f *fuser) skipUpper(r *asm.Reg) bool {
	for _, op := range [...]asm.Op{asm.Vpand, asm.Vpandd} {
		made, from, c, ok := f.withConstant(*r, op)
		if ok && c&math.MaxUint16 == math.MaxUint16 && len(f.before[made]) == 0 {
			f.dropConstant(made)
			f.kill(made)
			*r = from
			return true
		}
	}
	if made := f.only(*r); made >= 0 && f.fn.Insts[made].Op == asm.MoveV {
		*r = f.fn.Insts[made].B
		f.kill(made)
		return true
	}
	right := f.onlyShift(*r, asm.Vpsrad)
	if right < 0 || f.fn.Insts[right].Imm != 16 {
		return false
	}
	left := f.onlyShift(f.fn.Insts[right].B, asm.Vpslld)
	if left < 0 || f.fn.Insts[left].Imm != 16 {
		return false
	}
	*r = f.fn.Insts[left].B
	f.kill(left)
	f.kill(right)
	return true
}

// dropConstant removes one reader from the constant that an instruction reads.
func (f *fuser) dropConstant(i int) {
	in := &f.fn.Insts[i]
	c := in.B
	if _, ok := f.vec.dwordIn(c); !ok {
		c = in.A
	}
	f.reads[c-asm.FirstVirtual]--
}

// loadSigned replaces x << n >> n of a load of 32-n bits by a load with sign extension.
func (f *fuser) loadSigned(in *asm.Inst) {
	shifted := f.only(in.B)
	if shifted < 0 || in.HasMem || in.Mask != asm.NoReg || !f.writtenOnce(in.Dst) {
		return
	}
	shift := f.fn.Insts[shifted]
	isShift := shift.Op == asm.Vpslld && shift.Imm == in.Imm && shift.Mask == asm.NoReg
	if !isShift || !f.writtenOnce(shift.B) || f.reads[shift.B-asm.FirstVirtual] != 1 {
		return
	}
	made := int(f.last[shift.B-asm.FirstVirtual]) - 1
	if made < f.start {
		return
	}
	load := &f.fn.Insts[made]
	switch {
	case load.Op == asm.Vpmovzxwd && in.Imm == 16:
		load.Op = asm.Vpmovsxwd
	case load.Op == asm.Vpmovzxbd && in.Imm == 24:
		load.Op = asm.Vpmovsxbd
	default:
		return
	}
	load.Dst = in.Dst
	f.last[in.Dst-asm.FirstVirtual] = int32(made) + 1
	f.kill(shifted)
	*in = asm.Inst{}
}

// storeLower makes a store of lower bits take its operand before truncation.
func (f *fuser) storeLower(in *asm.Inst) {
	bits := uint(16)
	if in.Op == asm.Vpmovdb {
		bits = 8
	}
	for {
		made, from, c, ok := f.withConstant(in.B, asm.Vpandd)
		if !ok || c&(1<<bits-1) != 1<<bits-1 {
			break
		}
		f.kill(made)
		in.B = from
	}
	f.storeNearest(in, bits)
}

// storeNearest leaves bounds to a saturating store.
func (f *fuser) storeNearest(in *asm.Inst, bits uint) {
	signed := map[asm.Op]asm.Op{asm.Vpmovdb: asm.Vpmovsdb, asm.Vpmovdw: asm.Vpmovsdw}[in.Op]
	unsigned := map[asm.Op]asm.Op{asm.Vpmovdb: asm.Vpmovusdb, asm.Vpmovdw: asm.Vpmovusdw}[in.Op]
	if made, from, c, ok := f.withConstant(in.B, asm.Vpminud); ok && c == 1<<bits-1 {
		f.kill(made)
		in.Op, in.B = unsigned, from
		return
	}
	upper, y, high, ok := f.withConstant(in.B, asm.Vpminsd)
	if !ok {
		return
	}
	lower, from, low, ok := f.withConstant(y, asm.Vpmaxsd)
	switch {
	case !ok:
	case high == 1<<(bits-1)-1 && int32(low) == -1<<(bits-1):
		f.kill(upper)
		f.kill(lower)
		in.Op, in.B = signed, from
	case high == 1<<bits-1 && int32(low) >= 0: // the rest is not negative
		f.kill(upper)
		in.Op, in.B = unsigned, y
	}
}

// withConstant is an operation of the given kind with a constant of 32 bits that makes a register, and its other
// operand, if the register's only reader may do the operation itself.
func (f *fuser) withConstant(r asm.Reg, op asm.Op) (made int, from asm.Reg, c uint32, ok bool) {
	made = f.only(r)
	if made < 0 || f.fn.Insts[made].Op != op || f.fn.Insts[made].Mask != asm.NoReg {
		return 0, 0, 0, false
	}
	in := &f.fn.Insts[made]
	if c, ok = f.vec.dwordIn(in.B); ok {
		return made, in.A, c, true
	}
	c, ok = f.vec.dwordIn(in.A)
	return made, in.B, c, ok
}
