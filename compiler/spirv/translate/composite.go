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

// extractDynamic selects an element by a chain of selections.
func (e *emitter) extractDynamic() []ir.ValueID {
	values, index := e.value(0), e.scalar(1)
	v := values[0]
	for i, other := range values[1:] {
		v = e.Select(e.ICmp(ir.EQ, index, e.Const(e.Func.Type(index), uint64(i+1))), other, v)
	}
	return []ir.ValueID{v}
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
