package main

import (
	"bytes"
	"os"
	"testing"
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
