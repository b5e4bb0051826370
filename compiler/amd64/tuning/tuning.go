// Package tuning holds what the kinds of processor cost: for each a file with its values of target.Tuning, which has
// the meaning of each. Decisions get the table of the machine that code is made for and ask nothing else about it.
//
// The comment at the end of a value's line is its source and date. "By hand" means that the number was chosen, and that
// nothing written down says that it was measured. A measured number names the processor and what it brought, where
// known. docs/tuning.md is made of all this: go test ./compiler/amd64/tuning -update.
//
// A kind of processor is added by a file like zen.go.
package tuning

import "heddle/compiler/target"

// tables are the values by kind of processor and instruction set.
var tables = [...][2]*target.Tuning{
	target.Intel: {target.AVX512: intel(target.AVX512), target.AVX2: intel(target.AVX2)},
	target.Zen:   {target.AVX512: zen(target.AVX512), target.AVX2: zen(target.AVX2)},
}

// Machine returns an instruction set of a kind of processor with its values.
func Machine(isa target.ISA, core target.Core) target.Machine {
	return target.Machine{ISA: isa, Core: core, Tuning: tables[core][isa]}
}
