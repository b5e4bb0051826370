package amd64

import (
	"heddle/compiler/bundle"
	"heddle/compiler/vectorize/walks"
)

// Groups of 8 by 8 work-items, as image filters and tiles of matrices have them, fill vectors of 16 lanes two rows at a
// time. Then nothing lies in one piece any more: what was a row is gathered, what was one number for a row becomes two.
// Vectors of 8 lanes read rows as such, in twice as many instructions. Which of the two is better depends on how much a
// kernel computes for each access.

// prefersHalves reports whether groups whose rows fill half a vector run faster in vectors of half the length.
func (k *Kernel) prefersHalfVectors() bool {
	if !k.seesGroups || !k.asksFor(1) && !k.asksFor(2) {
		return false
	}
	packed, isKnown := k.estimate(AVX512, bundle.Packed)
	if !isKnown {
		return false
	}
	rows, isKnown := k.estimate(AVX2, bundle.Rows)
	return isKnown && k.target(AVX512).Tuning.Variants.HalvesGain*2*rows <= packed
}

// estimate is about what a sub-group takes, with inner loops counted several times.
func (k *Kernel) estimate(isa ISA, shape bundle.Shape) (cycles float64, isKnown bool) {
	v := Version{Shape: shape, Count: 1, SmallIDs: true, Guarded: k.Guard() != nil, FullBundles: true}
	s, err := k.Decide(isa, v)
	if err != nil {
		return 0, false
	}
	frequencies := walks.Frequencies(s.Kernel, &k.target(isa).Tuning.Walks)
	for b := range s.Kernel.Blocks {
		together := 0.0
		for _, v := range s.Kernel.Blocks[b].Instrs {
			all, _ := s.Costs(v, s.Kernel.Instr(v))
			together += all
		}
		cycles += together * float64(frequencies[b])
	}
	return cycles, true
}
