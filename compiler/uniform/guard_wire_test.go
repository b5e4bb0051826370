package uniform

import (
	"testing"

	"github.com/stretchr/testify/require"

	"heddle/compiler/wire"
)

func readGuard(g *Guard) (*Guard, error) {
	w, r := wire.Writer(), &Guard{}
	WireGuard(w, &g)
	c := wire.Reader(w.Form())
	WireGuard(c, &r)
	return r, c.End()
}

// Guards come back as they were, unless a step or a proof refers to what is not before it.
func TestGuardForms(t *testing.T) {
	steps := func(list ...guardStep) *Guard { return &Guard{steps: list, proofs: []proof{{0, 7}}} }
	leaf := guardStep{op: guardArg, bits: 32, dim: 2, imm: 8}
	for _, g := range []*Guard{nil, steps(leaf), steps(leaf, guardStep{op: guardUp, bits: 64})} {
		got, err := readGuard(g)
		require.NoError(t, err)
		require.Equal(t, g, got)
	}
	for name, g := range map[string]*Guard{
		"itself":     steps(leaf, guardStep{op: guardAdd, bits: 32, x: 1}),
		"negative":   steps(leaf, guardStep{op: guardAdd, bits: 32, y: -1}),
		"a step":     steps(leaf, guardStep{op: guardUp, bits: 32, imm: 1}),
		"no bits":    steps(guardStep{op: guardArg}),
		"much":       steps(guardStep{op: guardArg, bits: 65}),
		"operation":  steps(guardStep{op: guardUp + 1, bits: 8}),
		"dimension":  steps(guardStep{op: guardArg, bits: 8, dim: 3}),
		"no step":    {proofs: []proof{{step: 0}}},
		"many steps": steps(make([]guardStep, maxGuardSteps+1)...),
	} {
		_, err := readGuard(g)
		require.Error(t, err, name)
	}
}
