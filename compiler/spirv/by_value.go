package spirv

// Parameters by value (FuncParamAttr ByVal) are pointers in modules. What they point to is copied for the function,
// which may change it. Untyped pointers (SPV_KHR_untyped_pointers) do not say how much that is, so that the uses of
// such a parameter must: the bytes that are read and written at constant distances from it, and the types that access
// chains take the memory for. Where a use may reach any distance, the parameter is refused.

// ByValue is the memory of a parameter by value.
type ByValue struct {
	Bytes, Align uint64
	AtLeast      bool // the type may have more bytes, which the function does not use
}

// ByValue is the memory of a parameter by value; false for other parameters.
func (m *Module) ByValue(parameter ID) (ByValue, bool) {
	v, ok := m.byValue[parameter]
	return v, ok
}

// checkByValue finds the memory of the parameters by value of functions with bodies.
func (m *Module) checkByValue() {
	m.byValue = map[ID]ByValue{}
	r := reach{m: m, uses: map[*Function]map[ID][]*Instruction{}}
	for _, f := range m.Functions {
		for i, p := range f.Parameters {
			if t := f.Type.Members[i]; t.Kind == Pointer && len(f.Blocks) > 0 && m.isByValue(p.Result) {
				m.byValue[p.Result] = r.byValue(p, t)
			}
		}
	}
}

func (m *Module) isByValue(parameter ID) bool {
	for _, d := range m.Decorations(parameter, DecorationFuncParamAttr) {
		if len(d.Args) > 0 && d.Args[0] == ParamByVal {
			return true
		}
	}
	return false
}

func (r *reach) byValue(p *Instruction, t *Type) ByValue {
	if t.Elem != nil {
		if t.Elem.Size > maxPrivateBytes {
			p.bail("a parameter by value of %d bytes; there may be %d", t.Elem.Size, uint64(maxPrivateBytes))
		}
		return ByValue{Bytes: t.Elem.Size, Align: max(t.Elem.Align, 1)}
	}
	r.bytes, r.align, r.far, r.seen = 1, 1, nil, map[ID]uint64{}
	if align, ok := r.m.Decorated(p.Result, DecorationAlignment); ok && align&(align-1) == 0 {
		r.align = min(max(uint64(align), 1), maxParamAlign)
	}
	r.follow(r.m.defs[p.Result].owner, p.Result, 0)
	if r.far != nil {
		p.bail("the parameter is passed by value, but its pointer is untyped, and %s at word %d does not tell its size",
			r.far.Op, r.far.At)
	}
	return ByValue{Bytes: r.bytes, Align: r.align, AtLeast: true}
}

// reach follows a pointer to how far what is made of it accesses memory.
type reach struct {
	m            *Module
	bytes, align uint64
	far          *Instruction  // may access any distance, or is too much to follow; nil: none
	seen         map[ID]uint64 // by pointer: its distance from the parameter
	steps        int           // of all parameters
	uses         map[*Function]map[ID][]*Instruction
}

// What is followed of a parameter, and of all those of a module.
const (
	maxPointersByValue = 4096
	maxStepsByValue    = 1 << 20
)

// follow looks at the uses of a pointer that is some bytes from the parameter.
func (r *reach) follow(f *Function, id ID, offset uint64) {
	at, isKnown := r.seen[id]
	switch {
	case r.far != nil, isKnown && at == offset:
		return
	case isKnown || len(r.seen) == maxPointersByValue:
		r.far = r.m.defs[id].in
		return
	}
	r.seen[id] = offset
	for _, in := range r.usesIn(f)[id] {
		if r.steps++; r.far != nil || r.steps > maxStepsByValue {
			r.far = in
			return
		}
		r.use(f, in, id, offset)
	}
}

// usesIn are the instructions of a function by their operands.
func (r *reach) usesIn(f *Function) map[ID][]*Instruction {
	if r.uses[f] != nil {
		return r.uses[f]
	}
	uses := map[ID][]*Instruction{}
	r.uses[f] = uses
	for _, n := range f.Order {
		b := f.Blocks[n]
		for _, list := range [...][]*Instruction{b.Phis, b.Body, {b.End}} {
			for _, in := range list {
				eachID(in, func(id ID) {
					if known := uses[id]; len(known) == 0 || known[len(known)-1] != in {
						uses[id] = append(known, in)
					}
				})
			}
		}
	}
	return uses
}

// eachID calls a function for the operands that are ids and may be pointers: those before a literal of unknown length.
func eachID(in *Instruction, do func(ID)) {
	rest := in.Args
	for _, o := range table().instructions[in.Op].operands {
		switch {
		case o.kind == kindResult || o.kind == kindResultType:
			continue
		case len(rest) == 0:
			return
		case (o.kind == kindID || o.kind == kindIDID) && o.count == repeated:
			for _, word := range rest {
				do(ID(word))
			}
			return
		case o.kind == kindID:
			do(ID(rest[0]))
		case o.kind != kindInteger && o.kind != kindValueEnum:
			return
		}
		rest = rest[1:]
	}
}

// access notes bytes that are accessed.
func (r *reach) access(in *Instruction, offset, bytes, align uint64) {
	if offset > maxParamBytes || bytes > maxParamBytes {
		r.far = in
		return
	}
	r.bytes = max(r.bytes, offset+bytes)
	for align > r.align && offset&(align-1) == 0 && align <= maxParamAlign {
		r.align = align
	}
}

func (r *reach) use(f *Function, in *Instruction, id ID, offset uint64) {
	switch {
	case in.Op == OpLoad:
		t := r.m.ValueType(in.Result)
		r.access(in, offset, t.Size, t.Align)
	case in.Op == OpStore && in.ID(1) != id:
		t := r.m.ValueType(in.ID(1))
		r.access(in, offset, t.Size, t.Align)
	case in.Op == OpCopyMemorySized && r.m.Constant(in.ID(2)) != nil:
		r.access(in, offset, r.m.Constant(in.ID(2)).Bits, 1)
	case in.Op == OpCopyMemory:
		if t := r.m.ValueType(in.ID(0)).Elem; t != nil {
			r.access(in, offset, t.Size, t.Align)
		} else if t := r.m.ValueType(in.ID(1)).Elem; t != nil {
			r.access(in, offset, t.Size, t.Align)
		}
	case IsChain(in.Op) && in.ID(ChainOf(in).Base) == id:
		r.chain(f, in, offset)
	case in.Op == OpFunctionCall:
		r.call(in, id, offset)
	case samePointers[in.Op]:
		if t := r.m.ValueType(in.Result); t.Kind == Pointer && t.Elem != nil && t.Elem.IsValue() {
			r.access(in, offset, t.Elem.Size, t.Elem.Align)
		}
		r.follow(f, in.Result, offset)
	case harmlessUses[in.Op]:
	default:
		r.far = in
	}
}

// samePointers give a pointer again that is an operand.
var samePointers = map[Opcode]bool{OpBitcast: true, OpCopyObject: true, OpPhi: true, OpSelect: true,
	OpPtrCastToGeneric: true, OpGenericCastToPtr: true, OpGenericCastToPtrExplicit: true}

// harmlessUses access nothing.
var harmlessUses = map[Opcode]bool{OpLifetimeStart: true, OpLifetimeStop: true, OpPtrEqual: true, OpPtrNotEqual: true,
	OpUntypedPrefetch: true}

// chain follows an access chain. One whose first index is no element or zero has the whole type at its base; other
// indices than the first stay within it.
func (r *reach) chain(f *Function, in *Instruction, offset uint64) {
	chain, t := ChainOf(in), r.m.Chained(in)
	n := chain.Base + 1
	if chain.Element {
		distance, ok := r.constant(in, n)
		if !ok || !t.IsValue() {
			r.far = in
			return
		}
		offset += distance * t.Size
		n++
		if distance == 0 {
			r.access(in, offset, t.Size, t.Align)
		}
	} else {
		r.access(in, offset, t.Size, t.Align)
	}
	for ; n < len(in.Args); n++ {
		if t.Kind == Struct {
			member := r.m.Constant(in.ID(n)).Bits
			offset, t = offset+t.Offsets[member], t.Members[member]
			continue
		}
		index, ok := r.constant(in, n)
		if !ok {
			r.access(in, offset, t.Size, t.Align)
			return
		}
		t = t.Elem
		offset += index * t.Size
	}
	r.follow(f, in.Result, offset)
}

// constant is an index that is constant; false for others. Negative ones wrap, and so do sums with them.
func (r *reach) constant(in *Instruction, n int) (uint64, bool) {
	c := r.m.Constant(in.ID(n))
	if c == nil || c.Kind != Scalar && c.Kind != Null {
		return 0, false
	}
	shift := 64 - c.Type.Bits
	return uint64(int64(c.Bits<<shift) >> shift), true
}

// call follows the parameters of a function that get the pointer.
func (r *reach) call(in *Instruction, id ID, offset uint64) {
	callee := r.m.Function(in.ID(0))
	for i := range callee.Type.Members {
		switch {
		case in.ID(i+1) != id:
		case len(callee.Blocks) == 0:
			r.far = in
		default:
			r.follow(callee, callee.Parameters[i].Result, offset)
		}
	}
}
