package alloc

import (
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"

	"heddle/compiler/amd64/asm"
)

// kernelLike writes code like that of a large kernel: loops of straight vector code with short-lived results, and some
// values and constants that are live throughout.
func kernelLike(instructions, constants, carried int) *asm.Func {
	g := &generator{Rand: rand.New(rand.NewPCG(1, 2)), f: &asm.Func{}, wide: asm.L512}
	for range constants {
		r := g.f.NewReg(asm.Vector)
		g.emit(asm.Inst{Op: asm.Vpbroadcastd, Len: asm.L512, Dst: r, HasMem: true, Mem: g.constant(1), Remat: true})
		g.local[asm.Vector] = append(g.local[asm.Vector], r)
	}
	for len(g.f.Insts) < instructions {
		var inLoop []asm.Reg
		counter := g.f.NewReg(asm.General)
		g.emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: counter, Imm: 10})
		for range carried {
			r := g.f.NewReg(asm.Vector)
			inLoop = append(inLoop, r)
			g.emit(asm.Inst{Op: asm.Vpabsd, Len: asm.L512, Dst: r, B: g.any(asm.Vector)})
		}
		top, skip := g.label(), g.label()
		g.mark(top)
		g.body(inLoop, 40)
		g.emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondO, Label: skip})
		g.body(inLoop, 20)
		g.mark(skip)
		g.body(inLoop, 10)
		g.emit(asm.Inst{Op: asm.Sub, Size: 8, Dst: counter, Imm: 1})
		g.emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondNE, Label: top})
		for _, r := range inLoop {
			g.emit(asm.Inst{Op: asm.Vmovups, Len: asm.L512, HasMem: true, Mem: asm.Mem{Base: asm.R15}, B: r})
		}
	}
	g.emit(asm.Inst{Op: asm.Return})
	return g.f
}

// body writes straight code that changes the given registers and uses fresh ones in between.
func (g *generator) body(carried []asm.Reg, n int) {
	recent := slices.Clone(carried)
	for k := range n {
		a, b := recent[len(recent)-1-g.IntN(min(8, len(recent)))], g.any(asm.Vector)
		r := g.f.NewReg(asm.Vector)
		g.emit(asm.Inst{Op: asm.Vpaddd, Len: asm.L512, Dst: r, A: a, B: b})
		recent = append(recent, r)
		if k%5 == 4 {
			g.emit(asm.Inst{Op: asm.MoveV, Dst: carried[g.IntN(len(carried))], B: r})
		}
	}
}

// processorTime is the processor time of the process in ns: other load on the machine does not count.
func processorTime() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return u.Utime.Nano() + u.Stime.Nano()
}

func BenchmarkRun(b *testing.B) {
	for _, c := range []struct {
		name               string
		constants, carried int
	}{{"fits", 8, 8}, {"full", 16, 12}, {"spills", 40, 24}} {
		b.Run(c.name, func(b *testing.B) {
			f := kernelLike(10000, c.constants, c.carried)
			o := DefaultOptions(64)
			code := make([]asm.Inst, len(f.Insts))
			b.ReportAllocs()
			var r Result
			start := processorTime()
			for b.Loop() {
				copy(code, f.Insts)
				g := *f
				g.Insts = code
				r, _ = Run(&g, o)
			}
			b.ReportMetric(float64(processorTime()-start)/float64(b.N)/float64(len(f.Insts)), "cpu-ns/inst")
			b.ReportMetric(float64(len(f.Classes)), "regs")
			b.Logf("%+v", r)
		})
	}
}
