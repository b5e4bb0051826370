package passes

import (
	"math/bits"

	"heddle/compiler/ir"
)

// valueTable finds values that are computed alike: a hash table with open addressing. Its entries are values, its keys
// their instructions. Emptying it costs nothing: entries of an earlier epoch do not
// count.
type valueTable struct {
	slots []tableSlot // a power of two
	used  int
	epoch uint32
}

type tableSlot struct {
	epoch uint32
	hash  uint32
	value ir.ValueID
}

const firstTableSize = 256

// reset empties the table, and makes room for about the given number of values.
func (t *valueTable) reset(values int) {
	t.used = 0
	t.epoch++
	if len(t.slots) < values || t.slots == nil || t.epoch == 0 {
		t.slots = make([]tableSlot, max(firstTableSize, len(t.slots), 1<<bits.Len(uint(values))))
		t.epoch = 1
	}
}

func hashOf(in *ir.Instr) uint32 {
	const factor = 0x9e3779b97f4a7c15
	h := uint64(in.Op) | uint64(in.Type)<<16 | uint64(in.Kind)<<24 | uint64(in.Space)<<32 | uint64(in.Flags)<<40
	h = (h ^ in.Imm*factor) * factor
	for _, arg := range in.Args {
		h = (h ^ h>>29 ^ uint64(uint32(arg))) * factor
	}
	return uint32(h >> 32)
}

// alike reports whether two instructions compute the same.
func alike(x, y *ir.Instr) bool {
	if x.Op != y.Op || x.Type != y.Type || x.Kind != y.Kind || x.Space != y.Space || x.Flags != y.Flags ||
		x.Imm != y.Imm || len(x.Args) != len(y.Args) {
		return false
	}
	for i, arg := range x.Args {
		if arg != y.Args[i] {
			return false
		}
	}
	return true
}

// slot is the place of a value that is computed like in: it holds one, or is free.
func (t *valueTable) slot(f *ir.Func, in *ir.Instr) *tableSlot {
	if t.used*2 >= len(t.slots) {
		t.grow()
	}
	hash := hashOf(in)
	for i := hash; ; i++ {
		s := &t.slots[i&uint32(len(t.slots)-1)]
		if s.epoch != t.epoch {
			s.hash = hash
			return s
		}
		if s.hash == hash && alike(f.Instr(s.value), in) {
			return s
		}
	}
}

// get is the value in a slot; false if it is free.
func (t *valueTable) get(s *tableSlot) (ir.ValueID, bool) { return s.value, s.epoch == t.epoch }

// set enters a value in the slot that was found for it just before.
func (t *valueTable) set(s *tableSlot, v ir.ValueID) {
	if s.epoch != t.epoch {
		s.epoch = t.epoch
		t.used++
	}
	s.value = v
}

func (t *valueTable) grow() {
	old := t.slots
	t.slots = make([]tableSlot, 2*len(old))
	for _, s := range old {
		if s.epoch != t.epoch {
			continue
		}
		i := s.hash & uint32(len(t.slots)-1)
		for t.slots[i].epoch == t.epoch {
			i = (i + 1) & uint32(len(t.slots)-1)
		}
		t.slots[i] = s
	}
}
