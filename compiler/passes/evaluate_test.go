package passes

import (
	"encoding/binary"
	"fmt"

	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// machine runs the IR of one work-item, one instruction after the other, on a flat memory.
type machine struct {
	module *ir.Module
	memory []byte
	top    uint64 // where the next alloca goes
	id     uint64
	steps  int
}

// Where things lie in the machine's memory.
const (
	argsAt    = 0x100
	constAt   = 0x200
	bufferAt  = 0x300
	bufferEnd = 0x400
	stackAt   = 0x400
)

func (m *machine) call(f *ir.Func, args []uint64) []uint64 {
	values := make([]uint64, len(f.Instrs))
	results := map[ir.ValueID][]uint64{}
	base := m.top
	defer func() { m.top = base }()
	for b := ir.BlockID(0); ; {
		block := &f.Blocks[b]
		for _, v := range block.Instrs {
			m.step(f, v, values, args, results)
		}
		end := f.Terminator(b)
		way := 0
		switch end.Op {
		case ir.OpReturn:
			var out []uint64
			for _, v := range end.Args {
				out = append(out, values[v])
			}
			return out
		case ir.OpBranch:
			way = int(1 - values[end.Args[0]])
		case ir.OpSwitch:
			for i, c := range block.Cases {
				if c == values[end.Args[0]] {
					way = i + 1
				}
			}
		}
		edge := block.Succs[way]
		given := make([]uint64, len(edge.Args))
		for i, v := range edge.Args {
			given[i] = values[v]
		}
		for i, p := range f.Blocks[edge.To].Params {
			values[p] = given[i]
		}
		b = edge.To
	}
}

func (m *machine) step(f *ir.Func, v ir.ValueID, values, args []uint64, results map[ir.ValueID][]uint64) {
	if m.steps++; m.steps > 1_000_000 {
		panic("does not end")
	}
	in := f.Instr(v)
	operands := make([]uint64, len(in.Args))
	for i, a := range in.Args {
		operands[i] = values[a]
	}
	switch in.Op {
	case ir.OpConst:
		values[v] = oneNaN(in, in.Imm)
	case ir.OpUndef, ir.OpJump, ir.OpBranch, ir.OpSwitch, ir.OpReturn:
	case ir.OpArg:
		values[v] = args[in.Imm]
	case ir.OpArgBlock:
		values[v] = argsAt
	case ir.OpGlobalID:
		values[v] = m.id
	case ir.OpAlloca:
		values[v] = m.top
		clear(m.memory[m.top : m.top+in.Imm])
		m.top += (in.Imm + 15) &^ 15
	case ir.OpLoad:
		values[v] = m.load(operands[0], in.Type.Bytes())
	case ir.OpStore:
		m.store(operands[0], operands[1], f.Type(in.Args[1]).Bytes())
	case ir.OpMemCopy:
		copy(m.memory[operands[0]:operands[0]+in.Imm], m.memory[operands[1]:operands[1]+in.Imm])
	case ir.OpCall:
		results[v] = m.call(m.module.Funcs[in.Imm], operands)
		if in.Type != ir.Void {
			values[v] = results[v][0]
		}
	case ir.OpResult:
		values[v] = results[in.Args[0]][in.Imm]
	default:
		values[v] = m.pure(f, in, operands)
	}
}

// pure computes a pure operation; all NaNs are made one, because which one comes out is not defined.
func (m *machine) pure(f *ir.Func, in *ir.Instr, operands []uint64) uint64 {
	o := numeric.Operation{Op: in.Op, Kind: in.Kind, Type: in.Type, From: f.Type(in.Args[0])}
	bits, ok := numeric.Eval(o, operands)
	if !ok {
		panic(fmt.Sprintf("%s is not run", in.Op))
	}
	if in.Op == ir.OpBitcast || in.Op == ir.OpSelect {
		return bits
	}
	return oneNaN(in, bits)
}

func oneNaN(in *ir.Instr, bits uint64) uint64 {
	if in.Type == ir.F32 && bits&0x7fffffff > 0x7f800000 {
		return 0x7fc00000
	}
	return bits
}

func (m *machine) load(at, size uint64) uint64 {
	var word [8]byte
	copy(word[:], m.memory[at:at+size])
	return binary.LittleEndian.Uint64(word[:])
}

func (m *machine) store(at, value, size uint64) {
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], value)
	copy(m.memory[at:at+size], word[:])
}

// runKernel gives the buffer after a few work-items have run one after the other.
func runKernel(m *ir.Module, kernel *ir.Func) []byte {
	mc := &machine{module: m, memory: make([]byte, 1<<16), top: stackAt}
	for i := range 0x80 {
		mc.memory[argsAt+i] = byte(i * 37)
		mc.memory[constAt+i] = byte(i*91 + 5)
		mc.memory[bufferAt+i] = byte(i * 13)
	}
	for mc.id = 0; mc.id < 3; mc.id++ {
		mc.call(kernel, nil)
	}
	return mc.memory[bufferAt:bufferEnd]
}
