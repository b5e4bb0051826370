package vec

import (
	"sync"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// directRow is the instruction for an operation on elements of the given width, by ISA; 0: none.
//
// Integers below 32 bits are zero-extended in lanes of 32 bits. Instructions on bytes and words leave the upper bytes
// of such lanes zero, since each operation in the table maps zeros to zero.
type directRow struct {
	op   ir.Op
	bits uint
	ops  [2]asm.Op
}

// same is an instruction of both ISAs.
func same(op asm.Op) [2]asm.Op { return [2]asm.Op{op, op} }

var directRows = [...]directRow{
	{ir.OpAdd, 8, same(asm.Vpaddb)}, {ir.OpAdd, 16, same(asm.Vpaddw)},
	{ir.OpAdd, 32, same(asm.Vpaddd)}, {ir.OpAdd, 64, same(asm.Vpaddq)},
	{ir.OpSub, 8, same(asm.Vpsubb)}, {ir.OpSub, 16, same(asm.Vpsubw)},
	{ir.OpSub, 32, same(asm.Vpsubd)}, {ir.OpSub, 64, same(asm.Vpsubq)},
	{ir.OpMul, 16, same(asm.Vpmullw)}, {ir.OpMul, 32, same(asm.Vpmulld)},
	{ir.OpMul, 64, [2]asm.Op{asm.AVX512: asm.Vpmullq}},
	{ir.OpMulHiS, 16, same(asm.Vpmulhw)}, {ir.OpMulHiU, 16, same(asm.Vpmulhuw)},
	{ir.OpPtrAdd, 64, same(asm.Vpaddq)},

	{ir.OpAnd, 8, [2]asm.Op{asm.Vpandd, asm.Vpand}}, {ir.OpAnd, 16, [2]asm.Op{asm.Vpandd, asm.Vpand}},
	{ir.OpAnd, 32, [2]asm.Op{asm.Vpandd, asm.Vpand}}, {ir.OpAnd, 64, [2]asm.Op{asm.Vpandq, asm.Vpand}},
	{ir.OpOr, 8, [2]asm.Op{asm.Vpord, asm.Vpor}}, {ir.OpOr, 16, [2]asm.Op{asm.Vpord, asm.Vpor}},
	{ir.OpOr, 32, [2]asm.Op{asm.Vpord, asm.Vpor}}, {ir.OpOr, 64, [2]asm.Op{asm.Vporq, asm.Vpor}},
	{ir.OpXor, 8, [2]asm.Op{asm.Vpxord, asm.Vpxor}}, {ir.OpXor, 16, [2]asm.Op{asm.Vpxord, asm.Vpxor}},
	{ir.OpXor, 32, [2]asm.Op{asm.Vpxord, asm.Vpxor}}, {ir.OpXor, 64, [2]asm.Op{asm.Vpxorq, asm.Vpxor}},

	{ir.OpSMin, 8, same(asm.Vpminsb)}, {ir.OpSMin, 16, same(asm.Vpminsw)},
	{ir.OpSMin, 32, same(asm.Vpminsd)}, {ir.OpSMin, 64, [2]asm.Op{asm.AVX512: asm.Vpminsq}},
	{ir.OpSMax, 8, same(asm.Vpmaxsb)}, {ir.OpSMax, 16, same(asm.Vpmaxsw)},
	{ir.OpSMax, 32, same(asm.Vpmaxsd)}, {ir.OpSMax, 64, [2]asm.Op{asm.AVX512: asm.Vpmaxsq}},
	{ir.OpUMin, 8, same(asm.Vpminub)}, {ir.OpUMin, 16, same(asm.Vpminuw)},
	{ir.OpUMin, 32, same(asm.Vpminud)}, {ir.OpUMin, 64, [2]asm.Op{asm.AVX512: asm.Vpminuq}},
	{ir.OpUMax, 8, same(asm.Vpmaxub)}, {ir.OpUMax, 16, same(asm.Vpmaxuw)},
	{ir.OpUMax, 32, same(asm.Vpmaxud)}, {ir.OpUMax, 64, [2]asm.Op{asm.AVX512: asm.Vpmaxuq}},

	{ir.OpAddSatS, 8, same(asm.Vpaddsb)}, {ir.OpAddSatS, 16, same(asm.Vpaddsw)},
	{ir.OpAddSatU, 8, same(asm.Vpaddusb)}, {ir.OpAddSatU, 16, same(asm.Vpaddusw)},
	{ir.OpSubSatS, 8, same(asm.Vpsubsb)}, {ir.OpSubSatS, 16, same(asm.Vpsubsw)},
	{ir.OpSubSatU, 8, same(asm.Vpsubusb)}, {ir.OpSubSatU, 16, same(asm.Vpsubusw)},

	{ir.OpFAdd, 32, same(asm.Vaddps)}, {ir.OpFAdd, 64, same(asm.Vaddpd)},
	{ir.OpFSub, 32, same(asm.Vsubps)}, {ir.OpFSub, 64, same(asm.Vsubpd)},
	{ir.OpFMul, 32, same(asm.Vmulps)}, {ir.OpFMul, 64, same(asm.Vmulpd)},
	{ir.OpFDiv, 32, same(asm.Vdivps)}, {ir.OpFDiv, 64, same(asm.Vdivpd)},
	{ir.OpFSqrt, 32, same(asm.Vsqrtps)}, {ir.OpFSqrt, 64, same(asm.Vsqrtpd)},
	{ir.OpFScale, 32, [2]asm.Op{asm.AVX512: asm.Vscalefps}}, {ir.OpFScale, 64, [2]asm.Op{asm.AVX512: asm.Vscalefpd}},
	{ir.OpFGetExp, 32, [2]asm.Op{asm.AVX512: asm.Vgetexpps}}, {ir.OpFGetExp, 64, [2]asm.Op{asm.AVX512: asm.Vgetexppd}},
}

// directOps is the table by operation, width and ISA.
var directOps = sync.OnceValue(func() *[ir.OpCount][4][2]asm.Op {
	var table [ir.OpCount][4][2]asm.Op
	index := map[uint]int{8: 0, 16: 1, 32: 2, 64: 3}
	for _, row := range directRows {
		table[row.op][index[row.bits]] = row.ops
	}
	return &table
})
