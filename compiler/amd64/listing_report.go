package amd64

import (
	"fmt"

	"heddle/compiler/ir"
)

// Form tells how the lanes of a value are kept.
type Form struct {
	Value ir.ValueID
	How   string
}

// Access tells how a kernel comes by what lies in memory.
type Access struct {
	Value ir.ValueID // the load, store or atomic operation
	How   string     // the instructions used
	Where string     // how the addresses of the lanes lie
}

// way is what the selector writes for an access.
type way uint8

// The ways, the cheaper first.
const (
	wayNone       way = iota
	wayScalar         // into a general register
	waySpread         // one element for all lanes
	wayOne            // one element of all lanes that store the same
	wayRow            // one vector
	wayMostlyRow      // one vector, behind a look whether it may
	wayExchange       // one vector and a permutation
	wayCluster        // vectors and permutations
	wayTransposed     // vectors along the other dimension, and permutations
	wayGather
	wayShared
	wayScatter
	wayByLane
	wayApart // by a lane alone, in a loop that lanes run one after the other
)

var wayNames = [...]string{wayNone: "not needed", wayScalar: "uniform", waySpread: "uniform, broadcast", wayOne: "uniform",
	wayRow: "contiguous", wayMostlyRow: "contiguous if it does not wrap", wayExchange: "contiguous, exchanged", wayCluster: "strided cluster", wayTransposed: "transposed", wayGather: "gather", wayShared: "gather, shared", wayScatter: "scatter", wayByLane: "lane by lane", wayApart: "by one lane at a time"}

// note keeps for the listing what is written for an access, the costliest if there are several. All but listings have no
// map of ways.
func (s *selector) note(v ir.ValueID, w way) {
	if s.notes != nil {
		s.notes.ways[v] = max(w, s.notes.ways[v])
	}
}

// listForms says of each value that is needed how it is kept.
func (s *selector) listForms() []Form {
	var list []Form
	add := func(v ir.ValueID) {
		if s.needed[v] && s.byValue[v].kind != none {
			list = append(list, Form{v, s.byValue[v].String()})
		}
	}
	for _, b := range s.flow.layout.Order {
		for _, p := range s.kernel.Blocks[b].Params {
			add(p)
		}
		for _, v := range s.kernel.Blocks[b].Instrs {
			add(v)
		}
	}
	return list
}

// String is the form in words.
func (f form) String() string {
	word := [...]string{none: "none", scalar: "uniform", affine: "affine", vector: "vector", mask: "mask"}[f.kind]
	if f.kind == affine {
		word = fmt.Sprintf("affine, step %d", f.step)
	}
	if f.rows != 0 {
		return fmt.Sprintf("%s, step %d between sub-groups", word, f.rows)
	}
	if f.perSub {
		return word + ", per sub-group"
	}
	return word
}

// listAccesses says of each access how it was written.
func (s *selector) listAccesses() []Access {
	var list []Access
	for _, b := range s.flow.layout.Order {
		for _, v := range s.kernel.Blocks[b].Instrs {
			in := s.kernel.Instr(v)
			if !accesses(in.Op) {
				continue
			}
			a := s.addressOf(in.Args[0], accessType(s.kernel, in))
			list = append(list, Access{Value: v, How: wayNames[s.notes.ways[v]], Where: a.String()})
		}
	}
	return list
}

// String says in words how the addresses of the lanes lie.
func (a *address) String() string {
	switch a.pattern {
	case atOne:
		return "the same for all lanes"
	case inRow:
		return "one behind the other"
	case inSteps:
		return fmt.Sprintf("%d bytes apart", a.step)
	case byIndex32:
		return fmt.Sprintf("a 32-bit index per lane, times %d", a.scale)
	case mostlyRow:
		return "one behind the other, unless the index wraps"
	case byIndex64:
		return fmt.Sprintf("a 64-bit index per lane, times %d", a.scale)
	}
	return "a pointer per lane"
}
