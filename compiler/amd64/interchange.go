package amd64

import (
	"slices"

	"heddle/compiler/amd64/object"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/switches"
	"heddle/compiler/vectorize/walks"
)

// Dimension interchange. Lanes are neighbours in dimension 0, but many kernels are written the other way about: row =
// get_global_id(0), col = get_global_id(1), a[row*n + col]. Their lanes would gather what lies far apart. Which
// dimension is which makes no difference to anybody but the work-items themselves, and they only ask: so such a kernel
// gets a copy in which dimension 0 and another are exchanged in all questions, and whoever launches it exchanges them
// in all sizes.

// interchange is a kernel's interchanged copy.
type interchange struct {
	kernel    *Kernel // nil: none
	dimension int
}

// Interchanged is the kernel with dimension 0 and another interchanged, and which that is, if its lanes then have less
// to gather.
func (k *Kernel) Interchanged() (object.Kernel, int) {
	k.findInterchange.Do(func() { k.interchange = k.bestInterchange() })
	if k.interchange.kernel == nil {
		return nil, 0
	}
	return k.interchange.kernel, k.interchange.dimension
}

func (k *Kernel) bestInterchange() (best interchange) {
	if k.interchangedWith > 0 || k.off&(switches.Interchange|switches.StrideAnalysis) != 0 || k.calls() {
		return interchange{}
	}
	least, tuning := 0, k.target(AVX512).Tuning // of accesses alone, which all instruction sets have alike
	for dimension := 1; dimension < 3; dimension++ {
		if !k.asksFor(dimension) {
			continue
		}
		if least == 0 {
			least = walks.Cost(k.function(), k.known().Info(), &tuning.Walks) / tuning.Variants.InterchangeGain
		}
		other := k.InterchangedWith(dimension)
		if cost := walks.Cost(other.function(), other.known().Info(), &tuning.Walks); cost <= least {
			best, least = interchange{other, dimension}, cost-1
		}
	}
	return best
}

// InterchangedWith is the kernel with dimension 0 and another interchanged, whether that pays or not; nil if it calls
// functions, which may ask for ids too, or has operations of sub-groups.
func (k *Kernel) InterchangedWith(dimension int) *Kernel {
	if k.calls() || k.subGroup > 0 {
		return nil
	}
	other := k.variant(interchangedFunc(k.function(), dimension))
	other.interchangedWith = dimension
	return other
}

// interchangedFunc is a copy of a function with dimension 0 and another interchanged.
func interchangedFunc(of *ir.Func, dimension int) *ir.Func {
	f := *of
	f.Instrs = slices.Clone(f.Instrs)
	f.Group[0], f.Group[dimension] = f.Group[dimension], f.Group[0]
	for i := range f.Instrs {
		if in := &f.Instrs[i]; in.Op.Info().Kind == ir.KindDimension {
			switch int(in.Kind) {
			case 0:
				in.Kind = uint8(dimension)
			case dimension:
				in.Kind = 0
			}
		}
	}
	return &f
}

// asksFor reports whether the kernel asks for ids of a dimension.
func (k *Kernel) asksFor(dimension int) bool {
	f := k.function()
	for i := range f.Instrs {
		if in := &f.Instrs[i]; (in.Op == ir.OpGlobalID || in.Op == ir.OpLocalID) && int(in.Kind) == dimension {
			return true
		}
	}
	return false
}
