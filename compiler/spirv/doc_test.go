package spirv

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of docs/spirv.md")

const (
	docFile  = "../../docs/spirv.md"
	docBegin = "<!-- made of the tables by go test ./compiler/spirv -run Documentation -update -->\n"
)

// TestDocumentation compares the lists in docs/spirv.md with the tables.
func TestDocumentation(t *testing.T) {
	text, err := os.ReadFile(docFile)
	if err != nil {
		t.Fatal(err)
	}
	before, _, ok := strings.Cut(string(text), docBegin)
	if !ok {
		t.Fatalf("%s has no line %s", docFile, docBegin)
	}
	want := before + docBegin + documentation()
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatalf("%s is stale: go test ./compiler/spirv -run Documentation -update", docFile)
	}
	if err := os.WriteFile(docFile, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

func documentation() string {
	var b strings.Builder
	b.WriteString("\n## Capabilities\n")
	for _, part := range [...]struct {
		title string
		of    Support
	}{{"Read", Reads}, {"Ignored, because they mean nothing for results", Ignores}} {
		var names []string
		for _, row := range Capabilities() {
			if row.Support == part.of {
				names = append(names, row.Name)
			}
		}
		fmt.Fprintf(&b, "\n%s: %s.\n", part.title, strings.Join(names, ", "))
	}
	b.WriteString("\nRefused, as all that are not listed here:\n\n| capability | reason |\n|---|---|\n")
	for _, row := range Capabilities() {
		if row.Support == Refuses {
			fmt.Fprintf(&b, "| %s | %s |\n", row.Name, row.Reason)
		}
	}
	fmt.Fprintf(&b, "\n## Extensions\n\nRead: %s.\n\nIgnored: %s.\n", strings.Join(Extensions(), ", "),
		strings.Join(IgnoredExtensions(), ", "))
	var names []string
	for _, op := range Instructions() {
		names = append(names, op.String())
	}
	slices.Sort(names)
	fmt.Fprintf(&b, "\n## Instructions of functions\n\n%s.\n", strings.Join(names, ", "))
	return b.String()
}
