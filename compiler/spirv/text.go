package spirv

import (
	"strconv"
)

// Disassembly is the module as text, an instruction in each line, in the form of spirv-dis without friendly names. It
// is the source text to which positions of faults and of lowered instructions refer. starts are the offsets of the
// lines.
func (b *Binary) Disassembly() (text []byte, starts []uint32) {
	text = make([]byte, 0, 12*len(b.Words))
	starts = make([]uint32, 0, len(b.Instructions))
	for i := range b.Instructions {
		starts = append(starts, uint32(len(text)))
		text = append(b.Instructions[i].appendText(text), '\n')
	}
	return text, starts
}

func (i *Instruction) appendText(out []byte) []byte {
	if i.Result != 0 {
		out = append(appendID(out, uint32(i.Result)), " = "...)
	}
	known := table().instructions[i.Op]
	out = append(out, known.name...)
	if i.Type != 0 {
		out = appendID(append(out, ' '), uint32(i.Type))
	}
	p := printer{out: out, rest: i.Args}
	for _, o := range known.operands {
		if o.kind != kindResult && o.kind != kindResultType {
			p.operand(o)
		}
	}
	for len(p.rest) > 0 {
		p.literal()
	}
	return p.out
}

func appendID(out []byte, id uint32) []byte {
	return strconv.AppendUint(append(out, '%'), uint64(id), 10)
}

// printer writes operands of an instruction that was read without fault.
type printer struct {
	out  []byte
	rest []uint32
}

func (p *printer) operand(o operand) {
	switch o.count {
	case optional:
		if len(p.rest) == 0 {
			return
		}
	case repeated:
		for len(p.rest) > 0 {
			p.one(o)
		}
		return
	}
	p.one(o)
}

func (p *printer) literal() {
	if len(p.rest) == 0 {
		return
	}
	p.out = strconv.AppendUint(append(p.out, ' '), uint64(p.rest[0]), 10)
	p.rest = p.rest[1:]
}

func (p *printer) id() {
	if len(p.rest) == 0 {
		return
	}
	p.out = appendID(append(p.out, ' '), p.rest[0])
	p.rest = p.rest[1:]
}

func (p *printer) one(o operand) {
	switch o.kind {
	case kindID:
		p.id()
	case kindInteger:
		p.literal()
	case kindString:
		s, length, _ := text(p.rest)
		p.out = strconv.AppendQuote(append(p.out, ' '), s)
		p.rest = p.rest[length:]
	case kindNumber, kindSwitch:
		for len(p.rest) > 0 {
			p.literal()
		}
	case kindIDInteger:
		p.id()
		p.literal()
	case kindIDID:
		p.id()
		p.id()
	case kindSpecOp:
		p.specOp()
	case kindValueEnum, kindBitEnum:
		p.enum(o)
	}
}

func (p *printer) specOp() {
	op := Opcode(p.rest[0])
	p.out = append(append(p.out, ' '), op.String()[len("Op"):]...)
	p.rest = p.rest[1:]
	for _, o := range table().instructions[op].operands {
		if o.kind != kindResult && o.kind != kindResultType {
			p.operand(o)
		}
	}
}

func (p *printer) enum(o operand) {
	if len(p.rest) == 0 {
		return
	}
	value, members := p.rest[0], table().enums[o.enum]
	p.rest = p.rest[1:]
	p.out = append(p.out, ' ')
	if o.kind == kindValueEnum || value == 0 {
		m := members[value]
		if m == nil {
			p.out = strconv.AppendUint(p.out, uint64(value), 10)
			return
		}
		p.out = append(p.out, m.name...)
		p.parameters(m)
		return
	}
	for bit, separator := uint32(1), ""; bit != 0; bit <<= 1 {
		if value&bit != 0 {
			p.out = append(append(p.out, separator...), members[bit].name...)
			separator = "|"
		}
	}
	for bit := uint32(1); bit != 0; bit <<= 1 {
		if value&bit != 0 {
			p.parameters(members[bit])
		}
	}
}

func (p *printer) parameters(m *enumMember) {
	for _, o := range m.parameters {
		p.operand(o)
	}
}
