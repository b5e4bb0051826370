package slp

import (
	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
	"heddle/compiler/uniform"
)

// Words whose bytes are a permutation of those of another word, such as pixels whose colours change their order by
// shifts and masks, become one shuffle of bytes. bytes.go knows the sources of the bytes. Uniform values stay as they
// are: general registers have no such instruction.

// Shuffle is the pass "shuffle".
func Shuffle(f *ir.Func, s *rewrite.Scratch) {
	s.IsIdle = true
	j := &combiner{fn: f, scratch: s, cfg: s.Control(f), known: make([]int32, len(f.Instrs))}
	var tables []ir.ValueID
	for _, b := range j.cfg.Order {
		for _, v := range f.Blocks[b].Instrs {
			if table := j.shuffle(b, v); table != 0 {
				tables = append(tables, table)
			}
		}
	}
	if len(tables) > 0 {
		s.IsIdle = false
		f.Blocks[0].Instrs = append(tables, f.Blocks[0].Instrs...)
		rewrite.RemoveDead(f, s)
	}
}

// shuffle replaces a disjunction by a shuffle. It returns the constant with the permutation, for the entry, or 0.
func (j *combiner) shuffle(b ir.BlockID, v ir.ValueID) ir.ValueID {
	in := *j.fn.Instr(v)
	if in.Type != ir.I32 || in.Op != ir.OpOr && in.Op != ir.OpXor && in.Op != ir.OpAdd {
		return 0
	}
	from, places := j.oneSource(v)
	if from == 0 || from == v || j.fn.Type(from) != ir.I32 {
		return 0
	}
	if j.info == nil {
		j.info = uniform.Analyze(j.fn)
	}
	if j.info.Uniform(v) {
		return 0
	}
	table := j.fn.NewValue(ir.Instr{Op: ir.OpConst, Type: ir.I32, Imm: uint64(places), Pos: in.Pos})
	*j.fn.Instr(v) = ir.Instr{Op: ir.OpPacked, Kind: uint8(ir.PackedShuffle), Type: ir.I32,
		Args: []ir.ValueID{from, table}, Block: b, Pos: in.Pos}
	return table
}

// oneSource is the single value that the bytes of a word come from, where they are not zero, and the permutation for a
// shuffle; 0: there are several.
func (j *combiner) oneSource(v ir.ValueID) (from ir.ValueID, places uint32) {
	w := j.bytes(v, maxByteDepth)
	for i, at := range w[:4] {
		switch {
		case at.value == 0:
			places |= noByte << (8 * i)
			continue
		case from != 0 && at.value != from:
			return 0, 0
		}
		from = at.value
		places |= uint32(at.at) << (8 * i)
	}
	return from, places
}
