package asm

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBroadcastsFold puts a broadcast element in B's place wherever BroadcastB allows it.
func TestBroadcastsFold(t *testing.T) {
	sizes := map[int]int{}
	for op := Invalid + 1; op < OpCount; op++ {
		for _, a := range []Reg{NoReg, V0 + 2} {
			for _, dst := range []Reg{V0 + 1, K0 + 1, NoReg} {
				in := Inst{Op: op, Len: L512, Dst: dst, A: a, B: V0 + 3}
				f := Func{Insts: []Inst{in}}
				if _, err := Assemble(&f); err != nil {
					continue
				}
				size := in.BroadcastB()
				sizes[size]++
				if size == 0 {
					continue
				}
				in.B, in.HasMem, in.Broadcast, in.Mem = NoReg, true, true, Mem{Base: RBP}
				f.Insts[0] = in
				_, err := Assemble(&f)
				require.NoError(t, err, op.String())
			}
		}
	}
	require.Greater(t, sizes[4], 80)
	require.Greater(t, sizes[8], 80)
	require.Equal(t, 4, (&Inst{Op: Vaddps, Len: L512, Dst: V0, A: V0, B: V0}).BroadcastB())
	require.Equal(t, 8, (&Inst{Op: Vpaddq, Len: L512, Dst: V0, A: V0, B: V0}).BroadcastB())
	require.Equal(t, 0, (&Inst{Op: Vpaddb, Len: L512, Dst: V0, A: V0, B: V0}).BroadcastB())
}
