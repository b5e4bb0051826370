package vec

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Dot products of the four bytes of each lane. VNNI has one of unsigned bytes and signed ones; bytes of the other kind
// are moved by 128, and what that adds is a dot product too. Without it, the bytes at even places and those at odd
// places become words, whose products are added in pairs.

func (v *Writer) dot(isSigned [2]bool, x, y asm.Reg) asm.Reg {
	if v.ISA != asm.AVX512 || !v.AddsProducts {
		even := v.Binary(asm.Vpmaddwd, v.evenBytes(isSigned[0], x), v.evenBytes(isSigned[1], y))
		odd := v.Binary(asm.Vpmaddwd, v.oddBytes(isSigned[0], x), v.oddBytes(isSigned[1], y))
		return v.Add(ir.I32, even, odd)
	}
	moved := v.Const32(0x80808080) // as unsigned bytes 128, as signed ones -128
	switch {
	case isSigned[0]:
		return v.Sub(ir.I32, v.dotBytes(v.Xor(x, moved), y), v.dotBytes(moved, y))
	case !isSigned[1]:
		return v.Sub(ir.I32, v.dotBytes(x, v.Xor(y, moved)), v.dotBytes(x, moved))
	}
	return v.dotBytes(x, y)
}

// dotBytes is for unsigned x and signed y.
func (v *Writer) dotBytes(x, y asm.Reg) asm.Reg { return v.update(asm.Vpdpbusd, v.Const32(0), x, y, 0) }

func (v *Writer) evenBytes(isSigned bool, x asm.Reg) asm.Reg {
	if isSigned {
		return v.immediate(asm.Vpsraw, v.immediate(asm.Vpsllw, x, 8), 8)
	}
	return v.And(x, v.Const32(0x00ff00ff))
}

func (v *Writer) oddBytes(isSigned bool, x asm.Reg) asm.Reg {
	if isSigned {
		return v.immediate(asm.Vpsraw, x, 8)
	}
	return v.immediate(asm.Vpsrlw, x, 8)
}
