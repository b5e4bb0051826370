package storeforward

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/compiler/amd64/asm"
)

// lanes are the words of a vector: each number stands for how its value was made.
type lanes [16]uint64

// machine interprets the few instructions that tests use.
type machine struct {
	fn     *asm.Func
	regs   map[asm.Reg]lanes
	masks  map[asm.Reg]uint64
	memory map[[2]int32]uint64 // by base register and word
	stored []string            // to memory that is not marked
	loads  int                 // from marked memory
	stores int
}

// run runs a function; which decides whether a conditional jump is taken.
func (m *machine) run(which func(label int32) bool) {
	for at := 0; at < len(m.fn.Insts); at++ {
		in := &m.fn.Insts[at]
		switch {
		case in.Op == asm.Return:
			return
		case in.Op == asm.Jcc && which(in.Label), in.Op == asm.Jmp:
			at = slices.IndexFunc(m.fn.Insts, func(o asm.Inst) bool { return o.Op == asm.Label && o.Label == in.Label })
		case in.Op != asm.Jcc:
			m.step(in)
		}
	}
}

func (m *machine) count() int { return m.fn.ISA.VectorBytes() / 4 }

func (m *machine) step(in *asm.Inst) {
	mask := ^uint64(0)
	if in.Mask != asm.NoReg {
		mask = m.masks[in.Mask]
	}
	old, result := m.regs[in.Dst], lanes{}
	a, b := m.regs[in.A], m.regs[in.B]
	half := m.count() / 2
	for i := range m.count() {
		word := [2]int32{int32(in.Mem.Base), in.Mem.Disp/4 + int32(i)}
		isOn := mask>>i&1 != 0
		switch {
		case in.Op == asm.Vmovss && i > 0:
			continue
		case in.HasMem && in.Dst == asm.NoReg && isOn && in.Region == asm.Elsewhere:
			m.stored = append(m.stored, fmt.Sprint(word, b[i]))
		case in.HasMem && in.Dst == asm.NoReg && isOn:
			m.memory[word] = b[i]
		case in.HasMem:
			result[i] = m.memory[word]
		case in.Op == asm.Vpaddd:
			result[i] = a[i]*31 + b[i]*17 + 1
		case in.Op == asm.Valignd:
			result[i] = slices.Concat(b[:m.count()], a[:m.count()])[i+int(in.Imm)]
		case in.Op == asm.Vperm2i128: // 0x21
			result[i] = slices.Concat(a[half:2*half], b[:half])[i]
		case in.Op == asm.Vpalignr:
			h := i / half * half
			result[i] = slices.Concat(b[h:h+half], a[h:h+half])[i%half+int(in.Imm)/4]
		default:
			result[i] = b[i]
		}
		if !isOn {
			result[i] = old[i]
			if in.Zero {
				result[i] = 0
			}
		}
	}
	switch {
	case in.Op == asm.Mov || in.Op == asm.Kmovw:
		m.masks[in.Dst] = uint64(in.Imm) + m.masks[in.B]
	case in.Dst != asm.NoReg:
		m.regs[in.Dst] = result
	}
	if in.HasMem && in.Region == asm.Mine {
		if in.Dst == asm.NoReg {
			m.stores++
		} else {
			m.loads++
		}
	}
}

// random writes code that stores to and loads from two pieces of memory at offsets of some words, with ifs and loops.
func random(r *rand.Rand, isa asm.ISA) *asm.Func {
	fn := &asm.Func{ISA: isa}
	bases := []asm.Reg{fn.NewReg(asm.General), fn.NewReg(asm.General)}
	vectors := make([]asm.Reg, 12)
	emit := func(in asm.Inst) {
		if in.Op != asm.Vmovss {
			in.Len = asm.Whole(isa)
		}
		fn.Insts = append(fn.Insts, in)
	}
	for i := range vectors {
		vectors[i] = fn.NewReg(asm.Vector)
	}
	vector := func() asm.Reg { return vectors[r.IntN(len(vectors))] }
	bits, mask := fn.NewReg(asm.General), fn.NewReg(asm.Mask)
	emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: bits, Imm: []int64{0xfffe, 0x7fff, 0xff00, 0x5555}[r.IntN(4)]})
	emit(asm.Inst{Op: asm.Kmovw, Dst: mask, B: bits})
	var open []int32
	for range 60 {
		at := asm.Mem{Base: bases[min(r.IntN(6), 1)], Disp: int32(r.IntN(6)) * int32(isa.VectorBytes()) / 2}
		switch r.IntN(14) {
		case 0, 1, 2, 3:
			in := asm.Inst{Op: asm.Vmovups, B: vector(), HasMem: true, Mem: at, Region: asm.Mine}
			if isa == asm.AVX512 && r.IntN(5) == 0 {
				in.Mask = mask
			}
			emit(in)
		case 4, 5, 6:
			at.Disp += int32(r.IntN(9)-4) * 4
			emit(asm.Inst{Op: asm.Vmovups, Dst: vector(), HasMem: true, Mem: at, Region: asm.Mine})
		case 7:
			if isa == asm.AVX512 {
				at.Disp += int32(r.IntN(9)-4) * 4
				emit(asm.Inst{Op: asm.Vmovups, Dst: vector(), HasMem: true, Mem: at, Region: asm.Mine, Mask: mask,
					Zero: r.IntN(2) == 0})
			}
		case 8:
			emit(asm.Inst{Op: asm.Vpaddd, Dst: vector(), A: vector(), B: vector()})
		case 9:
			emit(asm.Inst{Op: asm.Vmovups, B: vector(), HasMem: true, Mem: at, Region: asm.Elsewhere})
		case 10:
			emit(asm.Inst{Op: asm.Vmovss, B: vector(), HasMem: true, Mem: at, Region: asm.Region(r.IntN(2))})
		case 11: // an if, or a loop
			label := fn.NewLabel()
			if r.IntN(2) == 0 {
				emit(asm.Inst{Op: asm.Jcc, Label: label})
			} else {
				emit(asm.Inst{Op: asm.Label, Label: label})
				label = -1 - label
			}
			open = append(open, label)
		default:
			if len(open) == 0 {
				continue
			}
			label := open[len(open)-1]
			open = open[:len(open)-1]
			if label >= 0 {
				emit(asm.Inst{Op: asm.Label, Label: label})
			} else {
				emit(asm.Inst{Op: asm.Jcc, Label: -1 - label})
			}
		}
	}
	for _, label := range open {
		if label >= 0 {
			emit(asm.Inst{Op: asm.Label, Label: label})
		}
	}
	for i, v := range vectors {
		emit(asm.Inst{Op: asm.Vmovups, B: v, HasMem: true, Mem: asm.Mem{Base: bases[0], Disp: int32(4096 + 64*i)},
			Region: asm.Elsewhere})
	}
	emit(asm.Inst{Op: asm.Return})
	return fn
}

// execute runs a copy of a function. With isOne both base registers name the same memory.
func execute(fn *asm.Func, seed uint64, isOne bool) *machine {
	m := &machine{fn: fn, regs: map[asm.Reg]lanes{}, masks: map[asm.Reg]uint64{}, memory: map[[2]int32]uint64{}}
	r := rand.New(rand.NewPCG(seed, 1))
	for v := range fn.Classes {
		var l lanes
		for i := range l {
			l[i] = uint64(v)<<32 + uint64(i)
		}
		m.regs[asm.FirstVirtual+asm.Reg(v)] = l
	}
	if isOne {
		one := *fn
		one.Insts = slices.Clone(fn.Insts)
		for i := range one.Insts {
			if one.Insts[i].HasMem {
				one.Insts[i].Mem.Base = asm.FirstVirtual
			}
		}
		m.fn = &one
	}
	jumps := map[int32]int{}
	m.run(func(label int32) bool {
		jumps[label]++
		return jumps[label] < 4 && r.IntN(2) == 0
	})
	return m
}

func TestForwardedCodeStoresTheSame(t *testing.T) {
	before, after := [2]int{}, [2]int{}
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 0))
		fn := random(r, asm.ISA(seed%2))
		changed := *fn
		changed.Insts, changed.Classes = slices.Clone(fn.Insts), slices.Clone(fn.Classes)
		Run(&changed)
		for way := range uint64(4) {
			want, got := execute(fn, way, way%2 == 1), execute(&changed, way, way%2 == 1)
			if !slices.Equal(want.stored, got.stored) {
				t.Fatalf("seed %d, way %d: other values are stored.\n%v\n%v", seed, way, fn, &changed)
			}
			before[0], before[1] = before[0]+want.loads, before[1]+want.stores
			after[0], after[1] = after[0]+got.loads, after[1]+got.stores
		}
	}
	for i, what := range []string{"loads", "stores"} {
		if after[i] > before[i]*39/40 {
			t.Errorf("%d of %d %s stayed", after[i], before[i], what)
		}
	}
}

// A scan adds to each word the one before it; no vector that it stores in between is needed.
func TestScansStayInRegisters(t *testing.T) {
	for _, isa := range []asm.ISA{asm.AVX512, asm.AVX2} {
		fn := &asm.Func{ISA: isa}
		base, out := fn.NewReg(asm.General), fn.NewReg(asm.General)
		access := func(b asm.Reg, at int, r asm.Reg, isLoad bool, region asm.Region) {
			in := asm.Inst{Op: asm.Vmovups, Len: asm.Whole(isa), B: r, HasMem: true,
				Mem: asm.Mem{Base: b, Disp: int32(at)}, Region: region}
			if isLoad {
				in.Dst, in.B = r, asm.NoReg
			}
			fn.Insts = append(fn.Insts, in)
		}
		size := isa.VectorBytes()
		for i := range 4 {
			access(base, i*size, fn.NewReg(asm.Vector), false, asm.Mine)
		}
		for d := 4; d < 3*size; d *= 2 {
			var sums []asm.Reg
			for i := range 3 {
				x, y, sum := fn.NewReg(asm.Vector), fn.NewReg(asm.Vector), fn.NewReg(asm.Vector)
				access(base, (i+1)*size-d%size, x, true, asm.Mine)
				access(base, (i+1)*size, y, true, asm.Mine)
				fn.Insts = append(fn.Insts, asm.Inst{Op: asm.Vpaddd, Len: asm.Whole(isa), Dst: sum, A: x, B: y})
				sums = append(sums, sum)
			}
			for i, sum := range sums {
				access(base, (i+1)*size, sum, false, asm.Mine)
				access(out, i*size, sum, false, asm.Elsewhere)
			}
		}
		fn.Insts = append(fn.Insts, asm.Inst{Op: asm.Return})
		Run(fn)
		if got := execute(fn, 0, false); got.loads != 0 || got.stores != 0 {
			t.Errorf("%v: %d loads and %d stores are left of\n%v", isa, got.loads, got.stores, fn)
		}
	}
}

// Memory that others may read or change is left alone.
func TestOnlyMarkedMemoryIsForwarded(t *testing.T) {
	fn := &asm.Func{ISA: asm.AVX512}
	base, v, w := fn.NewReg(asm.General), fn.NewReg(asm.Vector), fn.NewReg(asm.Vector)
	at := asm.Mem{Base: base}
	fn.Insts = []asm.Inst{
		{Op: asm.Vmovups, Len: asm.L512, B: v, HasMem: true, Mem: at},
		{Op: asm.Vmovups, Len: asm.L512, Dst: w, HasMem: true, Mem: at},
		{Op: asm.Vmovups, Len: asm.L512, B: w, HasMem: true, Mem: at, Region: asm.Mine},
		{Op: asm.Suspend},
		{Op: asm.Vmovups, Len: asm.L512, Dst: v, HasMem: true, Mem: at, Region: asm.Mine},
		{Op: asm.Return},
	}
	want := slices.Clone(fn.Insts)
	Run(fn)
	if !slices.Equal(want, fn.Insts) {
		t.Error(fn)
	}
}
