package prepare

import (
	"slices"

	"heddle/compiler/bundle"
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
)

// Steps that arguments say. Libraries index by `x[i * inc + start]`, where inc is an argument that almost always is 1.
// Where nothing is known of it, lanes gather; where it is 1, they access one piece of memory.

// MaxUnitSteps is the largest number of arguments that are looked at.
const MaxUnitSteps = 8

// UnitSteps are the integer arguments that say how far apart neighbouring lanes access memory.
func UnitSteps(f *ir.Func, info *uniform.Info) (list []bundle.Argument) {
	addresses := inAddresses(f)
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			in := f.Instr(v)
			if in.Op != ir.OpMul || !addresses[v] {
				continue
			}
			for i, factor := range in.Args {
				at, ok := argumentOf(f, f.Instr(extended(f, factor)))
				if !ok || !stepsWithLane(info, in.Args[1-i]) || slices.Contains(list, at) {
					continue
				}
				if list = append(list, at); len(list) == MaxUnitSteps {
					return list
				}
			}
		}
	}
	return list
}

// stepsWithLane reports whether a value changes evenly from lane to lane.
func stepsWithLane(info *uniform.Info, v ir.ValueID) bool {
	step, _, ok := info.StrideNeeds(v)
	return ok && step != 0
}

// extended is the value that extensions are made of.
func extended(f *ir.Func, v ir.ValueID) ir.ValueID {
	for {
		in := f.Instr(v)
		if in.Op != ir.OpSExt && in.Op != ir.OpZExt {
			return v
		}
		v = in.Args[0]
	}
}

// inAddresses are the values, by number, that offsets of pointers are computed from by sums, products, extensions and
// choices.
func inAddresses(f *ir.Func) []bool {
	found := make([]bool, len(f.Instrs))
	var work []ir.ValueID
	add := func(v ir.ValueID) {
		if !found[v] {
			found[v] = true
			work = append(work, v)
		}
	}
	for b := range f.Blocks {
		for _, v := range f.Blocks[b].Instrs {
			if in := f.Instr(v); in.Op == ir.OpPtrAdd {
				add(in.Args[1])
			}
		}
	}
	cfg := ir.NewCFG(f)
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		switch in := f.Instr(v); in.Op {
		case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl, ir.OpSExt, ir.OpZExt, ir.OpTrunc:
			for _, a := range in.Args {
				add(a)
			}
		case ir.OpParam:
			for _, a := range cfg.Incoming(f, v) {
				add(a)
			}
		}
	}
	return found
}

// LoadsOneOf reports whether an instruction loads one of some arguments.
func LoadsOneOf(f *ir.Func, in *ir.Instr, list []bundle.Argument) bool {
	at, ok := argumentOf(f, in)
	return ok && slices.Contains(list, at)
}
