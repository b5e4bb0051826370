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
//   - StrideAnalysis: what is the same, and what steps evenly, per dimension. Without it a value is the same for a
//     whole work-group or differs in each lane, and memory is gathered.
//   - MaskAnalysis: a write keeps the lanes that are not active only if they can still be read. Without it each value
//     written under a mask keeps them.
//   - Interleave: bundles of several sub-groups of a row, which hide each other's latencies.
//   - UnrollAndJam: bundles of several rows, which share what is the same along one dimension.
//   - ScalarLoops, DivergenceTails, LaneCompaction, ScalarTails, TailCostModel: loops whose lanes, or last lanes, run
//     one after the other or in fewer vectors.
//   - Interchange: lanes along another dimension than the first, where that is the one that memory is walked along.
//   - UnitSteps: lanes access one piece of memory in launches in which the argument that they step by is 1.
//   - GroupSize: kernels know the size of the groups of a launch, and groups that are inside need no tests of borders.
//   - LoneItems: groups of one work-item lie in the lanes of vectors.
//   - NoAliasVersions: sums in memory are kept in registers, and members of structures loaded before others are stored,
//     where buffers do not overlap.
//   - UnmaskedBoundsCheck: bundles all of whose lanes pass the kernel's bounds check run without masks.
//   - StoreForwarding: what a group that is all in one bundle stores in local memory is read from registers.
//   - UnmaskedLoops: bundles none of whose lanes leaves a loop run it without masks.

// Set is a set of analyses.
type Set uint64

const (
	StrideAnalysis Set = 1 << iota
	MaskAnalysis
	Interleave
	UnrollAndJam
	ScalarLoops
	DivergenceTails
	LaneCompaction
	ScalarTails
	TailCostModel
	Interchange
	NoAliasVersions
	UnmaskedBoundsCheck
	VNNIProducts
	StoreForwarding
	UnmaskedLoops
	UnitSteps
	GroupSize
	LoneItems

	Streams
	CrossRows
	Transposing
	RowsUnlessWrapped
	Butterflies
	Tables
	KnownDistances
	SpeculativeRows
	Windows
	InterleavedGroups
	Unpermuted
	WordPairs
	LaneRows
	GatheredWords
	LaneMajor
	PrivateUpdates
	CASLoops
	SerialSubGroups
	ScalarGuards
	KnownLanes
	Pieces
	DenseLanes
	ImageCalls
	ImageExpansion
	EdgeWays
	GroupBands
	VectorStarts
	AlikeBranches
)

// AgainstSubGroups are those that let lanes of a vector go different ways, or lie in another order: kernels with
// operations of sub-groups are made without.
const AgainstSubGroups = UnrollAndJam | ScalarLoops | DivergenceTails | LaneCompaction | Interchange | CASLoops

// VNNI is the name of the extension that adds products of words (the AVX-512 one).
const VNNI = "vnni"

// Extensions lists instructions that not every processor with the ISA has. They are left out like analyses: because the
// processor has none, or to see what they are worth.
func Extensions() []Analysis {
	return []Analysis{{VNNI, "adds products of words in one instruction", VNNIProducts}}
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
		{"masks", "lets writes under masks spoil the other lanes where they are not read any more", MaskAnalysis},
		{"interleave", "runs several sub-groups of a row in lockstep", Interleave},
		{"scalar-loops", "runs loops that walk memory lane by lane for one lane after the other", ScalarLoops},
		{"divergence-tails", "lets the last lanes of a loop continue one after the other", DivergenceTails},
		{"lane-compaction", "moves the last lanes of a loop together into one vector", LaneCompaction},
		{"scalar-tails", "lets the last lanes continue one after the other where they can be compacted", ScalarTails},
		{"tail-cost-model", "starts a tail when few lanes are left, and not after the first iteration", TailCostModel},
		{"unroll-and-jam", "runs several rows in lockstep where they share what they read", UnrollAndJam},
		{"interchange", "exchanges dimensions where lanes would gather what is contiguous along another", Interchange},
		{"unmasked-bounds-check", "runs what a bounds check guards without masks in bundles all of whose lanes pass it",
			UnmaskedBoundsCheck},
		{"unmasked-loops", "runs iterations of loops that no lane of a bundle leaves without masks, and finds what " +
			"steps evenly there", UnmaskedLoops},
		{"noalias-versions", "keeps what loops sum up in memory in registers, and loads members of structures before " +
			"others are stored, in launches in which buffers do not overlap", NoAliasVersions},
		{"unit-steps", "knows that lanes step by 1 in launches in which an argument says so", UnitSteps},
		{"group-size", "knows the size of groups in launches, and runs groups that are inside without tests of borders",
			GroupSize},
		{"lone-items", "runs groups of one work-item in the lanes of vectors", LoneItems},
		{"store-forwarding", "reads from registers what a group that is all in one bundle has stored in local memory",
			StoreForwarding},
	}
}

// Strategies lists the ways of accessing memory and the kinds of region that can be left out one by one. Analyses are
// larger: without one of them much else is not found.
func Strategies() []Analysis {
	return []Analysis{
		{"streams", "stores around the caches what a large launch writes", Streams},
		{"cross-rows", "steps from row to row in bundles of columns by one addition", CrossRows},
		{"transposing", "reads and writes along the second dimension in vectors, and transposes", Transposing},
		{"rows-unless-wrapped", "accesses in one piece by indices of 32 bits that may wrap, after one comparison",
			RowsUnlessWrapped},
		{"butterflies", "accesses a[i ^ j] in one piece, and permutes", Butterflies},
		{"tables", "permutes small tables of constants instead of gathering from them", Tables},
		{"known-distances", "loads 16 bytes for each quarter of a vector, and shuffles, where it is known how far " +
			"apart lanes read", KnownDistances},
		{"speculative-rows", "accesses in one piece what most often lies so, after a look at the indices",
			SpeculativeRows},
		{"windows", "takes small elements that lie close together out of one vector, after a look at the indices",
			Windows},
		{"interleaved-groups", "accesses steps of a few words in whole vectors, and permutes", InterleavedGroups},
		{"unpermuted", "leaves such words as they lie in memory where all are treated alike", Unpermuted},
		{"word-pairs", "accesses two words side by side as one of 64 bits", WordPairs},
		{"lane-rows", "reads the words of each lane in one vector, and transposes", LaneRows},
		{"gathered-words", "gathers four bytes at once for loads of parts of them", GatheredWords},
		{"lane-major", "keeps private arrays with the lanes side by side", LaneMajor},
		{"private-updates", "changes elements of private arrays in place, lane by lane", PrivateUpdates},
		{"cas-loops", "runs loops of compare and swap for one lane after the other", CASLoops},
		{"serial-sub-groups", "writes ifs in long bundles for one sub-group after the other", SerialSubGroups},
		{"scalar-guards", "leaves sub-groups out of such ifs, or runs them without masks, by one comparison of ids " +
			"that step evenly", ScalarGuards},
		{"known-lanes", "uses that the local ids of lanes are known where one bundle is all of a group", KnownLanes},
		{"edge-ways", "gives registers last to what a kernel does with more tests at edges", EdgeWays},
		{"group-bands", "runs groups that read the same rows of memory one after the other", GroupBands},
		{"vector-starts", "knows that vectors begin at ids that are multiples of their length", VectorStarts},
		{"alike-branches", "jumps where that tells that all of a bundle go one way", AlikeBranches},
		{"pieces", "accesses some lanes at a time at places that are known", Pieces},
		{"dense-lanes", "keeps bytes and words of several sub-groups side by side in one register", DenseLanes},
		{"image-calls", "calls functions for image operations in launches with new formats, until there is code for " +
			"these", ImageCalls},
		{"image-expansion", "makes code of kernels for the formats of their images", ImageExpansion},
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
