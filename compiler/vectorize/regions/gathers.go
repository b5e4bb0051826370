package regions

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// Gathers that are written as a load for each lane, where that is faster. As that is much code, their number in a
// version is bounded: the first ones are taken, in the order in which they are written.

// gatherChoice is the choice under way.
type gatherChoice struct {
	*Regions
	left [2]int // gathers of eight lanes: of words or pairs of words, and of smaller elements, which are less code
	done map[interleaveAccess]bool
}

// interleaveAccess is a group of accesses, by a sub-group; -1: by all.
type interleaveAccess struct {
	group *access.Interleave
	sub   int
}

// chooseGathers chooses among the gathers of a function.
func (s *Regions) chooseGathers() {
	costs := &s.Tuning.Accesses
	if !costs.NearGathersByLane && !costs.FarGathersByLane {
		return
	}
	c := gatherChoice{s, [2]int{costs.MaxGathersByLane, costs.MaxGathersByLane}, map[interleaveAccess]bool{}}
	for _, b := range s.inPlace() {
		steps, isSerial := s.SerialSteps[b]
		if !isSerial {
			steps = []SerialStep{{List: s.Kernel.Blocks[b].Instrs}}
		}
		for i := range steps {
			c.step(b, &steps[i])
		}
	}
}

// inPlace are the blocks that are written in their places, those that begin a serialised if for all of it.
func (s *Regions) inPlace() (list []ir.BlockID) {
	order := s.Flow.Layout.Order
	for place := 0; place < len(order); place++ {
		b := order[place]
		switch l := s.CasLoops[b]; {
		case s.ScalarLoopAt[place] != nil:
			place = s.ScalarLoopAt[place].Loop.Last
		case !s.Flow.IsOpened[place]:
		case l != nil:
			for _, other := range l.Blocks {
				place = max(place, s.Flow.Layout.Place[other])
			}
		default:
			list = append(list, b)
			if steps := s.SerialSteps[b]; len(steps) > 0 && steps[len(steps)-1].If != nil {
				place = steps[len(steps)-1].If.End - 1
			}
		}
	}
	return list
}

// step chooses among those of a step.
func (c *gatherChoice) step(b ir.BlockID, step *SerialStep) {
	if !step.IsSerial {
		c.list(b, step.List, -1, false)
		return
	}
	order := c.Flow.Layout.Order
	for u := range c.Version.Count {
		c.list(b, step.List, u, false)
		if step.If == nil {
			continue
		}
		way, root := Masked, ir.BlockID(-1)
		if step.Known != nil {
			way = step.Known.Ways[u]
		}
		switch way {
		case ByLane:
			body := step.Known.Body
			c.list(c.Kernel.Blocks[b].Succs[body.Way].To, body.Shared, u, true)
			continue
		case First, Second:
			root = c.Flow.Root[c.Kernel.Blocks[b].Succs[way-First].To]
		}
		for place := step.If.First + 1; place < step.If.End; place++ {
			in := order[place]
			if c.Flow.IsOpened[place] && (way == Masked || step.Known.Sides[way-First][in]) {
				c.list(in, c.Kernel.Blocks[in].Instrs, u, c.Flow.Root[in] == root)
			}
		}
	}
}

// list chooses among the instructions of a block, for a sub-group or, if that is -1, all.
func (c *gatherChoice) list(b ir.BlockID, list []ir.ValueID, sub int, isWhole bool) {
	if c.HasMask(b) && !isWhole {
		return
	}
	for _, v := range list {
		a, isFar := c.gathered(v, sub)
		if a == nil || isFar && !c.Tuning.Accesses.FarGathersByLane || !isFar && !c.Tuning.Accesses.NearGathersByLane {
			continue
		}
		first, end := sub, sub+1
		if !c.ByValue[v].PerSub {
			first, end = 0, 1
		} else if sub < 0 {
			first, end = 0, c.Version.Count
		}
		left := &c.left[0]
		if row := c.Rows[v]; row.Interleave == nil && row.Type.Bytes() < access.MinGathered {
			left = &c.left[1]
		}
		for u := first; u < end && *left > 0; u++ {
			a.ByLoads |= 1 << u
			*left -= c.ISA.Lanes() / 8
		}
	}
}

// gathered is the address by which an instruction may gather elements of 32 bits, or pairs of such, and whether they
// are known to lie far away, in global memory; nil: it does not.
func (c *gatherChoice) gathered(v ir.ValueID, sub int) (a *access.Address, isFar bool) {
	row := c.Rows[v]
	if row == nil || c.Kernel.Instr(v).Op != ir.OpLoad {
		return nil, false
	}
	switch row.Strategy {
	case access.Gather, access.SpeculativeRow, access.RowUnlessWraps, access.Butterflied:
		isWord, isSmall := row.Type.Bytes() == access.MinGathered, row.Type.Bytes() < access.MinGathered
		if isWord && !row.Butterfly.IsEven || isSmall && row.Strategy != access.Butterflied {
			return &row.Address, row.Address.IsGlobal
		}
	case access.GatheredWord, access.Paired:
		key := interleaveAccess{row.Interleave, sub}
		if isDone := c.done[key]; !isDone {
			c.done[key] = true
			return &row.Interleave.At, row.Strategy == access.Paired && row.Interleave.Space == ir.SpaceGlobal
		}
	}
	return nil, false
}
