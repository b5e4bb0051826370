package ir

// What OpFold does. The work-items of a group have left a value each in scratch memory, at FoldElements behind the
// pointer, by their linear local ids, and wait at a barrier before and behind. The operation combines these values once
// for the group, whoever of it comes to it first: all work-items run it, and engines see to it that one does the work.
//
// FoldAll leaves one value, at the pointer. FoldEach leaves at FoldResults for each work-item the values of those up to
// and with it; in the place before the first is the neutral element, so a scan that leaves the work-item itself out
// reads one place before its own. The results lie apart from the elements because work-items that come back early leave
// new elements while others still read.
//
// Sums of floats depend on the order, which is the same for all engines and made for vectors of any length. n is the
// element's size.
//
// FoldAll: 256/n sums, each of the elements so many apart, from the first and from neutral on. Then each sum in the
// first half and the one half behind, and so on until one is left. Where elements are missing at the end, neutral is
// added.
//
// FoldEach: pieces of 64 bytes. In a piece, in pairs of one element, of two, and so on: to each element of the pair's
// second half is added, on the left, the last of its first half. Then the results are what all pieces before add up to,
// from neutral on and piece by piece, and the elements of the piece.
const (
	FoldItems    = 4096 // the largest group
	FoldElements = 128
	// writes that follow reads at whole pages, but for a half, hold none of them up
	FoldResults = FoldElements + 8*FoldItems + 2048
	FoldBytes   = FoldResults + 8*FoldItems + 128

	FoldWidth = 256 // bytes of the sums of FoldAll, which may be written behind the elements
	FoldPiece = 64
)

// FoldMode is what an OpFold leaves.
type FoldMode uint8

// The modes.
const (
	FoldAll FoldMode = iota
	FoldEach
)

var foldedOps = [...]Op{AtomicAdd: OpAdd, AtomicSMin: OpSMin, AtomicSMax: OpSMax, AtomicUMin: OpUMin,
	AtomicUMax: OpUMax, AtomicFAdd: OpFAdd, AtomicFMin: OpFMin, AtomicFMax: OpFMax}

// Folded is the operation by which OpFold combines two values; false: it knows no such kind.
func (k AtomicKind) Folded() (Op, bool) {
	if int(k) >= len(foldedOps) {
		return OpInvalid, false
	}
	return foldedOps[k], foldedOps[k] != OpInvalid
}
