package alloc

import (
	"math/bits"

	"heddle/compiler/amd64/asm"
)

// measurePressure computes the greatest number of virtual registers of each class that are live at one place.
func (a *allocator) measurePressure() {
	a.change = cleared(a.change, (len(a.occupancy.any)+1)<<chunkShift)
	change := a.change
	for class := range a.result.MaxPressure {
		clear(change)
		for i := range a.intervals {
			if iv := &a.intervals[i]; iv.kind != fixed && a.class(iv.root) == asm.Class(class) {
				a.addPressure(change, iv.live)
			}
		}
		now, far := 0, a.result.MaxPressure[class]
		for _, c := range change {
			now += int(c)
			a.result.MaxPressure[class] = max(a.result.MaxPressure[class], far+now)
		}
		a.scarce[class] = a.result.MaxPressure[class] > len(a.opts.Registers[class])
	}
}

// addPressure adds 1 at the start and subtracts 1 at the end of each part of a range.
func (a *allocator) addPressure(change []int32, e extent) {
	before, carry := int32(-1), uint64(0)
	for _, s := range a.spansOf(e) {
		at := s.chunk << chunkShift
		if carry != 0 && s.chunk != before+1 {
			change[(before+1)<<chunkShift]--
			carry = 0
		}
		shifted := s.mask<<1 | carry
		for set := s.mask &^ shifted; set != 0; set &= set - 1 {
			change[at+int32(bits.TrailingZeros64(set))]++
		}
		for set := shifted &^ s.mask; set != 0; set &= set - 1 {
			change[at+int32(bits.TrailingZeros64(set))]--
		}
		before, carry = s.chunk, s.mask>>(chunkSize-1)
	}
	if carry != 0 {
		change[(before+1)<<chunkShift]--
	}
}
