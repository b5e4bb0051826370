package amd64

import (
	"heddle/compiler/amd64/object"
	"heddle/compiler/ir"
	"heddle/compiler/passes/variant"
	"heddle/compiler/vectorize/prepare"
	"heddle/compiler/vectorize/switches"
)

// Arguments that say how far apart neighbouring lanes access memory are 1 in most launches. There is a copy of the
// kernel for each set of them that was 1 in a launch (package prepare).

// unitSteps are the copies of a kernel, by the arguments that are 1, as bits.
type unitSteps struct {
	copies
	arguments []object.Argument
}

// maxUnitCopies is how many copies a kernel gets; launches with other sets of arguments run the kernel.
const maxUnitCopies = 4

// UnitSteps is nil if no argument says how far apart lanes access memory.
func (k *Kernel) UnitSteps() object.UnitSteps {
	k.findUnitSteps.Do(func() {
		if k.hasUnitSteps || k.group != noGroup || k.imageCalls != nil || k.interchangedWith > 0 || k.isNoAlias ||
			k.off.Has(switches.UnitSteps|switches.StrideAnalysis) {
			return
		}
		info := k.known().Info()
		if list := prepare.UnitSteps(k.function(), info); len(list) > 0 {
			k.unitSteps = k.newUnitSteps(list)
		}
	})
	if k.unitSteps == nil {
		return nil
	}
	return k.unitSteps
}

func (k *Kernel) newUnitSteps(arguments []object.Argument) *unitSteps {
	u := &unitSteps{arguments: arguments}
	u.copies = copies{kernel: k, most: maxUnitCopies, make: func(what known) *Kernel {
		other := k.variant(u.change(k.module(), k.function(), what.ones))
		other.hasUnitSteps = true
		return other
	}}
	return u
}

// Arguments are those arguments.
func (u *unitSteps) Arguments() []object.Argument { return u.arguments }

// Copy is the copy for launches in which the arguments of a set are 1, nil if there are too many.
func (u *unitSteps) Copy(ones uint8) object.Copy {
	if c := u.get(known{ones: ones}); c != nil {
		return c
	}
	return nil
}

// change is the function with arguments of 1.
func (u *unitSteps) change(m *ir.Module, f *ir.Func, set uint8) *ir.Func {
	var ones []object.Argument
	for i, at := range u.arguments {
		if set>>i&1 != 0 {
			ones = append(ones, at)
		}
	}
	return variant.WithUnitSteps(m, f, func(in *ir.Instr) bool { return prepare.LoadsOneOf(f, in, ones) })
}
