package spirv

// ConstantKind is the sort of a constant.
type ConstantKind uint8

// The sorts of constants.
const (
	Scalar    ConstantKind = iota // Bits
	Null                          // all bits zero, of any type
	Composite                     // Parts
	Address                       // of Variable, moved by Offset bytes
	Literal                       // a sampler: Bits as addressing mode | normalised << 8 | filter << 16
)

// Constant is a constant of a module, specialised.
type Constant struct {
	Type     *Type
	Kind     ConstantKind
	Bits     uint64
	High     uint64 // the bits above 64
	Parts    []*Constant
	Variable *Variable
	Offset   uint64
	// Operation is the operation on floats that the constant is the result of, as an instruction of a function; nil for
	// others. Bits are its result in the modes that entry points have by default.
	Operation *Instruction

	parts uint64 // of nested composites, which may share parts, counted each
}

// maxParts bounds the number of parts of a constant, each counted as often as it occurs.
const maxParts = 1 << 26

func (m *Module) newConstant(in *Instruction) *Constant {
	t := m.memoryType(in, in.Type)
	switch in.Op {
	case OpConstantTrue, OpConstantFalse, OpSpecConstantTrue, OpSpecConstantFalse:
		return m.boolConstant(in, t)
	case OpConstant, OpSpecConstant:
		return m.scalarConstant(in, t)
	case OpConstantNull:
		return &Constant{Type: t, Kind: Null}
	case OpConstantComposite, OpSpecConstantComposite:
		return m.compositeConstant(in, t)
	case OpConstantReplica, OpSpecReplica:
		return m.replicatedConstant(in, t)
	case OpConstantSampler:
		if t.Kind != Sampler || in.Args[0] > 4 || in.Args[1] > 1 || in.Args[2] > 1 {
			in.bail("no sampler, or its modes are not known")
		}
		return &Constant{Type: t, Kind: Literal, Bits: uint64(in.Args[0] | in.Args[1]<<8 | in.Args[2]<<16)}
	case OpConstantPipeStorage:
		return m.pipeStorage(in, t)
	case OpSpecConstantOp:
		return m.specialOperation(in, t)
	}
	in.bail("this constant is not supported")
	return nil
}

func (m *Module) boolConstant(in *Instruction, t *Type) *Constant {
	if t.Kind != Bool {
		in.bail("its type is not bool")
	}
	c := &Constant{Type: t}
	if in.Op == OpConstantTrue || in.Op == OpSpecConstantTrue {
		c.Bits = 1
	}
	if in.Op == OpSpecConstantTrue || in.Op == OpSpecConstantFalse {
		m.noteSpecial(in, 1)
	}
	return c
}

// noteSpecial notes a specialisation constant and the size of its values.
func (m *Module) noteSpecial(in *Instruction, bytes uint64) {
	if number, ok := m.Decorated(in.Result, DecorationSpecID); ok {
		m.Specials[number] = &Special{Bytes: bytes}
	}
}

func (m *Module) scalarConstant(in *Instruction, t *Type) *Constant {
	if t.Kind != Int && t.Kind != Float {
		in.bail("its type is no number")
	}
	words := int(t.Bits+31) / 32
	if len(in.Args) != words {
		in.bail("a literal of %d words for a number of %d bits", len(in.Args), t.Bits)
	}
	if in.Op == OpSpecConstant {
		m.noteSpecial(in, t.Size)
	}
	return m.literal(t, in.Args)
}

// literal is a number of a type, of its words.
func (m *Module) literal(t *Type, words []uint32) *Constant {
	c := &Constant{Type: t}
	for i, word := range words {
		if i < 2 {
			c.Bits |= uint64(word) << (32 * i)
		} else {
			c.High |= uint64(word) << (32 * (i - 2))
		}
	}
	c.Bits &= t.mask()
	c.High &= t.highMask()
	return c
}

// mask has ones for the bits of a scalar.
func (t *Type) mask() uint64 { return ^uint64(0) >> (64 - min(t.Bits, 64)) }

// highMask has ones for the bits of a scalar above 64.
func (t *Type) highMask() uint64 {
	if t.Bits <= 64 {
		return 0
	}
	return ^uint64(0) >> (128 - t.Bits)
}

func (m *Module) compositeConstant(in *Instruction, t *Type) *Constant {
	c := &Constant{Type: t, Kind: Composite, parts: 1}
	want := uint64(len(t.Members))
	if t.Kind != Struct {
		want = t.Count
	}
	if !t.IsComposite() || want != uint64(len(in.Args)) {
		in.bail("%d parts for a type of %d", len(in.Args), want)
	}
	for i := range in.Args {
		part := m.addressOrConstant(in, in.ID(i))
		if !sameType(part.Type, t.Part(uint64(i))) {
			in.bail("part %d, %%%d, is of another type", i, in.Args[i])
		}
		c.Parts = append(c.Parts, part)
		c.parts += max(part.parts, 1)
	}
	if c.parts > maxParts {
		in.bail("a constant of more than %d parts", maxParts)
	}
	return c
}

func (m *Module) replicatedConstant(in *Instruction, t *Type) *Constant {
	if t.Kind != Vector && t.Kind != Array || t.Count > maxMembers {
		in.bail("its type is no vector or array of at most %d elements", maxMembers)
	}
	part := m.addressOrConstant(in, in.ID(0))
	if !sameType(part.Type, t.Elem) {
		in.bail("the element is of another type")
	}
	c := &Constant{Type: t, Kind: Composite, parts: 1 + t.Count*max(part.parts, 1)}
	if c.parts > maxParts {
		in.bail("a constant of more than %d parts", maxParts)
	}
	for range t.Count {
		c.Parts = append(c.Parts, part)
	}
	return c
}

// Part is the n-th part of a composite constant, which has one.
func (c *Constant) Part(n uint64) *Constant {
	if c.Kind == Composite {
		return c.Parts[n]
	}
	return &Constant{Type: c.Type.Part(n), Kind: Null}
}
