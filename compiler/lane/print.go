package lane

import (
	"fmt"
	"strings"

	"heddle/compiler/ir"
)

// opNames are the names of the operations that only lane programs have.
var opNames = map[Op]string{OpEnter: "enter", OpLoop: "loop", OpMove: "move", OpEnd: "end"}

// Name is an operation's name.
func Name(op Op) string {
	if name, ok := opNames[op]; ok {
		return name
	}
	return op.String()
}

// String is u3, v3 (32 bits per lane), w3 (64 bits per lane), or nothing.
func (r Reg) String() string {
	switch r.Class {
	case Uniform:
		return fmt.Sprintf("u%d", r.Index)
	case Lane32:
		return fmt.Sprintf("v%d", r.Index)
	case Lane64:
		return fmt.Sprintf("w%d", r.Index)
	}
	return ""
}

// String is the program as text, one instruction per line, for tests and dumps.
func (p *Program) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "kernel %s: %d uniform, %d lane32, %d lane64, %d slots, %d private bytes\n", p.Name,
		p.Registers[Uniform], p.Registers[Lane32], p.Registers[Lane64], p.Slots, p.PrivateBytes)
	for _, c := range p.Consts {
		fmt.Fprintf(&out, "  %v = %#x\n", c.Reg, c.Bits)
	}
	for i := range p.Code {
		fmt.Fprintf(&out, "%4d  %s\n", i, p.format(&p.Code[i]))
	}
	return out.String()
}

func (p *Program) format(in *Inst) string {
	switch in.Op {
	case OpEnter:
		return fmt.Sprintf("enter #%d else @%d", in.Slot, in.Target)
	case OpLoop:
		return fmt.Sprintf("loop #%d @%d", in.Slot, in.Target)
	case ir.OpCall:
		return fmt.Sprintf("call @%d #%d", in.Target, in.Slot)
	case ir.OpJump:
		return fmt.Sprintf("jump #%d", in.Slot)
	case ir.OpBranch:
		return fmt.Sprintf("branch %v #%d #%d", in.Args[0], in.Slot, in.Else)
	case ir.OpSwitch:
		s := p.Switches[in.Side]
		return fmt.Sprintf("switch.%v %v %v #%v else #%d", in.Type, in.Args[0], s.Cases, s.Slots, s.Default)
	case ir.OpQueue:
		return fmt.Sprintf("%v = queue %v %v", in.Dst, p.Queues[in.Side].Function, p.Queues[in.Side].Args)
	case ir.OpPrintf:
		return fmt.Sprintf("%v = printf %q %v", in.Dst, p.Prints[in.Side].Format, p.Prints[in.Side].Args)
	case ir.OpBarrier:
		return fmt.Sprintf("barrier %v", p.Barriers[in.Side].Live)
	case ir.OpImageRead, ir.OpImageWrite:
		return p.formatImage(in)
	}
	return in.formatValue()
}

func (p *Program) formatImage(in *Inst) string {
	side := &p.Images[in.Side]
	text := fmt.Sprintf("%v.%v.%v %v", in.Op, side.Kind, in.Type, side.Args)
	if in.Op == ir.OpImageRead {
		text = fmt.Sprintf("%v = %s", side.Results, text)
	}
	return text
}

func (in *Inst) formatValue() string {
	var out strings.Builder
	if in.Dst.Class != NoReg {
		fmt.Fprintf(&out, "%v = ", in.Dst)
	}
	out.WriteString(Name(in.Op))
	if in.Type != ir.Void {
		fmt.Fprintf(&out, ".%v", in.Type)
	}
	if in.From != ir.Void && in.From != in.Type {
		fmt.Fprintf(&out, ".%v", in.From)
	}
	if in.Kind != 0 {
		fmt.Fprintf(&out, " k%d", in.Kind)
	}
	for _, a := range in.Args {
		if a.Class != NoReg {
			fmt.Fprintf(&out, " %v", a)
		}
	}
	if in.Imm != 0 {
		fmt.Fprintf(&out, " %#x", in.Imm)
	}
	if in.Masked {
		out.WriteString(" masked")
	}
	return out.String()
}
