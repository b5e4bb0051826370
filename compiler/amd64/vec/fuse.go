package vec

import (
	"slices"

	"heddle/compiler/amd64/asm"
)

// Fusing of instructions, over virtual registers, before register allocation. Code that was written operation by
// operation often has a cheaper equivalent:
//
//   - Trees of logical operations with at most three different leaves are one vpternlog.
//   - A comparison whose result is only combined with another mask takes that as its write mask. All comparisons move
//     to just before their only use, as mask registers are few.
//   - A comparison whose result is only negated is the opposite one. vfpclassps tests whether a float is a positive
//     normal number.
//   - A selection of the smaller or larger of two numbers is one instruction. No mask is joined of two halves only to
//     be split again.
//   - An operation whose result only goes, under a mask, into a register that keeps its other lanes, writes there
//     itself.
//   - A multiply-add whose operand has its sign changed for it takes the operand with its old sign (fuse_sign.go).
//   - Small numbers are extended when they are loaded and truncated when they are stored (fuse_small.go).
//   - The upper word of a register, shifted and added, is a product (fuse_words.go; on AVX2 too).
//   - Unused constants are removed.
//
// An instruction is joined to a later one of the same block if that is the only reader of its result and no instruction
// between writes its operands. On AVX2, where masks are vectors, other rules apply (fuse_vectors.go).

// fuser is the state of one run.
type fuser struct {
	uses
	fn     *asm.Func
	vec    *Writer
	last   []int32            // by register: 1 + the instruction that wrote it last so far
	start  int                // of the current block
	trees  []logicTree        // of the current block
	treeAt []int32            // by register: 1 + the index of its tree in trees, if it was made in the current block
	before map[int][]asm.Inst // instructions to be inserted before instruction i
}

// Fuse rewrites the instructions of a whole function.
func (v *Writer) Fuse() {
	fn := v.Fn
	f := &fuser{uses: newUses(fn), fn: fn, vec: v,
		last: make([]int32, len(fn.Classes)), treeAt: make([]int32, len(fn.Classes)), before: map[int][]asm.Inst{}}
	f.count(fn)
	known := len(v.Entry)
	if v.ISA == asm.AVX512 {
		f.useHalves()
		f.dropUnread()
		f.fuse(f.instruction)
	} else {
		f.fuse(f.vectorMask)
	}
	f.rebuild()
	f.placeConstants(v.Entry[known:])
	f.dropUnread()
}

// fuse visits all instructions. On each it tries the rules of all ISAs, and try.
func (f *fuser) fuse(try func(i int, in *asm.Inst)) {
	for i := range f.fn.Insts {
		in := &f.fn.Insts[i]
		if in.Op == asm.Label {
			f.startBlock(i)
		}
		f.foldSigns(i, in)
		f.smallNumbers(in)
		f.float16(in)
		try(i, in)
		f.written(i)
		if EndsBlock(in.Op) {
			f.startBlock(i + 1)
		}
	}
}

// EndsBlock reports whether an operation may continue elsewhere than at the next instruction.
func EndsBlock(op asm.Op) bool {
	return op == asm.Jmp || op == asm.Jcc || op == asm.Return || op == asm.Suspend || op == asm.Call
}

func (f *fuser) startBlock(i int) {
	f.start = i
	f.trees = f.trees[:0]
}

// instruction tries the rules of an operation.
func (f *fuser) instruction(i int, in *asm.Inst) {
	switch in.Op {
	case asm.Kandw, asm.Kandnw:
		f.maskCompare(i, in)
	case asm.Knotw:
		f.invertCompare(i, in)
		f.classify(in)
	case asm.Vpcmpd:
		f.classify(in)
	case asm.Vmovdqa32, asm.Vmovdqa64:
		f.mergeInto(i, in)
	case asm.Vpblendmd, asm.Vpblendmq:
		f.blendInto(i, in)
	case asm.Vpaddd, asm.Vpsubd:
		f.wordProduct(i, in)
	default:
		f.logic(i, in)
	}
	f.sinkCompares(i)
}

// written records the results of an instruction.
func (f *fuser) written(i int) {
	f.fn.Insts[i].Operands(func(r *asm.Reg, _, write bool) {
		if write && *r >= asm.FirstVirtual {
			f.last[*r-asm.FirstVirtual] = int32(i) + 1
		}
	})
}

// only is the instruction of this block that alone makes a register, if the register has a single later read and the
// instruction's operands have not been written since; else -1.
func (f *fuser) only(r asm.Reg) int {
	made := f.madeHere(r)
	if made < 0 || f.reads[r-asm.FirstVirtual] != 1 {
		return -1
	}
	return made
}

// madeHere is the instruction of this block that alone makes a register, if its operands have not been written since;
// else -1.
func (f *fuser) madeHere(r asm.Reg) int {
	if r < asm.FirstVirtual || f.writes[r-asm.FirstVirtual] != 1 {
		return -1
	}
	made := int(f.last[r-asm.FirstVirtual]) - 1
	if made < f.start || f.fn.Insts[made].HasMem || !f.unchanged(made) {
		return -1
	}
	return made
}

// unchanged reports whether the operands of an instruction, and of those inserted before it, still have the same
// values.
func (f *fuser) unchanged(made int) bool {
	same := true
	check := func(r *asm.Reg, read, _ bool) {
		if *r < asm.FirstVirtual || read && int(f.last[*r-asm.FirstVirtual])-1 > made {
			same = false
		}
	}
	f.fn.Insts[made].Operands(check)
	for i := range f.before[made] {
		f.before[made][i].Operands(check)
	}
	return same
}

// kill removes an instruction.
func (f *fuser) kill(i int) { f.fn.Insts[i] = asm.Inst{} }

// rebuild removes the killed instructions and inserts the moved ones.
func (f *fuser) rebuild() {
	out := asm.NewInsts(len(f.fn.Insts) + len(f.before))
	for i := range f.fn.Insts {
		out = append(out, f.before[i]...)
		if f.fn.Insts[i].Op != asm.Invalid {
			out = append(out, f.fn.Insts[i])
		}
	}
	f.fn.Replace(out)
}

// dropUnread removes unused definitions without effects: constants, joined or split masks, and moves, such as those of
// masks to blocks that need none.
func (f *fuser) dropUnread() {
	f.count(f.fn)
	for i := len(f.fn.Insts) - 1; i >= 0; i-- {
		in := &f.fn.Insts[i]
		if in.Dst < asm.FirstVirtual || f.reads[in.Dst-asm.FirstVirtual] > 0 || !f.isPure(in) {
			continue
		}
		in.Operands(func(r *asm.Reg, read, _ bool) {
			if read && *r >= asm.FirstVirtual {
				f.reads[*r-asm.FirstVirtual]--
			}
		})
		f.vec.forget(in.Dst)
		f.kill(i)
	}
	f.fn.Insts = slices.DeleteFunc(f.fn.Insts, func(in asm.Inst) bool { return in.Op == asm.Invalid })
}

// isPure reports whether an instruction with a result does nothing else. Loads, but of constants, stay.
func (f *fuser) isPure(in *asm.Inst) bool {
	switch in.Op {
	case asm.Kunpckbw, asm.Kshiftrw, asm.MoveK, asm.MoveV:
		return true
	}
	return in.Remat || in.Op > asm.Use && !in.HasMem && f.fn.Classes[in.Dst-asm.FirstVirtual] == asm.Vector
}
