package control

import (
	"testing"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/emit"
	"heddle/compiler/amd64/emit/memory"
	"heddle/compiler/amd64/tuning"
	"heddle/compiler/amd64/vec"
)

// A gather is counted by its lanes, not by the bytes of its indices, and costs less than as many loads and what moves
// them about would; a scatter takes a cycle for each lane. With more, loops that gather left vectors for one lane at a
// time where half of a vector's lanes were still in them (merges of rows, each work-item its own, took three times as
// long).
func TestGathersAreCountedByLanes(t *testing.T) {
	for _, core := range tuning.Cores() {
		s := &Selector{Accessor: memory.Accessor{
			Values: emit.Values{Writer: &vec.Writer{Target: tuning.Machine(asm.AVX512, core), Fn: &asm.Func{}}}}}
		for _, c := range []struct {
			op          asm.Op
			lanes       float64
			least, most float64 // cycles for each lane
		}{
			{asm.Vpgatherdd, 16, 0.4, 0.9},
			{asm.Vpgatherqd, 8, 0.4, 1.1},
			{asm.Vgatherqpd, 8, 0.4, 1.1},
			{asm.Vscatterdps, 16, 0.9, 1.2},
			{asm.Vscatterqps, 8, 0.9, 1.3},
		} {
			each := s.cyclesOf([]asm.Inst{{Op: c.op, Len: asm.L512}}) / c.lanes
			if each < c.least || each > c.most {
				t.Errorf("%v, %v: %.2f cycles a lane", core, c.op, each)
			}
		}
	}
}
