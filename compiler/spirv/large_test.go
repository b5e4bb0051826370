package spirv_test

import (
	"encoding/binary"
	"testing"

	"heddle/compiler/spirv"
)

// BenchmarkLarge reads modules of 0.5 to 2 MB: the time for a megabyte should be the same for all.
func BenchmarkLarge(b *testing.B) {
	for _, c := range []struct {
		name string
		sums int
	}{{"0.5MB", 25000}, {"1MB", 50000}, {"2MB", 100000}} {
		b.Run(c.name, func(b *testing.B) {
			module := manySums(c.sums)
			b.SetBytes(int64(len(module)))
			for b.Loop() {
				if _, err := spirv.Parse(module); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// manySums is a module whose kernel is a long chain of sums.
func manySums(n int) []byte {
	const void, number, function, one, kernel, entry, first = 1, 2, 3, 4, 5, 6, 7
	words := []uint32{0x07230203, 0x00010400, 0, uint32(first + n + 1), 0}
	add := func(op spirv.Opcode, operands ...uint32) {
		words = append(append(words, uint32(len(operands)+1)<<16|uint32(op)), operands...)
	}
	add(spirv.OpCapability, 4)
	add(spirv.OpCapability, 6)
	add(spirv.OpMemoryModel, 2, 2)
	add(spirv.OpEntryPoint, 6, kernel, 'k')
	add(spirv.OpTypeVoid, void)
	add(spirv.OpTypeInt, number, 32, 0)
	add(spirv.OpTypeFunction, function, void)
	add(spirv.OpConstant, number, one, 7)
	add(spirv.OpFunction, void, kernel, 0, function)
	add(spirv.OpLabel, entry)
	add(spirv.OpUndef, number, first)
	for i := range uint32(n) {
		add(spirv.OpIAdd, number, first+i+1, first+i, one)
	}
	add(spirv.OpReturn)
	add(spirv.OpFunctionEnd)
	code := make([]byte, 0, 4*len(words))
	for _, w := range words {
		code = binary.LittleEndian.AppendUint32(code, w)
	}
	return code
}
