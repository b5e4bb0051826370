package access

import (
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/switches"
)

// Pieces: where the local ids of all lanes are known, places like those of t[l/4*16 + l%4], where transforms and sorts
// leave rows in rows of another length, lie in pieces of four lanes, or of two, at distances from one base that are
// known too. So each piece is accessed at once: a quarter of a vector of 16 lanes, half of one of 8, or half of those.
// A look at the indices is saved as well, which says as a rule that the lanes are not all in one row.
//
// Pieces are for groups all of whose lanes run. They come in order of their lanes, so the last of those who write one
// place is who it was lane by lane.

// Pieces are the places of an access.
type Pieces struct {
	Base    Address
	Offsets []int64 // by work-item
	Lanes   int     // of a piece
}

// pieceLanes are the lengths of pieces.
var pieceLanes = [...]int{4, 2}

// piecesOf finds the places of an access in pieces.
func (s *Accesses) piecesOf(a *Access, in *ir.Instr) (p Pieces, ok bool) {
	if s.Off.Has(switches.Pieces) || !s.KnowsItems() || !prepare.KnowsGroup(s.Version) || a.Type.Bytes() != 4 ||
		a.Address.Pattern < ByIndex32 || s.HasMask(in.Block) || in.Flags&ir.FlagVolatile != 0 {
		return p, false
	}
	place, ok := s.LanePlaceOf(in.Args[0], a.Type)
	if !ok || place.Offsets == nil || len(place.Offsets) != s.Items() {
		return p, false
	}
	for _, offset := range place.Offsets {
		if offset >= FarOffset || offset+place.Base.Disp != int64(int32(offset+place.Base.Disp)) {
			return p, false
		}
	}
	for _, n := range pieceLanes {
		if lieInPieces(place.Offsets, n, 4) {
			return Pieces{place.Base, place.Offsets, n}, true
		}
	}
	return p, false
}

// lieInPieces reports whether each n elements of a size lie side by side.
func lieInPieces(offsets []int64, n int, size int64) bool {
	for i, offset := range offsets {
		if offset != offsets[i-i%n]+int64(i%n)*size {
			return false
		}
	}
	return true
}
