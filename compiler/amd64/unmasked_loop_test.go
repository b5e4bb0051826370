package amd64

import (
	"strings"
	"testing"

	"heddle/compiler/amd64/tuning"
	"heddle/compiler/ir"
	"heddle/compiler/uniform"
	"heddle/compiler/vectorize/prepare"
)

// TestWhichLoopsAreCopied: those that lanes leave at the header alone, as a counter that steps evenly says, and that
// may run their header twice.
func TestWhichLoopsAreCopied(t *testing.T) {
	const plain, step = "  store %7, %20 in global align 4\n", "  %40 = add i32 %20, %10\n"
	for name, c := range map[string]struct {
		header, condition, body, step string
		isCopied                      bool
	}{
		"from the id on":      {"", "%30 = icmp.slt i1 %20, %10", plain, step, true},
		"down to the id":      {"", "%30 = icmp.ugt i1 %20, %10", plain, "  %40 = sub i32 %20, %10\n", true},
		"a sum below the end": {"  %29 = add i32 %20, %10\n", "%30 = icmp.slt i1 %29, %10", plain, step, true},
		"each its own end":    {"", "%30 = icmp.slt i1 %20, %8", plain, step, false},
		"each its own step":   {"", "%30 = icmp.slt i1 %20, %10", plain, "  %40 = add i32 %20, %8\n", false},
		"until it is met":     {"", "%30 = icmp.ne i1 %20, %10", plain, step, false},
		"the same for all as well": {"  %28 = icmp.slt i1 %1, %10\n  %29 = icmp.slt i1 %20, %10\n",
			"%30 = and i1 %29, %28", plain, step, true},
		"another way out": {"", "%30 = icmp.slt i1 %20, %10",
			"  %28 = icmp.slt i1 %1, %10\n  branch %28, b4, b3\nb4:\n" + plain, step, true},
		"another way out by lanes": {"", "%30 = icmp.slt i1 %20, %10",
			"  %28 = icmp.slt i1 %8, %10\n  branch %28, b4, b3\nb4:\n" + plain, step, false},
		"another way out after effects": {"", "%30 = icmp.slt i1 %20, %10",
			plain + "  %28 = icmp.slt i1 %1, %10\n  branch %28, b4, b3\nb4:\n", step, false},
		"either will do": {"  %28 = icmp.slt i1 %1, %10\n  %29 = icmp.slt i1 %20, %10\n",
			"%30 = or i1 %29, %28", plain, step, false},
		"the same for all":      {"", "%30 = icmp.slt i1 %1, %10", plain, step, false},
		"no memory":             {"", "%30 = icmp.slt i1 %20, %10", "", step, false},
		"effects in the header": {plain, "%30 = icmp.slt i1 %20, %10", plain, step, false},
		"waiting": {"", "%30 = icmp.slt i1 %20, %10",
			plain + "  fence.global order seqcst scope device\n", step, false},
	} {
		text := withOwnWord("i32", "  %10 = load i32 %3 in args align 4\n  %11 = trunc i32 %5\n"+
			"  jump b1(%11)\nb1(%20 i32):\n"+c.header+
			"  "+c.condition+"\n  branch %30, b2, b3\nb2:\n"+c.body+c.step+"  jump b1(%40)\nb3:\n  return")
		if strings.Contains(text, "b4:") { // blocks are numbered as they stand there
			text = strings.NewReplacer("b3", "b4", "b4", "b3").Replace(text)
		}
		m := ir.MustParse(text)
		_, _, list := prepare.UnmaskedLoops(uniform.Of(m.Funcs[0]), tuning.Machine(AVX2, Intel), oneRow, 0)
		if isCopied := len(list) == 1; isCopied != c.isCopied {
			t.Errorf("%s: %d copies", name, len(list))
		}
	}
}
