package exec

// fewUnderRace limits the n kernels, bundles or ranges of a test under the race detector, which runs everything ten
// times slower. It looks for races, not for wrong values, so a few of each kind suffice.
func fewUnderRace(n, few int) int {
	if underRace {
		return min(n, few)
	}
	return n
}
