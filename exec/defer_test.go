package exec

import (
	"testing"

	"heddle/compiler/amd64"
	"heddle/compiler/amd64/abi"
	"heddle/compiler/amd64/asm"
)

// wideElements are kernels on vectors of many small elements, more than there are registers.
const wideElements = `
kernel void bytes(global uchar16 *y, global uchar16 *x) {
	int i = get_global_id(0);
	uchar16 a = x[i], b = x[i + 1];
	y[i] = select(hadd(a, b), add_sat(a, b), a > b) ^ rotate(b, (uchar16)3);
}
kernel void signs(global char16 *y, global char16 *x) {
	int i = get_global_id(0);
	char16 a = x[i], b = x[i + 1];
	if (i % 7 != 3) y[i] = (max(a, b) - min(a, b)) * (char16)3 + sub_sat(a, (char16)i);
}
kernel void blended(global ushort8 *y, global ushort8 *x) {
	int i = get_global_id(0);
	ushort8 a = x[i], b = x[i + 3];
	y[i] = select(a + b, a - b, a > b) + mul_hi(a, b) + y[i];
}
kernel void spread(global uchar16 *y, global uchar16 *x) {
	int i = get_global_id(0);
	uchar16 a = x[i], b = x[i + 2];
	ushort16 s = convert_ushort16(a) * (ushort16)77 + convert_ushort16(b.s76543210fedcba98) * (ushort16)151;
	y[i] = convert_uchar16(s >> (ushort16)8);
	for (int k = 0; k < i % 3; k++) y[i] += b.s0123012301230123;
}`

func TestVectorsOfManyElements(t *testing.T) {
	(&comparison{source: wideElements, words: []int{4096, 4200},
		fill:   func(i, j int) uint32 { x := uint32(i*7919+j) * 2654435761; return x ^ x>>15 },
		ranges: [][2][3]uint64{{{1000, 1, 1}, {250, 1, 1}}, {{512, 1, 1}, {64, 1, 1}}, {{37, 1, 1}, {37, 1, 1}}, {{5, 1, 1}, {5, 1, 1}}},
	}).run(t)
}

// TestVectorsOfManyElementsStayInRegisters: element by element there are enough.
func TestVectorsOfManyElementsStayInRegisters(t *testing.T) {
	k := compileProgram(t, wideElements).Kernels[0]
	for _, isa := range []amd64.ISA{amd64.AVX512, amd64.AVX2} {
		l := k.Machine.Listing(isa, amd64.Version{Shape: abi.Rows, Count: 1, SmallIDs: true, Full: true})
		if l.Err != nil || l.Registers.Spilled[asm.Vector] > 8 {
			t.Errorf("%v: %d vectors in the frame (%v)", isa, l.Registers.Spilled[asm.Vector], l.Err)
		}
	}
}
