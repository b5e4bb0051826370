package ir

// The contract of OpFold. The work-items of a group have left one value each in scratch memory, at FoldElements after
// the pointer, by their linear local ids; there is a barrier before and after. The operation combines these values once
// for the group: all work-items execute it, and the engines let only the first one do the work.
//
// FoldAll leaves one value, at the pointer. FoldEach leaves at FoldResults an inclusive scan: for each work-item the
// combined values up to its own. The neutral element lies in the place before the first, so an exclusive scan reads one
// place earlier. The results do not overlap the elements because work-items that return early leave new elements while
// others still read results.
//
// Sums of floats depend on the order of the additions. It is the same in all engines and suits vectors of any length. n
// is the element's size.
//
// FoldAll: 256/n partial sums, each of the elements at that distance from one another, starting with the first element
// and neutral. Then each sum of the first half is added to its counterpart in the second half, until one is left.
// Missing elements at the end count as neutral.
//
// FoldEach: pieces of 64 bytes. Within a piece, for pairs of blocks of one element, of two, and so on: the last element
// of a pair's first half is added, on the left, to each element of its second half. Then the results are the sum of all
// preceding pieces, from neutral on and piece by piece, plus the elements of the piece.
const (
	FoldItems    = 4096 // the largest group
	FoldElements = 128
	// half a page off, so that writes do not stall reads of the same page offset (4K aliasing)
	FoldResults = FoldElements + 8*FoldItems + 2048
	FoldBytes   = FoldResults + 8*FoldItems + 128

	FoldWidth = 256 // bytes of the partial sums of FoldAll, which may be written after the elements
	FoldPiece = 64
)

// FoldMode selects the results of an OpFold.
type FoldMode uint8

// The modes.
const (
	FoldAll FoldMode = iota
	FoldEach
)

var foldedOps = [...]Op{AtomicAdd: OpAdd, AtomicSMin: OpSMin, AtomicSMax: OpSMax, AtomicUMin: OpUMin,
	AtomicUMax: OpUMax, AtomicFAdd: OpFAdd, AtomicFMin: OpFMin, AtomicFMax: OpFMax, AtomicAnd: OpAnd, AtomicOr: OpOr,
	AtomicXor: OpXor, AtomicMul: OpMul, AtomicFMul: OpFMul}

// Folded is the operation by which OpFold combines two values; false if there is no such kind.
func (k AtomicKind) Folded() (Op, bool) {
	if int(k) >= len(foldedOps) {
		return OpInvalid, false
	}
	return foldedOps[k], foldedOps[k] != OpInvalid
}
