package translate

import (
	"fmt"

	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// pipeNames are the functions of OpenCL C; those of groups get a prefix.
var pipeNames = map[spirv.Opcode]string{
	spirv.OpReadPipe: "read_pipe", spirv.OpWritePipe: "write_pipe", spirv.OpReservedReadPipe: "read_pipe",
	spirv.OpReservedWritePipe: "write_pipe", spirv.OpReserveReadPipePackets: "reserve_read_pipe",
	spirv.OpReserveWritePipePackets: "reserve_write_pipe", spirv.OpCommitReadPipe: "commit_read_pipe",
	spirv.OpCommitWritePipe: "commit_write_pipe", spirv.OpGetNumPipePackets: "get_pipe_num_packets",
	spirv.OpGetMaxPipePackets: "get_pipe_max_packets", spirv.OpGroupReserveReadPipePackets: "reserve_read_pipe",
	spirv.OpGroupReserveWritePipePackets: "reserve_write_pipe", spirv.OpGroupCommitReadPipe: "commit_read_pipe",
	spirv.OpGroupCommitWritePipe: "commit_write_pipe",
}

// pipe is an instruction of pipes.
func (e *emitter) pipe() []ir.ValueID {
	first, last, _ := spirv.PipeOperand(e.in.Op)
	name := pipeNames[e.in.Op]
	switch {
	case first == 0:
	case e.Constant(e.in.ID(0)).Bits == spirv.ScopeWorkgroup:
		name = "work_group_" + name
	default:
		name = "sub_group_" + name
	}
	size := e.Constant(e.in.ID(last)).Bits
	packet := e.packet(size, e.Constant(e.in.ID(last+1)).Bits)
	args := []operand{{e.types.Pipe(packet, ast.ReadOnly+ast.Access(e.typ(first).Access)), e.value(first)}}
	for n := first + 1; n < last; n++ {
		args = append(args, e.pipeArg(n))
	}
	out := e.builtinCall(name, args...)
	if e.in.Result == 0 || e.result().Kind != spirv.Int {
		return out
	}
	return e.each(out, func(v ir.ValueID) ir.ValueID { return e.resize(v, e.register(e.result()), true) })
}

// pipeArg is the pointer to a packet, a reservation, or a number.
func (e *emitter) pipeArg(n int) operand {
	switch t := e.typ(n); t.Kind {
	case spirv.Pointer:
		return operand{e.types.Pointer(ast.Basic(ast.Void), 0, spaces[t.Storage].declared), e.value(n)}
	case spirv.ReserveID:
		return operand{ast.Basic(ast.ReserveID), e.value(n)}
	}
	return operand{ast.Basic(ast.UInt), []ir.ValueID{e.resize(e.scalar(n), ir.I32, false)}}
}

func (e *emitter) isReserved() []ir.ValueID {
	return []ir.ValueID{e.ICmp(ir.NE, e.scalar(0), e.Const(ir.I64, 0))}
}

// packet is the type of packets: bytes of a size and an alignment.
func (t *module) packet(size, align uint64) *ast.Type {
	key := [2]uint64{size, align}
	if made := t.packets[key]; made != nil {
		return made
	}
	made := &ast.Type{Kind: ast.Struct, Record: &ast.Record{Name: fmt.Sprintf("packet%d", size), Complete: true,
		Size: size, Align: min(align, 128)}}
	t.packets[key] = made
	return made
}

// parameter is one of a function.
type parameter struct {
	f *spirv.Function
	n int
}

// packetBytes is the size of the packets of a pipe that is a parameter: what the instructions that use it say, in the
// function or in those that it is passed to; 0 if there are none.
func (t *module) packetBytes(p parameter, known map[parameter]uint64) uint64 {
	if size, ok := known[p]; ok {
		return size
	}
	known[p] = 0
	id := p.f.Parameters[p.n].Result
	for _, b := range p.f.Blocks {
		for _, in := range b.Body {
			if size := t.packetBytesOf(in, id, known); size != 0 {
				known[p] = size
				return size
			}
		}
	}
	return 0
}

func (t *module) packetBytesOf(in *spirv.Instruction, id spirv.ID, known map[parameter]uint64) uint64 {
	if first, last, ok := spirv.PipeOperand(in.Op); ok && in.ID(first) == id {
		return t.Constant(in.ID(last)).Bits
	}
	if in.Op != spirv.OpFunctionCall {
		return 0
	}
	callee := t.Function(in.ID(0))
	for n := range callee.Parameters {
		if in.ID(n+1) != id {
			continue
		}
		if size := t.packetBytes(parameter{callee, n}, known); size != 0 {
			return size
		}
	}
	return 0
}
