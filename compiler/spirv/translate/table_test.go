package translate

import (
	"testing"

	"heddle/compiler/spirv"
)

// TestEveryInstructionIsLowered compares the tables of rules and lowerings.
func TestEveryInstructionIsLowered(t *testing.T) {
	elsewhere := map[spirv.Opcode]bool{spirv.OpPhi: true, spirv.OpLabel: true, spirv.OpVariable: true,
		spirv.OpUntypedVariable: true,
		spirv.OpBranch:          true, spirv.OpBranchConditional: true, spirv.OpSwitch: true, spirv.OpReturn: true,
		spirv.OpReturnValue: true, spirv.OpUnreachable: true}
	known := map[spirv.Opcode]bool{}
	for _, op := range spirv.Instructions() {
		known[op] = true
		if elsewhere[op] == (lowerings()[op] != nil) {
			t.Errorf("%v is lowered nowhere or twice", op)
		}
	}
	for op := range lowerings() {
		if !known[op] {
			t.Errorf("%v is lowered and has no rule", op)
		}
	}
}
