// Package switches names what the code generator can leave out, to measure its worth or to find a fault.
package switches

import (
	"fmt"
	"slices"
	"strings"

	"heddle/compiler/bundle"
	"heddle/compiler/uniform"
)

// The analyses that most of the speed comes from. Each can be left out, so that its worth is measured and a fault
// is found; the code is right without any of them.
//
//   - Strides: what is the same, and what steps evenly, per dimension. Without them a value
//     is the same for a whole work-group or differs in each lane, and memory is gathered.
//   - Masks: a write keeps the lanes that are not active only if somebody can still read them. Without that
//     each value written under a mask keeps them.
//   - Interleaving: bundles of several sub-groups of a row, which hide each other's latencies.
//   - Jamming: bundles of several rows, which share what is the same along one dimension.
//   - Turning: lanes along another dimension than the first, where that is the one that memory is walked along.
//   - Guards: bundles all of whose lanes pass the kernel's guard run without masks.
//   - Whole loops: bundles none of whose lanes leaves a loop run it without masks.
//   - Separation: sums in memory are kept in registers where buffers do not overlap.
//   - Forwarding: what a group that is all in one bundle stores in local memory is read from registers.

// Set is a set of analyses.
type Set uint64

const (
	StrideAnalysis Set = 1 << iota
	MaskAnalysis
	RowBundles
	ColumnBundles
	LaneLoops
	LeftLanes
	JoinLanes
	SingleLanes
	Patience
	Turning
	Separation
	GuardCopies
	WordProducts
	Forwarding
	WholeCopies

	Streams
	CrossRows
	Transposing
	RowsUnlessWrapped
	Butterflies
	Tables
	SpeculativeRows
	Interleaving
	Unpermuted
	WordPairs
	LaneRows
	GatheredWords
	SharedWords
	LaneMajor
	PrivateUpdates
	CASLoops
	ScalarGroups
	SerialSubGroups
	KnownLanes
	IterationCounts
)

// VNNI is the name of the extension that adds products of words (the AVX-512 one).
const VNNI = "vnni"

// Extensions lists instructions that not every processor with the ISA has. They are left out like analyses: because the
// processor has none, or to see what they are worth.
func Extensions() []Analysis {
	return []Analysis{{VNNI, "adds products of words in one instruction", WordProducts}}
}

// Analysis is one that can be left out.
type Analysis struct {
	Name string
	Doc  string
	bit  Set
}

// Analyses lists them.
func Analyses() []Analysis {
	return []Analysis{
		{"strides", "keeps once what is the same along a dimension, and accesses in one piece what steps evenly",
			StrideAnalysis},
		{"masks", "lets writes under masks spoil the other lanes where nobody reads them any more", MaskAnalysis},
		{"interleave", "runs several sub-groups of a row in lockstep", RowBundles},
		{"lane-loops", "runs loops that walk memory lane by lane for one lane after the other", LaneLoops},
		{"left-lanes", "lets the last lanes of a loop go on one after the other", LeftLanes},
		{"join-lanes", "lets them move together into one vector first", JoinLanes},
		{"single-lanes", "lets them go on one after the other where they have moved together", SingleLanes},
		{"patience", "lets them do so when they are few, and not at the end of the first round", Patience},
		{"jam", "runs several rows in lockstep where they share what they read", ColumnBundles},
		{"turn", "exchanges dimensions where lanes would gather what lies in one piece along another", Turning},
		{"guard", "runs what is behind a guard without masks in bundles all of whose lanes pass it", GuardCopies},
		{"whole-loops", "runs rounds of loops that no lane of a bundle leaves without masks, and finds what steps " +
			"evenly there", WholeCopies},
		{"separate", "keeps what loops sum up in memory in registers, in launches in which buffers do not overlap",
			Separation},
		{"forward", "reads from registers what a group that is all in one bundle has stored in local memory",
			Forwarding},
	}
}

// Strategies lists the ways of accessing memory and the kinds of region that can be left out one by one. Analyses are
// larger: without one of them much else is not found.
func Strategies() []Analysis {
	return []Analysis{
		{"streams", "stores around the caches what a large launch writes", Streams},
		{"cross-rows", "steps from row to row in bundles of columns by one addition", CrossRows},
		{"transposing", "reads and writes along the second dimension in vectors, and transposes", Transposing},
		{"rows-unless-wrapped", "accesses in one piece by indices of 32 bits that may wrap, behind one comparison",
			RowsUnlessWrapped},
		{"butterflies", "accesses a[i ^ j] in one piece, and permutes", Butterflies},
		{"tables", "permutes small tables of constants instead of gathering from them", Tables},
		{"speculative-rows", "accesses in one piece what most often lies so, behind a look at the indices",
			SpeculativeRows},
		{"interleaving", "accesses steps of a few words in whole vectors, and permutes", Interleaving},
		{"unpermuted", "leaves such words as they lie in memory where all are treated alike", Unpermuted},
		{"word-pairs", "accesses two words side by side as one of 64 bits", WordPairs},
		{"lane-rows", "reads the words of each lane in one vector, and transposes", LaneRows},
		{"gathered-words", "gathers four bytes at once for loads of parts of them", GatheredWords},
		{"shared-words", "gathers once for guarded loads of parts of a word", SharedWords},
		{"lane-major", "keeps private arrays with the lanes side by side", LaneMajor},
		{"private-updates", "changes elements of private arrays in place, lane by lane", PrivateUpdates},
		{"cas-loops", "runs loops of compare and swap for one lane after the other", CASLoops},
		{"scalar-groups", "copies and changes bytes lane by lane without vectors between load and store", ScalarGroups},
		{"serial-sub-groups", "writes ifs in long bundles for one sub-group after the other", SerialSubGroups},
		{"known-lanes", "uses that the local ids of lanes are known where one bundle is all of a group", KnownLanes},
		{"iteration-counts", "counts iterations of divergent loops by subtracting masks", IterationCounts},
	}
}

// All lists everything that can be left out.
func All() []Analysis { return slices.Concat(Analyses(), Strategies(), Extensions()) }

// Has reports whether one of some switches is in the set.
func (s Set) Has(of Set) bool { return s&of != 0 }

// Named is the set of the analyses among names, which may name other things too.
func Named(names []string) (set Set) {
	for _, a := range All() {
		if slices.Contains(names, a.Name) {
			set |= a.bit
		}
	}
	return set
}

// String names the members.
func (s Set) String() string {
	var names []string
	for _, a := range All() {
		if s&a.bit != 0 {
			names = append(names, a.Name)
		}
	}
	return fmt.Sprintf("{%s}", strings.Join(names, " "))
}

// Uniformity is what is known of a function's values, as far as it may be used.
func (s Set) Uniformity(known *uniform.Known, shape bundle.Shape) *uniform.Info {
	info := known.Info
	if shape == bundle.Columns {
		info = known.WithRows
	}
	if s&StrideAnalysis != 0 {
		return info().WithoutDimensions()
	}
	return info()
}
