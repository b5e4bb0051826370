package translate

import (
	"heddle/compiler/ir"
	"heddle/compiler/lower"
	"heddle/compiler/spirv"
)

// predicatedLoad has the operands: pointer, condition, and the value in its place.
func (e *emitter) predicatedLoad() []ir.ValueID {
	t := e.result()
	return e.loadIf(e.scalar(1), t, e.place(0, t, e.in.Access(3)), e.value(2))
}

// predicatedStore has the operands: pointer, value, and condition.
func (e *emitter) predicatedStore() []ir.ValueID {
	t := e.typ(1)
	e.storeIf(e.scalar(2), t, e.place(0, t, e.in.Access(3)), e.value(1))
	return nil
}

// maskedGather has the operands: pointers, alignment, mask, and the vector in the place of what the mask leaves out.
func (e *emitter) maskedGather() []ir.ValueID {
	t := e.result().Elem
	out := make([]ir.ValueID, 0, 16)
	for i, at := range e.places(0, t, e.in.Args[1]) {
		out = append(out, e.loadIf(e.value(2)[i], t, at, e.value(3)[i:i+1])...)
	}
	return out
}

// maskedScatter has the operands: values, pointers, alignment, and mask.
func (e *emitter) maskedScatter() []ir.ValueID {
	t := e.typ(0).Elem
	for i, at := range e.places(1, t, e.in.Args[2]) {
		e.storeIf(e.value(3)[i], t, at, e.value(0)[i:i+1])
	}
	return nil
}

// places are those that the pointers of a vector point to.
func (e *emitter) places(n int, t *spirv.Type, align uint32) (list []lower.Place) {
	space := spaces[e.typ(n).Elem.Storage].access
	a := min(uint64(align), 128)
	if a == 0 {
		a = max(t.Align, 1)
	}
	for _, p := range e.value(n) {
		list = append(list, lower.Place{Addr: p, Space: space, Align: a})
	}
	return list
}

// loadIf loads where a condition holds; elsewhere the value is another.
func (e *emitter) loadIf(cond ir.ValueID, t *spirv.Type, p lower.Place, otherwise []ir.ValueID) []ir.ValueID {
	then, join := e.NewBlock(), e.NewBlock()
	out := e.each(otherwise, func(v ir.ValueID) ir.ValueID { return e.AddParam(join, e.Func.Type(v)) })
	e.Branch(cond, ir.Edge{To: then}, ir.Edge{To: join, Args: e.List(otherwise...)})
	e.SetBlock(then)
	e.Jump(join, e.load(t, p)...)
	e.SetBlock(join)
	return out
}

func (e *emitter) storeIf(cond ir.ValueID, t *spirv.Type, p lower.Place, values []ir.ValueID) {
	then, join := e.NewBlock(), e.NewBlock()
	e.Branch(cond, ir.Edge{To: then}, ir.Edge{To: join})
	e.SetBlock(then)
	e.store(t, p, values)
	e.Jump(join)
	e.SetBlock(join)
}
