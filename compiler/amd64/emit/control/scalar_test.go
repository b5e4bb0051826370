package control

import (
	"testing"

	"heddle/compiler/amd64/emit"
	"heddle/compiler/ir"
	"heddle/compiler/vectorize/forms"
)

// TestScalarRulesComplete finds operations that are said to be done in general registers and have no rule there.
func TestScalarRulesComplete(t *testing.T) {
	fillEffectRules()
	seen := 0
	for op := ir.OpInvalid + 1; int(op) < ir.OpCount; op++ {
		if !forms.IsScalarOp(&ir.Instr{Op: op, Type: ir.I32}) || op == ir.OpParam {
			continue
		}
		seen++
		if !emit.HasScalarRule(op) && effectRules[op] == nil {
			t.Errorf("no rule for %s in general registers", op)
		}
	}
	if seen < 30 {
		t.Errorf("only %d operations in general registers", seen)
	}
}
