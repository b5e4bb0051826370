package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
)

// initialize writes an initialiser into a variable.
func (l *funcLowerer) initialize(p place, init *ast.Init) {
	if init.Expr != nil {
		l.assign(p, init.Expr)
		return
	}
	for _, v := range init.Before {
		l.declareVar(v)
	}
	if l.initFromImage(p, init) {
		return
	}
	if init.Zero {
		l.zero(p)
	}
	l.initPlaces(p, init)
}

func (l *funcLowerer) initPlaces(p place, init *ast.Init) {
	for _, at := range init.Places {
		to := l.field(p, at.Offset, at.Type)
		switch {
		case at.Count <= 1:
			l.assign(to, at.Expr)
		case at.Count <= maxRepeated:
			for i := range at.Count {
				l.assign(l.field(to, i*at.Stride, at.Type), at.Expr)
			}
		default:
			l.assignRepeatedly(to, at)
		}
	}
}

// maxRepeated is how often a value is stored by one instruction each; more stores become a loop.
const maxRepeated = 32

// assignRepeatedly stores a value without effects many times.
func (l *funcLowerer) assignRepeatedly(to place, at ast.Place) {
	counter := l.temporary(ast.Basic(ast.ULong))
	l.storeScalar(counter, 0, l.Const(ir.I64, 0))
	body, exit := l.NewBlock(), l.NewBlock()
	l.Jump(body)
	l.SetBlock(body)
	n := l.loadScalar(counter, 0)
	one := to
	one.addr = l.PtrAdd(to.addr, l.Bin(ir.OpMul, n, l.Const(ir.I64, at.Stride)))
	one.align = accessAlign(to.align, at.Stride)
	l.assign(one, at.Expr)
	n = l.Bin(ir.OpAdd, n, l.Const(ir.I64, 1))
	l.storeScalar(counter, 0, n)
	l.Branch(l.ICmp(ir.ULT, n, l.Const(ir.I64, at.Count)), ir.Edge{To: body}, ir.Edge{To: exit})
	l.SetBlock(exit)
}

// assign evaluates an expression into a place.
func (l *funcLowerer) assign(p place, e ast.Expr) {
	if p.typ.IsRecord() {
		l.copyRecord(p, l.place(e))
		return
	}
	if p.typ.Kind == ast.Array { // char text[] = "..."
		l.copyRecord(p, l.place(unwrapLoad(e)))
		return
	}
	l.store(p, l.expr(e))
}

// imageThreshold is the size from which a constant initialiser of a private variable is copied from memory instead of
// being stored piece by piece.
const imageThreshold = 128

// initFromImage initialises a large private variable by one copy, and reports whether it could: all its places must be
// constant.
func (l *funcLowerer) initFromImage(p place, init *ast.Init) bool {
	if !init.Zero || p.typ.Size() <= imageThreshold {
		return false
	}
	if l.tooLarge(diag.Pos(l.Pos), p.typ.Size()) {
		return true
	}
	image := constImage{bytes: make([]byte, p.typ.Size())}
	if !l.constInit(&image, p.typ, init) {
		if len(init.Places) > 0 {
			return l.initLargeMixed(p, init)
		}
		return false
	}
	align := max(p.typ.Align(), 1)
	from := place{addr: l.globalAddr(l.addImage(image, align)), space: ir.SpaceConstant, typ: p.typ, align: align}
	l.copyRecord(p, from)
	return true
}

// initLargeMixed clears a large variable by a copy of zeros and stores the given places; it reports whether the
// variable is one.
func (l *funcLowerer) initLargeMixed(p place, init *ast.Init) bool {
	align := max(p.typ.Align(), 1)
	zeros := constImage{bytes: make([]byte, p.typ.Size())}
	l.copyRecord(p, place{addr: l.globalAddr(l.addImage(zeros, align)), space: ir.SpaceConstant, typ: p.typ,
		align: align})
	l.initPlaces(p, init)
	return true
}

func unwrapLoad(e ast.Expr) ast.Expr {
	if load, ok := e.(*ast.Load); ok {
		return load.X
	}
	return e
}

// zero clears a place scalar by scalar, so that the passes can split the variable.
func (l *funcLowerer) zero(p place) {
	switch p.typ.Kind {
	case ast.Array:
		for i := range uint64(max(p.typ.Len, 0)) {
			l.zero(l.field(p, i*p.typ.Elem.Size(), p.typ.Elem))
		}
	case ast.Struct:
		for _, f := range p.typ.Record.Fields {
			l.zero(l.field(p, f.Offset, f.Type))
		}
	case ast.Union:
		l.zeroBytes(p)
	default:
		values := make([]ir.ValueID, p.typ.Lanes())
		for i := range values {
			values[i] = l.Const(valueType(p.typ), 0)
		}
		l.store(p, values)
	}
}

// zeroBytes clears a union, whose largest member may not be its first.
func (l *funcLowerer) zeroBytes(p place) {
	for offset := uint64(0); offset < p.typ.Size(); {
		t := ast.Basic(ast.UChar)
		if p.typ.Record.Align%4 == 0 {
			t = ast.Basic(ast.UInt)
		}
		l.storeScalar(l.field(p, offset, t), 0, l.Const(valueType(t), 0))
		offset += t.Size()
	}
}
