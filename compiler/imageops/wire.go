package imageops

import (
	"heddle/compiler/wire"
	"heddle/image"
)

// argumentBytes is the size of the value of an argument.
const argumentBytes = 8

// Wire codes an argument of a kernel whose block of arguments has blockBytes bytes.
func (a *Argument) Wire(c *wire.Coder, blockBytes uint64) {
	wire.Number(c, &a.Offset)
	c.Bools(&a.IsSampler)
	wire.List(c, &a.Reaches, func(c *wire.Coder, r *Reach) {
		wire.Below(c, &r.Shape, int(image.ShapeCount))
		wire.Below(c, &r.Axis, 3)
		wire.Below(c, &r.Dimension, 3)
		c.Signed(&r.Least)
		c.Signed(&r.Greatest)
	})
	c.Check(uint64(a.Offset)+argumentBytes <= blockBytes)
}

// Wire codes what is known of an argument.
func (t *Trait) Wire(c *wire.Coder, a *Argument) {
	wire.Number(c, t)
	if a.IsSampler {
		c.Check(*t == OfSampler(image.Sampler(*t)))
	} else {
		c.Check(int(*t&formatMask) < len(image.Formats()))
	}
}
