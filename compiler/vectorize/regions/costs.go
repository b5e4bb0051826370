package regions

import (
	"math"
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/lane"
	"heddle/compiler/vectorize/access"
	"heddle/compiler/vectorize/forms"
)

// Cost model of a loop iteration, in cycles: for all lanes of a sub-group in vectors, and for one lane in scalar code.
// The figures are throughputs (target.Operations). Accesses dominate the difference: an access without a vector
// instruction is scalarised through the frame. Scalar code also pays the latency of the loop-carried dependency in each
// iteration; vector code has enough independent lanes to hide it.

// paysSerialised reports whether a loop is cheaper when it is written lane by lane.
func (s *Regions) paysSerialised(index int) bool {
	if slices.ContainsFunc(s.Flow.Layout.Loops, func(l lane.Loop) bool { return l.Parent == index }) {
		return false
	}
	if s.sharesLines(index) {
		return false
	}
	together, alone := s.iterationCosts(index)
	gain := s.Tuning.Scalarised.Gain
	if s.scattersIn(index) {
		gain = s.Tuning.Scalarised.ScatterGain
	}
	return gain*alone*float64(s.ISA.Lanes()) < together
}

// sharesLines reports whether neighbouring lanes of a loop access neighbouring memory. A scalarised loop would load
// each cache line once per lane: the line is evicted before the next lane runs.
func (s *Regions) sharesLines(index int) bool {
	l := &s.Flow.Layout.Loops[index]
	for _, b := range s.Flow.Layout.Order[l.First : l.Last+1] {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			in := s.Kernel.Instr(v)
			if in.Op != ir.OpLoad && in.Op != ir.OpStore || in.Space == ir.SpaceLocal {
				continue
			}
			t := s.Kernel.AccessType(in)
			a := s.AddressOf(in.Args[0], t)
			if s.CrossRowAt[v] != nil || a.Pattern != access.AtOne && s.IsNear(&a, t) {
				return true
			}
		}
	}
	return false
}

// scattersIn reports whether a loop has scatters and no scalarised stores. The cost of scalarised stores falls with the
// number of active lanes.
func (s *Regions) scattersIn(index int) bool {
	l, found := &s.Flow.Layout.Loops[index], false
	for _, b := range s.Flow.Layout.Order[l.First : l.Last+1] {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			in := s.Kernel.Instr(v)
			if s.goesByLane(v) {
				return false
			}
			if in.Op != ir.OpStore || s.CrossRowAt[v] != nil {
				continue
			}
			t := s.Kernel.AccessType(in)
			a := s.AddressOf(in.Args[0], t)
			found = found || a.Pattern != access.AtOne && !s.IsInPiece(&a, t) && !s.IsNear(&a, t)
		}
	}
	return found
}

// iterationCosts are the cycles of an iteration: of a sub-group in vectors, and of one lane in scalar code.
func (s *Regions) iterationCosts(index int) (together, alone float64) {
	l := &s.Flow.Layout.Loops[index]
	alone = s.Tuning.Operations.IterationAlone
	for _, b := range s.Flow.Layout.Order[l.First : l.Last+1] {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			all, one := s.Costs(v, s.Kernel.Instr(v))
			together += all
			alone += one
		}
		if s.Flow.Diverges[b] {
			together += s.Tuning.Operations.Diverge
		}
	}
	return together, max(alone, s.carriedLatency(l.Headers[0], &loopRange{l.First, l.Last}, s.latencyAlone))
}

// Costs are the cycles of one instruction: of a sub-group in vectors, and of one lane in scalar code.
func (s *Regions) Costs(v ir.ValueID, in *ir.Instr) (together, alone float64) {
	f, costs := s.ByValue[v], &s.Tuning.Operations
	switch in.Op {
	case ir.OpConst, ir.OpUndef, ir.OpParam, ir.OpPtrAdd, ir.OpJump, ir.OpSExt, ir.OpZExt, ir.OpTrunc, ir.OpExpect:
		return 0, 0 // mostly folded into operands of other instructions
	case ir.OpLoad:
		return s.loadCost(v, in), costs.LoadAlone
	case ir.OpStore:
		return s.storeCost(v, in), costs.StoreAlone
	case ir.OpBranch, ir.OpSwitch:
		return costs.Branch, costs.Branch
	}
	alone = costs.IntegerAlone
	if in.Type.IsFloat() {
		alone = costs.FloatAlone
	}
	vectors := float64(forms.VectorsOf(in.Type))
	if f.Kind == forms.Scalar || f.Kind == forms.Affine {
		return alone, alone
	}
	switch in.Op {
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		if s.DividesByUniform(in) {
			return costs.DivideByUniform, costs.DivideIntegersAlone
		}
		return costs.DivideIntegers * vectors, costs.DivideIntegersAlone
	case ir.OpFDiv, ir.OpFSqrt:
		return costs.DivideFloats * vectors, costs.DivideFloatsAlone
	case ir.OpMul:
		return costs.Multiply * costs.Simple * vectors * vectors, costs.MultiplyAlone
	}
	return costs.Simple * vectors, alone
}

// byLaneCost is the cost of an access without a vector instruction.
func (s *Regions) byLaneCost() float64 {
	return s.Tuning.Operations.ByLane + s.Tuning.Operations.ByLaneLane*float64(s.ISA.Lanes())
}

// goesByLane reports whether an instruction is a store without a vector instruction.
func (s *Regions) goesByLane(v ir.ValueID) bool {
	in := s.Kernel.Instr(v)
	return in.Op == ir.OpStore && s.storeCost(v, in) >= s.byLaneCost()
}

func (s *Regions) loadCost(v ir.ValueID, in *ir.Instr) float64 {
	a := s.AddressOf(in.Args[0], in.Type)
	vectors, costs := float64(forms.VectorsOf(in.Type)), &s.Tuning.Operations
	perLane := costs.GatherLane
	if in.Space == ir.SpaceLocal || s.IndexedBytes(&a) <= costs.NearBytes {
		perLane = costs.GatherNearLane
	}
	gathered := (costs.Gather + perLane*float64(s.ISA.Lanes())) * (vectors + 1) / 2
	switch {
	case s.CrossRowAt[v] != nil || a.Pattern == access.AtOne || a.Pattern == access.InRow ||
		a.Pattern == access.RowUnlessWrapped:
		return vectors
	case s.DistancesAt[v] != nil:
		return s.distancesCost(v)
	case s.TableAt[v] != nil:
		return costs.TableVector * math.Ceil(float64(len(s.TableAt[v].Words))/float64(s.ISA.Lanes()))
	case s.IsNear(&a, in.Type) || s.IsWindowed(&a, in.Type):
		return costs.NearLoad * vectors
	case s.LiesInRow(v, in):
		return costs.RowWord
	case in.Type.Bytes() >= access.MinGathered:
		return gathered
	case access.CanGatherSmall(in.Type, in.Align):
		return gathered + costs.GatherSmall
	}
	return s.byLaneCost()
}

// distancesCost is the cost of a load at known distances: its part of the windows, and its shuffles.
func (s *Regions) distancesCost(v ir.ValueID) float64 {
	d := s.DistancesAt[v]
	quarters := float64(s.ISA.Lanes() / access.QuarterLanes)
	return quarters*float64(len(d.Chunks[0]))/float64(len(d.Members)) + 2
}

func (s *Regions) storeCost(v ir.ValueID, in *ir.Instr) float64 {
	t := s.Kernel.Type(in.Args[1])
	a := s.AddressOf(in.Args[0], t)
	vectors := float64(forms.VectorsOf(t))
	switch {
	case s.CrossRowAt[v] != nil || a.Pattern == access.AtOne && s.IsUniform(in.Args[1]) || a.Pattern == access.InRow ||
		a.Pattern == access.RowUnlessWrapped:
		return vectors
	case s.IsNear(&a, t):
		return s.Tuning.Operations.NearStore * vectors
	case s.CanScatter(&a, t):
		return s.Tuning.Operations.Scatter * vectors
	}
	return s.byLaneCost()
}

// carriedLatency is a lower bound of the latency of an iteration, by its loop-carried dependencies, given the latencies
// of instructions. Two parameters may exchange their values; then two iterations take both chains.
func (s *Regions) carriedLatency(header ir.BlockID, loop *loopRange, takes func(*ir.Instr) float64) float64 {
	params, longest := s.Kernel.Blocks[header].Params, 0.0
	between := func(p, q ir.ValueID) float64 {
		c, far := chain{s, loop, p, takes, maxChain}, -1.0
		for _, a := range s.comingInto(q, header) {
			if loop.Has(s.Flow.Layout.Place[s.Kernel.Instr(a).Block]) {
				far = max(far, c.from(a))
			}
		}
		return far
	}
	for i, p := range params {
		longest = max(longest, between(p, p))
		for _, q := range params[:min(i, maxHeaderPairs)] {
			there := between(p, q)
			if there < 0 {
				continue
			}
			if back := between(q, p); back >= 0 {
				longest = max(longest, (there+back)/2)
			}
		}
	}
	return longest
}

// comingInto are the incoming values of a block parameter.
func (s *Regions) comingInto(p ir.ValueID, b ir.BlockID) []ir.ValueID {
	var list []ir.ValueID
	place := slices.Index(s.Kernel.Blocks[b].Params, p)
	for _, from := range s.Flow.Cfg.Preds[b] {
		for _, e := range s.Kernel.Blocks[from].Succs {
			if e.To == b {
				list = append(list, e.Args[place])
			}
		}
	}
	return list
}

// chain follows operands from a value back to a parameter and visits a bounded number of values.
type chain struct {
	s     *Regions
	loop  *loopRange
	param ir.ValueID
	takes func(*ir.Instr) float64 // latencies
	left  int
}

// from is the longest latency from the parameter to a value; negative if the value does not depend on it.
func (c *chain) from(v ir.ValueID) float64 {
	if v == c.param {
		return 0
	}
	in := c.s.Kernel.Instr(v)
	if c.left--; c.left < 0 || in.Op == ir.OpConst || !c.loop.Has(c.s.Flow.Layout.Place[in.Block]) {
		return -1
	}
	longest := -1.0
	if in.Op == ir.OpParam && in.Block != c.s.Kernel.Instr(c.param).Block {
		for _, a := range c.s.comingInto(v, in.Block) {
			longest = max(longest, c.from(a))
		}
		return longest
	}
	for _, a := range in.Args {
		longest = max(longest, c.from(a))
	}
	if longest < 0 {
		return -1
	}
	return longest + c.takes(in)
}

// latencyAlone is the latency of an instruction in scalar code.
func (s *Regions) latencyAlone(in *ir.Instr) float64 {
	latencies := &s.Tuning.Latencies
	switch in.Op {
	case ir.OpExpect, ir.OpTrunc, ir.OpZExt, ir.OpBitcast:
		return 0
	case ir.OpLoad:
		return latencies.LoadAlone
	case ir.OpMul:
		return latencies.MultiplyAlone
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem, ir.OpFDiv, ir.OpFSqrt:
		return latencies.DivideAlone
	}
	if in.Type.IsFloat() {
		return latencies.Float
	}
	return latencies.Integer
}

// latencyFar is latencyAlone for loads that miss the first-level cache.
func (s *Regions) latencyFar(in *ir.Instr) float64 {
	if in.Op == ir.OpLoad {
		return s.Tuning.Latencies.FarLoadAlone
	}
	return s.latencyAlone(in)
}

// latencyTogether is the latency of a vector instruction under a mask.
func (s *Regions) latencyTogether(in *ir.Instr) float64 {
	latencies := &s.Tuning.Latencies
	switch in.Op {
	case ir.OpExpect:
		return 0
	case ir.OpLoad:
		return latencies.Load
	case ir.OpMul:
		return latencies.Multiply
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		if _, isConst := s.ConstOf(in.Args[1]); isConst {
			return latencies.DivideByConstant
		}
		return latencies.DivideIntegers
	case ir.OpFDiv, ir.OpFSqrt:
		return latencies.DivideFloats
	case ir.OpICmp, ir.OpFCmp:
		return latencies.Compare
	}
	if in.Type.IsFloat() {
		return latencies.Float
	}
	return latencies.Integer
}

// IsLatencyBound reports whether a bundle of half the size, whose iterations take half the given cycles, would stall in
// a loop: on a loop-carried dependency, or on a gather.
func (s *Regions) IsLatencyBound(index int, cycles float64) bool {
	l := &s.Flow.Layout.Loops[index]
	if cycles < 2*s.carriedLatency(l.Headers[0], &loopRange{l.First, l.Last}, s.latencyTogether) {
		return true
	}
	for _, b := range s.Flow.Layout.Order[l.First : l.Last+1] {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			in := s.Kernel.Instr(v)
			if in.Op == ir.OpLoad && !s.IsUniform(v) && s.TableAt[v] == nil && s.DistancesAt[v] == nil {
				if a := s.AddressOf(in.Args[0], in.Type); !s.IsInPiece(&a, in.Type) {
					return true
				}
			}
		}
	}
	return false
}

// AloneAtLeast is a lower bound of the cycles of a scalar iteration: the latency of its loop-carried dependency, and
// mispredictions of branches on which lanes diverge.
func (s *Regions) AloneAtLeast(index int) float64 {
	l := &s.Flow.Layout.Loops[index]
	loop := &loopRange{l.First, l.Last}
	cycles := s.carriedLatency(l.Headers[0], loop, s.latencyFar)
	for _, b := range s.Flow.Layout.Order[l.First : l.Last+1] {
		isOut := func(e ir.Edge) bool { return !loop.Has(s.Flow.Layout.Place[e.To]) }
		if s.Flow.Diverges[b] && !slices.ContainsFunc(s.Kernel.Blocks[b].Succs, isOut) {
			cycles += s.Tuning.Latencies.Mispredict
		}
	}
	return cycles
}
