package lane

import "heddle/compiler/ir"

// move is one of the copies of an edge, which all happen at once (a parallel copy).
type move struct {
	dst, src Reg
	typ      ir.Type
}

// moveOrder is memory for ordering the copies of an edge. The lists by register are empty between edges.
type moveOrder struct {
	moves []move
	reads [classCount][]int32 // by register: how many of the remaining copies read it
	into  [classCount][]int32 // by register: 1 + the copy that writes it
	ready []int32             // copies whose target no remaining copy reads, in the order in which they became ready
}

// emitMoves orders the copies of an edge: a copy may be written when no other still reads its target; what remains is
// cycles, each broken by saving one register.
func (e *emitter) emitMoves(edge *ir.Edge) {
	o := &e.copies
	o.moves, o.ready = o.moves[:0], o.ready[:0]
	for i, v := range edge.Args {
		param := e.f.Blocks[edge.To].Params[i]
		m := move{e.reg(param), e.reg(v), e.f.Type(param)}
		if m.dst.Class != NoReg && m.dst != m.src {
			o.moves = append(o.moves, m)
		}
	}
	for i, m := range o.moves {
		*entry(&o.into, m.dst) = int32(i) + 1
		*entry(&o.reads, m.src)++
	}
	for i, m := range o.moves {
		if *entry(&o.reads, m.dst) == 0 {
			o.ready = append(o.ready, int32(i))
		}
	}
	e.emitReady()
	for _, m := range o.moves {
		if *entry(&o.into, m.dst) != 0 {
			e.openCycle(m)
			e.emitReady()
		}
	}
}

// entry is a register's place in one of the lists.
func entry(lists *[classCount][]int32, reg Reg) *int32 {
	list := &lists[reg.Class]
	for int(reg.Index) >= len(*list) {
		*list = append(*list, 0)
	}
	return &(*list)[reg.Index]
}

// emitReady writes the copies that are ready, and those that become ready by that.
func (e *emitter) emitReady() {
	o := &e.copies
	for len(o.ready) > 0 {
		m := o.moves[o.ready[0]]
		o.ready = o.ready[1:]
		e.emitMove(m)
		*entry(&o.into, m.dst) = 0
		reads := entry(&o.reads, m.src)
		*reads--
		if next := *entry(&o.into, m.src); *reads == 0 && next != 0 {
			o.ready = append(o.ready, next-1)
		}
	}
}

// openCycle saves the target of a copy in a scratch register, which its readers read from now on. Each register of a
// cycle is read once, since other copies from it have been written.
func (e *emitter) openCycle(m move) {
	o := &e.copies
	saved := e.temporary(m.dst.Class)
	e.emitMove(move{saved, m.dst, m.typ})
	for i := range o.moves {
		if reader := &o.moves[i]; reader.src == m.dst && *entry(&o.into, reader.dst) == int32(i)+1 {
			reader.src = saved
			*entry(&o.reads, saved)++
		}
	}
	*entry(&o.reads, m.dst) = 0
	o.ready = append(o.ready, *entry(&o.into, m.dst)-1)
}

func (e *emitter) emitMove(m move) {
	e.emit(Inst{Op: OpMove, Type: m.typ, From: m.typ, Masked: true, Dst: m.dst, Args: [3]Reg{m.src}})
}
