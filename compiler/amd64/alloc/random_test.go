package alloc

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
)

var (
	seedFlag     = flag.Uint64("seed", 0, "run only the random program of this seed")
	programsFlag = flag.Int("programs", 1500, "number of random programs")
)

// TestRandomPrograms runs random code before and after allocation; both must store the same values.
func TestRandomPrograms(t *testing.T) {
	first, last := uint64(1), uint64(*programsFlag)
	if *seedFlag != 0 {
		first, last = *seedFlag, *seedFlag
	}
	stores, spills := 0, 0
	for seed := first; seed <= last; seed++ {
		checked, result := checkProgram(t, seed)
		stores += checked
		spills += result.Spilled[asm.General] + result.Spilled[asm.Vector] + result.Spilled[asm.Mask]
	}
	t.Logf("seeds %d to %d: %d stores compared, %d registers spilled", first, last, stores, spills)
	require.Positive(t, stores)
}

func checkProgram(t *testing.T, seed uint64) (checked int, r Result) {
	f, o := randomProgram(seed)
	before := newMachine(f, 0, seed)
	before.run()
	require.NoError(t, before.err)
	copied := *f
	copied.Insts = slices.Clone(f.Insts)
	copied.Classes = slices.Clone(f.Classes)
	if seed%4 == 0 { // as in long code
		localize(&copied, 1, int(seed/4%3))
	}
	if seed%3 == 0 { // the same
		o.crowd = 1 + int(seed/3%40)
	}
	result, err := Run(&copied, o)
	require.NoError(t, err, "seed %d\n%v", seed, f)
	require.NoError(t, checkAllocated(f, &copied, o), "seed %d\n%v", seed, f)
	after := newMachine(&copied, result.FrameBytes, seed)
	after.run()
	require.NoError(t, after.err, "seed %d\n%v\n%v", seed, f, &copied)
	require.Equal(t, before.jumps, after.jumps, "seed %d", seed)
	require.Equal(t, len(before.trace), len(after.trace), "seed %d", seed)
	for i := range before.trace {
		if !before.trace[i].tainted {
			checked++
			require.Equal(t, before.trace[i], after.trace[i], "seed %d, store %d\n%v\n%v", seed, i, f, &copied)
		}
	}
	return checked, result
}

// checkAllocated fails on virtual registers, on registers outside of the options, and on instructions that the encoder
// refuses.
func checkAllocated(before, after *asm.Func, o Options) error {
	allowed := map[asm.Reg]bool{asm.RBP: true, asm.R15: true}
	for _, class := range o.Registers {
		for _, r := range class {
			allowed[r] = true
		}
	}
	visit := func(f *asm.Func, check func(in *asm.Inst, r asm.Reg)) {
		for i := range f.Insts {
			f.Insts[i].Operands(func(r *asm.Reg, _, _ bool) { check(&f.Insts[i], *r) })
		}
	}
	visit(before, func(_ *asm.Inst, r asm.Reg) { allowed[r] = true })
	var err error
	visit(after, func(in *asm.Inst, r asm.Reg) {
		if r >= asm.FirstVirtual || !allowed[r] {
			err = fmt.Errorf("register %d in %s", r, after.Format(in))
		}
	})
	if err != nil {
		return err
	}
	_, err = asm.Assemble(after)
	return err
}

// generator makes random structured code.
type generator struct {
	*rand.Rand
	f       *asm.Func
	regs    [asm.ClassCount][]asm.Reg // defined everywhere
	local   [asm.ClassCount][]asm.Reg // defined in this stretch of straight code
	cold    []func()                  // code for the end of the function
	budget  int
	suspend bool
	wide    asm.Length
}

func randomProgram(seed uint64) (*asm.Func, Options) {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 7)), f: &asm.Func{}, budget: 20, wide: asm.L512}
	if seed%5 == 0 {
		g.budget = 200
	}
	if seed%4 == 3 {
		g.f.ISA, g.wide = asm.AVX2, asm.L256
	}
	g.suspend = g.IntN(2) == 0
	o := g.options()
	if g.suspend {
		g.emit(asm.Inst{Op: asm.Entry})
	}
	g.define()
	g.code(0)
	g.emit(asm.Inst{Op: asm.Return})
	for len(g.cold) > 0 {
		next := g.cold[0]
		g.cold = g.cold[1:]
		next()
	}
	return g.f, o
}

// options are mostly few registers.
func (g *generator) options() Options {
	o := DefaultOptions(64)
	if g.avx2() {
		o = DefaultOptions(32)
	}
	if g.IntN(4) == 0 {
		return o
	}
	general := []asm.Reg{asm.RBX, asm.RAX, asm.RCX, asm.RDX}
	for range g.IntN(3) {
		general = append(general, asm.RSI+asm.Reg(len(general))-4)
	}
	o.Registers[asm.General] = general
	o.Registers[asm.Vector] = o.Registers[asm.Vector][:4+g.IntN(6)]
	if !g.avx2() {
		o.Registers[asm.Mask] = o.Registers[asm.Mask][:2+g.IntN(3)]
	}
	return o
}

func (g *generator) avx2() bool { return g.f.ISA == asm.AVX2 }

func (g *generator) emit(in asm.Inst) { g.f.Insts = append(g.f.Insts, in) }

func (g *generator) label() int32 { return g.f.NewLabel() }

func (g *generator) mark(label int32) { g.emit(asm.Inst{Op: asm.Label, Label: label}) }

// constant puts a number in the pool.
func (g *generator) constant(words int) asm.Mem {
	var bytes []byte
	for range words {
		bytes = binary.LittleEndian.AppendUint32(bytes, g.Uint32())
	}
	g.f.Consts = append(g.f.Consts, bytes)
	return asm.Mem{Const: int32(len(g.f.Consts))}
}

// define gives all long-lived registers a value; some can be rematerialised.
func (g *generator) define() {
	for range 2 + g.IntN(8) {
		r := g.f.NewReg(asm.General)
		g.regs[asm.General] = append(g.regs[asm.General], r)
		g.emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: r, Imm: int64(g.Uint32() >> 1)})
	}
	for range 2 + g.IntN(12) {
		r := g.f.NewReg(asm.Vector)
		g.regs[asm.Vector] = append(g.regs[asm.Vector], r)
		if g.avx2() {
			g.emit(asm.Inst{Op: asm.Vmovups, Len: g.wide, Dst: r, HasMem: true, Mem: g.constant(8)})
			continue
		}
		g.emit(asm.Inst{Op: asm.Vpbroadcastd, Len: g.wide, Dst: r, B: g.any(asm.General)})
	}
	for range 1 + g.IntN(5) {
		if g.avx2() {
			break
		}
		r := g.f.NewReg(asm.Mask)
		g.regs[asm.Mask] = append(g.regs[asm.Mask], r)
		g.emit(asm.Inst{Op: asm.Kmovw, Dst: r, B: g.any(asm.General)})
	}
	for range g.IntN(6) {
		g.constants()
	}
}

// constants adds registers that can be rematerialised; they are only read.
func (g *generator) constants() {
	r, v, b := g.f.NewReg(asm.General), g.f.NewReg(asm.Vector), g.f.NewReg(asm.Vector)
	g.emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: r, Imm: int64(g.Uint32() >> 1), Remat: true})
	g.emit(asm.Inst{Op: asm.Vmovups, Len: g.wide, Dst: v, HasMem: true, Mem: g.constant(16), Remat: true})
	g.emit(asm.Inst{Op: asm.Vpbroadcastd, Len: g.wide, Dst: b, HasMem: true, Mem: g.constant(1), Remat: true})
	g.local[asm.General] = append(g.local[asm.General], r)
	g.local[asm.Vector] = append(g.local[asm.Vector], v, b)
}

// any is a register to read.
func (g *generator) any(c asm.Class) asm.Reg {
	n := g.IntN(len(g.regs[c]) + len(g.local[c]))
	if n < len(g.regs[c]) {
		return g.regs[c][n]
	}
	return g.local[c][n-len(g.regs[c])]
}

// target is a register to write: a long-lived one or a fresh one.
func (g *generator) target(c asm.Class) asm.Reg {
	if g.IntN(3) == 0 {
		return g.regs[c][g.IntN(len(g.regs[c]))]
	}
	r := g.f.NewReg(c)
	g.local[c] = append(g.local[c], r)
	return r
}

// old is a register to change in place.
func (g *generator) old(c asm.Class) asm.Reg { return g.regs[c][g.IntN(len(g.regs[c]))] }

// code emits statements.
func (g *generator) code(depth int) {
	saved := g.local
	for range 2 + g.IntN(6) {
		if g.budget <= 0 {
			break
		}
		g.budget--
		g.statement(depth)
	}
	g.local = saved
}

func (g *generator) statement(depth int) {
	kind := g.IntN(13)
	if depth > 4 {
		kind = 12
	}
	switch kind {
	case 0, 1:
		g.loop(depth)
	case 2, 3:
		g.branch(depth)
	case 4:
		if g.suspend {
			g.emit(asm.Inst{Op: asm.Suspend, Imm: abi.Suspended, Label: g.label()})
		}
	case 5:
		g.aside(depth)
	case 6:
		g.nest(depth)
	default:
		for range 1 + g.IntN(10) {
			g.simple()
		}
	}
}

func (g *generator) loop(depth int) {
	top, out := g.label(), g.label()
	counter := asm.NoReg
	if g.IntN(2) == 0 {
		counter = g.f.NewReg(asm.General)
		g.emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: counter, Imm: int64(1 + g.IntN(4))})
	}
	if g.IntN(4) == 0 {
		g.emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondO, Label: top})
		g.simple()
	}
	g.mark(top)
	g.code(depth + 1)
	if g.IntN(2) == 0 {
		g.emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondO, Label: out})
		g.code(depth + 1)
	}
	if counter != asm.NoReg {
		g.emit(asm.Inst{Op: asm.Sub, Size: 8, Dst: counter, Imm: 1})
		g.emit(asm.Inst{Op: asm.Cmp, Size: 8, A: counter, Imm: 0})
		g.emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondNE, Label: top})
	} else {
		g.emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondO, Label: top})
	}
	g.mark(out)
}

// nest is a sum over two nested loops, with a variable for each as the code generator writes it.
func (g *generator) nest(depth int) {
	outer, inner := g.f.NewReg(asm.Vector), g.f.NewReg(asm.Vector)
	top, middle := g.label(), g.label()
	g.emit(asm.Inst{Op: asm.MoveV, Dst: outer, B: g.any(asm.Vector)})
	g.mark(top)
	g.code(depth + 1)
	g.emit(asm.Inst{Op: asm.Undef, Dst: inner})
	g.emit(asm.Inst{Op: asm.MoveV, Dst: inner, B: outer})
	g.mark(middle)
	g.code(depth + 2)
	g.emit(asm.Inst{Op: asm.Vpaddd, Len: g.wide, Dst: inner, A: inner, B: g.any(asm.Vector)})
	g.emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondO, Label: middle})
	g.code(depth + 1)
	g.emit(asm.Inst{Op: asm.MoveV, Dst: outer, B: inner})
	g.emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondO, Label: top})
	g.emit(asm.Inst{Op: asm.Vmovups, Len: g.wide, HasMem: true, Mem: asm.Mem{Base: asm.R15}, B: outer})
}

func (g *generator) branch(depth int) {
	otherwise, end := g.label(), g.label()
	merged := g.f.NewReg(asm.Vector)
	g.emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondO, Label: otherwise})
	g.code(depth + 1)
	g.emit(asm.Inst{Op: asm.MoveV, Dst: merged, B: g.any(asm.Vector)})
	g.emit(asm.Inst{Op: asm.Jmp, Label: end})
	g.mark(otherwise)
	if g.IntN(2) == 0 {
		g.code(depth + 1)
	}
	g.emit(asm.Inst{Op: asm.MoveV, Dst: merged, B: g.any(asm.Vector)})
	g.mark(end)
	g.local[asm.Vector] = append(g.local[asm.Vector], merged)
}

// aside jumps to code at the end of the function, which jumps back.
func (g *generator) aside(depth int) {
	there, back := g.label(), g.label()
	g.emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondO, Label: there})
	g.simple()
	g.mark(back)
	local := g.local
	for c := range local {
		local[c] = slices.Clone(local[c])
	}
	g.cold = append(g.cold, func() {
		g.mark(there)
		g.local = local
		for range 1 + g.IntN(5) {
			g.simple()
		}
		g.emit(asm.Inst{Op: asm.Jmp, Label: back})
	})
}

// simple emits a few instructions without jumps.
func (g *generator) simple() {
	choices := [...]func(){g.vector, g.vector, g.vector, g.masked, g.general, g.general, g.mask, g.fixedRegisters,
		g.store, g.memory, g.move, g.undefined, g.compare, g.pair, g.pair, g.copies}
	if g.avx2() {
		few := [...]func(){
			g.vector, g.vector, g.general, g.fixedRegisters, g.store, g.memory, g.move, g.compare, g.pair, g.copies,
		}
		few[g.IntN(len(few))]()
		return
	}
	choices[g.IntN(len(choices))]()
}

func (g *generator) vector() {
	length := g.wide
	if g.IntN(5) == 0 {
		length = g.wide - 1
	}
	a, b := g.any(asm.Vector), g.any(asm.Vector)
	switch g.IntN(4) {
	case 0:
		g.emit(asm.Inst{Op: asm.Vpabsd, Len: length, Dst: g.target(asm.Vector), B: b})
	case 1:
		g.emit(asm.Inst{Op: asm.Vfmadd231ps, Len: length, Dst: g.old(asm.Vector), A: a, B: b})
	default:
		g.emit(asm.Inst{Op: asm.Vpaddd, Len: length, Dst: g.target(asm.Vector), A: a, B: b})
	}
}

func (g *generator) masked() {
	a, b, k := g.any(asm.Vector), g.any(asm.Vector), g.any(asm.Mask)
	switch g.IntN(4) {
	case 0:
		g.emit(asm.Inst{Op: asm.Vpblendmd, Len: g.wide, Dst: g.target(asm.Vector), A: a, B: b, Mask: k})
	case 1:
		g.emit(asm.Inst{Op: asm.Vpaddd, Len: g.wide, Dst: g.target(asm.Vector), A: a, B: b, Mask: k, Zero: true})
	case 2:
		cleared := g.f.NewReg(asm.Mask)
		g.emit(asm.Inst{Op: asm.MoveK, Dst: cleared, B: k})
		g.emit(asm.Inst{Op: asm.Vpgatherdd, Len: g.wide, Dst: g.old(asm.Vector), HasMem: true, Mask: cleared,
			Mem: asm.Mem{Base: g.any(asm.General), Index: a, Scale: 4}})
		last := &g.f.Insts[len(g.f.Insts)-1]
		if last.Dst == last.Mem.Index {
			g.f.Insts = g.f.Insts[:len(g.f.Insts)-1]
		}
	default:
		g.emit(asm.Inst{Op: asm.Vpmulld, Len: g.wide, Dst: g.old(asm.Vector), A: a, B: b, Mask: k})
	}
}

func (g *generator) general() {
	a, b := g.any(asm.General), g.any(asm.General)
	switch g.IntN(5) {
	case 0:
		g.emit(asm.Inst{Op: asm.Add, Size: 8, Dst: g.old(asm.General), B: b})
	case 1:
		g.emit(asm.Inst{Op: asm.Andn, Size: 8, Dst: g.target(asm.General), A: a, B: b})
	case 2:
		g.emit(asm.Inst{Op: asm.Lea, Size: 8, Dst: g.target(asm.General), HasMem: true,
			Mem: asm.Mem{Base: a, Index: b, Scale: 4, Disp: 8}})
	case 3:
		d := g.target(asm.General) // a two-operand instruction as the lowering writes it
		g.emit(asm.Inst{Op: asm.MoveG, Dst: d, B: a})
		g.emit(asm.Inst{Op: asm.Imul, Size: 8, Dst: d, B: b})
	default:
		g.emit(asm.Inst{Op: asm.Xchg, Size: 8, Dst: g.old(asm.General), B: g.old(asm.General)})
		last := &g.f.Insts[len(g.f.Insts)-1]
		if last.Dst == last.B {
			g.f.Insts = g.f.Insts[:len(g.f.Insts)-1]
		}
	}
}

func (g *generator) mask() {
	switch g.IntN(3) {
	case 0:
		g.emit(asm.Inst{Op: asm.Kandw, Dst: g.target(asm.Mask), A: g.any(asm.Mask), B: g.any(asm.Mask)})
	case 1:
		g.emit(asm.Inst{Op: asm.Vpcmpd, Len: g.wide, Dst: g.target(asm.Mask), A: g.any(asm.Vector),
			B: g.any(asm.Vector), Imm: 1})
	default:
		g.emit(asm.Inst{Op: asm.Vpcmpd, Len: g.wide, Dst: g.target(asm.Mask), A: g.any(asm.Vector),
			B: g.any(asm.Vector), Mask: g.any(asm.Mask), Imm: 2})
	}
}

func (g *generator) fixedRegisters() {
	switch g.IntN(3) {
	case 0:
		d := g.old(asm.General)
		g.emit(asm.Inst{Op: asm.MoveG, Dst: asm.RCX, B: g.any(asm.General)})
		g.emit(asm.Inst{Op: asm.ShlCL, Size: 8, Dst: d})
	case 1:
		a, b, c := g.any(asm.General), g.any(asm.General), g.any(asm.General)
		g.emit(asm.Inst{Op: asm.MoveG, Dst: asm.RAX, B: a})
		g.emit(asm.Inst{Op: asm.MoveG, Dst: asm.RDX, B: b})
		g.emit(asm.Inst{Op: asm.Div, Size: 8, B: c})
		g.emit(asm.Inst{Op: asm.MoveG, Dst: g.target(asm.General), B: asm.RAX})
		if g.IntN(2) == 0 {
			g.emit(asm.Inst{Op: asm.MoveG, Dst: g.target(asm.General), B: asm.RDX})
		}
	default:
		again := g.label()
		base, swap := g.any(asm.General), g.any(asm.General)
		g.emit(asm.Inst{Op: asm.MoveG, Dst: asm.RAX, B: g.any(asm.General)})
		g.mark(again)
		g.emit(asm.Inst{Op: asm.LockCmpxchg, Size: 8, HasMem: true, Mem: asm.Mem{Base: base}, B: swap})
		g.emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondO, Label: again})
		g.emit(asm.Inst{Op: asm.MoveG, Dst: g.target(asm.General), B: asm.RAX})
	}
}

// store makes a value visible.
func (g *generator) store() {
	if g.IntN(3) == 0 {
		g.emit(asm.Inst{Op: asm.Mov, Size: 8, HasMem: true, Mem: asm.Mem{Base: asm.R15}, B: g.any(asm.General)})
		return
	}
	g.emit(asm.Inst{Op: asm.Vmovups, Len: g.wide, HasMem: true, Mem: asm.Mem{Base: asm.R15}, B: g.any(asm.Vector)})
}

func (g *generator) memory() {
	base := g.any(asm.General)
	if g.IntN(2) == 0 {
		g.emit(asm.Inst{Op: asm.Add, Size: 8, Dst: g.old(asm.General), HasMem: true, Mem: asm.Mem{Base: base}})
		return
	}
	g.emit(asm.Inst{Op: asm.Vpaddd, Len: g.wide, Dst: g.target(asm.Vector), A: g.any(asm.Vector), HasMem: true,
		Mem: asm.Mem{Base: base, Disp: 64}})
}

func (g *generator) move() {
	switch g.IntN(3) {
	case 0:
		g.emit(asm.Inst{Op: asm.MoveG, Dst: g.old(asm.General), B: g.any(asm.General)})
	case 1:
		if g.avx2() {
			return
		}
		g.emit(asm.Inst{Op: asm.MoveK, Dst: g.old(asm.Mask), B: g.any(asm.Mask)})
	default:
		g.emit(asm.Inst{Op: asm.MoveV, Dst: g.old(asm.Vector), B: g.any(asm.Vector)})
	}
}

// pair is an operation that overwrites an operand, as the code generator writes it.
func (g *generator) pair() {
	ops := [...]asm.Op{asm.Vfmadd132ps, asm.Vfmadd213ps, asm.Vfmadd231ps, asm.Vfnmadd213pd, asm.Vpternlogd,
		asm.Vpermi2d, asm.Vpermt2d, asm.Add, asm.Imul}
	in := asm.Inst{Op: ops[g.IntN(len(ops))], Len: g.wide}
	if in.Op >= asm.Vpermi2d && in.Op <= asm.Vpermt2d || in.Op == asm.Vpternlogd {
		if g.avx2() {
			in.Op = asm.Vfmsub231ps
		}
	}
	class, move := asm.Vector, asm.MoveV
	switch in.Op {
	case asm.Vpternlogd:
		in.Imm = int64(g.IntN(256))
	case asm.Add, asm.Imul:
		class, move, in.Len, in.Size = asm.General, asm.MoveG, 0, 8
	}
	if class == asm.Vector {
		in.A = g.any(class)
	}
	x := g.any(class)
	if class == asm.Vector && g.IntN(5) == 0 {
		in.HasMem, in.Mem = true, asm.Mem{Base: g.any(asm.General)}
	} else {
		in.B = g.any(class)
	}
	carried := g.regs[class][g.IntN(len(g.regs[class]))]
	if g.IntN(2) == 0 && in.B != asm.NoReg {
		in.B = carried
	}
	d := g.f.NewReg(class)
	in.Dst = d
	g.emit(asm.Inst{Op: move, Dst: d, B: x})
	g.emit(in)
	g.emit(asm.Inst{Op: move, Dst: carried, B: d})
}

// copies permutes registers by way of others.
func (g *generator) copies() {
	class, op := asm.Vector, asm.MoveV
	if g.IntN(3) == 0 {
		class, op = asm.General, asm.MoveG
	}
	var saved []asm.Reg
	for range 1 + g.IntN(4) {
		saved = append(saved, g.f.NewReg(class))
		g.emit(asm.Inst{Op: op, Dst: saved[len(saved)-1], B: g.any(class)})
	}
	for _, r := range saved {
		g.emit(asm.Inst{Op: op, Dst: g.old(class), B: r})
		if g.IntN(3) == 0 {
			g.emit(asm.Inst{Op: op, Dst: g.old(class), B: g.old(class)})
		}
	}
	if g.IntN(4) == 0 {
		g.local[class] = append(g.local[class], saved...)
	}
}

// undefined starts a register that a masked write fills in part.
func (g *generator) undefined() {
	d := g.f.NewReg(asm.Vector)
	if g.IntN(2) == 0 {
		g.emit(asm.Inst{Op: asm.Undef, Dst: d})
	}
	g.emit(asm.Inst{Op: asm.Vpaddd, Len: g.wide, Dst: d, A: g.any(asm.Vector), B: g.any(asm.Vector),
		Mask: g.any(asm.Mask)})
	g.emit(asm.Inst{Op: asm.Vpblendmd, Len: g.wide, Dst: g.f.NewReg(asm.Vector), A: d, B: g.any(asm.Vector),
		Mask: g.any(asm.Mask)})
	g.emit(asm.Inst{Op: asm.Use, B: d})
}

func (g *generator) compare() {
	g.emit(asm.Inst{Op: asm.Cmp, Size: 8, A: g.any(asm.General), Imm: int64(g.IntN(100))})
}
