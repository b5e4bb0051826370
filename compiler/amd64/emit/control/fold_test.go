package control

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/amd64/emit/memory"
	"heddle/compiler/amd64/vec"
	"heddle/compiler/ceil"
	"heddle/compiler/ir"
)

// words are those of a vector register.
type words [16]uint32

// foldMachine runs what folds are made of, so that both instruction sets are tested on any processor. The operation is
// a difference, which shows each operand at its place.
type foldMachine struct {
	t       *testing.T
	fn      *asm.Func
	vectors map[asm.Reg]words
	general map[asm.Reg]int64 // masks too
	memory  []byte
	flags   int64 // below zero: the comparison found less
}

func (m *foldMachine) run(insts []asm.Inst) {
	for at := 0; at < len(insts); at++ {
		in := &insts[at]
		if in.Op == asm.Jcc && (in.Cond == asm.CondE && m.flags == 0 || in.Cond == asm.CondB && m.flags < 0) {
			for at = 0; insts[at].Op != asm.Label || insts[at].Label != in.Label; at++ {
			}
			continue
		}
		if in.Op != asm.Jcc && in.Op != asm.Label && !m.number(in) {
			m.vector(in)
		}
	}
}

// number runs an instruction on general registers and masks; false: it is another.
func (m *foldMachine) number(in *asm.Inst) bool {
	switch in.Op {
	case asm.Mov:
		m.general[in.Dst] = in.Imm
	case asm.MoveG, asm.Kmovw:
		m.general[in.Dst] = m.general[in.B]
	case asm.Lea:
		m.general[in.Dst] = m.address(in)
	case asm.Add:
		m.general[in.Dst] += in.Imm
	case asm.And:
		m.general[in.Dst] &= in.Imm
		m.flags = m.general[in.Dst]
	case asm.Cmp:
		m.flags = m.general[in.A] - m.general[in.B]
	default:
		return false
	}
	return true
}

func (m *foldMachine) address(in *asm.Inst) int64 {
	return m.general[in.Mem.Base] + m.general[in.Mem.Index]*int64(in.Mem.Scale) + int64(in.Mem.Disp)
}

// vector runs an instruction on vectors.
func (m *foldMachine) vector(in *asm.Inst) {
	a, b, r := m.vectors[in.A], m.vectors[in.B], words{}
	n := 4 << in.Len
	switch in.Op {
	case asm.Vmovss:
		n = 1
	case asm.Vmovsd:
		n = 2
	case asm.MoveV:
		n = len(r)
	}
	if in.HasMem {
		m.access(in, b, n)
		return
	}
	quarter := func(i int) int { return i + 4*int(in.Imm) }
	for i := range n {
		switch isOn := m.general[in.Mask]>>i&1 != 0; in.Op {
		case asm.VecZero:
		case asm.MoveV:
			r[i] = b[i]
		case asm.Vpsubd:
			r[i] = a[i] - b[i]
		case asm.Vpsubq:
			pair := func(w words) uint64 { return uint64(w[i|1])<<32 | uint64(w[i&^1]) }
			r[i] = uint32((pair(a) - pair(b)) >> (32 * (i & 1)))
		case asm.Vpermd:
			r[i] = b[a[i]]
		case asm.Vpshufd:
			r[i] = b[i&^3+int(in.Imm>>(2*(i&3))&3)]
		case asm.Vpblendd:
			isOn = in.Imm>>i&1 != 0
			r[i] = [2]words{a, b}[btoi(isOn)][i]
		case asm.Vpblendmd:
			r[i] = [2]words{a, b}[btoi(isOn)][i]
		case asm.Vpblendmq:
			r[i] = [2]words{a, b}[btoi(m.general[in.Mask]>>(i/2)&1 != 0)][i]
		case asm.Vextracti128, asm.Vextracti32x4:
			if i < 4 {
				r[i] = b[quarter(i)]
			}
		case asm.Vextracti64x4:
			if i < 8 {
				r[i] = b[i+8]
			}
		default:
			m.t.Fatalf("the test does not know %v", in.Op)
		}
	}
	m.vectors[in.Dst] = r
}

func btoi(is bool) int {
	if is {
		return 1
	}
	return 0
}

// access loads or stores n words, or loads a constant.
func (m *foldMachine) access(in *asm.Inst, value words, n int) {
	from, step := []byte(nil), 4
	switch {
	case in.Mem.Const > 0:
		from = m.fn.Consts[in.Mem.Const-1]
		if in.Op != asm.Vmovups {
			step, from = 0, append(from[:len(from):len(from)], from...)
		}
	default:
		from = m.memory[m.address(in):]
	}
	if in.Dst == asm.NoReg {
		for i := range n {
			binary.LittleEndian.PutUint32(from[4*i:], value[i])
		}
		return
	}
	r := words{}
	for i := range n {
		at := step * i
		if step == 0 && in.Op == asm.Vbroadcastsd {
			at = i % 2 * 4
		}
		r[i] = binary.LittleEndian.Uint32(from[at:])
	}
	m.vectors[in.Dst] = r
}

// folded is what ir.OpFold says of elements, by differences from neutral on: the one of FoldAll, and those of FoldEach.
func folded(x []uint64, size int, neutral, mask uint64) (all uint64, each []uint64) {
	sums := make([]uint64, ir.FoldWidth/size)
	for i := range sums {
		sums[i] = neutral
	}
	for i := range ceil.Multiple(len(x), len(sums)) {
		by := neutral
		if i < len(x) {
			by = x[i]
		}
		sums[i%len(sums)] -= by
	}
	for half := len(sums) / 2; half > 0; half /= 2 {
		for i := range half {
			sums[i] -= sums[i+half]
		}
	}
	before, width := neutral, ir.FoldPiece/size
	for first := 0; first < len(x); first += width {
		piece := make([]uint64, width)
		copy(piece, x[first:])
		for half := 1; half < width; half *= 2 {
			for i := range piece {
				if i&half != 0 {
					piece[i] = piece[i&^(half-1)-1] - piece[i]
				}
			}
		}
		for _, p := range piece {
			each = append(each, (before-p)&mask)
		}
		before -= piece[width-1]
	}
	return sums[0] & mask, each[:len(x)]
}

// runFold writes a fold of elements, with their number known or not, and gives the memory that it leaves.
func runFold(t *testing.T, isa asm.ISA, mode ir.FoldMode, typ ir.Type, x []uint64, neutral uint64,
	isKnown bool) []byte {
	fillEffectRules()
	s := &Selector{Accessor: memory.Accessor{
		Values: emit.Values{Writer: vec.NewWriter(asm.Target{ISA: isa}, &asm.Func{})}}}
	f := folder{Selector: s, op: ir.OpSub, typ: typ, size: int(typ.Bytes()), neutral: s.ConstLanes(typ, neutral)[0],
		scratch: s.General()}
	m := foldMachine{t: t, fn: s.Fn, vectors: map[asm.Reg]words{}, general: map[asm.Reg]int64{f.scratch: 64},
		memory: make([]byte, ir.FoldBytes+128)}
	f.elements = f.scratch
	if isKnown {
		f.known = len(x) * f.size
	} else {
		f.count, f.elements = s.General(), s.General()
		m.general[f.count], m.general[f.elements] = int64(len(x)), 64
	}
	for i, v := range x {
		if f.size == 8 {
			binary.LittleEndian.PutUint64(m.memory[64+ir.FoldElements+8*i:], v)
		} else {
			binary.LittleEndian.PutUint32(m.memory[64+ir.FoldElements+4*i:], uint32(v))
		}
	}
	if mode == ir.FoldAll {
		f.all()
	} else {
		f.each()
	}
	m.run(s.Entry)
	m.run(s.Fn.Insts)
	return m.memory[64:]
}

func TestFoldsKeepTheirOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, isa := range []asm.ISA{asm.AVX512, asm.AVX2} {
		for _, typ := range []ir.Type{ir.I32, ir.I64} {
			size := int(typ.Bytes())
			element := func(memory []byte, at int) uint64 {
				return binary.LittleEndian.Uint64(memory[at:]) & typ.Mask()
			}
			for _, n := range []int{1, 2, 5, 8, 15, 16, 17, 31, 32, 33, 64, 65, 100, 128, 300, 1024} {
				x := make([]uint64, n)
				for i := range x {
					x[i] = r.Uint64() & typ.Mask()
				}
				neutral := r.Uint64() & typ.Mask()
				all, each := folded(x, size, neutral, typ.Mask())
				for _, isKnown := range []bool{false, true} {
					if got := element(runFold(t, isa, ir.FoldAll, typ, x, neutral, isKnown), 0); got != all {
						t.Errorf("%v, %v, %d elements: %#x, not %#x", isa, typ, n, got, all)
					}
					memory := runFold(t, isa, ir.FoldEach, typ, x, neutral, isKnown)
					if got := element(memory, ir.FoldResults-size); got != neutral {
						t.Errorf("%v, %v, %d elements: before the first %#x, not %#x", isa, typ, n, got, neutral)
					}
					for i, want := range each {
						if got := element(memory, ir.FoldResults+i*size); got != want {
							t.Fatalf("%v, %v, %d elements: %#x, not %#x, at %d", isa, typ, n, got, want, i)
						}
					}
				}
			}
		}
	}
}
