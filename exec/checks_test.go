package exec

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/compiler"
)

// TestChecks runs the kernels of testdata/checks on all engines. Each work-item has a row of checksRow words, into which a kernel
// writes a zero for each check that holds and the line for one that does not, and checksEnd behind the last.
func TestChecks(t *testing.T) {
	files, err := filepath.Glob("testdata/checks/*.cl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".cl"), func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			const items = 40
			c := comparison{source: string(source), words: []int{items * checksRow, items}, local: 1024, fill: func(i, j int) uint32 {
				if i == 0 {
					return 0xeeee
				}
				return uint32(j*j*j*2654435 + j*7)
			}}
			program := compileProgram(t, c.source)
			c.globals = constantsOf(t, program)
			for _, k := range program.Kernels {
				r := [2][3]uint64{{items, 1, 1}, {20, 1, 1}}
				c.values = make([]uint64, len(k.Args)-len(c.words))
				c.mustHold(t, k.Name, c.launch(t, k, nil, NewDevice(Goroutines(1)), r)[0])
				c.compare(t, k, k, r)
			}
		})
	}
}

// constantsOf is memory with the program's variables, which last as long as the test.
func constantsOf(t *testing.T, program *compiler.Program) uintptr {
	g := &program.Globals
	b := newBuffer(t, int(g.SizeBytes)/4+1)
	copy(b.bytes, g.Init)
	for _, at := range g.Relocations {
		word := b.bytes[at:]
		binary.LittleEndian.PutUint64(word, binary.LittleEndian.Uint64(word)+uint64(b.address))
	}
	return b.address
}

const (
	checksRow = 128
	checksEnd = 0xd0e
)

func (c *comparison) mustHold(t *testing.T, kernel string, out []byte) {
	t.Helper()
	for item := range len(out) / 4 / checksRow {
		for i := 0; ; i++ {
			word := binary.LittleEndian.Uint32(out[4*(item*checksRow+i):])
			if word == checksEnd {
				break
			}
			if word != 0 || i == checksRow-1 {
				t.Fatalf("kernel %s, work-item %d: check %d fails in line %d", kernel, item, i, word)
			}
		}
	}
}
