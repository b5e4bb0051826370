package interp

import (
	"heddle/cbridge/hostmem"
	"heddle/compiler/ir"
	"heddle/compiler/numeric"
)

// folding is an ir.OpFold under way, with values in memory as their bits.
type folding struct {
	operation numeric.Operation
	size      uint64
	neutral   uint64
}

func (o *folding) combine(a, b uint64) uint64 {
	args := [2]uint64{a, b}
	r, _ := numeric.Eval(o.operation, args[:])
	return r
}

func (o *folding) load(address uint64) uint64 {
	if o.size == 8 {
		return *hostmem.At[uint64](address)
	}
	return uint64(*hostmem.At[uint32](address))
}

func (o *folding) store(address, value uint64) {
	if o.size == 8 {
		*hostmem.At[uint64](address) = value
		return
	}
	*hostmem.At[uint32](address) = uint32(value)
}

// runFold does the work in the group's first sub-group.
func runFold(f *frame, in *inst) {
	if f.first != 0 || f.count == 0 {
		return
	}
	source, k := f.sourceOf(in), int(f.active()[0])
	op, _ := ir.AtomicKind(source.Kind).Folded()
	o := folding{operation: numeric.Operation{Op: op, Type: source.Type, From: source.Type}, size: source.Type.Bytes(),
		neutral: f.get(in.class[3], in.c, k)}
	scratch, count := f.get(in.class[1], in.a, k), f.get(in.class[2], in.b, k)
	if ir.FoldMode(in.imm) == ir.FoldAll {
		o.store(scratch, o.all(scratch+ir.FoldElements, count))
		return
	}
	o.each(scratch+ir.FoldElements, scratch+ir.FoldResults, count)
}

// all is the sum of count elements, for any operation.
func (o *folding) all(elements, count uint64) uint64 {
	var sums [ir.FoldWidth / 4]uint64
	width := ir.FoldWidth / o.size
	for i := range sums {
		sums[i] = o.neutral
	}
	for first := uint64(0); first < count; first += width {
		for i := range width {
			x := o.neutral
			if first+i < count {
				x = o.load(elements + (first+i)*o.size)
			}
			sums[i] = o.combine(sums[i], x)
		}
	}
	for half := width / 2; half > 0; half /= 2 {
		for i := range half {
			sums[i] = o.combine(sums[i], sums[i+half])
		}
	}
	return sums[0]
}

// each stores the prefix sums of count elements, for any operation.
func (o *folding) each(elements, results, count uint64) {
	o.store(results-o.size, o.neutral)
	var piece [ir.FoldPiece / 4]uint64
	width, before := ir.FoldPiece/o.size, o.neutral
	for first := uint64(0); first < count; first += width {
		n := min(width, count-first)
		for i := range n {
			piece[i] = o.load(elements + (first+i)*o.size)
		}
		for half := uint64(1); half < width; half *= 2 {
			for i := range n {
				if i&half != 0 {
					piece[i] = o.combine(piece[i&^(half-1)-1], piece[i])
				}
			}
		}
		for i := range n {
			o.store(results+(first+i)*o.size, o.combine(before, piece[i]))
		}
		before = o.combine(before, piece[n-1])
	}
}
