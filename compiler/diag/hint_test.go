package diag

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDistanceOfNames(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"abc", "abc", 0}, {"abc", "", 3}, {"", "abc", 3}, {"abc", "abd", 1}, {"abc", "ab", 1},
		{"ab", "abc", 1},
		{"abc", "acb", 1}, {"abcd", "badc", 2}, {"golbal", "global", 1}, {"ca", "abc", 3}, {"kitten", "sitting", 3},
		{strings.Repeat("x", maxHintBytes), strings.Repeat("y", maxHintBytes), maxHintBytes},
	} {
		assert.Equal(t, c.want, distance(c.a, c.b), "%s and %s", c.a, c.b)
		assert.Equal(t, c.want, distance(c.b, c.a), "%s and %s", c.b, c.a)
	}
}

func TestHints(t *testing.T) {
	for _, c := range []struct{ name, candidates, want string }{
		{"unit", "int uint unsigned", "uint"},
		{"get_gobal_id", "get_local_id get_global_id get_group_id", "get_global_id"},
		{"abc", "axyz bcd xyz", ""},
		{"abcd", "abce abcf", "abce"},
		{"abc", "abd", ""}, // a quarter of three letters is none
		{"foo", "for", ""},
		{"gid", "lid tid", ""},
		{"make_float4", "as_float4", ""},
		{"__shared__", "__signed__", ""},
		{"get_local_sz", "get_local_id get_local_size", "get_local_size"},
		{"repaet", "repeal repeat", "repeat"},
		{"AB", "ab ac", "ab"},
		{"n", "m N", "N"},
		{"same", "same", ""},
		{"value", "values valua", "values"}, // a letter is missing
		{"value", "valuz valua", "valua"},
		{strings.Repeat("a", 60), strings.Repeat("a", 59), ""},
	} {
		candidates := strings.Fields(c.candidates)
		for range 5 { // in any order
			h := new(List).HintFor(c.name)
			for _, name := range candidates {
				h.Consider(name, 0)
			}
			assert.Equal(t, c.want, h.Name(), "%s among %s", c.name, candidates)
			rand.Shuffle(len(candidates), func(i, j int) {
				candidates[i], candidates[j] = candidates[j], candidates[i]
			})
		}
	}
}

func TestHintsPreferInnerScopes(t *testing.T) {
	h := new(List).HintFor("valueX")
	h.Consider("valueA", 0)
	h.Consider("valueC", 2)
	h.Consider("valueB", 2)
	h.Consider("valueD", 1)
	assert.Equal(t, "valueB", h.Name())
	assert.Equal(t, "; did you mean 'valueB'?", h.String())
}

// TestHintsAreLimited asks for more hints, and among more names, than a build is given.
func TestHintsAreLimited(t *testing.T) {
	var list List
	for i := range maxHints + 5 {
		h := list.HintFor("valueX")
		h.Consider("valueY", 0)
		assert.Equal(t, i < maxHints, h.Name() != "", i)
	}
	list = List{}
	h := list.HintFor("valueX")
	for i := range maxHintCandidates {
		h.Consider(fmt.Sprint(i), 0)
	}
	h.Consider("valueY", 0)
	assert.Empty(t, h.Name())
}
