package cyclemodel

import "heddle/compiler/amd64/asm"

// Cost is what an instruction takes.
type Cost struct {
	Ports   Ports // that can run it; none: it is done when it enters
	Uops    int   // micro-operations, each of which takes a port
	Latency int32 // cycles
	Blocks  int32 // cycles in which its ports cannot begin another operation
	Loads   int   // loads from memory, if more than one: a gather
}

// Row is the cost of a range of operations, both ends included.
type Row struct {
	Cost
	From, To asm.Op
}

// Costs are those of operations.
type Costs [asm.OpCount]Cost

// MakeCosts makes a table by operation. Later rows replace earlier ones.
func MakeCosts(rows []Row) (t Costs) {
	for _, row := range rows {
		for op := row.From; op <= row.To; op++ {
			t[op] = row.Cost
		}
	}
	return t
}

// Of is the cost of an instruction. An operation without a row has the cost general if it works on
// general registers, else simple.
func (t *Costs) Of(in *asm.Inst, general, simple Cost) Cost {
	c := t[in.Op]
	switch in.Op {
	case asm.MoveG, asm.MoveV, asm.MoveK, asm.VecZero, asm.Undef, asm.Use, asm.Jmp, asm.Jcc:
		return Cost{}
	}
	switch {
	case isMoveOrStore(in):
		return Cost{}
	case c.Ports == 0 && in.Op < asm.Vmovups:
		return general
	case c.Ports == 0:
		return simple
	case in.HasMem && in.Op >= asm.Vbroadcastss && in.Op <= asm.Vbroadcastf32x4:
		return Cost{}
	}
	return c
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
