package conformance

import (
	"flag"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

var modelSeeds = flag.Int("model-seeds", 20, "how many seeds TestAgainstModel runs, of some 15,000 calls each")

// TestAgainstModel: random calls of several threads do what a small model says. A failure is printed with its seed and
// the steps that it takes.
func TestAgainstModel(t *testing.T) {
	program := compile(t, "host/process/model.c")
	for seed := range *modelSeeds {
		ended := finish(t, vendors(t), program, strconv.Itoa(seed+1), "1500")
		requireEnd(t, ended, 0, 0)
	}
}

// TestModelNoticesMistakes: a model that is wrong about one call is found out, and the failure is shortened.
func TestModelNoticesMistakes(t *testing.T) {
	ended := finishWithin(t, wayTime*4, vendors(t), compile(t, "host/process/model.c"), "1", "400", "mistaken")
	requireEnd(t, ended, 1, 0)
	found := regexp.MustCompile(`, (\d+) of 400\n`).FindStringSubmatch(ended.output)
	require.NotNil(t, found, "%s", ended.output)
	steps, err := strconv.Atoi(found[1])
	require.NoError(t, err)
	require.LessOrEqual(t, steps, 12, "%s", ended.output)
}
