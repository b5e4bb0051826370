package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/ir"
	"heddle/compiler/shortage"
)

// statement lowers a statement. The code after a jump goes to an unreachable block and is dropped at the end.
func (l *funcLowerer) statement(s ast.Stmt) {
	if s == nil {
		return
	}
	if l.Terminated() {
		l.SetBlock(l.NewBlock())
	}
	if l.Func.IsFull() {
		shortage.Require(2 * l.Func.Space())
	}
	l.at(s.StmtPos())
	switch s := s.(type) {
	case *ast.Compound:
		l.compound(s)
	case *ast.DeclStmt:
		for _, v := range s.Vars {
			l.declareVar(v)
		}
	case *ast.ExprStmt:
		if s.X != nil {
			l.effect(s.X)
		}
	case *ast.If:
		l.ifStatement(s)
	case *ast.For:
		l.loop(s)
	case *ast.Switch:
		l.switchStatement(s)
	case *ast.Case:
		l.fallInto(l.cases[s])
		l.statement(s.Body)
	case *ast.Label:
		l.fallInto(l.labelBlock(s))
		l.statement(s.Body)
	case *ast.Goto:
		l.Jump(l.labelBlock(s.Target))
	case *ast.Break:
		l.Jump(l.breaks[len(l.breaks)-1])
	case *ast.Continue:
		l.Jump(l.continues[len(l.continues)-1])
	case *ast.Return:
		l.returnStatement(s)
	default:
		l.unsupported(s.StmtPos(), "this statement")
	}
}

// compound lowers a block, which may switch contraction on or off.
func (l *funcLowerer) compound(s *ast.Compound) {
	outer := l.flags
	l.flags &^= ir.FlagContract
	if !s.NoContract && !l.isLib {
		l.flags |= ir.FlagContract
	}
	for _, inner := range s.List {
		l.statement(inner)
	}
	l.flags = outer
}

// fallInto continues in a block that others jump to.
func (l *funcLowerer) fallInto(b ir.BlockID) {
	l.jumpTo(b)
	l.SetBlock(b)
}

// jumpTo jumps unless the block has ended already.
func (l *funcLowerer) jumpTo(b ir.BlockID) {
	if !l.Terminated() {
		l.Jump(b)
	}
}

func (l *funcLowerer) labelBlock(s *ast.Label) ir.BlockID {
	b, ok := l.labels[s]
	if !ok {
		if l.labels == nil {
			l.labels = map[*ast.Label]ir.BlockID{}
		}
		b = l.NewBlock()
		l.labels[s] = b
	}
	return b
}

func (l *funcLowerer) declareVar(v *ast.Var) {
	if v.Space == ast.Local || v.Space == ast.Constant || v.Space == ast.Global || v.Storage != ast.NoStorage {
		return // laid out with the kernel or with the unit
	}
	p := l.variable(v)
	if v.Init != nil {
		l.at(v.Pos)
		l.initialize(p, v.Init)
	}
}

func (l *funcLowerer) ifStatement(s *ast.If) {
	then, join := l.NewBlock(), l.NewBlock()
	otherwise := join
	if s.Else != nil {
		otherwise = l.NewBlock()
	}
	cond, isLikely, isExpected := expectation(s.Cond)
	l.Func.Blocks[then].Rare = isExpected && !isLikely
	l.Func.Blocks[otherwise].Rare = isExpected && isLikely && otherwise != join
	l.branch(cond, then, otherwise)
	l.SetBlock(then)
	l.statement(s.Then)
	l.jumpTo(join)
	if s.Else != nil {
		l.SetBlock(otherwise)
		l.statement(s.Else)
		l.jumpTo(join)
	}
	l.SetBlock(join)
}

func (l *funcLowerer) loop(s *ast.For) {
	l.statement(s.Init)
	if l.Terminated() {
		l.SetBlock(l.NewBlock())
	}
	head, body, post, exit := l.NewBlock(), l.NewBlock(), l.NewBlock(), l.NewBlock()
	if s.DoWhile {
		l.Func.Blocks[body].Unroll = int32(s.Unroll)
		l.doWhile(s, body, head, exit)
		return
	}
	l.Func.Blocks[head].Unroll = int32(s.Unroll)
	l.fallInto(head)
	l.loopCondition(s.Cond, body, exit)
	l.loopBody(s, body, post, exit)
	l.fallInto(post)
	if s.Post != nil {
		l.effect(s.Post)
	}
	l.Jump(head)
	l.SetBlock(exit)
}

func (l *funcLowerer) doWhile(s *ast.For, body, condition, exit ir.BlockID) {
	l.Jump(body)
	l.loopBody(s, body, condition, exit)
	l.fallInto(condition)
	l.loopCondition(s.Cond, body, exit)
	l.SetBlock(exit)
}

func (l *funcLowerer) loopCondition(cond ast.Expr, body, exit ir.BlockID) {
	if cond == nil {
		l.Jump(body)
		return
	}
	l.branch(cond, body, exit)
}

func (l *funcLowerer) loopBody(s *ast.For, body, next, exit ir.BlockID) {
	l.SetBlock(body)
	l.breaks = append(l.breaks, exit)
	l.continues = append(l.continues, next)
	l.statement(s.Body)
	l.breaks = l.breaks[:len(l.breaks)-1]
	l.continues = l.continues[:len(l.continues)-1]
}

func (l *funcLowerer) switchStatement(s *ast.Switch) {
	value := l.scalar(s.X)
	if l.cases == nil {
		l.cases = map[*ast.Case]ir.BlockID{}
	}
	exit := l.NewBlock()
	otherwise := ir.Edge{To: exit}
	if s.Default != nil {
		l.cases[s.Default] = l.NewBlock()
		otherwise.To = l.cases[s.Default]
	}
	mask := valueType(s.X.ExprType()).Mask()
	var values []uint64
	var edges []ir.Edge
	for _, c := range s.Cases {
		if c.IsDefault {
			continue
		}
		l.cases[c] = l.NewBlock()
		switch {
		case c.Empty:
		case c.Value != c.Last:
			l.caseRange(value, c)
		default:
			values = append(values, c.Value&mask)
			edges = append(edges, ir.Edge{To: l.cases[c]})
		}
	}
	l.Switch(value, otherwise, values, edges)
	l.breaks = append(l.breaks, exit)
	l.statement(s.Body)
	l.breaks = l.breaks[:len(l.breaks)-1]
	l.jumpTo(exit)
	l.SetBlock(exit)
}

// caseRange jumps to a case of several values if the value is one of them: if its distance from the first is not
// greater than the last one's.
func (l *funcLowerer) caseRange(value ir.ValueID, c *ast.Case) {
	t := l.Func.Type(value)
	next := l.NewBlock()
	distance := l.Bin(ir.OpSub, value, l.Const(t, c.Value&t.Mask()))
	isIn := l.ICmp(ir.ULE, distance, l.Const(t, (c.Last-c.Value)&t.Mask()))
	l.Branch(isIn, ir.Edge{To: l.cases[c]}, ir.Edge{To: next})
	l.SetBlock(next)
}

func (l *funcLowerer) returnStatement(s *ast.Return) {
	switch {
	case s.X == nil || s.X.ExprType().Kind == ast.Void:
		if s.X != nil {
			l.effect(s.X)
		}
		if !l.Terminated() {
			l.finish()
		}
	case s.X.ExprType().IsRecord():
		to := place{addr: l.result, space: ir.SpacePrivate, typ: s.X.ExprType(), align: s.X.ExprType().Align()}
		l.copyRecord(to, l.place(s.X))
		l.Return()
	default:
		l.Return(l.expr(s.X)...)
	}
}
