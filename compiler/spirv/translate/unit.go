// Package translate makes a unit of functions with foreign bodies of a SPIR-V module, which package lower turns into IR
// together with units of OpenCL C. The module was checked by package spirv; what is found wrong here, as arguments of
// OpenCL's functions, is reported as a diagnostic.
//
// Reading order: unit.go (functions and variables), types.go, body.go (control flow), table.go (instructions), then the
// files of their kinds.
package translate

import (
	"fmt"
	"strings"

	"heddle/compiler/ast"
	"heddle/compiler/diag"
	"heddle/compiler/ir"
	"heddle/compiler/spirv"
)

// module is what the bodies of one module share.
type module struct {
	*spirv.Module
	types     *ast.Types
	exact     map[*spirv.Function]bool // floating operations must not be fused
	made      map[typeKey]*ast.Type
	records   map[*spirv.Type]*ast.Type
	packets   map[[2]uint64]*ast.Type // by size and alignment
	variables map[spirv.ID]*ast.Var
	functions map[spirv.ID]*ast.Function
	variants  map[variant]*ast.Function
	children  map[spirv.ID]*ast.Function // kernels of functions that are enqueued
	base      diag.Pos
	starts    []uint32
	lines     []uint32 // words at which instructions begin, in order
}

// SourceName is the name of a module's text in messages.
const SourceName = "<spir-v>"

// Unit is a unit of a module. The files of the list get the text of the module, to which positions refer; where the
// module says which lines of a source its instructions come from, positions are those.
func Unit(m *spirv.Module, o ast.UnitOptions, list *diag.List) *ast.Unit {
	t := &module{Module: m, types: ast.NewTypes(), made: map[typeKey]*ast.Type{}, records: map[*spirv.Type]*ast.Type{},
		packets:   map[[2]uint64]*ast.Type{},
		variables: map[spirv.ID]*ast.Var{}, functions: map[spirv.ID]*ast.Function{},
		variants: map[variant]*ast.Function{},
		children: map[spirv.ID]*ast.Function{}}
	t.exact = exactFunctions(m)
	t.addText(list)
	if err := expansion(m); err != nil {
		list.Errorf(diag.NoPos, "%v", err)
		return nil
	}
	u := &ast.Unit{Types: t.types, Options: o, Scratch: t.scratch()}
	for _, v := range m.Variables {
		t.declareVariable(u, v)
	}
	for _, f := range m.Functions {
		t.declareFunction(u, f)
	}
	t.declareChildren(u)
	for _, e := range m.EntryPoints {
		if !t.isChildOnly(e) {
			u.Funcs = append(u.Funcs, t.kernel(e, list))
			t.declareVariants(u, wrapped(t.Function(e.Function)), t.Floats[e.Function])
		}
	}
	t.hideWrapped(u)
	for _, v := range m.Variables {
		t.initialize(v)
	}
	return u
}

// exactFunctions are those that kernels with the mode ContractionOff call, and these themselves.
func exactFunctions(m *spirv.Module) map[*spirv.Function]bool {
	exact := map[*spirv.Function]bool{}
	var list []*spirv.Function
	for _, e := range m.EntryPoints {
		if !m.Contraction[e.Function] {
			list = append(list, m.Function(e.Function))
		}
	}
	for len(list) > 0 {
		f := list[len(list)-1]
		if list = list[:len(list)-1]; !exact[f] {
			exact[f] = true
			list = append(list, f.Calls...)
		}
	}
	return exact
}

// scratch is the local memory that collective functions of work-groups need.
func (t *module) scratch() uint64 {
	for _, f := range t.Functions {
		for _, b := range f.Blocks {
			for _, in := range b.Body {
				if t.ofWorkGroup(in) {
					return ir.FoldBytes
				}
			}
		}
	}
	return 0
}

// addText makes the text of the module a file of the list.
func (t *module) addText(list *diag.List) {
	text, starts := t.Disassembly()
	t.base = list.Files.Add(SourceName, text)
	t.starts = starts
	t.lines = make([]uint32, len(t.Instructions))
	isMoved := false
	for i := range t.Instructions {
		in := &t.Instructions[i]
		t.lines[i] = in.At
		if t.base == diag.NoPos || i == 0 || in.Line == 0 && !isMoved {
			continue
		}
		line, file := i+1, SourceName
		if isMoved = in.Line != 0; isMoved {
			line, file = int(t.Lines[in.Line].Line), t.Lines[in.Line].File
		}
		list.Files.SetLine(t.base+diag.Pos(starts[i-1]), line, file)
	}
}

// position is that of the instruction that begins at a word.
func (t *module) position(at uint32) diag.Pos {
	if t.base == diag.NoPos {
		return diag.NoPos
	}
	low, high := 0, len(t.lines)
	for low < high {
		if middle := (low + high) / 2; t.lines[middle] < at {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == len(t.lines) {
		return diag.NoPos
	}
	return t.base + diag.Pos(t.starts[low])
}

// declareFunction makes a function of the unit, or a declaration of one of another unit.
func (t *module) declareFunction(u *ast.Unit, f *spirv.Function) {
	name, kind, linked := t.Linkage(f.ID)
	if !linked {
		name = t.Name(f.ID)
	}
	if name == "" {
		name = fmt.Sprintf("function_%d", f.ID)
	}
	fn := &ast.Function{Name: name, Pos: t.position(f.In.At), Static: !linked,
		Inline: linked && kind == spirv.LinkageLinkOnceODR}
	t.signature(fn, f)
	const noInline = 2
	fn.Attrs.NoInline = f.Control&noInline != 0
	fn.Contract = !t.exact[f]
	t.functions[f.ID] = fn
	if len(f.Blocks) == 0 {
		u.Open = true
		return
	}
	fn.Foreign = t.newBody(f, fn, spirv.FloatControls{})
	u.Funcs = append(u.Funcs, fn)
}

// signature fills in the parameters and the type.
func (t *module) signature(fn *ast.Function, f *spirv.Function) {
	fn.Type = &ast.Type{Kind: ast.Func, Result: ast.Basic(ast.Void)}
	if r := f.Type.Result; r.Kind != spirv.Void {
		fn.Type.Result = t.valueType(r)
	}
	for i, p := range f.Type.Members {
		v := &ast.Var{Name: fmt.Sprintf("arg%d", i), Type: t.valueType(p), Param: true, Space: ast.Private, Owner: fn}
		if i < len(f.Parameters) {
			v.Pos = t.position(f.Parameters[i].At)
			if name := t.paramName(f, i); name != "" {
				v.Name = name
			}
		}
		fn.Params = append(fn.Params, v)
		fn.Type.Params = append(fn.Type.Params, v.Type)
	}
}

// paramName is the name of a parameter. Compilers make kernels that only call the function that was the kernel in the
// source; then the names are there.
func (t *module) paramName(f *spirv.Function, i int) string {
	name := t.Name(f.Parameters[i].Result)
	if name != "" || len(f.Blocks) != 1 || len(f.Calls) != 1 {
		return name
	}
	for _, in := range f.Blocks[0].Body {
		isPassed := in.Op == spirv.OpFunctionCall && i+1 < len(in.Args) && in.ID(i+1) == f.Parameters[i].Result
		if isPassed && i < len(f.Calls[0].Parameters) {
			return t.Name(f.Calls[0].Parameters[i].Result)
		}
	}
	return ""
}

// kernel makes the kernel of an entry point.
func (t *module) kernel(e spirv.EntryPoint, list *diag.List) *ast.Function {
	f := t.Function(e.Function)
	fn := &ast.Function{Name: e.Name, Pos: t.position(f.In.At), Kernel: true}
	t.signature(fn, f)
	types := splitTypes(t.ArgTypes["kernel_arg_type."+e.Name], len(fn.Params))
	qualifiers := splitTypes(t.ArgTypes["kernel_arg_type_qual."+e.Name], len(fn.Params))
	for i, p := range fn.Params {
		t.kernelParam(p, f.Type.Members[i], f.Parameters[i].Result)
		if f.Type.Members[i].Kind == spirv.Pipe {
			bytes := t.packetBytes(parameter{f, i}, map[parameter]uint64{})
			p.Type = t.types.Pipe(t.packet(bytes, 1), p.Type.Access)
		}
		if types != nil {
			p.TypeName = types[i]
		}
		if qualifiers != nil {
			qualify(p, qualifiers[i])
		}
		fn.Type.Params[i] = p.Type
	}
	fn.Contract = !t.exact[f]
	fn.Foreign = t.newBody(wrapped(f), fn, t.Floats[e.Function])
	for _, mode := range t.Modes[e.Function] {
		setMode(fn, mode)
	}
	if n := fn.Attrs.SubGroupSize; n != 0 && !ir.IsSubGroupSize(n) {
		list.Errorf(fn.Pos, "kernel %s requires sub-groups of %d work-items; the sizes are 4, 8, 16, 32 and 64",
			fn.Name, n)
	}
	return fn
}

// wrapped is the function that a function only calls, with its own parameters, as entry points of compilers do; else
// the function itself. What only kernels may do is then in the kernel.
func wrapped(f *spirv.Function) *spirv.Function {
	if len(f.Blocks) != 1 || len(f.Blocks[0].Body) != 1 || f.Blocks[0].End.Op != spirv.OpReturn {
		return f
	}
	call := f.Blocks[0].Body[0]
	if call.Op != spirv.OpFunctionCall || len(f.Calls) != 1 || len(f.Calls[0].Blocks) == 0 ||
		len(call.Args) != len(f.Parameters)+1 || f.Calls[0].Type.Result.Kind != spirv.Void {
		return f
	}
	for i, p := range f.Parameters {
		if call.ID(i+1) != p.Result {
			return f
		}
	}
	return f.Calls[0]
}

// splitTypes divides a list of types at commas, but not within parentheses and brackets; nil if there are not n.
func splitTypes(text string, n int) []string {
	if text == "" && n != 1 {
		return nil
	}
	var list []string
	depth, begin := 0, 0
	for i, c := range text {
		switch {
		case strings.ContainsRune("([{<", c):
			depth++
		case strings.ContainsRune(")]}>", c):
			depth--
		case c == ',' && depth == 0:
			list, begin = append(list, text[begin:i]), i+1
		}
	}
	if list = append(list, text[begin:]); len(list) != n {
		return nil
	}
	return list
}

// qualify gives a parameter the qualifiers of the source.
func qualify(p *ast.Var, words string) {
	if p.Type.Kind != ast.Pointer {
		return
	}
	for word := range strings.FieldsSeq(words) {
		switch word {
		case "const":
			p.Type.ElemQual |= ast.Const
		case "volatile":
			p.Type.ElemQual |= ast.Volatile
		case "restrict":
			p.Qual |= ast.Restrict
		}
	}
}

// kernelParam makes a parameter that of a kernel: what is passed by value is a structure itself, not a pointer.
func (t *module) kernelParam(p *ast.Var, typ *spirv.Type, id spirv.ID) {
	attributes := map[uint32]bool{}
	for _, d := range t.Decorations(id, spirv.DecorationFuncParamAttr) {
		if len(d.Args) > 0 {
			attributes[d.Args[0]] = true
		}
	}
	switch {
	case typ.Kind != spirv.Pointer:
	case attributes[spirv.ParamByVal]:
		p.Type = t.recordByValue(typ, id)
	default:
		t.pointerParam(p, typ, id, attributes)
	}
	if p.Type.Kind == ast.Image {
		p.Access = p.Type.Access
	}
	p.TypeName = typeName(p.Type)
}

// pointerParam gives a pointer a type of its own, because it may get qualifiers that others have not.
func (t *module) pointerParam(p *ast.Var, typ *spirv.Type, id spirv.ID, attributes map[uint32]bool) {
	own := *p.Type
	if attributes[spirv.ParamNoWrite] && typ.Storage == spirv.StorageUniformConstant {
		own.ElemQual |= ast.Const
	}
	if _, ok := t.Decorated(id, spirv.DecorationVolatile); ok {
		own.ElemQual |= ast.Volatile
	}
	if _, ok := t.Decorated(id, spirv.DecorationRestrict); ok || attributes[spirv.ParamNoAlias] {
		p.Qual |= ast.Restrict
	}
	if align, ok := t.Decorated(id, spirv.DecorationAlignment); ok && own.Elem.Kind == ast.Void {
		own.Elem = t.aligned(uint64(align))
	}
	p.Type = &own
}

// primarySubgroupSize leaves the size to the device, as SYCL's named size does.
const primarySubgroupSize = 1<<32 - 1

// setMode applies an execution mode to a kernel.
func setMode(fn *ast.Function, mode *spirv.ExecMode) {
	switch mode.Mode {
	case spirv.ModeLocalSize, spirv.ModeLocalSizeID:
		fn.Attrs.ReqdWorkGroupSize = sizes(mode)
		fn.Attrs.Text = append(fn.Attrs.Text, sizeText("reqd_work_group_size", mode))
	case spirv.ModeLocalSizeHint, spirv.ModeLocalSizeHintID:
		fn.Attrs.WorkGroupSizeHint = sizes(mode)
		fn.Attrs.Text = append(fn.Attrs.Text, sizeText("work_group_size_hint", mode))
	case spirv.ModeSubgroupSize:
		if mode.Args[0] == primarySubgroupSize {
			return
		}
		fn.Attrs.SubGroupSize = uint64(mode.Args[0])
		fn.Attrs.Text = append(fn.Attrs.Text, fmt.Sprintf("intel_reqd_sub_group_size(%d)", mode.Args[0]))
	case spirv.ModeSubgroupsPerGroup, spirv.ModeSubgroupsPerGroupID:
		fn.Attrs.SubGroups = uint64(mode.Args[0])
	case spirv.ModeVecTypeHint:
		if len(mode.Args) > 0 {
			fn.Attrs.Text = append(fn.Attrs.Text, "vec_type_hint("+vectorHint(mode.Args[0])+")")
		}
	}
}

func sizes(mode *spirv.ExecMode) [3]uint64 {
	return [3]uint64{uint64(mode.Args[0]), uint64(mode.Args[1]), uint64(mode.Args[2])}
}

func sizeText(name string, mode *spirv.ExecMode) string {
	return fmt.Sprintf("%s(%d,%d,%d)", name, mode.Args[0], mode.Args[1], mode.Args[2])
}

// vectorHint is the type that the mode VecTypeHint encodes: the number of elements in the upper half, and the element.
func vectorHint(word uint32) string {
	names := [...]string{"char", "short", "int", "long", "half", "float", "double"}
	if int(word&0xffff) >= len(names) {
		return "int"
	}
	name := names[word&0xffff]
	if lanes := word >> 16; lanes > 1 {
		name = fmt.Sprint(name, lanes)
	}
	return name
}

// hideWrapped makes functions static that have the name of a kernel: compilers export the function that a kernel's
// entry point calls under the kernel's name.
func (t *module) hideWrapped(u *ast.Unit) {
	kernels := map[string]bool{}
	for _, fn := range u.Funcs {
		if fn.Kernel {
			kernels[fn.Name] = true
		}
	}
	for _, fn := range u.Funcs {
		if !fn.Kernel && kernels[fn.Name] {
			fn.Static = true
		}
	}
}

// declareVariable makes a variable of the unit.
func (t *module) declareVariable(u *ast.Unit, v *spirv.Variable) {
	if v.BuiltIn {
		return
	}
	name, kind, linked := t.Linkage(v.ID)
	if !linked {
		name = t.Name(v.ID)
	}
	align, _ := t.Decorated(v.ID, spirv.DecorationAlignment)
	x := &ast.Var{Name: name, Pos: t.position(v.In.At), Type: t.memoryType(v.Type), Align: max(uint64(align),
		v.Type.Align),
		Space: spaces[v.Storage].declared, Storage: ast.Static}
	if linked {
		x.Storage, x.LinkOnce = ast.NoStorage, kind == spirv.LinkageLinkOnceODR
		if kind == spirv.LinkageImport {
			x.Storage = ast.Extern
			u.Open = true
		}
	}
	t.variables[v.ID] = x
	if v.Storage == spirv.StorageWorkgroup {
		return
	}
	u.Globals = append(u.Globals, x)
}
