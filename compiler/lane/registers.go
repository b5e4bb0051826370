package lane

import (
	"slices"

	"heddle/compiler/ir"
)

// constKey identifies a constant.
type constKey struct{ bits uint64 }

// registers is the register allocation: linear scan over the hulls, class by class. A value may take the register of an
// operand that dies at its definition; all operations work lane by lane.
type registers struct {
	*liveness
	*builder
	classes []Class // by value
	regs    []Reg   // by value
	counts  [classCount]int32
	scratch [classCount]Reg // for cycles of moves, made on demand
}

// classOf is the class of a varying value.
func classOf(t ir.Type) Class {
	if t.Bits() > 32 {
		return Lane64
	}
	return Lane32
}

// allocate assigns registers to the values of fn, above those of its callees, and to its arguments and results.
func allocate(s *liveness, isUniform func(ir.ValueID) bool, b *builder, fn *function) *registers {
	r := &registers{liveness: s, builder: b, counts: fn.ends}
	r.counts[Uniform] = b.program.Registers[Uniform]
	for _, t := range s.f.Params {
		fn.params = append(fn.params, r.fresh(classOf(t)))
	}
	for _, t := range s.f.Results {
		fn.results = append(fn.results, r.fresh(classOf(t)))
	}
	r.classes = make([]Class, len(s.f.Instrs))
	r.regs = make([]Reg, len(s.f.Instrs))
	var values []ir.ValueID
	for i := range s.f.Instrs {
		v, in := ir.ValueID(i), &s.f.Instrs[i]
		if s.hulls[v].lo < 0 || in.Op == ir.OpConst || in.Op == ir.OpUndef || in.Type == ir.Void {
			continue
		}
		r.classes[v] = classOf(in.Type)
		if isUniform(v) {
			r.classes[v] = Uniform
		}
		values = append(values, v)
	}
	r.scan(values)
	return r
}

// scan assigns registers in the order of the hulls' starts and frees them in the order of their ends; those that end
// together in that of their starts, whatever the numbers of values.
func (r *registers) scan(values []ir.ValueID) {
	values = r.sorted(values, func(h hull) int32 { return h.lo })
	ends := r.sorted(values, func(h hull) int32 { return h.hi })
	var free [classCount][]int32
	hints := r.incoming()
	for _, v := range values {
		for len(ends) > 0 && r.hulls[ends[0]].hi <= r.hulls[v].lo && r.regs[ends[0]].Class != NoReg {
			reg := r.regs[ends[0]]
			free[reg.Class] = append(free[reg.Class], reg.Index)
			ends = ends[1:]
		}
		class := r.classes[v]
		list := free[class]
		if len(list) == 0 {
			r.regs[v] = r.fresh(class)
			continue
		}
		i := r.prefer(v, list, hints)
		r.regs[v] = Reg{class, list[i]}
		free[class] = append(list[:i], list[i+1:]...)
	}
}

// sorted are values by increasing positions in their hulls; those at one position keep their order.
func (r *registers) sorted(values []ir.ValueID, position func(hull) int32) []ir.ValueID {
	next := make([]int32, len(r.loopAt)+1) // by position: where its first value goes, once all are counted
	for _, v := range values {
		next[position(r.hulls[v])+1]++
	}
	for i := 1; i < len(next); i++ {
		next[i] += next[i-1]
	}
	list := make([]ir.ValueID, len(values))
	for _, v := range values {
		at := position(r.hulls[v])
		list[next[at]] = v
		next[at]++
	}
	return list
}

// prefer chooses a free register: for a parameter that of a value moved into it, so that the move is saved.
func (r *registers) prefer(v ir.ValueID, list []int32, hints *incoming) int {
	for _, source := range hints.of(v) {
		if reg := r.regs[source]; reg.Class == r.classes[v] {
			if i := slices.Index(list, reg.Index); i >= 0 {
				return i
			}
		}
	}
	return len(list) - 1
}

// incoming are the values that move into each parameter.
type incoming struct {
	start []int32 // by value, and one more
	list  []ir.ValueID
}

func (h *incoming) of(param ir.ValueID) []ir.ValueID { return h.list[h.start[param]:h.start[param+1]] }

func (r *registers) incoming() *incoming {
	h := &incoming{start: make([]int32, len(r.f.Instrs)+1)}
	for _, n := range r.order {
		if edge := r.moves(n); edge != nil {
			for _, p := range r.f.Blocks[edge.To].Params {
				h.start[p]++
			}
		}
	}
	sum := int32(0)
	for v, n := range h.start {
		sum += n
		h.start[v] = sum // the end of its values; filling them in from the back moves it to their start
	}
	h.list = make([]ir.ValueID, sum)
	for _, n := range slices.Backward(r.order) {
		if edge := r.moves(n); edge != nil {
			for i, p := range r.f.Blocks[edge.To].Params {
				h.start[p]--
				h.list[h.start[p]] = edge.Args[i]
			}
		}
	}
	return h
}

func (r *registers) fresh(class Class) Reg {
	r.counts[class]++
	return Reg{class, r.counts[class] - 1}
}

// reg is the register of a value; a constant is assigned one at its first use.
func (r *registers) reg(v ir.ValueID) Reg {
	in := r.f.Instr(v)
	if in.Op != ir.OpConst && in.Op != ir.OpUndef {
		return r.regs[v]
	}
	key := constKey{in.Imm & in.Type.Mask()}
	if in.Op == ir.OpUndef {
		key.bits = 0
	}
	reg, ok := r.consts[key]
	if !ok {
		reg = r.fresh(Uniform)
		r.consts[key] = reg
		r.program.Consts = append(r.program.Consts, Const{reg, key.bits})
	}
	return reg
}

// temporary is the scratch register of a class.
func (r *registers) temporary(class Class) Reg {
	if r.scratch[class].Class == NoReg {
		r.scratch[class] = r.fresh(class)
	}
	return r.scratch[class]
}

// liveAcross are, by the position of each barrier, the registers of the values that live across it.
func (r *registers) liveAcross() map[int][]Reg {
	var barriers []int // positions, in order
	for place, n := range r.order {
		for i, v := range r.instrs(n) {
			if r.f.Instr(v).Op == ir.OpBarrier {
				barriers = append(barriers, int(r.start[place])+1+i)
			}
		}
	}
	live := map[int][]Reg{}
	if len(barriers) == 0 {
		return live
	}
	for v, h := range r.hulls {
		if r.classes[v] == NoReg {
			continue
		}
		first, _ := slices.BinarySearch(barriers, int(h.lo)+1)
		for _, at := range barriers[first:] {
			if at >= int(h.hi) {
				break
			}
			live[at] = append(live[at], r.regs[v])
		}
	}
	for _, list := range live { // not in the order of values, which differ between forms of the same function
		keys := make([]int64, len(list))
		for i, r := range list {
			keys[i] = int64(r.Class)<<32 | int64(uint32(r.Index))
		}
		slices.Sort(keys)
		for i, k := range keys {
			list[i] = Reg{Class(k >> 32), int32(k)}
		}
	}
	return live
}
