package ir

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func readFile(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestGoodTextsComeBackUnchanged(t *testing.T) {
	files, _ := filepath.Glob("testdata/good/*.ir")
	if len(files) == 0 {
		t.Fatal("no test files")
	}
	for _, file := range files {
		text := readFile(t, file)
		m, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if err := Verify(m); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if back := Print(m); back != text {
			t.Errorf("%s comes back as\n%s", file, back)
		}
	}
}

// TestBadTexts has files whose first line is a comment with the fault that must be reported.
func TestBadTexts(t *testing.T) {
	files, _ := filepath.Glob("testdata/bad/*.ir")
	if len(files) == 0 {
		t.Fatal("no test files")
	}
	for _, file := range files {
		text := readFile(t, file)
		first, _, _ := strings.Cut(text, "\n")
		want := strings.TrimPrefix(first, "; ")
		m, err := Parse(text)
		if err == nil {
			err = Verify(m)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", file, err, want)
		}
	}
}

// TestEveryOpHasText writes and reads each operation with each of its kinds.
func TestEveryOpHasText(t *testing.T) {
	for op := OpInvalid + 1; op < opCount; op++ {
		info := op.Info()
		for kind := range info.Kind.count() {
			name := info.Kind.name(uint8(kind))
			if back, ok := info.Kind.parse(name); !ok || int(back) != kind {
				t.Errorf("%s: kind %d is written %q and read as %d, %v", op, kind, name, back, ok)
			}
		}
		if opNames()[op.String()] != op {
			t.Errorf("%s is not read back", op)
		}
	}
}

func TestCompactDropsWhatStandsNowhere(t *testing.T) {
	m := MustParse(`func @f () -> (i32) {
b0:
  %a = const i32 1
  %dead = const i32 2
  jump b2
b1:
  unreachable
b2:
  return %a
}`)
	f := m.Funcs[0]
	f.Blocks[0].Instrs = append(f.Blocks[0].Instrs[:1], f.Blocks[0].Instrs[2])
	f.Compact(NewCFG(f).Order)
	want := "func @f () -> (i32) {\nb0:\n  %1 = const i32 1\n  jump b1\nb1:\n  return %1\n}\n"
	if got := Print(m); got != want || Verify(m) != nil {
		t.Errorf("got %s(%v)", got, Verify(m))
	}
}
