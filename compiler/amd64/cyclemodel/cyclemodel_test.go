package cyclemodel_test

import (
	"testing"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/cyclemodel"
	"heddle/compiler/amd64/tuning"
	"heddle/compiler/target"
)

const top, rareFrom, rareTo = 0, 1, 2

// code is code for a kind of processor.
type code struct {
	*asm.Func
	core target.Core
}

func (c code) design() *cyclemodel.Design {
	return tuning.Design(target.Machine{ISA: c.ISA, Core: c.core})
}
func (c code) straight() float64 { return cyclemodel.Straight(c.design(), c.Func, top) }
func (c code) loops() float64    { return cyclemodel.Loops(c.design(), c.Func, top) }

// iteration is a loop with the given body.
func iteration(body ...asm.Inst) code {
	f := &asm.Func{ISA: asm.AVX2, Labels: 3}
	f.Insts = append([]asm.Inst{{Op: asm.Label, Label: top}}, body...)
	f.Insts = append(f.Insts, asm.Inst{Op: asm.Jcc, Cond: asm.CondNE, Label: top}, asm.Inst{Op: asm.Return})
	return code{f, tuning.Intel}
}

func multiply(dst, factor asm.Reg) asm.Inst {
	return asm.Inst{Op: asm.Vmulps, Len: asm.L256, Dst: dst, A: dst, B: factor}
}

// chains writes chains of products of the given length, interleaved or one after the other.
func chains(count, length int, isInterleaved bool) []asm.Inst {
	var list []asm.Inst
	for i := range count * length {
		chain := i / length
		if isInterleaved {
			chain = i % count
		}
		if i < count && isInterleaved || i%length == 0 && !isInterleaved {
			list = append(list, asm.Inst{Op: asm.Vmovups, Len: asm.L256, Dst: asm.V0 + asm.Reg(chain), HasMem: true,
				Mem: asm.Mem{Base: asm.RSI}})
			continue
		}
		list = append(list, multiply(asm.V0+asm.Reg(chain), asm.V0+15))
	}
	return list
}

func near(t *testing.T, f code, least, most float64) {
	t.Helper()
	if c := f.straight(); c < least || c > most {
		t.Errorf("%.1f cycles, not %.1f to %.1f", c, least, most)
	}
}

func nearLoops(t *testing.T, f code, least, most float64) {
	t.Helper()
	if c := f.loops(); c < least || c > most {
		t.Errorf("%.1f cycles, not %.1f to %.1f", c, least, most)
	}
}

func TestWhatIsIndependentSharesPorts(t *testing.T) {
	var body []asm.Inst
	for range 20 {
		body = append(body, asm.Inst{Op: asm.Vmulps, Len: asm.L256, Dst: asm.V0, A: asm.V0 + 14, B: asm.V0 + 15})
	}
	near(t, iteration(body...), 9.5, 10.5) // two ports
	for i := range body {
		body[i].Op = asm.Vpaddd
	}
	near(t, iteration(body...), 6.5, 7) // three
	for i := range body {
		body[i] = asm.Inst{Op: asm.MoveV, Dst: asm.V0, B: asm.V0 + 15}
	}
	near(t, iteration(body...), 3.2, 3.7) // none, six a cycle
}

func TestWhatIsCarriedOverWaits(t *testing.T) {
	near(t, iteration(multiply(asm.V0, asm.V0+15), multiply(asm.V0, asm.V0+15)), 7.9, 8.1)
	reload := []asm.Inst{
		{Op: asm.Vmovups, Len: asm.L256, Dst: asm.V0, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: 64}},
		multiply(asm.V0, asm.V0+15),
		{Op: asm.Vmovups, Len: asm.L256, B: asm.V0, HasMem: true, Mem: asm.Mem{Base: asm.RBP, Disp: 64}},
	}
	forwarding := float64(iteration().design().Forwarding)
	near(t, iteration(reload...), 4+forwarding, 5+forwarding)
}

// onZen is code for the other kind of processor.
func onZen(f code) code { return code{f.Func, tuning.Zen} }

// TestZen: sums and products have units of their own, integers use all of them, each of 512 bits; general registers use
// none of them.
func TestZen(t *testing.T) {
	wide := func(op asm.Op) asm.Inst {
		return asm.Inst{Op: op, Len: asm.L512, Dst: asm.V0, A: asm.V0 + 14, B: asm.V0 + 15}
	}
	repeat := func(list ...asm.Inst) code {
		var body []asm.Inst
		for range 20 {
			body = append(body, list...)
		}
		return onZen(iteration(body...))
	}
	near(t, repeat(wide(asm.Vmulps)), 9.5, 10.5)
	near(t, repeat(wide(asm.Vmulps), wide(asm.Vaddps)), 9.5, 10.5)
	near(t, repeat(wide(asm.Vmulps), wide(asm.Vpmulld)), 19.5, 20.5)
	near(t, repeat(wide(asm.Vaddps), wide(asm.Vpslld)), 19.5, 20.5)
	near(t, repeat(wide(asm.Vpaddd)), 4.9, 5.5)
	near(t, repeat(wide(asm.Vpaddd), asm.Inst{Op: asm.Add, Dst: asm.RAX, B: asm.RBX}), 19.5, 20.5) // the chain of RAX
	add := asm.Inst{Op: asm.Vpaddd, Len: asm.L512, Dst: asm.V0, A: asm.V0, B: asm.V0 + 15}
	near(t, onZen(iteration(add, add)), 3.9, 4.1)
	store := asm.Inst{Op: asm.Vmovups, Len: asm.L512, B: asm.V0 + 15, HasMem: true, Mem: asm.Mem{Base: asm.RSI}}
	near(t, repeat(store), 19.5, 20.5)
	store.Len = asm.L256
	near(t, repeat(store), 9.5, 10.5)
	gather := asm.Inst{Op: asm.Vpgatherdd, Len: asm.L512, Dst: asm.V0, HasMem: true,
		Mem: asm.Mem{Base: asm.RSI, Index: asm.V0 + 15}}
	near(t, repeat(gather), 230, 250)
	alone, together := onZen(iteration(chains(4, 100, false)...)).straight(),
		onZen(iteration(chains(4, 100, true)...)).straight()
	if alone < 1.5*together {
		t.Errorf("%.0f cycles one after the other, %.0f interleaved: the schedulers hold too much", alone, together)
	}
}

// TestLongChainsWantInterleaving: a chain longer than the scheduler leaves the multipliers idle, four interleaved
// chains do not; short chains overlap in any order.
func TestLongChainsWantInterleaving(t *testing.T) {
	alone, together := iteration(chains(4, 200, false)...).straight(),
		iteration(chains(4, 200, true)...).straight()
	if alone < 1.7*together {
		t.Errorf("%.0f cycles one after the other, %.0f interleaved", alone, together)
	}
	alone, together = iteration(chains(4, 10, false)...).straight(),
		iteration(chains(4, 10, true)...).straight()
	if alone > 1.2*together {
		t.Errorf("short ones: %.0f cycles one after the other, %.0f interleaved", alone, together)
	}
}

func TestRareStretchesDoNotCount(t *testing.T) {
	jump, from, to := asm.Inst{Op: asm.Jcc, Label: rareTo}, asm.Inst{Op: asm.Label, Label: rareFrom},
		asm.Inst{Op: asm.Label, Label: rareTo}
	body := []asm.Inst{multiply(asm.V0, asm.V0+15), jump, from}
	for range 10 {
		body = append(body, multiply(asm.V0, asm.V0+15))
	}
	f := iteration(append(body, to)...)
	near(t, f, 43.9, 44.1)
	f.Rare = []asm.Stretch{{From: rareFrom, To: rareTo}}
	near(t, f, 3.9, 4.1)
}

func TestWideDivisionsTakeTwice(t *testing.T) {
	divide := asm.Inst{Op: asm.Vdivps, Len: asm.L256, Dst: asm.V0, A: asm.V0 + 14, B: asm.V0 + 15}
	near(t, iteration(divide, divide), 9.9, 10.1)
	divide.Len = asm.L512
	f := iteration(divide, divide)
	f.ISA = asm.AVX512
	near(t, f, 19.9, 20.1)
}

// TestInnermostLoopsCount: only the innermost loop of a nest counts, once for each of its iterations; of several jumps
// back to one label the last counts.
func TestInnermostLoopsCount(t *testing.T) {
	label, back := asm.Inst{Op: asm.Label, Label: rareFrom}, asm.Inst{Op: asm.Jcc, Label: rareFrom}
	slow := multiply(asm.V0, asm.V0)
	nearLoops(t, iteration(slow, label, slow, back, slow), 39.9, 40.1)
	nearLoops(t, iteration(label, slow, back), 39.9, 40.1)
	nearLoops(t, iteration(label, slow, back, slow, back), 79.9, 80.1)
	inner, next := asm.Inst{Op: asm.Label, Label: rareTo}, asm.Inst{Op: asm.Jcc, Label: rareTo}
	nearLoops(t, iteration(label, slow, inner, slow, next, slow, back), 399, 401)
	nearLoops(t, iteration(label, slow, back, inner, slow, next), 79.9, 80.1)
	f := iteration(label, slow, back, inner, slow, next)
	f.Seldom = []int32{rareTo}
	nearLoops(t, f, 39.9, 40.1)
	near(t, code{Func: &asm.Func{ISA: asm.AVX2, Labels: 3, Insts: []asm.Inst{slow, slow, slow}}}, 11.9, 12.1)
	if c := iteration(slow, label, slow, back).straight(); c != 0 {
		t.Errorf("%.1f cycles of straight code that has a loop", c)
	}
}

func TestWhatWaitsIsNotKnown(t *testing.T) {
	waits := iteration(multiply(asm.V0, asm.V0), asm.Inst{Op: asm.Suspend, Label: rareFrom})
	long := iteration(make([]asm.Inst, cyclemodel.MaxInsts+1)...)
	for _, f := range []code{waits, {Func: &asm.Func{Labels: 1}}, long} {
		if c := f.straight(); c != 0 {
			t.Errorf("%.1f cycles", c)
		}
	}
}

// BenchmarkStraight runs the longest code that is looked at.
func BenchmarkStraight(b *testing.B) {
	f := iteration(chains(4, cyclemodel.MaxInsts/4, true)...)
	for b.Loop() {
		f.straight()
	}
}
