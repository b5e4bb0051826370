package passes

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"testing"

	"heddle/compiler/ir"
)

var (
	seed   = flag.Uint64("seed", 1, "first seed of the random programs")
	rounds = flag.Int("rounds", 400, "how many random programs")
)

// TestRandomPrograms runs random programs as they are and optimised, as a whole and with each pass left out.
func TestRandomPrograms(t *testing.T) {
	table := Table()
	for s := *seed; s < *seed+uint64(*rounds); s++ {
		plain := randomModule(s)
		if err := ir.Verify(plain); err != nil {
			t.Fatalf("seed %d: the program itself is wrong: %v", s, err)
		}
		want := runKernel(plain, plain.Funcs[len(plain.Funcs)-1])
		options := Options{Verify: true}
		if s%3 != 0 {
			options.Off = []string{table[s%uint64(len(table))].Name}
		}
		better := randomModule(s)
		Optimize(better, options)
		if got := runKernel(better, better.Funcs[len(better.Funcs)-1]); !bytes.Equal(got, want) {
			t.Fatalf("seed %d without %v: the optimised program leaves other memory\n%s\n\n%s", s, options.Off,
				ir.Print(plain), ir.Print(better))
		}
	}
}

// generator writes a random function: private memory accessed in matching, differing and overlapping pieces, copies,
// branches, loops, switches, calls, and stores to a buffer.
type generator struct {
	random *rand.Rand
	build  *ir.Builder
	values map[ir.Type][]ir.ValueID // usable at the current place
	memory []ir.ValueID             // allocas of 16 bytes
	callee *ir.Func
	depth  int
}

var randomTypes = []ir.Type{ir.I32, ir.I64, ir.F32, ir.I8}

func randomModule(seed uint64) *ir.Module {
	m := &ir.Module{}
	random := rand.New(rand.NewPCG(seed, 7))
	helper := m.NewFunc("helper")
	helper.Params, helper.Results = []ir.Type{ir.I32, ir.F32}, []ir.Type{ir.F32, ir.I32}
	g := &generator{random: random, build: ir.NewBuilder(helper)}
	g.begin(0)
	g.values[ir.I32] = append(g.values[ir.I32], g.build.Arg(0))
	g.values[ir.F32] = append(g.values[ir.F32], g.build.Arg(1))
	g.statements(3)
	if random.IntN(2) == 0 {
		g.earlyReturn()
	}
	g.build.Return(g.pick(ir.F32), g.pick(ir.I32))

	kernel := m.NewFunc("k")
	kernel.Kernel = true
	g = &generator{random: random, build: ir.NewBuilder(kernel), callee: helper}
	g.begin(4)
	g.statements(8)
	for _, t := range randomTypes {
		g.output(g.pick(t))
	}
	g.build.Return()
	return m
}

func (g *generator) begin(allocas int) {
	g.values = map[ir.Type][]ir.ValueID{}
	for _, t := range randomTypes {
		for _, c := range []uint64{2, 3, 0x40a00000} {
			g.values[t] = append(g.values[t], g.build.Const(t, c))
		}
	}
	for range allocas {
		g.memory = append(g.memory, g.build.Alloca(16, 8))
	}
	if allocas > 0 {
		g.values[ir.I64] = append(g.values[ir.I64], g.build.WorkItem(ir.OpGlobalID, 0))
	}
}

func (g *generator) pick(t ir.Type) ir.ValueID {
	list := g.values[t]
	return list[g.random.IntN(len(list))]
}

func (g *generator) typ() ir.Type { return randomTypes[g.random.IntN(len(randomTypes))] }

func (g *generator) statements(n int) {
	for range n {
		g.statement()
	}
}

func (g *generator) statement() {
	g.depth++
	defer func() { g.depth-- }()
	kinds := 13
	if g.depth > 3 {
		kinds = 9
	}
	switch g.random.IntN(kinds) {
	case 0, 1, 2:
		g.expression()
	case 3, 4:
		g.access()
	case 5:
		g.copy()
	case 6:
		g.output(g.pick(g.typ()))
	case 7:
		g.fixedLoad()
	case 8:
		g.input()
	case 9, 10:
		g.branch()
	case 11:
		g.loop()
	case 12:
		g.call()
	}
}

var (
	intOps = []ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpSDiv, ir.OpUDiv, ir.OpURem, ir.OpAnd, ir.OpOr, ir.OpXor,
		ir.OpShl, ir.OpAShr, ir.OpUMax}
	floatOps = []ir.Op{ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv}
)

func (g *generator) expression() {
	t := g.typ()
	x, y := g.pick(t), g.pick(t)
	var v ir.ValueID
	switch {
	case t == ir.F32 && g.random.IntN(3) == 0:
		v = g.build.Conv(ir.OpSToF, ir.F32, 0, g.pick(ir.I32))
	case t == ir.F32:
		v = g.build.Bin(floatOps[g.random.IntN(len(floatOps))], x, y)
	case g.random.IntN(4) == 0:
		v = g.build.Select(g.condition(), x, y)
	case t == ir.I64 && g.random.IntN(3) == 0:
		v = g.build.Conv(ir.OpSExt, t, 0, g.pick(ir.I32))
	case t == ir.I32 && g.random.IntN(3) == 0:
		v = g.build.Conv(ir.OpTrunc, t, 0, g.pick(ir.I64))
	case t == ir.I32 && g.random.IntN(3) == 0:
		v = g.build.Conv(ir.OpZExt, t, 0, g.condition())
	default:
		v = g.build.Bin(intOps[g.random.IntN(len(intOps))], x, y)
	}
	g.values[t] = append(g.values[t], v)
}

func (g *generator) condition() ir.ValueID {
	t := []ir.Type{ir.I32, ir.I64, ir.I8}[g.random.IntN(3)]
	c := g.build.ICmp(ir.ICmpPred(g.random.IntN(10)), g.pick(t), g.pick(t))
	if g.random.IntN(3) == 0 {
		wide := g.build.Conv(ir.OpZExt, ir.I32, 0, c)
		c = g.build.ICmp(ir.ICmpPred(g.random.IntN(2)), wide, g.build.Const(ir.I32, 0))
	}
	return c
}

// access loads or stores somewhere in private memory; one of the allocas is also accessed at a varying place.
func (g *generator) access() {
	if len(g.memory) == 0 {
		return
	}
	which := g.random.IntN(len(g.memory))
	t := g.typ()
	ptr := g.build.PtrAddConst(g.memory[which], int64(g.random.IntN(2)*8))
	if which == 0 && g.random.IntN(2) == 0 {
		ptr = g.build.PtrAdd(ptr, g.build.Bin(ir.OpAnd, g.pick(ir.I64), g.build.Const(ir.I64, 7)))
		t = ir.I8
	} else if which == 1 && t == ir.I64 {
		t = ir.F32 // so that this one has pieces of one size, but for the bytes
	}
	if g.random.IntN(2) == 0 {
		g.build.Store(ptr, g.pick(t), ir.SpacePrivate, 1)
		return
	}
	g.values[t] = append(g.values[t], g.build.Load(t, ptr, ir.SpacePrivate, 1))
}

func (g *generator) copy() {
	if len(g.memory) == 0 {
		return
	}
	to, from := g.random.IntN(len(g.memory)), g.random.IntN(len(g.memory))
	if to == from {
		return
	}
	size := []uint64{16, 8, 12}[g.random.IntN(3)]
	in := ir.Instr{Op: ir.OpMemCopy, Imm: size, Align: 8, Space: ir.SpacePrivate, Kind: uint8(ir.SpacePrivate),
		Args: []ir.ValueID{g.memory[to], g.memory[from]}}
	if g.random.IntN(4) == 0 {
		in.Args[0], in.Space = g.build.Const(ir.Ptr, bufferAt+0x40), ir.SpaceGlobal
		if g.random.IntN(2) == 0 {
			in.Args[0], in.Args[1], in.Space, in.Kind = g.memory[to], in.Args[0], ir.SpacePrivate, uint8(ir.SpaceGlobal)
		}
	}
	g.build.Emit(in)
}

func (g *generator) output(v ir.ValueID) {
	if g.callee == nil {
		return // only the kernel writes, so that the helper is pure and has no memory
	}
	ptr := g.build.Const(ir.Ptr, bufferAt)
	offset := g.build.Bin(ir.OpAnd, g.pick(ir.I64), g.build.Const(ir.I64, 0x78))
	g.build.Store(g.build.PtrAdd(ptr, offset), v, ir.SpaceGlobal, 1)
}

// input reads the buffer again, or writes it at a fixed place, so that neighbouring accesses often overlap.
func (g *generator) input() {
	if g.callee == nil {
		return
	}
	t := g.typ()
	ptr := g.build.PtrAddConst(g.build.Const(ir.Ptr, bufferAt), int64(4*g.random.IntN(4)))
	if g.random.IntN(3) == 0 {
		g.build.Store(ptr, g.pick(t), ir.SpaceGlobal, 1)
		return
	}
	g.values[t] = append(g.values[t], g.build.Load(t, ptr, ir.SpaceGlobal, 1))
}

func (g *generator) fixedLoad() {
	t := g.typ()
	ptr, space := g.build.Emit(ir.Instr{Op: ir.OpArgBlock, Type: ir.Ptr}), ir.SpaceArgs
	if g.random.IntN(2) == 0 {
		ptr, space = g.build.Const(ir.Ptr, constAt), ir.SpaceConstant
	}
	ptr = g.build.PtrAdd(ptr, g.build.Bin(ir.OpAnd, g.pick(ir.I64), g.build.Const(ir.I64, 0x18)))
	g.values[t] = append(g.values[t], g.build.Load(t, ptr, space, 1))
}

// scope runs body and forgets the values made in it.
func (g *generator) scope(body func()) {
	saved := map[ir.Type][]ir.ValueID{}
	for t, list := range g.values {
		saved[t] = list[:len(list):len(list)]
	}
	body()
	g.values = saved
}

func (g *generator) branch() {
	cond := g.condition()
	t := g.typ()
	then, otherwise, join := g.build.NewBlock(), g.build.NewBlock(), g.build.NewBlock()
	merged := g.build.AddParam(join, t)
	if g.random.IntN(4) == 0 {
		v := g.build.Bin(ir.OpURem, g.pick(ir.I32), g.build.Const(ir.I32, 5))
		ways := []ir.Edge{{To: then}, {To: join, Args: []ir.ValueID{g.pick(t)}}}
		g.build.Switch(v, ir.Edge{To: otherwise}, []uint64{1, 3}, ways)
	} else {
		g.build.Branch(cond, ir.Edge{To: then}, ir.Edge{To: otherwise})
	}
	for _, b := range []ir.BlockID{then, otherwise} {
		g.scope(func() {
			g.build.SetBlock(b)
			g.statements(g.random.IntN(3))
			g.build.Jump(join, g.pick(t))
		})
	}
	g.build.SetBlock(join)
	g.values[t] = append(g.values[t], merged)
}

func (g *generator) loop() {
	t := g.typ()
	header, body, exit := g.build.NewBlock(), g.build.NewBlock(), g.build.NewBlock()
	i, carried, other := g.build.AddParam(header, ir.I32), g.build.AddParam(header, t), g.build.AddParam(header, t)
	g.build.Func.Blocks[header].Unroll = int32(max(0, g.random.IntN(8)-4))
	g.build.Jump(header, g.build.Const(ir.I32, 0), g.pick(t), g.pick(t))
	g.build.SetBlock(header)
	more := g.build.ICmp(ir.SLT, i, g.build.Const(ir.I32, uint64(g.random.IntN(4))))
	g.build.Branch(more, ir.Edge{To: body}, ir.Edge{To: exit})
	g.scope(func() {
		g.build.SetBlock(body)
		g.values[ir.I32] = append(g.values[ir.I32], i)
		g.values[t] = append(g.values[t], carried, other)
		g.statements(1 + g.random.IntN(3))
		next := g.build.Bin(ir.OpAdd, i, g.build.Const(ir.I32, 1))
		if g.random.IntN(3) == 0 { // a second way back
			rest := g.build.NewBlock()
			g.build.Branch(g.condition(), ir.Edge{To: header, Args: []ir.ValueID{next, g.pick(t), carried}},
				ir.Edge{To: rest})
			g.build.SetBlock(rest)
		}
		if g.random.IntN(4) == 0 { // a second way out
			rest := g.build.NewBlock()
			g.build.Branch(g.condition(), ir.Edge{To: exit}, ir.Edge{To: rest})
			g.build.SetBlock(rest)
		}
		if g.random.IntN(2) == 0 {
			g.build.Jump(header, next, other, carried)
			return
		}
		g.build.Jump(header, next, g.pick(t), g.pick(t))
	})
	g.build.SetBlock(exit)
	g.values[ir.I32] = append(g.values[ir.I32], i)
	g.values[t] = append(g.values[t], carried, other)
	op := ir.OpFSub
	if t.IsInt() {
		op = ir.OpSub
	}
	g.output(g.build.Bin(op, carried, other))
}

func (g *generator) call() {
	if g.callee == nil {
		return
	}
	out := g.build.Call(g.callee.ID, g.callee.Results, g.pick(ir.I32), g.pick(ir.F32))
	g.values[ir.F32] = append(g.values[ir.F32], out[0])
	g.values[ir.I32] = append(g.values[ir.I32], out[1])
}

func (g *generator) earlyReturn() {
	out, on := g.build.NewBlock(), g.build.NewBlock()
	g.build.Branch(g.condition(), ir.Edge{To: out}, ir.Edge{To: on})
	g.build.SetBlock(out)
	g.build.Return(g.pick(ir.F32), g.pick(ir.I32))
	g.build.SetBlock(on)
}
