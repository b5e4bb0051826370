package spirv

// checkFunctions checks the bodies: control flow, that values are defined on every way to their uses, and types.
func (m *Module) checkFunctions() {
	m.checkCalls()
	for _, f := range m.Functions {
		if len(f.Blocks) == 0 {
			if _, kind, ok := m.Linkage(f.ID); !ok || kind != LinkageImport {
				f.In.bail("the function has no body and is not imported")
			}
			continue
		}
		m.flow(f)
		c := checker{m: m, f: f}
		for _, b := range f.Order {
			c.checkBlock(b)
		}
	}
}

// checker checks one function; its methods end the reading with an error.
type checker struct {
	m     *Module
	f     *Function
	block int
	in    *Instruction
}

func (c *checker) checkBlock(number int) {
	b := c.f.Blocks[number]
	c.block = number
	for _, in := range b.Phis {
		c.in = in
		c.phi(b)
	}
	for _, in := range b.Body {
		c.check(in)
	}
	c.check(b.End)
}

func (c *checker) check(in *Instruction) {
	c.in = in
	rule := ruleOf(in.Op)
	if rule == nil {
		in.bail("the instruction is not supported")
	}
	if t := c.m.ValueType(in.Result); in.Result != 0 && t != nil {
		c.spend(t)
	}
	rule(c)
}

// need ends the reading unless a condition holds.
func (c *checker) need(ok bool, format string, args ...any) {
	if !ok {
		c.in.bail(format, args...)
	}
}

func (c *checker) result() *Type {
	t := c.m.ValueType(c.in.Result)
	c.need(t != nil, "it gives no value")
	return c.width(t)
}

// typ is the type of the value that the n-th operand names, which must be defined on every way here.
func (c *checker) typ(n int) *Type {
	c.need(n < len(c.in.Args), "operand %d is missing", n)
	return c.width(c.available(c.in.ID(n), c.block, c.in.At))
}

// available is the type of a value that must be defined at a place of a block.
func (c *checker) available(id ID, block int, at uint32) *Type {
	c.need(id != 0 && uint32(id) < c.m.Bound, "id %d is out of bounds", id)
	d := &c.m.defs[id]
	if d.typ != nil {
		c.spend(d.typ)
	}
	switch d.kind {
	case isConstant, isVariable:
		c.need(d.in.At < c.in.At || c.in.Op == OpPhi, "%%%d is used before it is defined", id)
		return d.typ
	case isLocal:
	default:
		c.in.bail("%%%d is no value", id)
	}
	c.need(d.owner == c.f, "%%%d belongs to another function", id)
	if d.in.Op == OpFunctionParameter {
		return d.typ
	}
	from := int(d.block)
	ok := c.f.Blocks[from].Reachable && (from == block && d.in.At < at || from != block && c.f.dominates(from, block))
	c.need(ok, "%%%d is not defined on every way here", id)
	return d.typ
}

// phi checks that there is one value for each block that leads here. Translators name a block once for each case of its
// switch.
func (c *checker) phi(b *Block) {
	t := c.result()
	c.spend(t)
	c.need(len(c.in.Args)%2 == 0, "its operands are no pairs")
	seen := map[int]ID{}
	for i := 0; i < len(c.in.Args); i += 2 {
		d := &c.m.defs[c.in.ID(i+1)]
		c.need(d.kind == isLabel && d.owner == c.f, "%%%d is no label of this function", c.in.ID(i+1))
		from := int(d.block)
		c.need(seen[from] == 0 || seen[from] == c.in.ID(i), "two values for block %%%d", c.in.ID(i+1))
		seen[from] = c.in.ID(i)
		if !c.f.Blocks[from].Reachable {
			continue
		}
		c.need(sameType(c.available(c.in.ID(i), from, ^uint32(0)), t), "%%%d is of another type", c.in.ID(i))
	}
	for _, p := range b.Preds {
		c.need(seen[p] != 0, "there is no value for block %%%d", c.f.Blocks[p].Label.Result)
	}
}

// maxSpent bounds the scalars of all operands and results of a module.
const maxSpent = 1 << 23

// spend counts a value against what is allowed for one, and for the module.
func (c *checker) spend(t *Type) {
	c.need(!t.IsLarge(), "a value of %d scalars; there may be %d", t.Scalars, MaxScalars)
	c.m.spent += max(t.Scalars, 1)
	c.need(c.m.spent <= maxSpent, "the values of the module's instructions have more than %d scalars", maxSpent)
}

// constant is the n-th operand as a constant integer.
func (c *checker) constant(n int) uint64 {
	c.need(n < len(c.in.Args), "operand %d is missing", n)
	c.need(c.m.Constant(c.in.ID(n)) != nil, "operand %d must be a constant", n)
	return c.m.numberOf(c.in, c.in.ID(n))
}

// pointer is the type of the n-th operand, a pointer whose pointee is known.
func (c *checker) pointer(n int) *Type {
	t := c.anyPointer(n)
	c.need(t.Elem != nil, "operand %d is an untyped pointer", n)
	return t
}

// anyPointer is the type of the n-th operand, a pointer, perhaps an untyped one.
func (c *checker) anyPointer(n int) *Type {
	t := c.typ(n)
	c.need(t.Kind == Pointer, "operand %d is no pointer", n)
	return t
}

// pointerTo is the type of the n-th operand, a pointer to a type or an untyped one.
func (c *checker) pointerTo(n int, want *Type) *Type {
	t := c.anyPointer(n)
	c.need(t.Elem == nil || sameType(t.Elem, want), "the pointer is to another type than the value (operand %d)", n)
	return t
}

func isKind(t *Type, kind TypeKind) bool { return t.Scalar().Kind == kind }

// sameLanes reports whether two types are vectors of one length or both scalars.
func sameLanes(a, b *Type) bool {
	return (a.Kind == Vector) == (b.Kind == Vector) && a.Lanes() == b.Lanes()
}

// elementwise requires n operands of the result's type, whose scalars are of a kind.
func elementwise(kind TypeKind, n int) rule {
	return func(c *checker) {
		t := c.result()
		c.need(isKind(t, kind), "its type does not fit")
		c.count(n)
		for i := range n {
			c.need(sameType(c.typ(i), t), "operand %d is not of the result's type", i)
		}
	}
}

// mask requires two operands of the result's type, or a 64-bit number where the result has 32 bits: LLVM's translator
// leaves out the conversion before a mask.
func mask(c *checker) {
	if t, x := c.result(), c.typ(0); t.Kind == Int && t.Bits == 32 && x.Kind == Int && x.Bits == 64 {
		c.count(2)
		c.need(sameType(c.typ(1), t), "operand 1 is not of the result's type")
		return
	}
	elementwise(Int, 2)(c)
}

func (c *checker) count(n int) {
	c.need(len(c.in.Args) == n, "%d operands instead of %d", len(c.in.Args), n)
}

// comparison requires two operands of one type, whose scalars are of one of the kinds, and a result of truth values.
func comparison(kinds ...TypeKind) rule {
	return func(c *checker) {
		t, x, y := c.result(), c.typ(0), c.typ(1)
		fits := false
		for _, k := range kinds {
			fits = fits || isKind(x, k)
		}
		c.need(fits && sameType(x, y) && isKind(t, Bool) && sameLanes(t, x), "the types do not fit")
	}
}

// classify requires one operand of floats and a result of truth values.
func classify(c *checker) {
	t, x := c.result(), c.typ(0)
	c.need(isKind(x, Float) && isKind(t, Bool) && sameLanes(t, x), "the types do not fit")
}

// conversion requires scalars of kinds, of any width.
func conversion(from, to TypeKind) rule {
	return func(c *checker) {
		t, x := c.result(), c.typ(0)
		c.need(isKind(x, from) && isKind(t, to) && sameLanes(t, x), "the types do not fit")
		c.need(t.Scalar().Kind != Pointer || t.Kind == Pointer, "vectors of pointers are not supported here")
	}
}

// bfloat requires floats of 32 bits and bfloat16 as integers of 16.
func bfloat(result, operand TypeKind) rule {
	bits := map[TypeKind]uint{Int: 16, Float: 32}
	return func(c *checker) {
		t, x := c.result(), c.typ(0)
		c.need(isKind(t, result) && isKind(x, operand) && t.Scalar().Bits == bits[result] &&
			x.Scalar().Bits == bits[operand] && sameLanes(t, x), "the types do not fit")
	}
}

func shift(c *checker) {
	t, x, n := c.result(), c.typ(0), c.typ(1)
	c.need(isKind(t, Int) && sameType(t, x) && isKind(n, Int) && sameLanes(n, t), "the types do not fit")
}

func bitcast(c *checker) {
	t, x := c.result(), c.typ(0)
	numeric := func(t *Type) bool { return isKind(t, Int) || isKind(t, Float) || t.Kind == Pointer }
	bits := func(t *Type) uint64 { return uint64(t.Lanes()) * t.Scalar().Size }
	c.need(numeric(t) && numeric(x) && bits(t) == bits(x), "the types are not of one size, or no numbers or pointers")
}

func pointerCast(c *checker) {
	c.need(c.result().Kind == Pointer && c.typ(0).Kind == Pointer, "its type or its operand is no pointer")
}

func sizeOf(c *checker) {
	t := c.typ(0)
	c.need(c.result().Kind == Int && t.Kind == Pointer && t.Elem != nil, "the types do not fit")
}

func choose(c *checker) {
	t, cond := c.result(), c.typ(0)
	c.need(isKind(cond, Bool) && (cond.Kind != Vector || t.Kind == Vector && sameLanes(cond, t)),
		"the condition's type does not fit")
	c.need(sameType(c.typ(1), t) && sameType(c.typ(2), t), "an object is not of the result's type")
}

func anyAll(c *checker) {
	c.need(c.result().Kind == Bool && isKind(c.typ(0), Bool), "the types do not fit")
}

func dot(c *checker) {
	t, x := c.result(), c.typ(0)
	c.need(x.Kind == Vector && sameType(x, c.typ(1)) && t.Kind == Float && sameType(t, x.Elem), "the types do not fit")
}

func timesScalar(c *checker) {
	t := c.result()
	c.need(t.Kind == Vector && t.Elem.Kind == Float && sameType(t, c.typ(0)) && sameType(t.Elem, c.typ(1)),
		"the types do not fit")
}

// extended is a carry or an extended product: a structure of two integers.
func extended(c *checker) {
	t, x := c.result(), c.typ(0)
	c.need(isKind(x, Int) && sameType(x, c.typ(1)) && t.Kind == Struct && len(t.Members) == 2 &&
		sameType(t.Members[0], x) && sameType(t.Members[1], x), "the types do not fit")
}

func bitCount(c *checker) {
	t, x := c.result(), c.typ(0)
	c.need(isKind(t, Int) && isKind(x, Int) && sameLanes(t, x), "the types do not fit")
}

func bitField(insert bool) rule {
	return func(c *checker) {
		t, n := c.result(), 1
		c.need(isKind(t, Int) && sameType(t, c.typ(0)), "the types do not fit")
		if insert {
			c.need(sameType(t, c.typ(1)), "the inserted value is not of the result's type")
			n = 2
		}
		c.need(c.typ(n).Kind == Int && c.typ(n+1).Kind == Int, "offset and count must be integers")
	}
}

// anyValue requires an operand of the result's type.
func anyValue(c *checker) {
	c.need(sameType(c.result(), c.typ(0)), "the operand is not of the result's type")
}

func nothing(*checker) {}
