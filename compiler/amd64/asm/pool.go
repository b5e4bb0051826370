package asm

import (
	"slices"

	"heddle/compiler/ceil"
)

// poolAlign is the alignment of the constants, and of the code.
const poolAlign = 64

// pool is the layout of the data after the instructions: the jump table of Entry and the constants in use, the longest
// first so that each is aligned to its size, equal ones once.
type pool struct {
	offsets []int32 // of each constant of the function that is in use
	kept    []int32 // constants to be written
	code    int     // where the instructions end
	table   int32   // where the jump table begins
	end     int
}

// newPool lays the pool out after code of the given size.
func newPool(f *Func, uses []constUse, code, tableLen int) *pool {
	p := &pool{code: code, table: int32(code), end: code}
	if len(uses) > 0 {
		p.offsets = make([]int32, len(f.Consts))
		p.place(f, usedConsts(f, uses))
	}
	if tableLen > 0 {
		p.table = int32(ceil.Multiple(p.end, 4))
		p.end = int(p.table) + 4*tableLen
	}
	return p
}

// usedConsts lists the constants in use, longest first.
func usedConsts(f *Func, uses []constUse) []int32 {
	seen := make([]bool, len(f.Consts))
	var used []int32
	for _, use := range uses {
		if !seen[use.index] {
			seen[use.index] = true
			used = append(used, use.index)
		}
	}
	slices.SortStableFunc(used, func(a, b int32) int { return len(f.Consts[b]) - len(f.Consts[a]) })
	return used
}

func (p *pool) place(f *Func, used []int32) {
	p.end = ceil.Multiple(p.end, poolAlign)
	same := make(map[string]int32, len(used))
	for _, index := range used {
		data := f.Consts[index]
		if at, ok := same[string(data)]; ok {
			p.offsets[index] = at
			continue
		}
		p.end = ceil.Multiple(p.end, len(data))
		p.offsets[index] = int32(p.end)
		same[string(data)] = int32(p.end)
		p.kept = append(p.kept, index)
		p.end += len(data)
	}
}

// write copies the constants; gaps are filled with int3.
func (p *pool) write(out []byte, f *Func) {
	for i := p.code; i < p.end; i++ {
		out[i] = 0xcc
	}
	for _, index := range p.kept {
		copy(out[p.offsets[index]:], f.Consts[index])
	}
}
