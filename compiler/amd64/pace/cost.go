package pace

import "heddle/compiler/amd64/asm"

// cost is what an instruction takes.
type cost struct {
	ports   ports // that may run it; none: it is done when it enters
	uops    int   // how often
	latency int32
	blocks  int32 // cycles in which no other of its kind begins
	loads   int   // more than one: a gather
}

// costRow is what some operations that stand side by side take.
type costRow struct {
	cost
	from, to asm.Op
}

// makeCosts is a table by operation. Later rows replace earlier ones.
func makeCosts(rows []costRow) (t [asm.OpCount]cost) {
	for _, row := range rows {
		for op := row.from; op <= row.to; op++ {
			t[op] = row.cost
		}
	}
	return t
}

// costIn is what an instruction takes by a table; one that is not there is on general registers, or a simple one on vectors.
func costIn(table *[asm.OpCount]cost, in *asm.Inst, general, simple cost) cost {
	c := table[in.Op]
	switch in.Op {
	case asm.MoveG, asm.MoveV, asm.MoveK, asm.VecZero, asm.Undef, asm.Use, asm.Jmp, asm.Jcc:
		return cost{uops: 0}
	}
	switch {
	case isMoveOrStore(in):
		return cost{uops: 0}
	case c.ports == 0 && in.Op < asm.Vmovups:
		return general
	case c.ports == 0:
		return simple
	case in.HasMem && in.Op >= asm.Vbroadcastss && in.Op <= asm.Vbroadcastf32x4:
		return cost{uops: 0}
	}
	return c
}

// designOf is the design for which code is made.
func designOf(t asm.Target) *design {
	switch {
	case t.Core == asm.Zen:
		return &zen
	case t.ISA == asm.AVX512:
		return &intelWide
	}
	return &intelNarrow
}

// isMoveOrStore tells moves between memory and vector registers, which need no port but that of the memory, and those
// between registers, which need none.
func isMoveOrStore(in *asm.Inst) bool {
	return in.Op >= asm.Vmovups && in.Op <= asm.Vmovntdqa
}

// comparesMemory tells operations without a result that read memory.
func comparesMemory(op asm.Op) bool {
	switch op {
	case asm.Cmp, asm.Test, asm.Bt, asm.Vptest, asm.Vucomiss, asm.Vucomisd, asm.Vcomiss, asm.Vcomisd, asm.Prefetcht0, asm.Jmp, asm.Jcc:
		return true
	}
	return false
}
