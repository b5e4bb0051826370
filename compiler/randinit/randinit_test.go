package randinit

import (
	"regexp"
	"testing"
)

func TestSameSeedSameDeclaration(t *testing.T) {
	for seed := range uint64(100) {
		if first, second := New(seed), New(seed); first != second {
			t.Fatalf("seed %d", seed)
		}
	}
}

// What the package claims to write occurs often enough.
func TestAllKindsOccur(t *testing.T) {
	const n = 3000
	kinds := map[string]*regexp.Regexp{
		"space constant":    regexp.MustCompile(`constant .* x@`),
		"space global":      regexp.MustCompile(`global .* x@`),
		"static":            regexp.MustCompile(`static .* x`),
		"compound literal":  regexp.MustCompile(`x = \(`),
		"member designator": regexp.MustCompile(`[{ ]\.m\d+ = `),
		"nested designator": regexp.MustCompile(`[{ ]\.m\d+(\.m\d+|\[\d\])+ = `),
		"range":             regexp.MustCompile(`\[\d \.\.\. \d\]`),
		"unknown size":      regexp.MustCompile(` x@?\[\]`),
		"string in braces":  regexp.MustCompile(`\{\(?"`),
		"union":             regexp.MustCompile(`union `),
		"anonymous":         regexp.MustCompile(`struct \{`),
		"empty braces":      regexp.MustCompile(`= \{\}`),
		"effect":            regexp.MustCompile(`step\(`),
		"pointer":           regexp.MustCompile(`constant_(ints|text)`),
		"packed":            regexp.MustCompile(`packed`),
		"whole record":      regexp.MustCompile(`r0 > 1 \? \(struct`),
		"vector of three":   regexp.MustCompile(`[a-z]3 m`),
		"wrong member":      regexp.MustCompile(`\.none`),
	}
	count := map[string]int{}
	for seed := range uint64(n) {
		line := New(seed).Line
		for kind, pattern := range kinds {
			if pattern.MatchString(line) {
				count[kind]++
			}
		}
	}
	for kind := range kinds {
		if count[kind] < n/500 {
			t.Errorf("%s: %d of %d declarations", kind, count[kind], n)
		}
	}
}
