package rewrite

import (
	"slices"

	"heddle/compiler/ir"
)

// Substitution maps values to their replacements: a pass collects all of them and then changes the function once.
type Substitution []ir.ValueID // by value; 0: stays

// Find is the last replacement of v, itself if it has none; chains are shortened as they are walked.
func (s Substitution) Find(v ir.ValueID) ir.ValueID {
	root := v
	for int(root) < len(s) && s[root] != 0 {
		root = s[root]
	}
	for int(v) < len(s) && s[v] != 0 {
		v, s[v] = s[v], root
	}
	return root
}

// Apply replaces in all operands and edges.
func (s Substitution) Apply(f *ir.Func) {
	for b := range f.Blocks {
		block := &f.Blocks[b]
		for _, v := range block.Instrs {
			s.Replace(f.Instr(v).Args)
		}
		for _, edge := range block.Succs {
			s.Replace(edge.Args)
		}
	}
}

// Replace replaces in one list of operands.
func (s Substitution) Replace(args []ir.ValueID) {
	for i, v := range args {
		args[i] = s.Find(v)
	}
}

// Keep is the list without the values for which drop is true.
func Keep(list []ir.ValueID, drop func(ir.ValueID) bool) []ir.ValueID {
	kept := list[:0]
	for _, v := range list {
		if !drop(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// RemoveParams removes the block parameters for which drop is true, and the arguments that edges give to them.
func RemoveParams(f *ir.Func, drop func(ir.ValueID) bool) {
	var stays [][]int // by block with dropped parameters: the places that stay; nil: no block has any
	for b := range f.Blocks {
		params := f.Blocks[b].Params
		if !slices.ContainsFunc(params, drop) {
			continue
		}
		if stays == nil {
			stays = make([][]int, len(f.Blocks))
		}
		stays[b] = make([]int, 0, len(params))
		for i, p := range params {
			if !drop(p) {
				stays[b] = append(stays[b], i)
			}
		}
		f.Blocks[b].Params = pick(params, stays[b])
	}
	if stays == nil {
		return
	}
	for b := range f.Blocks {
		for i := range f.Blocks[b].Succs {
			edge := &f.Blocks[b].Succs[i]
			edge.Args = pick(edge.Args, stays[edge.To])
		}
	}
}

// pick makes a list of the given places; nil leaves the list as it is.
func pick(list []ir.ValueID, places []int) []ir.ValueID {
	if places == nil {
		return list
	}
	picked := make([]ir.ValueID, len(places))
	for i, place := range places {
		picked[i] = list[place]
	}
	return picked
}
