// Package ast is the checked syntax tree of one OpenCL C unit: the parser builds it, the checker gives every expression
// its type and makes every conversion explicit, the lowerer reads it. It has no behaviour beyond questions about types.
//
// Reading order: types.go, decl.go, expr.go, stmt.go.
package ast

// Kind is the sort of a type.
type Kind uint8

// The kinds. Bool to Double are the scalars in the order of their conversion rank.
const (
	Invalid Kind = iota // the type of an expression with an error: every use of it is silent
	Void
	Bool
	Char
	UChar
	Short
	UShort
	Int
	UInt
	Long
	ULong
	Half
	Float
	Double
	Vector  // Elem, Len
	Pointer // Elem, Space
	Array   // Elem, Len
	Struct  // Record
	Union   // Record
	Enum    // an int with a name
	Func    // Result, Params, Variadic
	Image   // Image
	Sampler
	Event
	Queue
	ClkEvent
	ReserveID
	NamedBarrier
	Pipe  // Elem
	Block // Elem is the Func type
)

// Space is a declared address space.
type Space uint8

// The address spaces. NoSpace on a pointer's pointee means generic (OpenCL C 2.0, 3.0 with the feature) or private;
// the checker replaces it, so the lowerer never sees it on a pointer.
const (
	NoSpace Space = iota
	Private
	Local
	Global
	Constant
	Generic
)

// Qual is a set of type qualifiers.
type Qual uint8

// The qualifiers.
const (
	Const Qual = 1 << iota
	Volatile
	Restrict
	AtomicQual
)

// Access is an image's or pipe's access qualifier.
type Access uint8

// The access qualifiers.
const (
	NoAccess Access = iota
	ReadOnly
	WriteOnly
	ReadWrite
)

// Type is a type. Scalars, vectors and pointers are interned by Types, so that equal types are equal pointers; a
// record is equal only to itself.
type Type struct {
	Kind     Kind
	Elem     *Type   // vector, pointer, array, pipe, block
	ElemQual Qual    // pointer, array: qualifiers of the pointee or element
	Len      int64   // vector: 2,3,4,8,16; array: number of elements, -1 if incomplete
	Space    Space   // pointer: of the pointee
	Record   *Record // struct, union
	EnumName string
	EnumOpen bool  // an enum that is not defined yet
	Result   *Type // function
	Params   []*Type
	Variadic bool
	NoProto  bool   // function declared with ()
	Image    string // "image2d_t" ...
	Access   Access // image, pipe
	// the name of a typedef, for diagnostics and kernel arg info; "" if none. Not part of its identity.
	Typedef string
}

// Record is a struct's or union's body.
type Record struct {
	Name     string
	Union    bool
	Complete bool
	Packed   bool
	Fields   []Field
	Size     uint64 // with padding at the end
	Align    uint64
	AtLeast  bool // it may have more bytes, which are not used: of modules of SPIR-V that do not tell
}

// Field is a member.
type Field struct {
	Name      string // "" for an anonymous struct or union, whose members are looked up through it
	Type      *Type
	Qual      Qual
	Offset    uint64
	Anonymous bool
}

// NamedBarrierBytes is the size of what a named barrier is in local memory: three words, see package lower.
const NamedBarrierBytes = 16

// Size is the size in bytes of a complete type: a vector of 3 has the size of one of 4, a bool is one byte.
func (t *Type) Size() uint64 {
	switch t.Kind {
	case Void, Bool, Char, UChar:
		return 1
	case Short, UShort, Half:
		return 2
	case Int, UInt, Float, Enum:
		return 4
	case Vector:
		if t.Len == 3 {
			return 4 * t.Elem.Size()
		}
		return uint64(t.Len) * t.Elem.Size()
	case Array:
		if t.Len < 0 {
			return 0
		}
		return uint64(t.Len) * t.Elem.Size()
	case Struct, Union:
		return t.Record.Size
	case NamedBarrier:
		return NamedBarrierBytes
	}
	return 8 // 64-bit scalars, pointers, opaque handles
}

// Align is the natural alignment in bytes: of a vector its size.
func (t *Type) Align() uint64 {
	switch t.Kind {
	case Array:
		return t.Elem.Align()
	case Struct, Union:
		return t.Record.Align
	}
	return t.Size()
}

// IsInteger reports whether t is an integer scalar, bool and enums included.
func (t *Type) IsInteger() bool { return t.Kind >= Bool && t.Kind <= ULong || t.Kind == Enum }

// IsFloat reports whether t is a floating scalar.
func (t *Type) IsFloat() bool { return t.Kind >= Half && t.Kind <= Double }

// IsArith reports whether t is an arithmetic scalar.
func (t *Type) IsArith() bool { return t.IsInteger() || t.IsFloat() }

// IsScalar reports whether t can be a condition: arithmetic scalars and pointers.
func (t *Type) IsScalar() bool { return t.IsArith() || t.Kind == Pointer }

// IsSigned reports whether t is a signed integer scalar.
func (t *Type) IsSigned() bool {
	switch t.Kind {
	case Char, Short, Int, Long, Enum:
		return true
	}
	return false
}

// IsRecord reports whether t is a struct or union.
func (t *Type) IsRecord() bool { return t.Kind == Struct || t.Kind == Union }

// IsIncomplete reports whether t is a struct, union or enum that is not defined yet.
func (t *Type) IsIncomplete() bool {
	return t.IsRecord() && !t.Record.Complete || t.Kind == Enum && t.EnumOpen
}

// Scalar is the element type of a vector and any other type itself.
func (t *Type) Scalar() *Type {
	if t.Kind == Vector {
		return t.Elem
	}
	return t
}

// Lanes is the number of elements of a vector, 1 for any other type.
func (t *Type) Lanes() int {
	if t.Kind == Vector {
		return int(t.Len)
	}
	return 1
}
