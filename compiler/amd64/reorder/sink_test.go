package reorder

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"heddle/compiler/amd64/asm"
)

// valuesStored are the stored values, as expressions over the instructions.
func valuesStored(fn *asm.Func) (stored []string) {
	regs := map[asm.Reg]string{}
	for i := range fn.Insts {
		in := &fn.Insts[i]
		if in.Op == asm.Label {
			stored = append(stored, "label")
			continue
		}
		h := fnv.New64()
		fmt.Fprint(h, in.Op, in.Imm, in.HasMem, in.Mem.Disp, in.Mem.Const, in.Mask != asm.NoReg, in.Zero)
		in.Operands(func(r *asm.Reg, read, _ bool) {
			if read {
				fmt.Fprint(h, " ", regs[*r])
			}
		})
		if in.Dst == asm.NoReg {
			stored = append(stored, fmt.Sprint(in.Mem.Disp, h.Sum64()))
		} else {
			regs[in.Dst] = fmt.Sprint(h.Sum64())
		}
	}
	return stored
}

// randomStretches writes stretches in which registers are written once or several times, also in steps, and read in the
// same stretch or in others.
func randomStretches(r *rand.Rand) *asm.Func {
	fn := &asm.Func{ISA: asm.ISA(r.IntN(2))}
	var vectors, masks []asm.Reg
	pick := func(list *[]asm.Reg, class asm.Class, isNew bool) asm.Reg {
		if isNew || len(*list) == 0 {
			*list = append(*list, fn.NewReg(class))
			return (*list)[len(*list)-1]
		}
		if recent := min(len(*list), 40); r.IntN(3) > 0 {
			return (*list)[len(*list)-1-r.IntN(recent)]
		}
		return (*list)[r.IntN(len(*list))]
	}
	vector := func() asm.Reg { return pick(&vectors, asm.Vector, false) }
	for n := range 100 + r.IntN(900) {
		target := pick(&vectors, asm.Vector, r.IntN(8) > 0)
		memory := asm.Mem{Base: asm.RBP, Disp: int32(64 * n)}
		in := asm.Inst{Op: asm.Vpaddd, Len: asm.L256, Dst: target, A: vector(), B: vector()}
		switch r.IntN(24) {
		case 0:
			in = asm.Inst{Op: asm.Vmovups, Len: asm.L256, Dst: target, HasMem: true, Mem: memory}
		case 1, 2:
			in = asm.Inst{Op: asm.Vmovups, Len: asm.L256, B: vector(), HasMem: true, Mem: memory}
		case 3:
			in = asm.Inst{Op: asm.Vpaddd, Len: asm.L256, Dst: target, A: vector(), HasMem: true, Mem: asm.Mem{Const: 1}}
		case 4, 5:
			fn.Insts = append(fn.Insts, asm.Inst{Op: asm.MoveV, Dst: target, B: vector()})
			in = asm.Inst{Op: asm.Vpternlogd, Len: asm.L256, Dst: target, A: vector(), B: vector(), Imm: int64(n & 255)}
		case 6:
			in = asm.Inst{Op: asm.Vpcmpd, Len: asm.L256, Dst: pick(&masks, asm.Mask, r.IntN(2) > 0), A: vector(),
				B: vector()}
		case 7, 8:
			in.Mask, in.Zero = pick(&masks, asm.Mask, false), r.IntN(2) > 0
		case 9:
			if r.IntN(12) == 0 {
				in = asm.Inst{Op: asm.Label, Label: fn.NewLabel()}
			}
		}
		fn.Insts = append(fn.Insts, in)
	}
	for _, v := range vectors {
		if r.IntN(6) == 0 {
			fn.Insts = append(fn.Insts, asm.Inst{Op: asm.Vmovups, Len: asm.L256, B: v, HasMem: true,
				Mem: asm.Mem{Base: asm.RBP}})
		}
	}
	return fn
}

// TestSinkingChangesNoValue: the same values are stored in the same order.
func TestSinkingChangesNoValue(t *testing.T) {
	changed := 0
	for seed := range uint64(300) {
		fn := randomStretches(rand.New(rand.NewPCG(seed, 1)))
		before, text := valuesStored(fn), fmt.Sprint(fn.Insts)
		d := newSinker(fn)
		d.minExcess, d.gain, d.maxChain = 1, 1, 1000
		if seed%2 == 0 {
			d.minExcess, d.gain = 0, 0 // even where it does not pay
		}
		d.run()
		if fmt.Sprint(fn.Insts) != text {
			changed++
		}
		if after := valuesStored(fn); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Fatalf("seed %d: stores\n%v\nnot\n%v", seed, after, before)
		}
	}
	if changed < 200 {
		t.Errorf("only %d of the programs change", changed)
	}
}

// elements is code for n elements of a vector, operation by operation: each element is extracted from a word, goes
// through the given number of additions, and is stored.
func elements(n, additions int) *asm.Func {
	fn := &asm.Func{}
	word := fn.NewReg(asm.Vector)
	fn.Insts = []asm.Inst{{Op: asm.Vmovups, Len: asm.L512, Dst: word, HasMem: true, Mem: asm.Mem{Base: asm.RBP}}}
	values := make([]asm.Reg, n)
	for i := range values {
		values[i] = fn.NewReg(asm.Vector)
		fn.Insts = append(fn.Insts, asm.Inst{Op: asm.Vpsrld, Len: asm.L512, Dst: values[i], B: word, Imm: int64(i)})
	}
	for range additions {
		for i, v := range values {
			values[i] = fn.NewReg(asm.Vector)
			fn.Insts = append(fn.Insts, asm.Inst{Op: asm.Vpaddd, Len: asm.L512, Dst: values[i], A: v, B: word})
		}
	}
	for i, v := range values {
		fn.Insts = append(fn.Insts, asm.Inst{Op: asm.Vmovups, Len: asm.L512, B: v, HasMem: true,
			Mem: asm.Mem{Base: asm.RBP, Disp: int32(64 * i)}})
	}
	return fn
}

// TestSinking: elements are handled one after the other if there are more than registers and their chains are short.
func TestSinking(t *testing.T) {
	for _, test := range []struct {
		n, additions int
		want         bool
	}{{64, 1, true}, {64, 20, true}, {64, 40, false}, {30, 4, false}} {
		fn := elements(test.n, test.additions)
		before := valuesStored(fn)
		SinkToUses(fn)
		isDeferred := fn.Insts[2].Op == asm.Vpaddd
		if isDeferred != test.want || fmt.Sprint(valuesStored(fn)) != fmt.Sprint(before) {
			t.Errorf("%d elements of %d additions: %v", test.n, test.additions, isDeferred)
		}
	}
}
