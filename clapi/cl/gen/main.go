// Command gen makes everything that follows from the Khronos headers: the constants, the entry-point table and the
// layout of the ICD dispatch table for Go, and the C prototypes and dispatch table for icd. It reads Debian's
// opencl-c-headers with modernc.org/cc/v4. It also makes C tables of clapi's tables of properties, for icd too, and
// texts of names and types for the trace of calls.
//
// Run it at the top of the repository: go run ./clapi/cl/gen
//
// Reading order: headers.go reads, the other files write one kind of output each.
package main

import (
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	files, err := generate()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for path, text := range files {
		if err := os.WriteFile(filepath.FromSlash(path), text, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// generate returns all outputs, by path from the top of the repository.
func generate() (map[string][]byte, error) {
	h, err := readHeaders()
	if err != nil {
		return nil, err
	}
	constants, err := writeConstants(h.constants())
	if err != nil {
		return nil, err
	}
	properties, err := writeProperties(h.constants())
	if err != nil {
		return nil, err
	}
	points, err := h.entryPoints()
	if err != nil {
		return nil, err
	}
	slots, err := h.dispatchSlots()
	if err != nil {
		return nil, err
	}
	return formatted(map[string][]byte{
		"clapi/cl/constants_gen.go":    constants,
		"clapi/cl/entry_points_gen.go": writeEntryPoints(points, slots),
		"icd/prototypes_gen.h":         writePrototypes(points),
		"icd/entry_points_gen.c":       writeCode(points, slots),
		"icd/properties_gen.c":         properties,
		"icd/trace/signatures_gen.txt": writeSignatures(points),
		"icd/trace/names_gen.txt":      writeNames(h.constants()),
	})
}

// formatted runs gofmt over the Go files.
func formatted(files map[string][]byte) (map[string][]byte, error) {
	for path, text := range files {
		if !strings.HasSuffix(path, ".go") {
			continue
		}
		nice, err := format.Source(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		files[path] = nice
	}
	return files, nil
}
