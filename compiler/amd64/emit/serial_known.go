package emit

import (
	"heddle/compiler/amd64/asm"
	"heddle/compiler/ir"
)

// IsWhole says whether all lanes of the sub-group that code is being written for are known to run a block.
func (s *Values) IsWhole(b ir.BlockID) bool { return s.Serial.Whole[s.Flow.Root[b]] }

// knownMask makes the mask of a sub-group.
func (s *Values) knownMask(v ir.ValueID, u int) []asm.Reg {
	lanes, n := uint64(0), s.ISA.Lanes()
	for l, bit := range s.ItemsOf(v)[u*n : (u+1)*n] {
		lanes |= bit & 1 << l
	}
	return []asm.Reg{s.ConstWords(lanes, 4)}
}
