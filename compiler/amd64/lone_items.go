package amd64

import (
	"sync/atomic"

	"heddle/compiler/amd64/object"
	"heddle/compiler/ir"
	"heddle/compiler/passes/variant"
	"heddle/compiler/shortage"
	"heddle/compiler/vectorize/switches"
)

// Launches with groups of one work-item run a copy of the kernel that puts neighbouring groups into the lanes of a
// vector (variant.LoneItems).

// loneItems is the copy of a kernel.
type loneItems struct {
	of     *Kernel
	kernel atomic.Pointer[Kernel] // made under once
	once   shortage.Once
}

// LoneItems is the copy for launches with groups of one work-item, nil if the kernel itself is as good or there can be
// none. local is the local memory of a group of the launch.
func (k *Kernel) LoneItems(local uint64) object.Copy {
	k.findLoneItems.Do(func() {
		isCopy := k.isLone || k.imageCalls != nil || k.interchangedWith > 0 || k.isNoAlias || k.hasUnitSteps
		if !k.seesGroups || isCopy || k.off.Has(switches.LoneItems) {
			return
		}
		if f := k.function(); variant.MayBeLone(k.module(), f) {
			k.loneItems, k.localBytes = &loneItems{of: k}, f.LocalBytes
		}
	})
	if k.loneItems == nil || local > k.localBytes { // more is that of arguments
		return nil
	}
	return k.loneItems
}

// Kernel makes the kernel if it has not been made.
func (c *loneItems) Kernel() object.Kernel {
	c.once.Do(func() {
		k := c.of
		other := k.variant(variant.LoneItems(k.module(), k.function()))
		c.use(other)
	})
	return c.kernel.Load()
}

// use takes a kernel as the copy.
func (c *loneItems) use(other *Kernel) {
	other.isLone, other.seesGroups = true, false
	c.kernel.Store(other)
}

// change is the function for groups of one work-item.
func (c *loneItems) change(m *ir.Module, f *ir.Func) (*ir.Func, error) {
	if !variant.MayBeLone(m, f) {
		return nil, errDescription
	}
	return variant.LoneItems(m, f), nil
}

// Source is the kernel with groups of any size.
func (c *loneItems) Source() object.Kernel { return c.of }

// Made is the kernel, nil if it has not been made.
func (c *loneItems) Made() object.Kernel {
	if k := c.kernel.Load(); k != nil {
		return k
	}
	return nil
}

// Planned is that of the kernel.
func (c *loneItems) Planned(vectorBits int) (plan object.Plan, isPlanned bool) {
	if k := c.kernel.Load(); k != nil {
		return k.Planned(vectorBits)
	}
	return plan, false
}
