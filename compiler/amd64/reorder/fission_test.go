package reorder

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"heddle/compiler/amd64/asm"
)

// halves is a loop over a state of the given number of vectors for each half. The halves share only a counter; change
// may add instructions to the body.
func halves(words int, change func(fn *asm.Func, first, second []asm.Reg)) *asm.Func {
	fn := &asm.Func{}
	emit := func(in asm.Inst) { fn.Insts = append(fn.Insts, in) }
	counter, bound := fn.NewReg(asm.General), fn.NewReg(asm.General)
	state := [2][]asm.Reg{make([]asm.Reg, words), make([]asm.Reg, words)}
	for i := range words {
		for h := range state {
			state[h][i] = fn.NewReg(asm.Vector)
			emit(asm.Inst{Op: asm.Vpbroadcastd, Len: asm.L512, Dst: state[h][i], B: counter, Imm: int64(2*i + h)})
		}
	}
	top, body, out, gone := fn.NewLabel(), fn.NewLabel(), fn.NewLabel(), fn.NewLabel()
	emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: counter, Imm: 3})
	emit(asm.Inst{Op: asm.Label, Label: top})
	emit(asm.Inst{Op: asm.Cmp, Size: 4, A: counter, Imm: 7})
	emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondL, Label: body})
	emit(asm.Inst{Op: asm.Jmp, Label: out})
	emit(asm.Inst{Op: asm.Label, Label: body})
	shared := fn.NewReg(asm.Vector)
	emit(asm.Inst{Op: asm.Vpbroadcastd, Len: asm.L512, Dst: shared, B: counter})
	for i := range words {
		for h := range state {
			sum, r := fn.NewReg(asm.Vector), fn.NewReg(asm.Vector)
			emit(asm.Inst{Op: asm.Vpaddd, Len: asm.L512, Dst: sum, A: state[h][i], B: state[h][(i+1)%words]})
			emit(asm.Inst{Op: asm.Vpaddd, Len: asm.L512, Dst: r, A: sum, B: shared})
			emit(asm.Inst{Op: asm.MoveV, Dst: state[h][i], B: r})
		}
	}
	if change != nil {
		change(fn, state[0], state[1])
	}
	emit(asm.Inst{Op: asm.Lea, Size: 4, Dst: counter, HasMem: true, Mem: asm.Mem{Base: counter, Disp: 1}})
	emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: bound, HasMem: true, Mem: asm.Mem{Base: asm.R15}, Remat: true})
	emit(asm.Inst{Op: asm.Cmp, Size: 4, HasMem: true, Mem: asm.Mem{Base: bound}})
	emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondNE, Label: gone})
	emit(asm.Inst{Op: asm.Jmp, Label: top})
	emit(asm.Inst{Op: asm.Label, Label: out})
	for i := range words {
		for h := range state {
			emit(asm.Inst{Op: asm.Vmovups, Len: asm.L512, B: state[h][i], HasMem: true, Mem: asm.Mem{Base: asm.RBP}})
		}
	}
	emit(asm.Inst{Op: asm.Return})
	emit(asm.Inst{Op: asm.Label, Label: gone})
	emit(asm.Inst{Op: asm.Return, Imm: 3})
	return fn
}

// run interprets code of halves, where a vector is one number and the launch is never cancelled, and returns the stored
// values.
func run(t *testing.T, fn *asm.Func) (stored []uint32) {
	t.Helper()
	regs, labels, less := map[asm.Reg]uint32{}, map[int32]int{}, false
	for i, in := range fn.Insts {
		if in.Op == asm.Label {
			labels[in.Label] = i
		}
	}
	for i, steps := 0, 0; steps < 1e5; i, steps = i+1, steps+1 {
		in := &fn.Insts[i]
		switch in.Op {
		case asm.Label:
		case asm.Jmp:
			i = labels[in.Label]
		case asm.Jcc:
			if in.Cond == asm.CondL && less {
				i = labels[in.Label]
			}
		case asm.Cmp:
			less = int32(regs[in.A]) < int32(in.Imm)
		case asm.Mov:
			regs[in.Dst] = uint32(in.Imm)
		case asm.Lea:
			regs[in.Dst] = regs[in.Mem.Base] + uint32(in.Mem.Disp)
		case asm.Vpbroadcastd:
			regs[in.Dst] = bits.RotateLeft32(regs[in.B]+uint32(in.Imm)+1, int(in.Imm)*5)
		case asm.Vpaddd:
			regs[in.Dst] = regs[in.A]*3 + regs[in.B]
		case asm.MoveV, asm.MoveG:
			regs[in.Dst] = regs[in.B]
		case asm.Vmovups:
			if in.Dst == asm.NoReg {
				stored = append(stored, regs[in.B])
			} else {
				regs[in.Dst] = regs[in.B]
			}
		case asm.Return:
			return stored
		default:
			t.Fatalf("%v", in.Op)
		}
	}
	t.Fatal("does not end")
	return nil
}

// TestFissionLoops: a loop of two independent halves is split if the registers do not suffice for both, but for each
// alone.
func TestFissionLoops(t *testing.T) {
	mix := func(fn *asm.Func, first, second []asm.Reg) {
		fn.Insts = append(fn.Insts, asm.Inst{Op: asm.Vpaddd, Len: asm.L512, Dst: first[0], A: first[0], B: second[0]})
	}
	store := func(fn *asm.Func, first, _ []asm.Reg) {
		fn.Insts = append(fn.Insts, asm.Inst{Op: asm.Vmovups, Len: asm.L512, B: first[0], HasMem: true,
			Mem: asm.Mem{Base: asm.RBP}})
	}
	for _, test := range []struct {
		name   string
		words  int
		change func(fn *asm.Func, first, second []asm.Reg)
		want   bool
	}{{"two halves", 25, nil, true}, {"few registers", 16, nil, false}, {"too many for one half", 33, nil, false},
		{"mixed halves", 25, mix, false}, {"stores", 25, store, false}} {
		fn := halves(test.words, test.change)
		before, text := run(t, fn), fmt.Sprint(fn.Insts)
		FissionLoops(fn)
		if isSplit := fmt.Sprint(fn.Insts) != text; isSplit != test.want {
			t.Errorf("%s: split: %v", test.name, isSplit)
		}
		if after := run(t, fn); !slices.Equal(after, before) {
			t.Errorf("%s: %v, want %v", test.name, after, before)
		}
	}
}
