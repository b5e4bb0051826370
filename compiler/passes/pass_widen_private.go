package passes

import (
	"slices"

	"heddle/compiler/ir"
)

// Private arrays of bytes and halves get a word for each element. Machine code lays the words of a private array out
// with the lanes side by side, where an access of all lanes at one index is a row, and at many a gather or scatter; of
// smaller elements it has neither, so that each lane goes alone through memory of its own.
//
// It is done for arrays whose addresses are only added to, and used to load and store elements of one size. Indices out
// of bounds may reach anything, as before.

func widenPrivate(f *ir.Func, s *scratch) {
	s.IsIdle = true
	var arrays []ir.ValueID
	for _, v := range f.Blocks[0].Instrs {
		if in := f.Instr(v); in.Op == ir.OpAlloca && in.Imm > 1 && in.Imm <= maxWidenedBytes {
			arrays = append(arrays, v)
		}
	}
	if len(arrays) == 0 {
		return
	}
	r := &privateWidening{fn: f, users: make([][]ir.ValueID, len(f.Instrs)), before: map[ir.ValueID][]ir.ValueID{},
		after:  map[ir.ValueID][]ir.ValueID{},
		scaled: map[part]ir.ValueID{}}
	r.findUsers()
	widened := uint64(0)
	for _, v := range arrays {
		a, size := privateArray{privateWidening: r}, f.Instr(v).Imm
		if widened+size <= maxWidenedBytes && a.visit(v) && a.size != 0 && a.hasWholeOffsets() {
			a.widen(v)
			widened += size
			s.IsIdle = false
		}
	}
	r.insert()
}

// widenedBytes is the size of a widened element.
const widenedBytes = 4

// privateWidening is the state of the pass.
type privateWidening struct {
	fn     *ir.Func
	users  [][]ir.ValueID
	before map[ir.ValueID][]ir.ValueID // new instructions, by the value they stand before
	after  map[ir.ValueID][]ir.ValueID // by the value they stand after; 0: at the entry
	scaled map[part]ir.ValueID         // offsets by value and factor
}

// findUsers fills in users: an edge is one that is no instruction.
func (r *privateWidening) findUsers() {
	for b := range r.fn.Blocks {
		for _, v := range r.fn.Blocks[b].Instrs {
			for _, a := range r.fn.Instr(v).Args {
				r.users[a] = append(r.users[a], v)
			}
		}
		for _, e := range r.fn.Blocks[b].Succs {
			for _, a := range e.Args {
				r.users[a] = append(r.users[a], 0)
			}
		}
	}
}

// privateArray collects the uses of one array.
type privateArray struct {
	*privateWidening
	sums, accesses []ir.ValueID
	size           uint64 // of an element, 0: not known yet
}

// visit collects the uses of a pointer; false if there are others than accesses of one size.
func (a *privateArray) visit(pointer ir.ValueID) bool {
	for _, u := range a.users[pointer] {
		in := a.fn.Instr(u)
		switch {
		case in.Op == ir.OpPtrAdd && in.Args[1] != pointer:
			if a.sums = append(a.sums, u); !a.visit(u) {
				return false
			}
		case (in.Op == ir.OpLoad || in.Op == ir.OpStore && in.Args[1] != pointer) && in.Flags&ir.FlagVolatile == 0:
			t := in.Type
			if in.Op == ir.OpStore {
				t = a.fn.Type(in.Args[1])
			}
			if t != ir.I8 && t != ir.I16 || a.size != 0 && a.size != t.Bytes() {
				return false
			}
			a.size = t.Bytes()
			a.accesses = append(a.accesses, u)
		default:
			return false
		}
	}
	return true
}

// hasWholeOffsets reports whether elements surely lie at multiples of their size.
func (a *privateArray) hasWholeOffsets() bool {
	return !slices.ContainsFunc(a.sums, func(sum ir.ValueID) bool {
		return !a.fn.IsMultiple(a.fn.Instr(sum).Args[1], a.size)
	})
}

// widen gives each element a word.
func (a *privateArray) widen(array ir.ValueID) {
	factor := widenedBytes / a.size
	alloca := a.fn.Instr(array)
	alloca.Imm, alloca.Align = alloca.Imm*factor, max(alloca.Align, widenedBytes)
	for _, sum := range a.sums {
		offset := a.scale(a.fn.Instr(sum).Args[1], int64(factor))
		a.fn.Instr(sum).Args = []ir.ValueID{a.fn.Instr(sum).Args[0], offset}
	}
	for _, v := range a.accesses {
		a.widenAccess(v)
	}
}

func (a *privateArray) widenAccess(v ir.ValueID) {
	in := *a.fn.Instr(v)
	if in.Op == ir.OpStore {
		word := a.add(v, ir.Instr{Op: ir.OpZExt, Type: ir.I32, Args: []ir.ValueID{in.Args[1]}})
		in.Args, in.Align = []ir.ValueID{in.Args[0], word}, widenedBytes
		*a.fn.Instr(v) = in
		return
	}
	load := in
	load.Type, load.Align = ir.I32, widenedBytes
	*a.fn.Instr(v) = ir.Instr{Op: ir.OpTrunc, Type: in.Type, Args: []ir.ValueID{a.add(v, load)}, Block: in.Block,
		Pos: in.Pos}
}

// scale is an offset times 2 or 4, made once where the offset is.
func (r *privateWidening) scale(offset ir.ValueID, factor int64) ir.ValueID {
	key := part{value: offset, factor: factor}
	if v, ok := r.scaled[key]; ok {
		return v
	}
	in := *r.fn.Instr(offset)
	made := ir.ValueID(0)
	if in.Op == ir.OpConst {
		made = r.fn.NewValue(ir.Instr{Op: ir.OpConst, Type: ir.I64, Imm: in.Imm * uint64(factor), Pos: in.Pos})
		r.after[0] = append(r.after[0], made)
	} else {
		// the logarithm
		by := r.fn.NewValue(ir.Instr{Op: ir.OpConst, Type: ir.I64, Imm: uint64(factor / 2), Pos: in.Pos})
		made = r.fn.NewValue(ir.Instr{Op: ir.OpShl, Type: ir.I64, Args: []ir.ValueID{offset, by}, Block: in.Block,
			Pos: in.Pos})
		r.after[0] = append(r.after[0], by)
		r.after[offset] = append(r.after[offset], made)
	}
	r.scaled[key] = made
	return made
}

// add makes an instruction that stands before another.
func (r *privateWidening) add(at ir.ValueID, in ir.Instr) ir.ValueID {
	in.Block, in.Pos = r.fn.Instr(at).Block, r.fn.Instr(at).Pos
	v := r.fn.NewValue(in)
	r.before[at] = append(r.before[at], v)
	return v
}

// insert puts the new instructions into their blocks.
func (r *privateWidening) insert() {
	if len(r.before) == 0 {
		return
	}
	for b := range r.fn.Blocks {
		block := &r.fn.Blocks[b]
		var list []ir.ValueID
		if b == 0 {
			list = append(list, r.after[0]...)
		}
		for _, v := range block.Params {
			list = append(list, r.after[v]...)
		}
		for _, v := range block.Instrs {
			list = append(append(append(list, r.before[v]...), v), r.after[v]...)
		}
		block.Instrs = slices.Clip(list)
	}
}
