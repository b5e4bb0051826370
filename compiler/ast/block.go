package ast

// Blocks. A variable of a block type is constant and initialised where it is declared, and blocks lie in no other
// memory. So the literals that an expression may stand for are known when the whole program is.

// BlockArg is a block that a call passes to a function of the program.
type BlockArg struct {
	Func  *Function
	Index int // of the parameter
	Arg   Expr
}

// BlockSet knows which literals expressions stand for.
type BlockSet struct {
	passed map[*Var][]Expr // by parameter
}

// NewBlockSet makes the set of units. body gives the function with the body of a declaration, nil if there is none.
func NewBlockSet(units []*Unit, body func(*Function) *Function) *BlockSet {
	s := &BlockSet{passed: map[*Var][]Expr{}}
	for _, u := range units {
		for _, a := range u.BlockArgs {
			if fn := body(a.Func); fn != nil && a.Index < len(fn.Params) {
				s.passed[fn.Params[a.Index]] = append(s.passed[fn.Params[a.Index]], a.Arg)
			}
		}
	}
	return s
}

// Together are the literals that each parameter may stand for.
func (s *BlockSet) Together() (all [][]*BlockLit) {
	for v := range s.passed {
		all = append(all, s.Literals(&VarRef{Var: v}))
	}
	return all
}

// Literals are the literals that an expression of a block type may stand for, each once, in a fixed order.
func (s *BlockSet) Literals(e Expr) []*BlockLit {
	w := blockWalk{set: s, seen: map[any]bool{}}
	w.expr(e)
	return w.found
}

// IsFrom reports whether the value of an expression of a block type may come from a variable.
func IsFrom(e Expr, v *Var) bool {
	w := blockWalk{set: &BlockSet{}, seen: map[any]bool{}}
	w.expr(e)
	return w.seen[v]
}

type blockWalk struct {
	set   *BlockSet
	seen  map[any]bool // literals and variables
	found []*BlockLit
}

func (w *blockWalk) expr(e Expr) {
	switch e := e.(type) {
	case *BlockLit:
		if !w.seen[e] {
			w.seen[e] = true
			w.found = append(w.found, e)
		}
	case *Load:
		w.expr(e.X)
	case *Comma:
		w.expr(e.Y)
	case *StmtExpr:
		w.expr(e.Value)
	case *VarRef:
		w.variable(e.Var)
	}
}

func (w *blockWalk) variable(v *Var) {
	if w.seen[v] {
		return
	}
	w.seen[v] = true
	if v.Init != nil && v.Init.Expr != nil {
		w.expr(v.Init.Expr)
	}
	for _, arg := range w.set.passed[v] {
		w.expr(arg)
	}
}

// NDRange is ndrange_t, the same for all units: a record without members that programs could name.
var NDRange = &Type{Kind: Struct, Record: &Record{Name: "ndrange_t", Complete: true, Size: 80, Align: 8,
	Fields: []Field{
		{Name: "work dimensions", Type: Basic(ULong), Offset: NDRangeWorkDim},
		{Name: "global offset", Type: threeSizes(), Offset: NDRangeOffset},
		{Name: "global size", Type: threeSizes(), Offset: NDRangeGlobal},
		{Name: "local size", Type: threeSizes(), Offset: NDRangeLocal},
	}}}

// Offsets of the parts of an ndrange_t. All are numbers of 64 bits, of the last three one for each dimension.
const (
	NDRangeWorkDim = 0
	NDRangeOffset  = 8
	NDRangeGlobal  = 32
	NDRangeLocal   = 56
)

func threeSizes() *Type { return &Type{Kind: Array, Elem: Basic(ULong), Len: 3} }
