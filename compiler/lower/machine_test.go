package lower

import (
	"fmt"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// machine computes IR functions without memory, for tests of the library; variables live in a map of addresses.
type machine struct {
	module *ir.Module
	memory map[uint64]uint64
	next   uint64
	steps  int
}

func (m *machine) call(f *ir.Func, args []uint64) []uint64 {
	values := make([]uint64, len(f.Instrs))
	results := map[ir.ValueID][]uint64{}
	block := ir.BlockID(0)
	for {
		b := &f.Blocks[block]
		for _, id := range b.Instrs {
			in := f.Instr(id)
			m.steps++
			in2 := make([]uint64, len(in.Args))
			for i, a := range in.Args {
				in2[i] = values[a]
			}
			switch in.Op {
			case ir.OpReturn:
				return in2
			case ir.OpCall:
				r := m.call(m.module.Funcs[in.Imm], in2)
				results[id] = r
				values[id] = r[0]
			case ir.OpResult:
				values[id] = results[in.Args[0]][in.Imm]
			case ir.OpJump, ir.OpBranch, ir.OpSwitch:
			default:
				values[id] = m.compute(f, in, in2, args)
			}
		}
		edge := m.edge(f, b, values)
		passed := make([]uint64, len(edge.Args))
		for i, a := range edge.Args {
			passed[i] = values[a]
		}
		for i, p := range f.Blocks[edge.To].Params {
			values[p] = passed[i]
		}
		block = edge.To
	}
}

func (m *machine) compute(f *ir.Func, in *ir.Instr, args, params []uint64) uint64 {
	switch in.Op {
	case ir.OpConst:
		return in.Imm
	case ir.OpUndef:
		return 0
	case ir.OpArg:
		return params[in.Imm]
	case ir.OpAlloca:
		m.next += (in.Imm + 127) &^ 127
		return m.next
	case ir.OpLoad:
		return m.memory[args[0]]
	case ir.OpStore:
		m.memory[args[0]] = args[1]
		return 0
	case ir.OpPtrAdd:
		return args[0] + args[1]
	}
	o := numeric.Operation{Op: in.Op, Type: in.Type, Kind: in.Kind, From: f.Type(in.Args[0])}
	if in.Op == ir.OpSelect {
		o.From = f.Type(in.Args[1])
	}
	r, ok := numeric.Eval(o, args)
	if !ok {
		panic(fmt.Sprintf("cannot compute %s", in.Op))
	}
	return r
}

// edge is the edge the block's terminator takes.
func (m *machine) edge(f *ir.Func, b *ir.Block, values []uint64) ir.Edge {
	in := f.Instr(b.Instrs[len(b.Instrs)-1])
	switch in.Op {
	case ir.OpBranch:
		if values[in.Args[0]]&1 == 0 {
			return b.Succs[1]
		}
	case ir.OpSwitch:
		for i, c := range b.Cases {
			if values[in.Args[0]] == c {
				return b.Succs[i+1]
			}
		}
	}
	return b.Succs[0]
}
