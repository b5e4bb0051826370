//go:build race

package exec

// underRace says that the race detector is on.
const underRace = true
