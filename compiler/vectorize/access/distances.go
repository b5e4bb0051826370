package access

import (
	"math"
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Loads at known distances. The lanes of a sub-group share a pointer, and how far after it each of them reads is known
// when the code is made, as it depends only on the lane's place in the sub-group:
//
//	w[b + lane / 4].nibbles[lane % 4 * 4]
//
// Blocks of 18 or 34 bytes, for which no step of whole words leads from lane to lane, are read so. The lanes of a
// quarter of a vector mostly lie within 16 bytes. One load of those for each quarter, and one shuffle of bytes within
// the quarters, stand for a gather, which takes a load for each lane.
//
// Only where all lanes are active: then what lies between the first and the last byte that they read is memory that may
// be read as well, as no page lies between theirs. No load goes beyond these two.
//
// Loads in a row of one block that share a pointer are a group. Each quarter has chunks of 16 bytes over all that the
// members read in it, which are loaded once; each member is shuffled from one or two of them.

// Distances is a group of such loads.
type Distances struct {
	Address Address // of what the distances are from
	Members []Distant
	Chunks  [][]Chunk // by sub-group: those of all quarters
}

// Distant is a member of such a group.
type Distant struct {
	Value ir.ValueID
	Typ   ir.Type
	At    []int64 // by lane of the bundle: the distance
}

// Chunk is the distance of a load of 16 bytes for each quarter of a vector.
type Chunk []int64

// QuarterLanes and QuarterBytes are the size of a quarter of a vector of 512 bits, which the machine shuffles by bytes.
const (
	QuarterLanes = 4
	QuarterBytes = 16
)

const (
	mostChunks   = 4    // of a group
	mostShuffles = 2    // of a member: chunks that it is taken from
	farthest     = 2048 // bytes between the first and the last that a vector reads: less than a page
)

// FindDistances finds the loads at known distances.
func (s *Accesses) FindDistances() {
	s.DistancesAt = map[ir.ValueID]*Distances{}
	if s.Off.Has(switches.KnownDistances) || s.IsSerial {
		return
	}
	for _, b := range s.Flow.Layout.Order {
		if s.HasMask(b) {
			continue
		}
		var group *Distances
		for _, v := range s.Kernel.Blocks[b].Instrs {
			in := s.Kernel.Instr(v)
			switch {
			case s.mayBeDistant(v, in):
				group = s.joinDistances(group, v, in)
			case in.Op != ir.OpLoad && !in.Op.Pure():
				group = nil
			}
		}
	}
}

// mayBeDistant reports whether a load is one of elements that go into one word of each lane.
// Rows that may wrap are written as such.
func (s *Accesses) mayBeDistant(v ir.ValueID, in *ir.Instr) bool {
	isDistant := in.Op == ir.OpLoad && in.Flags&ir.FlagVolatile == 0 && in.Type.Bytes() <= tableWord &&
		(in.Space == ir.SpaceGlobal || in.Space == ir.SpaceConstant) && s.ByValue[v].Kind == forms.Vector &&
		s.CrossRowAt[v] == nil && s.TableAt[v] == nil && s.CasLoopOf[in.Block] == nil &&
		!s.Offsets[in.Args[0]]
	if !isDistant {
		return false
	}
	pattern := s.AddressOf(in.Args[0], in.Type).Pattern
	return pattern >= ByIndex32 && pattern != RowUnlessWrapped
}

// joinDistances adds a load to a group, or begins one; it returns the group that the next one may join.
func (s *Accesses) joinDistances(group *Distances, v ir.ValueID, in *ir.Instr) *Distances {
	base, offsets := s.distancesOf(in.Args[0])
	if offsets == nil {
		return group
	}
	m := Distant{v, in.Type, offsets}
	if group != nil && group.Address == base && s.ByValue[group.Members[0].Value].PerSub == s.ByValue[v].PerSub {
		more := &Distances{Address: base, Members: append(slices.Clip(group.Members), m)}
		if s.findChunks(more) {
			*group = *more
			s.DistancesAt[v] = group
			return group
		}
	}
	fresh := &Distances{Address: base, Members: []Distant{m}}
	if !s.findChunks(fresh) {
		return group
	}
	s.DistancesAt[v] = fresh
	return fresh
}

// distancesOf takes a pointer apart into an address that all lanes share, and how far after it each lane's is, nil if
// that is not known.
func (s *Accesses) distancesOf(p ir.ValueID) (base Address, offsets []int64) {
	base = Address{Pattern: AtOne}
	for s.Lane0(p).Kind != forms.Scalar {
		in := s.Kernel.Instr(p)
		if in.Op != ir.OpPtrAdd || s.LiveOut[p] {
			return base, nil
		}
		by := in.Args[1]
		switch known := s.KnownLanes(by); {
		case known != nil:
			if offsets == nil {
				offsets = make([]int64, len(known))
			}
			for i := range known {
				offsets[i] += int64(known[i])
			}
		case base.Plus == 0 && s.isPlainScalar(by):
			base.Plus, base.PlusBy = by, 1
		default:
			return base, nil
		}
		p = in.Args[0]
	}
	base.Base, base.sum = p, p
	if offsets == nil || !s.isPlainScalar(p) {
		return base, nil
	}
	return base, offsets
}

// isPlainScalar reports whether a value lies in general registers, one for all sub-groups or one for each.
func (s *Accesses) isPlainScalar(v ir.ValueID) bool {
	f := s.ByValue[v]
	return f.Kind == forms.Scalar && !s.StepsBySub(f)
}

// findChunks finds chunks over all that a group reads; false: they would be too many, or too far apart.
func (s *Accesses) findChunks(d *Distances) bool {
	lanes := s.ISA.Lanes()
	copies := s.Version.Count
	if !s.ByValue[d.Members[0].Value].PerSub {
		copies = 1
	}
	d.Chunks = make([][]Chunk, copies)
	for u := range copies {
		first, end := int64(math.MaxInt64), int64(math.MinInt64)
		for i := range d.Members {
			for _, at := range d.Members[i].At[u*lanes : (u+1)*lanes] {
				first, end = min(first, at), max(end, at+int64(d.Members[i].Typ.Bytes()))
			}
		}
		if first < -MaxDisp || end > MaxDisp || end-first > farthest || end-first < QuarterBytes {
			return false
		}
		for q := 0; q < lanes; q += QuarterLanes {
			for w, at := range d.quarterChunks(u*lanes+q, end-QuarterBytes) {
				if w == len(d.Chunks[u]) {
					if w == mostChunks {
						return false
					}
					fresh := Chunk(nil)
					if w > 0 { // earlier quarters have fewer
						fresh = slices.Clone(d.Chunks[u][0][:q/QuarterLanes])
					}
					d.Chunks[u] = append(d.Chunks[u], fresh)
				}
				d.Chunks[u][w] = append(d.Chunks[u][w], at)
			}
			for w := range d.Chunks[u] { // those that other quarters have more
				for len(d.Chunks[u][w]) <= q/QuarterLanes {
					d.Chunks[u][w] = append(d.Chunks[u][w], d.Chunks[u][0][len(d.Chunks[u][w])])
				}
			}
		}
		for i := range d.Members {
			if len(d.Sources(i, u, lanes)) > mostShuffles {
				return false
			}
		}
	}
	return true
}

// quarterChunks are the chunks over what the members read in four lanes, none of which begins after last.
func (d *Distances) quarterChunks(lane int, last int64) (list []int64) {
	const sizeBits = 4 // of a number below which the elements' sizes are
	var reads []int64
	for i := range d.Members {
		for _, at := range d.Members[i].At[lane : lane+QuarterLanes] {
			reads = append(reads, at<<sizeBits|int64(d.Members[i].Typ.Bytes()))
		}
	}
	slices.Sort(reads)
	for _, r := range reads {
		at, size := r>>sizeBits, r&(1<<sizeBits-1)
		if n := len(list); n == 0 || at+size > list[n-1]+QuarterBytes {
			list = append(list, min(at, last))
		}
	}
	return list
}

// ChunkOf is the chunk of a member's lane of a sub-group, and the place in it; lanes is how many a vector has.
func (d *Distances) ChunkOf(member, u, lane, lanes int) (chunk, place int) {
	m := &d.Members[member]
	at := m.At[u*lanes+lane]
	for w := range d.Chunks[u] {
		if by := at - d.Chunks[u][w][lane/QuarterLanes]; by >= 0 && by+int64(m.Typ.Bytes()) <= QuarterBytes {
			return w, int(by)
		}
	}
	return -1, 0
}

// Sources are the chunks that a member is taken from in a sub-group.
func (d *Distances) Sources(member, u, lanes int) (list []int) {
	for l := range lanes {
		if w, _ := d.ChunkOf(member, u, l, lanes); !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}
