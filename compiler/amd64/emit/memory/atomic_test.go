package memory

import (
	"testing"

	"heddle/compiler/ir"
	"heddle/compiler/vectorize/access"
)

// TestOnlyModifying makes sure that there is an instruction for each operation that decisions take to have one.
func TestOnlyModifying(t *testing.T) {
	for k := ir.AtomicKind(0); k <= ir.AtomicFMax; k++ {
		if _, ok := modifyOnlyOps[k]; ok != access.OnlyModifies(k) {
			t.Errorf("operation %d: instruction %v", k, ok)
		}
		if _, ok := access.OnceOps[k]; ok && !access.OnlyModifies(k) {
			t.Errorf("operation %d is done once for all lanes, with no instruction", k)
		}
	}
}
