//go:build race

package exec

// underRace says that the race detector looks on.
const underRace = true
