package passes

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// sequence is passes that run one after the other over a function.
type sequence struct {
	name   string
	passes []*Pass
	before []*Pass // run over the function that it is a copy of
	isCopy bool
}

func sequences() []sequence {
	inlined := slices.Concat(beforeInline, modulePasses, afterChanges)
	return []sequence{
		{name: "without calls", passes: slices.Concat(beforeInline, modulePasses, afterInline)},
		{name: "inlined", passes: afterChanges},
		{name: "unrolled", passes: afterUnroll},
		{name: "specialised", passes: afterSpecializing, before: inlined, isCopy: true},
		{name: "no-alias", passes: afterNoAlias, before: inlined, isCopy: true},
		{name: "group", passes: afterGroup, before: inlined, isCopy: true},
	}
}

func isNamed(name string) func(*Pass) bool { return func(p *Pass) bool { return p.Name == name } }

func firstRunOf(list []*Pass, name string) int { return slices.IndexFunc(list, isNamed(name)) }

func lastRunOf(list []*Pass, name string) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Name == name {
			return i
		}
	}
	return -1
}

// isKept reports whether a sequence keeps a constraint, and whether that is about it at all.
func (s *sequence) isKept(c constraint) (isKept, applies bool) {
	first, last := firstRunOf(s.passes, c.first), lastRunOf(s.passes, c.first)
	second := lastRunOf(s.passes, c.second)
	if first < 0 || second < 0 {
		return true, false
	}
	switch c.strength {
	case everyRun:
		return last < firstRunOf(s.passes, c.second), true
	case lastRun:
		return last < second, true
	}
	return first < second || firstRunOf(s.before, c.first) >= 0, true
}

func TestOrder(t *testing.T) {
	for _, c := range constraints {
		applies := false
		for _, s := range sequences() {
			isKept, isAbout := s.isKept(c)
			applies = applies || isAbout
			if !isKept {
				t.Errorf("%s: %s must run before %s: %s", s.name, c.first, c.second, c.why)
			}
		}
		assert.True(t, applies, "no list has both %s and %s", c.first, c.second)
		assert.NotEmpty(t, c.why, "%s before %s", c.first, c.second)
	}
	for _, s := range sequences() {
		for _, c := range notInCopies {
			if s.isCopy && firstRunOf(s.passes, c.pass) >= 0 {
				t.Errorf("%s: %s must not run: %s", s.name, c.pass, c.why)
			}
		}
	}
}

func TestStrengthsOfConstraints(t *testing.T) {
	a, b := &Pass{Name: "a"}, &Pass{Name: "b"}
	for _, test := range []struct {
		list []*Pass
		want map[strength]bool
	}{
		{[]*Pass{a, b}, map[strength]bool{everyRun: true, lastRun: true, anyRun: true}},
		{[]*Pass{b, a, b}, map[strength]bool{everyRun: false, lastRun: true, anyRun: true}},
		{[]*Pass{a, b, a}, map[strength]bool{everyRun: false, lastRun: false, anyRun: true}},
		{[]*Pass{b, a}, map[strength]bool{everyRun: false, lastRun: false, anyRun: false}},
	} {
		for r, want := range test.want {
			s := sequence{passes: test.list}
			isKept, applies := s.isKept(constraint{first: "a", second: "b", strength: r})
			assert.True(t, applies)
			assert.Equal(t, want, isKept, "strength %d", r)
		}
	}
	copied := sequence{passes: []*Pass{b, a}, before: []*Pass{a}}
	isKept, _ := copied.isKept(constraint{first: "a", second: "b", strength: anyRun})
	assert.True(t, isKept, "the function that was copied has been through the first pass")
	_, applies := copied.isKept(constraint{first: "a", second: "c"})
	assert.False(t, applies)
}

// TestTableHasAllPasses looks for passes of the lists that have no row, or of the same name as others.
func TestTableHasAllPasses(t *testing.T) {
	var names []string
	for _, p := range Table() {
		names = append(names, p.Name)
	}
	for _, s := range sequences() {
		for _, p := range s.passes {
			assert.Contains(t, names, p.Name)
		}
	}
	for _, c := range constraints {
		assert.Contains(t, names, c.first)
		assert.Contains(t, names, c.second)
	}
	for _, c := range notInCopies {
		assert.Contains(t, names, c.pass)
	}
}
