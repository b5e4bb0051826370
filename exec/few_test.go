package exec

// fewUnderRace is how many of n kernels, bundles or ranges a test runs: few under the race detector. That slows
// everything down ten times, and it looks for races, not for wrong values, so a few of each kind show it what there is
// to see.
func fewUnderRace(n, few int) int {
	if underRace {
		return min(n, few)
	}
	return n
}
