package lower

import (
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/builtin"
	"heddle/compiler/ir"
)

// Copies of rows and boxes between local and global memory (cl_khr_extended_async_copies).

// box is a side of such a copy. Distances are in bytes.
type box struct {
	start       ir.ValueID // address of the first element
	line, plane ir.ValueID // distance from one to the next
	pointer     *ast.Type
}

// asyncCopyBoxes copies at once, as asyncCopy does. The work-items go through all lines together and share out each
// line, in words if the elements are known to consist of some.
func (l *funcLowerer) asyncCopyBoxes(c *builtin.Call, args [][]ir.ValueID) []ir.ValueID {
	a := make([]ir.ValueID, len(args))
	for i := range args {
		a[i] = args[i][0]
	}
	element, perLine, lines, event := a[4], a[5], a[6], a[len(a)-1]
	bytes := func(elements ir.ValueID) ir.ValueID { return l.Bin(ir.OpMul, elements, element) }
	to := box{start: l.PtrAdd(a[0], bytes(a[1])), pointer: c.Params[0]}
	from := box{start: l.PtrAdd(a[2], bytes(a[3])), pointer: c.Params[2]}
	planes := l.Const(ir.I64, 1)
	if strings.HasSuffix(c.Name, "3D3D") {
		planes = a[7]
		from.line, from.plane, to.line, to.plane = bytes(a[8]), bytes(a[9]), bytes(a[10]), bytes(a[11])
	} else {
		from.line, from.plane, to.line, to.plane = bytes(a[7]), planes, bytes(a[8]), planes
	}
	unit := ast.Basic(ast.UChar)
	if known := l.Func.Instr(element); known.Op == ir.OpConst && known.Imm%4 == 0 {
		unit = ast.Basic(ast.UInt)
	}
	units := l.Bin(ir.OpUDiv, bytes(perLine), l.Const(ir.I64, unit.Size()))
	zero, step := l.Const(ir.I64, 0), l.Const(ir.I64, 1)
	l.count(zero, planes, step, func(plane ir.ValueID) {
		l.count(zero, lines, step, func(line ir.ValueID) {
			target, source := l.inBox(&to, unit, plane, line), l.inBox(&from, unit, plane, line)
			l.shareOut(units, func(i ir.ValueID) {
				offset := l.Bin(ir.OpMul, i, l.Const(ir.I64, unit.Size()))
				to, from := target, source
				to.addr, from.addr = l.PtrAdd(to.addr, offset), l.PtrAdd(from.addr, offset)
				l.store(to, l.load(from))
			})
		})
	})
	return one(event)
}

// inBox is the first unit of a line of a plane. Elements may be structures, so their addresses may be any.
func (l *funcLowerer) inBox(b *box, unit *ast.Type, plane, line ir.ValueID) place {
	offset := l.Bin(ir.OpAdd, l.Bin(ir.OpMul, plane, b.plane), l.Bin(ir.OpMul, line, b.line))
	return place{addr: l.PtrAdd(b.start, offset), space: spaces[b.pointer.Space], typ: unit, align: 1,
		volatile: b.pointer.ElemQual&ast.Volatile != 0}
}
