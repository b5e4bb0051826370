package amd64

import (
	"heddle/compiler/amd64/object"
	"heddle/compiler/vectorize/prepare"
)

// The argument that loops with barriers go by. Scans and reductions are often told how many elements their groups have:
// `for (d = n / 2; d > 0; d /= 2)`. Such an n follows from the size of the groups, so it is the same in launch after
// launch, and versions in which it is a number are worth their code (specialize.go). Whoever launches looks at the
// argument and asks for such a version if its value is of that kind.

// RoundsArgument is the only argument that the numbers of rounds of loops with barriers depend on, if there is one.
func (k *Kernel) RoundsArgument() (object.Argument, bool) {
	k.findRounds.Do(func() {
		if k.suspends() {
			k.rounds, k.hasRounds = prepare.TripArgument(k.function)
		}
	})
	return k.rounds, k.hasRounds
}
