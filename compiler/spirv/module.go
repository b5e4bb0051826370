package spirv

// Module is a module whose declarations are understood and whose functions are checked.
type Module struct {
	*Binary
	EntryPoints []EntryPoint
	Variables   []*Variable // of module scope
	Functions   []*Function
	Lines       []Line               // by Instruction.Line; the first is none
	Sets        map[ID]string        // imported sets of extended instructions
	Modes       map[ID][]*ExecMode   // by entry point function
	Contraction map[ID]bool          // entry points whose floating-point operations may be fused
	Floats      map[ID]FloatControls // of entry points
	Specials    map[uint32]*Special  // specialisation constants by SpecId
	ArgTypes    map[string]string    // of kernels by name: texts of the source's argument types

	defs        []definition // by ID
	types       []*Type
	decorations map[ID][]Decoration
	members     map[ID][]memberDecoration
	names       map[ID]string
	strings     map[ID]string
	groups      map[ID]bool
	has         map[uint32]bool // declared capabilities
	forward     map[ID]*Type    // pointers that are declared and not yet defined
	sawModel    bool
	pipeBytes   uint64          // what the pipes of the module take
	kernels     map[string]bool // names of entry points
	byValue     map[ID]ByValue  // by parameter
	tokens      map[ID]uint64   // of functions whose addresses are taken
	taken       map[uint64]bool // the tokens
	hash        uint64          // of the words, 0: not known yet
	pointed     []pointed
	reached     []*Function // what pointed names
	compared    int         // pairs of calls by pointers and targets
	spent       uint64      // scalars of the operands and results that were checked
}

// EntryPoint is a kernel.
type EntryPoint struct {
	Name     string
	Function ID
	In       *Instruction
}

// ExecMode is an execution mode with its operands as numbers.
type ExecMode struct {
	Mode uint32
	Args []uint32
}

// Decoration is a decoration of a result with the words of its operands.
type Decoration struct {
	Kind uint32
	Args []uint32
}

type memberDecoration struct {
	member uint32
	Decoration
}

// Line is what an OpLine says.
type Line struct {
	File         string
	Line, Column uint32
}

// Special is a specialisation constant.
type Special struct {
	Bytes uint64 // size of its value as clSetProgramSpecializationConstant takes it
}

// Variable is a variable of module scope.
type Variable struct {
	ID      ID
	Type    *Type // of the variable itself
	Storage uint32
	BuiltIn bool      // its value is one that the device has: an id or a size
	Init    *Constant // nil: none
	In      *Instruction
}

// definition is what an id stands for.
type definition struct {
	kind     definitionKind
	typ      *Type // of a value
	constant *Constant
	variable *Variable
	function *Function
	in       *Instruction
	owner    *Function // of local values and labels
	block    int32     // that a local value stands in, or that a label begins
}

type definitionKind uint8

const (
	isNothing definitionKind = iota
	isOther                  // a string, a set, a group of decorations: no value
	isType
	isConstant
	isVariable
	isFunction
	isLabel
	isLocal // a parameter or the result of an instruction of a function
)

// Parse reads a module and checks it.
func Parse(code []byte) (m *Module, err error) {
	b, err := Read(code)
	if err != nil {
		return nil, err
	}
	return b.Module()
}

// Module checks a binary as a whole.
func (b *Binary) Module() (m *Module, err error) {
	m = &Module{Binary: b, Lines: make([]Line, 1), Sets: map[ID]string{}, Modes: map[ID][]*ExecMode{},
		Contraction: map[ID]bool{}, Floats: map[ID]FloatControls{},
		Specials: map[uint32]*Special{}, ArgTypes: map[string]string{},
		defs: make([]definition, b.Bound), decorations: map[ID][]Decoration{},
		members: map[ID][]memberDecoration{}, names: map[ID]string{}, strings: map[ID]string{},
		groups: map[ID]bool{}, has: map[uint32]bool{}, forward: map[ID]*Type{}, kernels: map[string]bool{},
		tokens: map[ID]uint64{}, taken: map[uint64]bool{}}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			m, err = nil, r
		default:
			panic(r)
		}
	}()
	m.annotations()
	m.declarations()
	m.checkFunctions()
	m.checkByValue()
	return m, nil
}

// bail ends the reading of the module with an error at an instruction. Module recovers it.
func (i *Instruction) bail(format string, args ...any) { panic(i.fault(format, args...)) }

// define enters the result of an instruction.
func (m *Module) define(in *Instruction, d definition) {
	if m.defs[in.Result].kind != isNothing {
		in.bail("id %%%d is defined twice", in.Result)
	}
	d.in = in
	m.defs[in.Result] = d
}

// typeOf is the type that an id names.
func (m *Module) typeOf(in *Instruction, id ID) *Type {
	d := &m.defs[id]
	if d.kind != isType {
		in.bail("%%%d is no type that is defined before", id)
	}
	return d.typ
}

// constantOf is the constant that an id names.
func (m *Module) constantOf(in *Instruction, id ID) *Constant {
	if d := &m.defs[id]; d.kind == isConstant {
		return d.constant
	}
	in.bail("%%%d is no constant that is defined before", id)
	return nil
}

// numberOf is the value of an integer constant.
func (m *Module) numberOf(in *Instruction, id ID) uint64 {
	c := m.constantOf(in, id)
	if c.Type.Kind != Int {
		in.bail("the constant %%%d is no integer", id)
	}
	if c.Type.IsWide() {
		in.bail("the constant %%%d has more than 64 bits", id)
	}
	return c.Bits
}

// Name is the name that the module gives an id, "" for none.
func (m *Module) Name(id ID) string { return m.names[id] }

// Decorations are those of an id with a number.
func (m *Module) Decorations(id ID, kind uint32) (list []Decoration) {
	for _, d := range m.decorations[id] {
		if d.Kind == kind {
			list = append(list, d)
		}
	}
	return list
}

// Decorated reports whether an id has a decoration, and gives its first operand, 0 if it has none.
func (m *Module) Decorated(id ID, kind uint32) (operand uint32, ok bool) {
	for _, d := range m.decorations[id] {
		if d.Kind == kind {
			if len(d.Args) > 0 {
				operand = d.Args[0]
			}
			return operand, true
		}
	}
	return 0, false
}

// Linkage is the name under which an id is exported or imported; kind is one of LinkageExport and so on.
func (m *Module) Linkage(id ID) (name string, kind uint32, ok bool) {
	for _, d := range m.decorations[id] {
		if d.Kind != DecorationLinkageAttributes {
			continue
		}
		if s, length, ok := text(d.Args); ok && length < len(d.Args) {
			return s, d.Args[length], true
		}
	}
	return "", 0, false
}

// Constant is the constant that an id names, nil if it names none.
func (m *Module) Constant(id ID) *Constant {
	if d := &m.defs[id]; d.kind == isConstant {
		return d.constant
	}
	return nil
}

// Variable is the variable of module scope that an id names, nil if it names none.
func (m *Module) Variable(id ID) *Variable { return m.defs[id].variable }

// Function is the function that an id names, nil if it names none.
func (m *Module) Function(id ID) *Function {
	if d := &m.defs[id]; d.kind == isFunction {
		return d.function
	}
	return nil
}

// ValueType is the type of the value that an id names, nil if it names none.
func (m *Module) ValueType(id ID) *Type {
	switch d := &m.defs[id]; d.kind {
	case isConstant, isVariable, isLocal:
		return d.typ
	}
	return nil
}

// TypeOf is the type that an id names; nil if it names none.
func (m *Module) TypeOf(id ID) *Type {
	if d := &m.defs[id]; d.kind == isType {
		return d.typ
	}
	return nil
}

// Label is the number of the block that a label begins.
func (m *Module) Label(id ID) int { return int(m.defs[id].block) }

// Definition is the instruction whose result an id is, nil if there is none.
func (m *Module) Definition(id ID) *Instruction { return m.defs[id].in }
