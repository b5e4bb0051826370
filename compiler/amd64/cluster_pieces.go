package amd64

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// Pieces: loads of bytes and words of 2 bytes that lie in the same aligned 4 bytes at gathered addresses, as the elements
// of a uchar4 do. One gather of 4 bytes serves them all.

// pieceBytes is the size of a piece. It is read whole: aligned, it lies in one page.
const pieceBytes = 4

// joinPiece adds a small load to the piece it lies in, or begins one; false: it is none.
func (s *accessTable) joinPiece(list *[]*cluster, v ir.ValueID, in *ir.Instr, a *address) bool {
	t := in.Type
	if in.Op != ir.OpLoad || t.Bytes() >= pieceBytes || a.pattern < byIndex32 || a.pattern == mostlyRow || s.byValue[v].kind != vector || s.offsets[in.Args[0]] {
		return false
	}
	for _, c := range *list {
		offset := a.disp - c.start
		if c.isPiece && c.at.isBeside(a) && offset >= 0 && offset+int64(t.Bytes()) <= pieceBytes {
			c.members = append(c.members, clusterMember{v, t, int32(offset)})
			return true
		}
	}
	if in.Align < pieceBytes {
		return false
	}
	*list = append(*list, &cluster{isPiece: true, space: in.Space, at: *a, word: pieceBytes, start: a.disp, members: []clusterMember{{v, t, 0}}})
	return true
}

// isBeside says whether two addresses differ in their displacement only.
func (a *address) isBeside(b *address) bool {
	c := *b
	c.disp = a.disp
	return *a == c
}

// loadPiece gathers a piece, and takes it apart.
func (s *selector) loadPiece(c *cluster, u int, active asm.Reg, dst [][]asm.Reg) {
	a := c.at
	a.disp = c.start
	whole := []asm.Reg{s.Temp()}
	if a.pattern == byIndex32 && a.scale == pieceBytes && s.isLikelyRow(a.index) {
		s.gatherLikelyRow(whole, ir.I32, &a, pieceBytes, active, u)
	} else {
		s.gather(whole, ir.I32, &a, pieceBytes, active, u)
	}
	for i, m := range c.members {
		s.cutOut(dst[i][0], whole[0], m)
	}
}
