package ir

import "testing"

// What lies behind the scratch memory is aligned as local memory is, and its parts do not meet.
func TestScratchOfFolds(t *testing.T) {
	if FoldBytes%128 != 0 || FoldElements%64 != 0 || FoldResults%64 != 0 {
		t.Errorf("%d bytes, elements at %d, results at %d", FoldBytes, FoldElements, FoldResults)
	}
	const widest = 8
	if FoldElements+FoldItems*widest+FoldWidth > FoldResults-widest ||
		FoldResults+FoldItems*widest+FoldPiece > FoldBytes {
		t.Errorf("parts meet: elements at %d, results at %d, %d bytes", FoldElements, FoldResults, FoldBytes)
	}
}
