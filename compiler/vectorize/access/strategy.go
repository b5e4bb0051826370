package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Strategy is how an access is made.
type Strategy uint8

// The strategies, the cheaper first.
const (
	NotNeeded        Strategy = iota
	Uniform                   // into a general register
	Broadcast                 // one element for all lanes
	Single                    // one element of all lanes, which store the same
	Row                       // one vector
	RowAcross                 // one vector for each sub-group of a bundle of columns, a stride apart
	RowUnlessWraps            // one vector, after a look whether it may
	Butterflied               // one vector and a permutation
	PermutedTable             // permutations of a table of constants
	InPieces                  // some lanes at a time, at places that are known
	AtDistances               // one vector for each quarter, and a shuffle of bytes
	SpeculativeRow            // one vector if the indices turn out to follow each other, else as Gather or Scatter
	Windowed                  // one vector and a permutation if the indices turn out to be close, else as Gather
	Unpermuted                // whole vectors, as they lie in memory
	Permuted                  // whole vectors and permutations
	GatheredWord              // one gather for several parts of a word
	LaneRows                  // one vector for each lane, and a transposition
	Paired                    // two words as one
	Transposed                // vectors along the other dimension, and a transposition
	TransposedGroup           // the same for small vectors
	PrivateRow                // one vector of a private variable whose lanes lie side by side
	PrivateUpdated            // its elements changed in place, lane by lane
	PrivateScattered          // its elements at places that differ between lanes
	Gather
	Scatter
	AtomicOnce    // one operation for all lanes, with the operand of each
	AtomicFolded  // one operation, with the operands of all lanes folded to one
	AtomicRanked  // one operation, of which each lane finds its old value by the lanes before it
	AtomicScanned // the same, by a scan of the operands
	AtomicIfOne   // the same if the indices turn out to be one, else lane by lane
	AtomicSwapped // compared lane by lane in registers, and swapped once
	AtomicInTurn  // lane by lane, for several sub-groups in one loop
	ByLane        // lane by lane
	Scalarised    // in a loop that is written for one lane at a time
	StrategyCount
)

// Info tells about a strategy.
type Info struct {
	Name string       // in listings
	Off  switches.Set // leaves it out; 0: nothing does
}

// Strategies is the table of strategies.
var Strategies = [StrategyCount]Info{
	NotNeeded:        {Name: "not needed"},
	Uniform:          {Name: "uniform"},
	Broadcast:        {Name: "uniform, broadcast"},
	Single:           {Name: "uniform"},
	Row:              {Name: "contiguous"},
	RowAcross:        {Name: "contiguous", Off: switches.CrossRows},
	RowUnlessWraps:   {Name: "contiguous unless wrapped", Off: switches.RowsUnlessWrapped},
	Butterflied:      {Name: "butterfly", Off: switches.Butterflies},
	PermutedTable:    {Name: "permuted table", Off: switches.Tables},
	InPieces:         {Name: "in pieces", Off: switches.Pieces},
	AtDistances:      {Name: "known distances", Off: switches.KnownDistances},
	SpeculativeRow:   {Name: "speculative contiguous", Off: switches.SpeculativeRows},
	Windowed:         {Name: "window", Off: switches.Windows},
	Unpermuted:       {Name: "interleaved", Off: switches.Unpermuted},
	Permuted:         {Name: "interleaved", Off: switches.InterleavedGroups},
	GatheredWord:     {Name: "interleaved", Off: switches.GatheredWords},
	LaneRows:         {Name: "interleaved", Off: switches.LaneRows},
	Paired:           {Name: "interleaved", Off: switches.WordPairs},
	Transposed:       {Name: "transposed", Off: switches.Transposing},
	TransposedGroup:  {Name: "transposed", Off: switches.Transposing},
	PrivateRow:       {Name: "private, contiguous", Off: switches.LaneMajor},
	PrivateUpdated:   {Name: "private, changed in place", Off: switches.PrivateUpdates},
	PrivateScattered: {Name: "private, an offset per lane", Off: switches.LaneMajor},
	Gather:           {Name: "gather"},
	Scatter:          {Name: "scatter"},
	AtomicOnce:       {Name: "once for all lanes"},
	AtomicFolded:     {Name: "folded, once for all lanes"},
	AtomicRanked:     {Name: "once for all lanes of a sub-group, ranked"},
	AtomicScanned:    {Name: "once for all lanes of a sub-group, scanned"},
	AtomicIfOne:      {Name: "once if at one place, scanned, else lane by lane"},
	AtomicSwapped:    {Name: "compared lane by lane, swapped once"},
	AtomicInTurn:     {Name: "lane by lane"},
	ByLane:           {Name: "lane by lane"},
	Scalarised:       {Name: "scalarised loop", Off: switches.ScalarLoops},
}

// String is the strategy's name in listings.
func (s Strategy) String() string { return Strategies[s].Name }

// Access is what is decided of an access: a row of the table of accesses. What is not of its strategy is nil or zero.
type Access struct {
	Strategy   Strategy
	Type       ir.Type // of the element
	Address    Address
	IsStreamed bool // the store may go around the caches
	Butterfly  Butterfly
	Pieces     Pieces
	Table      *Table
	Distances  *Distances
	CrossRow   *CrossRow
	Interleave *Interleave
	Update     PrivateUpdate
}

// ByLoads is the set of sub-groups, as bits, of which gathers of the access are written as a load for each lane.
func (a *Access) ByLoads() uint64 {
	if a.Interleave != nil {
		return a.Interleave.At.ByLoads
	}
	return a.Address.ByLoads
}

// DecideRows fills in the table of accesses. elsewhere is the strategy of what is not written in its place in its
// block, 0 for others.
func (s *Accesses) DecideRows(elsewhere func(v ir.ValueID, in *ir.Instr) Strategy) {
	s.Rows = map[ir.ValueID]*Access{}
	for _, b := range s.Flow.Layout.Order {
		for _, v := range s.Kernel.Blocks[b].Instrs {
			in := s.Kernel.Instr(v)
			if !forms.Accesses(in.Op) {
				continue
			}
			a := &Access{Type: s.Kernel.AccessType(in)}
			a.Address = s.AddressOf(in.Args[0], a.Type)
			if a.Strategy = elsewhere(v, in); a.Strategy == NotNeeded && s.Needed[v] && !s.Fused[v] {
				s.choose(a, v, in)
			}
			s.Rows[v] = a
		}
	}
}

// choose decides how an access is made in its place.
func (s *Accesses) choose(a *Access, v ir.ValueID, in *ir.Instr) {
	a.Interleave, a.CrossRow, a.IsStreamed = s.InterleaveAt[v], s.CrossRowAt[v], s.streams[v]
	switch {
	case a.Interleave != nil:
		a.Strategy = a.Interleave.strategy()
	case a.CrossRow != nil:
		a.Strategy = a.CrossRow.strategy()
	case in.Op != ir.OpLoad && in.Op != ir.OpStore: // atomic
		a.Strategy = s.atomicStrategy(a, v, in)
	case s.Offsets[in.Args[0]]:
		s.choosePrivate(a, v)
	case in.Op == ir.OpLoad:
		s.chooseLoad(a, v, in)
	default:
		s.chooseStore(a, in)
	}
}

// choosePrivate decides for a private variable whose lanes lie side by side.
func (s *Accesses) choosePrivate(a *Access, v ir.ValueID) {
	update, isUpdate := s.updates[v]
	switch {
	case isUpdate:
		a.Strategy, a.Update = PrivateUpdated, update
	case a.Address.Pattern == AtOne:
		a.Strategy = PrivateRow
	default:
		a.Strategy = PrivateScattered
	}
}

func (s *Accesses) chooseLoad(a *Access, v ir.ValueID, in *ir.Instr) {
	switch at := &a.Address; {
	case at.Pattern == RowUnlessWrapped:
		a.Strategy = RowUnlessWraps
	case s.ByValue[v].Kind == forms.Scalar:
		a.Strategy = Uniform
	case s.TableAt[v] != nil:
		a.Strategy, a.Table = PermutedTable, s.TableAt[v]
	case s.DistancesAt[v] != nil:
		a.Strategy, a.Distances = AtDistances, s.DistancesAt[v]
	case at.Pattern == AtOne:
		a.Strategy = Broadcast
	case at.Pattern == InRow:
		a.Strategy = Row
	case s.isButterfly(a):
		a.Strategy = Butterflied
	case s.isInPieces(a, in):
		a.Strategy = InPieces
	case s.IsSpeculative(at, a.Type):
		a.Strategy = SpeculativeRow
	case s.IsWindowed(at, a.Type):
		a.Strategy = Windowed
	default:
		at.IsGlobal = in.Space == ir.SpaceGlobal
		if a.Strategy = Gather; a.Type.Bytes() < MinGathered && !CanGatherSmall(a.Type, in.Align) {
			a.Strategy = ByLane
		}
	}
}

func (s *Accesses) chooseStore(a *Access, in *ir.Instr) {
	switch at := &a.Address; {
	case at.Pattern == RowUnlessWrapped:
		a.Strategy = RowUnlessWraps
	case at.Pattern == AtOne && s.IsUniform(in.Args[1]):
		a.Strategy = Single
	case at.Pattern == InRow:
		a.Strategy = Row
	case s.isButterfly(a):
		a.Strategy = Butterflied
	case s.isInPieces(a, in):
		a.Strategy = InPieces
	case s.IsSpeculative(at, a.Type):
		a.Strategy = SpeculativeRow
	case s.CanScatter(at, a.Type):
		a.Strategy = Scatter
	default:
		a.Strategy = ByLane
	}
}

// isButterfly reports whether an access is one of a butterfly, and notes of which.
func (s *Accesses) isButterfly(a *Access) (ok bool) {
	a.Butterfly, ok = s.butterflyOf(&a.Address, a.Type)
	return ok
}

// isInPieces reports whether an access is made in pieces, and notes in which.
func (s *Accesses) isInPieces(a *Access, in *ir.Instr) (ok bool) {
	a.Pieces, ok = s.piecesOf(a, in)
	return ok
}

// IsSameStore reports whether all lanes of all sub-groups store one value to one place.
func (s *Accesses) IsSameStore(in *ir.Instr) bool {
	return in.Op == ir.OpStore && !s.Offsets[in.Args[0]] && s.IsSame(in.Args[0]) && s.IsSame(in.Args[1])
}

// MinGathered is the size of the smallest elements that the machine gathers and scatters.
const MinGathered = 4

// CanScatter reports whether the machine has an instruction for what scatter writes.
func (s *Accesses) CanScatter(a *Address, t ir.Type) bool {
	return t.Bytes() >= MinGathered && s.ISA.HasScatter() && a.Pattern != AtOne
}

// CanGatherSmall reports whether all elements lie in 4 bytes of their own: words of 2 bytes must be aligned.
func CanGatherSmall(t ir.Type, align uint8) bool { return t.Bytes() <= max(1, uint64(align)) }
