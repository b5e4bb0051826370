package amd64

import (
	"slices"

	"heddle/compiler/amd64/object"
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// Turning. Lanes are neighbours in dimension 0, but many kernels are written the other way round: row = get_global_id(0),
// col = get_global_id(1), a[row*n + col]. Their lanes would gather what lies far apart. Which dimension is which makes no
// difference to anybody but the work-items themselves, and they only ask: so such a kernel gets a copy in which
// dimension 0 and another are exchanged in all questions, and whoever launches it exchanges them in all sizes.

// Costs of an access, for a vector: one that is the same for all lanes or lies in one piece, one in a few pieces, and
// one for each lane. An access in a loop counts for so many.
const (
	costWhole, costPieces, costLanes = 1, 3, 16
	costRounds, costDepth            = 8, 3
)

// turnGain is how many times less the accesses of a turned kernel must cost.
const turnGain = 2

// turn is a kernel's turned copy.
type turn struct {
	kernel    *Kernel // nil: none
	dimension int
}

// Turned is the kernel with dimension 0 and another exchanged, and which that is, if its lanes then have less to gather.
func (k *Kernel) Turned() (object.Kernel, int) {
	k.findTurn.Do(func() { k.turn = k.bestTurn() })
	if k.turn.kernel == nil {
		return nil, 0
	}
	return k.turn.kernel, k.turn.dimension
}

func (k *Kernel) bestTurn() (best turn) {
	if k.turned > 0 || k.off&(turning|strideAnalysis) != 0 || k.calls() {
		return turn{}
	}
	least := 0
	for dimension := 1; dimension < 3; dimension++ {
		if !k.asksFor(dimension) {
			continue
		}
		if least == 0 {
			least = accessCost(k.known) / turnGain
		}
		other := k.TurnedTo(dimension)
		if cost := accessCost(other.known); cost <= least {
			best, least = turn{other, dimension}, cost-1
		}
	}
	return best
}

// TurnedTo is the kernel with dimension 0 and another exchanged, whatever that is good for; nil if it calls functions, which
// ask too.
func (k *Kernel) TurnedTo(dimension int) *Kernel {
	if k.calls() {
		return nil
	}
	f := *k.function
	f.Instrs = slices.Clone(f.Instrs)
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
	other := k.variant(&f)
	other.turned = dimension
	return other
}

// asksFor says whether the kernel asks for ids of a dimension.
func (k *Kernel) asksFor(dimension int) bool {
	for i := range k.function.Instrs {
		if in := &k.function.Instrs[i]; (in.Op == ir.OpGlobalID || in.Op == ir.OpLocalID) && int(in.Kind) == dimension {
			return true
		}
	}
	return false
}

// accessCost is what a kernel's loads and stores cost about, for a vector of lanes.
func accessCost(known *uniform.Known) (sum int) {
	f, info := known.Func(), known.Info()
	loops, innermost := ir.NewCFG(f).Loops()
	for b := range f.Blocks {
		rounds := 1
		for l, depth := innermost[b], 0; l >= 0 && depth < costDepth; l, depth = loops[l].Parent, depth+1 {
			rounds *= costRounds
		}
		for _, v := range f.Blocks[b].Instrs {
			if in := f.Instr(v); (in.Op == ir.OpLoad || in.Op == ir.OpStore) && in.Space != ir.SpacePrivate {
				sum += rounds * costOf(info, f, in)
			}
		}
	}
	return sum
}

// costOf is the cost of one load or store.
func costOf(info *uniform.Info, f *ir.Func, in *ir.Instr) int {
	address, size := in.Args[0], int64(in.Type.Bytes())
	if in.Op == ir.OpStore {
		size = int64(f.Type(in.Args[1]).Bytes())
	}
	if info.Varies(address)&(uniform.VaryLocal0|uniform.VaryAny|uniform.VaryMemory) == 0 {
		return costWhole
	}
	step, _, isEven := info.StrideNeeds(address)
	switch {
	case isEven && step >= -size && step <= size:
		return costWhole
	case isEven && step >= -maxNearStep && step <= maxNearStep:
		return costPieces
	}
	return costLanes
}
