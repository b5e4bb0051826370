package spirv

import (
	"slices"
	"strings"
)

// annotations collects what is said of ids before they are defined: decorations, names, texts.
func (m *Module) annotations() {
	for i := range m.Instructions {
		in := &m.Instructions[i]
		switch in.Op {
		case OpFunction:
			m.applyGroups()
			return
		case OpDecorate, OpDecorateId, OpDecorateString:
			m.decorate(in, in.ID(0), in.Args[1:])
		case OpMemberDecorate, OpMemberDecorateString:
			m.members[in.ID(0)] = append(m.members[in.ID(0)],
				memberDecoration{in.Args[1], Decoration{in.Args[2], in.Args[3:]}})
		case OpDecorationGroup:
			m.groups[in.Result] = true
		case OpName:
			m.names[in.ID(0)] = in.Text(1)
		case OpString:
			m.strings[in.Result] = in.Text(0)
			m.noteArgTypes(in.Text(0))
		}
	}
	m.applyGroups()
}

func (m *Module) decorate(in *Instruction, target ID, words []uint32) {
	kind := words[0]
	if reason, refused := refusedDecorations[kind]; refused {
		in.bail("decoration %s: %s", EnumName("Decoration", kind), reason)
	}
	if kind == DecorationFunctionRounding && len(words) > 2 && words[2] >= roundingRTP {
		in.bail("decoration %s: rounding up or down cannot be a function's mode", EnumName("Decoration", kind))
	}
	m.decorations[target] = append(m.decorations[target], Decoration{kind, words[1:]})
}

// applyGroups gives the targets of groups of decorations the groups' decorations.
func (m *Module) applyGroups() {
	for i := range m.Instructions {
		in := &m.Instructions[i]
		switch {
		case in.Op == OpFunction:
			return
		case in.Op != OpGroupDecorate && in.Op != OpGroupMemberDecorate:
			continue
		case !m.groups[in.ID(0)]:
			in.bail("%%%d is no group of decorations", in.ID(0))
		}
		group := m.decorations[in.ID(0)]
		if in.Op == OpGroupDecorate {
			for k := 1; k < len(in.Args); k++ {
				m.decorations[in.ID(k)] = append(m.decorations[in.ID(k)], group...)
			}
		}
	}
}

// noteArgTypes understands the texts in which compilers put the types of kernels' arguments: "kernel_arg_type.", the
// kernel's name, ".", and the types each with a comma.
func (m *Module) noteArgTypes(text string) {
	for _, prefix := range [...]string{"kernel_arg_type.", "kernel_arg_type_qual."} {
		if rest, ok := strings.CutPrefix(text, prefix); ok {
			if kernel, list, ok := strings.Cut(rest, "."); ok {
				m.ArgTypes[prefix+kernel] = strings.TrimSuffix(list, ",")
			}
		}
	}
}

// declarations reads all of the module: declarations at once, functions as lists of instructions.
func (m *Module) declarations() {
	r := functionReader{m: m}
	for i := range m.Instructions {
		in := &m.Instructions[i]
		switch in.Op {
		case OpLine:
			r.line = m.addLine(in)
			continue
		case OpNoLine:
			r.line = 0
			continue
		}
		in.Line = r.line
		if r.current != nil || in.Op == OpFunction {
			r.instruction(in)
			continue
		}
		m.declaration(in)
	}
	if r.current != nil {
		r.current.In.bail("the function has no OpFunctionEnd")
	}
	for id, t := range m.forward {
		m.defs[id].in.bail("the pointer type %%%d is declared and never defined", t.ID)
	}
	m.finishEntryPoints()
}

func (m *Module) addLine(in *Instruction) int32 {
	return m.noteLine(Line{File: m.strings[in.ID(0)], Line: in.Args[1], Column: in.Args[2]})
}

// noteLine is the number of a line.
func (m *Module) noteLine(l Line) int32 {
	if l == m.Lines[len(m.Lines)-1] {
		return int32(len(m.Lines) - 1)
	}
	m.Lines = append(m.Lines, l)
	return int32(len(m.Lines) - 1)
}

// declaration reads an instruction outside of functions.
func (m *Module) declaration(in *Instruction) {
	switch in.Op {
	case OpCapability:
		m.capability(in)
	case OpExtension:
		m.extension(in)
	case OpExtInstImport:
		m.importSet(in)
	case OpMemoryModel:
		m.memoryModel(in)
	case OpEntryPoint:
		m.entryPoint(in)
	case OpExecutionMode, OpExecutionModeId:
		// when all constants are known
	case OpString, OpDecorationGroup:
		m.define(in, definition{kind: isOther})
	case OpTypeForwardPointer:
		m.forwardPointer(in)
	case OpVariable, OpUntypedVariable:
		m.variable(in)
	case OpExtInst:
		m.debugInstruction(in)
	case OpUndef, OpPoisonKHR:
		t := m.memoryType(in, in.Type)
		m.define(in, definition{kind: isConstant, typ: t, constant: &Constant{Type: t, Kind: Null}})
	case OpNop, OpSource, OpSourceContinued, OpSourceExtension, OpName, OpMemberName, OpModuleProcessed, OpDecorate,
		OpMemberDecorate, OpGroupDecorate, OpGroupMemberDecorate, OpDecorateId, OpDecorateString,
		OpMemberDecorateString, OpAliasDomainDeclINTEL, OpAliasScopeDeclINTEL, OpAliasScopeListDeclINTEL:
		if in.Result != 0 {
			m.define(in, definition{kind: isOther})
		}
	default:
		m.typeOrConstant(in)
	}
}

func (m *Module) typeOrConstant(in *Instruction) {
	name := in.Op.String()
	switch {
	case strings.HasPrefix(name, "OpType"):
		m.declareType(in)
	case strings.HasPrefix(name, "OpConstant"), strings.HasPrefix(name, "OpSpecConstant"):
		c := m.newConstant(in)
		m.define(in, definition{kind: isConstant, typ: c.Type, constant: c})
	default:
		in.bail("it is not allowed outside of functions, or not supported")
	}
}

func (m *Module) memoryModel(in *Instruction) {
	m.sawModel = true
	switch {
	case in.Args[0] == addressing32:
		in.bail("addressing model Physical32; the device has addresses of 64 bits: use Physical64")
	case in.Args[0] != addressing64:
		in.bail("addressing model %s; only Physical64 is supported", EnumName("AddressingModel", in.Args[0]))
	case in.Args[1] != memoryModelOpenCL:
		in.bail("memory model %s; only OpenCL is supported", EnumName("MemoryModel", in.Args[1]))
	}
}

func (m *Module) importSet(in *Instruction) {
	name := in.Text(0)
	isDebug := strings.HasPrefix(name, "NonSemantic.") || strings.HasPrefix(name, "OpenCL.DebugInfo") ||
		name == "SPIRV.debug" || strings.HasPrefix(name, "DebugInfo")
	if name != SetOpenCL && !isDebug {
		in.bail("the set of instructions %q is not supported", name)
	}
	m.Sets[in.Result] = name
	m.define(in, definition{kind: isOther})
}

// SetOpenCL is the name of the set of OpenCL's functions.
const SetOpenCL = "OpenCL.std"

// debugInstruction reads an extended instruction outside of functions, which is of a set without meaning for execution.
func (m *Module) debugInstruction(in *Instruction) {
	set, ok := m.Sets[in.ID(0)]
	if !ok || set == SetOpenCL {
		in.bail("it is not allowed outside of functions")
	}
	m.define(in, definition{kind: isOther})
}

func (m *Module) entryPoint(in *Instruction) {
	if in.Args[0] != modelKernel {
		in.bail("execution model %s; only Kernel is supported", EnumName("ExecutionModel", in.Args[0]))
	}
	e := EntryPoint{Name: in.Text(2), Function: in.ID(1), In: in}
	if m.kernels[e.Name] {
		in.bail("there are two kernels %q", e.Name)
	}
	m.kernels[e.Name] = true
	m.EntryPoints = append(m.EntryPoints, e)
}

// finishEntryPoints checks the entry points and reads the execution modes, which may refer to constants.
func (m *Module) finishEntryPoints() {
	if !m.sawModel {
		panic(&Error{Text: "the module has no OpMemoryModel"})
	}
	for _, e := range m.EntryPoints {
		f := m.Function(e.Function)
		switch {
		case f == nil || len(f.Blocks) == 0:
			e.In.bail("%%%d is no function with a body", e.Function)
		case f.Type.Result.Kind != Void:
			e.In.bail("kernel %q returns a value", e.Name)
		case slices.ContainsFunc(f.Type.Members, func(t *Type) bool { return t.Kind == NamedBarrier }):
			e.In.bail("kernel %q has a parameter that is a named barrier", e.Name)
		}
		m.Contraction[e.Function] = true
	}
	for i := range m.Instructions {
		in := &m.Instructions[i]
		if in.Op == OpFunction {
			return
		}
		if in.Op == OpExecutionMode || in.Op == OpExecutionModeId {
			m.executionMode(in)
		}
	}
}

func (m *Module) executionMode(in *Instruction) {
	if f := m.Function(in.ID(0)); f == nil {
		in.bail("%%%d is no function", in.ID(0))
	}
	mode := &ExecMode{Mode: in.Args[1]}
	if mode.Mode == ModeFPFastMathDefault {
		m.floatControl(in, mode)
		return
	}
	for i := 2; i < len(in.Args); i++ {
		n := in.Args[i]
		if in.Op == OpExecutionModeId {
			if n == 0 || n >= m.Bound {
				in.bail("id %d is out of bounds", n)
			}
			n = uint32(min(m.numberOf(in, ID(n)), 1<<32-1))
		}
		mode.Args = append(mode.Args, n)
	}
	switch mode.Mode {
	case ModeLocalSize, ModeLocalSizeHint, ModeLocalSizeID, ModeLocalSizeHintID:
		if len(mode.Args) != 3 {
			in.bail("%d sizes instead of 3", len(mode.Args))
		}
	case ModeSubgroupSize, ModeSubgroupsPerGroup, ModeSubgroupsPerGroupID:
		if len(mode.Args) != 1 || mode.Args[0] == 0 {
			in.bail("it needs a number above zero")
		}
	case ModeContractionOff:
		m.Contraction[in.ID(0)] = false
	case ModeDenormPreserve, ModeDenormFlushToZero, ModeSignedZeroInfNanPreserve, ModeRoundingModeRTE,
		ModeRoundingModeRTZ:
		m.floatControl(in, mode)
	case ModeInitializer, ModeFinalizer:
		in.bail("%s is not supported", EnumName("ExecutionMode", mode.Mode))
	}
	m.Modes[in.ID(0)] = append(m.Modes[in.ID(0)], mode)
}

// variable reads a variable of module scope.
func (m *Module) variable(in *Instruction) {
	t := m.typeOf(in, in.Type)
	data, init := m.variableParts(in)
	if data.Size > maxVariableBytes {
		in.bail("a variable of %d bytes; there may be %d", data.Size, uint64(maxVariableBytes))
	}
	v := &Variable{ID: in.Result, Type: data, Storage: checkStorage(in, in.Args[0]), In: in}
	switch {
	case v.Storage != t.Storage:
		in.bail("its storage class is not that of its type")
	case v.Storage == StorageFunction || v.Storage == StorageGeneric:
		in.bail("a variable of module scope with storage class %s", EnumName("StorageClass", v.Storage))
	case v.Storage == StorageInput || m.isBuiltIn(v):
		// translators of LLVM may give them the storage class UniformConstant, or that of global memory
		m.checkBuiltIn(v)
		v.BuiltIn = true
	}
	if init != 0 {
		v.Init = m.initializer(in, init, v.Type)
		if v.Init.Kind != Null && v.Type.Size > maxInitialBytes {
			in.bail("an initializer of %d bytes; there may be %d", v.Type.Size, uint64(maxInitialBytes))
		}
	}
	m.Variables = append(m.Variables, v)
	address := &Constant{Type: t, Kind: Address, Variable: v}
	m.define(in, definition{kind: isVariable, typ: t, variable: v, constant: address})
}

// variableParts are the type of a variable's memory and the id of its initial value, 0 if it has none. The type of an
// untyped variable is an operand, that of others what the pointer points to.
func (m *Module) variableParts(in *Instruction) (data *Type, init ID) {
	t, n := m.typeOf(in, in.Type), 1
	if t.Kind != Pointer {
		in.bail("its type is no pointer")
	}
	data = t.Elem
	if in.Op == OpUntypedVariable {
		if len(in.Args) < 2 {
			in.bail("the type of its data is missing")
		}
		data, n = m.memoryType(in, in.ID(1)), 2
	}
	if data == nil || (in.Op == OpUntypedVariable) != (t.Elem == nil) {
		in.bail("typed and untyped pointers do not go together")
	}
	if n < len(in.Args) {
		init = in.ID(n)
	}
	return data, init
}

// VariableParts are the type of the memory of a variable and the id of its initial value, 0 if it has none.
func (m *Module) VariableParts(in *Instruction) (data *Type, init ID) { return m.variableParts(in) }

const (
	maxVariableBytes = 1 << 31
	maxInitialBytes  = 1 << 26
)

// initializer is a constant, or the address of a variable, of a type.
func (m *Module) initializer(in *Instruction, id ID, want *Type) *Constant {
	c := m.addressOrConstant(in, id)
	if !sameType(c.Type, want) {
		in.bail("the initializer %%%d is of another type", id)
	}
	return c
}

// addressOrConstant is a constant, or that of the address of a variable of module scope.
func (m *Module) addressOrConstant(in *Instruction, id ID) *Constant {
	if d := &m.defs[id]; d.kind == isConstant || d.kind == isVariable {
		return d.constant
	}
	in.bail("%%%d is no constant that is defined before", id)
	return nil
}

// builtInLanes are the built-in variables that are known, with their numbers of elements.
var builtInLanes = map[uint32]uint64{BuiltInNumWorkgroups: 3, BuiltInWorkgroupSize: 3, BuiltInWorkgroupID: 3,
	BuiltInLocalInvocationID: 3, BuiltInGlobalInvocationID: 3, BuiltInLocalInvocationIndex: 1, BuiltInWorkDim: 1,
	BuiltInGlobalSize: 3, BuiltInEnqueuedWorkgroupSize: 3, BuiltInGlobalOffset: 3, BuiltInGlobalLinearID: 1,
	BuiltInSubgroupSize: 1, BuiltInSubgroupMaxSize: 1, BuiltInNumSubgroups: 1, BuiltInNumEnqueuedSubgroups: 1,
	BuiltInSubgroupID: 1, BuiltInSubgroupLane: 1, BuiltInSubgroupEqMask: 4, BuiltInSubgroupGeMask: 4,
	BuiltInSubgroupGtMask: 4, BuiltInSubgroupLeMask: 4, BuiltInSubgroupLtMask: 4}

func (m *Module) isBuiltIn(v *Variable) bool {
	_, ok := m.Decorated(v.ID, DecorationBuiltIn)
	return ok
}

func (m *Module) checkBuiltIn(v *Variable) {
	kind, ok := m.Decorated(v.ID, DecorationBuiltIn)
	if !ok {
		v.In.bail("an input that is no built-in variable")
	}
	lanes, ok := builtInLanes[kind]
	if !ok {
		v.In.bail("the built-in variable %s is not supported", EnumName("BuiltIn", kind))
	}
	if v.Type.Scalar().Kind != Int || uint64(v.Type.Lanes()) != lanes {
		v.In.bail("the type of the built-in variable %s must be %d integers", EnumName("BuiltIn", kind), lanes)
	}
}

// matches reports whether two types are the same or have parts that match, whatever their names and decorations.
func matches(a, b *Type) bool {
	switch {
	case a.Kind == Array && b.Kind == Array:
		return a.Count == b.Count && matches(a.Elem, b.Elem)
	case a.Kind != Struct || b.Kind != Struct:
		return sameType(a, b)
	case len(a.Members) != len(b.Members) || a.Scalars != b.Scalars || a.IsLarge():
		return false
	}
	for i := range a.Members {
		if !matches(a.Members[i], b.Members[i]) {
			return false
		}
	}
	return true
}

// sameType reports whether two types are the same; compilers write some of them twice.
func sameType(a, b *Type) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind || a.Bits != b.Bits || a.Count != b.Count || a.Storage != b.Storage {
		return false
	}
	switch a.Kind {
	case Vector, Array, SampledImage:
		return sameType(a.Elem, b.Elem)
	case Struct:
		return false
	case Pointer:
		return true
	case Pipe:
		return a.Access == b.Access
	case Image:
		return a.Dim == b.Dim && a.Arrayed == b.Arrayed && a.Depth == b.Depth && a.Access == b.Access
	}
	return a.Kind != FunctionType && a.Kind != Opaque
}
