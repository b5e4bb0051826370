// Package slp combines operations on neighbouring bytes and halves into operations on words: accesses (memcombine.go),
// operations (pack.go) and permutations (shuffle.go), known elsewhere as superword-level parallelism.
package slp

import (
	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
	"heddle/compiler/uniform"
)

// Memory combining: words that are read and written byte by byte, as in programs with a byte order of their own:
//
//	w = p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];    q[0] = w; q[1] = w >> 8; q[2] = w >> 16; q[3] = w >> 24;
//
// One access of 4 or 8 bytes does it, with a byte swap for the opposite order. Work-items that have rows of their own
// gather once instead of four times, and a scatter, which AVX2 does lane by lane, becomes one too. Accesses need not be
// aligned, and touch no byte that the small ones did not touch.
//
// bytes.go traces the bytes of each value to their sources. A word is combined where its bytes are loaded from
// neighbouring addresses, all in one block without a write to memory in between, and have no other use
// (memcombine_loads.go). Stores must follow each other without another access to memory (memcombine_stores.go).
//
// It is not done where the stride from lane to lane is less than a word: p[i], p[i+1]… with work-items along i are
// rows, which are read contiguously byte by byte.

// CombineMemory is the pass "memcombine".
func CombineMemory(f *ir.Func, s *rewrite.Scratch) {
	j := &combiner{fn: f, scratch: s, cfg: s.Control(f)}
	if !j.anySmall() {
		s.IsIdle = true
		return
	}
	j.count()
	for _, b := range j.cfg.Order {
		j.findLoads(b)
		j.findStores(b)
	}
	if len(j.after) == 0 {
		s.IsIdle = true
		return
	}
	j.apply()
	rewrite.RemoveDead(f, s)
}

type combiner struct {
	fn      *ir.Func
	scratch *rewrite.Scratch
	cfg     *ir.CFG
	info    *uniform.Info // made when first asked for
	uses    []int32       // by value
	writes  []int32       // by load: how many instructions before it in its block write memory
	place   []int32       // by load and store: where in its block
	known   []int32       // by value: 1 + the index of its bytes in made, or ownBytes; 0: unknown yet
	made    []wordBytes
	inTree  []bool // by value: it is part of a word that was found

	replaced rewrite.Substitution
	after    map[ir.ValueID][]ir.ValueID // new instructions, by the one before them
	dropped  map[ir.ValueID]bool
}

// smallAccess reports whether an instruction loads or stores an integer of one or two bytes that may be combined.
func (j *combiner) smallAccess(in *ir.Instr) bool {
	t := in.Type
	switch in.Op {
	case ir.OpLoad:
	case ir.OpStore:
		t = j.fn.Type(in.Args[1])
	default:
		return false
	}
	// Private memory is laid out by the size of its elements.
	return (t == ir.I8 || t == ir.I16) && in.Flags&ir.FlagVolatile == 0 && in.Space != ir.SpacePrivate &&
		in.Space != ir.SpaceArgs
}

// anySmall reports whether there are enough small accesses for a word.
func (j *combiner) anySmall() bool {
	loads, stores := 0, 0
	for _, b := range j.cfg.Order {
		for _, v := range j.fn.Blocks[b].Instrs {
			switch in := j.fn.Instr(v); {
			case !j.smallAccess(in):
			case in.Op == ir.OpLoad:
				loads++
			default:
				stores++
			}
		}
	}
	return loads > 1 || stores > 1
}

// count fills the tables by value.
func (j *combiner) count() {
	n := len(j.fn.Instrs)
	j.uses, j.writes, j.place = make([]int32, n), make([]int32, n), make([]int32, n)
	j.known, j.inTree = make([]int32, n), make([]bool, n)
	j.replaced = j.scratch.Substitution(j.fn)
	j.after, j.dropped = map[ir.ValueID][]ir.ValueID{}, map[ir.ValueID]bool{}
	for _, b := range j.cfg.Order {
		writes := int32(0)
		for i, v := range j.fn.Blocks[b].Instrs {
			in := j.fn.Instr(v)
			for _, arg := range in.Args {
				j.uses[arg]++
			}
			j.writes[v], j.place[v] = writes, int32(i)
			if in.Op.Info().Effect&(ir.EffectWrites|ir.EffectBarrier) != 0 {
				writes++
			}
		}
		for _, edge := range j.fn.Blocks[b].Succs {
			for _, arg := range edge.Args {
				j.uses[arg]++
			}
		}
	}
}

// joined is a word that small accesses access together.
type joined struct {
	bytes     int
	isSwapped bool
	lowest    ir.ValueID // the access with the lowest address
	last      ir.ValueID // the access that comes last
}

var wordTypes = map[int]ir.Type{4: ir.I32, 8: ir.I64}

// isNear reports whether neighbouring work-items access different addresses less than the given number of bytes apart.
func (j *combiner) isNear(pointer ir.ValueID, bytes int) bool {
	if j.info == nil {
		j.info = uniform.Analyze(j.fn)
	}
	step, _, ok := j.info.StrideNeeds(pointer)
	return ok && step != 0 && step < int64(bytes) && -step < int64(bytes)
}

// add inserts an instruction after another and those inserted there before.
func (j *combiner) add(at ir.ValueID, in ir.Instr, args ...ir.ValueID) ir.ValueID {
	in.Block, in.Args = j.fn.Instr(at).Block, j.scratch.Values.List(args...)
	made := j.fn.NewValue(in)
	j.after[at] = append(j.after[at], made)
	return made
}

// apply inserts the new instructions and removes those that they replace.
func (j *combiner) apply() {
	for _, b := range j.cfg.Order {
		list := j.fn.Blocks[b].Instrs
		out := make([]ir.ValueID, 0, len(list)+8)
		for _, v := range list {
			if !j.dropped[v] {
				out = append(out, v)
			}
			out = append(out, j.after[v]...)
		}
		j.fn.Blocks[b].Instrs = out
	}
	j.replaced.Apply(j.fn)
}
