package amd64

import (
	"heddle/compiler/amd64/object"
	"heddle/compiler/deferred"
	"heddle/compiler/ir"
	"heddle/compiler/passes/variant"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/switches"
)

// NoAlias is the kernel for launches in which what certain arguments point to does not overlap (variant.NoAlias), and
// which these are; nil if there is nothing to gain by that.
func (k *Kernel) NoAlias() (object.Kernel, []object.Pair) {
	k.findNoAlias.Do(func() { k.noAlias, k.pairs = k.makeNoAlias() })
	if k.noAlias == nil {
		return nil, nil
	}
	return k.noAlias, k.pairs
}

func (k *Kernel) makeNoAlias() (*Kernel, []object.Pair) {
	if k.isNoAlias || k.imageCalls != nil || k.interchangedWith > 0 || k.off&switches.NoAliasVersions != 0 {
		return nil, nil
	}
	f, pairs := variant.NoAlias(k.module(), k.function())
	if f == nil {
		return nil, nil
	}
	other := k.variant(f)
	other.isNoAlias = true
	return other, pairs
}

// variant is a kernel of another function that does the same.
func (k *Kernel) variant(f *ir.Func) *Kernel {
	return k.variantOf(deferred.Ready(k.module(), uniform.Of(f)))
}

func (k *Kernel) variantOf(source *deferred.Kernel) *Kernel {
	other := &Kernel{name: k.name, source: source, seesGroups: k.seesGroups, subGroup: k.subGroup, core: k.core,
		off: k.off, seen: k.seen, hasUnitSteps: k.hasUnitSteps, group: k.group,
		isNoAlias: k.isNoAlias, isLone: k.isLone, interchangedWith: k.interchangedWith}
	other.versions.Store(&noVersions)
	return other
}
