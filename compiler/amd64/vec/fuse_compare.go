package vec

import "heddle/compiler/amd64/asm"

// Fusing of comparisons with operations on their results or operands.

// invertCompare replaces a comparison whose result is only negated by the opposite one.
func (f *fuser) invertCompare(i int, in *asm.Inst) {
	made := f.only(in.B)
	if made < 0 || !compares[f.fn.Insts[made].Op] || f.fn.Insts[made].Mask != asm.NoReg || len(f.before[made]) > 0 {
		return
	}
	compare := f.fn.Insts[made]
	compare.Dst = in.Dst
	compare.Imm ^= 4
	f.kill(made)
	*in = compare
}

// The test "is no positive normal number" on the bits of a float by one comparison: with this offset, positive normal
// numbers are the smallest signed integers, below that limit.
const (
	normalsToBottom = 0x7f800000
	aboveNormals    = 0xff000000
	allClasses      = 0xff // of vfpclassps: all numbers except positive normal ones
	notLess         = 5    // predicate of vpcmpd
)

// classify uses vfpclassps instead of the comparison of bits.
func (f *fuser) classify(in *asm.Inst) {
	limit, ok := f.vec.constantIn(in.B)
	if in.Op != asm.Vpcmpd || in.Imm != notLess || !ok || limit != aboveNormals {
		return
	}
	made := f.only(in.A)
	if made < 0 || f.fn.Insts[made].Op != asm.Vpaddd || f.fn.Insts[made].Mask != asm.NoReg {
		return
	}
	x, moved := f.fn.Insts[made].A, f.fn.Insts[made].B
	if by, ok := f.vec.constantIn(moved); !ok || by != normalsToBottom {
		return
	}
	f.kill(made)
	*in = asm.Inst{Op: asm.Vfpclassps, Len: in.Len, Dst: in.Dst, B: x, Mask: in.Mask, Imm: allClasses, Pos: in.Pos}
}
