package imageops

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/passes"
	"heddle/compiler/passes/rewrite"
	"heddle/image"
)

// Expand is a copy of an optimised kernel without image operations, for launches whose arguments have the traits, in
// the order of Arguments. It only reads the kernel, so others may read it at the same time.
func Expand(m *ir.Module, f *ir.Func, arguments []Argument, traits []Trait) *ir.Func {
	x := expander{fn: f.Clone(), traits: map[uint32]Trait{}, texels: map[ir.ValueID]texel{},
		decoded: map[ir.ValueID]coded{}}
	x.Builder = ir.NewBuilder(x.fn)
	for i, a := range arguments {
		x.traits[a.Offset] = traits[i]
	}
	blocks, edge := x.split(arguments)
	if len(blocks) == 0 {
		for b := range f.Blocks {
			blocks = append(blocks, ir.BlockID(b))
		}
		edge = len(blocks)
	}
	x.replaced = make(rewrite.Substitution, len(x.fn.Instrs))
	for i, b := range blocks {
		x.isInner = i >= edge
		x.expandBlock(b)
	}
	x.dropResults()
	x.replaced.Apply(x.fn)
	passes.AfterImages(m, x.fn)
	return x.fn
}

// expander expands the operations of one function.
type expander struct {
	*ir.Builder
	fn       *ir.Func
	traits   map[uint32]Trait // by offset of the argument
	texels   map[ir.ValueID]texel
	decoded  map[ir.ValueID]coded
	isInner  bool // the block is of the version for the inside
	replaced rewrite.Substitution
}

// texel are the four channels of a colour, as they are read and written.
type texel [4]ir.ValueID

// expandBlock writes the instructions of a block anew. What follows a write goes to a block of its own.
func (x *expander) expandBlock(b ir.BlockID) {
	block := x.fn.Blocks[b]
	if !slices.ContainsFunc(block.Instrs, func(v ir.ValueID) bool { return isImageOperation(x.fn.Instr(v).Op) }) {
		return
	}
	kept := 0
	for b == 0 && isAtTop(x.fn.Instr(block.Instrs[kept]).Op) {
		kept++
	}
	x.fn.Blocks[b].Instrs = slices.Clone(block.Instrs[:kept])
	x.SetBlock(b)
	for _, v := range block.Instrs[kept:] {
		if in := *x.fn.Instr(v); isImageOperation(in.Op) {
			x.expand(v, &in)
			continue
		}
		x.append(v)
	}
	if last := x.Block(); last != b {
		x.fn.Blocks[b].Cases = nil
		x.fn.Blocks[last].Succs, x.fn.Blocks[last].Cases = block.Succs, block.Cases
	}
}

// isAtTop reports whether an operation may stand at the top of the entry block, where the builder puts more of them.
func isAtTop(op ir.Op) bool { return op == ir.OpConst || op == ir.OpAlloca }

// append puts an instruction of the kernel behind what has been written.
func (x *expander) append(v ir.ValueID) {
	x.fn.Instr(v).Block = x.Block()
	block := &x.fn.Blocks[x.Block()]
	block.Instrs = append(block.Instrs, v)
}

// dropResults replaces what image reads have given.
func (x *expander) dropResults() {
	for b := range x.fn.Blocks {
		block := &x.fn.Blocks[b]
		block.Instrs = rewrite.Keep(block.Instrs, func(v ir.ValueID) bool {
			in := x.fn.Instr(v)
			if in.Op != ir.OpResult {
				return false
			}
			colour, ok := x.texels[in.Args[0]]
			if ok {
				x.replaced[v] = colour[in.Imm]
			}
			return ok
		})
	}
}

// operation is one image operation.
type operation struct {
	*expander
	kind       ir.ImageKind
	channel    ir.Type // of the colour: f32 or i32
	asBits     bool    // the function is of the other class, and reads bits: nothing is interpolated
	space      ir.Space
	image      Trait
	format     *image.Info
	descriptor ir.ValueID    // of level 0
	sampler    image.Sampler // its SpecialBits
	levels     ir.ValueID    // the whole sampler

	coordinates []ir.ValueID
	detail      []ir.ValueID // the level, or gradients
	written     []ir.ValueID // four channels
}

// expand expands an operation in its place.
func (x *expander) expand(v ir.ValueID, in *ir.Instr) {
	x.Pos = in.Pos
	o := x.operation(in)
	if in.Op == ir.OpImageWrite {
		o.write()
		return
	}
	colour := o.read()
	x.texels[v] = colour
	x.replaced[v] = colour[0]
}

func (x *expander) operation(in *ir.Instr) *operation {
	o := &operation{expander: x, kind: ir.ImageKind(in.Kind), channel: in.Type, space: in.Space}
	rest := in.Args
	take := func(n int) (taken []ir.ValueID) {
		taken, rest = rest[:n], rest[n:]
		return taken
	}
	o.descriptor = take(1)[0]
	o.image = x.traitOf(o.descriptor)
	o.format = o.image.format()
	if o.kind.Sampled() {
		o.levels = take(1)[0]
		o.sampler = image.Sampler(x.traitOf(o.levels))
	}
	o.coordinates = take(o.kind.Coordinates())
	if in.Op == ir.OpImageWrite {
		o.detail, o.written = rest[:len(rest)-4], rest[len(rest)-4:]
		for i, v := range o.written {
			o.written[i] = x.resolved(v)
		}
		o.channel = x.fn.Type(o.written[0])
	} else {
		o.detail = rest
	}
	return o
}

// resolved is the channel of a read that a value is, if the read has been expanded, else the value.
func (x *expander) resolved(v ir.ValueID) ir.ValueID {
	if colour, ok := x.texels[v]; ok {
		return colour[0]
	}
	if in := x.fn.Instr(v); in.Op == ir.OpResult {
		if colour, ok := x.texels[in.Args[0]]; ok {
			return colour[in.Imm]
		}
	}
	return v
}

// traitOf is what is known of an image or sampler: a load from the block of arguments, or a constant.
func (x *expander) traitOf(v ir.ValueID) Trait {
	in := x.fn.Instr(v)
	if in.Op == ir.OpConst {
		return OfSampler(image.Sampler(in.Imm))
	}
	offset, _ := x.fn.ArgumentOffset(in)
	t := x.traits[uint32(offset)]
	if x.isInner && t&isBordered != 0 {
		t |= isCovered
	}
	return t
}

// isOfClass reports whether the operation is of the class that the format has.
func (o *operation) isOfClass() bool {
	return (o.format.Class == image.ClassFloat) == (o.channel == ir.F32)
}
