package ir

import (
	"path/filepath"
	"regexp"
	"testing"
)

var positions = regexp.MustCompile(` !\d+`)

// Functions come back from their binary form as they were, but for their positions.
func TestBinaryForm(t *testing.T) {
	files, _ := filepath.Glob("testdata/good/*.ir")
	if len(files) == 0 {
		t.Fatal("no test files")
	}
	for _, file := range files {
		m, err := Parse(readFile(t, file))
		if err != nil {
			t.Fatal(file, err)
		}
		for _, f := range m.Funcs {
			if len(f.Blocks) == 0 {
				continue
			}
			f.Compact(NewCFG(f).Order)
			checkBinary(t, f)
		}
	}
}

// checkBinary compares the text of a function with that of its copy through the binary form, also of kernels, whose
// further fields the form does not have.
func checkBinary(t *testing.T, f *Func) {
	t.Helper()
	back := FromBinary(string(AppendBinary([]byte{1, 2, 3}, f)[3:]))
	back.Kernel, back.LocalBytes, back.LocalAlign, back.NoInline, back.ID = f.Kernel, f.LocalBytes, f.LocalAlign,
		f.NoInline, f.ID
	want, got := positions.ReplaceAllString(PrintFunc(f), ""), PrintFunc(back)
	if got != want {
		t.Errorf("comes back as\n%s, not\n%s", got, want)
	}
}

func TestBinaryFormOfNumbers(t *testing.T) {
	f := &Func{Name: "f", Results: []Type{I64}, Blocks: []Block{{Unroll: UnrollFull, Rare: true}}}
	numbers := []uint64{0, 1, 127, 128, 1<<56 - 1, 1 << 56, 1 << 63, ^uint64(0)}
	f.Instrs = make([]Instr, 1)
	for _, n := range numbers {
		f.Instrs = append(f.Instrs, Instr{Op: OpConst, Type: I64, Imm: n})
	}
	f.Instrs = append(f.Instrs, Instr{Op: OpReturn, Args: []ValueID{1}})
	for v := range f.Instrs[1:] {
		f.Blocks[0].Instrs = append(f.Blocks[0].Instrs, ValueID(v+1))
	}
	checkBinary(t, f)
	back := FromBinary(string(AppendBinary(nil, f)))
	for i, n := range numbers {
		if got := back.Instrs[i+1].Imm; got != n {
			t.Errorf("%#x comes back as %#x", n, got)
		}
	}
	if b := back.Blocks[0]; b.Unroll != UnrollFull || !b.Rare {
		t.Errorf("the hints come back as %d and %v", b.Unroll, b.Rare)
	}
}

func TestBinaryFormWantsCompactFunctions(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a function with values that stand nowhere was written")
		}
	}()
	AppendBinary(nil, &Func{Name: "f", Instrs: make([]Instr, 3), Blocks: []Block{{Instrs: []ValueID{2}}}})
}
