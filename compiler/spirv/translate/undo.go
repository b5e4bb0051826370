package translate

import (
	"heddle/compiler/ir"
	"heddle/compiler/lower"
	"heddle/compiler/spirv"
)

// What optimisers of compilers write in other words, put back into those that our analyses know: they look for
// extensions of integers, and for accesses to an address space.

// extension is the conversion that shifts by constants to the left and back are: of the lower bits with their sign, and
// a multiple of that if it goes back by less; nil for others.
func (e *emitter) extension() []ir.ValueID {
	t, n := e.result(), e.Constant(e.in.ID(1))
	if n == nil || n.Bits == 0 || t.Kind != spirv.Int || t.IsOdd() || t.IsWide() {
		return nil
	}
	for narrowBits := t.Bits / 2; narrowBits >= 8; narrowBits /= 2 {
		left, narrow := uint64(t.Bits-narrowBits), intRegisters[narrowBits]
		if n.Bits > left {
			continue
		}
		if v, ok := e.above(e.in.ID(0), left, narrow, undoDepth); ok && e.Func.Instr(v).Op != ir.OpConst {
			return []ir.ValueID{e.times(e.Conv(ir.OpSExt, e.register(t), 0, v), left-n.Bits)}
		}
	}
	return nil
}

// undoDepth bounds the sums that are looked through.
const undoDepth = 4

// above is the integer that a value is when it is shifted to the left.
func (e *emitter) above(id spirv.ID, left uint64, narrow ir.Type, depth int) (v ir.ValueID, ok bool) {
	if c := e.Constant(id); c != nil {
		return e.Const(narrow, c.Bits>>left), c.Kind == spirv.Scalar && c.Bits&(1<<left-1) == 0
	}
	in := e.Definition(id)
	switch {
	case in == nil || depth == 0:
	case in.Op == spirv.OpShiftLeftLogical:
		if m := e.Constant(in.ID(1)); m != nil && m.Bits == left {
			return e.Conv(ir.OpTrunc, narrow, 0, e.valueOf(in.ID(0))[0]), true
		}
	case in.Op == spirv.OpIAdd:
		x, isFirst := e.above(in.ID(0), left, narrow, depth-1)
		y, isSecond := e.above(in.ID(1), left, narrow, depth-1)
		if isFirst && isSecond {
			return e.Bin(ir.OpAdd, x, y), true
		}
	}
	return 0, false
}

// times is the product of an extended integer with a power of two.
func (e *emitter) times(v ir.ValueID, power uint64) ir.ValueID {
	if power == 0 {
		return v
	}
	t := e.Func.Type(v)
	return e.Emit(ir.Instr{Op: ir.OpMul, Type: t, Flags: ir.FlagNoWrap, Args: e.List(v, e.Const(t, 1<<power))})
}

// wordOf is the lower half of 64 bits, which a mask takes; nil for others.
func (e *emitter) wordOf() []ir.ValueID {
	mask := e.Constant(e.in.ID(1))
	if mask == nil || mask.Bits != 1<<32-1 || e.result().Kind != spirv.Int || e.result().Bits != 64 {
		return nil
	}
	return []ir.ValueID{e.Conv(ir.OpZExt, ir.I64, 0, e.Conv(ir.OpTrunc, ir.I32, 0, e.scalar(0)))}
}

// multiple is the product that a shift by a constant to the left is, which does not wrap as the module says; nil for
// others.
func (e *emitter) multiple() []ir.ValueID {
	n, t := e.Constant(e.in.ID(1)), e.result()
	if _, ok := e.Decorated(e.in.Result, spirv.DecorationNoSignedWrap); !ok || n == nil || t.Kind != spirv.Int ||
		t.Bits != 32 && t.Bits != 64 || n.Bits >= uint64(t.Bits)-1 {
		return nil
	}
	return []ir.ValueID{e.times(e.scalar(0), n.Bits)}
}

// narrowed are the operations that optimisers do before an integer is extended with zeros, because that gives the same.
var narrowed = map[spirv.Opcode]ir.Op{spirv.OpBitwiseAnd: ir.OpAnd, spirv.OpBitwiseOr: ir.OpOr,
	spirv.OpBitwiseXor: ir.OpXor, spirv.OpShiftRightLogical: ir.OpLShr}

// widened is an extension of the result of an operation on bytes or words of 16 bits: as in C, the operation is done
// in 32 bits; nil for others.
func (e *emitter) widened() []ir.ValueID {
	in, t := e.Definition(e.in.ID(0)), e.result()
	if in == nil || t.Kind != spirv.Int || t.Bits != 32 && t.Bits != 64 {
		return nil
	}
	from := e.typ(0)
	op, ok := narrowed[in.Op]
	if !ok || from.Bits != 8 && from.Bits != 16 || e.Constant(in.ID(1)) == nil {
		return nil
	}
	x, y := e.resize(e.valueOf(in.ID(0))[0], ir.I32, false), e.resize(e.valueOf(in.ID(1))[0], ir.I32, false)
	return []ir.ValueID{e.resize(e.Bin(op, x, y), e.register(t), false)}
}

// maxInitialised bounds the scalars of variables that are initialised by stores.
const maxInitialised = 256

// initialise stores the values of a constant that is copied to the whole of a variable of the function, which is how
// compilers initialise arrays. It reports whether the copy is that.
func (e *emitter) initialise(to lower.Place, size uint64) bool {
	variable, source := e.wholeVariable(e.in.ID(0)), e.constantAddress(e.in.ID(1))
	if variable == nil || source == nil || source.Offset != 0 || source.Variable.Init == nil ||
		source.Variable.Storage != spirv.StorageUniformConstant {
		return false
	}
	t, _ := e.VariableParts(variable)
	init := source.Variable.Init
	if t.Size != size || t.Scalars > maxInitialised || init.Kind != spirv.Null && init.Type != t {
		return false
	}
	to.Align = max(to.Align, t.Align)
	e.store(t, to, e.constant(nil, &spirv.Constant{Type: t, Kind: init.Kind, Bits: init.Bits, Parts: init.Parts,
		Variable: init.Variable, Offset: init.Offset}))
	return true
}

// wholeVariable is the variable of the function whose beginning a pointer points to, nil if there is none.
func (e *emitter) wholeVariable(id spirv.ID) *spirv.Instruction {
	const most = 8
	for range most {
		in := e.Definition(id)
		if in == nil {
			return nil
		}
		if in.Op == spirv.OpVariable || in.Op == spirv.OpUntypedVariable {
			if e.ValueType(id).Storage != spirv.StorageFunction {
				return nil
			}
			return in
		}
		base, ok := e.unmoved(in)
		if !ok {
			return nil
		}
		id = base
	}
	return nil
}

// or tries another form of an instruction first.
func or(other func(e *emitter) []ir.ValueID, usual lowering) lowering {
	return func(e *emitter) []ir.ValueID {
		if values := other(e); values != nil {
			return values
		}
		return usual(e)
	}
}

// storageOf is the storage class that a pointer points to: of a generic one that of the pointers that it is made of.
func (e *emitter) storageOf(id spirv.ID) uint32 {
	if storage, ok := e.storages[id]; ok {
		return storage
	}
	if t := e.ValueType(id); t.Storage != spirv.StorageGeneric {
		return t.Storage
	}
	s := storageSearch{e: e, seen: map[spirv.ID]bool{}}
	storage := uint32(spirv.StorageGeneric)
	if s.visit(id) && s.found != nil {
		storage = *s.found
	}
	e.storages[id] = storage
	return storage
}

// isCopied reports whether a pointer leads into a built-in variable that is no Input. Such variables lie in private
// memory, whatever the pointer's type says.
func (e *emitter) isCopied(id spirv.ID) bool {
	if v := e.Module.Variable(id); v != nil {
		return v.BuiltIn && v.Storage != spirv.StorageInput
	}
	return e.storages[id] == spirv.StorageInput && e.ValueType(id).Storage != spirv.StorageGeneric
}

// keepsStorage reports whether an instruction makes a pointer to the storage class of its first operand.
func keepsStorage(op spirv.Opcode) bool {
	return spirv.IsChain(op) || op == spirv.OpBitcast || op == spirv.OpCopyObject
}

// noteCopied notes of a pointer that it leads into a built-in variable.
func (e *emitter) noteCopied(in *spirv.Instruction) {
	if keepsStorage(in.Op) && e.result().Kind == spirv.Pointer && e.isCopied(pointerSources(in)[0]) {
		e.storages[in.Result] = spirv.StorageInput
	}
}

// storageSearch looks at all pointers that a pointer is made of.
type storageSearch struct {
	e     *emitter
	seen  map[spirv.ID]bool
	found *uint32
}

// maxPointers bounds the pointers that a search looks at.
const maxPointers = 64

// visit reports whether all sources of a pointer are in one address space.
func (s *storageSearch) visit(first spirv.ID) bool {
	for list := []spirv.ID{first}; len(list) > 0; {
		id := list[len(list)-1]
		list = list[:len(list)-1]
		if s.seen[id] {
			continue
		}
		s.seen[id] = true
		t := s.e.ValueType(id)
		if t == nil || t.Kind != spirv.Pointer || len(s.seen) > maxPointers {
			return false
		}
		storage := t.Storage
		if known, ok := s.e.storages[id]; ok {
			storage = known
		}
		if v := s.e.Module.Variable(id); v != nil && v.BuiltIn {
			storage = spirv.StorageInput
		}
		if storage != spirv.StorageGeneric {
			if s.found != nil && *s.found != storage {
				return false
			}
			s.found = &storage
			continue
		}
		sources := pointerSources(s.e.Definition(id))
		if sources == nil {
			return false
		}
		list = append(list, sources...)
	}
	return true
}

// pointerSources are the pointers that the result of an instruction is one of, moved or not; nil if it may be another.
func pointerSources(in *spirv.Instruction) []spirv.ID {
	if in == nil {
		return nil
	}
	if spirv.IsChain(in.Op) {
		return []spirv.ID{in.ID(spirv.ChainOf(in).Base)}
	}
	switch in.Op {
	case spirv.OpPtrCastToGeneric, spirv.OpBitcast, spirv.OpCopyObject:
		return []spirv.ID{in.ID(0)}
	case spirv.OpSelect:
		return []spirv.ID{in.ID(1), in.ID(2)}
	case spirv.OpPhi:
		var list []spirv.ID
		for i := 0; i < len(in.Args); i += 2 {
			list = append(list, in.ID(i))
		}
		return list
	}
	return nil
}
