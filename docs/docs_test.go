// Package docs has no code, only the check that the papers describe what exists.
package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heddle/compiler"
	"heddle/compiler/inspect"
	"heddle/compiler/passes"
)

// papers returns the texts by their paths from the top of the repository.
func papers(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/notes/*.md", "bench/*.md"} {
		files, err := filepath.Glob(filepath.Join("..", pattern))
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			texts[strings.TrimPrefix(filepath.ToSlash(file), "../")] = read(t, file)
		}
	}
	return texts
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	fence   = regexp.MustCompile("(?ms)^```.*?^```")
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	paper   = regexp.MustCompile(`\b(?:docs|bench)/[\w/-]+\.md\b`)
	source  = regexp.MustCompile("`((?:bench|cbridge|clapi|cmd|compiler|conformance|events|exec|icd)/[\\w/.*-]+)`")
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// TestLinks: every link leads to a file, and to a heading if it names one.
func TestLinks(t *testing.T) {
	texts, links := papers(t), 0
	for name, text := range texts {
		for _, m := range link.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
			file, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(file, "://") {
				continue
			}
			links++
			target := filepath.Join("..", filepath.Dir(name), file)
			if file == "" {
				target = filepath.Join("..", name)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: no file for the link %s", name, m[1])
			} else if anchor != "" && !slices.Contains(anchors(read(t, target)), anchor) {
				t.Errorf("%s: no heading for the link %s", name, m[1])
			}
		}
	}
	if links < 20 {
		t.Errorf("only %d links found", links)
	}
}

// anchors are the headings of a text as links write them.
func anchors(text string) (names []string) {
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		name := regexp.MustCompile(`[^\w\- ]`).ReplaceAllString(strings.ToLower(m[1]), "")
		names = append(names, strings.ReplaceAll(name, " ", "-"))
	}
	return names
}

// TestPathsExist: a path in a text, from the top of the repository, is that of a file or folder; * stands for anything.
func TestPathsExist(t *testing.T) {
	paths := 0
	for name, text := range papers(t) {
		mentioned := paper.FindAllString(text, -1)
		for _, m := range source.FindAllStringSubmatch(text, -1) {
			mentioned = append(mentioned, m[1])
		}
		for _, path := range mentioned {
			paths++
			if found, _ := filepath.Glob(filepath.Join("..", path)); len(found) == 0 {
				t.Errorf("%s: %s does not exist", name, path)
			}
		}
	}
	if paths < 20 {
		t.Errorf("only %d paths found", paths)
	}
}

// TestSwitchesAreDescribed: debugging.md has a row for each variable, each stage that is no pass, and each analysis.
func TestSwitchesAreDescribed(t *testing.T) {
	passNames := []string{}
	for _, p := range passes.Table() {
		passNames = append(passNames, p.Name)
	}
	names := append(compiler.PassNames(), inspect.StageNames()...)
	names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(passNames, name) })
	for _, m := range regexp.MustCompile(`"(HEDDLE_\w+)":`).FindAllStringSubmatch(read(t, "../clapi/config/config.go"),
		-1) {
		names = append(names, m[1])
	}
	if len(names) < 20 {
		t.Fatal("few switches found:", names)
	}
	text := read(t, "debugging.md")
	for _, name := range names {
		if !strings.Contains(text, "\n| `"+name+"` |") {
			t.Errorf("debugging.md has no row for %s", name)
		}
	}
}
