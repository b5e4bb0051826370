package ast

// Types makes types, each scalar, vector, pointer and pipe once per unit. The scalars are shared by all units and never
// change.
type Types struct {
	vectors  map[vectorKey]*Type
	pointers map[pointerKey]*Type
	pipes    map[pipeKey]*Type
}

type pipeKey struct {
	packet *Type
	access Access
}

type vectorKey struct {
	elem  *Type
	lanes int
}

type pointerKey struct {
	elem  *Type
	qual  Qual
	space Space
}

// NewTypes makes an empty table.
func NewTypes() *Types {
	return &Types{vectors: map[vectorKey]*Type{}, pointers: map[pointerKey]*Type{}, pipes: map[pipeKey]*Type{}}
}

var basics = func() (t [NamedBarrier + 1]*Type) {
	for k := range t {
		t[k] = &Type{Kind: Kind(k)}
	}
	return t
}()

// Basic is the one type of a kind that has no parts: scalars, void, invalid, sampler, event and other opaque kinds.
func Basic(k Kind) *Type { return basics[k] }

// Vector is the vector of the given number of elements.
func (ts *Types) Vector(elem *Type, lanes int) *Type {
	if lanes == 1 {
		return elem
	}
	key := vectorKey{elem, lanes}
	t := ts.vectors[key]
	if t == nil {
		t = &Type{Kind: Vector, Elem: elem, Len: int64(lanes)}
		ts.vectors[key] = t
	}
	return t
}

// Pipe is the pipe of packets of a type.
func (ts *Types) Pipe(packet *Type, access Access) *Type {
	key := pipeKey{packet, access}
	t := ts.pipes[key]
	if t == nil {
		t = &Type{Kind: Pipe, Elem: packet, Access: access}
		ts.pipes[key] = t
	}
	return t
}

// Pointer is the pointer to an element in an address space with the element's qualifiers.
func (ts *Types) Pointer(elem *Type, qual Qual, space Space) *Type {
	key := pointerKey{elem, qual, space}
	t := ts.pointers[key]
	if t == nil {
		t = &Type{Kind: Pointer, Elem: elem, ElemQual: qual, Space: space}
		ts.pointers[key] = t
	}
	return t
}
