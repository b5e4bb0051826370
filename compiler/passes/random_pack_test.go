package passes

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"heddle/compiler/ir"
)

// TestRandomPacks runs random programs on groups of bytes and halves as they are and packed. Most groups do the same to
// all their elements, some do not.
func TestRandomPacks(t *testing.T) {
	packed, narrowed := 0, 0
	for s := *seed; s < *seed+uint64(5**rounds); s++ {
		plain := randomPackModule(s)
		if err := ir.Verify(plain); err != nil {
			t.Fatalf("seed %d: the program itself is wrong: %v", s, err)
		}
		want := runKernel(plain, plain.Funcs[0])
		better := randomPackModule(s)
		if s%2 == 0 {
			Optimize(better, Options{Verify: true})
		} else if err := RunFunc(better, better.Funcs[0], "narrow"); err != nil {
			t.Fatal(err)
		} else {
			if ir.Print(better) != ir.Print(plain) {
				narrowed++
			}
			if err := RunFunc(better, better.Funcs[0], "pack"); err != nil {
				t.Fatal(err)
			}
		}
		if got := runKernel(better, better.Funcs[0]); !bytes.Equal(got, want) {
			t.Fatalf("seed %d: the packed program leaves other memory\n%s\n\n%s", s, ir.Print(plain), ir.Print(better))
		}
		for i := range better.Funcs[0].Instrs {
			if better.Funcs[0].Instrs[i].Op == ir.OpPacked {
				packed++
				break
			}
		}
	}
	if packed < *rounds {
		t.Errorf("only %d programs had something to pack", packed)
	}
	if narrowed < *rounds/2 {
		t.Errorf("only %d programs had something to narrow", narrowed)
	}
}

// packGenerator writes a kernel on groups of four values of a type.
type packGenerator struct {
	random *rand.Rand
	build  *ir.Builder
	groups map[ir.Type][][4]ir.ValueID
	row    ir.ValueID // the work-item's own memory
	args   ir.ValueID
	depth  int
}

func randomPackModule(seed uint64) *ir.Module {
	m := &ir.Module{}
	kernel := m.NewFunc("k")
	kernel.Kernel = true
	g := &packGenerator{random: rand.New(rand.NewPCG(seed, 11)), build: ir.NewBuilder(kernel),
		groups: map[ir.Type][][4]ir.ValueID{}}
	id := g.build.WorkItem(ir.OpGlobalID, 0)
	offset := g.build.Bin(ir.OpMul, id, g.build.Const(ir.I64, 64))
	g.row = g.build.PtrAdd(g.build.Const(ir.Ptr, bufferAt), offset)
	g.args = g.build.Emit(ir.Instr{Op: ir.OpArgBlock, Type: ir.Ptr})
	for range 3 {
		g.load(ir.I8)
		g.load(ir.I16)
	}
	for range 4 + g.random.IntN(14) {
		g.statement()
	}
	for range 1 + g.random.IntN(3) {
		g.store(g.typ())
	}
	g.build.Return()
	return m
}

func (g *packGenerator) typ() ir.Type { return []ir.Type{ir.I8, ir.I8, ir.I16}[g.random.IntN(3)] }

func (g *packGenerator) pick(t ir.Type) [4]ir.ValueID {
	list := g.groups[t]
	return list[max(g.random.IntN(len(list)), g.random.IntN(len(list)))]
}

func (g *packGenerator) add(t ir.Type, group [4]ir.ValueID) { g.groups[t] = append(g.groups[t], group) }

// place is an address in the work-item's memory.
func (g *packGenerator) place(offset int) ir.ValueID {
	return g.build.PtrAddConst(g.row, int64(offset))
}

// load reads four values side by side, in one order or another.
func (g *packGenerator) load(t ir.Type) {
	at, size := g.random.IntN(40), int(t.Bytes())
	order := []int{0, 1, 2, 3}
	switch g.random.IntN(5) {
	case 0:
		order = g.random.Perm(4)
	case 1:
		order[g.random.IntN(4)] = g.random.IntN(6)
	}
	var group [4]ir.ValueID
	for i := range group {
		offset, align := at+size*order[i], uint8(1)
		if offset%4 == 0 {
			align = 4
		}
		group[i] = g.build.Load(t, g.place(offset), ir.SpaceGlobal, align)
	}
	g.add(t, group)
}

func (g *packGenerator) store(t ir.Type) {
	at, size, group := g.random.IntN(40), int(t.Bytes()), g.pick(t)
	for i, v := range group {
		if g.random.IntN(30) == 0 {
			v = g.pick(t)[i]
		}
		g.build.Store(g.place(at+size*i), v, ir.SpaceGlobal, 1)
	}
}

func (g *packGenerator) statement() {
	g.depth++
	defer func() { g.depth-- }()
	t := g.typ()
	switch n := g.random.IntN(22); {
	case n < 7:
		g.operation(t)
	case n >= 20:
		g.widen(t)
	case n < 8:
		g.load(t)
	case n < 10:
		g.store(t)
	case n < 11:
		g.constants(t)
	case n < 12:
		g.splat(t)
	case n < 14:
		g.convert()
	case n < 16:
		g.choose(t)
	case n < 17:
		g.mix(t)
	case n < 18:
		g.single(t)
	case g.depth < 3:
		g.loop(t)
	}
}

var packedOps = []ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpShl, ir.OpLShr, ir.OpAShr,
	ir.OpRotl, ir.OpMulHiU,
	ir.OpMulHiS, ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax, ir.OpAddSatS, ir.OpAddSatU, ir.OpSubSatS, ir.OpSubSatU,
	ir.OpUDiv, ir.OpURem}

// operation does the same to all elements, now and then with operands exchanged or another operation.
func (g *packGenerator) operation(t ir.Type) {
	op, x, y := packedOps[g.random.IntN(len(packedOps))], g.pick(t), g.pick(t)
	if op == ir.OpUDiv || op >= ir.OpShl && op <= ir.OpRotl && g.random.IntN(4) > 0 {
		c := g.build.Const(t, g.random.Uint64()&t.Mask())
		y = [4]ir.ValueID{c, c, c, c}
	}
	isMean := g.random.IntN(8) == 0
	var group [4]ir.ValueID
	for i := range group {
		a, b, own := x[i], y[i], op
		switch g.random.IntN(24) {
		case 0:
			own = packedOps[g.random.IntN(len(packedOps))]
		case 1:
			a, b = b, a
		case 2:
			if i > 0 { // the elements wait for each other
				b = group[i-1]
			}
		case 3:
			if i > 0 { // one is wanted before all are there
				g.useNow(group[i-1])
			}
		}
		if isMean {
			half := g.build.Bin(ir.OpLShr, g.build.Bin(ir.OpXor, a, b), g.build.Const(t, 1))
			group[i] = g.build.Bin(ir.OpSub, g.build.Bin(ir.OpOr, a, b), half)
			continue
		}
		group[i] = g.build.Bin(own, a, b)
	}
	g.add(t, group)
}

var wideOps = []ir.Op{ir.OpAdd, ir.OpAdd, ir.OpAdd, ir.OpSub, ir.OpSub, ir.OpMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpShl,
	ir.OpLShr, ir.OpAShr, ir.OpSMin, ir.OpSMax, ir.OpUMin, ir.OpUMax, ir.OpSDiv, ir.OpUDiv, ir.OpSelect}

// widen computes in 32 bits, as C does with what is smaller, and truncates the results, mostly clamped.
func (g *packGenerator) widen(t ir.Type) {
	var groups [][4]ir.ValueID
	for range 2 + g.random.IntN(3) {
		small := g.typ()
		op := []ir.Op{ir.OpZExt, ir.OpZExt, ir.OpSExt}[g.random.IntN(3)]
		group := g.pick(small)
		if g.random.IntN(6) == 0 {
			c := g.build.Const(ir.I32, uint64(g.random.IntN(600)-200)&ir.I32.Mask())
			groups = append(groups, [4]ir.ValueID{c, c, c, c})
			continue
		}
		for i, v := range group {
			group[i] = g.build.Conv(op, ir.I32, 0, v)
		}
		groups = append(groups, group)
	}
	for range 1 + g.random.IntN(5) {
		pick := func() [4]ir.ValueID { return groups[max(g.random.IntN(len(groups)), g.random.IntN(len(groups)))] }
		groups = append(groups, g.wide(wideOps[g.random.IntN(len(wideOps))], pick(), pick(), pick(), pick()))
	}
	last := groups[len(groups)-1]
	if g.random.IntN(3) > 0 {
		last = g.clamp(t, last)
	}
	for i, v := range last {
		last[i] = g.build.Conv(ir.OpTrunc, t, 0, v)
	}
	g.add(t, last)
}

// wide is one operation of 32 bits.
func (g *packGenerator) wide(op ir.Op, x, y, z, w [4]ir.ValueID) (group [4]ir.ValueID) {
	c := g.build.Const(ir.I32, uint64(1+g.random.IntN(9)))
	pred := ir.ICmpPred(g.random.IntN(int(ir.UGE) + 1))
	isDifference := g.random.IntN(3) == 0
	for i := range group {
		switch {
		case op == ir.OpSelect:
			group[i] = g.build.Select(g.build.ICmp(pred, x[i], y[i]), z[i], w[i])
		case op == ir.OpSub && isDifference:
			group[i] = g.build.Bin(op, g.build.Bin(ir.OpSMax, x[i], y[i]), g.build.Bin(ir.OpSMin, x[i], y[i]))
		case op == ir.OpSMax && isDifference:
			group[i] = g.build.Bin(op, x[i], g.build.Bin(ir.OpSub, g.build.Const(ir.I32, 0), x[i]))
		case op >= ir.OpShl && op <= ir.OpAShr || op == ir.OpSDiv || op == ir.OpUDiv:
			group[i] = g.build.Bin(op, x[i], c)
		default:
			group[i] = g.build.Bin(op, x[i], y[i])
		}
	}
	return group
}

// clamp bounds values, mostly by the smallest and largest of a type.
func (g *packGenerator) clamp(t ir.Type, x [4]ir.ValueID) (group [4]ir.ValueID) {
	low, high := int64(0), int64(t.Mask())
	if g.random.IntN(3) == 0 {
		low, high = -int64(t.Mask()>>1)-1, int64(t.Mask()>>1)
	}
	if g.random.IntN(6) == 0 {
		low += int64(g.random.IntN(5) - 2)
		high += int64(g.random.IntN(5) - 2)
	}
	kind := g.random.IntN(8)
	for i, v := range x {
		if kind > 0 && kind != 3 {
			v = g.build.Bin(ir.OpSMax, v, g.build.Const(ir.I32, uint64(low)&ir.I32.Mask()))
		}
		if kind == 1 {
			v = g.build.Bin(ir.OpUMin, v, g.build.Const(ir.I32, uint64(high)&ir.I32.Mask()))
		} else if kind != 2 {
			v = g.build.Bin(ir.OpSMin, v, g.build.Const(ir.I32, uint64(high)&ir.I32.Mask()))
		}
		group[i] = v
	}
	return group
}

// useNow stores something that is computed from one value.
func (g *packGenerator) useNow(v ir.ValueID) {
	wide := g.build.Bin(ir.OpMul, g.build.Conv(ir.OpSExt, ir.I32, 0, v), g.build.Const(ir.I32, 77))
	g.build.Store(g.place(g.random.IntN(48)), wide, ir.SpaceGlobal, 1)
}

func (g *packGenerator) constants(t ir.Type) {
	var group [4]ir.ValueID
	for i := range group {
		group[i] = g.build.Const(t, g.random.Uint64()&t.Mask())
	}
	g.add(t, group)
}

// splat takes one value four times: of a group, or an argument.
func (g *packGenerator) splat(t ir.Type) {
	v := g.pick(t)[g.random.IntN(4)]
	if g.random.IntN(2) == 0 {
		v = g.build.Load(t, g.build.PtrAddConst(g.args, int64(8*g.random.IntN(4))), ir.SpaceArgs, 8)
	}
	g.add(t, [4]ir.ValueID{v, v, v, v})
}

func (g *packGenerator) convert() {
	from, to, op := ir.I8, ir.I16, []ir.Op{ir.OpZExt, ir.OpSExt}[g.random.IntN(2)]
	if g.random.IntN(2) == 0 {
		from, to, op = ir.I16, ir.I8, ir.OpTrunc
	}
	group := g.pick(from)
	for i, v := range group {
		group[i] = g.build.Conv(op, to, 0, v)
	}
	g.add(to, group)
}

// choose compares groups, and chooses by that or extends it.
func (g *packGenerator) choose(t ir.Type) {
	compared := t
	if g.random.IntN(4) == 0 {
		compared = g.typ()
	}
	x, y, a, b := g.pick(compared), g.pick(compared), g.pick(t), g.pick(t)
	pred, how, isOne := ir.ICmpPred(g.random.IntN(10)), g.random.IntN(6), g.random.IntN(6) == 0
	var group, conditions [4]ir.ValueID
	for i := range group {
		conditions[i] = g.build.ICmp(pred, x[i], y[i])
		if how == 0 {
			conditions[i] = g.build.Bin(ir.OpXor, conditions[i], g.build.ICmp(ir.ULT, a[i], b[i]))
		}
	}
	for i, c := range conditions {
		if isOne {
			c = conditions[0]
		}
		switch how {
		case 1:
			group[i] = g.build.Conv(ir.OpSExt, t, 0, c)
		case 2:
			group[i] = g.build.Conv(ir.OpZExt, t, 0, c)
		default:
			group[i] = g.build.Select(c, a[i], b[i])
		}
	}
	g.add(t, group)
}

// mix takes the elements of two groups.
func (g *packGenerator) mix(t ir.Type) {
	x, y := g.pick(t), g.pick(t)
	for i := range x {
		switch g.random.IntN(4) {
		case 0:
			x[i] = y[i]
		case 1:
			x[i] = x[g.random.IntN(4)]
		}
	}
	g.add(t, x)
}

// single uses one element by itself: as a number to store, or to find a place.
func (g *packGenerator) single(t ir.Type) {
	v := g.pick(t)[g.random.IntN(4)]
	if g.random.IntN(2) == 0 {
		g.build.Store(g.place(g.random.IntN(48)), g.build.Conv(ir.OpZExt, ir.I32, 0, v), ir.SpaceGlobal, 1)
		return
	}
	wide := g.build.Bin(ir.OpAnd, g.build.Conv(ir.OpZExt, ir.I64, 0, v), g.build.Const(ir.I64, 31))
	at := g.build.PtrAdd(g.row, wide)
	var group [4]ir.ValueID
	for i := range group {
		group[i] = g.build.Load(t, g.build.PtrAddConst(at, int64(i)*int64(t.Bytes())), ir.SpaceGlobal, 1)
	}
	g.add(t, group)
}

// loop takes two groups along, some rounds that an argument tells.
func (g *packGenerator) loop(t ir.Type) {
	count := g.build.Bin(ir.OpAnd, g.build.Load(ir.I32, g.build.PtrAddConst(g.args, 8), ir.SpaceArgs, 8),
		g.build.Const(ir.I32, 3))
	header, body, exit := g.build.NewBlock(), g.build.NewBlock(), g.build.NewBlock()
	i := g.build.AddParam(header, ir.I32)
	start := []ir.ValueID{g.build.Const(ir.I32, 0)}
	var carried [2][4]ir.ValueID
	for k := range carried {
		x := g.pick(t)
		start = append(start, x[:]...)
		for lane := range carried[k] {
			carried[k][lane] = g.build.AddParam(header, t)
		}
	}
	g.build.Jump(header, start...)
	g.build.SetBlock(header)
	g.build.Branch(g.build.ICmp(ir.ULT, i, count), ir.Edge{To: body}, ir.Edge{To: exit})
	saved := map[ir.Type][][4]ir.ValueID{}
	for t, list := range g.groups {
		saved[t] = list[:len(list):len(list)]
	}
	g.build.SetBlock(body)
	g.add(t, carried[0])
	g.add(t, carried[1])
	for range 1 + g.random.IntN(4) {
		g.statement()
	}
	x, y := g.pick(t), carried[0]
	next := append([]ir.ValueID{g.build.Bin(ir.OpAdd, i, g.build.Const(ir.I32, 1))}, x[:]...)
	g.build.Jump(header, append(next, y[:]...)...)
	g.build.SetBlock(exit)
	g.groups = saved
	g.add(t, carried[0])
	g.add(t, carried[1])
}
