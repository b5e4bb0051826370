package ir

import "testing"

// The regions of the scratch memory are aligned as local memory is and do not overlap.
func TestScratchOfFolds(t *testing.T) {
	if FoldBytes%128 != 0 || FoldElements%64 != 0 || FoldResults%64 != 0 {
		t.Errorf("%d bytes, elements at %d, results at %d", FoldBytes, FoldElements, FoldResults)
	}
	const widest = 8
	if FoldElements+FoldItems*widest+FoldWidth > FoldResults-widest ||
		FoldResults+FoldItems*widest+FoldPiece > FoldBytes {
		t.Errorf("regions overlap: elements at %d, results at %d, %d bytes", FoldElements, FoldResults, FoldBytes)
	}
}
