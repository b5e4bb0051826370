// Package imageops expands the image operations of a kernel to loads, arithmetic and stores, in a copy for launches
// whose images have certain formats, and whose samplers certain modes. What an operation means is said by package image
// (the heads of sample.go, decode.go, encode.go and mipmap.go); the copy computes the same, bit for bit. After that the
// code generator finds rows of pixels as it finds rows of buffers.
//
// Reads never fault: an element outside is read from the edge, and its bits are replaced by zeros. Writes outside are
// branched around.
//
// Reading order: imageops.go (what a launch tells), expand.go (the copy), split.go (two versions of it),
// place.go and reach.go (coordinates), element.go (memory), read.go, linear.go, level.go, decode.go, write.go,
// encode.go; outline.go (kernels that call functions).
package imageops

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"math/bits"
	"slices"

	"heddle/compiler/ir"
	"heddle/image"
)

// Argument is an image or a sampler that a kernel uses, by its place in the block of arguments.
type Argument struct {
	Offset    uint32
	IsSampler bool
	// Reaches are how far coordinates of an image go that are global ids plus constants.
	Reaches []Reach
}

// Trait is what a copy knows of an argument: of an image the format and the bits below, of a sampler image.SpecialBits.
type Trait uint32

const (
	formatMask Trait = 1<<16 - 1
	isLarge    Trait = 1 << 16 // numbers of elements do not fit 31 bits
	hasLevels  Trait = 1 << 17 // more than one
	isNarrow   Trait = 1 << 18 // of one column
	isCovered  Trait = 1 << 19 // no id of the launch plus a constant is outside, in operations on the first level
	isBordered Trait = 1 << 20 // of most ids that holds, not of all
)

// OfImage is what a copy knows of an image, by the descriptor of its first level, in a launch.
func OfImage(a *Argument, d *image.Descriptor, ids *Range) Trait {
	t := OfAnyLaunch(d)
	switch {
	case a.isCovered(d, ids):
		t |= isCovered
	case a.isBordered(d, ids):
		t |= isBordered
	}
	return t
}

// OfAnyLaunch is what a copy knows of an image that fits all launches.
func OfAnyLaunch(d *image.Descriptor) Trait {
	t := Trait(d.Format)
	if info := d.Format.Info(); d.Bytes()/uint64(unitBytes(info)) > math.MaxInt32 {
		t |= isLarge
	}
	if d.Levels > 1 {
		t |= hasLevels
	}
	if d.Width == 1 {
		t |= isNarrow
	}
	return t
}

// OfSampler is what a copy knows of a sampler.
func OfSampler(s image.Sampler) Trait { return Trait(s & image.SpecialBits) }

// format is the format of an image.
func (t Trait) format() *image.Info { return image.FormatID(t & formatMask).Info() }

// Likely are traits for arguments of which nothing is known: all images have the same format, and all samplers the same
// bits. What can be covered is.
func Likely(arguments []Argument, format image.FormatID, sampler image.Sampler) []Trait {
	traits := make([]Trait, len(arguments))
	for i, a := range arguments {
		switch {
		case a.IsSampler:
			traits[i] = OfSampler(sampler)
		case len(a.Reaches) > 0:
			traits[i] = Trait(format) | isCovered
		default:
			traits[i] = Trait(format)
		}
	}
	return traits
}

// Uncovered are the same traits in a launch for which no image is large enough, but where most ids are inside.
func Uncovered(traits []Trait) []Trait {
	list := slices.Clone(traits)
	for i, t := range list {
		if t&isCovered != 0 {
			list[i] = t&^isCovered | isBordered
		}
	}
	return list
}

// Fits reports whether code for other traits of an argument is right for launches with these: it asks more at run time.
func (t Trait) Fits(other Trait) bool {
	const asks, knows = isLarge | hasLevels | isNarrow, isCovered | isBordered
	switch {
	case (t^other)&^(asks|knows) != 0 || t&asks&^other != 0:
		return false
	case other&isCovered != 0:
		return t&isCovered != 0
	}
	return true
}

// CompareSpecial compares how much code for traits knows.
func CompareSpecial(a, b []Trait) int {
	count := func(list []Trait) (n int) {
		for _, t := range list {
			n += 2*bits.OnesCount32(uint32(t&isCovered)) + bits.OnesCount32(uint32(t&isBordered))
		}
		return n
	}
	return count(a) - count(b)
}

// Simplest is a trait whose code is shortest of those that fit.
func (t Trait) Simplest() Trait { return t &^ isBordered }

var errOrigin = errors.New("an image or sampler that is no argument of the kernel")

// Arguments are the images and samplers that the image operations of a kernel use, by rising offset; none if it has no
// such operation.
func Arguments(f *ir.Func) ([]Argument, error) {
	found := map[int64]*Argument{}
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			in := f.Instr(v)
			if !isImageOperation(in.Op) {
				continue
			}
			offset, ok := argument(f, in.Args[0])
			if !ok {
				return nil, errOrigin
			}
			kind := ir.ImageKind(in.Kind)
			found[offset] = cmp.Or(found[offset], &Argument{Offset: uint32(offset)})
			found[offset].addReaches(f, in)
			if !kind.Sampled() || f.Instr(in.Args[1]).Op == ir.OpConst {
				continue
			}
			if offset, ok = argument(f, in.Args[1]); !ok {
				return nil, errOrigin
			}
			found[offset] = &Argument{Offset: uint32(offset), IsSampler: true}
		}
	}
	var list []Argument
	for _, offset := range slices.Sorted(maps.Keys(found)) {
		list = append(list, *found[offset])
	}
	return list, nil
}

// argument is the offset of the argument that a value is.
func argument(f *ir.Func, v ir.ValueID) (offset int64, ok bool) {
	in := f.Instr(v)
	if in.Op != ir.OpLoad {
		return 0, false
	}
	return f.ArgumentOffset(in)
}

func isImageOperation(op ir.Op) bool { return op == ir.OpImageRead || op == ir.OpImageWrite }
