//go:build cgo

package vec

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"heddle/cbridge/code"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/alloc"
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// mnemonics are the operations of a function without moves, after fusing.
func mnemonics(v *Writer) string {
	v.Fn.Insts = append(v.Entry, v.Fn.Insts...)
	v.Fuse()
	var names []string
	for _, in := range v.Fn.Insts {
		if in.Op != asm.Use && in.Op != asm.MoveV && !in.Remat {
			names = append(names, in.Op.String())
		}
	}
	return strings.Join(names, " ")
}

// TestFuseExpressions has expressions with their fused code, and cases that must stay.
func TestFuseExpressions(t *testing.T) {
	tests := []struct {
		name  string
		write func(v *Writer, x [4]asm.Reg, k [2]asm.Reg) asm.Reg
		want  string
	}{
		{"choice", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			return v.Xor(x[0], v.And(x[1], v.Xor(x[0], x[2])))
		}, "vpternlogd"},
		{"not or", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			return v.Xor(v.Or(x[0], x[1]), v.Const32(^uint32(0)))
		}, "vpternlogd"},
		{"four leaves", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			return v.Xor(v.Xor(x[0], x[1]), v.Xor(x[2], x[3]))
		}, "vpxord vpternlogd"},
		{"a part that is read twice stays", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			part := v.Xor(x[0], x[1])
			return v.Add(ir.I32, v.And(part, x[2]), part)
		}, "vpxord vpandd vpaddd"},
		{"majorities that share products", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			products := [...]asm.Reg{v.And(x[0], x[1]), v.And(x[1], x[2]), v.And(x[2], x[3])}
			first := v.Xor(v.Xor(products[1], v.And(x[2], x[0])), products[0])
			second := v.Xor(v.Xor(products[2], v.And(x[3], x[1])), products[1])
			return v.Add(ir.I32, v.Add(ir.I32, first, second), products[2])
		}, "vpandd vpternlogd vpternlogd vpaddd vpaddd"},
		{"comparison under a mask", func(v *Writer, x [4]asm.Reg, k [2]asm.Reg) asm.Reg {
			return v.extendMask(ir.I32, v.maskAnd(v.compareFloat(ir.OLT, ir.F32, x[0], x[1]), k[0]), x[2])[0]
		}, "vcmpps vmovdqa32"},
		{"opposite comparison under a mask", func(v *Writer, x [4]asm.Reg, k [2]asm.Reg) asm.Reg {
			return v.extendMask(ir.I32, v.maskAndNot(v.CompareInt(ir.EQ, ir.I32, x[0], x[1]), k[0]), x[2])[0]
		}, "vpcmpd vmovdqa32"},
		{"masked away comparison is opposite", func(v *Writer, x [4]asm.Reg, k [2]asm.Reg) asm.Reg {
			return v.extendMask(ir.I32, v.maskAndNot(k[0], v.maskNot(v.CompareInt(ir.EQ, ir.I32, x[0], x[1]))), x[2])[0]
		}, "vpcmpd kandnw vmovdqa32"},
		{"three comparisons under a mask", func(v *Writer, x [4]asm.Reg, k [2]asm.Reg) asm.Reg {
			both := v.maskAnd(v.CompareInt(ir.SLT, ir.I32, x[0], x[1]), v.CompareInt(ir.SLT, ir.I32, x[1], x[2]))
			all := v.maskAnd(both, v.CompareInt(ir.SLT, ir.I32, x[2], x[3]))
			return v.extendMask(ir.I32, v.maskAnd(k[0], all), x[2])[0]
		}, "vpcmpd vpcmpd vpcmpd vmovdqa32"},
		{"negated comparison", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			return v.extendMask(ir.I32, v.maskNot(v.CompareInt(ir.SLT, ir.I32, x[0], x[1])), x[2])[0]
		}, "vpcmpd vmovdqa32"},
		{"negated comparison under a mask stays", func(v *Writer, x [4]asm.Reg, k [2]asm.Reg) asm.Reg {
			return v.extendMask(ir.I32, v.maskNot(v.maskAnd(k[0], v.CompareInt(ir.SLT, ir.I32, x[0], x[1]))), x[2])[0]
		}, "vpcmpd knotw vmovdqa32"},
		{"no positive normal number", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			moved := v.Add(ir.I32, x[0], v.Const32(normalsToBottom))
			return v.extendMask(ir.I32, v.maskNot(v.CompareInt(ir.SLT, ir.I32, moved, v.Const32(aboveNormals))),
				x[2])[0]
		}, "vfpclassps vmovdqa32"},
		{"another limit stays", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			moved := v.Add(ir.I32, x[0], v.Const32(normalsToBottom))
			return v.extendMask(ir.I32, v.CompareInt(ir.SGE, ir.I32, moved, v.Const32(aboveNormals+1)), x[2])[0]
		}, "vpaddd vpcmpd vmovdqa32"},
		{"a normal number stays", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			moved := v.Add(ir.I32, x[0], v.Const32(normalsToBottom))
			return v.extendMask(ir.I32, v.CompareInt(ir.SLT, ir.I32, moved, v.Const32(aboveNormals)), x[2])[0]
		}, "vpaddd vpcmpd vmovdqa32"},
		{"smaller one", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			return v.Choose(ir.F32, v.compareFloat(ir.OLT, ir.F32, x[0], x[1]), x[0], x[1])
		}, "vminps"},
		{"larger one of doubles", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			less := compareFloats(v, Operation{Kind: uint8(ir.OLT), From: ir.F64}, [3][]asm.Reg{x[:2], x[2:]})
			r := selectValue(v, Operation{Type: ir.F64}, [3][]asm.Reg{less, x[2:], x[:2]})
			return v.Add(ir.I64, r[0], r[1])
		}, "vmaxpd vmaxpd vpaddq"},
		{"smaller or equal stays", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			return v.Choose(ir.F32, v.compareFloat(ir.OLE, ir.F32, x[0], x[1]), x[0], x[1])
		}, "vcmpps vpblendmd"},
		{"blend", func(v *Writer, x [4]asm.Reg, k [2]asm.Reg) asm.Reg {
			return v.Choose(ir.F32, k[0], v.Do(ir.OpFAdd, ir.F32, x[0], x[1]), x[2])
		}, "vaddps"},
		{"upper word subtracted", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			return v.Sub(ir.I32, x[0], v.upperWord(x[1], 16, 15))
		}, "vpdpwssd"},
		{"upper word added", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			return v.Add(ir.I32, v.upperWord(x[1], 16, 14), x[0])
		}, "vpdpwssd"},
		{"upper word too large stays", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			return v.Add(ir.I32, v.upperWord(x[1], 16, 15), x[0])
		}, "vpsrad vpslld vpaddd"},
		{"upper word less something stays", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			return v.Sub(ir.I32, v.upperWord(x[1], 16, 4), x[0])
		}, "vpsrad vpslld vpsubd"},
		{"other bits than the upper word stay", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			return v.Sub(ir.I32, x[0], v.upperWord(x[1], 15, 4))
		}, "vpsrad vpslld vpsubd"},
		{"upper word that is read twice stays", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			word := v.upperWord(x[1], 16, 4)
			return v.Sub(ir.I32, v.Sub(ir.I32, x[0], word), word)
		}, "vpsrad vpslld vpsubd vpsubd"},
		{"upper word without VNNI", func(v *Writer, x [4]asm.Reg, _ [2]asm.Reg) asm.Reg {
			v.AddsProducts = false
			return v.Sub(ir.I32, x[0], v.upperWord(x[1], 16, 15))
		}, "vpmaddwd vpaddd"},
		{"blend of other width stays", func(v *Writer, x [4]asm.Reg, k [2]asm.Reg) asm.Reg {
			return v.Choose(ir.F32, k[0], v.Do(ir.OpFAdd, ir.F64, x[0], x[1]), x[2])
		}, "vaddpd vpblendmd"},
	}
	for _, test := range tests {
		v := newVec(asm.AVX512)
		v.AddsProducts = true
		var x [4]asm.Reg
		for i := range x {
			x[i] = v.Temp()
		}
		k := [2]asm.Reg{v.newMask(), v.newMask()}
		r := test.write(v, x, k)
		v.Emit(asm.Inst{Op: asm.Use, A: r})
		if got := mnemonics(v); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestFuseMakesConstantsAgain joins to an operation that needs a constant which existed but was dropped as unread.
func TestFuseMakesConstantsAgain(t *testing.T) {
	for _, isa := range []asm.ISA{asm.AVX512, asm.AVX2} {
		v := newVec(isa)
		v.AddsProducts = true
		c, x := v.Temp(), v.Temp()
		v.Const32(0x80000000) // the words that make it -32768 times the upper one
		v.Emit(asm.Inst{Op: asm.Use, A: v.Sub(ir.I32, c, v.upperWord(x, 16, 15))})
		v.Fn.Insts = append(v.Entry, v.Fn.Insts...)
		v.Fuse()
		made := map[asm.Reg]bool{c: true, x: true}
		for _, in := range v.Fn.Insts {
			in.Operands(func(r *asm.Reg, read, write bool) {
				if read && !made[*r] {
					t.Errorf("%s: %s reads register %d, which nothing fills", isa, in.Op, *r)
				}
				made[*r] = made[*r] || write
			})
		}
	}
}

// upperWord is x >> right << left.
func (v *Writer) upperWord(x asm.Reg, right, left uint) asm.Reg {
	return v.ShiftLeft(ir.I32, v.ShiftArithmetic(ir.I32, x, right), left)
}

// TestFuseMergesIntoLoopRegisters has masked moves of a loop with their fused code.
func TestFuseMergesIntoLoopRegisters(t *testing.T) {
	v := newVec(asm.AVX512)
	a, b, sum, k := v.Temp(), v.Temp(), v.Temp(), v.newMask()
	next := v.fusedAdd(ir.F32, a, b, sum)
	v.Emit(asm.Inst{Op: asm.Vmovdqa32, Len: asm.L512, Dst: sum, B: next, Mask: k})
	v.Emit(asm.Inst{Op: asm.Use, A: sum, B: b, C: a})
	if got, want := mnemonics(v), "vfmadd231ps"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if in := v.Fn.Insts[0]; in.Dst != sum || in.Mask != k {
		t.Errorf("the sum goes to %d under %d", in.Dst, in.Mask)
	}
}

// TestFuseKeepsMeaning runs random programs with and without fusing.
func TestFuseKeepsMeaning(t *testing.T) {
	code.CatchFaults()
	const programs = 400
	for _, isa := range []asm.ISA{asm.AVX512, asm.AVX2} {
		if 32*isa.Lanes() > code.VectorBits() {
			continue
		}
		shorter := 0
		for seed := range programs {
			plain, n := randomProgram(t, isa, uint64(seed), (*Writer).keepAll)
			fused, m := randomProgram(t, isa, uint64(seed), (*Writer).Fuse)
			if m < n {
				shorter++
			}
			a, b := runRandom(t, isa, plain, uint64(seed)), runRandom(t, isa, fused, uint64(seed))
			if !slices.Equal(a, b) {
				t.Fatalf("%s: program %d gives other results when fused", isa, seed)
			}
		}
		if shorter < programs/2 {
			t.Errorf("%s: only %d of %d programs became shorter", isa, shorter, programs)
		}
	}
}

func (v *Writer) keepAll() {}

const (
	poolSize  = 6 // registers of a random program, written again and again
	loopRound = 3
)

// randomProgram is a loop of random instructions over a pool of registers, and their number.
func randomProgram(t *testing.T, isa asm.ISA, seed uint64, pass func(v *Writer)) ([]byte, int) {
	t.Helper()
	v := newVec(isa)
	v.AddsProducts = code.HasVNNI() && seed&1 == 0
	random := rand.New(rand.NewPCG(seed, 7))
	var pool [poolSize]asm.Reg
	masks := [2]asm.Reg{v.newMask(), v.newMask()}
	v.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: asm.RAX, HasMem: true,
		Mem: asm.Mem{Base: asm.R15, Disp: abi.ContextArgs}})
	for i := range pool {
		pool[i] = v.Temp()
		v.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(isa), Dst: pool[i], HasMem: true,
			Mem: asm.Mem{Base: asm.RAX, Disp: int32(64 * i)}})
	}
	for i := range masks {
		v.writeMask(masks[i], v.CompareInt(ir.SLT, ir.I32, pool[i], pool[i+1]))
	}
	counter, top, skip := v.Fn.NewReg(asm.General), v.Fn.NewLabel(), v.Fn.NewLabel()
	v.Emit(asm.Inst{Op: asm.Mov, Size: 4, Dst: counter, Imm: loopRound})
	v.Emit(asm.Inst{Op: asm.Label, Label: top})
	c := randomCode{v: v, random: random, pool: pool, masks: masks}
	for i := range 30 {
		if i == 15 {
			v.Emit(asm.Inst{Op: asm.Test, Size: 4, A: counter, Imm: 1})
			v.Emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondE, Label: skip})
		}
		c.step()
	}
	v.Emit(asm.Inst{Op: asm.Label, Label: skip})
	c.pending, c.mask = asm.NoReg, asm.NoReg
	c.step()
	v.Emit(asm.Inst{Op: asm.Sub, Size: 4, Dst: counter, Imm: 1})
	v.Emit(asm.Inst{Op: asm.Jcc, Cond: asm.CondNE, Label: top})
	for i, r := range pool {
		v.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(isa), B: r, HasMem: true,
			Mem: asm.Mem{Base: asm.RAX, Disp: int32(64 * i)}})
	}
	v.Emit(asm.Inst{Op: asm.Return})
	v.Fn.Insts = append(v.Entry, v.Fn.Insts...)
	pass(v)
	if _, err := alloc.Run(v.Fn, alloc.DefaultOptions(isa.VectorBytes())); err != nil {
		t.Fatal(err)
	}
	assembled, err := asm.Assemble(v.Fn)
	if err != nil {
		t.Fatal(err)
	}
	return assembled.Bytes, len(v.Fn.Insts)
}

func (v *Writer) writeMask(dst, src asm.Reg) {
	v.Emit(asm.Inst{Op: v.moveOp(src), Dst: dst, B: src})
}

// randomCode writes random instructions.
type randomCode struct {
	v       *Writer
	random  *rand.Rand
	pool    [poolSize]asm.Reg
	masks   [2]asm.Reg
	pending asm.Reg // a value made some steps before, not used yet, or used and still needed
	mask    asm.Reg // a mask likewise
}

// step computes an expression of the pool's registers and writes it to one of them, perhaps under a mask.
func (c *randomCode) step() {
	v, random, masks := c.v, c.random, c.masks
	value := c.tree(1 + random.IntN(3))
	target, mask := c.any(), masks[random.IntN(2)]
	switch random.IntN(7) {
	case 6:
		c.pending = value
	case 0, 1:
		v.Op2(asm.MoveV, target, value)
	case 2:
		compare := c.comparison(value)
		if c.mask != asm.NoReg && random.IntN(2) == 0 {
			compare = v.maskAnd(c.mask, compare)
			c.mask = asm.NoReg
		}
		if random.IntN(3) == 0 {
			c.mask = compare
		} else if random.IntN(2) == 0 {
			v.writeMask(mask, v.maskAnd(compare, masks[1]))
		} else {
			v.writeMask(mask, v.maskAndNot(compare, masks[0]))
		}
	case 3:
		v.Op2(asm.MoveV, target, v.Choose(ir.I32, mask, value, c.anyOrConstant()))
	default:
		if v.ISA == asm.AVX2 {
			v.Emit(asm.Inst{Op: asm.Vblendvps, Len: asm.L256, Dst: target, A: target, B: value, C: mask})
			return
		}
		op := []asm.Op{asm.Vmovdqa32, asm.Vmovdqa64}[random.IntN(2)]
		v.Emit(asm.Inst{Op: op, Len: asm.L512, Dst: target, B: value, Mask: mask})
	}
}

func (c *randomCode) comparison(value asm.Reg) asm.Reg {
	return c.v.CompareInt(ir.ICmpPred(c.random.IntN(10)), ir.I32, value, c.any())
}

// choice is the selection of one of two values by a comparison of them.
func (c *randomCode) choice(a, b asm.Reg) asm.Reg {
	v, pred := c.v, ir.FCmpPred(c.random.IntN(10))
	if c.random.IntN(2) == 0 {
		return v.Choose(ir.F32, v.compareFloat(pred, ir.F32, a, b), a, b)
	}
	mask := compareFloats(v, Operation{Kind: uint8(pred), From: ir.F64}, [3][]asm.Reg{{a, b}, {b, c.any()}})
	if c.random.IntN(2) == 0 {
		c.mask = mask[0]
	}
	r := selectValue(v, Operation{Type: ir.F64}, [3][]asm.Reg{mask, {b, a}, {a, c.any()}})
	return v.Add(ir.I64, r[0], r[1])
}

// wordSum adds or subtracts a shifted upper word.
func (c *randomCode) wordSum(a, x asm.Reg) asm.Reg {
	word := c.v.upperWord(x, 16, uint(c.random.IntN(17)))
	switch c.random.IntN(3) {
	case 0:
		return c.v.Sub(ir.I32, a, word)
	case 1:
		return c.v.Add(ir.I32, word, a)
	}
	return c.v.Add(ir.I32, a, word)
}

// any is a register of the pool.
func (c *randomCode) any() asm.Reg { return c.pool[c.random.IntN(poolSize)] }

func (c *randomCode) anyOrConstant() asm.Reg {
	if c.random.IntN(2) == 0 {
		return c.v.Const32(uint32(c.random.IntN(3)))
	}
	return c.any()
}

func (c *randomCode) tree(depth int) asm.Reg {
	v, random := c.v, c.random
	if r := c.pending; r != asm.NoReg && random.IntN(3) == 0 {
		if random.IntN(2) == 0 {
			c.pending = asm.NoReg
		}
		return r
	}
	if depth == 0 {
		return c.any()
	}
	operand := func() asm.Reg { return c.tree(depth - 1) }
	switch random.IntN(11) {
	case 10:
		return c.wordSum(operand(), operand())
	case 9:
		return c.choice(operand(), operand())
	case 0, 1:
		return v.And(operand(), operand())
	case 2:
		return v.Or(operand(), operand())
	case 3, 4:
		return v.Xor(operand(), operand())
	case 5:
		return v.AndNot(operand(), operand())
	case 6:
		return v.Xor(operand(), v.Const32([]uint32{^uint32(0), 0, 5}[random.IntN(3)]))
	case 7:
		return v.Add([]ir.Type{ir.I32, ir.I64}[random.IntN(2)], operand(), operand())
	}
	return v.fusedAdd([]ir.Type{ir.F32, ir.F64}[random.IntN(2)], operand(), operand(), operand())
}

// runRandom runs a program on random memory and returns the memory afterwards.
func runRandom(t *testing.T, isa asm.ISA, program []byte, seed uint64) []byte {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 9))
	data := make([]byte, 64*poolSize)
	for i := 0; i < len(data); i += 8 {
		binary.LittleEndian.PutUint64(data[i:], random.Uint64())
	}
	runCode(t, program, isa, 1, data)
	return data
}
