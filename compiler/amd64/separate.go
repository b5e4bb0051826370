package amd64

import (
	"heddle/compiler/amd64/object"
	"heddle/compiler/ir"
	"heddle/compiler/passes/variant"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/switches"
)

// Separated is the kernel for launches in which what certain arguments point to does not overlap (variant.NoAlias), and
// which these are; nil if there is nothing to gain by that.
func (k *Kernel) Separated() (object.Kernel, []object.Pair) {
	k.findSeparated.Do(func() { k.separated, k.pairs = k.separate() })
	if k.separated == nil {
		return nil, nil
	}
	return k.separated, k.pairs
}

func (k *Kernel) separate() (*Kernel, []object.Pair) {
	if k.isSeparated || k.turned > 0 || k.off&switches.Separation != 0 {
		return nil, nil
	}
	f, pairs := variant.NoAlias(k.module, k.function)
	if f == nil {
		return nil, nil
	}
	other := k.variant(f)
	other.isSeparated = true
	return other, pairs
}

// variant is a kernel of another function that does the same.
func (k *Kernel) variant(f *ir.Func) *Kernel {
	other := &Kernel{module: k.module, function: f, known: uniform.Of(f), seesGroups: k.seesGroups, core: k.core,
		off: k.off, seen: k.seen, isSeparated: k.isSeparated, turned: k.turned}
	other.versions.Store(&[]*version{})
	return other
}
