package asm

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAssemblerAgrees gives the text of every shape to GNU as. It must accept all of it (objdump also reads what no
// processor runs, such as a write mask where none is allowed), with memory of the size of our tuple, and must not find
// a shorter encoding.
func TestAssemblerAgrees(t *testing.T) {
	var insts []Inst
	for _, i := range allShapes() {
		if i.Mem.Const == 0 {
			insts = append(insts, i)
		}
	}
	code, offsets := encodeShapes(t, insts)
	theirs := gnuAssembled(t, insts)
	lines := disassemble(t, theirs)
	at := 0
	for k := range insts {
		next := nextOffset(lines, at)
		if k == len(insts)-1 {
			next = len(theirs)
		}
		ours := code[offsets[k]:offsets[k+1]]
		if len(ours) > next-at && !swapped(ours, theirs[at:next]) && !otherForm(&insts[k]) {
			t.Errorf("%s: % x, as makes % x of it", (&Func{}).Format(&insts[k]), ours, theirs[at:next])
		}
		at = next
	}
	require.Equal(t, len(theirs), at)
}

// otherForm reports whether there may be a shorter form that we do not use: for RAX, and for comparisons for equality.
func otherForm(i *Inst) bool {
	accumulator := choose(i).spec&both == 0 && !i.HasMem && (i.Dst == RAX || i.A == RAX)
	return accumulator || i.Op == Xchg || Info(i.Op).flags&comparesInteger != 0 && i.Imm == 0
}

// swapped reports whether as exchanged two operands (of a commutative operation, or of a move by its store form), so
// that the two-byte VEX prefix suffices.
func swapped(ours, theirs []byte) bool { return ours[0] == 0xc4 && theirs[0] == 0xc5 }

// gnuAssembled are the bytes that GNU as makes.
func gnuAssembled(t *testing.T, insts []Inst) []byte {
	dir := t.TempDir()
	source, object, flat := filepath.Join(dir, "a.s"), filepath.Join(dir, "a.o"), filepath.Join(dir, "a.bin")
	var text strings.Builder
	text.WriteString(".intel_syntax noprefix\n")
	for k := range insts {
		text.WriteString(gnuText(&insts[k]) + "\n")
	}
	require.NoError(t, os.WriteFile(source, []byte(text.String()), 0o600))
	out, err := exec.Command("as", "-o", object, source).CombinedOutput()
	require.NoError(t, err, "as of binutils is needed: apt-get install binutils\n%.3000s", out)
	require.NoError(t, exec.Command("objcopy", "-O", "binary", object, flat).Run())
	data, err := os.ReadFile(flat)
	require.NoError(t, err)
	return data
}

var broadcastOperand = regexp.MustCompile(`[a-z]+ bcst ([a-z:]*\[[^]]*\])(\{1to\d+\})?`)

var memoryOperand = regexp.MustCompile(`(ds:)?\[`)

// gnuText is the text with the sizes of memory operands, which some instructions require.
func gnuText(i *Inst) string {
	spec := choose(i).spec
	text := strings.Replace((&Func{}).Format(i), "[0x1234]", "ds:[0x1234]", 1)
	switch {
	case spec&both == 0 || !i.HasMem || spec&vsib != 0:
		return text
	case i.Broadcast:
		elements := 1 << spec.scale(&Inst{Len: i.Len}) / spec.elemBytes()
		return broadcastOperand.ReplaceAllString(text, fmt.Sprintf("$1{1to%d}", elements))
	case spec&tupleMask == 0, spec&rmWhole != 0:
		return text
	}
	sizes := [...]string{"byte", "word", "dword", "qword", "xmmword", "ymmword", "zmmword"}
	size := sizes[spec.scale(i)]
	return memoryOperand.ReplaceAllString(text, size+" ptr $0")
}
