package lower

import (
	"slices"
	"strconv"

	"heddle/compiler/ast"
	"heddle/compiler/ceil"
	"heddle/compiler/ir"
)

// Blocks. A literal is a function whose first parameters are the captured variables. Its value is the address of a
// record in private memory: a head, and the captured values as they lie in an argument block. A call passes the values
// to the function. Where several literals are possible, which happens only in functions that blocks are passed to, it
// goes by the number in the head.
//
// A block that is enqueued becomes a kernel of the program as well (a child), which reads the captured values from its
// argument block. So enqueueing copies them there.

// The head of a block.
const (
	blockNumber   = 0  // i32: which literal
	blockChild    = 4  // i32: number of the child
	blockBytes    = 8  // i32: bytes of captured values
	blockCaptures = 16 // where they begin
)

// blocks is what a unit knows about its blocks.
type blocks struct {
	set      *ast.BlockSet
	numbers  map[*ast.Function]uint64 // of literals
	rooms    map[*ast.Function]uint64 // how many bytes other literals have that stand in the same place
	children []*ast.Function
}

// Children are the functions of the blocks that become kernels of their own, in the order of their numbers.
func Children(units []*ast.Unit) []*ast.Function {
	bodies := map[string]*ast.Function{}
	for _, u := range units {
		for _, fn := range u.Funcs {
			bodies[bodyName(fn)] = fn
		}
	}
	set := ast.NewBlockSet(units, func(fn *ast.Function) *ast.Function {
		if fn.Body != nil {
			return fn
		}
		return bodies[bodyName(fn)]
	})
	return childrenOf(units, set)
}

func childrenOf(units []*ast.Unit, set *ast.BlockSet) (list []*ast.Function) {
	for _, u := range units {
		for _, e := range u.Enqueued {
			for _, lit := range set.Literals(e) {
				if !slices.Contains(list, lit.Func) {
					list = append(list, lit.Func)
				}
			}
		}
	}
	return list
}

// ChildName is the name of a child in reports, which no other kernel has.
func ChildName(fn *ast.Function, number int) string { return fn.Name + strconv.Itoa(number) }

// layoutBlocks numbers literals and children.
func (u *unitLowerer) layoutBlocks() {
	b := &u.blocks
	units := []*ast.Unit{u.unit}
	b.set = ast.NewBlockSet(units, u.body)
	b.children = childrenOf(units, b.set)
	b.numbers, b.rooms = map[*ast.Function]uint64{}, map[*ast.Function]uint64{}
	for _, literals := range b.set.Together() {
		for _, one := range literals {
			for _, other := range literals {
				_, total := captureLayout(other.Func)
				b.rooms[one.Func] = max(b.rooms[one.Func], total)
			}
		}
	}
	for i, fn := range u.unit.Blocks {
		b.numbers[fn] = uint64(i)
	}
}

// queueChildren queues the children.
func (u *unitLowerer) queueChildren() {
	for i, fn := range u.blocks.children {
		f := u.module.NewFunc(ChildName(fn, i))
		f.Pos, f.Kernel, f.SubGroup = ir.Pos(fn.Pos)+u.posBases[fn], true, ir.DefaultSubGroup
		u.pending = append(u.pending, pendingFunc{fn: fn, id: f.ID})
	}
}

// child is the number of a block's child, 0 if it has none.
func (b *blocks) child(fn *ast.Function) uint64 { return uint64(max(slices.Index(b.children, fn), 0)) }

// captureLayout gives the offsets of the captured values of a block, and how many bytes they take.
func captureLayout(fn *ast.Function) (offsets []uint64, total uint64) {
	offsets, _ = ArgLayout(fn)
	offsets = offsets[:fn.Captures]
	if n := fn.Captures; n > 0 {
		total = ceil.Multiple(offsets[n-1]+fn.Params[n-1].Type.Size(), 8)
	}
	return offsets, total
}

// blockLit captures the values. All literals that may be called in one place are of one size, so that the passes see
// that code for another literal accesses no other memory.
func (l *funcLowerer) blockLit(e *ast.BlockLit) ir.ValueID {
	offsets, total := captureLayout(e.Func)
	block := l.Alloca(blockCaptures+max(total, l.blocks.rooms[e.Func]), argBlockAlign)
	l.Store(block, l.Const(ir.I32, l.blocks.numbers[e.Func]), ir.SpacePrivate, argBlockAlign)
	l.Store(l.PtrAddConst(block, blockChild), l.Const(ir.I32, l.blocks.child(e.Func)), ir.SpacePrivate, blockChild)
	l.Store(l.PtrAddConst(block, blockBytes), l.Const(ir.I32, total), ir.SpacePrivate, argBlockAlign)
	for i, value := range e.Captures {
		l.assign(l.capture(e.Func, i, block, offsets[i]), value)
	}
	return block
}

// capture is the place of a captured value.
func (l *funcLowerer) capture(fn *ast.Function, i int, block ir.ValueID, offset uint64) place {
	return place{addr: l.PtrAddConst(block, blockCaptures+int64(offset)), space: ir.SpacePrivate,
		typ: fn.Params[i].Type, align: accessAlign(argBlockAlign, offset)}
}

// blockValue is the address of a block. Static block variables have no memory: each use makes the block anew.
func (l *funcLowerer) blockValue(e ast.Expr) ir.ValueID {
	switch e := e.(type) {
	case *ast.BlockLit:
		return l.blockLit(e)
	case *ast.Load:
		if v, ok := e.X.(*ast.VarRef); ok && isStaticBlock(v.Var) {
			return l.blockValue(v.Var.Init.Expr)
		}
	}
	return l.scalar(e)
}

// isPrivateBlock reports whether a block is in a variable, or chosen by another expression.
func isPrivateBlock(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BlockLit:
		return false
	case *ast.Load:
		v, ok := e.X.(*ast.VarRef)
		return !ok || !isStaticBlock(v.Var)
	}
	return true
}

func isStaticBlock(v *ast.Var) bool {
	return v.Type.Kind == ast.Block && v.Init != nil &&
		(v.Owner == nil || v.Storage != ast.NoStorage || v.Space == ast.Constant || v.Space == ast.Global)
}

// blockCall calls a block that does not return a record.
func (l *funcLowerer) blockCall(e *ast.BlockCall) []ir.ValueID {
	block := l.blockValue(e.Block)
	args := l.callArgs(e.Args, nil)
	l.at(e.Pos)
	return l.callLiterals(e, block, 0, args)
}

// recordBlockCall gives the block memory for its result.
func (l *funcLowerer) recordBlockCall(e *ast.BlockCall) place {
	to := l.temporary(e.Type)
	block := l.blockValue(e.Block)
	args := l.callArgs(e.Args, nil)
	l.at(e.Pos)
	l.callLiterals(e, block, to.addr, args)
	return to
}

// callLiterals calls the literal that a block is. A record's address for the result may be given.
func (l *funcLowerer) callLiterals(e *ast.BlockCall, block, result ir.ValueID, args []ir.ValueID) []ir.ValueID {
	literals := l.blocks.set.Literals(e.Block)
	switch len(literals) {
	case 0: // the function is never called
		return l.undefs(e.Type)
	case 1:
		return l.callLiteral(literals[0].Func, block, result, args)
	}
	join := l.NewBlock()
	var values []ir.ValueID
	if !e.Type.IsRecord() {
		for _, t := range flatten(nil, e.Type) {
			values = append(values, l.AddParam(join, t))
		}
	}
	number := l.Load(ir.I32, block, ir.SpacePrivate, argBlockAlign)
	for i, lit := range literals {
		if i < len(literals)-1 {
			this, next := l.NewBlock(), l.NewBlock()
			is := l.ICmp(ir.EQ, number, l.Const(ir.I32, l.blocks.numbers[lit.Func]))
			l.Branch(is, ir.Edge{To: this}, ir.Edge{To: next})
			l.SetBlock(this)
			l.Jump(join, l.callLiteral(lit.Func, block, result, args)...)
			l.SetBlock(next)
			continue
		}
		l.Jump(join, l.callLiteral(lit.Func, block, result, args)...)
	}
	l.SetBlock(join)
	return values
}

// callLiteral calls the function of a literal with the captured values. Those of records stay where they are, since
// they are constant.
func (l *funcLowerer) callLiteral(fn *ast.Function, block, result ir.ValueID, args []ir.ValueID) []ir.ValueID {
	var in []ir.ValueID
	if result != 0 {
		in = append(in, result)
	}
	offsets, _ := captureLayout(fn)
	for i, offset := range offsets {
		in = append(in, l.load(l.capture(fn, i, block, offset))...)
	}
	in = append(in, args...)
	id := l.queue(fn)
	return l.Call(id, l.module.Funcs[id].Results, in...)
}
