package main

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestSanitizedDiscovery: the answers that C gives stay within the memory for them, and within the tables.
func TestSanitizedDiscovery(t *testing.T) {
	program := filepath.Join(t.TempDir(), "discovery")
	machine, err := filepath.Glob("../cbridge/machine/*.c")
	if err != nil || len(machine) == 0 {
		t.Fatal("no sources", err)
	}
	mustRun(t, nil, "gcc", append([]string{"-g", "-O1", "-Wall", "-Werror", "-fsanitize=address,undefined",
		"-fno-sanitize-recover=undefined", "-o", program, "testdata/sanitized/discovery.c", "discovery.c",
		"properties_gen.c", "../cbridge/code/vector_bits.c", "../cbridge/buildid/buildid.c",
		"../cbridge/host/scarce.c", "-ldl",
		"-lpthread"}, machine...)...)
	if out, err := exec.Command(program).CombinedOutput(); err != nil || string(out) != "1\n" {
		t.Fatalf("%v: %s", err, out)
	}
}
