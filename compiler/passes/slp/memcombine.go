package slp

import (
	"heddle/compiler/ir"
	"heddle/compiler/passes/rewrite"
	"heddle/compiler/uniform"
)

// Words read and written byte by byte, as programs do that have texts or keys in an order of bytes of their own:
//
//	w = p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3];    q[0] = w; q[1] = w >> 8; q[2] = w >> 16; q[3] = w >> 24;
//
// One access of 4 or 8 bytes does it, and turning the word round if its bytes are in the opposite order. Work-items
// that have rows of their own gather once instead of four times; and what is scattered goes lane by lane on AVX2.
// Accesses need not be aligned, and touch no byte that the small ones did not touch.
//
// Of each value it is asked where its bytes come from (bytes_of_words.go). A word is found where its bytes are loaded
// from neighbouring places, all in one block with nothing in between that writes memory (pass_bytes_loads.go). The
// small loads must serve nobody else. Stores must follow each other with nothing in between that looks at memory
// (pass_bytes_stores.go).
//
// Not where lanes lie closer together than a word is long: p[i], p[i+1]… with work-items along i are rows, which are
// read in one piece byte by byte.

func CombineMemory(f *ir.Func, s *rewrite.Scratch) {
	j := &byteJoiner{fn: f, scratch: s, cfg: s.Control(f)}
	if !j.anySmall() {
		s.IsIdle = true
		return
	}
	j.count()
	for _, b := range j.cfg.Order {
		j.findLoads(b)
		j.findStores(b)
	}
	if len(j.behind) == 0 {
		s.IsIdle = true
		return
	}
	j.apply()
	rewrite.RemoveDead(f, s)
}

type byteJoiner struct {
	fn      *ir.Func
	scratch *rewrite.Scratch
	cfg     *ir.CFG
	info    *uniform.Info // made when first asked for
	uses    []int32       // by value
	writes  []int32       // by load: how many instructions before it in its block write memory
	place   []int32       // by load and store: where in its block
	known   []int32       // by value: 1 + the place of its bytes in made, or ownBytes; 0: not looked at
	made    []wordBytes
	inTree  []bool // by value: it is a part of a word that was found

	replaced rewrite.Substitution
	behind   map[ir.ValueID][]ir.ValueID // new instructions, by the one before them
	dropped  map[ir.ValueID]bool
}

// smallAccess reports whether an instruction loads or stores an integer of one or two bytes that may be joined.
func (j *byteJoiner) smallAccess(in *ir.Instr) bool {
	t := in.Type
	switch in.Op {
	case ir.OpLoad:
	case ir.OpStore:
		t = j.fn.Type(in.Args[1])
	default:
		return false
	}
	// Private memory is laid out by the size of what is in it.
	return (t == ir.I8 || t == ir.I16) && in.Flags&ir.FlagVolatile == 0 && in.Space != ir.SpacePrivate && in.Space != ir.SpaceArgs
}

// anySmall reports whether there are enough small accesses for a word.
func (j *byteJoiner) anySmall() bool {
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

// count fills what is known by value.
func (j *byteJoiner) count() {
	n := len(j.fn.Instrs)
	j.uses, j.writes, j.place = make([]int32, n), make([]int32, n), make([]int32, n)
	j.known, j.inTree = make([]int32, n), make([]bool, n)
	j.replaced = j.scratch.Substitution(j.fn)
	j.behind, j.dropped = map[ir.ValueID][]ir.ValueID{}, map[ir.ValueID]bool{}
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

// joined is a word that small accesses make.
type joined struct {
	bytes     int
	isSwapped bool
	lowest    ir.ValueID // the access with the lowest address
	last      ir.ValueID // the access that comes last
}

var wordTypes = map[int]ir.Type{4: ir.I32, 8: ir.I64}

// placeOf takes the constants off the address of an access.
func (j *byteJoiner) placeOf(v ir.ValueID) (base ir.ValueID, offset int64) {
	base = j.fn.Instr(v).Args[0]
	for in := j.fn.Instr(base); in.Op == ir.OpPtrAdd; in = j.fn.Instr(base) {
		by := j.fn.Instr(in.Args[1])
		if by.Op != ir.OpConst {
			break
		}
		base, offset = in.Args[0], offset+int64(by.Imm)
	}
	return base, offset
}

// isNear reports whether work-items next to each other access places less than so many bytes apart, but not the same.
func (j *byteJoiner) isNear(pointer ir.ValueID, bytes int) bool {
	if j.info == nil {
		j.info = uniform.Analyze(j.fn)
	}
	step, _, ok := j.info.StrideNeeds(pointer)
	return ok && step != 0 && step < int64(bytes) && -step < int64(bytes)
}

// add makes an instruction behind another and what is there already.
func (j *byteJoiner) add(behind ir.ValueID, in ir.Instr, args ...ir.ValueID) ir.ValueID {
	in.Block, in.Args = j.fn.Instr(behind).Block, j.scratch.Values.List(args...)
	made := j.fn.NewValue(in)
	j.behind[behind] = append(j.behind[behind], made)
	return made
}

// apply puts the new instructions in and takes away what they do.
func (j *byteJoiner) apply() {
	for _, b := range j.cfg.Order {
		list := j.fn.Blocks[b].Instrs
		out := make([]ir.ValueID, 0, len(list)+8)
		for _, v := range list {
			if !j.dropped[v] {
				out = append(out, v)
			}
			out = append(out, j.behind[v]...)
		}
		j.fn.Blocks[b].Instrs = out
	}
	j.replaced.Apply(j.fn)
}
