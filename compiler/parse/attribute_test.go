package parse_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"heddle/compiler/parse"
)

func TestKnownAttributes(t *testing.T) {
	for _, name := range []string{"aligned", "__packed__", "vector_size", "opencl_global", "unused", "__const__"} {
		assert.True(t, parse.KnowsAttribute(name), name)
	}
	for _, name := range []string{"", "alias", "no_such", "transparent_union", "__"} {
		assert.False(t, parse.KnowsAttribute(name), name)
	}
}
