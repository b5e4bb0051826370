package amd64

import (
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/vectorize/walks"
	"heddle/compiler/ir"
	"heddle/compiler/lane"
)

// What a round of a loop costs, in cycles: for the lanes of a sub-group together, and for one lane alone. Figures are of
// throughput on present server processors, roughly; what decides is whether the machine has an instruction for an access
// of all lanes, since what it has none for goes lane by lane through the frame. A lane alone waits for what each round
// takes over from the one before; lanes together wait for it all at once, which is as good as not at all.

// laneLoopGain is how much cheaper lanes one by one must be. Entering and leaving the loop is a mispredicted jump for each.
const laneLoopGain = 1.2

// The latencies of loads: from the nearest cache, and from one between that and memory, where lists and trees lie. What one
// lane alone waits for there, lanes together wait for at the same time.
const (
	nearLoad = 5
	farLoad  = 14
)

// roundFigures are cycles of throughput, by kind of processor. Arrays are by length of vectors: 16, 32 and 64 bytes.
type roundFigures struct {
	scatteringGain float64 // laneLoopGain of loops that scatter, which keeps a processor from looking far ahead

	gathered float64 // for each lane of a gather, of memory that is seldom in the nearest cache
	enter    float64 // for each instruction
	vector   [3]float64

	divideFloats, divideDoubles    [3]float64 // and square roots
	divideOne                      float64    // of either
	gatherWords, gatherQuadwords   [3]float64 // of memory that mostly is in the nearest cache, whoever is active
	scatterWords, scatterQuadwords [3]float64
}

// Intel's are those of servers since Sapphire Rapids, where gathers of 16 lanes take 6 and scatters 16 cycles; Zen's, of Zen 5, take 13
// and 17 to 20.
var roundFiguresOf = [...]roundFigures{
	Intel: {
		scatteringGain: laneLoopGain, gathered: 0.8, enter: 0.2, vector: [3]float64{0.33, 0.33, 0.5},
		divideFloats: [3]float64{2.5, 5, 10}, divideDoubles: [3]float64{4, 8, 16}, divideOne: 4,
		gatherWords: [3]float64{4.5, 7, 12}, gatherQuadwords: [3]float64{3.25, 4.5, 7},
		scatterWords: [3]float64{4, 8, 16}, scatterQuadwords: [3]float64{2, 4, 8},
	},
	Zen: {
		scatteringGain: 0.7, gathered: 1.6, enter: 0.15, vector: [3]float64{0.33, 0.33, 0.33},
		divideFloats: [3]float64{2.5, 2.5, 2.5}, divideDoubles: [3]float64{4, 4, 4}, divideOne: 3,
		gatherWords: [3]float64{5, 7, 14}, gatherQuadwords: [3]float64{3.5, 5, 8.5},
		scatterWords: [3]float64{5, 10, 19}, scatterQuadwords: [3]float64{3, 5, 10},
	},
}

// paysApart says whether a loop is cheaper when it is written lane by lane.
func (s *regionTable) paysApart(index int) bool {
	if slices.ContainsFunc(s.flow.layout.Loops, func(l lane.Loop) bool { return l.Parent == index }) {
		return false
	}
	if s.sharesLines(index) {
		return false
	}
	together, alone := s.roundCosts(index)
	gain := laneLoopGain
	if s.scattersIn(index) {
		gain = roundFiguresOf[s.Core].scatteringGain
	}
	return gain*alone*float64(s.ISA.Lanes()) < together
}

// sharesLines says whether a loop accesses memory in which neighbouring lanes are neighbours: what one lane leaves of a
// cache line would be gone when the next one comes.
func (s *regionTable) sharesLines(index int) bool {
	l := &s.flow.layout.Loops[index]
	for _, b := range s.flow.layout.Order[l.First : l.Last+1] {
		for _, v := range s.kernel.Blocks[b].Instrs {
			in := s.kernel.Instr(v)
			if in.Op != ir.OpLoad && in.Op != ir.OpStore || in.Space == ir.SpaceLocal {
				continue
			}
			t := accessType(s.kernel, in)
			a := s.addressOf(in.Args[0], t)
			if s.acrossAt[v] != nil || a.pattern != atOne && s.isNear(&a, t) {
				return true
			}
		}
	}
	return false
}

// scattersIn says whether a loop has stores that scatter, and none that go lane by lane, which take less when few lanes are left.
func (s *regionTable) scattersIn(index int) bool {
	l, found := &s.flow.layout.Loops[index], false
	for _, b := range s.flow.layout.Order[l.First : l.Last+1] {
		for _, v := range s.kernel.Blocks[b].Instrs {
			in := s.kernel.Instr(v)
			if s.goesByLane(v) {
				return false
			}
			if in.Op != ir.OpStore || s.acrossAt[v] != nil {
				continue
			}
			t := accessType(s.kernel, in)
			a := s.addressOf(in.Args[0], t)
			found = found || a.pattern != atOne && !s.isInPiece(&a, t) && !s.isNear(&a, t)
		}
	}
	return found
}

// isNear says whether the lanes of an access are in a row, or a few words apart.
func (s *accessTable) isNear(a *address, t ir.Type) bool {
	switch a.pattern {
	case inRow, mostlyRow:
		return true
	case inSteps:
		return a.step < walks.NearStep && a.step > -walks.NearStep
	case byIndex32:
		return uint64(a.scale) == t.Bytes() && s.isLikelyRow(a.index)
	}
	return false
}

// roundCosts are the cycles of a round for the lanes of a sub-group together, and for one alone.
func (s *regionTable) roundCosts(index int) (together, alone float64) {
	l := &s.flow.layout.Loops[index]
	alone = 0.5
	for _, b := range s.flow.layout.Order[l.First : l.Last+1] {
		isCopied := slices.ContainsFunc(s.kernel.Blocks[b].Instrs, s.goesByLane)
		for _, v := range s.kernel.Blocks[b].Instrs {
			all, one := s.costs(v, s.kernel.Instr(v))
			if isCopied && s.kernel.Instr(v).Op == ir.OpLoad {
				all = min(all, float64(s.ISA.Lanes())) // with the store, see lane_group.go
			}
			together += all
			alone += one
		}
		if s.flow.parts[b] {
			together += 3
		}
	}
	return together, max(alone, s.carriedLatency(l.Headers[0], &laneRange{l.First, l.Last}, latencyAlone))
}

// costs are those of one instruction.
func (s *regionTable) costs(v ir.ValueID, in *ir.Instr) (together, alone float64) {
	f := s.byValue[v]
	switch in.Op {
	case ir.OpConst, ir.OpUndef, ir.OpParam, ir.OpPtrAdd, ir.OpJump, ir.OpSExt, ir.OpZExt, ir.OpTrunc, ir.OpExpect:
		return 0, 0 // mostly parts of others
	case ir.OpLoad:
		return s.loadCost(v, in), 0.5
	case ir.OpStore:
		return s.storeCost(v, in), 1
	case ir.OpBranch, ir.OpSwitch:
		return 0.5, 0.5
	}
	alone = 0.25
	if in.Type.IsFloat() {
		alone = 0.5
	}
	vectors := float64(partsOf(in.Type))
	if f.kind == scalar || f.kind == affine {
		return alone, alone
	}
	each := 0.5
	if s.ISA == AVX2 {
		each = 0.4
	}
	switch in.Op {
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		if s.dividesByUniform(in) {
			return 8, 6
		}
		return 20 * vectors, 6
	case ir.OpFDiv, ir.OpFSqrt:
		return 10 * vectors, 5
	case ir.OpMul:
		return 2 * each * vectors * vectors, 1
	}
	return each * vectors, alone
}

// byLaneCost is that of an access for which there is no instruction.
func (s *regionTable) byLaneCost() float64 { return 8 + 2.3*float64(s.ISA.Lanes()) }

// goesByLane says whether an instruction is a store for which there is no instruction.
func (s *regionTable) goesByLane(v ir.ValueID) bool {
	in := s.kernel.Instr(v)
	return in.Op == ir.OpStore && s.storeCost(v, in) >= s.byLaneCost()
}

func (s *regionTable) loadCost(v ir.ValueID, in *ir.Instr) float64 {
	a := s.addressOf(in.Args[0], in.Type)
	vectors := float64(partsOf(in.Type))
	gathered := (4 + roundFiguresOf[s.Core].gathered*float64(s.ISA.Lanes())) * (vectors + 1) / 2
	switch {
	case s.acrossAt[v] != nil || a.pattern == atOne || a.pattern == inRow || a.pattern == mostlyRow:
		return vectors
	case s.isNear(&a, in.Type):
		return 4 * vectors
	case s.liesInRow(v, in):
		return rowWordCost
	case in.Type.Bytes() >= minGathered:
		return gathered
	case canGatherSmall(in.Type, in.Align):
		return gathered + 3
	}
	return s.byLaneCost()
}

func (s *regionTable) storeCost(v ir.ValueID, in *ir.Instr) float64 {
	t := s.kernel.Type(in.Args[1])
	a := s.addressOf(in.Args[0], t)
	vectors := float64(partsOf(t))
	switch {
	case s.acrossAt[v] != nil || a.pattern == atOne && s.isUniform(in.Args[1]) || a.pattern == inRow || a.pattern == mostlyRow:
		return vectors
	case s.isNear(&a, t):
		return 6 * vectors
	case s.canScatter(&a, t):
		return 20 * vectors
	}
	return s.byLaneCost()
}

// carriedLatency is how long what a round takes over from the one before takes at least, if instructions take so long. Two
// numbers may take turns: then two rounds take what leads from the one to the other and back.
func (s *regionTable) carriedLatency(header ir.BlockID, loop *laneRange, takes func(*ir.Instr) float64) float64 {
	params, longest := s.kernel.Blocks[header].Params, 0.0
	between := func(p, q ir.ValueID) float64 {
		c, far := chain{s, loop, p, takes, 200}, -1.0
		for _, a := range s.comingInto(q, header) {
			if loop.has(s.flow.layout.Place[s.kernel.Instr(a).Block]) {
				far = max(far, c.from(a))
			}
		}
		return far
	}
	for i, p := range params {
		longest = max(longest, between(p, p))
		for _, q := range params[:min(i, maxTurns)] {
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

// maxTurns bounds the parameters of a header that are looked at in pairs.
const maxTurns = 8

// comingInto are the values that edges give to a parameter of a block.
func (s *regionTable) comingInto(p ir.ValueID, b ir.BlockID) []ir.ValueID {
	var list []ir.ValueID
	place := slices.Index(s.kernel.Blocks[b].Params, p)
	for _, from := range s.flow.cfg.Preds[b] {
		for _, e := range s.kernel.Blocks[from].Succs {
			if e.To == b {
				list = append(list, e.Args[place])
			}
		}
	}
	return list
}

// chain follows operands from a value back to a parameter, looking at so many values at most.
type chain struct {
	s     *regionTable
	loop  *laneRange
	param ir.ValueID
	takes func(*ir.Instr) float64 // latencies
	left  int
}

// from is the greatest latency from the parameter to a value; below 0 if that does not depend on it.
func (c *chain) from(v ir.ValueID) float64 {
	if v == c.param {
		return 0
	}
	in := c.s.kernel.Instr(v)
	if c.left--; c.left < 0 || in.Op == ir.OpConst || !c.loop.has(c.s.flow.layout.Place[in.Block]) {
		return -1
	}
	longest := -1.0
	if in.Op == ir.OpParam && in.Block != c.s.kernel.Instr(c.param).Block {
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

// latencyAlone is that of an instruction on general registers, or on a float.
func latencyAlone(in *ir.Instr) float64 {
	switch in.Op {
	case ir.OpExpect, ir.OpTrunc, ir.OpZExt, ir.OpBitcast:
		return 0
	case ir.OpLoad:
		return nearLoad
	case ir.OpMul:
		return 3
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem, ir.OpFDiv, ir.OpFSqrt:
		return 12
	}
	if in.Type.IsFloat() {
		return 4
	}
	return 1
}

// latencyFar is latencyAlone where memory is not in the nearest cache.
func latencyFar(in *ir.Instr) float64 {
	if in.Op == ir.OpLoad {
		return farLoad
	}
	return latencyAlone(in)
}

// latencyTogether is that of an instruction on vectors of which the lanes go their own ways.
func (s *regionTable) latencyTogether(in *ir.Instr) float64 {
	switch in.Op {
	case ir.OpExpect:
		return 0
	case ir.OpLoad:
		return 30
	case ir.OpMul:
		return 10
	case ir.OpUDiv, ir.OpURem, ir.OpSDiv, ir.OpSRem:
		if _, isConst := s.constOf(in.Args[1]); isConst {
			return 12
		}
		return 50
	case ir.OpFDiv, ir.OpFSqrt:
		return 20
	case ir.OpICmp, ir.OpFCmp:
		return 3
	}
	if in.Type.IsFloat() {
		return 4
	}
	return 1
}

// idles says whether half as many lanes, of which a round takes half the given cycles, would wait in a loop: for what a round
// takes over from the one before, or to see by what they have gathered who goes on.
func (s *regionTable) idles(index int, cycles float64) bool {
	l := &s.flow.layout.Loops[index]
	if cycles < 2*s.carriedLatency(l.Headers[0], &laneRange{l.First, l.Last}, s.latencyTogether) {
		return true
	}
	for _, b := range s.flow.layout.Order[l.First : l.Last+1] {
		for _, v := range s.kernel.Blocks[b].Instrs {
			if in := s.kernel.Instr(v); in.Op == ir.OpLoad && !s.isUniform(v) {
				if a := s.addressOf(in.Args[0], in.Type); !s.isInPiece(&a, in.Type) {
					return true
				}
			}
		}
	}
	return false
}

// aloneAtLeast is how long a round of a loop takes for a lane alone whatever its instructions: what it takes over from the
// round before has its latencies, and ways that lanes go by turns are often guessed wrong.
func (s *regionTable) aloneAtLeast(index int) float64 {
	const guessedWrong = 6
	l := &s.flow.layout.Loops[index]
	loop := &laneRange{l.First, l.Last}
	cycles := s.carriedLatency(l.Headers[0], loop, latencyFar)
	for _, b := range s.flow.layout.Order[l.First : l.Last+1] {
		isOut := func(e ir.Edge) bool { return !loop.has(s.flow.layout.Place[e.To]) }
		if s.flow.parts[b] && !slices.ContainsFunc(s.kernel.Blocks[b].Succs, isOut) {
			cycles += guessedWrong
		}
	}
	return cycles
}

// portUse is how many cycles instructions keep parts of the machine busy.
type portUse struct{ decoders, vectors, dividers, gathers float64 }

// cyclesOf is about how many cycles instructions take if none waits for another.
func (s *selector) cyclesOf(insts []asm.Inst) float64 {
	var p portUse
	for i := range insts {
		s.use(&p, &insts[i])
	}
	return max(p.decoders, p.vectors, p.dividers) + p.gathers
}

// use adds an instruction.
func (s *selector) use(p *portUse, in *asm.Inst) {
	f := &roundFiguresOf[s.Core]
	p.decoders += f.enter
	switch in.Op {
	case asm.Label, asm.Undef, asm.Use, asm.MoveG, asm.MoveV, asm.MoveK, asm.Jcc: // Jcc: one with what is before it
		p.decoders -= f.enter
		return
	case asm.Div, asm.Idiv:
		p.dividers += 6
		return
	case asm.Vpgatherdd, asm.Vgatherdps:
		p.gathers += f.gatherWords[in.Len]
		return
	case asm.Vpgatherqd, asm.Vgatherqps, asm.Vpgatherdq, asm.Vgatherdpd, asm.Vpgatherqq, asm.Vgatherqpd:
		p.gathers += f.gatherQuadwords[in.Len]
		return
	case asm.Vpscatterdd, asm.Vscatterdps:
		p.gathers += f.scatterWords[in.Len]
		return
	case asm.Vpscatterqd, asm.Vscatterqps, asm.Vpscatterdq, asm.Vscatterdpd, asm.Vpscatterqq, asm.Vscatterqpd:
		p.gathers += f.scatterQuadwords[in.Len]
		return
	case asm.Vdivps, asm.Vsqrtps:
		p.dividers += f.divideFloats[in.Len]
	case asm.Vdivpd, asm.Vsqrtpd:
		p.dividers += f.divideDoubles[in.Len]
	case asm.Vdivss, asm.Vsqrtss, asm.Vdivsd, asm.Vsqrtsd:
		p.dividers += f.divideOne
	}
	switch {
	case in.Dst == asm.NoReg:
		return
	case s.Fn.ClassOf(in.Dst) == asm.Mask:
		p.vectors += 0.5
	case in.Len == asm.L512 || s.Fn.ClassOf(in.Dst) == asm.Vector:
		p.vectors += f.vector[in.Len]
	}
}
