package access

import (
	"slices"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
	"heddle/compiler/vectorize/switches"
)

// Pieces: loads of bytes and words of 2 bytes that lie in the same aligned 4 bytes at gathered addresses, as the
// elements of a uchar4 do. One gather of 4 bytes serves them all. It does too where all of any 4 bytes are read.

// PieceBytes is the size of a piece. It is read whole: aligned, it lies in one page.
const PieceBytes = 4

// joinPiece adds a small load to the piece it lies in, or begins one; false: it is none.
func (s *Accesses) joinPiece(list *[]*Interleave, v ir.ValueID, in *ir.Instr, a *Address) bool {
	if s.Off.Has(switches.GatheredWords) {
		return false
	}
	t := in.Type
	if in.Op != ir.OpLoad || t.Bytes() >= PieceBytes || a.Pattern < ByIndex32 || a.Pattern == RowUnlessWrapped ||
		s.ByValue[v].Kind != forms.Vector || s.Offsets[in.Args[0]] {
		return false
	}
	for _, c := range *list {
		offset := a.Disp - c.Start
		if c.IsPiece && c.At.isBeside(a) && offset >= 0 && offset+int64(t.Bytes()) <= PieceBytes {
			c.Members = append(c.Members, Member{v, t, int32(offset)})
			return true
		}
	}
	if in.Align < PieceBytes {
		return false
	}
	*list = append(*list, &Interleave{IsPiece: true, Space: in.Space, At: *a, Word: PieceBytes, Start: a.Disp,
		Members: []Member{{v, t, 0}}})
	return true
}

// isBeside reports whether two addresses differ in their displacement only.
func (a *Address) isBeside(b *Address) bool {
	c := *b
	c.Disp = a.Disp
	return *a == c
}

// wholePieces finds the runs of 4 bytes all of which are read in a row of small loads that is not read whole.
func (s *Accesses) wholePieces(c *Interleave) (pieces []*Interleave) {
	if s.Off.Has(switches.GatheredWords) || c.At.Pattern < ByIndex32 || c.At.Pattern == RowUnlessWrapped {
		return nil
	}
	left := slices.SortedStableFunc(slices.Values(c.Members), func(a, b Member) int { return int(a.Offset - b.Offset) })
	for len(left) > 0 {
		first, n, end := left[0].Offset, 0, left[0].Offset
		for ; n < len(left) && left[n].Offset+int32(left[n].Typ.Bytes()) <= first+PieceBytes && left[n].Offset <= end; n++ {
			end = max(end, left[n].Offset+int32(left[n].Typ.Bytes()))
		}
		if end != first+PieceBytes {
			left = left[1:]
			continue
		}
		p := &Interleave{IsPiece: true, Space: c.Space, At: c.At, Word: PieceBytes, Start: c.Start + int64(first)}
		for _, m := range left[:n] {
			p.Members = append(p.Members, Member{m.Value, m.Typ, m.Offset - first})
		}
		pieces, left = append(pieces, p), left[n:]
	}
	return pieces
}
