package slp

import (
	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
	"heddle/compiler/uniform"
)

// Words whose bytes are those of another word in other places, as of pixels whose colours change their order by shifts
// and masks: one shuffle of bytes. Where the bytes come from is known of bytes_of_words.go. What all work-items share
// stays as it is: general registers have no such instruction.

func Shuffle(f *ir.Func, s *rewrite.Scratch) {
	s.IsIdle = true
	j := &byteJoiner{fn: f, scratch: s, cfg: s.Control(f), known: make([]int32, len(f.Instrs))}
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

// shuffle makes one of a disjunction; it gives the constant that tells the places, which is to stand at the entry, or
// 0.
func (j *byteJoiner) shuffle(b ir.BlockID, v ir.ValueID) ir.ValueID {
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
	*j.fn.Instr(v) = ir.Instr{Op: ir.OpPacked, Kind: uint8(ir.PackedShuffle), Type: ir.I32, Args: []ir.ValueID{from, table}, Block: b, Pos: in.Pos}
	return table
}

// oneSource is the value all of whose bytes a word has, or zeros, and which of them, as a shuffle wants them; 0: there
// are several.
func (j *byteJoiner) oneSource(v ir.ValueID) (from ir.ValueID, places uint32) {
	const zero = 0x80
	w := j.bytes(v, joinDepth)
	for i, at := range w[:4] {
		switch {
		case at.value == 0:
			places |= zero << (8 * i)
			continue
		case from != 0 && at.value != from:
			return 0, 0
		}
		from = at.value
		places |= uint32(at.at) << (8 * i)
	}
	return from, places
}
