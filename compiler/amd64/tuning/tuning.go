// Package tuning holds what the kinds of processor cost: for each a file with its values of target.Tuning, which has
// the meaning of each. Decisions get the table of the machine that code is made for and ask nothing else about it.
//
// The comment at the end of a value's line is its source and date. "By hand" means that the number was chosen, and that
// nothing written down says that it was measured. A measured number names the processor and what it brought, where
// known. docs/tuning.md is made of all this: go test ./compiler/amd64/tuning -update.
//
// A kind of processor is added by one file like zen.go: its name, what differs from base, and its design for the cycle
// model. heddle compile, codehash and the tests find it by its name; the driver uses it once package icd says which
// processors are of that kind.
package tuning

import (
	"maps"
	"slices"

	"heddle/compiler/amd64/asm"
	"heddle/compiler/amd64/cyclemodel"
	"heddle/compiler/target"
)

// kind is a kind of processor, by instruction set.
type kind struct {
	tables  [2]*target.Tuning
	designs [2]*cyclemodel.Design
}

// cost is what an instruction takes, for the tables of kinds.
type cost = cyclemodel.Cost

// row is what the operations between two take, both included: the ports that can run it, its micro-operations and its
// latency; in how many cycles its ports cannot begin another; and its loads, if more than one.
func row(ports cyclemodel.Ports, uops int, latency, blocks int32, loads int, from, to asm.Op) cyclemodel.Row {
	c := cost{Ports: ports, Uops: uops, Latency: latency, Blocks: blocks, Loads: loads}
	return cyclemodel.Row{Cost: c, From: from, To: to}
}

// kinds are those that files have added.
var kinds = map[target.Core]*kind{}

// add adds a kind of processor. Its file does so, for the value of a variable.
func add(c target.Core, table func(target.ISA) *target.Tuning, design func(target.ISA) *cyclemodel.Design) bool {
	k := &kind{}
	for _, isa := range []target.ISA{target.AVX512, target.AVX2} {
		k.tables[isa], k.designs[isa] = table(isa), design(isa)
	}
	kinds[c] = k
	return true
}

// find returns a kind of processor, and Intel's for one that is not known.
func find(c target.Core) *kind {
	if k := kinds[c]; k != nil {
		return k
	}
	return kinds[Intel]
}

// Cores are the kinds of processor, by name.
func Cores() []target.Core { return slices.Sorted(maps.Keys(kinds)) }

// Machine returns an instruction set of a kind of processor with its values.
func Machine(isa target.ISA, c target.Core) target.Machine {
	return target.Machine{ISA: isa, Core: c, Tuning: find(c).tables[isa]}
}

// Design returns what the cycle model knows of a machine.
func Design(t target.Machine) *cyclemodel.Design { return find(t.Core).designs[t.ISA] }
