package spirv

// Loads and stores under conditions (SPV_INTEL_predicated_io), and by vectors of pointers under masks
// (SPV_INTEL_masked_gather_scatter).

func (c *checker) loadIf() {
	t := c.result()
	c.inMemory(t)
	c.pointerTo(0, t)
	c.need(c.typ(1).Kind == Bool && sameType(c.typ(2), t), "the condition or the value in its place does not fit")
	c.memoryOperands(3)
}

func (c *checker) storeIf() {
	t := c.typ(1)
	c.inMemory(t)
	c.writable(c.pointerTo(0, t))
	c.need(c.typ(2).Kind == Bool, "the condition is not bool")
	c.memoryOperands(3)
}

// gather has the operands: pointers, alignment, mask, and the vector whose elements count where the mask does not.
func (c *checker) gather() {
	t := c.result()
	c.pointersTo(0, t)
	c.mask(t, 1)
	c.need(sameType(c.typ(3), t), "the vector of other values is not of the result's type")
}

// scatter has the operands: values, pointers, alignment, and mask.
func (c *checker) scatter() {
	t := c.typ(0)
	c.writable(c.pointersTo(1, t))
	c.mask(t, 2)
}

// pointersTo requires that the n-th operand is a vector of pointers to the elements of a vector.
func (c *checker) pointersTo(n int, t *Type) *Type {
	p := c.typ(n)
	c.need(t.Kind == Vector && p.Kind == Vector && p.Count == t.Count && p.Elem.Kind == Pointer,
		"operand %d is no vector of pointers for the values", n)
	c.need(p.Elem.Elem == nil || sameType(p.Elem.Elem, t.Elem), "the pointers are to another type than the values")
	return p.Elem
}

// mask checks an alignment, and the vector of truth values after it.
func (c *checker) mask(t *Type, n int) {
	align, mask := c.in.Args[n], c.typ(n+1)
	c.need(align&(align-1) == 0, "an alignment of %d, which is no power of two", align)
	c.need(mask.Kind == Vector && mask.Elem.Kind == Bool && mask.Count == t.Count, "the mask does not fit")
}

func (c *checker) writable(p *Type) {
	c.need(p.Storage != StorageUniformConstant && p.Storage != StorageInput, "the memory is read only")
}
