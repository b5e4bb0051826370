package asm

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestObjdumpAgrees encodes every shape of every row and compares its text with what objdump reads in the bytes. It
// fails where objdump (Debian's binutils) is absent: the golden bytes are only as good as this comparison.
func TestObjdumpAgrees(t *testing.T) {
	insts := allShapes()
	compareWithObjdump(t, insts)
	t.Logf("%d instructions of %d operations", len(insts), OpCount)
}

// compareWithObjdump encodes instructions and compares our text of them with objdump's of the bytes.
func compareWithObjdump(t *testing.T, insts []Inst) {
	code, offsets := encodeShapes(t, insts)
	lines := disassemble(t, code)
	f := &Func{}
	wrong := map[Op]int{}
	for k := range insts {
		want := normalise(f.Format(&insts[k]))
		got := matching(want, lines[offsets[k]])
		if got == want || got == commuted(insts[k].Op, want) {
			continue
		}
		if wrong[insts[k].Op]++; wrong[insts[k].Op] <= 3 {
			t.Errorf("% x: we mean %q, objdump reads %q", code[offsets[k]:offsets[k+1]], want, got)
		}
	}
}

// allShapes are the shapes of the whole table.
func allShapes() []Inst {
	var out []Inst
	for op := range OpCount {
		for k := range table[op].encodings {
			out = append(out, shapes(op, &table[op].encodings[k])...)
		}
	}
	return out
}

// encodeShapes encodes instructions one after the other, and returns the offset of each and the end.
func encodeShapes(t *testing.T, insts []Inst) ([]byte, []int) {
	e := encoder{count: 1}
	offsets := make([]int, 0, len(insts)+1)
	for k := range insts {
		e.room()
		offsets = append(offsets, e.n)
		if err := e.encode(&insts[k]); err != nil {
			t.Fatalf("%q: %v", (&Func{}).Format(&insts[k]), err)
		}
	}
	return e.buf[:e.n], append(offsets, e.n)
}

// disassemble is objdump's text by offset.
func disassemble(t *testing.T, code []byte) map[int]string {
	path := filepath.Join(t.TempDir(), "code")
	require.NoError(t, os.WriteFile(path, code, 0o600))
	out, err := exec.Command("objdump", "-D", "-b", "binary", "-m", "i386:x86-64", "-M", "intel", "--no-show-raw-insn",
		path).Output()
	require.NoError(t, err, "objdump of binutils is needed: apt-get install binutils")
	lines := map[int]string{}
	for line := range strings.Lines(string(out)) {
		at, text, found := strings.Cut(line, ":\t")
		offset, err := strconv.ParseInt(strings.TrimSpace(at), 16, 64)
		if found && err == nil {
			lines[int(offset)] = normalise(text)
		}
	}
	return lines
}

var (
	spaces    = regexp.MustCompile(`\s+`)
	comment   = regexp.MustCompile(`\s*#.*`)
	vectorPtr = regexp.MustCompile(`[xyz]mmword ptr `)
	anyPtr    = regexp.MustCompile(`[a-z]+ ptr `)
	ripPlace  = regexp.MustCompile(`\[rip\+0x0\]`)
	absolute  = regexp.MustCompile(`ds:(0x[0-9a-f]+)`)
	noOffset  = regexp.MustCompile(`\+0x0\]`)
)

// normalise brings text into one form: lower case, single blanks, none after commas.
func normalise(text string) string {
	text = spaces.ReplaceAllString(strings.TrimSpace(comment.ReplaceAllString(strings.ToLower(text), "")), " ")
	text = strings.TrimPrefix(strings.ReplaceAll(text, ", ", ","), "{evex} ")
	text = vectorPtr.ReplaceAllString(text, "")
	text = ripPlace.ReplaceAllString(text, "[rip+const0]")
	text = absolute.ReplaceAllString(text, "[$1]")
	return noOffset.ReplaceAllString(text, "]")
}

// matching removes the sizes of memory operands where our text has none: of vector instructions.
func matching(want, got string) string {
	if strings.Contains(want, " ptr ") {
		return got
	}
	return anyPtr.ReplaceAllString(got, "")
}

// commuted exchanges the operands of operations whose operands objdump prints in the order of the encoding.
func commuted(op Op, text string) string {
	if op != Test && op != Xchg {
		return text
	}
	name, operands, _ := strings.Cut(text, " ")
	first, second, _ := strings.Cut(operands, ",")
	return name + " " + second + "," + first
}
