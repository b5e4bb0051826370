package launch

import (
	"testing"

	"heddle/compiler/amd64/abi"
)

// TestLocalMemoryHasRoomAround wants room on both sides of local memory: machine code may read and write a little
// beyond it.
func TestLocalMemoryHasRoomAround(t *testing.T) {
	m := &WorkerMemory{}
	for _, need := range []uint64{4, 4096, 100000} {
		if err := m.growLocal(need); err != nil {
			t.Fatal(err)
		}
		before, all := uint64(m.Local-m.LocalBlock.Address), m.LocalBlock.SizeBytes
		if before < abi.LocalSlack || all < before+need+abi.LocalSlack {
			t.Errorf("%d bytes of local memory: %d before, %d in all", need, before, all)
		}
	}
	if err := m.growLocal(keptBytes + 1); err != nil {
		t.Fatal(err)
	}
	m.Shrink()
	if m.Local != 0 || m.LocalBlock.SizeBytes != 0 {
		t.Error("local memory was kept")
	}
}
