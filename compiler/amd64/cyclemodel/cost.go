package cyclemodel

import "heddle/compiler/amd64/asm"

// cost is what an instruction takes.
type cost struct {
	ports   ports // that can run it; none: it is done when it enters
	uops    int   // micro-operations, each of which takes a port
	latency int32
	blocks  int32 // cycles in which its ports cannot begin another operation
	loads   int   // loads from memory, if more than one: a gather
}

// costRow is the cost of a range of operations, both ends included.
type costRow struct {
	cost
	from, to asm.Op
}

// makeCosts makes a table by operation. Later rows replace earlier ones.
func makeCosts(rows []costRow) (t [asm.OpCount]cost) {
	for _, row := range rows {
		for op := row.from; op <= row.to; op++ {
			t[op] = row.cost
		}
	}
	return t
}

// costIn is the cost of an instruction by a table. An operation without a row has the cost general if it works on
// general registers, else simple.
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

// designOf is the design of the processor for which code is made.
func designOf(t asm.Target) *design {
	switch {
	case t.Core == asm.Zen:
		return &zen
	case t.ISA == asm.AVX512:
		return &intelWide
	}
	return &intelNarrow
}

// isMoveOrStore reports whether the instruction is a vector move: loads and stores use only memory ports, register
// moves none.
func isMoveOrStore(in *asm.Inst) bool {
	return in.Op >= asm.Vmovups && in.Op <= asm.Vmovntdqa
}

// comparesMemory reports whether an operation has no result, so that its memory operand is read.
func comparesMemory(op asm.Op) bool {
	switch op {
	case asm.Cmp, asm.Test, asm.Bt, asm.Vptest, asm.Vucomiss, asm.Vucomisd, asm.Vcomiss, asm.Vcomisd, asm.Prefetcht0,
		asm.Jmp, asm.Jcc:
		return true
	}
	return false
}
