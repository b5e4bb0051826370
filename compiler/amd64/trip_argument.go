package amd64

import (
	"heddle/compiler/amd64/object"
	"heddle/compiler/vectorize/prepare"
)

// The argument that is the trip count of loops with barriers. Scans and reductions are often told how many elements
// their groups have: `for (d = n / 2; d > 0; d /= 2)`. Such an n follows from the size of the groups, so it is the same
// in launch after launch, and versions in which it is a number are worth their code (package prepare). The engine looks
// at the argument and asks for such a version if its value is of that kind.

// TripArgument is the argument that alone decides the trip counts of loops with barriers, if there is one.
func (k *Kernel) TripArgument() (object.Argument, bool) {
	k.findTripArgument.Do(func() {
		if k.suspends() {
			k.tripArgument, k.hasTripArgument = prepare.TripArgument(k.function())
		}
	})
	return k.tripArgument, k.hasTripArgument
}
