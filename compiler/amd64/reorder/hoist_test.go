package reorder

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/alloc"
	"heddle/compiler/amd64/asm"
)

// storedByBundles are the values that some iterations of a body store, as expressions. What the frame says about the
// bundle differs from iteration to iteration.
func storedByBundles(fn *asm.Func, iterations int) (stored []string) {
	regs := map[asm.Reg]string{}
	top := slices.IndexFunc(fn.Insts, func(in asm.Inst) bool { return in.Op == asm.Label && in.Label == 0 })
	run := func(insts []asm.Inst, iteration int) {
		for i := range insts {
			in := &insts[i]
			h := fnv.New64()
			fmt.Fprint(h, in.Op, in.Imm, in.HasMem, in.Mem.Disp, in.Mem.Const, in.Mask != asm.NoReg, in.Zero)
			if in.HasMem && in.Mem.Base == asm.RBP && in.Mem.Disp == abi.FrameFirst {
				fmt.Fprint(h, "iteration", iteration)
			}
			in.Operands(func(r *asm.Reg, read, _ bool) {
				if read && *r >= asm.FirstVirtual && regs[*r] == "" {
					panic(fmt.Sprintf("%v reads an undefined register", in))
				}
				if read {
					fmt.Fprint(h, " ", regs[*r])
				}
			})
			switch {
			case in.Dst != asm.NoReg:
				regs[in.Dst] = fmt.Sprint(h.Sum64())
			case in.HasMem:
				stored = append(stored, fmt.Sprint(in.Mem.Disp, h.Sum64()))
			}
		}
	}
	run(fn.Insts[:top], 0)
	for iteration := range iterations {
		run(fn.Insts[top:], iteration)
	}
	return stored
}

// randomBundle writes code of a bundle that jumps back to its beginning: loads of arguments, of the context and of the
// bundle's ids, arithmetic of one and two instructions, and stores.
func randomBundle(r *rand.Rand) *asm.Func {
	fn := &asm.Func{ISA: asm.ISA(r.IntN(2))}
	top := fn.NewLabel()
	args := fn.NewReg(asm.General)
	fn.Insts = []asm.Inst{{Op: asm.Entry}, {Op: asm.Label, Label: top},
		{Op: asm.Mov, Size: 8, Dst: args, HasMem: true, Mem: asm.Mem{Base: asm.R15, Disp: abi.ContextArgs}}}
	general, vectors := []asm.Reg{args}, []asm.Reg(nil)
	emit := func(in asm.Inst) { in.Len = asm.L256; fn.Insts = append(fn.Insts, in) }
	pick := func(list []asm.Reg) asm.Reg { return list[max(r.IntN(len(list)), r.IntN(len(list)))] }
	load := func(op asm.Op, class asm.Class) asm.Reg {
		m := []asm.Mem{{Base: asm.R15, Disp: abi.ContextOrigin}, {Base: args, Disp: int32(8 * r.IntN(9))},
			{Base: asm.RBP, Disp: abi.FrameFirst},
			{Base: asm.RBP, Disp: abi.FrameFirst + 8}, {Base: pick(general)}}[r.IntN(5)]
		dst := fn.NewReg(class)
		emit(asm.Inst{Op: op, Size: 8, Dst: dst, HasMem: true, Mem: m})
		return dst
	}
	for range 20 + r.IntN(150) {
		switch n := r.IntN(8); {
		case n == 0:
			general = append(general, load(asm.Mov, asm.General))
		case n == 1 || len(vectors) == 0:
			vectors = append(vectors, load(asm.Vbroadcastss, asm.Vector))
		case n < 4:
			dst := fn.NewReg(asm.General)
			emit(asm.Inst{Op: asm.MoveG, Dst: dst, B: pick(general)})
			emit(asm.Inst{Op: asm.Add, Size: 8, Dst: dst, B: pick(general)})
			general = append(general, dst)
		case n < 6:
			dst := fn.NewReg(asm.Vector)
			emit(asm.Inst{Op: asm.Vpaddd, Dst: dst, A: pick(vectors), B: pick(vectors)})
			vectors = append(vectors, dst)
		case n == 6 && r.IntN(3) == 0: // written again
			emit(asm.Inst{Op: asm.Vpaddd, Dst: pick(vectors), A: pick(vectors), B: pick(vectors)})
		default:
			emit(asm.Inst{Op: asm.Vmovups, B: pick(vectors), HasMem: true, Mem: asm.Mem{Base: pick(general)}})
		}
	}
	emit(asm.Inst{Op: asm.Sub, Size: 8, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: abi.FrameRuns}, Imm: 1})
	emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondNE, Label: top})
	emit(asm.Inst{Op: asm.Return})
	return fn
}

// TestHoistingChangesNoValue: each bundle stores the same values, and code that fitted into the registers still does.
func TestHoistingChangesNoValue(t *testing.T) {
	moved, full := 0, 0
	for seed := range uint64(1000) {
		fn := randomBundle(rand.New(rand.NewPCG(seed, 1)))
		before, count := storedByBundles(fn, 3), len(fn.Insts)
		spilled := spills(t, fn)
		HoistInvariant(fn, 0)
		top := slices.IndexFunc(fn.Insts, func(in asm.Inst) bool { return in.Op == asm.Label })
		if moved += top - 1; top > 1 && spilled == [asm.ClassCount]int{} {
			full++
		}
		if len(fn.Insts) != count {
			t.Fatalf("seed %d: %d instructions, not %d", seed, len(fn.Insts), count)
		}
		if after := storedByBundles(fn, 3); !slices.Equal(after, before) {
			t.Fatalf("seed %d: stores\n%v\nnot\n%v", seed, after, before)
		}
		if after := spills(t, fn); spilled == [asm.ClassCount]int{} && after != spilled {
			t.Errorf("seed %d: hoisting spills %v", seed, after)
		}
	}
	if moved < 5000 || full < 100 {
		t.Errorf("only %d instructions are moved, %d programs fit and change", moved, full)
	}
}

// spills is the number of spilled registers of each class.
func spills(t *testing.T, fn *asm.Func) [asm.ClassCount]int {
	t.Helper()
	c := *fn
	c.Insts, c.Consts = slices.Clone(fn.Insts), slices.Clone(fn.Consts)
	bytes := 64
	if fn.ISA == asm.AVX2 {
		bytes = 32
	}
	result, err := alloc.Run(&c, alloc.DefaultOptions(bytes))
	if err != nil {
		t.Fatal(err)
	}
	return result.Spilled
}

// TestFlagsStayWhereTheyAreRead: instructions whose flags are read stay, as do those inside a loop of the bundle and
// those before a suspension.
func TestFlagsStayWhereTheyAreRead(t *testing.T) {
	origin := asm.Mem{Base: asm.R15, Disp: abi.ContextOrigin}
	for name, test := range map[string]struct {
		between []asm.Inst
		want    int
	}{
		"nothing between":     {nil, 2},
		"flags that are read": {[]asm.Inst{{Op: asm.Jcc, Cond: asm.CondE, Label: 1}}, 1},
		"a loop": {[]asm.Inst{{Op: asm.Label, Label: 2}, {Op: asm.Cmp, Size: 8, A: asm.FirstVirtual},
			{Op: asm.Jcc, Cond: asm.CondE, Label: 2}}, 0},
		"a suspension": {[]asm.Inst{{Op: asm.Suspend, Imm: abi.Service, Label: 2}}, 0},
		"a cancel word": {[]asm.Inst{{Op: asm.Mov, Size: 4, Dst: asm.FirstVirtual + 2, HasMem: true,
			Mem: asm.Mem{Base: asm.R15, Disp: abi.ContextCancel}}}, 2},
	} {
		fn := &asm.Func{Labels: 3, Classes: []asm.Class{asm.General, asm.General, asm.General}}
		a, b := asm.FirstVirtual, asm.FirstVirtual+1
		fn.Insts = slices.Concat([]asm.Inst{{Op: asm.Label, Label: 0},
			{Op: asm.Mov, Size: 8, Dst: b, HasMem: true, Mem: origin}, {Op: asm.Imul3, Size: 8, Dst: a, B: b, Imm: 3}},
			test.between,
			[]asm.Inst{{Op: asm.Label, Label: 1}, {Op: asm.Mov, Size: 8, B: a, HasMem: true, Mem: asm.Mem{Base: b}},
				{Op: asm.Sub, Size: 8, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: abi.FrameRuns}, Imm: 1},
				{Op: asm.Jcc, Cond: asm.CondNE, Label: 0}})
		HoistInvariant(fn, 0)
		if got := slices.IndexFunc(fn.Insts, func(in asm.Inst) bool {
			return in.Op == asm.Label && in.Label == 0
		}); got != test.want {
			t.Errorf("%s: %d instructions are hoisted, not %d", name, got, test.want)
		}
	}
}
