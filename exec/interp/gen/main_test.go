package main

import (
	"bytes"
	"os"
	"testing"
)

func TestGeneratedFileIsFresh(t *testing.T) {
	want, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("../ops_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Error("ops_gen.go is stale: run go generate in exec/interp")
	}
}
