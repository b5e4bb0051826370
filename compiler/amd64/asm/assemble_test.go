package asm

import (
	"encoding/binary"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"heddle/compiler/ceil"
)

// assemble assembles instructions with a number of labels.
func assemble(t *testing.T, labels int32, insts ...Inst) *Code {
	code, err := Assemble(&Func{Insts: insts, Labels: labels})
	require.NoError(t, err)
	return code
}

// filler is moves of three bytes and of two, which have the given size together.
func filler(size int) []Inst {
	var out []Inst
	for ; size >= 5 || size == 3; size -= 3 {
		out = append(out, Inst{Op: Mov, Size: 8, Dst: RAX, B: RCX})
	}
	for ; size > 0; size -= 2 {
		out = append(out, Inst{Op: Mov, Size: 4, Dst: RAX, B: RCX})
	}
	return out
}

func TestJumpsAreAsShortAsTheyCanBe(t *testing.T) {
	for _, test := range []struct{ between, jmp, jcc int }{
		{0, 0, 0}, {2, 2, 2}, {127, 2, 2}, {128, 5, 6}, {1000, 5, 6},
	} {
		middle := append(filler(test.between), Inst{Op: Label})
		code := assemble(t, 1, append([]Inst{{Op: Jmp}}, middle...)...)
		require.Equal(t, test.jmp+test.between, len(code.Bytes), "jmp over %d", test.between)
		code = assemble(t, 1, append([]Inst{{Op: Jcc, Cond: CondNE}}, middle...)...)
		require.Equal(t, test.jcc+test.between, len(code.Bytes), "jne over %d", test.between)
	}
	for _, test := range []struct{ between, jcc int }{{0, 2}, {126, 2}, {127, 6}} {
		insts := append([]Inst{{Op: Label}}, filler(test.between)...)
		code := assemble(t, 1, append(insts, Inst{Op: Jcc, Cond: CondL})...)
		require.Equal(t, test.jcc+test.between, len(code.Bytes), "jl back over %d", test.between)
	}
}

// TestJumpsReachTheirLabels lets objdump read random functions, and compares the targets with the places of markers:
// each label is followed by a move of its own number.
func TestJumpsReachTheirLabels(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for range 20 {
		f := randomJumps(random, 200)
		code, err := Assemble(f)
		require.NoError(t, err)
		lines := disassemble(t, code.Bytes)
		offset := 0
		for k := range f.Insts {
			i := &f.Insts[k]
			if i.Op == Label {
				continue
			}
			line, ok := lines[offset]
			require.True(t, ok, "nothing begins at %#x", offset)
			if i.Op == Jmp || i.Op == Jcc {
				name, target, _ := strings.Cut(line, " ")
				if i.Op == Jmp && strings.HasPrefix(lines[offset], "mov eax,") {
					continue // a jump to the next instruction has no bytes
				}
				if i.Op == Jcc && !strings.HasPrefix(name, "j") {
					continue
				}
				var to int
				_, err := fmt.Sscanf(target, "0x%x", &to)
				require.NoError(t, err, line)
				require.Equal(t, fmt.Sprintf("mov eax,%#x", i.Label), lines[to])
			}
			offset = nextOffset(lines, offset)
		}
	}
}

// randomJumps writes labels, each followed by mov eax, number of the label, jumps and other instructions.
func randomJumps(random *rand.Rand, labels int) *Func {
	f := &Func{Labels: int32(labels)}
	for _, label := range random.Perm(labels) {
		f.Insts = append(f.Insts, Inst{Op: Label, Label: int32(label)},
			Inst{Op: Mov, Size: 4, Dst: RAX, Imm: int64(label)})
		for range random.Intn(12) {
			jump := Inst{Op: Jcc, Cond: Cond(random.Intn(16)), Label: int32(random.Intn(labels))}
			if random.Intn(3) == 0 {
				jump.Op = Jmp
			}
			f.Insts = append(f.Insts, Inst{Op: Add, Size: 8, Dst: RCX, B: RDX}, jump)
		}
	}
	return f
}

// nextOffset is the offset of the next line of a disassembly.
func nextOffset(lines map[int]string, offset int) int {
	for next := offset + 1; next < offset+16; next++ {
		if _, ok := lines[next]; ok {
			return next
		}
	}
	return -1
}

func TestConstants(t *testing.T) {
	word, wide := []byte{1, 2, 3, 4}, make([]byte, 64)
	wide[5] = 9
	f := &Func{Consts: [][]byte{word, wide, {1, 2, 3, 4}, {7, 7, 7, 7, 7, 7, 7, 7}, {8, 8}}, Insts: []Inst{
		{Op: Vbroadcastss, Len: L512, Dst: V0, HasMem: true, Mem: Mem{Const: 1}},
		{Op: Jmp, Label: 0},
		{Op: Vpternlogd, Len: L512, Dst: V0, A: V0, HasMem: true, Mem: Mem{Const: 3}, Broadcast: true, Imm: 0x96},
		{Op: Vpaddd, Len: L512, Dst: V0, A: V0, HasMem: true, Mem: Mem{Const: 2}},
		{Op: Cmp, Size: 4, HasMem: true, Mem: Mem{Const: 4, Disp: 4}, Imm: 0x12345},
		{Op: Jcc, Cond: CondE, Label: 0},
		{Op: Label, Label: 0},
		{Op: Return},
	}, Labels: 1}
	code, err := Assemble(f)
	require.NoError(t, err)
	pool := ceil.Multiple(code.CodeBytes, 64)
	require.Equal(t, wide, code.Bytes[pool:pool+64], "the longest comes first")
	require.Equal(t, f.Consts[3], code.Bytes[pool+64:pool+72])
	require.Equal(t, word, code.Bytes[pool+72:])
	text := disassemble(t, code.Bytes[:code.CodeBytes])
	require.Len(t, code.Bytes, pool+76, "equal constants once, unused ones never")

	offset := 0
	for _, want := range []int{pool + 72, -1, pool + 72, pool, pool + 64 + 4} {
		next := nextOffset(text, offset)
		if want >= 0 {
			require.Equal(t, want, ripTarget(t, text[offset], next), text[offset])
		}
		offset = next
	}
}

// ripTarget is the address of an operand relative to RIP.
func ripTarget(t *testing.T, line string, next int) int {
	_, rest, found := strings.Cut(line, "[rip+0x")
	require.True(t, found, line)
	var distance int
	_, err := fmt.Sscanf(rest, "%x", &distance)
	require.NoError(t, err)
	return next + distance
}

// suspending is a function with n suspensions.
func suspending(n int) *Func {
	f := &Func{Insts: []Inst{{Op: Entry}}}
	for range n {
		f.Insts = append(f.Insts, Inst{Op: Vpaddd, Len: L512, Dst: V0, A: V0, B: V0, Pos: 7})
		f.Insts = append(f.Insts, Inst{Op: Suspend, Imm: 1, Label: f.NewLabel()})
	}
	f.Insts = append(f.Insts, Inst{Op: Return, Imm: 3})
	return f
}

func TestSuspensions(t *testing.T) {
	code, err := Assemble(suspending(0))
	require.NoError(t, err)
	require.Equal(t, "b803000000c3", fmt.Sprintf("%x", code.Bytes), "without suspensions Entry is nothing")

	code, err = Assemble(suspending(2))
	require.NoError(t, err)
	compareGolden(t, "testdata/suspend_chain.txt", listing(t, code))
	require.Len(t, code.Resumes, 2)

	code, err = Assemble(suspending(longChain))
	require.NoError(t, err)
	compareGolden(t, "testdata/suspend_table.txt", listing(t, code))
	table := code.Bytes[ceil.Multiple(code.CodeBytes, 4):]
	require.Len(t, table, 4*(longChain+1))
	for k, resume := range code.Resumes {
		distance := int32(binary.LittleEndian.Uint32(table[4*(k+1):]))
		require.Equal(t, resume, int32(ceil.Multiple(code.CodeBytes, 4))+distance)
	}
}

// listing is objdump's text of the instructions.
func listing(t *testing.T, code *Code) string {
	lines := disassemble(t, code.Bytes[:code.CodeBytes])
	var out strings.Builder
	for offset := range code.CodeBytes {
		if line, ok := lines[offset]; ok {
			fmt.Fprintf(&out, "%4x %s\n", offset, line)
		}
	}
	return out.String()
}

func TestPositions(t *testing.T) {
	code := assemble(t, 1,
		Inst{Op: Mov, Size: 8, Dst: RAX, B: RCX, Pos: 5},
		Inst{Op: Jmp, Pos: 5},
		Inst{Op: Undef, Dst: RAX, Pos: 6},
		Inst{Op: Mov, Size: 8, Dst: RAX, B: RCX, Pos: 7},
		Inst{Op: Mov, Size: 8, Dst: RAX, B: RCX, Pos: 7},
		Inst{Op: Label, Pos: 9},
		Inst{Op: Return, Pos: 5},
	)
	require.Equal(t, []PosEntry{{0, 5}, {5, 7}, {11, 5}}, code.Positions)
	require.Equal(t, uint32(5), code.PosOf(4))
	require.Equal(t, uint32(7), code.PosOf(10))
	require.Equal(t, uint32(5), code.PosOf(11))
	require.Zero(t, code.PosOf(code.CodeBytes), "no position after the instructions")
}

func TestMoves(t *testing.T) {
	moves := []Inst{
		{Op: MoveG, Dst: RAX, B: R9}, {Op: MoveG, Dst: RAX, B: RAX}, {Op: MoveV, Dst: V0 + 1, B: V0 + 20},
		{Op: MoveV, Dst: V0 + 20, B: V0 + 20}, {Op: MoveK, Dst: K7, B: K0 + 1},
	}
	code := assemble(t, 0, moves...)
	require.Equal(t, "   0 mov rax,r9\n   3 vmovdqa64 zmm1,zmm20\n   9 kmovq k7,k1\n", listing(t, code))
	code = assemble(t, 0, Inst{Op: VecZero, Dst: V0 + 9}, Inst{Op: VecZero, Dst: V31}, Inst{Op: MaskZero, Dst: K7},
		Inst{Op: MaskOnes, Dst: K7})
	require.Equal(t,
		"   0 vpxor xmm9,xmm9,xmm9\n   5 vpxord xmm31,xmm31,xmm31\n   b kxorw k7,k7,k7\n   f kxnorw k7,k7,k7\n",
		listing(t, code))
	code, err := Assemble(&Func{ISA: AVX2, Insts: []Inst{{Op: MoveV, Dst: V0 + 1, B: V0 + 9}}})
	require.NoError(t, err)
	require.Equal(t, "   0 vmovdqa ymm1,ymm9\n", listing(t, code))
}

// TestRefusals has instructions that must be errors: an instruction that has no encoding must never become other bytes.
func TestRefusals(t *testing.T) {
	v, high := V0+1, V0+20
	for _, test := range []struct {
		want string
		isa  ISA
		inst Inst
	}{
		{"needs AVX-512", AVX2, Inst{Op: Vaddps, Len: L512, Dst: v, A: v, B: v}},
		{"needs AVX-512", AVX2, Inst{Op: Vaddps, Len: L256, Dst: high, A: v, B: v}},
		{"needs AVX-512", AVX2, Inst{Op: Vaddps, Len: L256, Dst: v, A: v, B: v, Mask: K7}},
		{"needs AVX-512", AVX2, Inst{Op: Vaddps, Len: L256, Dst: v, A: v, HasMem: true, Broadcast: true,
			Mem: Mem{Base: RAX}}},
		{"needs AVX-512", AVX2, Inst{Op: Kandw, Dst: K7, A: K7, B: K7}},
		{"needs AVX-512", AVX2, Inst{Op: Vpternlogd, Dst: v, A: v, B: v}},
		{"needs AVX-512", AVX2, Inst{Op: Vpbroadcastd, Len: L256, Dst: v, B: RAX}},
		{"needs AVX-512", AVX2, Inst{Op: MoveK, Dst: K7, B: K0 + 1}},
		{"needs AVX-512", AVX2, Inst{Op: VcmppsK, Dst: K7, A: v, B: v}},
		{"fit no encoding", AVX512, Inst{Op: Vaddps, Dst: v, A: v, B: RAX}},
		{"fit no encoding", AVX512, Inst{Op: Vaddps, Dst: v, A: v}},
		{"fit no encoding", AVX512, Inst{Op: Vaddps, Dst: v, A: v, B: v, HasMem: true, Mem: Mem{Base: RAX}}},
		{"fit no encoding", AVX512, Inst{Op: Mov, Size: 8, Dst: RAX, B: v}},
		{"fit no encoding", AVX512, Inst{Op: Vblendvps, Dst: v, A: v, B: v, C: high}},
		{"virtual register", AVX512, Inst{Op: Mov, Size: 8, Dst: RAX, B: FirstVirtual}},
		{"virtual register", AVX512, Inst{Op: MoveG, Dst: RAX, B: FirstVirtual}},
		{"vector length", AVX512, Inst{Op: Vpermd, Len: L128, Dst: v, A: v, B: v}},
		{"vector length", AVX512, Inst{Op: Vextracti64x4, Len: L256, Dst: v, B: v}},
		{"vector length", AVX512, Inst{Op: Vpand, Len: L512, Dst: v, A: v, B: v}},
		{"write mask", AVX512, Inst{Op: Vaddps, Dst: v, A: v, B: v, Mask: K0}},
		{"write mask", AVX512, Inst{Op: Vaddps, Dst: v, A: v, B: v, Mask: RAX}},
		{"write mask", AVX512, Inst{Op: Vpmovm2d, Dst: v, B: K7, Mask: K7}},
		{"write mask", AVX512, Inst{Op: Vpcmpeqd, Dst: v, A: v, B: v, Mask: K7}},
		{"write mask", AVX512, Inst{Op: Add, Size: 4, Dst: RAX, B: RCX, Mask: K7}},
		{"write mask", AVX512, Inst{Op: Vpgatherdd, Dst: v, HasMem: true, Mem: Mem{Base: RAX, Index: V0, Scale: 4}}},
		{"zeroing", AVX512, Inst{Op: Vmovups, B: v, HasMem: true, Mem: Mem{Base: RAX}, Mask: K7, Zero: true}},
		{"zeroing", AVX512, Inst{Op: VcmppsK, Dst: K7, A: v, B: v, Mask: K7, Zero: true}},
		{"zeroing", AVX512, Inst{Op: Vaddps, Dst: v, A: v, B: v, Zero: true}},
		{"broadcast", AVX512, Inst{Op: Vmovups, Dst: v, HasMem: true, Broadcast: true, Mem: Mem{Base: RAX}}},
		{"broadcast", AVX512, Inst{Op: Vpaddb, Dst: v, A: v, HasMem: true, Broadcast: true, Mem: Mem{Base: RAX}}},
		{"broadcast", AVX512, Inst{Op: Vaddps, Dst: v, A: v, B: v, Broadcast: true}},
		{"rounding", AVX512, Inst{Op: Vaddps, Len: L256, Dst: v, A: v, B: v, Rounding: RoundUp}},
		{"rounding", AVX512, Inst{Op: Vaddps, Len: L512, Dst: v, A: v, B: v, Rounding: RoundSuppress}},
		{"rounding", AVX512, Inst{Op: Vmaxps, Len: L512, Dst: v, A: v, B: v, Rounding: RoundUp}},
		{"rounding", AVX512, Inst{Op: Vpaddd, Len: L512, Dst: v, A: v, B: v, Rounding: RoundUp}},
		{"rounding", AVX512, Inst{Op: Vcvtsi2sd, Size: 4, Dst: v, A: v, B: RAX, Rounding: RoundUp}},
		{"rounding", AVX512, Inst{Op: Vaddps, Len: L512, Dst: v, A: v, HasMem: true, Mem: Mem{Base: RAX},
			Rounding: RoundUp}},
		{"operand size", AVX512, Inst{Op: Add, Dst: RAX, B: RCX}},
		{"operand size", AVX512, Inst{Op: Imul, Size: 1, Dst: RAX, B: RCX}},
		{"operand size", AVX512, Inst{Op: Shlx, Size: 2, Dst: RAX, A: RCX, B: RDX}},
		{"operand size", AVX512, Inst{Op: Mov, Size: 2, Dst: RAX, Imm: 7}},
		{"immediate", AVX512, Inst{Op: Add, Size: 8, Dst: RAX, Imm: 1 << 31}},
		{"immediate", AVX512, Inst{Op: Mov, Size: 4, Dst: RAX, Imm: 1 << 32}},
		{"immediate", AVX512, Inst{Op: Mov, Size: 8, HasMem: true, Mem: Mem{Base: RAX}, Imm: 1 << 31}},
		{"immediate", AVX512, Inst{Op: Shl, Size: 8, Dst: RAX, Imm: 256}},
		{"immediate", AVX512, Inst{Op: Vpshufd, Dst: v, B: v, Imm: 256}},
		{"address", AVX512, Inst{Op: Mov, Size: 8, Dst: RAX, HasMem: true, Mem: Mem{Base: RAX, Index: RSP, Scale: 1}}},
		{"address", AVX512, Inst{Op: Mov, Size: 8, Dst: RAX, HasMem: true, Mem: Mem{Base: RAX, Index: RCX}}},
		{"address", AVX512, Inst{Op: Mov, Size: 8, Dst: RAX, HasMem: true, Mem: Mem{Base: RAX, Index: RCX, Scale: 3}}},
		{"address", AVX512, Inst{Op: Mov, Size: 8, Dst: RAX, HasMem: true, Mem: Mem{Base: V0}}},
		{"address", AVX512, Inst{Op: Mov, Size: 8, Dst: RAX, HasMem: true, Mem: Mem{Base: RAX, Index: V0, Scale: 1}}},
		{"address", AVX512, Inst{Op: Vpgatherdd, Dst: v, Mask: K7, HasMem: true,
			Mem: Mem{Base: RAX, Index: RCX, Scale: 4}}},
		{"address", AVX512, Inst{Op: Vpgatherdd, Dst: v, Mask: K7, HasMem: true, Mem: Mem{Const: 1}}},
		{"no such constant", AVX512, Inst{Op: Mov, Size: 8, Dst: RAX, HasMem: true, Mem: Mem{Const: 1}}},
		{"must differ", AVX512, Inst{Op: Vpgatherdd, Dst: v, Mask: K7, HasMem: true,
			Mem: Mem{Base: RAX, Index: v, Scale: 4}}},
		{"must differ", AVX2, Inst{Op: Vpgatherdd, Dst: v, A: V0, HasMem: true,
			Mem: Mem{Base: RAX, Index: V0, Scale: 4}}},
		{"between classes", AVX512, Inst{Op: MoveG, Dst: RAX, B: v}},
		{"no such condition", AVX512, Inst{Op: Jcc, Cond: 16}},
		{"not made by", AVX512, Inst{Op: Label, Label: 1}},
		{"not made by", AVX512, Inst{Op: Jmp, Label: -1}},
		{"not defined", AVX512, Inst{Op: Jmp}},
		{"fit no encoding", AVX512, Inst{Op: OpCount}},
		{"unknown pseudo", AVX512, Inst{}},
	} {
		_, err := Assemble(&Func{Insts: []Inst{test.inst}, ISA: test.isa, Labels: 1, Classes: []Class{General}})
		require.ErrorContains(t, err, test.want, "%+v", test.inst)
	}
	_, err := Assemble(&Func{Consts: [][]byte{{1, 2, 3}}})
	require.ErrorContains(t, err, "3 bytes")
	_, err = Assemble(&Func{Insts: []Inst{{Op: Label}, {Op: Label}}, Labels: 1})
	require.ErrorContains(t, err, "twice")
	_, err = Assemble(&Func{Insts: []Inst{{Op: Entry}, {Op: Entry}}})
	require.ErrorContains(t, err, "second Entry")
}

// TestAVX2HasNoEVEX encodes every shape for AVX2: each is either an error or begins with another byte than EVEX's.
func TestAVX2HasNoEVEX(t *testing.T) {
	e := encoder{isa: AVX2, count: 1}
	encoded := 0
	for _, i := range allShapes() {
		e.n, e.consts = 0, nil
		e.room()
		if e.encode(&i) != nil {
			continue
		}
		encoded++
		if e.buf[0] == 0x62 || !Info(i.Op).VEX() {
			t.Fatalf("%s: % x", (&Func{}).Format(&i), e.buf[:e.n])
		}
	}
	require.Greater(t, encoded, 20000)
}

// benchmarkFunc is a mixture of instructions as kernels have it.
func benchmarkFunc() *Func {
	f := &Func{Labels: 15, Consts: [][]byte{make([]byte, 4)}}
	for label := range f.Labels {
		f.Insts = append(f.Insts, Inst{Op: Label, Label: label})
		for n := range Reg(10) {
			v := V0 + n*3
			f.Insts = append(f.Insts,
				Inst{Op: Vmovups, Len: L512, Dst: v, HasMem: true, Mem: Mem{Base: RSI, Index: RCX, Scale: 4, Disp: 64},
					Mask: K7, Zero: true},
				Inst{Op: Vfmadd231ps, Len: L512, Dst: v, A: v + 1, B: v + 2},
				Inst{Op: Vmulps, Len: L512, Dst: v, A: v, HasMem: true, Broadcast: true, Mem: Mem{Const: 1}},
				Inst{Op: VcmppsK, Len: L512, Dst: K7, A: v, B: v + 1, Imm: 1, Mask: K7},
				Inst{Op: Vpaddd, Len: L512, Dst: v, A: v, B: v + 1, Pos: uint32(n)},
				Inst{Op: Kandw, Dst: K7, A: K7, B: K0 + 1},
				Inst{Op: Add, Size: 8, Dst: RCX, Imm: 16},
				Inst{Op: Cmp, Size: 8, A: RCX, B: RDX},
				Inst{Op: Vmovups, Len: L512, B: v, HasMem: true, Mem: Mem{Base: RDI, Index: RCX, Scale: 4}, Mask: K7},
				Inst{Op: Jcc, Cond: CondL, Label: label},
			)
		}
	}
	return f
}

func BenchmarkAssemble(b *testing.B) {
	f := benchmarkFunc()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Assemble(f); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(f.Insts)), "ns/inst")
}
