package ast

import "heddle/compiler/diag"

// Stmt is a statement.
type Stmt interface {
	StmtPos() diag.Pos
}

// StmtBase holds what every statement has.
type StmtBase struct{ Pos diag.Pos }

// StmtPos is where the statement begins.
func (b *StmtBase) StmtPos() diag.Pos { return b.Pos }

// Statements. Conditions are scalars (the lowerer compares them with zero).
type (
	// Compound is a block. NoContract: FP_CONTRACT is off in it, but not in blocks within it, which have their own; a
	// pragma in its middle counts for all of it.
	Compound struct {
		StmtBase
		List       []Stmt
		NoContract bool
	}
	// DeclStmt declares variables of private space; __local and static ones are in Function.Statics too.
	DeclStmt struct {
		StmtBase
		Vars []*Var
	}
	// ExprStmt evaluates; X nil is the empty statement.
	ExprStmt struct {
		StmtBase
		X Expr
	}
	// If has an Else that may be nil.
	If struct {
		StmtBase
		Cond       Expr
		Then, Else Stmt
	}
	// For is for, while (Init and Post nil) and, with DoWhile, do-while. Cond nil: endless.
	For struct {
		StmtBase
		Init    Stmt
		Cond    Expr
		Post    Expr
		Body    Stmt
		DoWhile bool
		Unroll  int // from opencl_unroll_hint or #pragma unroll: 0 none, -1 full, else the factor
	}
	// Switch jumps to the Case of its Body with the value; cases and default are collected by the checker.
	Switch struct {
		StmtBase
		X       Expr
		Body    Stmt
		Cases   []*Case
		Default *Case // may be nil
	}
	// Case is a case or default label with the statement after it.
	Case struct {
		StmtBase
		Value     uint64 // converted to the switch's type, sign-extended
		Last      uint64 // of a range of values, Value included; Value if it is none
		Empty     bool   // a range without values: nothing jumps here
		IsDefault bool
		Body      Stmt
	}
	// Label is a goto's target.
	Label struct {
		StmtBase
		Name string
		Body Stmt
	}
	// Goto jumps to a label of the same function, checked to exist.
	Goto struct {
		StmtBase
		Target *Label
	}
	// Break leaves the innermost loop or switch.
	Break struct{ StmtBase }
	// Continue continues with the innermost loop.
	Continue struct{ StmtBase }
	// Return has an X that may be nil.
	Return struct {
		StmtBase
		X Expr
	}
)
