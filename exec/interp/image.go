package interp

import (
	"math"

	"heddle/cbridge/hostmem"
	"heddle/compiler/ir"
	"heddle/compiler/lane"
	"heddle/image"
)

// Accesses to images, lane by lane, by the formulas of package image.

// runImageRead reads an element for each active lane, once if the operands are the same for all: then a result may lie
// in an operand's register.
func runImageRead(f *frame, in *inst) {
	c := f.worker.code
	side := &c.program.Images[in.side]
	lanes := f.active()
	if isUniformAccess(side) {
		texel := f.readImage(in, side, int(lanes[0]))
		for _, k := range lanes {
			f.setTexel(side, int(k), texel)
		}
		return
	}
	for _, k := range lanes {
		f.setTexel(side, int(k), f.readImage(in, side, int(k)))
	}
}

func isUniformAccess(side *lane.Image) bool {
	for _, r := range side.Args {
		if r.Class != lane.Uniform {
			return false
		}
	}
	return true
}

// readImage reads the element of one lane.
func (f *frame) readImage(in *inst, side *lane.Image, k int) [4]uint32 {
	o := imageOperands{frame: f, args: side.Args, lane: k}
	d, access := o.descriptor(), side.Kind.Access()
	sampler := image.Sampler(0)
	if access.Sampled {
		sampler = image.Sampler(o.next())
	}
	point := o.point(side.Kind)
	if f.sourceOf(in).Type == ir.I32 {
		return access.ReadInt(d, sampler, &point)
	}
	return bitsOf(access.ReadFloat(d, sampler, &point))
}

func (f *frame) setTexel(side *lane.Image, k int, texel [4]uint32) {
	for i, r := range side.Results {
		if r.Class != lane.NoReg {
			f.set(uint8(r.Class), f.worker.code.offset(r), k, uint64(texel[i]))
		}
	}
}

// runImageWrite writes an element for each active lane, in the order of the lanes.
func runImageWrite(f *frame, in *inst) {
	side := &f.worker.code.program.Images[in.side]
	access, isInt := side.Kind.Access(), f.sourceOf(in).Type == ir.I32
	for _, k := range f.active() {
		o := imageOperands{frame: f, args: side.Args, lane: int(k)}
		d, point := o.descriptor(), o.point(side.Kind)
		var texel [4]uint32
		for i := range texel {
			texel[i] = uint32(o.next())
		}
		if isInt {
			access.WriteInt(d, &point, texel)
			continue
		}
		access.WriteFloat(d, &point, floatsOf(texel))
	}
}

// imageOperands reads the operands of an access in their order.
type imageOperands struct {
	frame *frame
	args  []lane.Reg
	lane  int
}

func (o *imageOperands) next() uint64 {
	r := o.args[0]
	o.args = o.args[1:]
	return o.frame.get(uint8(r.Class), o.frame.worker.code.offset(r), o.lane)
}

func (o *imageOperands) float() float32 { return math.Float32frombits(uint32(o.next())) }

func (o *imageOperands) descriptor() *image.Descriptor { return hostmem.At[image.Descriptor](o.next()) }

// point reads the operands that say where an element is.
func (o *imageOperands) point(kind ir.ImageKind) (p image.Point) {
	for i := range kind.Coordinates() {
		if kind.FloatCoordinates() {
			p.Float[i] = o.float()
		} else {
			p.Int[i] = int32(o.next())
		}
	}
	switch {
	case kind.Lod() == ir.LodGradients:
		for _, d := range []*[3]float32{&p.DX, &p.DY} {
			for i := range kind.Spatial() {
				d[i] = o.float()
			}
		}
	case kind.Lod() == ir.LodLevel && kind.Sampled():
		p.Level = o.float()
	case kind.Lod() == ir.LodLevel:
		p.LevelIndex = int32(o.next())
	}
	return p
}

func bitsOf(colour [4]float32) (bits [4]uint32) {
	for i, v := range colour {
		bits[i] = math.Float32bits(v)
	}
	return bits
}

func floatsOf(bits [4]uint32) (colour [4]float32) {
	for i, b := range bits {
		colour[i] = math.Float32frombits(b)
	}
	return colour
}
