package spirv

import "strings"

func (c *checker) asyncCopy() {
	c.scope(0, ScopeWorkgroup)
	to, from, first := c.anyPointer(1), c.anyPointer(2), 3
	if c.in.Op == OpUntypedGroupAsyncCopy {
		size := c.constant(3)
		c.need(size&(size-1) == 0 && size > 0 && size <= 128,
			"elements of %d bytes; they must have a power of two up to 128", size)
		first = 4
	} else {
		c.need(to.Elem != nil && from.Elem != nil && sameType(to.Elem, from.Elem) &&
			(isKind(to.Elem, Int) || isKind(to.Elem, Float)), "the pointers are not to one type of numbers")
	}
	c.need(c.result().Kind == Event && c.typ(first+2).Kind == Event,
		"its type, and the last operand's, must be an event")
	c.need(to.Storage == StorageWorkgroup && from.Storage == StorageCrossWorkgroup ||
		to.Storage == StorageCrossWorkgroup && from.Storage == StorageWorkgroup,
		"one pointer must be of storage class Workgroup, the other of CrossWorkgroup")
	c.need(c.typ(first).Kind == Int && c.typ(first+1).Kind == Int,
		"the number of elements and the stride must be integers")
}

func (c *checker) waitEvents() {
	c.scope(0, ScopeWorkgroup)
	p := c.anyPointer(2)
	c.need(c.typ(1).Kind == Int && (p.Elem == nil || p.Elem.Kind == Event), "the types do not fit")
}

func (c *checker) clock() {
	t, scope := c.result(), c.constant(0)
	c.need(t.Kind == Int && t.Bits == 64 || t.Kind == Vector && t.Count == 2 && t.Elem.Kind == Int && t.Elem.Bits == 32,
		"its type is neither an integer of 64 bits nor a vector of two of 32")
	c.need(scope == ScopeDevice || scope == ScopeWorkgroup || scope == ScopeSubgroup, "the scope %s is not supported",
		EnumName("Scope", uint32(scope)))
}

// imageOf is the type of the image of the n-th operand.
func (c *checker) imageOf(n int) *Type {
	t := c.typ(n)
	if t.Kind == SampledImage {
		t = t.Elem
	}
	c.need(t.Kind == Image, "operand %d is no image", n)
	return t
}

func (c *checker) sampledImage() {
	t, x := c.result(), c.typ(0)
	c.need(t.Kind == SampledImage && sameType(t.Elem, x) && c.typ(1).Kind == Sampler, "the types do not fit")
}

func (c *checker) imageOfSampled() {
	x := c.typ(0)
	c.need(x.Kind == SampledImage && sameType(x.Elem, c.result()), "the types do not fit")
}

// coordinates requires enough coordinates of a kind.
func (c *checker) coordinates(image *Type, n int, kinds ...TypeKind) {
	t := c.typ(n)
	fits := false
	for _, k := range kinds {
		fits = fits || isKind(t, k) && t.Scalar().Bits == 32
	}
	c.need(fits && t.Lanes() >= image.Coordinates(), "the coordinate is not of %d numbers of 32 bits",
		image.Coordinates())
}

// Spatial is the number of coordinates of an image without the layer.
func (t *Type) Spatial() int {
	switch t.Dim {
	case Dim2D:
		return 2
	case Dim3D:
		return 3
	}
	return 1
}

// Coordinates is the number of coordinates of an image.
func (t *Type) Coordinates() int {
	if t.Arrayed {
		return t.Spatial() + 1
	}
	return t.Spatial()
}

// ImageOperands is what the image operands of an instruction say: ids, 0 for none.
type ImageOperands struct {
	Lod, DX, DY ID
	Unsigned    bool // ZeroExtend
}

// ImageOperands reads the image operands from the n-th argument on; false if there are others than those.
func (i *Instruction) ImageOperands(n int) (o ImageOperands, ok bool) {
	if n >= len(i.Args) {
		return o, true
	}
	bits := i.Args[n]
	n++
	o.Unsigned = bits&OperandZeroExtend != 0
	if bits&^(OperandLod|OperandGrad|OperandSignExtend|OperandZeroExtend|operandNontemp) != 0 {
		return o, false
	}
	if bits&OperandLod != 0 {
		o.Lod = i.ID(n)
		n++
	}
	if bits&OperandGrad != 0 {
		o.DX, o.DY = i.ID(n), i.ID(n+1)
	}
	return o, o.Lod == 0 || o.DX == 0
}

func (c *checker) imageOperands(image *Type, n int, levels ...TypeKind) {
	o, ok := c.in.ImageOperands(n)
	c.need(ok, "these image operands are not supported")
	if o.Lod != 0 {
		t := c.available(o.Lod, c.block, c.in.At)
		fits := false
		for _, k := range levels {
			fits = fits || t.Kind == k && t.Bits == 32
		}
		c.need(fits, "the level of detail is of a wrong type")
	}
	if o.DX == 0 {
		return
	}
	for _, id := range [...]ID{o.DX, o.DY} {
		t := c.available(id, c.block, c.in.At)
		c.need(isKind(t, Float) && t.Scalar().Bits == 32 && t.Lanes() >= image.Spatial(),
			"a gradient is of a wrong type")
	}
}

// texel requires a type of elements: four floats, halves or integers, or one float of a depth image.
func (c *checker) texel(image, t *Type) {
	kind := t.Scalar()
	c.need(kind.Kind == Float && kind.Bits <= 32 || kind.Kind == Int && kind.Bits == 32 && !image.Depth,
		"elements of images are floats or integers of 32 bits")
	c.need(t.Lanes() == 4 || image.Depth && t.Lanes() == 1, "an element has four channels, that of a depth image one")
}

func (c *checker) imageSample() {
	c.need(c.typ(0).Kind == SampledImage, "the operand is no sampled image")
	image := c.imageOf(0)
	c.need(image.Access != 1, "the image is write only")
	c.need(image.Dim != DimBuffer, "images of buffers are not sampled")
	c.texel(image, c.result())
	c.coordinates(image, 1, Int, Float)
	c.imageOperands(image, 2, Float, Int)
}

func (c *checker) imageRead() {
	image := c.imageOf(0)
	c.need(c.typ(0).Kind == Image, "the operand is no image")
	c.need(image.Access != 1, "the image is write only")
	c.texel(image, c.result())
	c.coordinates(image, 1, Int)
	c.imageOperands(image, 2, Int)
}

func (c *checker) imageWrite() {
	image := c.imageOf(0)
	c.need(c.typ(0).Kind == Image && image.Access != 0, "the operand is no image that can be written to")
	c.texel(image, c.typ(2))
	c.coordinates(image, 1, Int)
	c.imageOperands(image, 3, Int)
}

func (c *checker) imageQuery() {
	image, t := c.imageOf(0), c.result()
	c.need(c.typ(0).Kind == Image && isKind(t, Int), "the types do not fit")
	switch c.in.Op {
	case OpImageQuerySizeLod:
		c.need(c.typ(1).Kind == Int, "the level is no integer")
		fallthrough
	case OpImageQuerySize:
		c.need(t.Lanes() == image.Coordinates(), "the result has %d elements instead of %d", t.Lanes(),
			image.Coordinates())
	default:
		c.need(t.Kind == Int, "the result is no integer")
	}
}

// extInst checks the number of operands of a function of OpenCL.std; their types are checked when it is lowered, by the
// table of built-in functions.
func (c *checker) extInst() {
	number := c.in.Args[1]
	known := table().openCL[number]
	c.need(known != nil, "there is no instruction %d in OpenCL.std", number)
	least, most := 0, 0
	for _, o := range known.operands {
		if o.count == once {
			least++
		}
		most++
		if o.count == repeated {
			most = 1 << 16
		}
	}
	operands := c.in.Args[2:]
	c.need(len(operands) >= least && len(operands) <= most, "%s with %d operands", known.name, len(operands))
	for i, o := range known.operands {
		if o.kind == kindID && i < len(operands) && o.count != repeated {
			c.need(c.typ(i+2).IsValue(), "operand %d is no value", i)
		}
	}
	if n := offsetOperand(known.name); n >= 0 {
		c.need(c.typ(n+2).Kind == Int, "operand %d of %s, the number of elements before, is no integer", n, known.name)
	}
	if wideFunctions[known.name] {
		c.sameWide()
	}
	if known.name == "printf" {
		for i := range operands {
			c.typ(i + 2)
		}
	}
}

// offsetOperand is the operand of a function of vectors in memory that says where they lie; -1 for other functions.
func offsetOperand(name string) int {
	switch {
	case strings.HasPrefix(name, "vload"):
		return 0
	case strings.HasPrefix(name, "vstore"):
		return 1
	}
	return -1
}

// dotProduct checks the dot products of integers.
func (c *checker) dotProduct() {
	t, x, y := c.result(), c.typ(0), c.typ(1)
	bits := x.Scalar().Bits
	if x.Kind != Vector { // bytes in a word
		bits = 8
	}
	c.need(t.Kind == Int && isKind(x, Int) && sameLanes(x, y) && sameType(x.Scalar(), y.Scalar()) && t.Bits >= bits,
		"the types do not fit")
	n := 2
	switch c.in.Op {
	case OpSDotAccSat, OpUDotAccSat, OpSUDotAccSat:
		c.need(sameType(t, c.typ(2)), "the accumulator is not of the result's type")
		n = 3
	}
	if x.Kind != Vector {
		c.need(x.Bits == 32 && len(c.in.Args) > n && c.in.Args[n] == 0, "packed operands must be 32 bits of four bytes")
	}
}
