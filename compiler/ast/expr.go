package ast

import "heddle/compiler/diag"

// Expr is an expression. After checking, operands have exactly the type the operation wants: implicit conversions
// are Cast nodes, arrays and functions have decayed, lvalues that are read are wrapped in Load.
type Expr interface {
	ExprPos() diag.Pos
	ExprType() *Type
}

// Base holds what every expression has.
type Base struct {
	Pos  diag.Pos
	Type *Type
}

// ExprPos is where the expression's diagnostics point.
func (b *Base) ExprPos() diag.Pos { return b.Pos }

// ExprType is the checked type.
func (b *Base) ExprType() *Type { return b.Type }

// NoElem is the number of an element that does not exist.
const NoElem = 0xff

// Expressions. An "lvalue" is VarRef, Deref, Member, Swizzle or Index of an lvalue, CompoundLit, StringLit.
type (
	// IntLit is an integer, character or enumeration constant: its bits, sign-extended to 64.
	IntLit struct {
		Base
		Value uint64
	}
	// FloatLit is a floating constant, already rounded to its type.
	FloatLit struct {
		Base
		Value float64
	}
	// StringLit is an lvalue: an array of char in the constant address space; Value is without the final zero.
	StringLit struct {
		Base
		Value string
	}
	// VarRef names a variable: an lvalue.
	VarRef struct {
		Base
		Var *Var
	}
	// FuncRef names a function, as the operand of a call only.
	FuncRef struct {
		Base
		Func *Function
	}
	// Load reads an lvalue.
	Load struct {
		Base
		X Expr
	}
	// AddrOf gives the pointer to an lvalue; arrays that decay are AddrOf with a pointer to the element.
	AddrOf struct {
		Base
		X Expr
	}
	// Deref is the lvalue a pointer points to.
	Deref struct {
		Base
		X Expr
	}
	// Member is a field: an lvalue if X is one. Offset is from the start of X.
	Member struct {
		Base
		X      Expr
		Offset uint64
		Qual   Qual // the field's own qualifiers
	}
	// Swizzle selects elements of a vector: an lvalue if X is one and no element repeats. One element gives a scalar.
	// The element NoElem is the undefined fourth of a vector of three: it reads as zero, and a value written to it is
	// lost.
	Swizzle struct {
		Base
		X     Expr
		Elems []uint8
	}
	// VectorIndex is X[Index] on a vector lvalue (clang's extension): a scalar lvalue.
	VectorIndex struct {
		Base
		X, Index Expr
	}
	// Unary is an operation on one value: Neg, BitNot, LogNot. The operand has the result's type, except for LogNot: a
	// scalar gives int 0/1, a vector the signed integer vector 0/-1.
	Unary struct {
		Base
		Op UnaryOp
		X  Expr
	}
	// IncDec is ++ or -- on an lvalue (scalar, vector or pointer).
	IncDec struct {
		Base
		X       Expr
		Dec     bool
		Postfix bool
	}
	// Binary is an arithmetic or bit operation on two operands of the result's type (shifts: the right operand may
	// be of another integer type with the same number of lanes), or pointer arithmetic (PtrAdd, PtrSub, PtrDiff).
	Binary struct {
		Base
		Op   BinaryOp
		X, Y Expr
	}
	// Compare has operands of one type; scalars give int 0/1, vectors the signed integer vector 0/-1.
	Compare struct {
		Base
		Op   CompareOp
		X, Y Expr
	}
	// Logic is && or ||: scalars short-circuit and give int; vectors evaluate both and give 0/-1.
	Logic struct {
		Base
		Or   bool
		X, Y Expr
	}
	// Cond is ?: with a scalar condition; both arms have the result's type (may be void or a record).
	Cond struct {
		Base
		C, X, Y Expr
	}
	// VectorSelect is ?: with a vector condition: selects per element by the condition's sign bit. C: an integer
	// vector.
	VectorSelect struct {
		Base
		C, X, Y Expr
	}
	// Assign is = on an lvalue with a value of its type.
	Assign struct {
		Base
		X, Y Expr
	}
	// CompoundAssign is X op= Y: X is read once as an lvalue, converted to OpType, combined with Y (of OpType, or the
	// shift count's or pointer offset's type), converted back to X's type. Vectors too.
	CompoundAssign struct {
		Base
		Op     BinaryOp
		OpType *Type
		X, Y   Expr
	}
	// Comma evaluates both and gives Y.
	Comma struct {
		Base
		X, Y Expr
	}
	// StmtExpr is ({ ...; x; }), an extension of GNU C: it runs the statements of Body and gives Value, which is nil if
	// the last statement is no expression. No label lies in Body.
	StmtExpr struct {
		Base
		Body  *Compound
		Value Expr
	}
	// Cast converts a value: between arithmetic scalars, scalar to vector (widening: convert to the element, then
	// splat), pointers to pointers or integers and back, to void, and to bool. Vector to vector only if the same.
	Cast struct {
		Base
		X        Expr
		Implicit bool
	}
	// VectorLit is (float4)(a, b.xy, c): the operands' elements in order, already of the element type.
	VectorLit struct {
		Base
		Elems []Expr
	}
	// CompoundLit is (type){...}: an lvalue of its own.
	CompoundLit struct {
		Base
		Var *Var // an unnamed variable that holds it
	}
	// Call calls a function of the unit; arguments have the parameters' types.
	Call struct {
		Base
		Func *Function
		Args []Expr

		// Builtin is the callee if the function has no body in the whole program: the built-in of this name and these
		// parameters, which the program has redeclared. nil: there is none.
		Builtin *BuiltinCall
	}
	// BuiltinCall calls a built-in; arguments have the parameter types that Resolve gave. printf's are promoted.
	BuiltinCall struct {
		Base
		Name string
		Info any // returned by builtin.Resolve, for the lowerer
		Args []Expr
	}
	// BlockLit is ^(params){...}. Captures are the values of the captured variables, in the order of Func.Params.
	BlockLit struct {
		Base
		Func     *Function
		Captures []Expr
	}
	// BlockCall calls a block; arguments have the parameters' types.
	BlockCall struct {
		Base
		Block Expr
		Args  []Expr
	}
	// Bad stands for an expression with an error; its type is Invalid.
	Bad struct{ Base }
)

// UnaryOp is a unary operator.
type UnaryOp uint8

// The unary operators.
const (
	Neg UnaryOp = iota
	BitNot
	LogNot
)

// BinaryOp is a binary operator.
type BinaryOp uint8

// The binary operators.
const (
	Add BinaryOp = iota
	Sub
	Mul
	Div
	Rem
	And
	Or
	Xor
	Shl
	Shr
	PtrAdd  // pointer + integer (already converted to long), in elements
	PtrSub  // pointer - integer
	PtrDiff // pointer - pointer, in elements: long
)

// CompareOp is a comparison.
type CompareOp uint8

// The comparisons.
const (
	Eq CompareOp = iota
	Ne
	Lt
	Le
	Gt
	Ge
)
