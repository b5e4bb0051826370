package spirv

import (
	"maps"
	"slices"
)

func (c *checker) variable() {
	t := c.result()
	data, id := c.m.variableParts(c.in)
	c.need(t.Storage == StorageFunction && c.in.Args[0] == StorageFunction,
		"variables of functions have storage class Function")
	c.need(data.Size <= maxPrivateBytes, "a variable of %d bytes; there may be %d", data.Size,
		uint64(maxPrivateBytes))
	if id != 0 {
		init := c.m.addressOrConstant(c.in, id)
		c.need(sameType(init.Type, data), "the initializer is of another type")
		c.spend(init.Type)
	}
}

const maxPrivateBytes = 1 << 26

// Access is what the memory operands of a load, store or copy say.
type Access struct {
	Volatile bool
	Align    uint64 // 0: that of the type
}

// Access reads the memory operands from the n-th argument on.
func (i *Instruction) Access(n int) (a Access) {
	if n >= len(i.Args) {
		return a
	}
	a.Volatile = i.Args[n]&AccessVolatile != 0
	if i.Args[n]&AccessAligned != 0 && n+1 < len(i.Args) {
		a.Align = uint64(i.Args[n+1])
	}
	return a
}

func (c *checker) memoryOperands(n int) {
	if n >= len(c.in.Args) {
		return
	}
	bits := c.in.Args[n]
	const known = AccessVolatile | AccessAligned | AccessNontemporal | accessAliasScope | accessNoAlias
	c.need(bits&^known == 0, "memory operands %#x are not supported", bits)
	if bits&AccessAligned != 0 {
		align := c.in.Args[n+1]
		c.need(align != 0 && align&(align-1) == 0, "an alignment of %d, which is no power of two", align)
	}
}

// inMemory requires that values of a type can be loaded and stored.
func (c *checker) inMemory(t *Type) {
	c.need(t.IsValue() && t.Kind != SampledImage, "values of this type do not lie in memory")
}

func (c *checker) load() {
	t := c.result()
	c.inMemory(t)
	c.pointerTo(0, t)
	c.memoryOperands(1)
}

func (c *checker) store() {
	t := c.typ(1)
	c.inMemory(t)
	p := c.pointerTo(0, t)
	c.need(p.Storage != StorageUniformConstant && p.Storage != StorageInput, "the memory is read only")
	c.memoryOperands(2)
}

func (c *checker) copyMemory() {
	to, from := c.anyPointer(0), c.anyPointer(1)
	c.need(to.Elem != nil || from.Elem != nil, "one of the pointers must be typed")
	for _, p := range [...]*Type{to, from} {
		c.need(p.Elem == nil || p.Elem.IsValue(), "values of this type do not lie in memory")
	}
	c.need(to.Elem == nil || from.Elem == nil || sameType(to.Elem, from.Elem), "the pointers are to different types")
	c.need(to.Storage != StorageUniformConstant && to.Storage != StorageInput, "the memory is read only")
	c.memoryOperands(2)
}

func (c *checker) copySized() {
	to, _ := c.anyPointer(0), c.anyPointer(1)
	c.need(c.typ(2).Kind == Int, "the size is no integer")
	c.need(to.Storage != StorageUniformConstant && to.Storage != StorageInput, "the memory is read only")
	if size := c.m.Constant(c.in.ID(2)); size != nil {
		c.need(size.Bits <= maxPrivateBytes, "a copy of %d bytes; there may be %d", size.Bits, uint64(maxPrivateBytes))
	}
	c.memoryOperands(3)
}

// chain checks an access chain whose indices of parts begin at an argument.
func (c *checker) chain() {
	chain := ChainOf(c.in)
	t, base, at := c.result(), c.anyPointer(chain.Base), chain.Base+1
	c.need(t.Kind == Pointer && (t.Elem == nil) == chain.Untyped, "its type is no pointer as the instruction gives")
	c.need(t.Storage == base.Storage, "its storage class is not that of the base")
	elem := c.m.chained(c.in, chain)
	if chain.Element {
		c.need(c.typ(at).Kind == Int, "the element is no integer")
		c.need(elem.IsValue() || elem.Kind == Opaque, "the base's type has no size")
		at++
	}
	for ; at < len(c.in.Args); at++ {
		c.need(c.typ(at).Kind == Int, "index %d is no integer", at)
		if elem.Kind != Struct {
			c.need(elem.Kind == Vector || elem.Kind == Array, "index %d leads into no composite", at)
			elem = elem.Elem
			continue
		}
		n := c.constant(at)
		c.need(n < uint64(len(elem.Members)), "there is no member %d", n)
		elem = elem.Members[n]
	}
	c.need(chain.Untyped || sameType(elem, t.Elem), "it leads to another type than its own")
}

// Chain is the form of an access chain: the number of the operand that is the base, whether the next one moves the base
// by whole elements, and whether the pointers are untyped, so that the first operand is the type of the base.
type Chain struct {
	Base             int
	Element, Untyped bool
}

// chains are the forms of access chains.
var chains = map[Opcode]Chain{
	OpAccessChain: {}, OpInBoundsAccessChain: {}, OpPtrAccessChain: {Element: true},
	OpInBoundsPtrAccessChain: {Element: true}, OpUntypedAccessChain: {Base: 1, Untyped: true},
	OpUntypedInBoundsAccessChain:    {Base: 1, Untyped: true},
	OpUntypedPtrAccessChain:         {Base: 1, Element: true, Untyped: true},
	OpUntypedInBoundsPtrAccessChain: {Base: 1, Element: true, Untyped: true},
}

// Chains are the access chains.
func Chains() []Opcode { return slices.Collect(maps.Keys(chains)) }

// ChainOf is the form of an access chain.
func ChainOf(in *Instruction) Chain { return chains[in.Op] }

// IsChain reports whether an instruction is an access chain.
func IsChain(op Opcode) bool {
	_, ok := chains[op]
	return ok
}

// chained is the type that an access chain takes the base's memory for.
func (m *Module) chained(in *Instruction, chain Chain) *Type {
	if chain.Untyped {
		return m.typeOf(in, in.ID(0))
	}
	base := m.ValueType(in.ID(0))
	if base == nil || base.Elem == nil {
		in.bail("operand 0 is an untyped pointer")
	}
	return base.Elem
}

// Chained is the type that an access chain takes the base's memory for.
func (m *Module) Chained(in *Instruction) *Type { return m.chained(in, ChainOf(in)) }

func (c *checker) pointerCompare() {
	x, y := c.typ(0), c.typ(1)
	c.need(c.result().Kind == Bool && x.Kind == Pointer && y.Kind == Pointer, "the types do not fit")
}

func (c *checker) pointerDifference() {
	x, y := c.pointer(0), c.pointer(1)
	c.need(c.result().Kind == Int && sameType(x.Elem, y.Elem) && x.Elem.Size > 0, "the types do not fit")
}

func (c *checker) call() {
	f := c.m.Function(c.in.ID(0))
	c.need(f != nil, "%%%d is no function", c.in.ID(0))
	c.need(len(c.in.Args)-1 == len(f.Type.Members), "%d arguments for %d parameters", len(c.in.Args)-1,
		len(f.Type.Members))
	c.need(sameOrVoid(f.Type.Result, c.m.TypeOf(c.in.Type)), "the result's type is not that of the function")
	for i, want := range f.Type.Members {
		c.need(sameType(c.typ(i+1), want), "argument %d is of another type than the parameter", i)
	}
}

// part follows literal indices from the n-th argument on into a composite type.
func (c *checker) part(t *Type, n int) *Type {
	for ; n < len(c.in.Args); n++ {
		part := t.Part(uint64(c.in.Args[n]))
		c.need(t.IsComposite() && part != nil, "there is no part %d", c.in.Args[n])
		t = part
	}
	return t
}

func (c *checker) extract() {
	c.need(sameType(c.part(c.typ(0), 1), c.result()), "the part is of another type than the result")
}

func (c *checker) insert() {
	whole := c.typ(1)
	c.need(sameType(whole, c.result()), "the composite is of another type than the result")
	c.need(sameType(c.part(whole, 2), c.typ(0)), "the object is of another type than the part")
}

// construct checks that the constituents are the parts; of a vector they may be vectors.
func (c *checker) construct() {
	t := c.result()
	c.need(t.IsComposite(), "its type has no parts")
	if t.Kind == Vector {
		lanes := 0
		for i := range c.in.Args {
			part := c.typ(i)
			c.need(sameType(part.Scalar(), t.Elem), "constituent %d is of another type", i)
			lanes += part.Lanes()
		}
		c.need(lanes == t.Lanes(), "%d elements for a vector of %d", lanes, t.Lanes())
		return
	}
	n := t.Count
	if t.Kind == Struct {
		n = uint64(len(t.Members))
	}
	c.need(uint64(len(c.in.Args)) == n, "%d constituents for a type of %d", len(c.in.Args), n)
	for i := range c.in.Args {
		c.need(sameType(c.typ(i), t.Part(uint64(i))), "constituent %d is of another type", i)
	}
}

func (c *checker) constructReplica() {
	t := c.result()
	c.need((t.Kind == Vector || t.Kind == Array) && sameType(t.Elem, c.typ(0)), "the types do not fit")
}

func (c *checker) shuffle() {
	t, x, y := c.result(), c.typ(0), c.typ(1)
	c.need(t.Kind == Vector && x.Kind == Vector && y.Kind == Vector && sameType(t.Elem, x.Elem) &&
		sameType(x.Elem, y.Elem) && len(c.in.Args)-2 == t.Lanes(), "the types do not fit")
	for _, n := range c.in.Args[2:] {
		c.need(n == ^uint32(0) || uint64(n) < x.Count+y.Count, "there is no element %d", n)
	}
}

func (c *checker) extractDynamic() {
	x := c.typ(0)
	c.need(x.Kind == Vector && sameType(x.Elem, c.result()) && c.typ(1).Kind == Int, "the types do not fit")
}

func (c *checker) insertDynamic() {
	x := c.typ(0)
	c.need(x.Kind == Vector && sameType(x, c.result()) && sameType(x.Elem, c.typ(1)) && c.typ(2).Kind == Int,
		"the types do not fit")
}

// atomic checks an atomic access. The operands are the pointer, the scope, the semantics, and then values.
func (c *checker) atomic(pointee *Type, values ...int) {
	p := c.pointerTo(0, pointee)
	switch p.Storage {
	case StorageUniformConstant, StorageInput:
		c.in.bail("the memory is read only")
	}
	c.need(pointee.Kind == Int || pointee.Kind == Float || pointee.Kind == Pointer, "no number")
	c.need(c.typ(1).Kind == Int && c.typ(2).Kind == Int, "scope and semantics must be integers")
	for _, n := range values {
		c.need(sameType(c.typ(n), pointee), "operand %d is of another type", n)
	}
}

func atomicOf(kinds string, values ...int) rule {
	return func(c *checker) {
		t := c.result()
		c.need(t.Kind == Float && (kinds == "f" || kinds == "n") || t.Kind == Int && kinds != "f" ||
			t.Kind == Pointer && kinds == "n", "its type does not fit")
		c.atomic(t, values...)
	}
}

func (c *checker) atomicStore() { c.atomic(c.typ(3)) }

func (c *checker) atomicExchange() {
	t := c.result()
	c.need(t.Kind == Int || t.Kind == Pointer || t.Kind == Float && t.Bits != 16, "its type does not fit")
	c.need(c.typ(3).Kind == Int, "semantics must be integers")
	c.atomic(t, 4, 5)
}

func (c *checker) flag() {
	p := c.anyPointer(0)
	c.need(p.Elem == nil || p.Elem.Kind == Int && p.Elem.Bits == 32, "the pointer is not to an integer of 32 bits")
	c.need(c.typ(1).Kind == Int && c.typ(2).Kind == Int, "scope and semantics must be integers")
	c.need(c.in.Op == OpAtomicFlagClear || c.result().Kind == Bool, "its type is not bool")
}

func (c *checker) barrier() {
	for i := range c.in.Args {
		c.need(c.typ(i).Kind == Int, "operand %d is no integer", i)
	}
	if c.in.Op == OpControlBarrier {
		scope := c.constant(0)
		c.need(scope == ScopeWorkgroup || scope == ScopeSubgroup || scope == ScopeInvocation,
			"the execution scope %s is not supported", EnumName("Scope", uint32(scope)))
	}
}

func (c *checker) namedBarrierInitialize() {
	c.need(c.result().Kind == NamedBarrier && c.typ(0).Kind == Int && c.typ(0).Bits == 32, "the types do not fit")
}

func (c *checker) namedBarrier() {
	c.need(c.typ(0).Kind == NamedBarrier, "operand 0 is no named barrier")
	c.need(c.typ(1).Kind == Int && c.typ(2).Kind == Int, "scope and semantics must be integers")
}

// Scopes.
const (
	ScopeCrossDevice = 0
	ScopeDevice      = 1
	ScopeWorkgroup   = 2
	ScopeSubgroup    = 3
	ScopeInvocation  = 4
)

func (c *checker) branchConditional() { c.need(c.typ(0).Kind == Bool, "the condition is not bool") }

func (c *checker) returnNothing() {
	c.need(c.f.Type.Result.Kind == Void, "the function returns a value")
}

func (c *checker) returnValue() {
	c.need(sameType(c.f.Type.Result, c.typ(0)), "the value is of another type than the function's result")
}

func (c *checker) untypedPrefetch() {
	c.anyPointer(0)
	c.need(c.typ(1).Kind == Int, "the number of bytes is no integer")
}

// arrayOfLength is an array whose length is known when the program is built: a specialisation constant.
func (c *checker) arrayOfLength() {
	t := c.result()
	c.need(t.Kind == Pointer && t.Elem != nil && t.Storage == StorageFunction,
		"its type is no pointer of storage class Function")
	c.need(c.m.Constant(c.in.ID(0)) != nil, "the length must be a constant, perhaps a specialisation constant")
	n := c.constant(0)
	c.need(n <= maxPrivateBytes/max(t.Elem.Size, 1),
		"%d elements of %d bytes; there may be %d bytes", n, t.Elem.Size, maxPrivateBytes)
}

func (c *checker) restoreMemory() { c.anyPointer(0) }
