package translate

import (
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// A value with parts is the list of its scalars, in the order of memory.

func (e *emitter) construct() []ir.ValueID {
	var list []ir.ValueID
	for i := range e.in.Args {
		list = append(list, e.value(i)...)
	}
	return list
}

func (e *emitter) constructReplica() []ir.ValueID {
	var list []ir.ValueID
	for range e.result().Count {
		list = append(list, e.value(0)...)
	}
	return list
}

// part finds the scalars that literal indices from an operand on lead to.
func (e *emitter) part(t *spirv.Type, n int) (first, count uint64) {
	for ; n < len(e.in.Args); n++ {
		index := uint64(e.in.Args[n])
		first += t.PartScalar(index)
		t = t.Part(index)
	}
	return first, t.Scalars
}

func (e *emitter) extract() []ir.ValueID {
	first, count := e.part(e.typ(0), 1)
	return e.value(0)[first : first+count : first+count]
}

func (e *emitter) insert() []ir.ValueID {
	first, _ := e.part(e.typ(1), 2)
	out := append([]ir.ValueID(nil), e.value(1)...)
	copy(out[first:], e.value(0))
	return out
}

func (e *emitter) shuffle() []ir.ValueID {
	from := append(append([]ir.ValueID(nil), e.value(0)...), e.value(1)...)
	var out []ir.ValueID
	for _, n := range e.in.Args[2:] {
		if n == ^uint32(0) {
			out = append(out, e.Const(e.Func.Type(from[0]), 0))
			continue
		}
		out = append(out, from[n])
	}
	return out
}

// extractDynamic selects an element by a chain of selections. Translators make it of get_global_size(i) and its kin, so
// an index beyond a place of the work-item gives what they do.
func (e *emitter) extractDynamic() []ir.ValueID {
	values, index := e.value(0), e.scalar(1)
	v, others := values[0], values[1:]
	if beyond, ok := e.beyondPlace(v); ok {
		v, others = e.Const(e.Func.Type(v), beyond), values
	}
	first := len(values) - len(others)
	for i, other := range others {
		v = e.Select(e.ICmp(ir.EQ, index, e.Const(e.Func.Type(index), uint64(first+i))), other, v)
	}
	return []ir.ValueID{v}
}

// beyondPlace is the element behind the last of a built-in variable; false if v is no element of one.
func (e *emitter) beyondPlace(v ir.ValueID) (element uint64, ok bool) {
	in := e.Func.Instr(v)
	if in.Op == ir.OpTrunc {
		in = e.Func.Instr(in.Args[0])
	}
	switch in.Op {
	case ir.OpNumGroups, ir.OpLocalSize, ir.OpGlobalSize, ir.OpEnqueuedLocalSize:
		return 1, true
	case ir.OpGroupID, ir.OpLocalID, ir.OpGlobalID, ir.OpGlobalOffset:
		return 0, true
	}
	return 0, false
}

func (e *emitter) insertDynamic() []ir.ValueID {
	values, object, index := e.value(0), e.scalar(1), e.scalar(2)
	out := make([]ir.ValueID, len(values))
	for i, v := range values {
		out[i] = e.Select(e.ICmp(ir.EQ, index, e.Const(e.Func.Type(index), uint64(i))), object, v)
	}
	return out
}

func (e *emitter) same() []ir.ValueID { return e.value(0) }

// undefined is zero.
func (e *emitter) undefined() []ir.ValueID {
	var list []ir.ValueID
	for _, t := range e.registers(nil, e.result()) {
		list = append(list, e.Const(t, 0))
	}
	return list
}

func (e *emitter) nothing() []ir.ValueID { return nil }
