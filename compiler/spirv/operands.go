package spirv

// operandReader checks the operands of instructions against the grammar: their number, that ids are below the bound and
// strings end. Literals whose width depends on a type, and the meaning of ids, are checked later.
type operandReader struct {
	bound uint32
	in    *Instruction
	rest  []uint32
}

func (r *operandReader) read(in *Instruction, words []uint32) error {
	known := table().instructions[in.Op]
	if known == nil {
		return in.fault("there is no such instruction (number %d)", uint16(in.Op))
	}
	r.in, r.rest = in, words
	in.Args = words
	for _, o := range known.operands {
		if in.Op == OpExtInst && o.count == repeated {
			return nil // the set tells what they are, numbers among them: extInst checks OpenCL's
		}
		switch o.kind {
		case kindResultType:
			id, err := r.id("result type")
			if err != nil {
				return err
			}
			in.Type, in.Args = id, r.rest
			continue
		case kindResult:
			id, err := r.id("result")
			if err != nil {
				return err
			}
			in.Result, in.Args = id, r.rest
			continue
		}
		if err := r.operand(o); err != nil {
			return err
		}
	}
	if in.Op == OpDecorate || in.Op == OpMemberDecorate || in.Op == OpExecutionMode || in.Op == OpExecutionModeId ||
		in.Op == OpDecorateId || in.Op == OpDecorateString || in.Op == OpMemberDecorateString {
		return nil // of vendors' decorations only the number may be known
	}
	if len(r.rest) > 0 && in.Op == OpConstantNull { // LLVM writes the type of null events once more
		in.Args = nil
		return nil
	}
	if len(r.rest) > 0 {
		return in.fault("%d words too many", len(r.rest))
	}
	return nil
}

func (r *operandReader) id(what string) (ID, error) {
	if len(r.rest) == 0 {
		return 0, r.in.fault("the %s is missing", what)
	}
	id := r.rest[0]
	r.rest = r.rest[1:]
	if id == 0 || id >= r.bound {
		return 0, r.in.fault("the %s is id %d; the module's bound is %d", what, id, r.bound)
	}
	return ID(id), nil
}

// operand reads an operand as often as its quantifier says.
func (r *operandReader) operand(o operand) error {
	switch o.count {
	case optional:
		if len(r.rest) == 0 {
			return nil
		}
	case repeated:
		for len(r.rest) > 0 {
			if err := r.one(o); err != nil {
				return err
			}
		}
		return nil
	}
	return r.one(o)
}

func (r *operandReader) one(o operand) error {
	switch o.kind {
	case kindID, kindResult, kindResultType:
		_, err := r.id("operand")
		return err
	case kindInteger:
		return r.skip(1)
	case kindString:
		_, length, ok := text(r.rest)
		if !ok {
			return r.in.fault("a string has no end")
		}
		return r.skip(length)
	case kindNumber:
		if len(r.rest) == 0 || len(r.rest) > maxIntBits/32 {
			return r.in.fault("a literal of %d words", len(r.rest))
		}
		r.rest = nil
		return nil
	case kindSwitch:
		r.rest = nil // checked with the selector's type
		return nil
	case kindSpecOp:
		return r.specOp()
	case kindIDInteger:
		return r.both(kindID, kindInteger)
	case kindIDID:
		return r.both(kindID, kindID)
	}
	return r.enum(o)
}

func (r *operandReader) both(kinds ...operandKind) error {
	for _, k := range kinds {
		if err := r.one(operand{kind: k}); err != nil {
			return err
		}
	}
	return nil
}

func (r *operandReader) skip(n int) error {
	if len(r.rest) < n {
		return r.in.fault("operands are missing")
	}
	r.rest = r.rest[n:]
	return nil
}

// specOp reads the operation of an OpSpecConstantOp with its operands.
func (r *operandReader) specOp() error {
	if len(r.rest) == 0 {
		return r.in.fault("the operation is missing")
	}
	op := Opcode(r.rest[0])
	known := table().instructions[op]
	if known == nil || r.rest[0] > 0xffff || op == OpSpecConstantOp {
		return r.in.fault("%d is no operation for constants", r.rest[0])
	}
	r.rest = r.rest[1:]
	for _, o := range known.operands {
		if o.kind == kindResultType || o.kind == kindResult {
			continue
		}
		if err := r.operand(o); err != nil {
			return err
		}
	}
	return nil
}

// enum reads a value of an enumeration with its parameters. Values that are not known are left for whoever needs them,
// with no parameters, except in sets, where what follows could not be understood.
func (r *operandReader) enum(o operand) error {
	if len(r.rest) == 0 {
		return r.in.fault("the operand %s is missing", o.enum)
	}
	value, members := r.rest[0], table().enums[o.enum]
	r.rest = r.rest[1:]
	if o.kind == kindValueEnum {
		if m := members[value]; m != nil {
			return r.parameters(m)
		}
		return nil
	}
	for bit := uint32(1); bit != 0; bit <<= 1 {
		if value&bit == 0 {
			continue
		}
		m := members[bit]
		if m == nil {
			return r.in.fault("unknown bit %#x of %s", bit, o.enum)
		}
		if err := r.parameters(m); err != nil {
			return err
		}
	}
	return nil
}

func (r *operandReader) parameters(m *enumMember) error {
	for _, p := range m.parameters {
		if err := r.operand(p); err != nil {
			return err
		}
	}
	return nil
}
