// Package access decides how each load and store is made: a table with a row for each, which has its address and its
// strategy.
//
// Reading order: strategy.go (the table of strategies and the choice among them), address.go (how the lanes of an
// access lie), then a file for each strategy: interleave*.go (steps of a few words), cross_row*.go (along the second
// dimension, by symbolic_stride.go), butterfly.go, table.go, distances.go, speculative.go, window.go,
// private_update.go, atomic.go, stream.go. items.go and known_place.go know lanes whose local ids are known, pieces.go
// accesses such in pieces, ranges.go knows the intervals of numbers, limits.go the budgets of searches.
package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// Accesses is what is decided of the accesses of a function.
type Accesses struct {
	forms.Forms
	Needed        []bool                 // by value: somebody asks for it, see markNeeded
	Fused         []bool                 // by value: comparisons made by the branch that uses them
	Uses          []int32                // by value: how often it is read by what is needed
	ranges        Ranges                 // see SpanOf
	Rows          map[ir.ValueID]*Access // how each access is made
	InterleaveAt  map[ir.ValueID]*Interleave
	CrossRowAt    map[ir.ValueID]*CrossRow           // accesses of bundles of columns
	TableAt       map[ir.ValueID]*Table              // loads of small tables of constants
	DistancesAt   map[ir.ValueID]*Distances          // loads at known distances
	streams       map[ir.ValueID]bool                // stores that may go around the caches
	Streamed      uint64                             // bytes that each work-item writes by them
	rowLoads      map[ir.BlockID]map[ir.ValueID]bool // see LiesInRow
	SeesSubGroups bool                               // the function has operations of the language's sub-groups
	ByItem        map[ir.ValueID][]uint64            // values known for each work-item; nil: not known
	KnownAt       map[ir.ValueID]*Address            // by pointer: see knownSteps
	firstLists    []*firstOffsets
	updates       map[ir.ValueID]PrivateUpdate // by store
}
