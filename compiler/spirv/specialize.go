package spirv

import (
	"encoding/binary"
	"slices"
)

// Specialize is a copy of a module in which the given values of specialisation constants, by their numbers, stand in
// the places of the defaults. The module can be read; values that do not fit their constants' sizes are left out.
func Specialize(code []byte, values map[uint32][]byte) []byte {
	b, err := Read(code)
	if err != nil || len(values) == 0 {
		return code
	}
	m := &Module{Binary: b, decorations: map[ID][]Decoration{}}
	for i := range b.Instructions {
		if in := &b.Instructions[i]; in.Op == OpDecorate && in.Args[1] == DecorationSpecID && len(in.Args) > 2 {
			m.decorations[in.ID(0)] = append(m.decorations[in.ID(0)], Decoration{DecorationSpecID, in.Args[2:]})
		}
	}
	p := patcher{code: slices.Clone(code), order: binary.ByteOrder(binary.LittleEndian)}
	if binary.LittleEndian.Uint32(code) != magic {
		p.order = binary.BigEndian
	}
	for i := range b.Instructions {
		in := &b.Instructions[i]
		if number, ok := m.Decorated(in.Result, DecorationSpecID); ok && values[number] != nil {
			p.patch(in, values[number])
		}
	}
	return p.code
}

type patcher struct {
	code  []byte
	order binary.ByteOrder
}

func (p *patcher) word(at uint32) []byte { return p.code[4*at : 4*at+4] }

func (p *patcher) patch(in *Instruction, value []byte) {
	switch in.Op {
	case OpSpecConstantTrue, OpSpecConstantFalse:
		op := OpSpecConstantFalse
		if value[0] != 0 {
			op = OpSpecConstantTrue
		}
		const words = 3
		p.order.PutUint32(p.word(in.At), words<<16|uint32(op))
	case OpSpecConstant:
		const firstLiteral = 3
		for i := range in.Args {
			word := uint32(0)
			for k := range 4 {
				if n := 4*i + k; n < len(value) {
					word |= uint32(value[n]) << (8 * k)
				}
			}
			p.order.PutUint32(p.word(in.At+firstLiteral+uint32(i)), word)
		}
	}
}
