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

// signedSums is code that stores, for both widths of floats, the sums a*b + c of three vectors in memory, with each
// combination of changed signs, after a pass.
func signedSums(t *testing.T, isa asm.ISA, pass func(v *Writer)) (program []byte, text string) {
	t.Helper()
	v := newVec(isa)
	v.Emit(asm.Inst{Op: asm.Mov, Size: 8, Dst: asm.RAX, HasMem: true,
		Mem: asm.Mem{Base: asm.R15, Disp: abi.ContextArgs}})
	var x [3]asm.Reg
	for i := range x {
		x[i] = v.Temp()
		v.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(isa), Dst: x[i], HasMem: true,
			Mem: asm.Mem{Base: asm.RAX, Disp: int32(64 * i)}})
	}
	for signs := range 16 {
		typ := []ir.Type{ir.F32, ir.F64}[signs/8]
		y := x
		for i := range y {
			if signs>>i&1 != 0 {
				y[i] = v.Do(ir.OpFNeg, typ, x[i])
			}
		}
		sum := v.fusedAdd(typ, y[0], y[1], y[2])
		v.Emit(asm.Inst{Op: asm.Vmovups, Len: asm.Whole(isa), B: sum, HasMem: true,
			Mem: asm.Mem{Base: asm.RAX, Disp: int32(64 * (3 + signs))}})
	}
	v.Emit(asm.Inst{Op: asm.Return})
	v.Fn.Insts = append(v.Entry, v.Fn.Insts...)
	pass(v)
	var names []string
	for _, in := range v.Fn.Insts {
		names = append(names, in.Op.String())
	}
	if _, err := alloc.Run(v.Fn, alloc.DefaultOptions(isa.VectorBytes())); err != nil {
		t.Fatal(err)
	}
	assembled, err := asm.Assemble(v.Fn)
	if err != nil {
		t.Fatal(err)
	}
	return assembled.Bytes, strings.Join(names, " ")
}

// TestSignsOfSums compares multiply-adds that change signs themselves with the original code, zeros included.
func TestSignsOfSums(t *testing.T) {
	code.CatchFaults()
	for _, isa := range []asm.ISA{asm.AVX512, asm.AVX2} {
		if 32*isa.Lanes() > code.VectorBits() {
			continue
		}
		plain, _ := signedSums(t, isa, (*Writer).keepAll)
		fused, text := signedSums(t, isa, (*Writer).Fuse)
		if strings.Contains(text, "xor") {
			t.Errorf("%s: signs are changed before: %s", isa, text)
		}
		for seed := range uint64(200) {
			random := rand.New(rand.NewPCG(seed, 3))
			data := make([]byte, 64*19)
			for i := 0; i < 64*3; i += 8 {
				bits := random.Uint64() &^ (1<<62 | 1<<30) // no NaN: exponents below half of the range
				if random.IntN(8) == 0 {
					bits &= 1<<63 | 1<<31 // zeros
				}
				binary.LittleEndian.PutUint64(data[i:], bits)
			}
			other := slices.Clone(data)
			runCode(t, plain, isa, 1, data)
			runCode(t, fused, isa, 1, other)
			if !slices.Equal(data, other) {
				t.Fatalf("%s: other sums with seed %d", isa, seed)
			}
		}
	}
}

// TestSignsThatStay: only signs of the right width are folded, and only of registers that are unchanged.
func TestSignsThatStay(t *testing.T) {
	for name, test := range map[string]struct {
		write func(v *Writer, x [4]asm.Reg) asm.Reg
		want  [2]string // AVX-512, AVX2
	}{
		"addend": {func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.fusedAdd(ir.F32, x[0], x[1], v.Do(ir.OpFNeg, ir.F32, x[2]))
		}, [2]string{"vfmsub213ps", "vfmsub213ps"}},
		"factor of doubles": {func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.fusedAdd(ir.F64, v.Do(ir.OpFNeg, ir.F64, x[0]), x[1], x[2])
		}, [2]string{"vfnmadd213pd", "vfnmadd213pd"}},
		"factor that is copied": {func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.fusedAdd(ir.F32, x[0], v.Do(ir.OpFNeg, ir.F32, x[1]), x[2])
		}, [2]string{"vfnmadd213ps", "vfnmadd213ps"}},
		"signs of the other width": {func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.fusedAdd(ir.F64, x[0], x[1], v.Do(ir.OpFNeg, ir.F32, x[2]))
		}, [2]string{"vpxord vfmadd213pd", "vpxor vfmadd213pd"}},
		"other bits": {func(v *Writer, x [4]asm.Reg) asm.Reg {
			return v.fusedAdd(ir.F32, x[0], x[1], v.Xor(x[2], v.Const32(1<<30)))
		}, [2]string{"vpxord vfmadd213ps", "vpxor vfmadd213ps"}},
		"read elsewhere too": {func(v *Writer, x [4]asm.Reg) asm.Reg {
			not := v.Do(ir.OpFNeg, ir.F32, x[2])
			return v.Do(ir.OpFAdd, ir.F32, v.fusedAdd(ir.F32, x[0], x[1], not), not)
		}, [2]string{"vpxord vfmsub213ps vaddps", "vpxor vfmsub213ps vaddps"}},
		"written since": {func(v *Writer, x [4]asm.Reg) asm.Reg {
			not := v.Do(ir.OpFNeg, ir.F32, x[2])
			v.Op3(asm.Vaddps, x[2], x[0], x[1])
			return v.fusedAdd(ir.F32, x[0], x[2], not)
		}, [2]string{"vpxord vaddps vfmadd213ps", "vpxor vaddps vfmadd213ps"}},
	} {
		for i, isa := range []asm.ISA{asm.AVX512, asm.AVX2} {
			v := newVec(isa)
			var x [4]asm.Reg
			for i := range x {
				x[i] = v.Temp()
			}
			v.Emit(asm.Inst{Op: asm.Use, A: test.write(v, x)})
			if got := mnemonics(v); got != test.want[i] {
				t.Errorf("%s, %s: %s, want %s", name, isa, got, test.want[i])
			}
		}
	}
}
