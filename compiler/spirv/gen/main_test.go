package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"heddle/compiler/spirv"
)

// TestTableIsFresh compares the committed table with what Debian's spirv-headers give.
func TestTableIsFresh(t *testing.T) {
	want, err := Table(headers)
	if err != nil {
		t.Skipf("Debian's package spirv-headers is needed: %v", err)
	}
	have, err := os.ReadFile("../table_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, have) {
		t.Error("table_gen.go is stale: go run ./compiler/spirv/gen")
	}
}

// TestCapabilitiesHaveExtensions: where a capability that is read is in no version of SPIR-V, one of the extensions
// that bring it is read, too, so that programs which ask for both find them.
func TestCapabilitiesHaveExtensions(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(headers, "spirv.core.grammar.json"))
	if err != nil {
		t.Skipf("Debian's package spirv-headers is needed: %v", err)
	}
	var core struct {
		Kinds []struct {
			Kind       string
			Enumerants []struct {
				Enumerant, Version string
				Extensions         []string
			}
		} `json:"operand_kinds"`
	}
	if err := json.Unmarshal(text, &core); err != nil {
		t.Fatal(err)
	}
	read := map[string]bool{}
	for _, row := range spirv.Capabilities() {
		read[row.Name] = row.Support == spirv.Reads
	}
	asked, known := 0, spirv.Extensions()
	for _, kind := range core.Kinds {
		for _, c := range kind.Enumerants {
			if kind.Kind != "Capability" || !read[c.Enumerant] || c.Version != "None" {
				continue
			}
			asked++
			if !slices.ContainsFunc(c.Extensions, func(e string) bool { return slices.Contains(known, e) }) {
				t.Errorf("%s is read, but none of %v", c.Enumerant, c.Extensions)
			}
		}
	}
	if asked < 10 {
		t.Errorf("only %d capabilities come with extensions", asked)
	}
}
