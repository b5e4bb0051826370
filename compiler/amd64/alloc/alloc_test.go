package alloc

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
)

// code builds a function line by line.
type code struct{ asm.Func }

func (c *code) add(ins ...asm.Inst) { c.Insts = append(c.Insts, ins...) }

func (c *code) vectors(n int) []asm.Reg {
	rs := make([]asm.Reg, n)
	for i := range rs {
		rs[i] = c.NewReg(asm.Vector)
	}
	return rs
}

func (c *code) generals(n int) []asm.Reg {
	rs := make([]asm.Reg, n)
	for i := range rs {
		rs[i] = c.NewReg(asm.General)
	}
	return rs
}

// few are options with the given number of registers of each class.
func few(n int) Options {
	o := DefaultOptions(64)
	for c := range o.Registers {
		o.Registers[c] = o.Registers[c][:n]
	}
	return o
}

func (c *code) run(t *testing.T, o Options) Result {
	t.Helper()
	r, err := Run(&c.Func, o)
	require.NoError(t, err)
	return r
}

func (c *code) countOps(op asm.Op) int {
	n := 0
	for i := range c.Insts {
		if c.Insts[i].Op == op {
			n++
		}
	}
	return n
}

func label(l int32) asm.Inst             { return asm.Inst{Op: asm.Label, Label: l} }
func jne(l int32) asm.Inst               { return asm.Inst{Op: asm.Jcc, Cond: asm.CondNE, Label: l} }
func number(d asm.Reg, n int64) asm.Inst { return asm.Inst{Op: asm.Mov, Size: 8, Dst: d, Imm: n} }
func add(d, a, b asm.Reg) asm.Inst {
	return asm.Inst{Op: asm.Vpaddd, Len: asm.L512, Dst: d, A: a, B: b}
}
func moveV(d, b asm.Reg) asm.Inst          { return asm.Inst{Op: asm.MoveV, Dst: d, B: b} }
func moveG(d, b asm.Reg) asm.Inst          { return asm.Inst{Op: asm.MoveG, Dst: d, B: b} }
func subtract(d asm.Reg, n int64) asm.Inst { return asm.Inst{Op: asm.Sub, Size: 8, Dst: d, Imm: n} }

func load(d asm.Reg, disp int32) asm.Inst {
	return asm.Inst{Op: asm.Vmovups, Len: asm.L512, Dst: d, HasMem: true, Mem: asm.Mem{Base: asm.R15, Disp: disp}}
}

func store(r asm.Reg, disp int32) asm.Inst {
	return asm.Inst{Op: asm.Vmovups, Len: asm.L512, B: r, HasMem: true, Mem: asm.Mem{Base: asm.R15, Disp: disp}}
}

func suspend(c *code) asm.Inst {
	return asm.Inst{Op: asm.Suspend, Imm: abi.Suspended, Label: c.NewLabel()}
}

func TestLoopCarriedValueNeedsNoMove(t *testing.T) {
	c := &code{}
	v, n, top := c.vectors(3), c.NewReg(asm.General), c.NewLabel()
	sum, next, step := v[0], v[1], v[2]
	c.add(number(n, 10), load(sum, 0), load(step, 64), label(top), add(next, sum, step), moveV(sum, next),
		subtract(n, 1), jne(top), store(sum, 0))
	r := c.run(t, DefaultOptions(64))
	require.Equal(t, 1, r.Coalesced)
	require.Zero(t, c.countOps(asm.MoveV), c.String())
}

func TestMovesBetweenLiveRegistersStay(t *testing.T) {
	c := &code{}
	v, n, top := c.vectors(3), c.NewReg(asm.General), c.NewLabel()
	a, b, sum := v[0], v[1], v[2]
	c.add(number(n, 10), load(a, 0), load(b, 64), label(top), add(sum, a, b), moveV(a, b), moveV(b, sum), // Fibonacci
		subtract(n, 1), jne(top), store(a, 0))
	c.run(t, DefaultOptions(64))
	require.Equal(t, 2, c.countOps(asm.MoveV), c.String())
}

func TestMovesToNamedRegistersDisappear(t *testing.T) {
	c := &code{}
	g := c.generals(4)
	c.add(number(g[0], 1), number(g[1], 2), number(g[2], 3),
		moveG(asm.RAX, g[0]), moveG(asm.RDX, g[1]), asm.Inst{Op: asm.Div, Size: 8, B: g[2]}, moveG(g[3], asm.RAX),
		asm.Inst{Op: asm.Mov, Size: 8, HasMem: true, Mem: asm.Mem{Base: asm.R15}, B: g[3]})
	c.run(t, DefaultOptions(64))
	require.Zero(t, c.countOps(asm.MoveG), c.String())
}

func TestNamedRegistersAreLeftAlone(t *testing.T) {
	c := &code{}
	g := c.generals(2)
	c.add(number(g[0], 1), number(g[1], 2), moveG(asm.RCX, g[0]), asm.Inst{Op: asm.ShlCL, Size: 8, Dst: g[1]},
		asm.Inst{Op: asm.Mov, Size: 8, HasMem: true, Mem: asm.Mem{Base: g[0]}, B: g[1]})
	o := DefaultOptions(64)
	o.Registers[asm.General] = []asm.Reg{asm.RCX, asm.RBX, asm.RSI}
	c.run(t, o)
	for _, in := range c.Insts {
		require.False(t, in.Op == asm.ShlCL && in.Dst == asm.RCX, c.String())
	}
}

func TestHolesAreUsed(t *testing.T) {
	c := &code{}
	v := c.vectors(3)
	c.add(load(v[0], 0), load(v[1], 64), store(v[1], 0), store(v[0], 64), // v[1] ends before v[0] is defined anew
		load(v[2], 128), store(v[2], 128), load(v[0], 192), store(v[0], 192))
	r := c.run(t, few(2))
	require.Equal(t, [asm.ClassCount]int{}, r.Spilled)
	c = &code{}
	v = c.vectors(3)
	c.add(load(v[0], 0), load(v[1], 0), store(v[0], 0), load(v[2], 0), store(v[2], 0), load(v[0], 0),
		store(v[0], 0), store(v[1], 0))
	r = c.run(t, few(2))
	require.Equal(t, [asm.ClassCount]int{}, r.Spilled, c.String())
}

func TestConstantsAreMadeAgain(t *testing.T) {
	c := &code{}
	v := c.vectors(6)
	for i, r := range v[:5] {
		in := load(r, int32(64*i))
		in.Remat = i < 3
		c.add(in)
	}
	for range 2 {
		for _, r := range v[:5] {
			c.add(asm.Inst{Op: asm.Vpermd, Len: asm.L512, Dst: v[5], A: r, B: v[4]}, store(v[5], 0))
		}
	}
	r := c.run(t, few(3))
	require.Positive(t, r.Remade[asm.Vector])
	require.Zero(t, r.Spilled[asm.Vector], c.String())
	require.Zero(t, r.Stores)
	require.Equal(t, abi.FrameSpill, r.FrameBytes)
}

// TestManyConstantsAreMadeWhereTheyAreRead has three constants in two blocks; one of them may stay.
func TestManyConstantsAreMadeWhereTheyAreRead(t *testing.T) {
	f := &asm.Func{}
	var c [3]asm.Reg
	for i := range c {
		c[i] = f.NewReg(asm.General)
		f.Insts = append(f.Insts, asm.Inst{Op: asm.Mov, Size: 8, Dst: c[i], Imm: int64(i), Remat: true})
	}
	store := func(r asm.Reg) {
		f.Insts = append(f.Insts, asm.Inst{Op: asm.Mov, Size: 8, B: r, HasMem: true, Mem: asm.Mem{Base: asm.R15}})
	}
	store(c[0])
	store(c[1])
	store(c[1])
	f.Insts = append(f.Insts, asm.Inst{Op: asm.Label, Label: f.NewLabel()})
	store(c[0])
	store(c[2])
	few := *f
	localize(&few, 3, 1)
	require.Equal(t, f.Insts, few.Insts, "three are not too many")
	localize(f, 2, 1)
	var text []string
	for i := range f.Insts {
		text = append(text, f.Format(&f.Insts[i]))
	}
	require.Equal(t, []string{"mov g64, 0x0", "mov qword ptr [r15], g64", "mov g67, 0x1", "mov qword ptr [r15], g67",
		"mov qword ptr [r15], g67", "L0:", "mov qword ptr [r15], g64", "mov g68, 0x2", "mov qword ptr [r15], g68"},
		text)
}

func TestConstantsBecomeOperands(t *testing.T) {
	c := &code{}
	v := c.vectors(4)
	c.Consts = [][]byte{{1, 2, 3, 4}}
	spread := asm.Inst{Op: asm.Vbroadcastss, Len: asm.L512, Dst: v[0], HasMem: true, Mem: asm.Mem{Const: 1},
		Remat: true}
	c.add(spread, load(v[1], 0), load(v[2], 64), add(v[3], v[0], v[2]), store(v[3], 0), store(v[2], 0), store(v[1], 0))
	r := c.run(t, few(2))
	require.Equal(t, 1, r.Folds, c.String())
	require.Zero(t, r.Remakes)
	folded := slices.IndexFunc(c.Insts, func(in asm.Inst) bool {
		return in.Op == asm.Vpaddd && in.Broadcast && in.Mem.Const == 1
	})
	require.GreaterOrEqual(t, folded, 0, c.String())
}

func TestSpilledOperandsAreFolded(t *testing.T) {
	c := &code{}
	v := c.vectors(4)
	c.add(load(v[0], 0), load(v[1], 0), load(v[2], 0))
	for range 3 {
		c.add(add(v[1], v[1], v[2]), add(v[2], v[2], v[1]))
	}
	c.add(asm.Inst{Op: asm.Vpermd, Len: asm.L512, Dst: v[3], A: v[1], B: v[0]}, store(v[3], 0), store(v[2], 0))
	r := c.run(t, few(2))
	require.Equal(t, 1, r.Spilled[asm.Vector], c.String())
	require.Equal(t, 1, r.Folds, c.String())
	require.Zero(t, r.Loads, c.String())
	require.Equal(t, 1, r.Stores, c.String())
	require.Equal(t, abi.FrameSpill+64, r.FrameBytes)
}

func TestLoopCachesWhatItUses(t *testing.T) {
	c := &code{}
	v, n, top := c.vectors(5), c.NewReg(asm.General), c.NewLabel()
	c.add(load(v[0], 0), load(v[1], 64), load(v[2], 128)) // v[0]: used in the loop only; v[1], v[2]: before and after
	for range 4 {
		c.add(asm.Inst{Op: asm.Vpermd, Len: asm.L512, Dst: v[3], A: v[1], B: v[2]}, store(v[3], 0),
			asm.Inst{Op: asm.Vpermd, Len: asm.L512, Dst: v[3], A: v[2], B: v[1]}, store(v[3], 0))
	}
	c.add(number(n, 3), load(v[4], 0), label(top), asm.Inst{Op: asm.Vpermd, Len: asm.L512, Dst: v[4], A: v[0], B: v[4]},
		subtract(n, 1), jne(top), store(v[4], 0), store(v[0], 0), store(v[1], 0), store(v[2], 0))
	c.run(t, few(3))
	inside := false
	for _, in := range c.Insts {
		if in.Op == asm.Label {
			inside = true
		}
		require.False(t, inside && in.Mem.Base == asm.RBP && in.Dst != asm.NoReg, c.String())
		if in.Op == asm.Jcc {
			return
		}
	}
}

// TestRareStretchesSpill: if the registers do not suffice in a rare stretch, a register that only the stretch reads is
// spilled, not one that is read as often beside it.
func TestRareStretchesSpill(t *testing.T) {
	for _, isRare := range []bool{false, true} {
		c := &code{}
		v, from, to := c.vectors(6), c.NewLabel(), c.NewLabel()
		c.add(load(v[0], 0), load(v[1], 64), load(v[2], 128), jne(to), label(from), load(v[3], 192), load(v[4], 256),
			load(v[5], 320))
		for range 4 {
			for i := 3; i < 6; i++ {
				c.add(add(v[i], v[i], v[(i+1)%3+3]))
			}
		}
		c.add(store(v[3], 0), store(v[4], 64), store(v[5], 128), label(to))
		for range 2 {
			for i := range 3 {
				c.add(add(v[i], v[i], v[(i+1)%3]))
			}
		}
		c.add(store(v[0], 0), store(v[1], 64), store(v[2], 128))
		if isRare {
			c.Rare = append(c.Rare, asm.Stretch{From: from, To: to})
		}
		r := c.run(t, few(4))
		require.NotZero(t, r.Spilled[asm.Vector], c.String())
		require.Equal(t, isRare, r.Cost == 0, c.String())
	}
}

func TestSuspensionSavesWhatItMust(t *testing.T) {
	c := &code{}
	v := c.vectors(3)
	again := load(v[1], 64)
	again.Remat = true
	c.add(asm.Inst{Op: asm.Entry}, load(v[0], 0), again, add(v[2], v[0], v[1]), suspend(c), store(v[2], 0),
		suspend(c), suspend(c), add(v[0], v[0], v[1]), store(v[0], 0))
	r := c.run(t, DefaultOptions(64))
	require.Equal(t, 2, r.Stores, c.String()) // v[0] and v[2] once
	require.Equal(t, 2, r.Loads, c.String())
	require.Equal(t, 1, r.Remakes, c.String())
	require.Equal(t, abi.FrameSpill+128, r.FrameBytes)
}

func TestSuspensionInLoopSavesSums(t *testing.T) {
	c := &code{}
	v, n, top, inner := c.vectors(2), c.generals(2), c.NewLabel(), c.NewLabel()
	c.add(asm.Inst{Op: asm.Entry}, number(n[0], 5), load(v[0], 0),
		label(top), suspend(c), load(v[1], 64), number(n[1], 5),
		label(inner), add(v[0], v[0], v[1]), subtract(n[1], 1), jne(inner),
		suspend(c), subtract(n[0], 1), jne(top), store(v[0], 0))
	c.run(t, DefaultOptions(64))
	from := slices.IndexFunc(c.Insts, func(in asm.Inst) bool { return in.Op == asm.Label && in.Label == inner })
	to := slices.IndexFunc(c.Insts, func(in asm.Inst) bool { return in.Op == asm.Jcc && in.Label == inner })
	require.Equal(t, 3, to-from, c.String()) // nothing was inserted in the inner loop
}

func TestTooFewRegistersIsAnError(t *testing.T) {
	c := &code{}
	g := c.generals(3)
	c.add(number(g[0], 1), number(g[1], 2), number(g[2], 3),
		asm.Inst{Op: asm.Mov, Size: 8, HasMem: true, Mem: asm.Mem{Base: g[0], Index: g[1], Scale: 1}, B: g[2]})
	_, err := Run(&c.Func, few(2))
	require.ErrorContains(t, err, "needs more registers")
}

func TestMissingLabelIsAnError(t *testing.T) {
	c := &code{}
	c.add(jne(c.NewLabel()))
	_, err := Run(&c.Func, DefaultOptions(64))
	require.ErrorContains(t, err, "label 0")
}

func TestEmptyFunction(t *testing.T) {
	c := &code{}
	require.Equal(t, abi.FrameSpill, c.run(t, DefaultOptions(32)).FrameBytes)
}

func TestSameResultEachTime(t *testing.T) {
	for seed := uint64(1); seed < 40; seed++ {
		f, o := randomProgram(seed)
		g, _ := randomProgram(seed)
		_, err := Run(f, o)
		require.NoError(t, err)
		_, err = Run(g, o)
		require.NoError(t, err)
		require.Equal(t, f.Insts, g.Insts)
	}
}

// TestUndefInsideAJoinedRange: the variables of an outer and an inner loop are coalesced, so that the Undef of the
// inner one must not end the range.
func TestUndefInsideAJoinedRange(t *testing.T) {
	c := &code{}
	v, n, top, middle := c.vectors(3), c.generals(2), c.NewLabel(), c.NewLabel()
	outer, inner := v[0], v[1]
	c.add(asm.Inst{Op: asm.Entry}, number(n[0], 3), load(outer, 0), label(top), suspend(c), load(v[2], 64),
		store(v[2], 64), suspend(c), asm.Inst{Op: asm.Undef, Dst: inner}, moveV(inner, outer), number(n[1], 3),
		load(v[2], 128),
		label(middle), add(inner, inner, v[2]), subtract(n[1], 1), jne(middle), moveV(outer, inner),
		subtract(n[0], 1), jne(top), store(outer, 0))
	before := newMachine(&c.Func, 0, 1)
	before.run()
	r := c.run(t, DefaultOptions(64))
	require.Zero(t, c.countOps(asm.MoveV), c.String())
	after := newMachine(&c.Func, r.FrameBytes, 1)
	after.run()
	require.Equal(t, before.trace, after.trace, c.String())
}

// TestJoinOfRanges compares unions and intersections of random ranges with sets of positions, in long chains as
// variables of long kernels have.
func TestJoinOfRanges(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	a := &allocator{}
	build := func(set map[int32]bool, low, high, share int) extent {
		base := len(a.spans)
		for p := low; p < high; p++ {
			if r.IntN(share) == 0 {
				set[int32(p)] = true
				a.addPositions(base, int32(p), int32(p)+1)
			}
		}
		return a.extentSince(base)
	}
	for range 200 {
		all := map[int32]bool{}
		whole := build(all, 0, r.IntN(2000), 1+r.IntN(300))
		other := map[int32]bool{}
		bystander := build(other, 0, 5000, 7)
		for range 20 {
			at, set := r.IntN(5000), map[int32]bool{}
			piece := build(set, at, at+1+r.IntN(400), 1+r.IntN(200))
			isMet := false
			for p := range set {
				isMet = isMet || all[p]
			}
			require.Equal(t, isMet, a.meet(whole, piece))
			require.Equal(t, isMet, a.meet(piece, whole))
			for p := range set {
				all[p] = true
			}
			whole = a.join(whole, piece)
			require.Equal(t, len(all), a.size(whole))
			for p := range all {
				require.True(t, a.holds(whole, p))
			}
		}
		require.Equal(t, len(other), a.size(bystander), "others are left alone")
	}
}
