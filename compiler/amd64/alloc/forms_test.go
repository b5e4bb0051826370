package alloc

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"heddle/compiler/amd64/asm"
)

func three(op asm.Op, d, a, b asm.Reg) asm.Inst {
	return asm.Inst{Op: op, Len: asm.L512, Dst: d, A: a, B: b}
}

// TestSumsTakeTheFormThatAdds: the code generator writes a*b+sum as a move of a and the form that overwrites a factor.
func TestSumsTakeTheFormThatAdds(t *testing.T) {
	c := &code{}
	v, n, top := c.vectors(5), c.NewReg(asm.General), c.NewLabel()
	a, b, sum, x, y := v[0], v[1], v[2], v[3], v[4]
	c.add(number(n, 10), load(a, 0), load(b, 64), load(sum, 128), label(top),
		moveV(x, a), three(asm.Vfmadd213ps, x, b, sum), // a chain of two sums
		moveV(y, b), three(asm.Vfmadd213ps, y, b, x),
		moveV(sum, y), subtract(n, 1), jne(top), store(sum, 0))
	c.run(t, DefaultOptions(64))
	require.Zero(t, c.countOps(asm.MoveV), c.String())
	require.Equal(t, 2, c.countOps(asm.Vfmadd231ps), c.String())
}

func TestFormsKeepTheMoveWhenAllIsNeeded(t *testing.T) {
	c := &code{}
	v := c.vectors(4)
	c.add(load(v[0], 0), load(v[1], 64), load(v[2], 128), moveV(v[3], v[0]), three(asm.Vfmadd213ps, v[3], v[1], v[2]),
		store(v[0], 0), store(v[1], 0), store(v[2], 0), store(v[3], 0))
	c.run(t, DefaultOptions(64))
	require.Equal(t, 1, c.countOps(asm.MoveV))
	require.Equal(t, 1, c.countOps(asm.Vfmadd213ps))
}

// TestEveryForm lets each operand in turn be the one that is not needed afterwards.
func TestEveryForm(t *testing.T) {
	for _, op := range []asm.Op{asm.Vfmadd132ps, asm.Vfmsub213pd, asm.Vfnmadd231ss, asm.Vfnmsub132sd, asm.Vpternlogd,
		asm.Vpermi2d, asm.Vpermt2ps} {
		for dies := range 3 {
			c := &code{}
			v := c.vectors(4)
			move := three(op, v[3], v[1], v[2])
			move.Imm = 0xca
			c.add(load(v[0], 0), load(v[1], 64), load(v[2], 128), moveV(v[3], v[0]), move)
			for i := range 3 {
				if i != dies {
					c.add(store(v[i], int32(64*i)))
				}
			}
			c.add(store(v[3], 0))
			before := newMachine(&c.Func, 0, 1)
			before.run()
			after := c.Func
			after.Insts = slices.Clone(c.Insts)
			_, err := Run(&after, DefaultOptions(64))
			require.NoError(t, err)
			done := newMachine(&after, 1024, 1)
			done.run()
			require.Equal(t, before.trace, done.trace, "%v", &after)
			moved := slices.ContainsFunc(after.Insts, func(in asm.Inst) bool { return in.Op == asm.MoveV })
			require.Equal(t, isPermutation(op) && dies == 2, moved, "%v", &after)
		}
	}
}

func TestNextValueSinksToItsMove(t *testing.T) {
	c := &code{}
	v, n, top := c.vectors(3), c.NewReg(asm.General), c.NewLabel()
	x, step, next := v[0], v[1], v[2]
	c.add(number(n, 10), load(x, 0), load(step, 64), label(top), add(next, step, step), store(x, 0), moveV(x, next),
		subtract(n, 1), jne(top), store(x, 0))
	c.run(t, DefaultOptions(64))
	require.Zero(t, c.countOps(asm.MoveV), c.String())
}

func TestLoadsDoNotSink(t *testing.T) {
	c := &code{}
	v, n, top := c.vectors(2), c.NewReg(asm.General), c.NewLabel()
	c.add(number(n, 10), load(v[0], 0), label(top), load(v[1], 64), store(v[0], 64), moveV(v[0], v[1]), subtract(n, 1),
		jne(top), store(v[0], 0))
	c.run(t, DefaultOptions(64))
	require.Equal(t, 1, c.countOps(asm.MoveV), c.String())
}

// TestShiftOfVariables: h = g, g = f, ... by way of copies, like a parallel copy that was written naively.
func TestShiftOfVariables(t *testing.T) {
	c := &code{}
	v, n, top := c.vectors(9), c.NewReg(asm.General), c.NewLabel()
	c.add(number(n, 10))
	for i := range 4 {
		c.add(load(v[i], int32(64*i)))
	}
	c.add(label(top), add(v[4], v[0], v[3]))
	for i := range 3 {
		c.add(moveV(v[5+i], v[i]))
	}
	c.add(moveV(v[0], v[4]))
	for i := range 3 {
		c.add(moveV(v[1+i], v[5+i]))
	}
	c.add(subtract(n, 1), jne(top), store(v[3], 0))
	c.run(t, DefaultOptions(64))
	require.Equal(t, 4, c.countOps(asm.MoveV), c.String())
}

func TestSwapInARunOfMoves(t *testing.T) {
	c := &code{}
	v := c.vectors(5)
	c.add(load(v[0], 0), load(v[1], 64), moveV(v[2], v[0]), moveV(v[3], v[1]), moveV(v[4], v[3]), moveV(v[0], v[4]),
		moveV(v[1], v[2]), store(v[0], 0), store(v[1], 0))
	before := newMachine(&c.Func, 0, 1)
	before.run()
	r := c.run(t, DefaultOptions(64))
	after := newMachine(&c.Func, r.FrameBytes, 1)
	after.run()
	require.Equal(t, before.trace, after.trace)
	require.LessOrEqual(t, c.countOps(asm.MoveV), 3, c.String())
}

func TestConstantsFillAVectorOnAVX2(t *testing.T) {
	c := &code{}
	c.ISA = asm.AVX2
	v := c.vectors(4)
	c.Consts = [][]byte{{1, 2, 3, 4}}
	in := func(d, a, b asm.Reg) asm.Inst { return asm.Inst{Op: asm.Vmulps, Len: asm.L256, Dst: d, A: a, B: b} }
	c.add(asm.Inst{Op: asm.Vbroadcastss, Len: asm.L256, Dst: v[0], HasMem: true, Mem: asm.Mem{Const: 1}, Remat: true},
		load(v[1], 0), load(v[2], 64), in(v[3], v[0], v[2]), store(v[3], 0), store(v[2], 0), store(v[1], 0))
	o := DefaultOptions(32)
	o.Registers[asm.Vector] = o.Registers[asm.Vector][:2]
	for i := range c.Insts {
		c.Insts[i].Len = asm.L256
	}
	r := c.run(t, o)
	require.Equal(t, 1, r.Folds, c.String())
	require.Len(t, c.Consts, 2)
	require.Len(t, c.Consts[1], 32)
}
