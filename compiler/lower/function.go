package lower

import (
	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
	"heddle/compiler/shortage"
)

// funcLowerer lowers one function.
type funcLowerer struct {
	*unitLowerer
	*ir.Builder
	fn        *ast.Function
	helper    bool
	vars      map[*ast.Var]ir.ValueID // addresses of private variables
	labels    map[*ast.Label]ir.BlockID
	cases     map[*ast.Case]ir.BlockID
	breaks    []ir.BlockID
	continues []ir.BlockID
	result    ir.ValueID // address for a record result
	flags     ir.Flags   // of floating operations

	namedBarriers int // calls that make one
}

func (u *unitLowerer) newFuncLowerer(f *ir.Func) *funcLowerer {
	return &funcLowerer{unitLowerer: u, Builder: ir.NewBuilder(f), vars: map[*ast.Var]ir.ValueID{}}
}

func (u *unitLowerer) lowerFunction(p pendingFunc) {
	f := u.module.Funcs[p.id]
	clear(u.vars)
	l := &funcLowerer{unitLowerer: u, Builder: u.space.NewBuilder(f, expectedInstrs(p.fn)), vars: u.vars, fn: p.fn,
		helper: p.helper}
	l.flags = u.floatFlags(p.fn)
	u.posBase = u.posBases[p.fn]
	l.at(p.fn.Pos)
	l.layoutLocals()
	if body, ok := p.fn.Foreign.(Body); ok {
		l.foreign(body)
		l.Finish()
		return
	}
	if f.Kernel {
		l.kernelParams()
	} else {
		l.functionParams()
	}
	l.statement(p.fn.Body)
	l.finish()
	shortage.Require(l.Func.Space() / 2 * 3)
	l.Finish()
	if u.isLib {
		f.LoosenSubGroups() // the library asks only who else is here
	}
}

// expectedInstrs estimates the number of instructions of a function: one for every three bytes of its text.
func expectedInstrs(fn *ast.Function) int {
	const bytesPerInstr, most = 3, 1 << 18
	if fn.Body == nil {
		return 0
	}
	list := fn.Body.List
	if len(list) == 0 {
		return 0
	}
	length := int64(list[len(list)-1].StmtPos()) - int64(fn.Pos)
	return int(min(max(length, 0)/bytesPerInstr, most))
}

func (u *unitLowerer) floatFlags(fn *ast.Function) (flags ir.Flags) {
	if fn.Contract && !u.isLib {
		flags |= ir.FlagContract
	}
	if u.unit.Options.FastRelaxed {
		flags |= ir.FlagFast
	}
	return flags
}

// argBlockAlign is the alignment of argument blocks that loads rely on.
const argBlockAlign = 8

// kernelParams copies the argument block into the parameters' variables.
func (l *funcLowerer) kernelParams() {
	offsets, _ := ArgLayout(l.fn)
	if len(offsets) == 0 {
		return
	}
	block := l.Emit(ir.Instr{Op: ir.OpArgBlock, Type: ir.Ptr})
	for i, p := range l.fn.Params {
		from := place{addr: l.PtrAddConst(block, int64(offsets[i])), space: ir.SpaceArgs, typ: p.Type,
			align: accessAlign(argBlockAlign, offsets[i])}
		to := l.variable(p)
		switch {
		case p.Type.IsRecord():
			l.copyRecord(to, from)
		case p.Type.Kind == ast.Pointer && p.Type.Space == ast.Local && i >= l.fn.Captures:
			offset := l.Load(ir.I64, from.addr, ir.SpaceArgs, alignNote(from.align))
			base := l.Emit(ir.Instr{Op: ir.OpLocalBase, Type: ir.Ptr})
			l.store(to, []ir.ValueID{l.PtrAdd(base, offset)})
		default:
			l.store(to, l.load(from))
		}
	}
}

func (l *funcLowerer) functionParams() {
	next := 0
	arg := func() ir.ValueID {
		next++
		return l.Arg(next - 1)
	}
	if l.fn.Type.Result.IsRecord() {
		l.result = arg()
	}
	for _, p := range l.fn.Params {
		if p.Type.IsRecord() {
			l.vars[p] = arg() // the caller's copy is the variable
			continue
		}
		values := l.MakeList(p.Type.Lanes())
		for i := range values {
			values[i] = arg()
		}
		l.store(l.variable(p), values)
	}
}

// finish ends the last block; a function with a result that ends without return gives zeros.
func (l *funcLowerer) finish() {
	if l.Terminated() {
		return
	}
	var values []ir.ValueID
	for _, t := range l.Func.Results {
		values = append(values, l.Const(t, 0))
	}
	l.Return(values...)
}

// variable is the place of a private variable, allocated at its first use.
func (l *funcLowerer) variable(v *ast.Var) place {
	align := max(v.Align, v.Type.Align(), 1)
	addr, ok := l.vars[v]
	if !ok {
		addr = l.Alloca(max(v.Type.Size(), 1), alignNote(align))
		l.vars[v] = addr
	}
	return place{addr: addr, space: ir.SpacePrivate, typ: v.Type, align: align}
}

// at makes p the position of the instructions that follow.
func (l *funcLowerer) at(p diag.Pos) {
	l.Pos = 0
	if p != diag.NoPos {
		l.Pos = ir.Pos(p) + l.posBase
	}
}

// unsupported reports a construct that cannot be lowered yet.
func (u *unitLowerer) unsupported(pos diag.Pos, what string) {
	u.list.Errorf(pos, "%s is not supported yet", what)
}
