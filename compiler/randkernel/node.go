// Package randkernel makes random OpenCL C kernels for comparing engines, and reduces a kernel that shows a fault. It
// knows nothing of engines: the caller provides a function that reports whether a kernel still shows the fault.
//
// A kernel writes only words that belong to its work-item, exchanges local
// memory between barriers, and uses atomics only where their order cannot be seen, so that its result is determined.
// NaNs are replaced by one NaN before their bits can be seen. Reduction removes pieces without knowing their meaning;
// so each piece is printed with what makes it safe: an index with its mask, a loop with its bound.
//
// There are kernels of everything (New), all with the same parameters, and short ones around local memory (NewGroup).
//
// Reading order: node.go, kernel.go, then expression*.go and statement*.go, group_*.go, reduce.go.
package randkernel

import (
	"fmt"
	"strings"
)

// Role tells what a node can be replaced by.
type Role uint8

// The roles.
const (
	Expression Role = iota // a value of Type
	Statement              // may be left out, or a list in it may take its place
	List                   // statements, each of which may be left out
)

// Node is a piece of source text: a form with holes for its children.
type Node struct {
	Role Role
	Type Type   // of an Expression
	Form string // $0 to $9, $a to $z stand for the children; a List has none
	Kids []*Node
}

// holes are the names of the children in a form.
const holes = "0123456789abcdefghijklmnopqrstuvwxyz"

// String prints the text.
func (n *Node) String() string {
	var b strings.Builder
	n.print(&b)
	return b.String()
}

func (n *Node) print(b *strings.Builder) {
	if n.Role == List {
		for _, k := range n.Kids {
			k.print(b)
			b.WriteByte('\n')
		}
		return
	}
	for rest := n.Form; ; {
		i := strings.IndexByte(rest, '$')
		if i < 0 {
			b.WriteString(rest)
			return
		}
		b.WriteString(rest[:i])
		n.Kids[strings.IndexByte(holes, rest[i+1])].print(b)
		rest = rest[i+2:]
	}
}

// statement is a node of a form; lists and expressions are its children.
func statement(form string, kids ...*Node) *Node {
	return &Node{Role: Statement, Form: form, Kids: kids}
}

// value is an expression.
func value(t Type, form string, kids ...*Node) *Node {
	return &Node{Role: Expression, Type: t, Form: form, Kids: kids}
}

// Kind is the kind of a scalar.
type Kind uint8

// The kinds.
const (
	Signed Kind = iota
	Unsigned
	Float
)

// Scalar is a scalar type.
type Scalar struct {
	Name string
	Kind Kind
	Bits int
}

// Type is a scalar, if Lanes is 1, or a vector of such.
type Type struct {
	*Scalar
	Lanes int
}

// scalars are all scalar types, signed integers at even indices, each followed by the unsigned one.
var scalars = []Scalar{
	{"char", Signed, 8}, {"uchar", Unsigned, 8}, {"short", Signed, 16}, {"ushort", Unsigned, 16},
	{"int", Signed, 32}, {"uint", Unsigned, 32}, {"long", Signed, 64}, {"ulong", Unsigned, 64},
	{"float", Float, 32}, {"double", Float, 64}, {"half", Float, 16},
}

var (
	tInt   = Type{&scalars[4], 1}
	tUInt  = Type{&scalars[5], 1}
	tULong = Type{&scalars[7], 1}
	tFloat = Type{&scalars[8], 1}
)

// String is the type's name in OpenCL C.
func (t Type) String() string {
	if t.Lanes == 1 {
		return t.Name
	}
	return fmt.Sprint(t.Name, t.Lanes)
}

// integer is the integer type of the same shape.
func (t Type) integer(k Kind) Type {
	i := 0
	for scalars[i].Kind != k || scalars[i].Bits != t.Bits {
		i++
	}
	return Type{&scalars[i], t.Lanes}
}

func (t Type) unsigned() Type  { return t.integer(Unsigned) }
func (t Type) signed() Type    { return t.integer(Signed) }
func (t Type) element() Type   { return Type{t.Scalar, 1} }
func (t Type) with(n int) Type { return Type{t.Scalar, n} }
func (t Type) isInteger() bool { return t.Kind != Float }
func (t Type) isVector() bool  { return t.Lanes > 1 }

// constant is a small constant of any type.
func constant(t Type, n int) *Node { return value(t, fmt.Sprintf("((%s)%d)", t, n)) }
