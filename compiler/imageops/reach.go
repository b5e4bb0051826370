package imageops

import (
	"math"
	"slices"

	"heddle/compiler/ir"
	"heddle/image"
)

// Coordinates that are global ids plus constants. A launch knows all its ids, so it can tell whether such coordinates
// are ever outside. If none is, accesses need no look at the size of the image: they are accesses to rows of a buffer.

// Reach says that coordinates along an axis are the global ids of a dimension plus Least to Greatest.
type Reach struct {
	Shape           image.Shape
	Axis, Dimension uint8 // Axis is the number of the coordinate
	Least, Greatest int64
}

// Range are the global ids of a launch.
type Range struct{ Offset, Size [3]uint64 }

// leaves reports whether coordinates are outside.
func (r *Reach) leaves(d *image.Descriptor, ids *Range) bool {
	first := int64(ids.Offset[r.Dimension])
	last := first + int64(ids.Size[r.Dimension]) - 1
	if first < 0 || last < first || last > math.MaxInt32 {
		return true
	}
	return first+r.Least < 0 || last+r.Greatest >= int64(d.Extents(r.Shape)[r.Axis])
}

// isCovered reports whether no coordinate of an image is outside that is a global id plus a constant.
func (a *Argument) isCovered(d *image.Descriptor, ids *Range) bool {
	return len(a.Reaches) > 0 && !slices.ContainsFunc(a.Reaches, func(r Reach) bool { return r.leaves(d, ids) })
}

// isBordered reports whether, along each axis, most coordinates that are global ids plus constants are inside.
func (a *Argument) isBordered(d *image.Descriptor, ids *Range) bool {
	return len(a.Reaches) > 0 && !slices.ContainsFunc(a.Reaches, func(r Reach) bool { return r.mostlyLeaves(d, ids) })
}

// mostlyLeaves reports whether more coordinates are outside than inside, or so far that numbers of them wrap.
func (r *Reach) mostlyLeaves(d *image.Descriptor, ids *Range) bool {
	first, size := int64(ids.Offset[r.Dimension]), int64(ids.Size[r.Dimension])
	if first < 0 || size < 0 || first > math.MaxInt32 || size > math.MaxInt32 || r.Greatest-r.Least > math.MaxInt32 {
		return true
	}
	from, to := max(first, -r.Least), min(first+size, int64(d.Extents(r.Shape)[r.Axis])-r.Greatest)
	return to-from < size/2
}

// hasReach reports whether coordinates of an operation may have a Reach.
func hasReach(kind ir.ImageKind) bool { return !kind.FloatCoordinates() && kind.Lod() == ir.LodNone }

// addReaches notes how far the coordinates of an operation go.
func (a *Argument) addReaches(f *ir.Func, in *ir.Instr) {
	kind := ir.ImageKind(in.Kind)
	if !hasReach(kind) {
		return
	}
	coordinates := in.Args[1:]
	if kind.Sampled() {
		coordinates = in.Args[2:]
	}
	for axis := range kind.Coordinates() {
		dimension, c, ok := idPlus(f, coordinates[axis])
		if !ok {
			continue
		}
		r := Reach{kind.Shape(), uint8(axis), dimension, c, c}
		if i := slices.IndexFunc(a.Reaches, r.isAlong); i >= 0 {
			known := &a.Reaches[i]
			known.Least, known.Greatest = min(known.Least, c), max(known.Greatest, c)
			continue
		}
		a.Reaches = append(a.Reaches, r)
	}
}

// isAlong reports whether another is of the same axis and dimension.
func (r Reach) isAlong(other Reach) bool {
	return r.Shape == other.Shape && r.Axis == other.Axis && r.Dimension == other.Dimension
}

// maxTerms is how many constants are looked for in a coordinate.
const maxTerms = 4

// idPlus takes a coordinate apart into a global id and a constant. Sums may have wrapped: what is right modulo 2^32 is
// right if the result is inside.
func idPlus(f *ir.Func, v ir.ValueID) (dimension uint8, c int64, ok bool) {
	for range maxTerms {
		in := f.Instr(v)
		switch in.Op {
		case ir.OpGlobalID:
			return in.Kind, c, true
		case ir.OpTrunc:
			v = in.Args[0]
			continue
		case ir.OpAdd:
		default:
			return 0, 0, false
		}
		term, isConst := f.SignedConst(in.Args[1])
		if !isConst || term != int64(int32(term)) {
			return 0, 0, false
		}
		v, c = in.Args[0], c+term
	}
	return 0, 0, false
}
