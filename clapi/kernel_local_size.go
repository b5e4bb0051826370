package clapi

import (
	"heddle/compiler"
	"heddle/compiler/lane"
)

// Choosing a work-group size when the application gives none.
//
// A good group is large enough that its work outweighs its overhead, has full lanes, and leaves several groups for each
// compute unit so that none of them idles at the end. A size that divides the global size avoids a remainder group;
// where none is near the wanted size (primes), the remainder group is smaller instead of all groups.

// A program that needs uniform groups (OpenCL C 1.x) gets a divisor in any case, unless its kernel cannot see the
// groups: then a remainder group makes no difference.

const (
	wantedGroupSize      = 1024
	groupsPerComputeUnit = 4
	minGroupVectors      = 4       // SIMD registers of work-items, however little work there is
	wantedPrivateBytes   = 1 << 20 // of one group, so that it stays in a cache
)

// suggestLocalSize chooses the work-group size for a global size. Unused dimensions are 1 in both.
func suggestLocalSize(k *compiler.Kernel, d *Device, global [3]uint64) [3]uint64 {
	if k.ReqdWorkGroupSize[0] != 0 {
		return k.ReqdWorkGroupSize
	}
	if count := k.ReqdSubGroups; count != 0 {
		return [3]uint64{count * k.SubGroupSize, 1, 1}
	}
	if k.UniformGroups && seesGroups(k.Lane) {
		return suggestUniformSize(k, d, global)
	}
	lanes := d.machine.Lanes
	left := groupTarget(k, d, global)
	var local [3]uint64
	for i := range local {
		local[i] = chooseExtent(max(global[i], 1), left, lanes)
		left = max(left/local[i], 1)
		lanes = max(lanes/local[i], 1)
	}
	return local
}

// seesGroups reports whether a kernel can find out how its work-items are grouped.
func seesGroups(p *lane.Program) bool { return p == nil || p.SeesGroups }

// suggestUniformSize chooses a work-group size that divides the global size. Groups become larger than wanted when they
// would not fill a SIMD register otherwise; a global size with large prime factors only leaves tiny groups.
func suggestUniformSize(k *compiler.Kernel, d *Device, global [3]uint64) [3]uint64 {
	left, size := groupTarget(k, d, global), uint64(1)
	var local [3]uint64
	for i := range local {
		local[i] = largestDivisor(max(global[i], 1), left)
		left /= local[i]
		size *= local[i]
	}
	for i := 0; i < 3 && size < d.machine.Lanes; i++ {
		rest := size / local[i]
		local[i] = largestDivisor(max(global[i], 1), maxWorkGroupSize/rest)
		size = rest * local[i]
	}
	return local
}

// largestDivisor is the largest divisor of n that is not above the limit, which is at least 1.
func largestDivisor(n, limit uint64) uint64 {
	return divisorIn(n, 1, min(n, max(limit, 1)), 1)
}

// divisorIn is the largest divisor of n from least to most that is a multiple of step, 0 if there is none. Most sizes
// of programs have one near to most, so it looks from there; divisions of 32 bits take a fraction of the time.
func divisorIn(n, least, most, step uint64) uint64 {
	switch {
	case n%step != 0:
		return 0
	case n>>32 == 0:
		return uint64(divisorBelow(uint32(n), uint32(least), uint32(most), uint32(step)))
	}
	return divisorBelow(n, least, most, step)
}

func divisorBelow[T uint32 | uint64](n, least, most, step T) T {
	for d := most / step * step; d >= least && d > 0; d -= step {
		if n%d == 0 {
			return d
		}
	}
	return 0
}

// groupTarget is the wanted number of work-items in a group.
func groupTarget(k *compiler.Kernel, d *Device, global [3]uint64) uint64 {
	groups := uint64(d.computeUnits()) * groupsPerComputeUnit
	items, enough := uint64(1), wantedGroupSize*groups
	for _, n := range global {
		items = min(items*min(max(n, 1), enough), enough)
	}
	target := min(wantedGroupSize, items/groups)
	if k.PrivateBytes > 0 {
		target = min(target, wantedPrivateBytes/k.PrivateBytes)
	}
	return max(target, d.machine.Lanes*minGroupVectors)
}

// chooseExtent picks a group's extent in one dimension, at most limit: the largest that divides the global size and is
// a multiple of lanes, else the largest divisor, if it is not below half of the limit; else limit itself in whole
// lanes, or the largest divisor where there is one lane.
func chooseExtent(global, limit, lanes uint64) uint64 {
	if global <= limit {
		return global
	}
	half := (limit + 1) / 2
	if full := divisorIn(global, half, limit, lanes); full > 0 {
		return full
	}
	if divisor := divisorIn(global, half, limit, 1); divisor > 0 {
		return divisor
	}
	switch {
	case lanes == 1:
		return largestDivisor(global, limit)
	case limit > lanes:
		return limit / lanes * lanes
	}
	return limit
}
