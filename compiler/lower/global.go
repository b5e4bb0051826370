package lower

import (
	"encoding/binary"

	"heddle/compiler/ast"
	"heddle/compiler/ceil"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// globalTable lays out the variables of program scope in one block: those of the unit, string literals, and images of
// constant initialisers.
type globalTable struct {
	offsets map[*ast.Var]uint64
	strings map[string]uint64
	once    map[string]*ast.Var // of the variables that are one in all units, the first by name
	size    uint64
}

// globalAlign is the alignment of the block; every variable's own is at most that.
const globalAlign = 128

func (u *unitLowerer) layoutGlobals() {
	for _, v := range u.unit.Globals {
		switch first := u.firstOf(v); {
		case isDeclaration(v):
		case first == v:
			u.placeGlobal(v)
		case first.Type.Size() != v.Type.Size() || first.Align < v.Align:
			u.list.Errorf(v.Pos, "the variable '%s' has another size or alignment in another unit", v.Name)
		default:
			u.globals.offsets[v] = u.globals.offsets[first]
		}
	}
	for _, v := range u.unit.Globals {
		if isDeclaration(v) {
			u.bindGlobal(v)
		}
	}
}

// isDeclaration reports whether another declaration, often of another unit, defines the variable.
func isDeclaration(v *ast.Var) bool { return v.Storage == ast.Extern && v.Init == nil }

// firstOf is the first of the variables that several units define and that are one (ast.Var.LinkOnce); others are
// themselves.
func (u *unitLowerer) firstOf(v *ast.Var) *ast.Var {
	if !v.LinkOnce {
		return v
	}
	first, ok := u.globals.once[v.Name]
	if !ok {
		u.globals.once[v.Name] = v
		return v
	}
	return first
}

// bindGlobal gives a declared variable the place of its definition.
func (u *unitLowerer) bindGlobal(v *ast.Var) {
	for _, d := range u.unit.Globals {
		if d.Name == v.Name && d.Owner == nil && d.Storage != ast.Static && !isDeclaration(d) {
			u.globals.offsets[v] = u.globals.offsets[d]
			return
		}
	}
	u.list.Errorf(v.Pos, "the variable '%s' is used but not defined in this program", v.Name)
}

// placeGlobal reserves the memory of a variable.
func (u *unitLowerer) placeGlobal(v *ast.Var) uint64 {
	if offset, ok := u.globals.offsets[v]; ok {
		return offset
	}
	offset := u.reserve(v.Type.Size(), max(v.Align, v.Type.Align(), 1))
	u.globals.offsets[v] = offset
	return offset
}

func (u *unitLowerer) reserve(size, align uint64) uint64 {
	offset := ceil.Multiple(u.globals.size, min(align, globalAlign))
	u.globals.size = offset + max(size, 1)
	return offset
}

func (u *unitLowerer) initGlobals() {
	for _, v := range u.unit.Globals {
		if !isDeclaration(v) && u.firstOf(v) == v {
			u.initGlobal(v)
		}
	}
}

// initGlobal evaluates a variable's initialiser and adds it to the module.
func (u *unitLowerer) initGlobal(v *ast.Var) {
	g := ir.Global{Name: v.Name, OffsetBytes: u.globals.offsets[v], SizeBytes: v.Type.Size(),
		Constant: v.Space == ast.Constant}
	if v.Init != nil && !u.tooLarge(v.Pos, g.SizeBytes) {
		image := constImage{bytes: make([]byte, g.SizeBytes)}
		if !u.constInit(&image, v.Type, v.Init) {
			u.unsupported(v.Pos, "this initialiser of a variable of program scope")
		}
		g.Init, g.Relocations = image.bytes, image.relocations
	}
	u.module.Globals = append(u.module.Globals, g)
}

// maxImageBytes bounds the compiler's memory for the initialiser of one variable.
const maxImageBytes = 64 << 20

func (u *unitLowerer) tooLarge(pos diag.Pos, sizeBytes uint64) bool {
	if sizeBytes <= maxImageBytes {
		return false
	}
	u.list.Errorf(pos, "an initialiser of %d bytes is not supported, the limit is %d", sizeBytes, maxImageBytes)
	return true
}

func (u *unitLowerer) finishGlobals() { u.module.GlobalBytes = ceil.Multiple(u.globals.size, 8) }

// globalOffset is the place of a variable of program scope in the globals' block. Static and constant variables of
// functions that the unit's list does not contain are added at their first use.
func (u *unitLowerer) globalOffset(v *ast.Var) (uint64, bool) {
	isGlobal := v.Owner == nil && !v.Param || v.Storage == ast.Static || v.Space == ast.Constant ||
		v.Space == ast.Global
	if !isGlobal || v.Param || v.Space == ast.Local {
		return 0, false
	}
	if offset, ok := u.globals.offsets[v]; ok {
		return offset, true
	}
	offset := u.placeGlobal(v)
	u.initGlobal(v)
	return offset, true
}

func globalSpace(v *ast.Var) ir.Space {
	if v.Space == ast.Constant {
		return ir.SpaceConstant
	}
	return ir.SpaceGlobal
}

func (l *funcLowerer) globalAddr(offset uint64) ir.ValueID {
	base := l.Emit(ir.Instr{Op: ir.OpGlobalBase, Type: ir.Ptr})
	return l.PtrAddConst(base, int64(offset))
}

// stringPlace adds a literal to the constants; equal ones share memory.
func (l *funcLowerer) stringPlace(e *ast.StringLit) place {
	size := e.Type.Size()
	key := e.Value
	for uint64(len(key)) < size {
		key += "\x00"
	}
	offset, ok := l.globals.strings[key]
	if !ok {
		offset = l.addImage(constImage{bytes: []byte(key)}, 1)
		l.globals.strings[key] = offset
	}
	return place{addr: l.globalAddr(offset), space: ir.SpaceConstant, typ: e.Type, align: 1}
}

// constImage is the memory of a constant initialiser.
type constImage struct {
	bytes       []byte
	relocations []uint64
}

// addImage makes an unnamed constant of an image.
func (u *unitLowerer) addImage(image constImage, align uint64) uint64 {
	size := uint64(len(image.bytes))
	offset := u.reserve(size, align)
	u.module.Globals = append(u.module.Globals, ir.Global{OffsetBytes: offset, SizeBytes: size,
		Init: image.bytes, Relocations: image.relocations, Constant: true})
	return offset
}

// constInit writes an initialiser's bytes, and reports whether it is constant.
func (u *unitLowerer) constInit(image *constImage, t *ast.Type, init *ast.Init) bool {
	if init.Expr != nil {
		return u.constPlace(image, ast.Place{Type: t, Expr: init.Expr})
	}
	for _, at := range init.Places {
		if !u.constPlace(image, at) {
			return false
		}
	}
	return true
}

func (u *unitLowerer) constPlace(image *constImage, at ast.Place) bool {
	if text, ok := unwrapLoad(at.Expr).(*ast.StringLit); ok && at.Type.Kind == ast.Array {
		copy(image.bytes[at.Offset:at.Offset+at.Type.Size()], text.Value)
		return true
	}
	if lit, ok := unwrapLoad(at.Expr).(*ast.CompoundLit); ok && lit.Var.Init != nil {
		return u.constLiteralPlace(image, at, lit.Var.Init)
	}
	if at.Type.IsRecord() || at.Type.Kind == ast.Array {
		return false
	}
	values, ok := u.constValues(at.Expr)
	if !ok {
		return false
	}
	size := at.Type.Scalar().Size()
	for n := range max(at.Count, 1) {
		for i, v := range values {
			offset := at.Offset + n*at.Stride + uint64(i)*size
			putBytes(image.bytes[offset:], v.bits, at.Type)
			if v.isAddress {
				image.relocations = append(image.relocations, offset)
			}
		}
	}
	return true
}

// constLiteralPlace writes the bytes of a compound literal that is the value of a place, and reports whether they are
// constant.
func (u *unitLowerer) constLiteralPlace(image *constImage, at ast.Place, init *ast.Init) bool {
	inner := constImage{bytes: make([]byte, at.Type.Size())}
	if !u.constInit(&inner, at.Type, init) {
		return false
	}
	for n := range max(at.Count, 1) {
		offset := at.Offset + n*at.Stride
		copy(image.bytes[offset:], inner.bytes)
		for _, r := range inner.relocations {
			image.relocations = append(image.relocations, r+offset)
		}
	}
	return true
}

func putBytes(to []byte, bits uint64, t *ast.Type) {
	switch t.Scalar().Size() {
	case 1:
		to[0] = byte(bits)
	case 2:
		if memoryType(t) == ir.F16 {
			bits = numeric.FloatToFloat(ir.F16, ir.F32, ir.RoundDefault, bits)
		}
		binary.LittleEndian.PutUint16(to, uint16(bits))
	case 4:
		binary.LittleEndian.PutUint32(to, uint32(bits))
	default:
		binary.LittleEndian.PutUint64(to, bits)
	}
}

// constValue is a scalar known at compile time; an address is an offset in the globals' block.
type constValue struct {
	bits      uint64
	isAddress bool
}

// constValues evaluates an expression at compile time: it lowers it into a function of its own and interprets that.
// Loads from constants of program scope that are already initialised count as constant.
func (u *unitLowerer) constValues(e ast.Expr) ([]constValue, bool) {
	if lit, ok := constLiteral(e); ok {
		return []constValue{lit}, true
	}
	if !isConstant(e) {
		return nil, false
	}
	l := u.newFuncLowerer(&ir.Func{Instrs: make([]ir.Instr, 1), Blocks: make([]ir.Block, 1)})
	results := l.expr(e)
	if len(l.Func.Blocks) != 1 {
		return nil, false
	}
	known := map[ir.ValueID]constValue{}
	for _, id := range l.Func.Blocks[0].Instrs {
		v, ok := u.evaluate(l.Func.Instr(id), l.Func, known)
		if !ok {
			return nil, false
		}
		known[id] = v
	}
	out := make([]constValue, len(results))
	for i, id := range results {
		out[i] = known[id]
	}
	return out, true
}

// constLiteral is the fast path for large tables of literals.
func constLiteral(e ast.Expr) (constValue, bool) {
	switch e := e.(type) {
	case *ast.IntLit:
		return constValue{bits: e.Value & valueType(e.Type).Mask()}, true
	case *ast.FloatLit:
		return constValue{bits: floatBits(valueType(e.Type), e.Value)}, true
	}
	return constValue{}, false
}

// isConstant reports whether an expression can be evaluated at compile time: without calls of functions, private
// variables and effects.
func isConstant(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.IntLit, *ast.FloatLit, *ast.StringLit:
		return true
	case *ast.Load:
		return isConstant(e.X)
	case *ast.AddrOf:
		return isConstant(e.X)
	case *ast.Deref:
		return isConstant(e.X)
	case *ast.Member:
		return isConstant(e.X)
	case *ast.Swizzle:
		return isConstant(e.X)
	case *ast.VarRef:
		v := e.Var
		return v.Owner == nil && !v.Param || v.Storage == ast.Static || v.Space == ast.Constant
	case *ast.Unary:
		return isConstant(e.X)
	case *ast.Cast:
		return isConstant(e.X)
	case *ast.Binary:
		return isConstant(e.X) && isConstant(e.Y)
	case *ast.Compare:
		return isConstant(e.X) && isConstant(e.Y)
	case *ast.Logic:
		return isConstant(e.X) && isConstant(e.Y)
	case *ast.Cond:
		return isConstant(e.C) && isConstant(e.X) && isConstant(e.Y)
	case *ast.VectorSelect:
		return isConstant(e.C) && isConstant(e.X) && isConstant(e.Y)
	case *ast.VectorLit:
		return allConstant(e.Elems)
	case *ast.BuiltinCall:
		return allConstant(e.Args)
	}
	return false
}

func allConstant(list []ast.Expr) bool {
	for _, e := range list {
		if !isConstant(e) {
			return false
		}
	}
	return true
}

// evaluate computes one instruction of a constant expression.
func (u *unitLowerer) evaluate(in *ir.Instr, f *ir.Func, known map[ir.ValueID]constValue) (constValue, bool) {
	args := make([]uint64, len(in.Args))
	address := false
	for i, a := range in.Args {
		args[i] = known[a].bits
		address = address || known[a].isAddress
	}
	switch in.Op {
	case ir.OpConst:
		return constValue{bits: in.Imm}, true
	case ir.OpGlobalBase:
		return constValue{isAddress: true}, true
	case ir.OpPtrAdd:
		return constValue{args[0] + args[1], address}, true
	case ir.OpBitcast:
		return constValue{args[0], address}, true
	case ir.OpLoad:
		return u.loadConstant(in, args[0], address)
	}
	if address || !in.Op.Pure() {
		return constValue{}, false
	}
	o := numeric.Operation{Op: in.Op, Type: in.Type, Kind: in.Kind}
	if len(in.Args) > 0 {
		o.From = f.Type(in.Args[min(1, len(in.Args)-1)])
		if in.Op != ir.OpSelect {
			o.From = f.Type(in.Args[0])
		}
	}
	bits, ok := numeric.Eval(o, args)
	return constValue{bits: bits}, ok
}

// loadConstant reads a constant that is already initialised.
func (u *unitLowerer) loadConstant(in *ir.Instr, offset uint64, address bool) (constValue, bool) {
	if !address {
		return constValue{}, false
	}
	size := in.Type.Bytes()
	for i := range u.module.Globals {
		g := &u.module.Globals[i]
		if !g.Constant || offset < g.OffsetBytes || offset+size > g.OffsetBytes+g.SizeBytes {
			continue
		}
		at := offset - g.OffsetBytes
		for _, r := range g.Relocations {
			if r == at && size == 8 {
				return constValue{readBytes(g.Init[at:], size), true}, true
			}
		}
		if g.Init == nil {
			return constValue{}, true
		}
		return constValue{bits: readBytes(g.Init[at:], size)}, true
	}
	return constValue{}, false
}

func readBytes(from []byte, size uint64) (bits uint64) {
	for i := range size {
		bits |= uint64(from[i]) << (8 * i)
	}
	return bits
}
